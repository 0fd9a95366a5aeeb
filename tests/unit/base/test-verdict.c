/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: how a verdict is stored and logged, and the table of reasons. */
#include "base/verdict.h"

#include <string.h>

#include "unit/unit.h"

/* Every identifier is listed here: a released identifier keeps its meaning. */
static const struct {
	const char *id;
	enum reason reason;
	bool is_expected;
} reasons[] = {
	{ "ok", REASON_OK, true },
	{ "unreadable", REASON_UNREADABLE, false },
	{ "not-regular-file", REASON_NOT_REGULAR, false },
	{ "empty-file", REASON_EMPTY_FILE, false },
	{ "no-library-name", REASON_NO_LIBRARY_NAME, false },
	{ "not-text", REASON_NOT_TEXT, false },
	{ "too-long", REASON_TOO_LONG, false },
	{ "masked", REASON_MASKED, true },
	{ "subdirectory", REASON_SUBDIRECTORY, true },
	{ "disabled", REASON_DISABLED, true },
	{ "cannot-stay", REASON_CANNOT_STAY, false },
	{ "no-memory", REASON_NO_MEMORY, false },
	{ "not-found", REASON_NOT_FOUND, false },
	{ "missing-dependency", REASON_MISSING_DEPENDENCY, false },
	{ "undefined-symbol", REASON_UNDEFINED_SYMBOL, false },
	{ "wrong-elf-class", REASON_WRONG_ELF_CLASS, true },
	{ "not-elf", REASON_NOT_ELF, false },
	{ "load-failed", REASON_LOAD_FAILED, false },
	{ "is-loader", REASON_IS_LOADER, false },
	{ "duplicate", REASON_DUPLICATE, true },
	{ "symbol-missing", REASON_SYMBOL_MISSING, false },
	{ "platform-query-failed", REASON_PLATFORM_QUERY_FAILED, false },
	{ "no-platform", REASON_NO_PLATFORM, false },
	{ "null-platform", REASON_NULL_PLATFORM, false },
	{ "no-dispatch-table", REASON_NO_DISPATCH_TABLE, false },
	{ "no-cl-khr-icd", REASON_NO_CL_KHR_ICD, false },
	{ "extensions-query-failed", REASON_EXTENSIONS_FAILED, false },
	{ "suffix-query-failed", REASON_SUFFIX_FAILED, false },
	{ "half-icd2-tag", REASON_HALF_ICD2_TAG, false },
	{ "icd2-function-missing", REASON_ICD2_FUNCTION_MISSING, false },
	{ "dispatch-data-refused", REASON_DISPATCH_DATA_REFUSED, false },
	{ "duplicate-platform", REASON_DUPLICATE_PLATFORM, true },
	{ "no-devices", REASON_NO_DEVICES, true },
	{ "config-refused", REASON_CONFIG_REFUSED, false },
	{ "untrusted", REASON_UNTRUSTED, false },
	{ "layer-symbol-missing", REASON_LAYER_SYMBOL_MISSING, false },
	{ "layer-api-version", REASON_LAYER_API_VERSION, false },
	{ "layer-init-failed", REASON_LAYER_INIT_FAILED, false },
};

START_TEST(reason_is_known)
{
	enum reason reason = reasons[_i].reason;

	ck_assert_str_eq(reason_id(reason), reasons[_i].id);
	ck_assert_int_eq(reason_is_expected(reason), reasons[_i].is_expected);
}
END_TEST

/* This test loops over all reasons, including those that have no row above. */
START_TEST(reason_is_complete)
{
	enum reason reason = (enum reason)_i;
	const char *id = reason_id(reason);

	ck_assert_uint_gt(strlen(id), 0);
	ck_assert_uint_eq(strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(id));
	for (int other = 0; other < REASON_COUNT; other++)
		ck_assert(other == _i || strcmp(id, reason_id((enum reason)other)) != 0);
	ck_assert_uint_gt(strlen(reason_text(reason)), 0);
	ck_assert_int_eq(*reason_advice(reason) == '\0', reason == REASON_OK);
	if (reason_blame(reason) == LOG_BLAME_NOBODY)
		ck_assert(reason_is_expected(reason));
}
END_TEST

START_TEST(no_such_reason)
{
	ck_assert_str_eq(reason_id(REASON_COUNT), "?");
	ck_assert_str_eq(reason_text(REASON_COUNT), "?");
	ck_assert_str_eq(reason_advice(REASON_COUNT), "?");
}
END_TEST

START_TEST(new_verdict_replaces_the_old_one)
{
	struct verdict verdict = { REASON_OK, 5, "old" };

	verdict_set(&verdict, LOG_TOPIC_VENDOR, "Platform", REASON_NO_DEVICES, 0, NULL);
	ck_assert_int_eq(verdict.reason, REASON_NO_DEVICES);
	ck_assert_int_eq(verdict.code, 0);
	ck_assert_ptr_null(verdict.detail);
	ck_assert(unit_log_has("clrouter: info: vendor: Platform: "));
}
END_TEST

/* A verdict that somebody has to act on is a warning; an expected one has level info. */
START_TEST(level_of_verdict)
{
	struct verdict verdict;
	bool is_expected = reason_is_expected((enum reason)_i);

	log_setup("warning", unit_path("own"), true);
	verdict_set(&verdict, LOG_TOPIC_VENDOR, "x", (enum reason)_i, 0, NULL);
	ck_assert_int_eq(*unit_read(unit_path("own"), NULL) == '\0', is_expected);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("verdict");
	TCase *tcase = unit_tcase(suite, "verdict", 10);

	tcase_add_loop_test(tcase, reason_is_known, 0, UNIT_ROWS(reasons));
	tcase_add_loop_test(tcase, reason_is_complete, 0, REASON_COUNT);
	tcase_add_test(tcase, no_such_reason);
	tcase_add_test(tcase, new_verdict_replaces_the_old_one);
	tcase_add_loop_test(tcase, level_of_verdict, 0, REASON_COUNT);
	return unit_run(suite);
}
