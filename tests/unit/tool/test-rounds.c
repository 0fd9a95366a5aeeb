/* SPDX-License-Identifier: Apache-2.0 */
/* model: a record that grows, read in rounds, and what happened between two of them. */
#include "tool/report/view/view.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "tool/record-maker.h"
#include "unit/unit.h"

#define DEVICE 0x20
#define CONTEXT 0x30
#define QUEUE 0x40
#define PROGRAM 0x50
#define KERNEL 0x60
#define BUFFER 0x70
#define EVENT 0x80

static struct model model;
static const struct view live = { .model = &model, .is_live = true };
static char path[PATH_MAX];
static int file;

/* The file is locked, as a program that runs has it. */
static void setup(void)
{
	static const struct model_options all;

	snprintf(path, sizeof(path), "%s/record", unit_dir);
	file = maker_begin_file(path, 5);
	ck_assert_int_eq(flock(file, LOCK_EX), 0);
	ck_assert(model_open(&model, path, &all));
}

static void teardown(void)
{
	model_done(&model);
	close(file);
}

static void next_round(void)
{
	maker_write_file(file);
	ck_assert(model_refresh(&model));
}

/* The row that has NAME; the only one if that is NULL. */
static struct view_row row_of(struct view_rows rows, const char *name)
{
	struct view_row row = { .name = "none" };

	for (size_t i = 0; i < rows.count; i++)
		if (!name || strcmp(rows.list[i].name, name) == 0)
			row = rows.list[i];
	free(rows.list);
	return row;
}

static struct model_numbers finishes(void)
{
	return row_of(view_functions(&live), "clFinish").recent;
}

static size_t finish(unsigned int begin, unsigned int end, cl_int result)
{
	const uint64_t arguments[] = { QUEUE };

	return maker_call(CLROUTER_SLOT_clFinish, begin, end, (uint64_t)result, arguments, 1);
}

static void create_objects(void)
{
	const uint64_t device = DEVICE;
	const uint64_t context[] = { 0, 1, 1, 0, 0, 0 };
	const uint64_t queue[] = { CONTEXT, DEVICE, CL_QUEUE_PROFILING_ENABLE, 0 };
	const uint64_t kernel[] = { PROGRAM, 1, 0 };

	maker_object(OBJECT_DEVICE, DEVICE, 1, CL_DEVICE_NAME, "GPU");
	maker_content(maker_call(CLROUTER_SLOT_clCreateContext, 1, 2, CONTEXT, context, 6), 2,
		      &device, sizeof(device));
	maker_call(CLROUTER_SLOT_clCreateCommandQueue, 2, 3, QUEUE, queue, 4);
	maker_content(maker_call(CLROUTER_SLOT_clCreateKernel, 3, 4, KERNEL, kernel, 3), 1,
		      "first", 6);
}

static size_t enqueue(unsigned int begin)
{
	const uint64_t arguments[] = { QUEUE, KERNEL, 1, 0, 0, 0, 0, 0, 1 };

	return maker_call(CLROUTER_SLOT_clEnqueueNDRangeKernel, begin, begin + 1, 0, arguments, 9);
}

static void create_buffer(unsigned int begin, uint64_t handle, uint64_t size)
{
	const uint64_t arguments[] = { CONTEXT, 0, size, 0, 0 };

	maker_call(CLROUTER_SLOT_clCreateBuffer, begin, begin + 1, handle, arguments, 5);
}

static void change(unsigned int slot, unsigned int begin, uint64_t handle)
{
	maker_call(slot, begin, begin + 1, 0, &handle, 1);
}

static const struct model_function *function(unsigned int slot)
{
	ck_assert_ptr_nonnull(model.functions[slot]);
	return model.functions[slot];
}

static const struct model_queue *queue(void)
{
	ck_assert_uint_gt(model.commands.queue_count, 1);
	return model.commands.queues[model.commands.queue_count - 1];
}

