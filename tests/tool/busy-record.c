/* SPDX-License-Identifier: Apache-2.0 */
/* busy-record: see busy-record.h. Equal counts make equal records. */
#include "tool/busy-record.h"

#include <stdio.h>
#include <string.h>

#include "opencl/names.h"
#include "tool/record-writer.h"

#define THREADS 4
#define QUEUES 4
#define KERNELS 12
#define US UINT64_C(1000)
#define LANES 40 /* of the queue that is out of order; some are kept free for waiting commands */
#define FILLED (MAKER_CHUNK - 8192)

static const char *const kernel_names[KERNELS] = {
	"matmul_tiled", "reduce_sum", "softmax",     "layer_norm",    "gelu",	"transpose",
	"conv2d_3x3",	"add_bias",   "rope_rotate", "quantize_int8", "gather", "scatter_add",
};

static const char source[] =
	"__kernel void matmul_tiled(__global const float *a, __global const float *b,\n"
	"                           __global float *c, const int n)\n"
	"{\n"
	"    const int row = get_global_id(1);\n"
	"    const int column = get_global_id(0);\n"
	"    float sum = 0.0f;\n"
	"\n"
	"    for (int k = 0; k < n; k++)\n"
	"        sum += a[row * n + k] * b[k * n + column];\n"
	"    c[row * n + column] = sum;\n"
	"}\n";

/* What one of the threads has done so far. */
struct worker {
	uint64_t time;	/* ns since the start */
	uint64_t event; /* handle of its last event */
	unsigned int turns;
};

static struct worker workers[THREADS];
static uint64_t lanes[QUEUES][LANES]; /* until when each lane is busy */
static uint64_t calls;
static uint32_t state = 1;

/* A number below LIMIT; the same ones in each run. */
static uint64_t chance(uint32_t limit)
{
	state = state * 1664525 + 1013904223;
	return (state >> 8) % limit;
}

static uint64_t queue_of(unsigned int index)
{
	return QUEUE + 0x100 * (uint64_t)index;
}

/* A call that takes DURATION ns. */
static size_t call(struct worker *worker, unsigned int slot, uint64_t duration, uint64_t result,
		   const uint64_t *arguments, uint8_t count)
{
	const size_t offset = maker_call(slot, 0, 1, result, arguments, count);
	struct record_call *made = (struct record_call *)(maker_chunk + offset);

	made->begin = START + worker->time;
	worker->time += duration;
	made->end = START + worker->time;
	worker->time += 100 + chance(900);
	calls++;
	return offset;
}

/* The lane of QUEUE that is free first. */
static uint64_t *find_lane(unsigned int queue)
{
	uint64_t *best = &lanes[queue][0];

	for (unsigned int i = 1; i < LANES && queue == 1; i++)
		if (lanes[queue][i] < *best)
			best = &lanes[queue][i];
	return best;
}

/* The command that the call at CALLED has enqueued, not before AFTER; returns when it ends. */
static uint64_t command(size_t called, unsigned int queue, uint64_t after, uint64_t duration)
{
	const struct record_call *enqueued = (const struct record_call *)maker_record(called);
	const size_t offset = maker_command(called, queue_of(queue), 0, 1, 0);
	struct record_command *made = (struct record_command *)(maker_chunk + offset);
	uint64_t *lane = find_lane(queue);
	uint64_t begin = enqueued->begin - START + 3 * US;

	begin = begin > after ? begin : after;
	begin = begin > *lane ? begin : *lane + 800;
	made->queued = enqueued->begin + 200;
	made->submitted = enqueued->begin + 2 * US;
	made->started = START + begin;
	made->ended = made->started + duration;
	*lane = begin + duration;
	return *lane;
}

static uint64_t kernel_duration(unsigned int queue, unsigned int kernel)
{
	const uint64_t usual = (5 + 13 * (uint64_t)kernel % 90) * US * (queue == 1 ? 12 : 1);

	return usual / 2 + chance((uint32_t)usual) + (chance(400) == 0 ? 4 * MS : 0);
}

