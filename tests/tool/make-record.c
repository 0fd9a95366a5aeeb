/* SPDX-License-Identifier: Apache-2.0 */
/*
 * make-record: writes record files by hand, as no driver and no good recorder would write them:
 *
 *	make-record CASE FILE
 *	make-record busy FILE COUNT
 *
 * The cases are in the table at the end, and in the table of broken-records.c. Times are small
 * numbers: a record starts at START.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "opencl/names.h"
#include "tool/broken-records.h"
#include "tool/busy-record.h"
#include "tool/record-writer.h"

/* -- calls of OpenCL ---------------------------------------------------------- */

static void create_kernel(unsigned int begin, uint64_t handle, const char *name)
{
	const uint64_t arguments[] = { PROGRAM, 1, 0 };

	maker_content(maker_call(CLROUTER_SLOT_clCreateKernel, begin, begin + 1, handle, arguments, 3),
		      1, name, strlen(name) + 1);
}

static size_t enqueue_kernel(unsigned int begin, uint64_t kernel, uint64_t size)
{
	const uint64_t arguments[] = { QUEUE, kernel, 1, 0, 1, 1, 0, 0, 0 };
	const uint64_t local = 16;
	const size_t offset = maker_call(CLROUTER_SLOT_clEnqueueNDRangeKernel, begin, begin + 1, 0,
				   arguments, 9);

	maker_content(offset, 4, &size, sizeof(size));
	maker_content(offset, 5, &local, sizeof(local));
	return offset;
}

static size_t read_buffer(unsigned int begin, unsigned int end, uint64_t size)
{
	const uint64_t arguments[] = { QUEUE, BUFFER, CL_TRUE, 0, size, 1, 0, 0, 0 };

	return maker_call(CLROUTER_SLOT_clEnqueueReadBuffer, begin, end, 0, arguments, 9);
}

static void build(unsigned int begin, unsigned int end, cl_int result, const char *options,
		  const char *log)
{
	const uint64_t arguments[] = { PROGRAM, 0, 0, 1, 0, 0 };

	maker_content(maker_call(CLROUTER_SLOT_clBuildProgram, begin, end, (uint64_t)result, arguments,
				 6),
		      3, options, strlen(options) + 1);
	maker_object(OBJECT_PROGRAM, PROGRAM, end, CL_PROGRAM_BUILD_LOG, log);
}

/* -- cases -------------------------------------------------------------------- */

#define EVIL_HTML "</script><img src=x onerror=document.title='harm'>"
#define EVIL_TERMINAL "a\033[2J\033]0;harm\007b\302\233c\342\200\256d\377e\nf\342\200\250g&<b>"

/* Names that would harm a page or a terminal, wherever a record has texts. */
static void make_names(void)
{
	size_t called;

	writer_begin_chunk();
	maker_text(RECORD_PROCESS, RECORD_PROGRAM, "/bin/" EVIL_TERMINAL);
	maker_text(RECORD_PROCESS, RECORD_ARGUMENT, EVIL_TERMINAL);
	maker_text(RECORD_PROCESS, RECORD_ARGUMENT, EVIL_HTML);
	maker_text(RECORD_PROCESS, RECORD_DIRECTORY, EVIL_HTML EVIL_TERMINAL);
	maker_text(RECORD_THREAD, 0, EVIL_HTML EVIL_TERMINAL);
	maker_text(RECORD_FUNCTION, RECORD_FIRST_EXTENSION, EVIL_HTML EVIL_TERMINAL);
	maker_text(RECORD_UNKNOWN_FUNCTION, 0, EVIL_TERMINAL);
	maker_object(OBJECT_DEVICE, DEVICE, 1, CL_DEVICE_NAME, EVIL_HTML EVIL_TERMINAL);
	writer_create_queue(2);
	build(4, 9, CL_BUILD_PROGRAM_FAILURE, EVIL_TERMINAL, "\n\n" EVIL_HTML EVIL_TERMINAL);
	create_kernel(10, KERNEL, EVIL_HTML);
	create_kernel(12, KERNEL + 1, EVIL_TERMINAL);
	called = enqueue_kernel(14, KERNEL, 1024);
	maker_command(called, QUEUE, 16, 26, 0);
	called = enqueue_kernel(16, KERNEL + 1, 2048);
	maker_command(called, QUEUE, 26, 29, 0);
	maker_call(RECORD_FIRST_EXTENSION, 30, 32, 0, NULL, 0);
	maker_range(RECORD_RANGE_PUSH, 33, EVIL_HTML EVIL_TERMINAL, EVIL_TERMINAL, 0);
	maker_range(RECORD_RANGE_PUSH, 34, EVIL_TERMINAL, EVIL_HTML, 0);
	maker_range(RECORD_RANGE_MARK, 35, EVIL_TERMINAL, EVIL_HTML EVIL_TERMINAL, 0);
	maker_range(RECORD_RANGE_BEGIN, 36, EVIL_HTML, EVIL_HTML EVIL_TERMINAL, 1);
	writer_finish(40, 50, 0);
	writer_put_all();
}