START_TEST(calls)
{
	struct model_numbers numbers;

	finish(10, 14, CL_SUCCESS);
	finish(20, 21, CL_OUT_OF_RESOURCES);
	next_round();
	ck_assert_int_eq(model.end, MODEL_RUNS);
	ck_assert_uint_eq(model.calls, 2);
	ck_assert_uint_eq(model.failed, 1);
	ck_assert_int_eq(model.errors[0].code, CL_OUT_OF_RESOURCES);
	/* The first round is about all that was before. */
	numbers = finishes();
	ck_assert_uint_eq(numbers.count, 2);
	finish(30, 33, CL_SUCCESS);
	next_round();
	numbers = finishes();
	ck_assert_uint_eq(numbers.count, 1);
	ck_assert_uint_eq(numbers.time, 3 * MAKER_MS);
	ck_assert_uint_eq(numbers.errors, 0);
	ck_assert_uint_eq(model.calls - model.calls_before, 1);
	numbers = row_of(view_functions(&live), "clFinish").all;
	ck_assert_uint_eq(numbers.count, 3);
	ck_assert_uint_eq(numbers.time, 8 * MAKER_MS);
	ck_assert_uint_eq(numbers.errors, 1);
	next_round();
	numbers = finishes();
	ck_assert_uint_eq(numbers.count, 0);
}
END_TEST

/* A call that goes on counts from its beginning; one inside of it is another one. */
START_TEST(open_calls)
{
	const size_t outer = finish(10, 0, CL_SUCCESS);
	struct record_call *call = (struct record_call *)(maker_chunk + outer);
	const struct thread *thread;

	finish(11, 12, CL_SUCCESS);
	maker_call(CLROUTER_SLOT_clFlush, 13, 0, 0, NULL, 0);
	next_round();
	thread = &model.threads.list[0];
	ck_assert_uint_eq(model.threads.count, 1);
	ck_assert_uint_eq(thread->depth, 2);
	ck_assert_uint_eq(thread->calls[0].function, CLROUTER_SLOT_clFinish);
	ck_assert_uint_eq(thread->calls[1].function, CLROUTER_SLOT_clFlush);
	ck_assert_uint_eq(thread->now.time, model.stop - MAKER_START - 10 * MAKER_MS);
	ck_assert_uint_eq(function(CLROUTER_SLOT_clFinish)->now.count, 2);
	ck_assert_uint_eq(function(CLROUTER_SLOT_clFinish)->now.time,
			  model.stop - MAKER_START - 10 * MAKER_MS + MAKER_MS);
	call->end = MAKER_START + 20 * MAKER_MS;
	((struct record_call *)(maker_chunk + maker_used - sizeof(*call)))->end =
		MAKER_START + 19 * MAKER_MS;
	next_round();
	ck_assert_uint_eq(thread->depth, 0);
	ck_assert_uint_eq(thread->now.count, 3);
	ck_assert_uint_eq(thread->now.time, 10 * MAKER_MS);
	ck_assert_uint_eq(model.calls, 3);
	ck_assert_uint_eq(function(CLROUTER_SLOT_clFinish)->now.time, 11 * MAKER_MS);
	ck_assert_uint_eq(function(CLROUTER_SLOT_clFlush)->now.time, 6 * MAKER_MS);
}
END_TEST

/* What a call makes is known when it returns, also if it was open in the round before. */
START_TEST(object_of_an_open_call)
{
	const uint64_t arguments[] = { PROGRAM, 1, 0 };
	size_t offset;
	struct record_call *call;

	create_objects();
	offset = maker_call(CLROUTER_SLOT_clCreateKernel, 5, 0, 0, arguments, 3);
	maker_content(offset, 1, "second", 7);
	next_round();
	call = (struct record_call *)(maker_chunk + offset);
	call->result = KERNEL;
	call->end = MAKER_START + 6 * MAKER_MS;
	enqueue(7);
	next_round();
	ck_assert_uint_eq(model.commands.kernel_count, 1);
	ck_assert_str_eq(model.commands.kernels[0].name, "second");
}
END_TEST

