/* SPDX-License-Identifier: Apache-2.0 */
/* remarks: for each rule a program that it is about, and one that it is not about. */
#include "tool/report/view/remarks.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tool/record-maker.h"
#include "unit/unit.h"

#define RUN 1000 /* ms: of the program */
#define CONTEXT 0x30
#define DEVICE 0x20
#define QUEUE 0x40 /* the first one */
#define KERNEL 0x60 /* the first one */
#define BUFFER 0x70

static struct model model;
static struct model_options options;
static const struct hang hangs[MODEL_OPEN];
static char path[PATH_MAX];
static int file;
static size_t calls[500]; /* that have enqueued commands */
static size_t call_count;

static void create_kernel(uint64_t handle, const char *name)
{
	const uint64_t arguments[] = { 1, 1, 0 };

	maker_content(maker_call(CLROUTER_SLOT_clCreateKernel, 0, 1, handle, arguments, 3), 1,
		      name, strlen(name) + 1);
}

static void create_queue(uint64_t handle, uint64_t device)
{
	const uint64_t arguments[] = { CONTEXT, device, CL_QUEUE_PROFILING_ENABLE, 0 };

	maker_call(CLROUTER_SLOT_clCreateCommandQueue, 0, 1, handle, arguments, 4);
}

static void begin(void)
{
	file = maker_begin_file(path, 5);
	maker_header.end = MAKER_START + RUN * MAKER_MS;
	maker_header.state = RECORD_CLOSED;
	create_kernel(KERNEL, "k");
	create_kernel(KERNEL + 1, "another");
	call_count = 0;
}

static void setup(void)
{
	snprintf(path, sizeof(path), "%s/record", unit_dir);
	begin();
}

static bool is_open; /* the model */

static void close_model(void)
{
	if (is_open)
		model_done(&model);
	is_open = false;
	close(file);
}

/* The remark ID; NULL: it is not made. It is valid until the next one. */
static const struct remark *find(enum remark_id id)
{
	static struct remarks remarks;
	const struct remark *found = NULL;

	maker_write_file(file);
	if (is_open)
		model_done(&model);
	is_open = model_open(&model, path, &options);
	ck_assert(is_open);
	ck_assert(model_refresh(&model));
	remarks_find(&remarks, &model, hangs);
	for (size_t i = 0; i < remarks.count; i++)
		if (remarks.list[i].id == id)
			found = &remarks.list[i];
	return found;
}

/* Is the remark ID made of what there is? The next program begins after it. */
static bool is_made(enum remark_id id)
{
	const bool is_one = find(id) != NULL;

	close_model();
	begin();
	return is_one;
}

/* A launch of the kernel with this handle, whose call takes TIME ms. */
static void launch(unsigned int at, unsigned int time, uint64_t queue, uint64_t kernel,
		   uint64_t items)
{
	const uint64_t arguments[] = { queue, kernel, 1, 0, 1, 0, 0, 0, 0 };
	const size_t offset = maker_call(CLROUTER_SLOT_clEnqueueNDRangeKernel, at, at + time, 0,
					 arguments, 9);

	maker_content(offset, 4, &items, sizeof(items));
	calls[call_count++] = offset;
}

static void launch_many(unsigned int count, uint64_t items)
{
	for (unsigned int i = 0; i < count; i++)
		launch(1 + 2 * i, 1, QUEUE, KERNEL, items);
}

static void transfer(unsigned int slot, unsigned int at, unsigned int time, uint64_t size)
{
	const uint64_t arguments[] = { QUEUE, BUFFER, CL_TRUE, 0, size, 1, 0, 0, 0 };

	maker_call(slot, at, at + time, 0, arguments, 9);
}

START_TEST(nothing_stands_out)
{
	ck_assert_ptr_null(find(REMARK_BUILDS));
	ck_assert_uint_eq(model.run, RUN * MAKER_MS);
}
END_TEST