static void add_list(size_t offset, uint8_t argument, uint64_t event)
{
	maker_content(offset, argument, &event, sizeof(event));
}

/* Two buffers, and a number. */
static void set_arguments(struct worker *worker, uint64_t kernel)
{
	const uint64_t values[] = { BUFFER, BUFFER, 1024 };

	for (uint64_t i = 0; i < 3; i++) {
		const size_t size = i < 2 ? sizeof(uint64_t) : sizeof(uint32_t);
		const size_t at = call(worker, CLROUTER_SLOT_clSetKernelArg, 120 + chance(200), 0,
				       (const uint64_t[]){ kernel, i, size, 1 }, 4);

		maker_content(at, 3, &values[i], size);
	}
}

/* A kernel that waits for a transfer, and a transfer that waits for the kernel. */
static void compute(struct worker *worker, unsigned int queue)
{
	const unsigned int kernel = (unsigned int)(worker->turns / 4 + chance(3)) % KERNELS;
	const uint64_t handle = KERNEL + kernel;
	const uint64_t sizes[] = { UINT64_C(1024) << chance(4), 512 };
	const uint64_t groups[] = { 16, 16 };
	const uint64_t bytes = UINT64_C(4096) << chance(8);
	const uint64_t first = ++worker->event;
	const uint64_t second = ++worker->event;
	uint64_t end;
	size_t at;

	at = call(worker, CLROUTER_SLOT_clEnqueueWriteBuffer, 2 * US + chance(4000), 0,
		  (const uint64_t[]){ queue_of(queue), BUFFER, 0, 0, bytes, 1, 0, 0, 1 }, 9);
	maker_stored(at, 8, &first, sizeof(first));
	end = command(at, queue, 0, 2 * US + bytes / 12);
	set_arguments(worker, handle);
	at = call(worker, CLROUTER_SLOT_clEnqueueNDRangeKernel, 3 * US + chance(5000), 0,
		  (const uint64_t[]){ queue_of(queue), handle, 2, 0, 1, 1, 1, 1, 1 }, 9);
	maker_content(at, 4, sizes, sizeof(sizes));
	maker_content(at, 5, groups, sizeof(groups));
	add_list(at, 7, first);
	maker_stored(at, 8, &second, sizeof(second));
	end = command(at, queue, end, kernel_duration(queue, kernel));
	at = call(worker, CLROUTER_SLOT_clEnqueueReadBuffer, 2 * US + chance(3000), 0,
		  (const uint64_t[]){ queue_of(queue), BUFFER, 0, 0, bytes, 1, 1, 1, 0 }, 9);
	add_list(at, 7, second);
	command(at, queue, end, 2 * US + bytes / 10);
}

/* Until the commands of QUEUE have ended. */
static void finish(struct worker *worker, unsigned int queue)
{
	uint64_t last = worker->time + US;

	for (unsigned int i = 0; i < LANES; i++)
		last = lanes[queue][i] > last ? lanes[queue][i] : last;
	call(worker, CLROUTER_SLOT_clFinish, last + 4 * US - worker->time, 0,
	     (const uint64_t[]){ queue_of(queue) }, 1);
}

static void turn(unsigned int thread)
{
	struct worker *worker = &workers[thread];
	const unsigned int queue = thread % QUEUES;

	worker->turns++;
	compute(worker, queue);
	call(worker, CLROUTER_SLOT_clFlush, US, 0, (const uint64_t[]){ queue_of(queue) }, 1);
	for (unsigned int i = 0; i < 2; i++)
		call(worker, CLROUTER_SLOT_clReleaseEvent, 150, 0,
		     (const uint64_t[]){ worker->event - i }, 1);
	if (worker->turns % 24 == 0)
		finish(worker, queue);
	if (worker->turns % 500 == 0)
		call(worker, CLROUTER_SLOT_clEnqueueReadBuffer, 2 * US,
		     (uint64_t)(int64_t)CL_INVALID_VALUE,
		     (const uint64_t[]){ queue_of(queue), BUFFER, 1, 0, 1 << 30, 1, 0, 0, 0 }, 9);
	if (worker->turns % 300 == 0)
		worker->time += 3 * MS;
}

