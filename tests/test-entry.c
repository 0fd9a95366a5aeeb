/* SPDX-License-Identifier: Apache-2.0 */
/* entry: the list, the verdicts and how they are told, and the table of reasons. */
#include "entry.h"

#include <stdio.h>
#include <string.h>

#include "unit.h"

/* Every identifier of design.md, section 10; once released they keep their meaning. */
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
	{ "disabled", REASON_DISABLED, true },
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

/* Of all there are, those without a row above included. */
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

START_TEST(list_keeps_order)
{
	struct entry_list list;
	struct entry *entries[100];
	int i = 0;

	entry_list_init(&list, LOG_TOPIC_LAYER);
	ck_assert_ptr_null(list.first);
	ck_assert_uint_eq(list.count, 0);
	ck_assert_int_eq(list.topic, LOG_TOPIC_LAYER);
	for (i = 0; i < UNIT_ROWS(entries); i++) {
		entries[i] = entry_list_add(&list, &unit_arena, ENTRY_FROM_VENDORS);
		ck_assert_int_eq(entries[i]->origin, ENTRY_FROM_VENDORS);
		ck_assert_int_eq(entries[i]->verdict.reason, REASON_OK);
		ck_assert_uint_eq(list.count, i + 1);
	}
	i = 0;
	for (struct entry *entry = list.first; entry; entry = entry->next)
		ck_assert_ptr_eq(entry, entries[i++]);
	ck_assert_int_eq(i, UNIT_ROWS(entries));
}
END_TEST

static const struct {
	const char *path;
	const char *written;
	const char *expected;
} names[] = {
	{ "/a/b.icd", NULL, "/a/b.icd" },
	{ "/a/b.icd", "libb.so", "/a/b.icd" },
	{ NULL, "libb.so", "libb.so" },
	{ NULL, NULL, "?" },
};

START_TEST(name_of_entry)
{
	struct entry entry = { .path = names[_i].path, .written = names[_i].written };

	ck_assert_str_eq(entry_name(&entry), names[_i].expected);
}
END_TEST

static const struct {
	enum reason reason;
	int code;
	const char *detail;
	const char *line;
} refusals[] = {
	{ REASON_EMPTY_FILE, 0, NULL,
	  "clrouter: warning: scan: /x.icd: the file is empty; reinstall the package of the "
	  "driver, or write the library's name into the file (configuration)\n" },
	{ REASON_UNREADABLE, 13, NULL,
	  "clrouter: warning: scan: /x.icd: the file cannot be read [13]; " },
	{ REASON_DISABLED, 0, "/etc/x.conf:3",
	  "clrouter: info: scan: /x.icd: switched off by configuration: /etc/x.conf:3; " },
	{ REASON_SUFFIX_FAILED, -30, "what",
	  "clrouter: warning: scan: /x.icd: the platform failed to tell its extension suffix: what "
	  "[-30]; report it to the vendor (vendor)\n" },
	{ REASON_MASKED, 0, NULL, "clrouter: info: scan: /x.icd: " },
	{ REASON_LAYER_INIT_FAILED, -1, NULL, "(layer)\n" },
	{ REASON_NO_MEMORY, 0, NULL, "(clrouter)\n" },
};

START_TEST(refusal_is_kept_and_told_once)
{
	struct entry entry = { .path = "/x.icd" };
	char *log;

	entry_refuse(&entry, LOG_TOPIC_SCAN, refusals[_i].reason, refusals[_i].code,
		     refusals[_i].detail);
	ck_assert_int_eq(entry.verdict.reason, refusals[_i].reason);
	ck_assert_int_eq(entry.verdict.code, refusals[_i].code);
	ck_assert_ptr_eq(entry.verdict.detail, refusals[_i].detail);
	ck_assert(unit_log_has(refusals[_i].line));
	log = unit_read(unit_path("log of the test"), NULL);
	ck_assert_ptr_eq(strchr(log, '\n'), log + strlen(log) - 1);
}
END_TEST

START_TEST(verdict_of_something_else)
{
	struct verdict verdict = { REASON_OK, 5, "old" };

	verdict_set(&verdict, LOG_TOPIC_VENDOR, "Platform", REASON_NO_DEVICES, 0, NULL);
	ck_assert_int_eq(verdict.reason, REASON_NO_DEVICES);
	ck_assert_int_eq(verdict.code, 0);
	ck_assert_ptr_null(verdict.detail);
	ck_assert(unit_log_has("clrouter: info: vendor: Platform: "));
}
END_TEST

/* What a user must act on is a warning, the rest is information. */
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
	Suite *suite = suite_create("entry");
	TCase *tcase = unit_tcase(suite, "entry", 10);

	tcase_add_loop_test(tcase, reason_is_known, 0, UNIT_ROWS(reasons));
	tcase_add_loop_test(tcase, reason_is_complete, 0, REASON_COUNT);
	tcase_add_test(tcase, no_such_reason);
	tcase_add_test(tcase, list_keeps_order);
	tcase_add_loop_test(tcase, name_of_entry, 0, UNIT_ROWS(names));
	tcase_add_loop_test(tcase, refusal_is_kept_and_told_once, 0, UNIT_ROWS(refusals));
	tcase_add_test(tcase, verdict_of_something_else);
	tcase_add_loop_test(tcase, level_of_verdict, 0, REASON_COUNT);
	return unit_run(suite);
}
