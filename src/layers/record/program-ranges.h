/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program-ranges: what the program says of its own work, as records. Nothing is kept of a range here: the
 * report pairs begins and ends.
 *
 * A domain is NULL, or a name; names are cut. Any thread may call these functions.
 */
#ifndef CLROUTER_LAYERS_RECORD_PROGRAM_RANGES_H
#define CLROUTER_LAYERS_RECORD_PROGRAM_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#define RANGE_NAME 1024	  /* bytes with the NUL byte */
#define RANGE_DOMAIN 256

struct range_id {
	uint64_t words[3];
};

void range_push(const char *domain, const char *name);
void range_pop(const char *domain);
void range_begin(const char *domain, const char *name, struct range_id id);
void range_end(const char *domain, struct range_id id);
void range_mark(const char *domain, const char *name);

/* The calling thread has this name. */
void range_name_thread(const char *name);

/* WIDE as UTF-8, in BUFFER, cut if it is longer; NULL for NULL. */
const char *range_narrow(const wchar_t *wide, char buffer[RANGE_NAME]);

/* -- names that programs have handles of ----------------------------------------------------- */

/* What a program that is linked to ITT reads in a domain: if `flags` is 0 it calls nothing. */
struct itt_domain {
	volatile int flags;
	const char *name;
	void *reserved;
	int reserved_number;
	void *reserved_pointer;
	struct itt_domain *next;
};

/* ... and in a handle of a string. */
struct itt_string {
	const char *text;
	void *reserved;
	int reserved_number;
	void *reserved_pointer;
	struct itt_string *next;
};

struct range_name {
	struct itt_domain domain;
	struct itt_string string;
	struct range_name *next; /* with the same hash */
	char text[];
};

/* The name TEXT, the same for the same text; it stays until the process ends. NULL: no memory. */
struct range_name *range_name_keep(const char *text);

#endif