static void make_program(struct worker *worker)
{
	size_t at = call(worker, CLROUTER_SLOT_clCreateProgramWithSource, 30 * US, PROGRAM,
			 (const uint64_t[]){ CONTEXT, 1, 1, 0, 0 }, 5);

	maker_content(at, 2, source, sizeof(source));
	at = call(worker, CLROUTER_SLOT_clBuildProgram, 2 * MS, 0,
		  (const uint64_t[]){ PROGRAM, 0, 0, 1, 0, 0 }, 6);
	maker_content(at, 3, "-cl-std=CL2.0 -cl-mad-enable",
		      sizeof("-cl-std=CL2.0 -cl-mad-enable"));
	for (unsigned int i = 0; i < KERNELS; i++) {
		at = call(worker, CLROUTER_SLOT_clCreateKernel, 5 * US, KERNEL + i,
			  (const uint64_t[]){ PROGRAM, 1, 0 }, 3);
		maker_content(at, 1, kernel_names[i], strlen(kernel_names[i]) + 1);
	}
}

/* The last two queues belong to the second device; the second queue is out of order. */
static void make_objects(void)
{
	struct worker *worker = &workers[0];

	maker_text(RECORD_PROCESS, RECORD_PROGRAM, "/usr/bin/busy");
	maker_text(RECORD_PROCESS, RECORD_ARGUMENT, "busy");
	maker_text(RECORD_PROCESS, RECORD_ARGUMENT, "--devices=2");
	maker_object(OBJECT_DEVICE, DEVICE, 0, CL_DEVICE_NAME, "Example GPU 9000");
	maker_object(OBJECT_DEVICE, DEVICE + 1, 0, CL_DEVICE_NAME, "Example CPU, 64 cores");
	for (unsigned int i = 0; i < QUEUES; i++)
		call(worker, CLROUTER_SLOT_clCreateCommandQueue, 20 * US, queue_of(i),
		     (const uint64_t[]){ CONTEXT, DEVICE + i / 2,
					 CL_QUEUE_PROFILING_ENABLE + (i == 1), 0 },
		     4);
	call(worker, CLROUTER_SLOT_clCreateBuffer, 5 * US, BUFFER,
	     (const uint64_t[]){ CONTEXT, CL_MEM_READ_WRITE, 1 << 20, 0, 0 }, 5);
	make_program(worker);
	for (unsigned int i = 1; i < THREADS; i++)
		workers[i].time = worker->time + i * 40 * US;
}

void busy_record_make(uint64_t count)
{
	static const char *const names[THREADS] = { "main", "loader", "trainer", "evaluator" };
	uint64_t offset = RECORD_HEADER_SIZE;
	uint64_t last = 0;
	unsigned int thread = 0;

	writer_begin();
	for (unsigned int i = 0; i < THREADS; i++)
		workers[i].event = UINT64_C(0x100000000) * (i + 1);
	while (calls < count || thread < THREADS) {
		maker_begin_chunk(100 + thread % THREADS, offset);
		if (thread < THREADS)
			maker_text(RECORD_THREAD, 0, names[thread]);
		if (thread == 0)
			make_objects();
		for (uint64_t end = calls + 1 + count / 8; maker_used < FILLED && calls < end;)
			turn(thread % THREADS);
		offset += writer_put_chunk(offset);
		thread++;
	}
	for (unsigned int i = 0; i < THREADS; i++)
		last = workers[i].time > last ? workers[i].time : last;
	writer_header.end = START + last + MS;
	writer_put_header();
}
