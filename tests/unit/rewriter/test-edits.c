/* SPDX-License-Identifier: Apache-2.0 */
/* edits: they are made inside of each other, whatever the order in which they were collected. */
#include "rewriter/edits.h"

#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static const char text[] = "a[b[i]] = f(x, y);";

static char *apply(struct edits *edits)
{
	struct growing_text result = { 0 };

	ck_assert(edits_apply(edits, text, strlen(text), &result));
	return result.text;
}

/* Puts the part from START to END into parentheses, after NAME. */
static void wrap(struct edits *edits, const char *name, size_t start, size_t end)
{
	struct edit *edit = edits_begin(edits, start, end);

	edits_add_text(edits, edit, "%s(", name);
	edits_add_part(edits, edit, start, end);
	edits_add_text(edits, edit, ")");
}

START_TEST(no_edit_changes_nothing)
{
	struct edits edits = { .arena = ARENA_INIT };
	char *result = apply(&edits);

	ck_assert_str_eq(result, text);
	free(result);
	edits_done(&edits);
}
END_TEST

START_TEST(edits_are_made_in_edits)
{
	struct edits edits = { .arena = ARENA_INIT };
	char *result;

	wrap(&edits, "inner", 4, 5);
	wrap(&edits, "all", 0, 7);
	wrap(&edits, "index", 2, 6);
	/* Of two for the same part, the one that comes later is the inner one. */
	wrap(&edits, "read", 2, 6);
	edits_insert(&edits, 12, "h, ");
	wrap(&edits, "x", 12, 13);
	edits_insert(&edits, strlen(text), " /* end */");
	result = apply(&edits);
	ck_assert_str_eq(result, "all(a[index(read(b[inner(i)]))]) = f(h, x(x), y); /* end */");
	free(result);
	edits_done(&edits);
}
END_TEST

START_TEST(parts_change_their_places)
{
	struct edits edits = { .arena = ARENA_INIT };
	struct edit *edit = edits_begin(&edits, 10, 17);
	char *result;

	wrap(&edits, "X", 12, 13);
	wrap(&edits, "Y", 15, 16);
	edits_add_part(&edits, edit, 15, 16);
	edits_add_text(&edits, edit, "/");
	edits_add_part(&edits, edit, 12, 13);
	edits_add_text(&edits, edit, "/");
	edits_add_part(&edits, edit, 15, 16);
	result = apply(&edits);
	ck_assert_str_eq(result, "a[b[i]] = Y(y)/X(x)/Y(y);");
	free(result);
	edits_done(&edits);
}
END_TEST

START_TEST(edits_that_cross_are_refused)
{
	struct edits edits = { .arena = ARENA_INIT };
	struct growing_text result = { 0 };

	wrap(&edits, "a", 0, 7);
	wrap(&edits, "b", 4, 9);
	ck_assert(!edits_apply(&edits, text, strlen(text), &result));
	edits_done(&edits);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("edits");
	TCase *tcase = unit_tcase(suite, "edits", 20);

	tcase_add_test(tcase, no_edit_changes_nothing);
	tcase_add_test(tcase, edits_are_made_in_edits);
	tcase_add_test(tcase, parts_change_their_places);
	tcase_add_test(tcase, edits_that_cross_are_refused);
	return unit_run(suite);
}
