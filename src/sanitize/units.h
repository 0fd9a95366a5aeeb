/* SPDX-License-Identifier: Apache-2.0 */
/*
 * units: what a program is made from, as one text: one source that is built, or several ones that
 * are compiled and linked. The layer asks with it, and gets the rewritten program as such a text; a
 * file of the cache of binaries has one, too. A text is a row of items
 *
 *	WORD LENGTH			a line
 *	TEXT				LENGTH bytes, and a line feed
 *
 * whose words are, in this order,
 *
 *	link OPTIONS			the program is linked with OPTIONS; without it, it is built
 *	source TEXT			a unit: OpenCL C
 *	or expanded TEXT		a unit: OpenCL C as the preprocessor has left it
 *	options TEXT			of the unit: with what it is built or compiled
 *	name TEXT, header TEXT		a header of the unit: as it is included, and its source
 */
#ifndef CLROUTER_SANITIZE_UNITS_H
#define CLROUTER_SANITIZE_UNITS_H

#include <stdbool.h>
#include <stddef.h>

#define UNITS_MOST 1024		/* units of a program */
#define UNITS_MOST_HEADERS 4096 /* of a unit */

struct unit_header {
	const char *name;
	const char *text;
};

struct source_unit {
	const char *source;
	bool is_expanded;
	const char *options; /* never NULL */
	struct unit_header *headers;
	size_t header_count;
};

struct units {
	const char *link; /* NULL: one unit, which is built */
	struct source_unit *list;
	size_t count;
	char *memory; /* of all that was read; NULL: the writer's own */
};

/*
 * Reads the LENGTH bytes at TEXT, which may be hostile and have no NUL byte, into UNITS;
 * units_done() frees it. False: it is no such text, or there is no memory; UNITS is empty then.
 */
bool units_read(struct units *units, const char *text, size_t length);
void units_done(struct units *units);

/* Writes UNITS as text, which is to be freed; NULL: there is no memory. */
char *units_write(const struct units *units);

#endif