START_TEST(died_in_a_call)
{
	const uint64_t arguments[] = { QUEUE };

	maker_call(CLROUTER_SLOT_clFinish, 10, 0, 0, arguments, 1);
	ck_assert(!is_made(REMARK_DIED));
	maker_call(CLROUTER_SLOT_clFinish, 10, 0, 0, arguments, 1);
	maker_header.state = RECORD_OPEN;
	ck_assert_uint_eq(find(REMARK_DIED)->place.thread, 5);
	close_model();
	begin();
	maker_call(CLROUTER_SLOT_clFinish, 10, 20, 0, arguments, 1);
	maker_header.state = RECORD_OPEN;
	ck_assert(!is_made(REMARK_DIED));
	maker_call(CLROUTER_SLOT_clFinish, 10, 0, 0, arguments, 1);
	maker_header.state = RECORD_OPEN;
	options.to = RUN * MAKER_MS / 2;
	ck_assert(!is_made(REMARK_DIED));
}
END_TEST

/* Of 1000 calls. */
static const struct {
	unsigned int function;
	unsigned int count;
	bool is_said;
} errors[] = {
	{ CLROUTER_SLOT_clFinish, 10, true },
	{ CLROUTER_SLOT_clFinish, 9, false },
	{ CLROUTER_SLOT_clGetDeviceIDs, 900, false },
};

START_TEST(errors_are_passed_over)
{
	const struct remark *remark;

	for (unsigned int i = 0; i < 998; i++)
		maker_call(i < errors[_i].count ? errors[_i].function : CLROUTER_SLOT_clFlush, 5, 6,
			   i < errors[_i].count ? (uint64_t)CL_OUT_OF_RESOURCES : 0, NULL, 0);
	remark = find(REMARK_ERRORS);
	ck_assert_int_eq(remark != NULL, errors[_i].is_said);
	if (remark) {
		ck_assert_str_eq(remark->name, "CL_OUT_OF_RESOURCES");
		ck_assert_uint_eq(remark->count, errors[_i].count);
		ck_assert_uint_eq(remark->whole, 1000);
	}
}
END_TEST

START_TEST(builds_take_long)
{
	const uint64_t arguments[] = { 1, 0, 0, 0, 0, 0 };

	maker_call(CLROUTER_SLOT_clBuildProgram, 10, 59, 0, arguments, 6);
	ck_assert(!is_made(REMARK_BUILDS));
	maker_call(CLROUTER_SLOT_clBuildProgram, 10, 510, 0, arguments, 6);
	ck_assert_uint_eq(find(REMARK_BUILDS)->cost, 500 * MAKER_MS);
}
END_TEST

/* COUNT buffers, each of which takes a ms. */
static void create_buffers(unsigned int count)
{
	const uint64_t arguments[] = { CONTEXT, 0, 4, 0, 0 };

	for (unsigned int i = 0; i < count; i++)
		maker_call(CLROUTER_SLOT_clCreateBuffer, i + 1, i + 2, BUFFER, arguments, 5);
}

START_TEST(many_objects_are_made)
{
	create_buffers(99);
	ck_assert(!is_made(REMARK_OBJECTS));
	create_buffers(100);
	ck_assert_str_eq(find(REMARK_OBJECTS)->name, "clCreateBuffer");
}
END_TEST

static void read_many(uint64_t size, unsigned int longest)
{
	for (unsigned int i = 0; i < 20; i++)
		transfer(CLROUTER_SLOT_clEnqueueReadBuffer, 1 + 5 * i, i == 3 ? longest : 3, size);
}

START_TEST(small_reads_are_waited_for)
{
	const struct remark *remark;

	read_many(COMMANDS_SMALL + 1, 3);
	ck_assert(!is_made(REMARK_SMALL_READS));
	/* Those that do not wait. */
	for (unsigned int i = 0; i < 20; i++)
		transfer(CLROUTER_SLOT_clEnqueueReadBuffer, 1 + 5 * i, 0, 4);
	ck_assert(!is_made(REMARK_SMALL_READS));
	read_many(4, 4);
	remark = find(REMARK_SMALL_READS);
	ck_assert_uint_eq(remark->count, 20);
	ck_assert_uint_eq(remark->place.time, MAKER_START + 16 * MAKER_MS);
}
END_TEST

START_TEST(small_transfers_follow_each_other)
{
	for (unsigned int i = 0; i < 20; i++) {
		transfer(CLROUTER_SLOT_clEnqueueWriteBuffer, 1 + 5 * i, 1, 4);
		launch(3 + 5 * i, 1, QUEUE, KERNEL, 1 << 20);
	}
	ck_assert(!is_made(REMARK_SMALL_TRANSFERS));
	for (unsigned int i = 0; i < 20; i++)
		transfer(CLROUTER_SLOT_clEnqueueWriteBuffer, 1 + 5 * i, 3, 4);
	ck_assert_uint_eq(find(REMARK_SMALL_TRANSFERS)->count, 19);
}
END_TEST

