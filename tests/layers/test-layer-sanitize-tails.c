/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tails after memory, by the sanitizer's layer on the driver of sanitize-driver.h: which memory
 * has one, that the program does not see it, when it is looked at, and which launches are blamed.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "layers/sanitize-driver.h"
#include "layers/sanitize/tails.h"
#include "opencl/constants.h"
#include "unit/unit.h"

#define SIZE 128

static struct {
	cl_context context;
	cl_command_queue queue;
	cl_program program;
	cl_kernel kernel;
} of;

/* What kernels of the program do: they write WRITTEN to COUNT bytes from byte AT of argument 0. */
static size_t at = SIZE;
static size_t count;
static int written = 1;

static void write_bytes(struct driver_object *kernel)
{
	struct driver_object *buffer;
	const void *svm = kernel->arguments[0].svm;
	char *memory = (char *)(uintptr_t)svm;

	memcpy(&buffer, kernel->arguments[0].bytes, sizeof(buffer));
	if (!svm)
		memory = buffer->memory;
	memset(memory + at, written, count);
}

static void open_program(void)
{
	static const unsigned char *binary = (const unsigned char *)"";
	const cl_device_id device = driver_device(0);
	const size_t length = 0;

	of.program = layer->clCreateProgramWithBinary(of.context, 1, &device, &length, &binary,
						      NULL, NULL);
	layer->clBuildProgram(of.program, 0, NULL, NULL, NULL, NULL);
	of.kernel = driver_kernel(of.program, "k");
	layer->clSetKernelArg(of.kernel, 1, 64, NULL);
	layer->clSetKernelArg(of.kernel, 2, 4, &(cl_int){ 7 });
}

static void open_all(void)
{
	fake.run_original = write_bytes;
	driver_start(true);
	of.context = driver_context(1);
	of.queue = driver_queue(of.context, 0);
	open_program();
}

static void close_all(void)
{
	layer->clReleaseKernel(of.kernel);
	layer->clReleaseProgram(of.program);
	layer->clReleaseCommandQueue(of.queue);
	layer->clReleaseContext(of.context);
}

static cl_mem make_buffer(cl_mem_flags flags, size_t size, void *host)
{
	return layer->clCreateBuffer(of.context, flags, size, host, NULL);
}

