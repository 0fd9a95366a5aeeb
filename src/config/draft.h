/* SPDX-License-Identifier: Apache-2.0 */
/*
 * draft: what one file says, line by line, before anybody knows whether
 * the whole file is good. Checks names and values and notes what is ignored,
 * applies nothing. Knows no syntax: the lines are taken apart by conf-file.
 */
#ifndef CLROUTER_CONFIG_DRAFT_H
#define CLROUTER_CONFIG_DRAFT_H

#include <stdbool.h>
#include <stddef.h>

#include "config/keys.h"
#include "config/list.h"
#include "config/notes.h"

/* One header. A second header of the same name makes a second section. */
struct conf_section {
	struct conf_section *next;
	struct origin origin;
	const char *argument;		/* the glob or name, "" where the kind has none */
	struct conf_list match;		/* [program]: more globs */
	size_t index;			/* for who merges: row of a [driver] or [layer] */
	enum conf_kind kind;
	bool applies;			/* for who merges: a [program] that matches */
};

/* One key with its value, continued lines included. */
struct conf_line {
	struct conf_line *next;
	struct conf_section *section;
	const struct conf_key *key;
	struct origin origin;
	const char *text;		/* scalars */
	unsigned number;		/* what the text of a scalar means */
	struct conf_list list;		/* lists */
};

struct conf_draft {
	struct conf_section *first_section;
	struct conf_section *last_section;
	struct conf_line *first_line;
	struct conf_line *last_line;

	struct conf_notes *notes;
	const char *path;
	enum conf_family family;
	bool is_system;			/* "environment" and "user_config" count */

	struct conf_section *section;	/* where keys go; NULL: nowhere */
	bool has_header;		/* there was one */
	struct conf_line *list;		/* what an indented line continues */
	bool may_continue;		/* an indented line is allowed here */
};

void conf_draft_init(struct conf_draft *draft, struct conf_notes *notes, const char *path,
		     enum conf_family family, bool is_system);

/* A header with TEXT, LENGTH bytes, between its brackets. */
void conf_draft_section(struct conf_draft *draft, unsigned line, const char *text,
			size_t length);

/* A key and its value. */
void conf_draft_key(struct conf_draft *draft, unsigned line, const char *name,
		    const char *value);

/* An indented line with more of the list before it; only if may_continue. */
void conf_draft_continue(struct conf_draft *draft, unsigned line, const char *value);

/* Puts what MORE says behind what DRAFT says. */
void conf_draft_append(struct conf_draft *draft, const struct conf_draft *more);

#endif