START_TEST(launches_are_small)
{
	launch_many(200, 1024);
	ck_assert(!is_made(REMARK_SMALL_LAUNCHES));
	launch_many(99, 1023);
	ck_assert(!is_made(REMARK_SMALL_LAUNCHES));
	launch_many(100, 1023);
	ck_assert_uint_eq(find(REMARK_SMALL_LAUNCHES)->count, 100);
}
END_TEST

START_TEST(first_launches_compile)
{
	const struct remark *remark;

	launch_many(10, 1 << 20);
	ck_assert(!is_made(REMARK_FIRST_LAUNCHES));
	/* A later one is no first one. */
	launch_many(10, 1 << 20);
	launch(100, 61, QUEUE, KERNEL, 1 << 20);
	ck_assert(!is_made(REMARK_FIRST_LAUNCHES));
	/* Nothing says how long it takes otherwise. */
	launch(1, 61, QUEUE, KERNEL, 1 << 20);
	launch(70, 1, QUEUE, KERNEL + 1, 1 << 20);
	ck_assert(!is_made(REMARK_FIRST_LAUNCHES));
	launch(1, 61, QUEUE, KERNEL, 1 << 20);
	launch(70, 1, QUEUE, KERNEL, 1 << 20);
	remark = find(REMARK_FIRST_LAUNCHES);
	ck_assert_uint_eq(remark->count, 1);
	ck_assert_uint_eq(remark->cost, 60 * MAKER_MS);
}
END_TEST

/* COUNT launches in QUEUE, each of which is executed from AT on for TIME ms, one each PERIOD ms. */
static void execute(unsigned int count, uint64_t queue, unsigned int at, unsigned int time,
		    unsigned int period)
{
	const size_t first = call_count;

	for (unsigned int i = 0; i < count; i++)
		launch(at + period * i, 0, queue, KERNEL, 1 << 20);
	for (unsigned int i = 0; i < count; i++)
		maker_command(calls[first + i], queue, at + period * i, at + period * i + time, 0);
}

/* Waits of 500 ms that use CPU ms, on a device of TYPE. */
static void spin(cl_device_type type, unsigned int cpu)
{
	const struct record_object asked = { .handle = DEVICE,
					     .time = MAKER_START,
					     .query = CL_DEVICE_TYPE,
					     .size = sizeof(type) };
	const size_t offset = maker_begin_record(RECORD_OBJECT, OBJECT_DEVICE);

	maker_append(offset, &asked.handle, sizeof(asked) - sizeof(asked.head));
	maker_append(offset, &type, sizeof(type));
	create_queue(QUEUE, DEVICE);
	maker_header.minor = RECORD_MINOR_WAITS;
	maker_header.wait_time = 500 * MAKER_MS;
	maker_header.wait_cpu = cpu * MAKER_MS;
}

START_TEST(waits_burn_a_core)
{
	const struct remark *remark;

	spin(CL_DEVICE_TYPE_GPU, 300);
	ck_assert(!is_made(REMARK_WAITS));
	/* It may compute in the thread that waits. */
	spin(CL_DEVICE_TYPE_CPU, 490);
	ck_assert(!is_made(REMARK_WAITS));
	spin(CL_DEVICE_TYPE_GPU, 490);
	maker_header.minor = RECORD_MINOR_WAITS - 1;
	ck_assert(!is_made(REMARK_WAITS));
	/* What is reported is a part of the record. */
	spin(CL_DEVICE_TYPE_GPU, 490);
	options.from = MAKER_MS;
	ck_assert(!is_made(REMARK_WAITS));
	options.from = 0;
	spin(CL_DEVICE_TYPE_GPU, 490);
	remark = find(REMARK_WAITS);
	ck_assert_uint_eq(remark->cost, 490 * MAKER_MS);
	ck_assert_uint_eq(remark->time, 500 * MAKER_MS);
}
END_TEST

