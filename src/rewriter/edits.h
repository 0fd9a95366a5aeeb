/* SPDX-License-Identifier: Apache-2.0 */
/*
 * edits: changes of a text, which are collected and then made all at once. An edit replaces a part
 * of the text by new text and by parts of the old one, in which edits are made, too. Knows nothing
 * of what the text means.
 */
#ifndef CLROUTER_REWRITER_EDITS_H
#define CLROUTER_REWRITER_EDITS_H

#include <stdbool.h>
#include <stddef.h>

#include "rewriter/growing-text.h"

struct edit_piece {
	struct edit_piece *next;
	const char *text; /* NULL: the part of the old text from START to END */
	size_t start, end;
};

struct edit {
	size_t start, end;
	size_t order; /* of edits of the same part, the outer ones come first */
	size_t after; /* the first one that is not inside of it */
	struct edit_piece *first, *last;
};

struct edits {
	struct arena arena;
	struct edit **list;
	size_t count;
};

/* Begins to replace the text from START to END; by nothing, until something is added. */
struct edit *edits_begin(struct edits *edits, size_t start, size_t end);
void edits_add_text(struct edits *edits, struct edit *edit, const char *format, ...)
	__attribute__((format(__printf__, 3, 4)));
void edits_add_part(struct edits *edits, struct edit *edit, size_t start, size_t end);

/* Adds TEXT at AT, before what an edit that begins there writes. */
void edits_insert(struct edits *edits, size_t at, const char *text);

/* Adds the text with all edits made to RESULT. False: two edits cross. */
bool edits_apply(struct edits *edits, const char *text, size_t length, struct growing_text *result);

void edits_done(struct edits *edits);

#endif