/* The program's own ranges: kernels of 10, 20 and 5 ms in them, one pop too many, one too few. */
static void make_ranges(void)
{
	static const unsigned int times[] = { 10, 20, 5 };

	writer_begin_chunk();
	writer_create_queue(1);
	create_kernel(3, KERNEL, "k");
	maker_range(RECORD_RANGE_POP, 4, NULL, NULL, 0);
	maker_range(RECORD_RANGE_BEGIN, 5, "lib", "frame", 7);
	for (unsigned int i = 0; i < 3; i++) {
		const unsigned int at = 10 + 30 * i;

		maker_range(RECORD_RANGE_PUSH, at, NULL, "step", 0);
		maker_range(RECORD_RANGE_PUSH, at + 1, "lib", "inner", 0);
		maker_command(enqueue_kernel(at + 2, KERNEL, 64), QUEUE, at + 3, at + 3 + times[i], 0);
		maker_range(RECORD_RANGE_POP, at + 4, "lib", NULL, 0);
		writer_finish(at + 5, at + 25, 0);
		maker_range(RECORD_RANGE_MARK, at + 25, NULL, "done", 0);
		maker_range(RECORD_RANGE_POP, at + 26, NULL, NULL, 0);
	}
	maker_range(RECORD_RANGE_END, 100, "lib", NULL, 7);
	maker_range(RECORD_RANGE_PUSH, 110, NULL, "step", 0);
	writer_finish(112, 113, 0);
	writer_put_all();
}

/*
 * A handle that means two kernels, one after the other, a device whose clock is 500 ms slow, and
 * overlapping commands: 10 + 20 ms of "first", 5 ms of "second", 4 KB in 4 us.
 */
static void make_reused(void)
{
	size_t called[4];

	writer_begin_chunk();
	writer_create_queue(1);
	create_kernel(3, KERNEL, "first");
	called[0] = enqueue_kernel(5, KERNEL, 64);
	called[1] = enqueue_kernel(7, KERNEL, 64);
	create_kernel(9, KERNEL, "second");
	called[2] = enqueue_kernel(11, KERNEL, 128);
	called[3] = read_buffer(13, 63, 4000000);
	maker_command(called[1], QUEUE, 20, 40, 500 * MS);
	maker_command(called[0], QUEUE, 10, 20, 500 * MS);
	maker_command(called[2], QUEUE, 35, 40, 500 * MS);
	maker_command(called[3], QUEUE, 50, 54, 500 * MS);
	writer_header.wait_time = 50 * MS;
	writer_header.wait_cpu = 49 * MS;
	writer_put_all();
}

/* The program died in clFinish, after a call that was made by a callback inside of another. */
static void make_killed(void)
{
	writer_begin_chunk();
	writer_header.state = RECORD_OPEN;
	writer_header.end = 0;
	writer_header.lost = 3;
	writer_create_queue(1);
	build(10, 30, 0, "-O2", "a warning\nand more");
	writer_finish(12, 20, 0);
	writer_finish(40, 50, (uint64_t)CL_OUT_OF_RESOURCES);
	writer_finish(60, 0, 0);
	writer_put_all();
}