START_TEST(a_device_is_idle)
{
	const struct remark *remark;

	create_queue(QUEUE, DEVICE);
	execute(50, QUEUE, 10, 2, 4);
	execute(50, QUEUE, 220, 2, 4);
	/* Of commands that are not measured nothing is known. */
	launch(500, 1, QUEUE, KERNEL, 1 << 20);
	ck_assert(!is_made(REMARK_IDLE + IDLE_OUTSIDE));
	create_queue(QUEUE, DEVICE);
	execute(50, QUEUE, 10, 2, 4);
	execute(50, QUEUE, 220, 2, 4);
	remark = find(REMARK_IDLE + IDLE_OUTSIDE);
	ck_assert_uint_eq(remark->count, 99);
	ck_assert_uint_eq(remark->time, 12 * MAKER_MS);
	ck_assert_uint_eq(remark->place.time, MAKER_START + 220 * MAKER_MS);
	ck_assert_uint_eq(remark->cost, (2 * 49 * 2 + 12) * MAKER_MS);
}
END_TEST

/* One queue works while the other one has nothing to do. */
START_TEST(queues_share_a_device)
{
	for (uint64_t second = DEVICE; second <= DEVICE + 1; second++) {
		create_queue(QUEUE, DEVICE);
		create_queue(QUEUE + 1, second);
		execute(100, QUEUE, 10, 2, 4);
		execute(100, QUEUE + 1, 12, 2, 4);
		ck_assert_int_eq(is_made(REMARK_IDLE + IDLE_OUTSIDE), second != DEVICE);
	}
}
END_TEST

START_TEST(queues_do_not_overlap)
{
	const struct remark *remark;

	create_queue(QUEUE, DEVICE);
	execute(50, QUEUE, 10, 1, 2);
	ck_assert(!is_made(REMARK_NO_OVERLAP));
	create_queue(QUEUE, DEVICE);
	create_queue(QUEUE + 1, DEVICE);
	execute(50, QUEUE, 10, 1, 2);
	execute(50, QUEUE + 1, 100, 1, 2);
	ck_assert(!is_made(REMARK_NO_OVERLAP));
	create_queue(QUEUE, DEVICE);
	create_queue(QUEUE + 1, DEVICE);
	execute(50, QUEUE, 10, 1, 2);
	execute(50, QUEUE + 1, 200, 1, 2);
	remark = find(REMARK_NO_OVERLAP);
	ck_assert_uint_eq(remark->count, 2);
	ck_assert_uint_eq(remark->cost, 50 * MAKER_MS);
}
END_TEST

/* Of a function that no other rule is about, and of one that only asks. */
START_TEST(functions_take_long)
{
	maker_call(CLROUTER_SLOT_clSetKernelArg, 10, 59, 0, NULL, 0);
	ck_assert(!is_made(REMARK_FUNCTION));
	maker_call(CLROUTER_SLOT_clSetKernelArg, 10, 20, 0, NULL, 0);
	maker_call(CLROUTER_SLOT_clSetKernelArg, 20, 70, 0, NULL, 0);
	ck_assert_uint_eq(find(REMARK_FUNCTION)->place.time, MAKER_START + 20 * MAKER_MS);
	close_model();
	begin();
	maker_call(CLROUTER_SLOT_clGetProgramInfo, 10, 430, 0, NULL, 0);
	ck_assert_str_eq(find(REMARK_QUERY)->name, "clGetProgramInfo");
	close_model();
	begin();
	/* Waits are no fault of the function. */
	maker_call(CLROUTER_SLOT_clFinish, 10, 900, 0, NULL, 0);
	ck_assert(!is_made(REMARK_FUNCTION));
}
END_TEST

START_TEST(drivers_start)
{
	maker_call(CLROUTER_SLOT_clGetDeviceIDs, 10, 150, 0, NULL, 0);
	ck_assert(!is_made(REMARK_START));
	maker_call(CLROUTER_SLOT_clGetDeviceIDs, 10, 150, 0, NULL, 0);
	ck_assert(!is_made(REMARK_QUERY));
	/* A second start is a query. */
	maker_call(CLROUTER_SLOT_clGetDeviceIDs, 10, 150, 0, NULL, 0);
	maker_call(CLROUTER_SLOT_clGetDeviceIDs, 150, 290, 0, NULL, 0);
	ck_assert_uint_eq(find(REMARK_QUERY)->cost, 140 * MAKER_MS);
	close_model();
	begin();
	maker_call(CLROUTER_SLOT_clGetDeviceIDs, 10, 510, 0, NULL, 0);
	ck_assert_uint_eq(find(REMARK_START)->cost, 500 * MAKER_MS);
}
END_TEST

