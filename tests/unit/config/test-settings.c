/* SPDX-License-Identifier: Apache-2.0 */
/* settings: the lists of files and problems, and the text of an origin. */
#include "config/settings.h"

#include <string.h>

#include "unit/unit.h"

static const struct {
	struct origin origin;
	const char *text;
} origins[] = {
	{ { NULL, 0 }, "built in" },
	{ { "/etc/x.conf", 12 }, "/etc/x.conf:12" },
	{ { "OCL_ICD_PLATFORM_SORT", 0 }, "OCL_ICD_PLATFORM_SORT" },
};

START_TEST(text_of_origin)
{
	ck_assert_str_eq(origin_text(&origins[_i].origin, &unit_arena), origins[_i].text);
}
END_TEST

static size_t count_problems(const struct settings *settings)
{
	size_t count = 0;

	for (const struct settings_problem *p = settings->problems; p; p = p->next)
		count++;
	return count;
}

START_TEST(lists_keep_order)
{
	struct settings settings = { .arena = &unit_arena };
	struct settings_file *one = settings_add_file(&settings, "one", 2);
	struct settings_file *two = settings_add_file(&settings, "two", 3);
	struct settings_problem *first;
	struct settings_problem *second;

	ck_assert(settings.files == one && one->next == two && !two->next);
	ck_assert_str_eq(two->path, "two");
	ck_assert_uint_eq(two->source, 3);
	first = settings_add_problem(&settings, LOG_WARNING, origins[1].origin, "a %s", "b");
	second = settings_add_problem(&settings, LOG_ERROR, origins[2].origin, "c");
	ck_assert(settings.problems == first && first->next == second && !second->next);
	ck_assert_str_eq(first->text, "a b");
	ck_assert_uint_eq(first->origin.line, 12);
	ck_assert_int_eq(second->level, LOG_ERROR);
	ck_assert_ptr_null(first->unknown);
}
END_TEST

/* Each file has at most 32 warnings about lines, and one that says so. Errors have no limit. */
START_TEST(warnings_are_limited)
{
	struct settings settings = { .arena = &unit_arena };
	struct origin line = { "one", 1 };

	settings_add_file(&settings, "one", 2);
	for (int i = 0; i < 100; i++)
		settings_add_problem(&settings, LOG_WARNING, line, "warning");
	ck_assert_uint_eq(count_problems(&settings), 33);
	ck_assert_ptr_nonnull(strstr(settings.last_problem->text, "left out"));
	ck_assert_ptr_null(settings_add_problem(&settings, LOG_WARNING, line, "warning"));
	ck_assert_ptr_nonnull(settings_add_problem(&settings, LOG_ERROR, line, "error"));
	ck_assert_ptr_nonnull(settings_add_problem(&settings, LOG_WARNING, origins[2].origin, "w"));
	settings_add_file(&settings, "two", 2);
	ck_assert_ptr_nonnull(settings_add_problem(&settings, LOG_WARNING, line, "warning"));
}
END_TEST

START_TEST(no_memory_is_reported_once)
{
	struct settings settings = { .arena = &unit_arena };

	settings_add_no_memory(&settings);
	settings_add_no_memory(&settings);
	ck_assert_uint_eq(count_problems(&settings), 1);
	ck_assert_int_eq(settings.problems->level, LOG_ERROR);
	settings_add_file(&settings, "one", 2);
	settings_clear_files(&settings);
	ck_assert(!settings.files && !settings.problems);
	settings_add_no_memory(&settings);
	ck_assert_uint_eq(count_problems(&settings), 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("settings");
	TCase *tcase = unit_tcase(suite, "settings", 10);

	tcase_add_loop_test(tcase, text_of_origin, 0, UNIT_ROWS(origins));
	tcase_add_test(tcase, lists_keep_order);
	tcase_add_test(tcase, warnings_are_limited);
	tcase_add_test(tcase, no_memory_is_reported_once);
	return unit_run(suite);
}
