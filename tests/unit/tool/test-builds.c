/* SPDX-License-Identifier: Apache-2.0 */
/* builds: the builds of a record with their options, and the logs that belong to them. */
#include "tool/report/builds.h"

#include <stdlib.h>
#include <string.h>

#include "tool/record-maker.h"
#include "unit/unit.h"

#define PROGRAM 0x50

static const struct history history;
static struct model model;

static void setup(void)
{
	maker_begin_chunk(1, RECORD_HEADER_SIZE);
	model = (struct model){ .arena = ARENA_INIT, .history = &history };
}

static void teardown(void)
{
	free(model.builds);
	arena_done(&model.arena);
}

/* A build of PROGRAM that THREAD begins at BEGIN. */
static void build(unsigned int begin, uint32_t thread, uint64_t program, cl_int result,
		  const char *options)
{
	const uint64_t arguments[] = { program, 0, 0, options ? 1 : 0, 0, 0 };
	const size_t offset = maker_call(CLROUTER_SLOT_clBuildProgram, begin, begin + 2,
					 (uint64_t)result, arguments, 6);
	const struct model_place place = {
		.function = CLROUTER_SLOT_clBuildProgram,
		.thread = thread,
		.number = 1,
		.time = MAKER_START + begin * MAKER_MS,
	};

	if (options)
		maker_content(offset, 3, options, strlen(options) + 1);
	ck_assert(builds_add_call(&model, (const struct record_call *)maker_record(offset),
				  &place));
}

static void log_of(uint64_t program, uint32_t thread, const char *text)
{
	const size_t offset = maker_object(OBJECT_PROGRAM, program, 1, CL_PROGRAM_BUILD_LOG, text);

	builds_add_log(&model, (const struct record_object *)maker_record(offset), thread);
}

START_TEST(options_and_results)
{
	build(10, 1, PROGRAM, CL_SUCCESS, "-O2");
	build(5, 1, PROGRAM, CL_BUILD_PROGRAM_FAILURE, "");
	build(20, 1, PROGRAM, CL_SUCCESS, NULL);
	builds_sort(&model);
	ck_assert_uint_eq(model.build_count, 3);
	ck_assert_int_eq(model.builds[0].code, CL_BUILD_PROGRAM_FAILURE);
	ck_assert_ptr_null(model.builds[0].options);
	ck_assert_str_eq(model.builds[1].options, "-O2");
	ck_assert_uint_eq(model.builds[1].duration, 2 * MAKER_MS);
	ck_assert_ptr_null(model.builds[2].options);
}
END_TEST

START_TEST(only_builds)
{
	const uint64_t arguments[] = { PROGRAM };
	const size_t offset = maker_call(CLROUTER_SLOT_clRetainProgram, 1, 2, 0, arguments, 1);
	const struct model_place place = {
		.function = CLROUTER_SLOT_clRetainProgram, .thread = 1, .number = 1, .time = MAKER_START
	};

	ck_assert(builds_add_call(&model, (const struct record_call *)maker_record(offset),
				  &place));
	ck_assert_uint_eq(model.build_count, 0);
}
END_TEST

/* clLinkProgram makes its program. */
START_TEST(links)
{
	const uint64_t arguments[] = { 1, 0, 0, 0, 2, 3, 0, 0, 0 };
	const size_t offset =
		maker_call(CLROUTER_SLOT_clLinkProgram, 1, 2, PROGRAM, arguments, 9);
	const struct model_place place = {
		.function = CLROUTER_SLOT_clLinkProgram, .thread = 1, .number = 1, .time = MAKER_START
	};

	ck_assert(builds_add_call(&model, (const struct record_call *)maker_record(offset),
				  &place));
	ck_assert_uint_eq(model.builds[0].program, PROGRAM);
}
END_TEST

/* The log is from the last build of the program in that thread. */
START_TEST(logs_find_their_builds)
{
	build(1, 1, PROGRAM, CL_SUCCESS, NULL);
	build(2, 2, PROGRAM, CL_SUCCESS, NULL);
	build(3, 1, PROGRAM + 1, CL_SUCCESS, NULL);
	log_of(PROGRAM, 1, "first");
	log_of(PROGRAM, 1, "second device");
	log_of(PROGRAM, 3, "another thread");
	log_of(PROGRAM + 1, 1, "warning\n");
	log_of(PROGRAM + 1, 1, "x.cl:3:5: error: a");
	log_of(PROGRAM + 1, 1, "x.cl:4:5: error: of a third device");
	log_of(PROGRAM + 2, 1, "another program");
	ck_assert_str_eq(model.builds[0].log, "first");
	ck_assert_ptr_null(model.builds[1].log);
	ck_assert_str_eq(model.builds[2].log, "3:5: error: a");
}
END_TEST

static const struct {
	const char *log;
	const char *line;	/* NULL: none */
} logs[] = {
	{ "one\ntwo", "one" },
	{ "\n\r\n  one\r\ntwo", "one" },
	{ "one", "one" },
	{ "", NULL },
	{ " \n\n ", NULL },
};

START_TEST(first_line_of_a_log)
{
	build(1, 1, PROGRAM, CL_SUCCESS, NULL);
	log_of(PROGRAM, 1, logs[_i].log);
	if (logs[_i].line)
		ck_assert_str_eq(model.builds[0].log, logs[_i].line);
	else
		ck_assert_ptr_null(model.builds[0].log);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("builds");
	TCase *tcase = unit_tcase(suite, "builds", 10);

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, options_and_results);
	tcase_add_test(tcase, only_builds);
	tcase_add_test(tcase, links);
	tcase_add_test(tcase, logs_find_their_builds);
	tcase_add_loop_test(tcase, first_line_of_a_log, 0, UNIT_ROWS(logs));
	return unit_run(suite);
}