/* A program that builds from binaries can do no better. */
START_TEST(binaries_are_kept)
{
	const uint64_t arguments[] = { 1, 0, 0, 0, 0, 0 };

	maker_call(CLROUTER_SLOT_clCreateProgramWithBinary, 1, 2, 1, NULL, 0);
	maker_call(CLROUTER_SLOT_clBuildProgram, 10, 110, 0, arguments, 6);
	ck_assert(!is_made(REMARK_BUILDS));
	maker_call(CLROUTER_SLOT_clCreateProgramWithBinary, 1, 2, 1, NULL, 0);
	maker_call(CLROUTER_SLOT_clBuildProgram, 10, 110, 0, arguments, 6);
	ck_assert(!is_made(REMARK_FUNCTION));
	maker_call(CLROUTER_SLOT_clCreateProgramWithBinary, 1, 2, 1, NULL, 0);
	maker_call(CLROUTER_SLOT_clCreateProgramWithSource, 1, 2, 1, NULL, 0);
	maker_call(CLROUTER_SLOT_clBuildProgram, 10, 110, 0, arguments, 6);
	ck_assert(is_made(REMARK_BUILDS));
}
END_TEST

/* 10 launches of 20 ms with work-groups of LOCAL items, on a device that wants multiples of 32. */
static void launch_groups(uint64_t local)
{
	const uint64_t multiple = 32;
	const struct record_object asked = { .handle = DEVICE,
					     .time = MAKER_START,
					     .query = CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
					     .size = sizeof(multiple) };
	const size_t offset = maker_begin_record(RECORD_OBJECT, OBJECT_DEVICE);

	maker_append(offset, &asked.handle, sizeof(asked) - sizeof(asked.head));
	maker_append(offset, &multiple, sizeof(multiple));
	create_queue(QUEUE, DEVICE);
	for (unsigned int i = 0; i < 10; i++) {
		launch(10 + 20 * i, 0, QUEUE, KERNEL, 1 << 20);
		maker_content(calls[call_count - 1], 5, &local, sizeof(local));
		maker_command(calls[call_count - 1], QUEUE, 10 + 20 * i, 30 + 20 * i, 0);
	}
}

START_TEST(work_groups_are_odd)
{
	launch_groups(64);
	ck_assert(!is_made(REMARK_WORK_GROUPS));
	launch_groups(0);
	ck_assert(!is_made(REMARK_WORK_GROUPS));
	launch_groups(48);
	ck_assert_uint_eq(find(REMARK_WORK_GROUPS)->cost, 50 * MAKER_MS);
}
END_TEST

/* Transfers of 20 ms between kernels of 10 ms; IS_BESIDE: a second queue moves data meanwhile. */
static void move(bool is_beside)
{
	const uint64_t arguments[] = { QUEUE + 1, BUFFER, CL_FALSE, 0, 1 << 20, 1, 0, 0, 0 };

	create_queue(QUEUE, DEVICE);
	create_queue(QUEUE + 1, DEVICE);
	for (unsigned int i = 0; i < 10; i++) {
		const unsigned int at = 10 + 40 * i;
		size_t called;

		launch(at, 0, QUEUE, KERNEL, 1 << 20);
		maker_command(calls[call_count - 1], QUEUE, at, at + (is_beside ? 40 : 20), 0);
		called = maker_call(CLROUTER_SLOT_clEnqueueWriteBuffer, at, at, 0, arguments, 9);
		maker_command(called, QUEUE + 1, at + 20, at + 40, 0);
	}
}

START_TEST(transfers_go_on_alone)
{
	move(true);
	ck_assert(!is_made(REMARK_MOVES));
	move(false);
	ck_assert_uint_eq(find(REMARK_MOVES)->cost, 9 * 20 * MAKER_MS);
	close_model();
	begin();
	move(false);
	ck_assert(!is_made(REMARK_NO_OVERLAP));
}
END_TEST

/* The device waits long for each of many launches, which are large. */
START_TEST(late_launches_are_not_small)
{
	create_queue(QUEUE, DEVICE);
	for (unsigned int i = 0; i < 150; i++) {
		launch(1 + 5 * i, 0, QUEUE, KERNEL, 1 << 20);
		maker_command(calls[call_count - 1], QUEUE, 4 + 5 * i, 6 + 5 * i, 0);
	}
	ck_assert_ptr_null(find(REMARK_SMALL_LAUNCHES));
	ck_assert_ptr_nonnull(find((enum remark_id)(REMARK_IDLE + IDLE_LAUNCH)));
}
END_TEST

