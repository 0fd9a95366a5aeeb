/* SPDX-License-Identifier: Apache-2.0 */
/*
 * draft: what one file says, line by line, before anybody knows whether the
 * whole file is good; and then what all good files say together. Checks names
 * and values and notes what is ignored, applies nothing. Knows no syntax but
 * that of lists: parse takes the lines apart. All of it lives in the arena of
 * the settings.
 */
#ifndef CLROUTER_CONFIG_DRAFT_H
#define CLROUTER_CONFIG_DRAFT_H

#include <stdbool.h>
#include <stddef.h>

#include "config/keys.h"

struct draft_item {
	struct draft_item *next;
	const char *text;	/* NULL: stands for the list from weaker sources */
	struct origin origin;
};

/*
 * The elements of a list, linked so that "..." takes in the weaker list without
 * copying it: a file of nothing but "first = ..., a" lines still costs time in
 * proportion to its size.
 */
struct draft_list {
	struct draft_item *first;
	struct draft_item *last;
	bool is_open;		/* ends in an empty element: inherits unless a line follows */
};

/* One header. A second header of the same name makes a second section. */
struct draft_section {
	struct draft_section *next;
	enum settings_section kind;
	struct origin origin;
	const char *argument;		/* the glob or name, "" where the kind has none */
	/* For merge: */
	void *target;			/* what its keys are fields of; NULL: does not count */
	struct draft_list *match;	/* of a [program]: more globs; NULL: none */
	size_t number;			/* of a [layer]: how many stand before it */
	struct draft_section *namesake;	/* of a [layer]: the first of its name */
};

/* One key with its value, continued lines included. */
struct draft_line {
	struct draft_line *next;
	struct draft_section *section;
	const struct key *key;
	struct setting value;		/* of a list only the origin */
	struct draft_list list;
};

struct draft {
	struct draft_section *first_section;
	struct draft_section *last_section;
	struct draft_line *first_line;
	struct draft_line *last_line;

	struct settings *settings;	/* gets the problems */
	const char *path;
	enum settings_family family;
	bool is_system;			/* "environment" and "user_config" count */

	struct draft_section *section;	/* where keys go; NULL: nowhere */
	bool has_header;		/* there was one */
	struct draft_line *list;	/* what an indented line continues */
	bool may_continue;		/* an indented line is allowed here */
};

void draft_init(struct draft *draft, struct settings *settings, const char *path,
		enum settings_family family, bool is_system);

/* A header with TEXT, LENGTH bytes, between its brackets. */
void draft_add_section(struct draft *draft, unsigned line, const char *text, size_t length);

/* A key and its value. */
void draft_add_key(struct draft *draft, unsigned line, const char *name, const char *value);

/* An indented line with more of the list before it; only if may_continue. */
void draft_continue_list(struct draft *draft, unsigned line, const char *value);

/* Adds what MORE says at the end of what DRAFT says. */
void draft_append(struct draft *draft, const struct draft *more);

/*
 * Adds the elements of TEXT, separated by SEPARATOR, without the blanks around
 * them. "..." inherits; an empty element inherits in a colon list (at the end of
 * TEXT only if nothing is added later) and is left out in a comma list. Elements
 * for which there is no memory are left out, and that is noted in SETTINGS.
 */
void draft_list_add(struct draft_list *list, const char *text, char separator,
		    struct origin origin, struct settings *settings);

#endif
