/* SPDX-License-Identifier: Apache-2.0 */
/*
 * draft: the lines of a configuration file, in their order, before they are applied. Each file has
 * a draft of its own while it is parsed. If the whole file is well-formed, its draft is appended
 * to the one draft of all files, which merge.h applies.
 *
 * The module checks names and values against the table in keys.h. What it does not accept is left
 * out and added to the problems of the settings. Of the syntax it knows only lists; parse.h splits
 * the lines.
 *
 * Everything in a draft is in the arena of the settings. If there is no memory, a line is left out
 * and that is added to the problems. Drafts are used only by the thread that calls conf_read().
 */
#ifndef CLROUTER_CONFIG_DRAFT_H
#define CLROUTER_CONFIG_DRAFT_H

#include <stdbool.h>
#include <stddef.h>

#include "config/keys.h"

/* One element of a list. */
struct draft_item {
	struct draft_item *next;
	const char *text;	/* NULL: "...", which stands for the list from weaker sources */
	struct origin origin;
};

/*
 * The elements of a list. They are linked, so that "..." can be replaced by the weaker list without
 * copying it: with copies, the time for many lines like "first = ..., a" would grow with the square
 * of their number.
 */
struct draft_list {
	struct draft_item *first;
	struct draft_item *last;
	bool ends_empty;	/* the last element is empty: as "...", unless more is added */
};

/* One section header. Each known header makes a section, even if its name is not new. */
struct draft_section {
	struct draft_section *next;
	enum settings_section kind;
	struct origin origin;
	const char *argument;		/* the glob or name; "" if the kind has none */

	/* set by merge.c */
	void *target;			/* the struct that its keys fill; NULL: none */
	struct draft_list *match;	/* of [program]: more globs; NULL: none */
	size_t index;			/* of [layer]: the number of [layer] sections before it */
	struct draft_section *first_of_name;	/* of [layer]: the first section of this name */
};

/* One key and its value, with the indented lines that continue a list. */
struct draft_line {
	struct draft_line *next;
	struct draft_section *section;
	const struct key *key;
	struct setting value;		/* for a list only the origin */
	struct draft_list list;		/* for other values empty */
};

struct draft {
	struct draft_section *first_section;
	struct draft_section *last_section;
	struct draft_line *first_line;
	struct draft_line *last_line;

	/* the file that is parsed */
	struct settings *settings;	/* problems are added to them */
	const char *path;
	enum settings_family family;
	bool is_system;			/* "environment" and "user_config" are allowed */

	/* the state after its last line */
	struct draft_section *section;	/* of the next keys; NULL: they are ignored */
	bool has_header;		/* there was a section header */
	struct draft_line *list;	/* the list that an indented line continues; NULL: none */
	bool may_continue;		/* an indented line is allowed here */
};

/* Makes DRAFT empty, for the file PATH. SETTINGS and PATH are not copied. */
void draft_init(struct draft *draft, struct settings *settings, const char *path,
		enum settings_family family, bool is_system);

/* Adds the section header in LINE. The LENGTH bytes at TEXT are what is between its brackets. */
void draft_add_section(struct draft *draft, unsigned line, const char *text, size_t length);

/* Adds the key NAME with the text VALUE, in LINE, to the last section. */
void draft_add_key(struct draft *draft, unsigned line, const char *name, const char *value);

/*
 * Adds VALUE, an indented line, to the list before it. The caller has checked draft->may_continue.
 */
void draft_continue_list(struct draft *draft, unsigned line, const char *value);

/* Moves the sections and lines of MORE to the end of DRAFT. MORE must not be used afterwards. */
void draft_append(struct draft *draft, const struct draft *more);

/*
 * Appends to LIST the elements of TEXT, which SEPARATOR separates, without the blanks around them.
 * "..." stands for the list from weaker sources. In a colon list an empty element does so too; at
 * the end of TEXT, only if nothing is added later. In a comma list empty elements are skipped.
 * Elements for which there is no memory are left out, and that is added to the problems of
 * SETTINGS.
 */
void draft_list_add(struct draft_list *list, const char *text, char separator,
		    struct origin origin, struct settings *settings);

#endif