/* Each launch takes long to enqueue, and a part of the commands is measured. */
START_TEST(slow_launches_are_not_small)
{
	for (unsigned int i = 0; i < 120; i++) {
		launch(1 + 5 * i, 4, QUEUE, KERNEL, 1 << 20);
		if (i % 2 == 0)
			maker_command(calls[call_count - 1], QUEUE, 1 + 5 * i, 4 + 5 * i, 0);
	}
	ck_assert_ptr_null(find(REMARK_SMALL_LAUNCHES));
	ck_assert_ptr_nonnull(find(REMARK_FUNCTION));
}
END_TEST

#define LOOP 0x1000	/* places in the program: of a loop ... */
#define START_UP 0x2000 /* ... and of a call before it */

static void ask(unsigned int at, unsigned int time, uint64_t code)
{
	maker_place = code;
	maker_call(CLROUTER_SLOT_clGetProgramInfo, at, at + time, 0, NULL, 0);
}

/* The longest call is not where the time is. */
START_TEST(a_loop_is_the_place)
{
	const struct remark *found;

	maker_has_places = true;
	maker_header.minor = RECORD_MINOR_PLACES;
	ask(1, 50, START_UP);
	for (unsigned int i = 0; i < 100; i++)
		ask(100 + 4 * i, i == 60 ? 4 : 3, LOOP);
	found = find(REMARK_QUERY);
	maker_has_places = false;
	ck_assert_ptr_nonnull(found);
	ck_assert_uint_eq(found->time, 50 * MAKER_MS);
	ck_assert_uint_eq(found->place.time, MAKER_START + (100 + 4 * 60) * MAKER_MS);
}
END_TEST

/* What the layer has found out about the device. */
static void describe_device(uint32_t query, uint64_t value)
{
	const struct record_object asked = {
		.handle = DEVICE, .time = MAKER_START, .query = query, .size = sizeof(value)
	};
	const size_t offset = maker_begin_record(RECORD_OBJECT, OBJECT_DEVICE);

	maker_append(offset, &asked.handle, sizeof(asked) - sizeof(asked.head));
	maker_append(offset, &value, sizeof(value));
}

#define MIB (UINT64_C(1) << 20)
#define LINK (32000 * MIB) /* bytes in a second */
#define HEAP 0x10000000	   /* memory of the program */
#define MAPPED 0x20000000  /* memory that the driver has mapped */

/*
 * COUNT transfers in QUEUE, one each PERIOD ms, of TIME ms and so many MiB. They are enqueued at once.
 */
static void copy(unsigned int slot, uint64_t queue, unsigned int count, unsigned int time,
		 unsigned int period, uint64_t mib, uint64_t pointer)
{
	const uint64_t arguments[] = { queue, BUFFER, CL_FALSE, 0, mib * MIB, pointer, 0, 0, 0 };
	size_t called[64];

	for (unsigned int i = 0; i < count; i++)
		called[i] = maker_call(slot, 1, 1, 0, arguments, 9);
	for (unsigned int i = 0; i < count; i++)
		maker_command(called[i], queue, 10 + period * i, 10 + period * i + time, 0);
}

static void map(void)
{
	const uint64_t arguments[] = { QUEUE, BUFFER, CL_TRUE, 0, 0, 4096 * MIB, 0, 0, 0, 0 };

	maker_command(maker_call(CLROUTER_SLOT_clEnqueueMapBuffer, 0, 1, MAPPED, arguments, 10),
		      QUEUE, 1, 1, 0);
}

static void use_host_pointer(uint64_t flags)
{
	const uint64_t arguments[] = { CONTEXT, flags, 4096 * MIB, HEAP, 0 };

	maker_call(CLROUTER_SLOT_clCreateBuffer, 0, 1, BUFFER, arguments, 5);
}

#define WRITE CLROUTER_SLOT_clEnqueueWriteBuffer
#define READ CLROUTER_SLOT_clEnqueueReadBuffer

static void slow_writes(void)
{
	copy(WRITE, QUEUE, 10, 50, 60, 200, HEAP);
}

static void slow_reads(void)
{
	copy(READ, QUEUE, 10, 50, 60, 200, HEAP + 12345);
}

