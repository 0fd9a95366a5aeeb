/* SPDX-License-Identifier: Apache-2.0 */
/* model: what is said of a whole record: functions, errors, waits, a range, the end. */
#include "tool/report/view/view.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/record-maker.h"
#include "unit/unit.h"

#define QUEUE 0x40

static struct model model;
static struct view view;
static char path[PATH_MAX];
static int file;

static void setup(void)
{
	snprintf(path, sizeof(path), "%s/record", unit_dir);
	file = maker_begin_file(path, 5);
	maker_header.end = MAKER_START + 100 * MAKER_MS;
	maker_header.state = RECORD_CLOSED;
}

static void teardown(void)
{
	model_done(&model);
	close(file);
}

static void read_range(unsigned int from, unsigned int to)
{
	const struct model_options options = { .from = from * MAKER_MS, .to = to * MAKER_MS };

	maker_write_file(file);
	ck_assert(model_open(&model, path, &options));
	ck_assert(model_refresh(&model));
	view_init(&view, &model);
	ck_assert(view_find(&view));
}

static void read_model(void)
{
	read_range(0, 0);
}

static void finish(unsigned int begin, unsigned int end, cl_int result)
{
	const uint64_t arguments[] = { QUEUE };

	maker_call(CLROUTER_SLOT_clFinish, begin, end, (uint64_t)result, arguments, 1);
}

START_TEST(process)
{
	maker_text(RECORD_PROCESS, RECORD_PROGRAM, "/bin/program");
	maker_text(RECORD_PROCESS, RECORD_ARGUMENT, "program");
	maker_text(RECORD_PROCESS, RECORD_ARGUMENT, "-x");
	maker_text(RECORD_PROCESS, RECORD_DIRECTORY, "/tmp");
	maker_text(RECORD_THREAD, 0, "main");
	read_model();
	ck_assert_str_eq(model.program, "/bin/program");
	ck_assert_uint_eq(model.argument_count, 2);
	ck_assert_str_eq(model.arguments[1], "-x");
	ck_assert_str_eq(model.directory, "/tmp");
	ck_assert_uint_eq(model.threads.count, 1);
	ck_assert_str_eq(model.threads.list[0].name, "main");
	ck_assert_uint_eq(model.calls, 0);
	ck_assert_int_eq(model.end, MODEL_ENDED);
	ck_assert_uint_eq(model_since_start(&model, model.stop), 100 * MAKER_MS);
	ck_assert_uint_eq(model_since_start(&model, 0), 0);
}
END_TEST

START_TEST(functions_by_time)
{
	const uint64_t arguments[] = { QUEUE };
	struct view_rows rows;

	finish(1, 2, CL_SUCCESS);
	finish(3, 6, CL_OUT_OF_RESOURCES);
	maker_call(CLROUTER_SLOT_clFlush, 10, 20, 0, arguments, 1);
	maker_call(RECORD_FIRST_EXTENSION + 3, 30, 31, 0, arguments, 1);
	read_model();
	rows = view_functions(&view);
	ck_assert_uint_eq(rows.count, 3);
	ck_assert_str_eq(rows.list[0].name, "clFlush");
	ck_assert_str_eq(rows.list[1].name, "clFinish");
	ck_assert_str_eq(rows.list[2].name, "function 32771");
	ck_assert_uint_eq(rows.list[1].all.time, 4 * MAKER_MS);
	ck_assert_uint_eq(rows.list[1].most, 3 * MAKER_MS);
	ck_assert_uint_eq(rows.list[1].all.errors, 1);
	ck_assert_uint_eq(model.calls, 4);
	free(rows.list);
}
END_TEST

