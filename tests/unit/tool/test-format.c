/* SPDX-License-Identifier: Apache-2.0 */
/* format: a verdict as text, with and without its detail and its code. */
#include "tool/output/format.h"

#include <errno.h>
#include <string.h>

#include "unit/table/capture.h"
#include "unit/unit.h"

static const struct {
	struct verdict verdict;
	const char *expected;	/* NULL: no code */
} codes[] = {
	{ { REASON_OK, 0, NULL }, NULL },
	{ { REASON_PLATFORM_QUERY_FAILED, -6, NULL }, "CL_OUT_OF_HOST_MEMORY (-6)" },
	{ { REASON_PLATFORM_QUERY_FAILED, -1, NULL }, "CL_DEVICE_NOT_FOUND (-1)" },
	{ { REASON_NO_PLATFORM, -1001, NULL }, "CL_PLATFORM_NOT_FOUND_KHR (-1001)" },
	{ { REASON_PLATFORM_QUERY_FAILED, -9999, NULL }, "error -9999" },
	{ { REASON_UNREADABLE, EACCES, NULL }, "Permission denied" },
	{ { REASON_CONFIG_REFUSED, ENOENT, NULL }, "No such file or directory" },
	{ { REASON_LAYER_API_VERSION, 300, NULL }, "version 300" },
	{ { REASON_LAYER_API_VERSION, -5, NULL }, "CL_OUT_OF_RESOURCES (-5)" },
};

START_TEST(code_of_verdict)
{
	const char *code = format_code(&codes[_i].verdict, &unit_arena);

	if (codes[_i].expected)
		ck_assert_str_eq(code, codes[_i].expected);
	else
		ck_assert_ptr_null(code);
}
END_TEST

static const struct {
	struct verdict verdict;
	const char *expected;	/* what follows the reason's text */
} verdicts[] = {
	{ { REASON_NO_PLATFORM, 0, NULL }, "" },
	{ { REASON_DISABLED, 0, "loader.conf:3" }, ": loader.conf:3" },
	{ { REASON_NO_PLATFORM, -30, NULL }, ": CL_INVALID_VALUE (-30)" },
	{ { REASON_UNREADABLE, EACCES, "/a" }, ": /a: Permission denied" },
};

START_TEST(text_of_verdict)
{
	const struct verdict *verdict = &verdicts[_i].verdict;
	const char *reason = reason_text(verdict->reason);
	const char *text = format_verdict(verdict, &unit_arena);

	ck_assert_int_eq(strncmp(text, reason, strlen(reason)), 0);
	ck_assert_str_eq(text + strlen(reason), verdicts[_i].expected);
}
END_TEST

START_TEST(shade_of_verdict)
{
	struct verdict verdict = { (enum reason)_i, 0, NULL };
	enum lines_shade expected = LINES_PROBLEM;

	if (verdict.reason == REASON_OK)
		expected = LINES_GOOD;
	else if (reason_is_expected(verdict.reason))
		expected = LINES_DIM;
	ck_assert_int_eq(format_shade(&verdict), expected);
}
END_TEST

START_TEST(members_of_verdict)
{
	struct verdict verdict = { REASON_NO_PLATFORM, -1, NULL };
	struct capture capture;

	capture_init(&capture, OUTPUT_JSON);
	json_open_object(&capture.output, NULL);
	format_json_verdict(&capture.output, &verdict, &unit_arena);
	json_close_object(&capture.output);
	ck_assert_str_eq(capture_text(&capture),
			 format_into(&unit_arena,
				     "{\n  \"verdict\": \"no-platform\",\n  \"text\": \"%s\",\n"
				     "  \"detail\": null,\n"
				     "  \"code\": \"CL_DEVICE_NOT_FOUND (-1)\"\n}\n",
				     reason_text(REASON_NO_PLATFORM)));
	capture_done(&capture);
}
END_TEST

START_TEST(text_of_any_length)
{
	char longer[5000];

	memset(longer, 'x', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	ck_assert_str_eq(format_into(&unit_arena, "%s", longer), longer);
	ck_assert_str_eq(format_into(&unit_arena, "%d%%", 5), "5%");
	ck_assert_str_eq(format_into(&unit_arena, "%s", ""), "");
}
END_TEST

START_TEST(text_or_another)
{
	ck_assert_str_eq(format_or("a", "b"), "a");
	ck_assert_str_eq(format_or("", "b"), "");
	ck_assert_str_eq(format_or(NULL, "b"), "b");
}
END_TEST

START_TEST(texts_are_joined)
{
	const char *list = format_joined(NULL, ", ", "a", &unit_arena);

	ck_assert_str_eq(list, "a");
	ck_assert_str_eq(format_joined(list, ", ", "b", &unit_arena), "a, b");
	ck_assert_str_eq(format_joined("", ", ", "b", &unit_arena), "b");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("format");
	TCase *tcase = unit_tcase(suite, "format", 10);

	tcase_add_loop_test(tcase, code_of_verdict, 0, UNIT_ROWS(codes));
	tcase_add_loop_test(tcase, text_of_verdict, 0, UNIT_ROWS(verdicts));
	tcase_add_loop_test(tcase, shade_of_verdict, 0, REASON_COUNT);
	tcase_add_test(tcase, members_of_verdict);
	tcase_add_test(tcase, text_of_any_length);
	tcase_add_test(tcase, text_or_another);
	tcase_add_test(tcase, texts_are_joined);
	return unit_run(suite);
}
