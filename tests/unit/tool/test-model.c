/* SPDX-License-Identifier: Apache-2.0 */
/* model: what is said of a whole record: functions, errors, waits, the end. */
#include "tool/report/model.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/record-maker.h"
#include "unit/unit.h"

#define QUEUE 0x40

static struct record_header header;
static struct record_reader reader;
static struct model model;
static char path[PATH_MAX];

static void setup(void)
{
	maker_begin_chunk(5, RECORD_HEADER_SIZE);
	header = (struct record_header){
		.byte_order = RECORD_BYTE_ORDER,
		.major = RECORD_MAJOR,
		.header_size = RECORD_HEADER_SIZE,
		.pointer_size = 8,
		.monotonic = MAKER_START,
		.end = MAKER_START + 100 * MAKER_MS,
		.state = RECORD_CLOSED,
	};
	memcpy(header.magic, RECORD_MAGIC, sizeof(header.magic));
}

static void teardown(void)
{
	model_done(&model);
	record_reader_close(&reader);
}

/* Reads what was made so far as a file of one chunk. */
static void read_model(void)
{
	struct record_chunk *head = (struct record_chunk *)maker_chunk;
	FILE *file;

	head->size = (uint32_t)((maker_used + sizeof(struct record) + RECORD_CHUNK_ALIGN - 1) /
				RECORD_CHUNK_ALIGN * RECORD_CHUNK_ALIGN);
	snprintf(path, sizeof(path), "%s/record", unit_dir);
	file = fopen(path, "we");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(&header, sizeof(header), 1, file), 1);
	ck_assert_int_eq(fseek(file, RECORD_HEADER_SIZE, SEEK_SET), 0);
	ck_assert_uint_eq(fwrite(maker_chunk, head->size, 1, file), 1);
	ck_assert_int_eq(fclose(file), 0);
	ck_assert(record_reader_open(&reader, path));
	ck_assert(model_read(&model, &reader, &(struct model_options){ 0 }));
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
	unsigned int *list;
	size_t count;

	finish(1, 2, CL_SUCCESS);
	finish(3, 6, CL_OUT_OF_RESOURCES);
	maker_call(CLROUTER_SLOT_clFlush, 10, 20, 0, arguments, 1);
	maker_call(RECORD_FIRST_EXTENSION + 3, 30, 31, 0, arguments, 1);
	read_model();
	list = model_functions_by_time(&model, &count);
	ck_assert_uint_eq(count, 3);
	ck_assert_str_eq(model.functions[list[0]].name, "clFlush");
	ck_assert_str_eq(model.functions[list[1]].name, "clFinish");
	ck_assert_str_eq(model.functions[list[2]].name, "function 32771");
	ck_assert_uint_eq(model_times(&model.functions[list[1]])->total, 4 * MAKER_MS);
	ck_assert_uint_eq(model_times(&model.functions[list[1]])->most, 3 * MAKER_MS);
	ck_assert_uint_eq(model.functions[list[1]].errors, 1);
	ck_assert_uint_eq(model.calls, 4);
	free(list);
}
END_TEST

/* The place of an error is that of the first one by time, whatever the order in the file. */
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
	header.state = ends[_i].state;
	finish(1, 0, CL_SUCCESS);
	read_model();
	ck_assert_uint_eq(model.unfinished_count, 1);
	ck_assert_int_eq(model.end, ends[_i].end);
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
	tcase_add_test(tcase, names_of_unknown_functions);
	tcase_add_test(tcase, many_unknown_functions);
	return unit_run(suite);
}