/* The first error by time gives the place, whatever the order in the file. */
START_TEST(errors)
{
	finish(30, 31, CL_OUT_OF_RESOURCES);
	finish(10, 11, CL_OUT_OF_RESOURCES);
	finish(20, 21, CL_INVALID_COMMAND_QUEUE);
	read_model();
	ck_assert_uint_eq(model.error_count, 2);
	ck_assert_int_eq(model.errors[0].code, CL_OUT_OF_RESOURCES);
	ck_assert_uint_eq(model.errors[0].count, 2);
	ck_assert_uint_eq(model.errors[0].first.time, MAKER_START + 10 * MAKER_MS);
	ck_assert_uint_eq(model.errors[0].first.number, 2);
}
END_TEST

/* More codes than are kept are added up in the last one. */
START_TEST(many_errors)
{
	uint64_t sum = 0;

	for (int i = 1; i <= MODEL_ERRORS + 10; i++)
		finish(1, 2, -i);
	read_model();
	ck_assert_uint_eq(model.error_count, MODEL_ERRORS);
	for (size_t i = 0; i < model.error_count; i++)
		sum += model.errors[i].count;
	ck_assert_uint_eq(sum, MODEL_ERRORS + 10);
}
END_TEST

START_TEST(longest_waits)
{
	for (unsigned int i = 1; i <= MODEL_WAITS + 3; i++)
		finish(10 * i, 10 * i + i % 6, CL_SUCCESS);
	read_model();
	ck_assert_uint_eq(model.wait_count, MODEL_WAITS);
	ck_assert_uint_eq(model.waits[0].duration, 5 * MAKER_MS);
	for (size_t i = 1; i < model.wait_count; i++)
		ck_assert_uint_le(model.waits[i].duration, model.waits[i - 1].duration);
}
END_TEST

static const struct {
	uint32_t state;
	enum model_end end;
} ends[] = {
	{ RECORD_OPEN, MODEL_KILLED },	{ RECORD_CLOSED, MODEL_ENDED },
	{ RECORD_FULL, MODEL_FULL },	{ RECORD_LIMIT, MODEL_LIMIT },
	{ 99, MODEL_KILLED },
};

START_TEST(the_end)
{
	maker_header.state = ends[_i].state;
	finish(1, 0, CL_SUCCESS);
	read_model();
	ck_assert_uint_eq(model.unfinished.count, 1);
	ck_assert_int_eq(model.end, ends[_i].end);
}
END_TEST

/* A call that did not return lasts until the process ended, if somebody has seen that. */
START_TEST(a_call_until_the_end)
{
	maker_header.state = RECORD_OPEN;
	maker_header.end = 0;
	finish(1, 5, CL_SUCCESS);
	finish(10, 0, CL_SUCCESS);
	read_model();
	ck_assert_uint_eq(model.run, 10 * MAKER_MS);
	model_done(&model);
	maker_header.death = RECORD_DEATH_SIGNAL;
	maker_header.died = MAKER_START + 6000 * MAKER_MS;
	read_model();
	ck_assert_uint_eq(model.run, 6000 * MAKER_MS);
	ck_assert_uint_eq(model.unfinished.list[0].duration, 5990 * MAKER_MS);
	ck_assert_uint_eq(model.threads.list[0].now.time, 5994 * MAKER_MS);
	ck_assert_uint_eq(model.functions[CLROUTER_SLOT_clFinish]->now.time, 5994 * MAKER_MS);
	ck_assert_uint_eq(model.functions[CLROUTER_SLOT_clFinish]->times.most, 4 * MAKER_MS);
}
END_TEST

/* A call from 10 ms to 60 ms with one inside; parts of it, of all, and of what there was not. */
static const struct {
	unsigned int from;
	unsigned int to;
	uint64_t calls;
	uint64_t earlier;
	uint64_t inside; /* ms */
} ranges[] = {
	{ 0, 0, 2, 0, 50 },   { 0, 30, 2, 0, 20 }, { 30, 50, 0, 1, 20 }, { 50, 0, 0, 1, 10 },
	{ 15, 40, 1, 1, 25 }, { 70, 80, 0, 0, 0 }, { 5, 10, 0, 0, 0 },	 { 200, 300, 0, 0, 0 },
};

