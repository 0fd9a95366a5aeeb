/* SPDX-License-Identifier: Apache-2.0 */
/* candidate: the list, the message about a refused candidate, and relative paths. */
#include "discover/candidate.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/unit.h"

START_TEST(list_keeps_order)
{
	struct candidate_list list;
	struct candidate *candidates[100];
	int i = 0;

	candidate_list_init(&list, LOG_TOPIC_LAYER);
	ck_assert_ptr_null(list.first);
	ck_assert_uint_eq(list.count, 0);
	ck_assert_int_eq(list.topic, LOG_TOPIC_LAYER);
	for (i = 0; i < UNIT_ROWS(candidates); i++) {
		candidates[i] = candidate_list_add(&list, &unit_arena, CANDIDATE_FROM_VENDORS);
		ck_assert_int_eq(candidates[i]->origin, CANDIDATE_FROM_VENDORS);
		ck_assert_int_eq(candidates[i]->verdict.reason, REASON_OK);
		ck_assert_uint_eq(list.count, i + 1);
	}
	i = 0;
	for (struct candidate *candidate = list.first; candidate; candidate = candidate->next)
		ck_assert_ptr_eq(candidate, candidates[i++]);
	ck_assert_int_eq(i, UNIT_ROWS(candidates));
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

START_TEST(name_of_candidate)
{
	struct candidate candidate = { .path = names[_i].path, .written = names[_i].written };

	ck_assert_str_eq(candidate_name(&candidate), names[_i].expected);
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
	  "clrouter: warning: scan: /x.icd: the platform failed to return its extension suffix: "
	  "what [-30]; report it to the vendor (vendor)\n" },
	{ REASON_MASKED, 0, NULL, "clrouter: info: scan: /x.icd: " },
	{ REASON_LAYER_INIT_FAILED, -1, NULL, "(layer)\n" },
	{ REASON_NO_MEMORY, 0, NULL, "(clrouter)\n" },
};

START_TEST(refusal_is_stored_and_logged_once)
{
	struct candidate candidate = { .path = "/x.icd" };
	char *log;

	candidate_refuse(&candidate, LOG_TOPIC_SCAN, refusals[_i].reason, refusals[_i].code,
			 refusals[_i].detail);
	ck_assert_int_eq(candidate.verdict.reason, refusals[_i].reason);
	ck_assert_int_eq(candidate.verdict.code, refusals[_i].code);
	ck_assert_ptr_eq(candidate.verdict.detail, refusals[_i].detail);
	ck_assert(unit_log_has(refusals[_i].line));
	log = unit_read(unit_path("log of the test"), NULL);
	ck_assert_ptr_eq(strchr(log, '\n'), log + strlen(log) - 1);
}
END_TEST

static const struct {
	const char *library;
	bool is_resolved;
} libraries[] = {
	{ "libx.so", false },
	{ "/libx.so", false },
	{ "$ORIGIN/libx.so", false },
	{ "", false },
	{ NULL, false },
	{ "./libx.so", true },
	{ "../libx.so", true },
	{ "lib/$LIB/libx.so", true },
	{ "lib/", true },
};

START_TEST(relative_libraries)
{
	const char *library = libraries[_i].library;
	struct candidate_list list;
	struct candidate *candidate;

	candidate_list_init(&list, LOG_TOPIC_SCAN);
	candidate_list_add(&list, &unit_arena, CANDIDATE_FROM_VENDORS);
	candidate = candidate_list_add(&list, &unit_arena, CANDIDATE_FROM_VENDORS);
	candidate->written = library;
	candidate->library = library;
	ck_assert_int_eq(chdir(unit_dir), 0);
	candidate_list_resolve(&list, &unit_arena);
	ck_assert_ptr_eq(candidate->written, library);
	if (libraries[_i].is_resolved)
		ck_assert_str_eq(candidate->library, unit_path(library));
	else
		ck_assert_ptr_eq(candidate->library, library);
}
END_TEST

/* A working directory that was removed, and one whose path is too long for dlopen. */
START_TEST(unusable_working_directory)
{
	char name[256] = "";
	struct candidate_list list;
	struct candidate *candidate;

	memset(name, 'd', sizeof(name) - 1);
	candidate_list_init(&list, LOG_TOPIC_SCAN);
	candidate = candidate_list_add(&list, &unit_arena, CANDIDATE_FROM_VENDORS);
	candidate->library = "./libx.so";
	ck_assert_int_eq(chdir(unit_dir), 0);
	for (int i = 0; i < (_i ? 17 : 1); i++) {
		ck_assert_int_eq(mkdir(name, 0700), 0);
		ck_assert_int_eq(chdir(name), 0);
	}
	if (!_i)
		ck_assert_int_eq(rmdir(unit_path(name)), 0);
	candidate_list_resolve(&list, &unit_arena);
	ck_assert_str_eq(candidate->library, "./libx.so");
	/* The path is too long for nftw(), too. */
	for (int i = 0; i < (_i ? 17 : 0); i++) {
		ck_assert_int_eq(chdir(".."), 0);
		ck_assert_int_eq(rmdir(name), 0);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("candidate");
	TCase *tcase = unit_tcase(suite, "candidate", 10);

	tcase_add_test(tcase, list_keeps_order);
	tcase_add_loop_test(tcase, name_of_candidate, 0, UNIT_ROWS(names));
	tcase_add_loop_test(tcase, refusal_is_stored_and_logged_once, 0, UNIT_ROWS(refusals));
	tcase_add_loop_test(tcase, relative_libraries, 0, UNIT_ROWS(libraries));
	tcase_add_loop_test(tcase, unusable_working_directory, 0, 2);
	return unit_run(suite);
}