/* -- calls that take long ----------------------------------------------------- */

#define EVENT 0x80

/* A kernel that waits for the event AWAITED, if it is not 0. */
static void enqueue_waiting(unsigned int begin, uint64_t awaited, uint64_t event)
{
	const uint64_t arguments[] = { QUEUE, KERNEL, 1, 0, 1, 1, awaited ? 1 : 0, awaited ? 1 : 0, 1 };
	const uint64_t size = 64;
	const size_t offset = maker_call(CLROUTER_SLOT_clEnqueueNDRangeKernel, begin, begin + 1, 0,
					 arguments, 9);

	maker_content(offset, 4, &size, sizeof(size));
	maker_content(offset, 5, &size, sizeof(size));
	if (awaited != 0)
		maker_content(offset, 7, &awaited, sizeof(awaited));
	maker_stored(offset, 8, &event, sizeof(event));
}

static void wait_for(unsigned int begin, unsigned int end, uint64_t event)
{
	const uint64_t arguments[] = { 1, 1 };

	maker_content(maker_call(CLROUTER_SLOT_clWaitForEvents, begin, end, 0, arguments, 2), 1,
		      &event, sizeof(event));
}

/*
 * A program that was killed after 6 s: one thread finishes a queue with two commands, and another one waits
 * for the second. The first one waits for a user event. Others of both functions returned.
 */
static void make_hung(void)
{
	const uint64_t create[] = { CONTEXT, 0 };

	writer_begin();
	writer_header.state = RECORD_OPEN;
	writer_header.end = 0;
	writer_header.death = RECORD_DEATH_SIGNAL;
	writer_header.death_code = 9;
	writer_header.process = 78;
	writer_header.died = START + 6000 * MS;
	writer_put_header();
	maker_begin_chunk(1, RECORD_HEADER_SIZE);
	writer_create_queue(1);
	create_kernel(3, KERNEL, "first");
	enqueue_waiting(5, 0, EVENT);
	writer_finish(6, 10, 0);
	wait_for(10, 12, EVENT);
	maker_call(CLROUTER_SLOT_clCreateUserEvent, 20, 21, EVENT + 1, create, 2);
	enqueue_waiting(22, EVENT + 1, EVENT + 2);
	enqueue_waiting(24, 0, EVENT + 3);
	writer_finish(246, 0, 0);
	writer_put_chunk(RECORD_HEADER_SIZE);
	maker_begin_chunk(2, RECORD_HEADER_SIZE + RECORD_CHUNK_ALIGN);
	wait_for(250, 0, EVENT + 3);
	writer_put_chunk(RECORD_HEADER_SIZE + RECORD_CHUNK_ALIGN);
}

/* Three kernels, of 1, 2 and 0.5 s, in one long call; the last one fails. */
static void make_long(void)
{
	size_t called[3];

	writer_begin_chunk();
	writer_header.end = START + 4000 * MS;
	writer_create_queue(1);
	create_kernel(3, KERNEL, "first");
	create_kernel(4, KERNEL + 1, "second");
	called[0] = enqueue_kernel(5, KERNEL, 64);
	called[1] = enqueue_kernel(6, KERNEL + 1, 128);
	called[2] = enqueue_kernel(7, KERNEL, 64);
	writer_finish(10, 3600, (uint64_t)CL_OUT_OF_RESOURCES);
	maker_command(called[0], QUEUE, 20, 1020, 0);
	maker_command(called[1], QUEUE, 1030, 3030, 0);
	maker_command(called[2], QUEUE, 3040, 3540, 0);
	writer_put_all();
}

/* 40 commands of a queue without order, each of which begins before any of the others ends. */
static void make_overlap(void)
{
	const uint64_t create[] = { CONTEXT, DEVICE,
				    CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0 };
	size_t called[40];

	writer_begin_chunk();
	writer_header.end = START + 1000 * MS;
	maker_call(CLROUTER_SLOT_clCreateCommandQueue, 1, 2, QUEUE, create, 4);
	create_kernel(3, KERNEL, "first");
	for (unsigned int i = 0; i < 40; i++)
		called[i] = enqueue_kernel(5 + i, KERNEL, 64);
	writer_finish(50, 400, 0);
	for (unsigned int i = 0; i < 40; i++)
		maker_command(called[i], QUEUE, 60 + i, 200 + 3 * i, 0);
	writer_put_all();
}