static void slow_beside_own_pinned(void)
{
	map();
	copy(WRITE, QUEUE, 10, 5, 60, 100, MAPPED + 4096);
	copy(WRITE, QUEUE + 1, 10, 40, 60, 100, HEAP);
}

static void fast_writes(void)
{
	copy(WRITE, QUEUE, 10, 50, 60, 1200, HEAP);
}

static void slow_mapped(void)
{
	map();
	copy(WRITE, QUEUE, 10, 50, 60, 200, MAPPED + 4096);
}

static void slow_host_pointer(void)
{
	use_host_pointer(CL_MEM_USE_HOST_PTR);
	copy(READ, QUEUE, 10, 50, 60, 200, HEAP + 4096);
}

static void slow_copied_pointer(void)
{
	use_host_pointer(CL_MEM_COPY_HOST_PTR);
	copy(READ, QUEUE, 10, 50, 60, 200, HEAP + 4096);
}

static void slow_small(void)
{
	const uint64_t arguments[] = { QUEUE, BUFFER, CL_FALSE, 0, MIB - 1, HEAP, 0, 0, 0 };
	const size_t called = maker_call(WRITE, 1, 1, 0, arguments, 9);

	maker_command(called, QUEUE, 10, 700, 0);
}

/* Each has half of the rate, and both together the whole. */
static void two_at_once(void)
{
	copy(WRITE, QUEUE, 10, 50, 60, 700, HEAP);
	copy(WRITE, QUEUE + 1, 10, 50, 60, 700, HEAP);
}

/* Transfers of pinned memory have the larger part of the link at the same time. */
static void beside_pinned(void)
{
	map();
	copy(WRITE, QUEUE, 10, 50, 60, 700, MAPPED);
	copy(WRITE, QUEUE + 1, 10, 50, 60, 300, HEAP);
}

/* The link is said to be slower than it is, and one transfer of pinned memory was slow. */
static void faster_than_the_link(void)
{
	map();
	copy(WRITE, QUEUE, 1, 600, 600, 100, MAPPED);
	copy(WRITE, QUEUE, 10, 5, 6, 200, HEAP);
}

static void seldom(void)
{
	copy(WRITE, QUEUE, 1, 40, 60, 200, HEAP);
}

static const struct {
	const char *name;
	void (*make)(void);
	cl_device_type type;
	uint64_t is_unified;
	uint64_t link;	      /* 0: not known */
	uint64_t cost;	      /* ms; 0: no remark */
} copies[] = {
	{ "slow writes", slow_writes, CL_DEVICE_TYPE_GPU, CL_FALSE, LINK, 426 },
	{ "slow reads", slow_reads, CL_DEVICE_TYPE_GPU, CL_FALSE, LINK, 426 },
	{ "copied at creation", slow_copied_pointer, CL_DEVICE_TYPE_GPU, CL_FALSE, LINK, 426 },
	{ "own pinned ones", slow_beside_own_pinned, CL_DEVICE_TYPE_GPU, CL_FALSE, 0, 350 },
	{ "the same, link", slow_beside_own_pinned, CL_DEVICE_TYPE_GPU, CL_FALSE, LINK, 350 },
	{ "an accelerator", slow_writes, CL_DEVICE_TYPE_ACCELERATOR, CL_FALSE, LINK, 426 },
	/* Nothing is wrong, or nothing is known. */
	{ "fast", fast_writes, CL_DEVICE_TYPE_GPU, CL_FALSE, LINK, 0 },
	{ "no link", slow_writes, CL_DEVICE_TYPE_GPU, CL_FALSE, 0, 0 },
	{ "a slow link", slow_writes, CL_DEVICE_TYPE_GPU, CL_FALSE, LINK / 4, 0 },
	{ "mapped", slow_mapped, CL_DEVICE_TYPE_GPU, CL_FALSE, LINK, 0 },
	{ "host pointer", slow_host_pointer, CL_DEVICE_TYPE_GPU, CL_FALSE, LINK, 0 },
	{ "small", slow_small, CL_DEVICE_TYPE_GPU, CL_FALSE, LINK, 0 },
	{ "two at once", two_at_once, CL_DEVICE_TYPE_GPU, CL_FALSE, LINK, 0 },
	{ "beside pinned", beside_pinned, CL_DEVICE_TYPE_GPU, CL_FALSE, LINK, 0 },
	{ "faster", faster_than_the_link, CL_DEVICE_TYPE_GPU, CL_FALSE, LINK, 0 },
	{ "seldom", seldom, CL_DEVICE_TYPE_GPU, CL_FALSE, LINK, 0 },
	{ "integrated", slow_writes, CL_DEVICE_TYPE_GPU, CL_TRUE, LINK, 0 },
	{ "integrated, own", slow_beside_own_pinned, CL_DEVICE_TYPE_GPU, CL_TRUE, 0, 0 },
	{ "a CPU", slow_writes, CL_DEVICE_TYPE_CPU, CL_FALSE, LINK, 0 },
};