START_TEST(kernels)
{
	size_t called[3];
	struct model_numbers numbers;

	create_objects();
	called[0] = enqueue(10);
	called[1] = enqueue(12);
	next_round();
	ck_assert_str_eq(model.commands.kernels[0].name, "first");
	ck_assert_uint_eq(queue()->depth, 2);
	ck_assert_uint_eq(work_measured(&model.commands.kernels[0].work), 0);
	maker_command(called[0], QUEUE, 20, 23, 0);
	next_round();
	numbers = row_of(view_kernels(&live), NULL).recent;
	ck_assert_uint_eq(numbers.count, 0);
	ck_assert_uint_eq(numbers.time, 3 * MAKER_MS);
	ck_assert_uint_eq(queue()->depth, 1);
	called[2] = enqueue(24);
	/* They overlap: the queue was busy for 5 ms. */
	maker_command(called[1], QUEUE, 22, 26, 0);
	maker_command(called[2], QUEUE, 24, 28, 0);
	next_round();
	numbers = row_of(view_kernels(&live), NULL).recent;
	ck_assert_uint_eq(numbers.count, 1);
	ck_assert_uint_eq(numbers.time, 8 * MAKER_MS);
	ck_assert_uint_eq(queue()->busy_now - queue()->busy_before, 5 * MAKER_MS);
	/* Less time has passed between these two rounds. */
	ck_assert_uint_le(row_of(view_queues(&live), NULL).recent.time,
			  model.stop - model.before);
	ck_assert_uint_eq(queue()->depth, 0);
	ck_assert_uint_eq(queue()->device, DEVICE);
	ck_assert_str_eq(model_device_name(&model, DEVICE), "GPU");
	ck_assert(work_is_measured(&model.commands.kernels[0].work));
}
END_TEST

/* The command that the call at CALLED has enqueued, which stands for COUNT. */
static void sample(size_t called, unsigned int begin, unsigned int end, uint32_t count)
{
	const size_t offset = maker_command(called, QUEUE, begin, end, 0);

	((struct record_command *)(maker_chunk + offset))->stands_for = count;
}

/* Samples stand for the commands since the last ones. */
START_TEST(samples)
{
	const uint64_t profiling[] = { QUEUE, MAKER_START + 5 * MAKER_MS };
	struct view_row row;
	size_t called = 0;

	create_objects();
	maker_append(maker_begin_record(RECORD_QUEUE, RECORD_PROFILING_SAMPLED), profiling,
		     sizeof(profiling));
	for (unsigned int i = 0; i < 10; i++)
		called = enqueue(10 + 2 * i);
	sample(called, 40, 42, 10);
	next_round();
	row = row_of(view_kernels(&live), NULL);
	ck_assert_int_eq(row.mark, TABLE_ESTIMATED);
	ck_assert_uint_eq(row.all.time, 20 * MAKER_MS);
	/* It is taken to be as those before it. */
	enqueue(50);
	next_round();
	row = row_of(view_kernels(&live), NULL);
	ck_assert_uint_eq(row.all.time, 22 * MAKER_MS);
	ck_assert_uint_eq(row.recent.count, 1);
	called = enqueue(52);
	sample(called, 54, 57, 2);
	next_round();
	row = row_of(view_kernels(&live), NULL);
	ck_assert_uint_eq(row.all.time, 26 * MAKER_MS);
	ck_assert_uint_eq(row.recent.time, 4 * MAKER_MS);
	ck_assert_uint_eq(row.all.count, 12);
	ck_assert_uint_eq(row.measured, 2);
}
END_TEST

START_TEST(transfers)
{
	const uint64_t write[] = { QUEUE, BUFFER, CL_TRUE, 0, 4000, 1, 0, 0, 0 };
	struct view_row row;

	create_objects();
	maker_call(CLROUTER_SLOT_clEnqueueWriteBuffer, 10, 11, 0, write, 9);
	next_round();
	maker_call(CLROUTER_SLOT_clEnqueueWriteBuffer, 12, 13, 0, write, 9);
	maker_call(CLROUTER_SLOT_clEnqueueWriteBuffer, 14, 15, (uint64_t)CL_INVALID_VALUE, write, 9);
	next_round();
	row = row_of(view_transfers(&live), NULL);
	ck_assert_uint_eq(row.all.count, 2);
	ck_assert_uint_eq(row.all.bytes, 8000);
	ck_assert_uint_eq(row.recent.bytes, 4000);
	/* It was a blocking one. */
	ck_assert_uint_eq(queue()->depth, 0);
}
END_TEST