/* One thread wrote three chunks; the last one is where the first one was, which is at its home. */
static void make_moved(void)
{
	writer_begin();
	writer_put_header();
	maker_begin_chunk(5, RECORD_HEADER_SIZE + 2 * RECORD_CHUNK_ALIGN);
	writer_finish(30, 31, 0);
	writer_put_chunk(RECORD_HEADER_SIZE);
	maker_begin_chunk(5, RECORD_HEADER_SIZE + RECORD_CHUNK_ALIGN);
	writer_create_queue(1);
	writer_finish(10, 12, 0);
	writer_put_chunk(RECORD_HEADER_SIZE + RECORD_CHUNK_ALIGN);
	/* A copy of the first one that was emptied only in part: it does not count. */
	maker_begin_chunk(6, RECORD_HEADER_SIZE + RECORD_CHUNK_ALIGN);
	writer_finish(10, 99, 0);
	writer_put_chunk(RECORD_HEADER_SIZE + 4 * RECORD_CHUNK_ALIGN);
}

/* A second thread went on with the chunk of the first, which has ended. */
static void make_owner(void)
{
	const uint32_t thread[] = { 9, 0 };

	writer_begin_chunk();
	writer_finish(1, 11, 0);
	maker_append(maker_begin_record(RECORD_OWNER, 0), thread, sizeof(thread));
	maker_text(RECORD_THREAD, 0, "second");
	writer_finish(5, 8, 0);
	writer_finish(12, 18, 0);
	writer_put_all();
}

/* A program of 32 bits: sizes and handles have 4 bytes where an argument points to them. */
static void make_narrow(void)
{
	const uint64_t create[] = { PROGRAM, 2, 1, 0 };
	const uint64_t enqueue[] = { QUEUE, KERNEL + 1, 2, 0, 1, 0, 0, 0, 0 };
	const uint32_t kernels[] = { KERNEL, KERNEL + 1 };
	const uint32_t sizes[] = { 640, 480 };

	writer_begin_chunk();
	writer_header.pointer_size = 4;
	writer_create_queue(1);
	maker_content(maker_call(CLROUTER_SLOT_clCreateKernelsInProgram, 3, 4, 0, create, 4), 2, kernels,
		sizeof(kernels));
	maker_object(OBJECT_KERNEL, KERNEL, 5, CL_KERNEL_FUNCTION_NAME, "one");
	maker_object(OBJECT_KERNEL, KERNEL + 1, 5, CL_KERNEL_FUNCTION_NAME, "two");
	maker_content(maker_call(CLROUTER_SLOT_clEnqueueNDRangeKernel, 6, 7, 0, enqueue, 9), 4, sizes,
		sizeof(sizes));
	writer_put_all();
}

/* More calls than a page shows. */
static void make_many(void)
{
	writer_begin();
	writer_put_header();
	for (unsigned int i = 0; i < 30; i++) {
		const uint64_t offset = RECORD_HEADER_SIZE + i * MAKER_CHUNK;

		maker_begin_chunk(1 + i % 3, offset);
		for (unsigned int k = 0; k < 5000; k++) {
			struct record_call *last;

			writer_finish(0, 1, 0);
			last = (struct record_call *)(maker_chunk + maker_used - 40);
			last->begin = START + i * MS + k * 200;
			last->end = last->begin + 100;
		}
		writer_put_chunk(offset);
	}
}

