/* SPDX-License-Identifier: Apache-2.0 */
/* enqueue: what calls enqueue, how many bytes that moves, and in which queue. */
#include "tool/report/enqueue.h"

#include <string.h>

#include "tool/record-maker.h"
#include "unit/unit.h"

#define QUEUE 0x40
#define KERNEL 0x50
#define BUFFER 0x60
#define IMAGE 0x70

static struct known_functions known;
static struct history history;
static struct model_command command;

static void add_object(size_t offset)
{
	ck_assert(history_add_record(&history, maker_record(offset)));
}

static void setup(void)
{
	const uint64_t arguments[] = { 1, 2, 0, 0, 0, 0 };
	const uint64_t buffer[] = { 1, 0, 4096, 0, 0 };
	const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
	size_t offset;

	maker_begin_chunk(1, RECORD_HEADER_SIZE);
	history = (struct history){ .arena = &unit_arena, .known = &known, .pointer_size = 8 };
	add_object(maker_call(CLROUTER_SLOT_clCreateCommandQueue, 1, 2, QUEUE, arguments, 4));
	offset = maker_call(CLROUTER_SLOT_clCreateKernel, 1, 2, KERNEL, arguments, 3);
	maker_content(offset, 1, "kernel", 7);
	add_object(offset);
	add_object(maker_call(CLROUTER_SLOT_clCreateBuffer, 1, 2, BUFFER, buffer, 5));
	offset = maker_call(CLROUTER_SLOT_clCreateImage, 1, 2, IMAGE, arguments, 6);
	maker_content(offset, 2, &format, sizeof(format));
	add_object(offset);
	history_sort(&history);
}

static void teardown(void)
{
	history_done(&history);
}

/* What the call at OFFSET has enqueued is in `command`; false: nothing. */
static bool describe(size_t offset)
{
	uint64_t queue = 0;
	const bool is_command = enqueue_describe(
		&history, (const struct record_call *)maker_record(offset), &command, &queue);

	ck_assert(!is_command || queue == QUEUE);
	return is_command;
}

START_TEST(kernels)
{
	const uint64_t arguments[] = { QUEUE, KERNEL, 2, 0, 1, 1, 0, 0, 0 };
	const uint64_t deep[] = { QUEUE, KERNEL, 4, 0, 1, 1, 0, 0, 0 };
	const uint64_t global[] = { 64, 32, 1, 1 };
	const uint64_t local[] = { 8, 4 };
	size_t offset = maker_call(CLROUTER_SLOT_clEnqueueNDRangeKernel, 5, 6, 0, arguments, 9);

	maker_content(offset, 4, global, 16);
	maker_content(offset, 5, local, 16);
	ck_assert(describe(offset));
	ck_assert_int_eq(command.kind, COMMAND_KERNEL);
	ck_assert_str_eq(command.name, "kernel");
	ck_assert_uint_eq(command.sizes.dimensions, 2);
	ck_assert_uint_eq(command.sizes.global[1], 32);
	ck_assert_uint_eq(command.sizes.local[0], 8);
	/* More dimensions than there are in OpenCL. */
	offset = maker_call(CLROUTER_SLOT_clEnqueueNDRangeKernel, 5, 6, 0, deep, 9);
	maker_content(offset, 4, global, 32);
	ck_assert(describe(offset));
	ck_assert_uint_eq(command.sizes.dimensions, 0);
	ck_assert(describe(maker_call(CLROUTER_SLOT_clEnqueueTask, 5, 6, 0, arguments, 5)));
	ck_assert_uint_eq(command.sizes.dimensions, 1);
	ck_assert_uint_eq(command.sizes.global[0], 1);
}
END_TEST