/* Each way in which a program knows that commands are done. */
START_TEST(depth)
{
	const uint64_t event = EVENT;
	const uint64_t wait[] = { 1, 1 };
	const uint64_t ask[] = { EVENT, CL_EVENT_COMMAND_EXECUTION_STATUS, 4, 1, 0 };
	const cl_int status[] = { CL_RUNNING, CL_COMPLETE };

	create_objects();
	enqueue(10);
	maker_stored(enqueue(12), 8, &event, sizeof(event));
	enqueue(14);
	next_round();
	ck_assert_uint_eq(queue()->depth, 3);
	maker_content(maker_call(CLROUTER_SLOT_clWaitForEvents, 16, 17, 0, wait, 2), 1, &event,
		      sizeof(event));
	next_round();
	ck_assert_uint_eq(queue()->depth, 1);
	finish(20, 21, CL_SUCCESS);
	next_round();
	ck_assert_uint_eq(queue()->depth, 0);
	maker_stored(enqueue(22), 8, &event, sizeof(event));
	for (unsigned int i = 0; i < 2; i++) {
		maker_stored(maker_call(CLROUTER_SLOT_clGetEventInfo, 24, 25, 0, ask, 5), 3,
			     &status[i], sizeof(status[i]));
		next_round();
		ck_assert_uint_eq(queue()->depth, 1 - i);
	}
	maker_stored(enqueue(26), 8, &event, sizeof(event));
	change(CLROUTER_SLOT_clReleaseEvent, 28, EVENT);
	maker_content(maker_call(CLROUTER_SLOT_clWaitForEvents, 30, 31, 0, wait, 2), 1, &event,
		      sizeof(event));
	next_round();
	ck_assert_uint_eq(queue()->depth, 1);
}
END_TEST

/* In a queue without order, a command that is done says nothing of those before it. */
START_TEST(depth_out_of_order)
{
	const uint64_t arguments[] = { CONTEXT, DEVICE, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0 };
	const uint64_t event = EVENT;
	const uint64_t wait[] = { 1, 1 };

	create_objects();
	maker_call(CLROUTER_SLOT_clCreateCommandQueue, 5, 6, QUEUE, arguments, 4);
	enqueue(10);
	maker_stored(enqueue(12), 8, &event, sizeof(event));
	maker_content(maker_call(CLROUTER_SLOT_clWaitForEvents, 14, 15, 0, wait, 2), 1, &event,
		      sizeof(event));
	next_round();
	ck_assert_uint_eq(queue()->depth, 1);
	ck_assert(queue()->is_out_of_order);
	finish(16, 17, CL_SUCCESS);
	next_round();
	ck_assert_uint_eq(queue()->depth, 0);
}
END_TEST

START_TEST(memory)
{
	const struct allocations_row *row;

	create_objects();
	create_buffer(10, BUFFER, 1000);
	create_buffer(12, BUFFER + 8, 500);
	change(CLROUTER_SLOT_clRetainMemObject, 14, BUFFER);
	change(CLROUTER_SLOT_clReleaseMemObject, 16, BUFFER);
	next_round();
	ck_assert_uint_eq(model.allocations.row_count, 1);
	row = &model.allocations.rows[0];
	ck_assert_uint_eq(row->bytes, 1500);
	ck_assert_uint_eq(row->objects, 2);
	ck_assert_uint_eq(row->devices[0], DEVICE);
	change(CLROUTER_SLOT_clReleaseMemObject, 18, BUFFER);
	change(CLROUTER_SLOT_clReleaseMemObject, 20, BUFFER);
	next_round();
	ck_assert_uint_eq(row->bytes, 500);
	ck_assert_uint_eq(row->before, 1500);
	ck_assert_uint_eq(row->most, 1500);
	/* The driver gives the handle of a buffer that the record does not know to be released. */
	create_buffer(22, BUFFER + 8, 7);
	next_round();
	ck_assert_uint_eq(row->bytes, 7);
	ck_assert_uint_eq(row->objects, 1);
}
END_TEST

START_TEST(images)
{
	const cl_image_format format = { CL_RGBA, CL_FLOAT };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				     .image_width = 10,
				     .image_height = 20 };
	const uint64_t arguments[] = { CONTEXT, 0, 1, 1, 0, 0 };
	size_t offset;

	create_objects();
	offset = maker_call(CLROUTER_SLOT_clCreateImage, 10, 11, BUFFER, arguments, 6);
	maker_content(offset, 2, &format, sizeof(format));
	maker_content(offset, 3, &desc, sizeof(desc));
	next_round();
	ck_assert_uint_eq(model.allocations.rows[0].bytes, 10 * 20 * 16);
}
END_TEST