/* Records of extreme numbers, each of which is a valid record. */
static void make_extreme(void)
{
	const uint64_t ones[16] = { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
				    UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
				    UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
				    UINT64_MAX };

	writer_begin_chunk();
	writer_header.monotonic = UINT64_MAX;
	writer_header.end = UINT64_MAX;
	writer_header.state = 99;
	for (unsigned int slot = 0; slot < CLROUTER_SLOTS + 2; slot++) {
		const size_t offset = maker_call(slot, 5, 1, UINT64_MAX, ones, 16);

		for (uint8_t argument = 0; argument < 16; argument++)
			maker_content(offset, argument, ones, argument * 3);
		maker_command(offset, QUEUE, 0, UINT32_MAX, UINT64_MAX / 2);
		maker_call(slot, 5, 6, 0, ones, 0);
		maker_call(slot, 5, 0, 0, ones, 1);
	}
	maker_call(UINT16_MAX, 1, 2, 0, ones, 16);
	for (unsigned int kind = 0; kind < 8; kind++) {
		maker_append(maker_begin_record(RECORD_RANGE, kind), ones, sizeof(ones));
		maker_range((enum record_range_kind)kind, UINT32_MAX, "d", "n", UINT64_MAX);
		maker_range((enum record_range_kind)kind, 0, "", "", 0);
	}
	writer_put_all();
}

enum { CREATE_BUFFER = RECORD_FIRST_EXTENSION, FINALIZE_BUFFER, ENQUEUE_BUFFER };

/*
 * Functions of extensions, which a thread calls before another one describes them. The command
 * buffer is enqueued to the queue that it was made for.
 */
static void make_functions(void)
{
	const uint64_t create[] = { 1, 1, 0, 1 };
	const uint64_t finalize[] = { BUFFER };
	const uint64_t enqueue[] = { 0, 0, BUFFER, 0, 0, 0 };
	const uint64_t queue = QUEUE;
	const cl_int error = CL_SUCCESS;
	size_t offset;

	writer_begin();
	writer_put_header();
	maker_begin_chunk(1, RECORD_HEADER_SIZE);
	writer_create_queue(1);
	offset = maker_call(CREATE_BUFFER, 3, 4, BUFFER, create, 4);
	maker_content(offset, 1, &queue, sizeof(queue));
	maker_stored(offset, 3, &error, sizeof(error));
	maker_call(FINALIZE_BUFFER, 5, 6, (uint64_t)CL_INVALID_OPERATION, finalize, 1);
	offset = maker_call(ENQUEUE_BUFFER, 7, 8, 0, enqueue, 6);
	maker_command(offset, QUEUE, 10, 30, 0);
	maker_text(RECORD_UNKNOWN_FUNCTION, 0, "clNobodyKnowsThis");
	maker_text(RECORD_UNKNOWN_FUNCTION, 0, "clNobodyKnowsThis");
	maker_text(RECORD_UNKNOWN_FUNCTION, 1, "clAnotherVersion");
	maker_text(RECORD_UNKNOWN_FUNCTION, 999, "clReason");
	writer_put_chunk(RECORD_HEADER_SIZE);
	maker_begin_chunk(2, RECORD_HEADER_SIZE + RECORD_CHUNK_ALIGN);
	DESCRIBE(CREATE_BUFFER, "clCreateCommandBufferKHR\0return made command_buffer 8 -1 -1 1\0"
				"num_queues number - 4 -1 -1 0\0queues handles queue 8 0 -1 0\0"
				"properties pairs - 8 -1 -1 0\0"
				"errcode_ret result cl_error 4 -1 -1 1");
	DESCRIBE(FINALIZE_BUFFER, "clFinalizeCommandBufferKHR\0return names cl_error 4 -1 -1 0\0"
				  "command_buffer handle command_buffer 8 -1 -1 0");
	DESCRIBE(ENQUEUE_BUFFER, "clEnqueueCommandBufferKHR\0return names cl_error 4 -1 -1 0\0"
				 "num_queues number - 4 -1 -1 0\0queues handles queue 8 0 -1 0\0"
				 "command_buffer handle command_buffer 8 -1 -1 0\0"
				 "num_events_in_wait_list number - 4 -1 -1 0\0"
				 "event_wait_list handles event 8 3 -1 0\0"
				 "event made event 8 -1 -1 1");
	/* The first description counts. */
	DESCRIBE(FINALIZE_BUFFER, "clSomethingElse\0return nothing - 0 0 0 0");
	writer_put_chunk(RECORD_HEADER_SIZE + RECORD_CHUNK_ALIGN);
}