START_TEST(transfers_are_slower_than_the_link)
{
	const struct remark *found;

	describe_device(CL_DEVICE_TYPE, copies[_i].type);
	describe_device(CL_DEVICE_HOST_UNIFIED_MEMORY, copies[_i].is_unified);
	if (copies[_i].link > 0)
		describe_device(RECORD_LINK_RATE, copies[_i].link);
	create_queue(QUEUE, DEVICE);
	create_queue(QUEUE + 1, DEVICE);
	copies[_i].make();
	found = find(REMARK_PAGEABLE);
	ck_assert_msg((found != NULL) == (copies[_i].cost > 0), "%s", copies[_i].name);
	ck_assert_uint_eq(found ? found->cost / MAKER_MS : 0, copies[_i].cost);
	ck_assert(!found || found->place.time > 0);
}
END_TEST

START_TEST(few_remarks_the_worst_first)
{
	static const unsigned int makers[] = {
		CLROUTER_SLOT_clCreateContext,	 CLROUTER_SLOT_clCreateBuffer,
		CLROUTER_SLOT_clCreateSubBuffer, CLROUTER_SLOT_clCreateImage,
		CLROUTER_SLOT_clCreateSampler,	 CLROUTER_SLOT_clCreateProgramWithSource,
		CLROUTER_SLOT_clCreateKernel,	 CLROUTER_SLOT_clSVMAlloc,
	};
	struct remarks remarks;

	for (unsigned int i = 0; i < UNIT_ROWS(makers); i++)
		for (unsigned int k = 0; k < 100; k++)
			maker_call(makers[i], k, k + 1 + i % 2, 1, NULL, 0);
	find(REMARK_OBJECTS);
	remarks_find(&remarks, &model, hangs);
	ck_assert_uint_eq(remarks.count, REMARKS_MOST);
	for (size_t i = 1; i < remarks.count; i++)
		ck_assert_uint_ge(remarks.list[i - 1].cost, remarks.list[i].cost);
	ck_assert_uint_ge(remarks.list[0].cost, 200 * MAKER_MS);
	ck_assert_str_eq(remark_word(remarks.list[0].id), "objects");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("remarks");
	TCase *tcase = unit_tcase(suite, "remarks", 20);

	tcase_add_checked_fixture(tcase, setup, close_model);
	tcase_add_test(tcase, nothing_stands_out);
	tcase_add_test(tcase, died_in_a_call);
	tcase_add_loop_test(tcase, errors_are_passed_over, 0, UNIT_ROWS(errors));
	tcase_add_test(tcase, builds_take_long);
	tcase_add_test(tcase, many_objects_are_made);
	tcase_add_test(tcase, small_reads_are_waited_for);
	tcase_add_test(tcase, small_transfers_follow_each_other);
	tcase_add_test(tcase, launches_are_small);
	tcase_add_test(tcase, first_launches_compile);
	tcase_add_test(tcase, waits_burn_a_core);
	tcase_add_test(tcase, a_device_is_idle);
	tcase_add_test(tcase, queues_share_a_device);
	tcase_add_test(tcase, queues_do_not_overlap);
	tcase_add_test(tcase, functions_take_long);
	tcase_add_test(tcase, drivers_start);
	tcase_add_test(tcase, binaries_are_kept);
	tcase_add_test(tcase, work_groups_are_odd);
	tcase_add_test(tcase, transfers_go_on_alone);
	tcase_add_test(tcase, late_launches_are_not_small);
	tcase_add_test(tcase, slow_launches_are_not_small);
	tcase_add_test(tcase, a_loop_is_the_place);
	tcase_add_loop_test(tcase, transfers_are_slower_than_the_link, 0, UNIT_ROWS(copies));
	tcase_add_test(tcase, few_remarks_the_worst_first);
	return unit_run(suite);
}