static const struct {
	unsigned int function;
	uint8_t region;		/* the index of that argument; 0: none */
	uint64_t arguments[9];
	enum command_kind kind;
	uint64_t bytes;
} transfers[] = {
	{ CLROUTER_SLOT_clEnqueueReadBuffer, 0, { QUEUE, BUFFER, 0, 0, 100 }, COMMAND_READ, 100 },
	{ CLROUTER_SLOT_clEnqueueWriteBuffer, 0, { QUEUE, BUFFER, 0, 0, 100 }, COMMAND_WRITE, 100 },
	{ CLROUTER_SLOT_clEnqueueReadImage, 4, { QUEUE, IMAGE, 0, 0, 1 }, COMMAND_READ, 96 },
	{ CLROUTER_SLOT_clEnqueueReadBufferRect, 5, { QUEUE, 1, 0, 0, 0, 1 }, COMMAND_READ, 24 },
	{ CLROUTER_SLOT_clEnqueueCopyBuffer, 0, { QUEUE, 1, 2, 0, 0, 77 }, COMMAND_COPY, 77 },
	{ CLROUTER_SLOT_clEnqueueFillBuffer, 0, { QUEUE, 1, 2, 4, 0, 55 }, COMMAND_FILL, 55 },
	{ CLROUTER_SLOT_clEnqueueMapBuffer, 0, { QUEUE, 1, 0, 0, 0, 33 }, COMMAND_MAP, 33 },
	{ CLROUTER_SLOT_clEnqueueSVMMemcpyWithPropertiesKHR, 0, { QUEUE, 0, 0, 1, 2, 44 },
	  COMMAND_SVM_COPY, 44 },
	{ CLROUTER_SLOT_clEnqueueUnmapMemObject, 0, { QUEUE, 1 }, COMMAND_UNMAP, 0 },
	{ CLROUTER_SLOT_clEnqueueMarkerWithWaitList, 0, { QUEUE, 0 }, COMMAND_MARKER, 0 },
};

START_TEST(bytes)
{
	const uint64_t region[] = { 2, 3, 4 };
	const struct signature *described[] = { &signatures[transfers[_i].function] };
	const bool is_extension = transfers[_i].function >= CLROUTER_SLOTS;
	const size_t offset =
		maker_call(is_extension ? RECORD_FIRST_EXTENSION : transfers[_i].function, 5, 6, 0,
			   transfers[_i].arguments, 9);

	known.described = is_extension ? described : NULL;
	if (transfers[_i].region > 0)
		maker_content(offset, transfers[_i].region, region, sizeof(region));
	ck_assert(describe(offset));
	ck_assert_int_eq(command.kind, transfers[_i].kind);
	ck_assert_uint_eq(command.bytes, transfers[_i].bytes);
	known.described = NULL;
}
END_TEST

START_TEST(migrations)
{
	const uint64_t arguments[] = { QUEUE, 2, 1, 0, 0, 0, 0 };
	const uint64_t objects[] = { BUFFER, 0x12345 };
	const size_t offset =
		maker_call(CLROUTER_SLOT_clEnqueueMigrateMemObjects, 5, 6, 0, arguments, 7);

	maker_content(offset, 2, objects, sizeof(objects));
	ck_assert(describe(offset));
	ck_assert_int_eq(command.kind, COMMAND_MIGRATE);
	ck_assert_uint_eq(command.bytes, 4096);
}
END_TEST

/* No command: the call has failed, does not enqueue, or its arguments are missing. */
START_TEST(no_commands)
{
	const uint64_t arguments[] = { QUEUE, BUFFER, 0, 0, 100 };

	ck_assert(!describe(maker_call(CLROUTER_SLOT_clEnqueueReadBuffer, 5, 6,
				       (uint64_t)CL_INVALID_VALUE, arguments, 5)));
	ck_assert(!describe(maker_call(CLROUTER_SLOT_clFinish, 5, 6, 0, arguments, 1)));
	ck_assert(!describe(maker_call(CLROUTER_SLOT_clEnqueueReadBuffer, 5, 6, 0, arguments, 0)));
	ck_assert(!describe(maker_call(RECORD_FIRST_EXTENSION, 5, 6, 0, arguments, 5)));
}
END_TEST

START_TEST(every_kind_has_words)
{
	for (int kind = 0; kind < COMMAND_KINDS; kind++) {
		ck_assert_uint_gt(strlen(command_kind_name((enum command_kind)kind)), 0);
		ck_assert_uint_gt(strlen(command_direction((enum command_kind)kind)), 0);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("enqueue");
	TCase *tcase = unit_tcase(suite, "enqueue", 10);

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, kernels);
	tcase_add_loop_test(tcase, bytes, 0, UNIT_ROWS(transfers));
	tcase_add_test(tcase, migrations);
	tcase_add_test(tcase, no_commands);
	tcase_add_test(tcase, every_kind_has_words);
	return unit_run(suite);
}