static struct record_sum sum_of(unsigned int function, uint64_t count, uint64_t ns)
{
	struct record_sum sum = { .function = function, .count = count, .last = START + 40 * MS };

	for (uint64_t i = 0; i < count; i++)
		durations_add(&sum.times, ns);
	return sum;
}

static void put_sum(enum record_sum_kind kind, const struct record_sum *sum, const char *name)
{
	const size_t offset = maker_begin_record(RECORD_SUM, kind);

	maker_append(offset, &sum->head + 1, sizeof(*sum) - sizeof(sum->head));
	if (name)
		maker_append(offset, name, strlen(name) + 1);
}

/* Two threads; the program was killed in the tenth clFinish() of the second one. */
static void make_sums(void)
{
	const struct record_sum launches = sum_of(CLROUTER_SLOT_clEnqueueNDRangeKernel, 50, 5000);
	const struct record_sum kernels = sum_of(0, 50, 2 * MS / 10);
	struct record_sum writes = sum_of(CLROUTER_SLOT_clEnqueueWriteBuffer, 4, MS);
	struct record_sum finishes = sum_of(CLROUTER_SLOT_clFinish, 9, MS);
	const struct record_sum errors = { .code = CL_INVALID_VALUE, .count = 3 };
	const struct record_sum device = { .handle = DEVICE, .count = 1 };

	writer_begin();
	writer_header.has_sums = 1;
	writer_header.state = RECORD_OPEN;
	writer_header.end = 0;
	writer_put_header();
	writes.bytes = 4096;
	finishes.errors = 3;
	for (uint32_t thread = 1; thread <= 2; thread++) {
		const uint64_t home = RECORD_HEADER_SIZE + (thread - 1) * 16 * RECORD_CHUNK_ALIGN;

		maker_begin_chunk(thread, home);
		maker_object(OBJECT_DEVICE, DEVICE, 1, CL_DEVICE_NAME, "GPU");
		put_sum(RECORD_SUM_CALL, &launches, NULL);
		put_sum(RECORD_SUM_KERNEL, &kernels, "twice");
		put_sum(RECORD_SUM_COMMAND, &writes, NULL);
		finishes.count += thread == 2;
		put_sum(RECORD_SUM_CALL, &finishes, NULL);
		put_sum(RECORD_SUM_ERROR, &errors, NULL);
		put_sum(RECORD_SUM_DEVICE, &device, NULL);
		writer_put_chunk(home);
	}
}

/*
 * Code at four addresses: LIBRARY, where a library was opened after another one was closed; TAIL,
 * the end of the program, after a call that is its last instruction; MADE, which is in no file; and
 * LAYER. The process is the parent of this one, which can write its map of MADE.
 */
#define LIBRARY 0x100000
#define TAIL 0x200000
#define MADE 0x300000
#define LAYER 0x400000

