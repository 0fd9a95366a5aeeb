/* SPDX-License-Identifier: Apache-2.0 */
/* edits: see edits.h. */
#include "rewriter/edits.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/list.h"

struct edit *edits_begin(struct edits *edits, size_t start, size_t end)
{
	struct edit *edit = growing_text_alloc(&edits->arena, sizeof(*edit));

	if (!list_make_space(&edits->list, edits->count, sizeof(edits->list[0])))
		exit(1);
	edit->start = start;
	edit->end = end;
	edit->order = edits->count;
	edits->list[edits->count++] = edit;
	return edit;
}

static struct edit_piece *add_piece(struct edits *edits, struct edit *edit)
{
	struct edit_piece *piece = growing_text_alloc(&edits->arena, sizeof(*piece));

	if (edit->last)
		edit->last->next = piece;
	else
		edit->first = piece;
	edit->last = piece;
	return piece;
}

void edits_add_text(struct edits *edits, struct edit *edit, const char *format, ...)
{
	va_list arguments;
	char *text = NULL;
	int length;

	va_start(arguments, format);
	length = vasprintf(&text, format, arguments);
	va_end(arguments);
	if (length < 0)
		exit(1);
	add_piece(edits, edit)->text = growing_text_copy(&edits->arena, text, (size_t)length);
	free(text);
}

void edits_add_part(struct edits *edits, struct edit *edit, size_t start, size_t end)
{
	struct edit_piece *piece = add_piece(edits, edit);

	piece->start = start;
	piece->end = end;
}

void edits_insert(struct edits *edits, size_t at, const char *text)
{
	edits_add_text(edits, edits_begin(edits, at, at), "%s", text);
}

/* In the order of the text; at the same place insertions come first, and then outer ones. */
static int compare(const void *a, const void *b)
{
	const struct edit *x = *(struct edit *const *)a, *y = *(struct edit *const *)b;
	const bool x_inserts = x->start == x->end, y_inserts = y->start == y->end;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x_inserts != y_inserts)
		return x_inserts ? -1 : 1;
	if (x->end != y->end)
		return x->end > y->end ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* Finds the edits inside of the edit FIRST, and so on. Returns the one after; 0: two edits cross.
 */
static size_t nest(struct edits *edits, size_t first)
{
	const struct edit *outer = edits->list[first];
	size_t next = first + 1;

	while (next < edits->count && edits->list[next]->start < outer->end) {
		if (edits->list[next]->end > outer->end)
			return 0;
		next = nest(edits, next);
		if (next == 0)
			return 0;
	}
	edits->list[first]->after = next;
	return next;
}

struct edit_output {
	const struct edits *edits;
	const char *text;
	size_t length;
	struct growing_text *result;
};

/*
 * Writes the text from START to END, with those edits from NEXT to AFTER that are inside of it.
 * What is inserted at END belongs to what follows.
 */
static void write_part(const struct edit_output *output, size_t start, size_t end, size_t next,
		       size_t after)
{
	size_t done = start;

	for (; next < after; next = output->edits->list[next]->after) {
		const struct edit *edit = output->edits->list[next];

		if (edit->start < done || edit->end > end ||
		    (edit->start == end && edit->end == end && end < output->length))
			continue;
		growing_text_add_bytes(output->result, output->text + done, edit->start - done);
		LIST_EACH(struct edit_piece, piece, edit->first) {
			if (piece->text)
				growing_text_add_bytes(output->result, piece->text,
						       strlen(piece->text));
			else
				write_part(output, piece->start, piece->end, next + 1, edit->after);
		}
		done = edit->end;
	}
	growing_text_add_bytes(output->result, output->text + done, end - done);
}

bool edits_apply(struct edits *edits, const char *text, size_t length, struct growing_text *result)
{
	const struct edit_output output = { edits, text, length, result };

	if (edits->count > 0)
		qsort(edits->list, edits->count, sizeof(edits->list[0]), compare);
	for (size_t next = 0; next < edits->count;) {
		next = nest(edits, next);
		if (next == 0)
			return false;
	}
	write_part(&output, 0, length, 0, edits->count);
	return true;
}

void edits_done(struct edits *edits)
{
	free(edits->list);
	arena_done(&edits->arena);
	*edits = (struct edits){ .arena = ARENA_INIT };
}