/* A thread that goes on with the chunk of another one: that has ended. */
START_TEST(threads)
{
	const uint64_t owner = 6;

	maker_text(RECORD_THREAD, 0, "main");
	finish(1, 2, CL_SUCCESS);
	next_round();
	ck_assert_str_eq(model.threads.list[0].name, "main");
	maker_append(maker_begin_record(RECORD_OWNER, 0), &owner, sizeof(owner));
	maker_text(RECORD_THREAD, 0, "second");
	finish(3, 4, CL_SUCCESS);
	next_round();
	ck_assert_uint_eq(model.threads.count, 2);
	ck_assert(model.threads.list[0].has_ended);
	ck_assert_str_eq(model.threads.list[1].name, "second");
	ck_assert_uint_eq(model.threads.list[1].id, 6);
	ck_assert_uint_eq(model.calls, 2);
}
END_TEST

/* Sums are read anew; the difference is between two rounds. */
START_TEST(sums)
{
	struct record_sum sum = { .function = CLROUTER_SLOT_clFinish,
				  .last = MAKER_START + 5 * MAKER_MS,
				  .count = 3,
				  .times = { .count = 2, .total = 4 * MAKER_MS } };
	size_t offset = maker_begin_record(RECORD_SUM, RECORD_SUM_CALL);
	struct model_numbers numbers;

	maker_header.has_sums = 1;
	maker_append(offset, &sum.head + 1, sizeof(sum) - sizeof(sum.head));
	next_round();
	ck_assert_uint_eq(model.calls, 3);
	ck_assert_uint_eq(model.threads.list[0].depth, 1);
	sum.count = sum.times.count = 5;
	sum.times.total = 10 * MAKER_MS;
	memcpy(maker_chunk + offset + sizeof(sum.head), &sum.head + 1,
	       sizeof(sum) - sizeof(sum.head));
	next_round();
	numbers = finishes();
	ck_assert_uint_eq(numbers.count, 2);
	ck_assert_uint_eq(function(CLROUTER_SLOT_clFinish)->now.time, 10 * MAKER_MS);
	ck_assert_uint_eq(model.threads.list[0].depth, 0);
	ck_assert_uint_eq(model.calls, 5);
}
END_TEST

START_TEST(end)
{
	finish(1, 2, CL_SUCCESS);
	next_round();
	maker_header.state = RECORD_CLOSED;
	maker_header.end = MAKER_START + 100 * MAKER_MS;
	next_round();
	ck_assert_int_eq(model.end, MODEL_ENDED);
	ck_assert(!view_has_interval(&model));
	flock(file, LOCK_UN);
	maker_header.state = RECORD_OPEN;
	next_round();
	ck_assert_int_eq(model.end, MODEL_KILLED);
}
END_TEST

/* Rows of one thing are in the order of the view. */
START_TEST(order)
{
	const struct {
		enum view_order order;
		const char *first;
	} cases[] = {
		{ VIEW_BY_TIME, "clFinish" },
		{ VIEW_BY_COUNT, "clFlush" },
		{ VIEW_BY_ERRORS, "clReleaseEvent" },
		{ VIEW_BY_NAME, "clFinish" },
	};

	finish(1, 9, CL_SUCCESS);
	change(CLROUTER_SLOT_clFlush, 10, QUEUE);
	change(CLROUTER_SLOT_clFlush, 12, QUEUE);
	maker_call(CLROUTER_SLOT_clReleaseEvent, 14, 15, (uint64_t)CL_INVALID_EVENT, NULL, 0);
	next_round();
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct view view = { .model = &model, .order = cases[i].order };
		const struct view_rows rows = view_functions(&view);

		ck_assert_uint_eq(rows.count, 3);
		ck_assert_str_eq(rows.list[0].name, cases[i].first);
		free(rows.list);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("rounds");
	TCase *tcase = unit_tcase(suite, "rounds", 20);

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, calls);
	tcase_add_test(tcase, open_calls);
	tcase_add_test(tcase, object_of_an_open_call);
	tcase_add_test(tcase, kernels);
	tcase_add_test(tcase, samples);
	tcase_add_test(tcase, transfers);
	tcase_add_test(tcase, depth);
	tcase_add_test(tcase, depth_out_of_order);
	tcase_add_test(tcase, memory);
	tcase_add_test(tcase, images);
	tcase_add_test(tcase, threads);
	tcase_add_test(tcase, sums);
	tcase_add_test(tcase, end);
	tcase_add_test(tcase, order);
	return unit_run(suite);
}