static void make_places(void)
{
	const uint64_t stack[] = { MADE + 0x18, LIBRARY + 0x20, TAIL + 0x1000 };
	size_t called;

	writer_begin_chunk();
	writer_header.process = (uint32_t)getppid();
	maker_text(RECORD_PROCESS, RECORD_DIRECTORY, "/nonexistent");
	maker_module(RECORD_MODULE_PROGRAM, LIBRARY, 0x1000, 5, "/nonexistent/libnew.so");
	maker_module(RECORD_MODULE_PROGRAM, LIBRARY, 0x1000, 1, "/nonexistent/libold.so");
	maker_module(RECORD_MODULE_PROGRAM, LIBRARY, 0x1000, 3, "/nonexistent/libold.so");
	maker_module(RECORD_MODULE_PROGRAM, TAIL, 0x1000, 1, "program");
	maker_module(RECORD_MODULE_PROGRAM, TAIL + 0x1000, 0x1000, 1, "/dev/" EVIL_TERMINAL);
	maker_module(RECORD_MODULE_BETWEEN, LAYER, 0x1000, 1, "/nonexistent/other.so");
	maker_place = LIBRARY + 0x10;
	writer_finish(4, 5, (uint64_t)CL_INVALID_VALUE);
	writer_finish(6, 7, (uint64_t)CL_INVALID_PLATFORM);
	maker_place = TAIL + 0x1000;
	writer_finish(8, 9, (uint64_t)CL_INVALID_DEVICE);
	maker_place = TAIL + 0x1001;
	writer_finish(10, 11, (uint64_t)CL_INVALID_CONTEXT);
	maker_place = MADE + 0x18;
	called = maker_call(CLROUTER_SLOT_clFlush, 12, 13, (uint64_t)CL_INVALID_KERNEL,
			    (const uint64_t[]){ QUEUE }, 1);
	maker_stack(called, stack, 3);
	maker_place = LAYER + 0x10;
	called = maker_call(CLROUTER_SLOT_clFlush, 13, 14, (uint64_t)CL_INVALID_PROGRAM,
			    (const uint64_t[]){ QUEUE }, 1);
	maker_stack(called, (const uint64_t[]){ LAYER + 0x10, LIBRARY + 0x30 }, 2);
	writer_finish(14, 15, (uint64_t)CL_INVALID_BINARY);
	maker_place = MADE + 0x40;
	writer_finish(14, 15, (uint64_t)CL_INVALID_EVENT);
	maker_place = 0;
	writer_finish(16, 17, (uint64_t)CL_INVALID_SAMPLER);
	writer_put_all();
}

/* A program in Python, whose binding makes a call that takes half of the time. */
static void make_binding(void)
{
	const uint64_t stack[] = { LIBRARY + 0x10, LAYER + 0x20, TAIL + 0x30, MADE + 0x18 };
	const uint64_t arguments[] = { PROGRAM, CL_PROGRAM_BINARIES, 0, 0, 0 };

	writer_begin_chunk();
	writer_header.process = (uint32_t)getppid();
	maker_text(RECORD_PROCESS, RECORD_PROGRAM, "/usr/bin/python3.12");
	maker_module(RECORD_MODULE_PROGRAM, LIBRARY, 0x1000, 1,
		     "/nonexistent/_cl.cpython-312-x86_64-linux-gnu.so");
	maker_module(RECORD_MODULE_PROGRAM, LAYER, 0x1000, 1, "/nonexistent/libapp.so");
	maker_module(RECORD_MODULE_PROGRAM, TAIL, 0x1000, 1, "/nonexistent/libmain.so");
	maker_place = LIBRARY + 0x10;
	maker_stack(maker_call(CLROUTER_SLOT_clGetProgramInfo, 10, 60, 0, arguments, 5), stack, 4);
	maker_place = 0;
	writer_put_all();
}

static const struct record_case records[] = {
	{ "binding", make_binding },
	{ "places", make_places },
	{ "sums", make_sums },
	{ "names", make_names },
	{ "ranges", make_ranges },
	{ "reused", make_reused },
	{ "killed", make_killed },
	{ "hung", make_hung },
	{ "long", make_long },
	{ "overlap", make_overlap },
	{ "moved", make_moved },
	{ "owner", make_owner },
	{ "narrow", make_narrow },
	{ "many", make_many },
	{ "extreme", make_extreme },
	{ "functions", make_functions },
	{ NULL, NULL },
};

static const struct record_case *find_case(const struct record_case *list, const char *name)
{
	while (list->name && strcmp(list->name, name) != 0)
		list++;
	return list->name ? list : NULL;
}

static int make_busy(const char *path, const char *count)
{
	if (writer_open(path) != 0)
		return 1;
	busy_record_make(strtoull(count, NULL, 10));
	return writer_close();
}

int main(int argc, char **argv)
{
	const struct record_case *found = argc == 3 ? find_case(records, argv[1]) : NULL;

	if (argc == 4 && strcmp(argv[1], "busy") == 0)
		return make_busy(argv[2], argv[3]);
	if (argc == 3 && !found)
		found = find_case(broken_records, argv[1]);
	if (!found) {
		fprintf(stderr, "usage: make-record CASE FILE [COUNT]\n");
		return 2;
	}
	if (writer_open(argv[2]) != 0)
		return 1;
	found->make();
	return writer_close();
}