static void set_buffer(cl_mem buffer)
{
	ck_assert_int_eq(layer->clSetKernelArg(of.kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
}

static void launch(void)
{
	static const size_t size = 64;

	ck_assert_int_eq(layer->clEnqueueNDRangeKernel(of.queue, of.kernel, 1, NULL, &size, NULL, 0,
						       NULL, NULL),
			 CL_SUCCESS);
}

static void finish(void)
{
	ck_assert_int_eq(layer->clFinish(of.queue), CL_SUCCESS);
}

static size_t real_size(cl_mem buffer)
{
	return ((const struct driver_object *)buffer)->size;
}

static bool has_finding(const char *text)
{
	return strstr(driver_findings(), text) != NULL;
}

static int count_findings(void)
{
	int found = 0;

	for (const char *from = driver_findings(); (from = strstr(from, " written beyond "));
	     from++)
		found++;
	return found;
}

/* -- which memory has one --------------------------------------------------------------------- */

static const struct {
	cl_mem_flags flags;
	size_t size;
	bool has_host;
	bool has_tail;
} buffers[] = {
	{ 0, SIZE, false, true },
	{ CL_MEM_READ_WRITE, 1, false, true },
	{ CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, SIZE, false, true },
	{ CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, SIZE, true, true },
	{ CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, SIZE, true, true },
	{ CL_MEM_HOST_NO_ACCESS, SIZE, false, true },
	{ CL_MEM_USE_HOST_PTR, SIZE, true, false },
	{ CL_MEM_READ_WRITE, SIZE, true, false },
	{ CL_MEM_READ_WRITE | (cl_mem_flags)1 << 29, SIZE, false, false },
};

START_TEST(some_buffers_have_one)
{
	/* What is beyond it must not be read. */
	char *host = malloc(SIZE);
	const cl_mem_properties none = 0;
	size_t size = 0;
	cl_mem buffer;

	memset(host, 7, SIZE);
	open_all();
	if (_i < (int)UNIT_ROWS(buffers))
		buffer = make_buffer(buffers[_i].flags, buffers[_i].size,
				     buffers[_i].has_host ? host : NULL);
	else
		buffer =
			layer->clCreateBufferWithProperties(of.context, &none, 0, SIZE, NULL, NULL);
	_i %= (int)UNIT_ROWS(buffers);
	ck_assert_uint_eq(real_size(buffer),
			  buffers[_i].size + (buffers[_i].has_tail ? TAIL_BYTES : 0));
	layer->clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof(size), &size, NULL);
	ck_assert_uint_eq(size, buffers[_i].size);
	if ((buffers[_i].flags & CL_MEM_COPY_HOST_PTR) != 0)
		ck_assert_mem_eq(((struct driver_object *)buffer)->memory, host, SIZE);
	layer->clReleaseMemObject(buffer);
	free(host);
	close_all();
	ck_assert_uint_eq(fake.live, 0);
	driver_stop();
}
END_TEST

/* In contexts of several devices there is none. */
START_TEST(several_devices_have_none)
{
	open_all();
	of.context = driver_context(2);
	ck_assert_uint_eq(real_size(make_buffer(0, SIZE, NULL)), SIZE);
	driver_stop();
}
END_TEST

/* What the driver refuses with it, it makes without. */
START_TEST(memory_may_be_short)
{
	cl_int error = 1;
	cl_mem buffer;
	void *memory;

	fake.most_memory = SIZE;
	open_all();
	buffer = layer->clCreateBuffer(of.context, 0, SIZE, NULL, &error);
	ck_assert_int_eq(error, CL_SUCCESS);
	ck_assert_uint_eq(real_size(buffer), SIZE);
	ck_assert_uint_eq(fake.buffers, 2);
	ck_assert_ptr_null(layer->clCreateBuffer(of.context, 0, SIZE + 1, NULL, &error));
	ck_assert_int_eq(error, CL_MEM_OBJECT_ALLOCATION_FAILURE);
	memory = layer->clSVMAlloc(of.context, 0, SIZE, 0);
	ck_assert_ptr_nonnull(memory);
	ck_assert_uint_eq(fake.svm_size, SIZE);
	layer->clSVMFree(of.context, memory);
	ck_assert_ptr_null(layer->clSVMAlloc(of.context, 0, SIZE + 1, 0));
	driver_stop();
}
END_TEST

START_TEST(all_together_have_a_limit)
{
	size_t made = 0;

	open_all();
	while (real_size(make_buffer(0, 1, NULL)) > 1)
		made++;
	ck_assert_uint_eq(made, ((size_t)64 << 20) / TAIL_BYTES);
	driver_stop();
}
END_TEST

START_TEST(they_can_be_off)
{
	cl_mem buffer;

	setenv("OPENCL_SANITIZE_TAILS", "no", 1);
	count = 0;
	open_all();
	buffer = make_buffer(0, SIZE, NULL);
	ck_assert_uint_eq(real_size(buffer), SIZE);
	set_buffer(buffer);
	launch();
	finish();
	ck_assert_uint_eq(fake.fills + fake.copies, 0);
	driver_stop();
}
END_TEST

/* -- what is found ---------------------------------------------------------------------------- */

static const struct {
	size_t at;
	size_t count;
	const char *text; /* NULL: nothing */
} writes[] = {
	{ 0, SIZE, NULL },
	{ SIZE - 1, 1, NULL },
	{ SIZE, 1,
	  "k: 1 byte was written beyond the end of buffer 2 (128 bytes), at byte 128; by this "
	  "launch; enqueued at " },
	{ SIZE - 4, 8,
	  "k: 4 bytes were written beyond the end of buffer 2 (128 bytes), from byte 128 "
	  "to byte 131; by this launch; enqueued at " },
	{ SIZE + 4095, 1,
	  "k: 1 byte was written beyond the end of buffer 2 (128 bytes), at byte 4223;" },
};

START_TEST(a_write_is_found)
{
	cl_mem first, buffer;

	at = writes[_i].at;
	count = writes[_i].count;
	open_all();
	first = make_buffer(0, SIZE, NULL);
	buffer = make_buffer(0, SIZE, NULL);
	ck_assert_uint_eq(fake.fills, 0);
	set_buffer(buffer);
	launch();
	ck_assert_uint_eq(fake.fills, 1);
	finish();
	ck_assert_int_eq(count_findings(), writes[_i].text != NULL);
	if (writes[_i].text) {
		ck_assert_msg(has_finding(writes[_i].text), "%s", driver_findings());
		ck_assert(has_finding("; made at "));
		ck_assert(has_finding("test-layer-sanitize-tails"));
	}
	/* What is there stays there: the next launch has not done it. */
	count = 0;
	launch();
	finish();
	ck_assert_int_eq(count_findings(), writes[_i].text != NULL);
	layer->clReleaseMemObject(first);
	layer->clReleaseMemObject(buffer);
	close_all();
	ck_assert_uint_eq(fake.live, 0);
	driver_stop();
	ck_assert_ptr_nonnull(
		strstr(driver_messages(),
		       "clrouter: sanitize: 2 launches of kernels that are not checked: "));
}
END_TEST

START_TEST(shared_memory_has_one)
{
	char *memory;

	count = 4;
	open_all();
	memory = layer->clSVMAlloc(of.context, _i == 0 ? 0 : CL_MEM_SVM_FINE_GRAIN_BUFFER, SIZE, 0);
	ck_assert_uint_eq(fake.svm_size, SIZE + TAIL_BYTES);
	ck_assert_int_eq(layer->clSetKernelArgSVMPointer(of.kernel, 0, memory), CL_SUCCESS);
	launch();
	if (_i == 2)
		layer->clSVMFree(of.context, memory);
	else
		finish();
	if (_i < 2)
		ck_assert_msg(
			has_finding("k: 4 bytes were written beyond the end of SVM allocation 1 "
				    "(128 bytes), from byte 128 to byte 131; by this launch, or "
				    "by the host, which can write there; enqueued at "),
			"%s", driver_findings());
	driver_stop();
}
END_TEST

START_TEST(a_finding_can_be_json)
{
	cl_mem buffer;

	setenv("OPENCL_SANITIZE_FORMAT", "json", 1);
	setenv("OPENCL_SANITIZE_STATUS", unit_path("status"), 1);
	unit_make("status=");
	count = 4;
	open_all();
	buffer = make_buffer(0, SIZE, NULL);
	set_buffer(buffer);
	launch();
	finish();
	ck_assert_msg(
		has_finding("{\"level\":\"error\",\"id\":\"tail-overwritten\",\"kernel\":\"k\","
			    "\"memory\":\"buffer\",\"number\":1,\"size\":128,\"offset\":128,"
			    "\"last\":131,\"bytes\":4,\"launches\":1,\"may_be_host\":false,"
			    "\"launched\":[{\"kernel\":\"k\",\"launches\":1,\"is_checked\":false,"
			    "\"enqueued_at\":\""),
		"%s", driver_findings());
	ck_assert(has_finding("\"made_at\":\""));
	driver_stop();
	ck_assert_ptr_nonnull(strstr(unit_read(unit_path("status"), NULL), "finding "));
	ck_assert_ptr_null(strstr(unit_read(unit_path("status"), NULL), "checked "));
	ck_assert_ptr_nonnull(strstr(unit_read(unit_path("status"), NULL), "\nwatched 1\n"));
}
END_TEST

/* One that copies a buffer to another does not write what is there already. */
START_TEST(patterns_differ)
{
	struct tail one = { .size = _i % 4 == 0 ? 64 : (size_t)(_i % 4), .pattern = (uint64_t)_i };
	struct tail other = one;
	unsigned char a[TAIL_UNIT], b[TAIL_UNIT];
	size_t unit;

	for (uint64_t i = 1; i < 250; i++) {
		other.pattern = one.pattern + i;
		unit = tails_pattern(&one, a);
		ck_assert_uint_eq(tails_pattern(&other, b), unit);
		ck_assert_uint_eq(one.size % unit, 0);
		for (size_t k = 0; k < unit; k++)
			ck_assert_int_ne(a[k], b[k]);
	}
}
END_TEST

/* -- whom it is blamed on --------------------------------------------------------------------- */

START_TEST(all_launches_since_the_last_look_may_have_done_it)
{
	cl_kernel other;
	cl_mem buffer;

	open_all();
	other = driver_kernel(of.program, "k");
	layer->clSetKernelArg(other, 1, 64, NULL);
	layer->clSetKernelArg(other, 2, 4, &(cl_int){ 7 });
	buffer = make_buffer(0, SIZE, NULL);
	set_buffer(buffer);
	count = 0;
	launch();
	finish();
	count = 1;
	for (int i = 0; i < 3; i++)
		launch();
	of.kernel = other;
	set_buffer(buffer);
	launch();
	finish();
	ck_assert_msg(has_finding("; by one of 4 launches; enqueued at ") ||
			      has_finding("; by one of 4 launches; k, 3 times; enqueued at "),
		      "%s", driver_findings());
	driver_stop();
}
END_TEST

/* A kernel that is checked is named, too, but is not looked for. */
START_TEST(checked_launches_are_named)
{
	cl_kernel binary;
	cl_mem buffer;

	open_all();
	binary = of.kernel;
	buffer = make_buffer(0, SIZE, NULL);
	set_buffer(buffer);
	count = 0;
	launch();
	finish();
	of.program = driver_program(of.context, "kernel k 3\n");
	of.kernel = driver_kernel(of.program, "k");
	set_buffer(buffer);
	layer->clSetKernelArg(of.kernel, 1, 64, NULL);
	layer->clSetKernelArg(of.kernel, 2, 4, &(cl_int){ 7 });
	fake.copies = 0;
	fake.run = write_bytes;
	count = 1;
	launch();
	ck_assert_uint_eq(fake.shadows, 1);
	/* The hidden argument has the program's size. */
	ck_assert_uint_eq(driver_number(fake.last, 3), SIZE);
	finish();
	ck_assert_int_eq(count_findings(), 0);
	if (_i == 1) {
		of.kernel = binary;
		count = 0;
		launch();
		finish();
		ck_assert_msg(has_finding("; by one of 2 launches; k, 1 time; enqueued at ") &&
				      has_finding("; k, 1 time, checked; enqueued at "),
			      "%s", driver_findings());
	}
	driver_stop();
}
END_TEST

START_TEST(the_host_may_have_done_it)
{
	cl_mem buffer;

	open_all();
	buffer = make_buffer(0, SIZE, NULL);
	set_buffer(buffer);
	count = 1;
	launch();
	layer->clEnqueueMapBuffer(of.queue, buffer, CL_FALSE, CL_MAP_WRITE, 0, SIZE, 0, NULL, NULL,
				  NULL);
	finish();
	ck_assert(has_finding("; by this launch, or by the host, which can write there; "));
	driver_stop();
}
END_TEST

/* -- when it is looked at --------------------------------------------------------------------- */

START_TEST(each_wait_is_followed_by_a_look)
{
	static const size_t size = 64;
	char bytes[SIZE];
	cl_event event = NULL;
	cl_mem buffer;

	count = 1;
	open_all();
	buffer = make_buffer(0, SIZE, NULL);
	set_buffer(buffer);
	layer->clEnqueueNDRangeKernel(of.queue, of.kernel, 1, NULL, &size, NULL, 0, NULL, &event);
	switch (_i) {
	case 0:
		layer->clFlush(of.queue);
		ck_assert_int_eq(count_findings(), 0);
		layer->clWaitForEvents(1, &event);
		break;
	case 1:
		layer->clEnqueueReadBuffer(of.queue, buffer, CL_TRUE, 0, SIZE, bytes, 0, NULL,
					   NULL);
		break;
	case 2:
		layer->clReleaseMemObject(buffer);
		finish();
		break;
	case 3:
		layer->clFlush(of.queue);
		layer->clReleaseMemObject(buffer);
		layer->clReleaseKernel(of.kernel);
		layer->clReleaseProgram(of.program);
		layer->clReleaseEvent(event);
		layer->clReleaseCommandQueue(of.queue);
		layer->clReleaseContext(of.context);
		ck_assert_uint_eq(fake.live, 0);
		break;
	default:
		layer->clFlush(of.queue);
		ck_assert_int_eq(count_findings(), 0);
		driver_stop();
	}
	ck_assert_int_eq(count_findings(), 1);
	if (_i < 3) {
		finish();
		ck_assert_int_eq(count_findings(), 1);
	}
}
END_TEST

/* An earlier command of the queue says nothing of the launch. */
START_TEST(a_launch_may_still_run)
{
	char bytes[SIZE];
	cl_event before = NULL;
	cl_mem buffer;
	cl_command_queue other;

	count = 0;
	open_all();
	other = driver_queue(of.context, 0);
	buffer = make_buffer(0, SIZE, NULL);
	set_buffer(buffer);
	layer->clEnqueueReadBuffer(of.queue, buffer, CL_FALSE, 0, SIZE, bytes, 0, NULL, &before);
	launch();
	layer->clWaitForEvents(1, &before);
	ck_assert_int_eq(layer->clFinish(other), CL_SUCCESS);
	ck_assert_uint_eq(fake.copies, 0);
	count = 1;
	finish();
	ck_assert_uint_eq(fake.copies, 1);
	ck_assert_int_eq(count_findings(), 1);
	/* Nothing is to look at any more. */
	finish();
	ck_assert_uint_eq(fake.copies, 1);
	driver_stop();
}
END_TEST

/* What a command of another queue has waited for has ended with it. */
START_TEST(queues_wait_for_each_other)
{
	static const size_t size = 64;
	char bytes[SIZE];
	cl_event event = NULL, read = NULL;
	cl_mem buffer;
	cl_command_queue other;

	count = 1;
	open_all();
	other = driver_queue(of.context, 0);
	buffer = make_buffer(0, SIZE, NULL);
	set_buffer(buffer);
	layer->clEnqueueNDRangeKernel(of.queue, of.kernel, 1, NULL, &size, NULL, 0, NULL, &event);
	layer->clFlush(of.queue);
	layer->clEnqueueReadBuffer(other, buffer, _i == 0, 0, SIZE, bytes, 1, &event, &read);
	if (_i == 1)
		layer->clWaitForEvents(1, &read);
	else if (_i == 2)
		layer->clFinish(other);
	ck_assert_int_eq(count_findings(), 1);
	fake.copies = 0;
	finish();
	ck_assert_uint_eq(fake.copies, 0);
	driver_stop();
}
END_TEST

/* A driver that does not write or read tails costs only their findings. */
START_TEST(the_driver_may_refuse)
{
	cl_mem buffer;

	count = 1;
	fake.fails_fill = _i == 0;
	open_all();
	buffer = make_buffer(0, SIZE, NULL);
	set_buffer(buffer);
	launch();
	if (_i == 1) {
		fake.dead = CL_OUT_OF_RESOURCES;
		ck_assert_int_eq(layer->clFinish(of.queue), CL_OUT_OF_RESOURCES);
		ck_assert_uint_eq(fake.copies, 0);
	} else {
		finish();
	}
	ck_assert_int_eq(count_findings(), 0);
	layer->clReleaseMemObject(buffer);
	close_all();
	ck_assert_uint_eq(fake.live, 0);
	driver_stop();
}
END_TEST

/* With its objects the program has released all. */
START_TEST(nothing_is_kept)
{
	cl_mem list[100];

	count = 0;
	open_all();
	for (int i = 0; i < 100; i++) {
		list[i] = make_buffer(0, SIZE, NULL);
		set_buffer(list[i]);
		if (_i != 3)
			launch();
		if (_i == 0 && i % 50 == 49)
			finish();
		if (_i == 1 && i % 50 == 49)
			layer->clFlush(of.queue);
		if (_i == 2)
			layer->clReleaseMemObject(list[i]);
		if (_i == 2 && i % 50 == 49)
			finish();
	}
	for (int i = 0; i < 100 && _i != 2; i++)
		layer->clReleaseMemObject(list[i]);
	close_all();
	ck_assert_uint_eq(fake.live, 0);
	driver_stop();
}
END_TEST

/* A child does not look at what its parent has launched. */
START_TEST(a_child_says_nothing_of_its_parent)
{
	cl_mem buffer;
	int status = 0;
	pid_t child;

	count = 1;
	open_all();
	buffer = make_buffer(0, SIZE, NULL);
	set_buffer(buffer);
	launch();
	child = fork();
	if (child == 0) {
		clDeinitLayer();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	ck_assert_str_eq(driver_findings(), "");
	finish();
	ck_assert_int_eq(count_findings(), 1);
	driver_stop();
}
END_TEST

/* -- command buffers -------------------------------------------------------------------------- */

typedef cl_command_buffer_khr CL_API_CALL create_fn(cl_uint, const cl_command_queue *,
						    const cl_command_buffer_properties_khr *,
						    cl_int *);
typedef cl_int CL_API_CALL buffer_fn(cl_command_buffer_khr);
typedef cl_int CL_API_CALL enqueue_fn(cl_uint, cl_command_queue *, cl_command_buffer_khr, cl_uint,
				      const cl_event *, cl_event *);
typedef cl_int CL_API_CALL record_fn(cl_command_buffer_khr, cl_command_queue, const void *,
				     cl_kernel, cl_uint, const size_t *, const size_t *,
				     const size_t *, cl_uint, const cl_sync_point_khr *,
				     cl_sync_point_khr *, cl_mutable_command_khr *);
typedef cl_int CL_API_CALL update_fn(cl_command_buffer_khr, cl_uint, const cl_uint *,
				     const void **);

static cl_command_buffer_khr record(cl_mutable_command_khr *command)
{
	static const size_t size = 64;
	create_fn *create = (create_fn *)driver_function("clCreateCommandBufferKHR");
	record_fn *add = (record_fn *)driver_function("clCommandNDRangeKernelKHR");
	buffer_fn *finalize = (buffer_fn *)driver_function("clFinalizeCommandBufferKHR");
	const cl_command_buffer_khr buffer = create(1, &of.queue, NULL, NULL);

	ck_assert_int_eq(
		add(buffer, NULL, NULL, of.kernel, 1, NULL, &size, NULL, 0, NULL, NULL, command),
		CL_SUCCESS);
	ck_assert_int_eq(finalize(buffer), CL_SUCCESS);
	return buffer;
}

static void enqueue(cl_command_buffer_khr buffer)
{
	enqueue_fn *function = (enqueue_fn *)driver_function("clEnqueueCommandBufferKHR");

	ck_assert_int_eq(function(0, NULL, buffer, 0, NULL, NULL), CL_SUCCESS);
}

START_TEST(command_buffers_launch_kernels)
{
	buffer_fn *release;
	cl_command_buffer_khr commands;
	cl_mem buffer;

	count = 0;
	open_all();
	release = (buffer_fn *)driver_function("clReleaseCommandBufferKHR");
	buffer = make_buffer(0, SIZE, NULL);
	set_buffer(buffer);
	commands = record(NULL);
	ck_assert_uint_eq(fake.fills, 0);
	enqueue(commands);
	ck_assert_uint_eq(fake.fills, 1);
	finish();
	ck_assert_int_eq(count_findings(), 0);
	count = 1;
	enqueue(commands);
	finish();
	ck_assert_int_eq(count_findings(), 1);
	ck_assert(has_finding("k: 1 byte was written beyond the end of buffer 1 (128 bytes), at "));
	ck_assert_int_eq(release(commands), CL_SUCCESS);
	layer->clReleaseMemObject(buffer);
	close_all();
	ck_assert_uint_eq(fake.live, 0);
	driver_stop();
}
END_TEST

/* The driver of tests writes to the buffer that was recorded: only the pattern is looked at. */
START_TEST(command_buffers_are_updated)
{
	update_fn *update;
	cl_command_buffer_khr commands;
	cl_mutable_command_khr command;
	cl_mem buffer, other;
	struct mutable_dispatch_arg argument = { 0, sizeof(cl_mem), &other };
	struct mutable_dispatch_config config = { .num_args = 1, .arg_list = &argument };
	const void *configs[] = { &config };
	const cl_uint types[] = { MUTABLE_DISPATCH_CONFIG };

	count = 0;
	open_all();
	update = (update_fn *)driver_function("clUpdateMutableCommandsKHR");
	buffer = make_buffer(0, SIZE, NULL);
	other = make_buffer(0, SIZE, NULL);
	set_buffer(buffer);
	commands = record(&command);
	config.command = command;
	ck_assert_int_eq(update(commands, 1, types, configs), CL_SUCCESS);
	enqueue(commands);
	ck_assert_uint_eq(fake.fills, 2);
	driver_stop();
}
END_TEST

/* -- ranges ----------------------------------------------------------------------------------- */

static const struct {
	size_t offset;
	size_t size;
	size_t moved;
} ranges[] = {
	{ 0, SIZE, 0 },
	{ 0, SIZE + 1, TAIL_BYTES },
	{ SIZE, 0, SIZE },
	{ SIZE, 4, SIZE + TAIL_BYTES },
	{ 3, SIZE, 3 + TAIL_BYTES },
	{ SIZE + TAIL_BYTES, 4, SIZE + 2 * TAIL_BYTES },
	{ 8, SIZE_MAX - 7, 8 + TAIL_BYTES },
	{ SIZE_MAX - 3, 4, SIZE_MAX - 3 },
	{ SIZE_MAX - 3, 4 + SIZE + 4, SIZE_MAX / 2 / TAIL_BYTES *TAIL_BYTES + TAIL_BYTES - 4 },
};

static size_t seen_offset;

static cl_int CL_API_CALL see_offset(cl_command_queue queue, cl_mem buffer, const void *pattern,
				     size_t unit, size_t offset, size_t size, cl_uint events,
				     const cl_event *list, cl_event *event)
{
	(void)queue, (void)buffer, (void)pattern, (void)unit, (void)size, (void)events, (void)list;
	(void)event;
	seen_offset = offset;
	return CL_INVALID_VALUE;
}

/* It is as far beyond the driver's buffer as it is beyond the program's. */
START_TEST(ranges_are_moved)
{
	driver_set_fill(see_offset);
	open_all();
	ck_assert_int_eq(layer->clEnqueueFillBuffer(of.queue, make_buffer(0, SIZE, NULL), "a", 1,
						    ranges[_i].offset, ranges[_i].size, 0, NULL,
						    NULL),
			 CL_INVALID_VALUE);
	ck_assert_uint_eq(seen_offset, ranges[_i].moved);
	driver_stop();
}
END_TEST

START_TEST(images_end_with_their_buffers)
{
	const cl_image_format format = { CL_R, CL_UNSIGNED_INT8 };
	cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = SIZE };
	cl_int error = 1;
	size_t size = 0;
	cl_mem image;

	open_all();
	desc.mem_object = make_buffer(0, SIZE, NULL);
	image = layer->clCreateImage(of.context, 0, &format, &desc, NULL, &error);
	ck_assert_int_eq(error, CL_SUCCESS);
	ck_assert_uint_eq(real_size(image), SIZE + TAIL_BYTES);
	layer->clGetMemObjectInfo(image, CL_MEM_SIZE, sizeof(size), &size, NULL);
	ck_assert_uint_eq(size, SIZE);
	layer->clReleaseMemObject(image);
	desc.image_width++;
	ck_assert_ptr_null(layer->clCreateImage(of.context, 0, &format, &desc, NULL, &error));
	ck_assert_int_eq(error, CL_INVALID_IMAGE_SIZE);
	layer->clReleaseMemObject(desc.mem_object);
	close_all();
	ck_assert_uint_eq(fake.live, 0);
	driver_stop();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sanitize, tails");
	TCase *tcase = unit_tcase(suite, "sanitize, tails", 60);

	tcase_add_loop_test(tcase, some_buffers_have_one, 0, UNIT_ROWS(buffers) + 1);
	tcase_add_test(tcase, several_devices_have_none);
	tcase_add_test(tcase, memory_may_be_short);
	tcase_add_test(tcase, all_together_have_a_limit);
	tcase_add_test(tcase, they_can_be_off);
	tcase_add_loop_test(tcase, a_write_is_found, 0, UNIT_ROWS(writes));
	tcase_add_loop_test(tcase, shared_memory_has_one, 0, 3);
	tcase_add_test(tcase, a_finding_can_be_json);
	tcase_add_loop_test(tcase, patterns_differ, 0, 8);
	tcase_add_test(tcase, all_launches_since_the_last_look_may_have_done_it);
	tcase_add_loop_test(tcase, checked_launches_are_named, 0, 2);
	tcase_add_test(tcase, the_host_may_have_done_it);
	tcase_add_loop_test(tcase, each_wait_is_followed_by_a_look, 0, 5);
	tcase_add_test(tcase, a_launch_may_still_run);
	tcase_add_loop_test(tcase, queues_wait_for_each_other, 0, 3);
	tcase_add_loop_test(tcase, the_driver_may_refuse, 0, 2);
	tcase_add_loop_test(tcase, nothing_is_kept, 0, 4);
	tcase_add_test(tcase, a_child_says_nothing_of_its_parent);
	tcase_add_test(tcase, command_buffers_launch_kernels);
	tcase_add_test(tcase, command_buffers_are_updated);
	tcase_add_loop_test(tcase, ranges_are_moved, 0, UNIT_ROWS(ranges));
	tcase_add_test(tcase, images_end_with_their_buffers);
	return unit_run(suite);
}