START_TEST(a_range)
{
	const struct model_function *function;

	finish(10, 60, CL_SUCCESS);
	maker_call(CLROUTER_SLOT_clFlush, 20, 22, 0, NULL, 0);
	read_range(ranges[_i].from, ranges[_i].to);
	function = model.functions[CLROUTER_SLOT_clFinish];
	ck_assert_uint_eq(model.calls, ranges[_i].calls);
	ck_assert_uint_eq(model.earlier.count, ranges[_i].earlier);
	ck_assert_uint_eq(model.threads.list[0].now.time, ranges[_i].inside * MAKER_MS);
	ck_assert_uint_eq(function->now.time, ranges[_i].inside * MAKER_MS);
}
END_TEST

/* The number of a call whose command failed is that among all calls of its thread. */
START_TEST(place_of_a_command)
{
	const uint64_t arguments[] = { QUEUE, 1, 1, 0, 0, 0, 0, 0, 0 };
	size_t called;
	size_t command;

	finish(1, 2, CL_SUCCESS);
	called = maker_call(CLROUTER_SLOT_clEnqueueNDRangeKernel, 3, 4, 0, arguments, 9);
	command = maker_command(called, QUEUE, 5, 6, 0);
	((struct record_command *)(maker_chunk + command))->status = CL_OUT_OF_RESOURCES;
	read_model();
	ck_assert_uint_eq(view.errors[0].first.number, 2);
	ck_assert_uint_eq(view.errors[0].first.thread, 5);
	ck_assert_uint_eq(view.errors[0].first.function, CLROUTER_SLOT_clEnqueueNDRangeKernel);
}
END_TEST

START_TEST(names_of_unknown_functions)
{
	maker_text(RECORD_UNKNOWN_FUNCTION, CLROUTER_EXTENSION_UNKNOWN, "clOne");
	maker_text(RECORD_UNKNOWN_FUNCTION, CLROUTER_EXTENSION_VERSION, "clTwo");
	maker_text(RECORD_UNKNOWN_FUNCTION, CLROUTER_EXTENSION_UNKNOWN, "clOne");
	maker_text(RECORD_UNKNOWN_FUNCTION, UINT16_MAX, "clOneMore");
	read_model();
	ck_assert_uint_eq(model.unknown_functions, 3);
	ck_assert_str_eq(model.unknown[0].name, "clOne");
	ck_assert_str_eq(model.unknown[1].reason, names_unseen(CLROUTER_EXTENSION_VERSION));
	ck_assert_str_eq(model.unknown[2].name, "clOneMore");
}
END_TEST

/* Each name that is not kept counts. */
START_TEST(many_unknown_functions)
{
	char name[32];

	for (int i = 0; i < MODEL_UNKNOWN + 5; i++) {
		snprintf(name, sizeof(name), "clFunction%d", i);
		maker_text(RECORD_UNKNOWN_FUNCTION, 0, name);
	}
	read_model();
	ck_assert_uint_eq(model.unknown_functions, MODEL_UNKNOWN + 5);
	ck_assert_str_eq(model.unknown[MODEL_UNKNOWN - 1].name, "clFunction255");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("model");
	TCase *tcase = unit_tcase(suite, "model", 20);

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, process);
	tcase_add_test(tcase, functions_by_time);
	tcase_add_test(tcase, errors);
	tcase_add_test(tcase, many_errors);
	tcase_add_test(tcase, longest_waits);
	tcase_add_loop_test(tcase, the_end, 0, UNIT_ROWS(ends));
	tcase_add_test(tcase, a_call_until_the_end);
	tcase_add_loop_test(tcase, a_range, 0, UNIT_ROWS(ranges));
	tcase_add_test(tcase, place_of_a_command);
	tcase_add_test(tcase, names_of_unknown_functions);
	tcase_add_test(tcase, many_unknown_functions);
	return unit_run(suite);
}
