/* SPDX-License-Identifier: Apache-2.0 */
/* capture-events: launches with events, several launches, and wrong ones. See capture-program.h. */
#include "layers/capture-program.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* -- events --------------------------------------------------------------------------------- */

static cl_int status_of(cl_event event)
{
	cl_int status = 1;

	CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
			     NULL));
	return status;
}

static void check_event(cl_event event)
{
	cl_command_type type = 0;
	cl_ulong begin = 0, end = 0;

	CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
	check(type == CL_COMMAND_NDRANGE_KERNEL, "the type of the command");
	CHECK(clWaitForEvents(1, &event));
	check(status_of(event) == CL_COMPLETE, "the status");
	CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(begin), &begin,
				      NULL));
	CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL));
	check(begin != 0 && end >= begin, "the times");
}

static void CL_CALLBACK count_end(cl_event event, cl_int status, void *data)
{
	(void)event;
	__atomic_add_fetch((int *)data, status == CL_COMPLETE ? 1 : 100, __ATOMIC_SEQ_CST);
}

/* The launch waits for an event that the program sets after the call has returned. */
static void user_event(void)
{
	const size_t size = 1024;
	static int count;
	cl_event event, gate;
	cl_int error;
	cl_mem to;

	set_scale(0, &to);
	gate = clCreateUserEvent(context, &error);
	CHECK(error);
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 1, &gate, &event));
	check(status_of(event) > CL_COMPLETE, "the status before the event");
	CHECK(clSetEventCallback(event, CL_COMPLETE, count_end, &count));
	CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
	check_event(event);
	CHECK(clReleaseEvent(event));
	read_after(to);
	for (int i = 0; i < 1000 && __atomic_load_n(&count, __ATOMIC_SEQ_CST) == 0; i++)
		usleep(10000);
	check(__atomic_load_n(&count, __ATOMIC_SEQ_CST) == 1, "the callback");
}

/* The program ends, and has not set the event. */
static void never_set(void)
{
	const size_t size = 1024;
	cl_event gate;
	cl_int error;
	cl_mem to;

	set_scale(0, &to);
	gate = clCreateUserEvent(context, &error);
	CHECK(error);
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 1, &gate, NULL));
}

/* What the launch waits for fails, so it does not run. */
static void fails_later(void)
{
	const size_t size = 1024;
	cl_event event, gate;
	cl_int error;
	cl_mem to;

	set_scale(0, &to);
	gate = clCreateUserEvent(context, &error);
	CHECK(error);
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 1, &gate, &event));
	CHECK(clSetUserEventStatus(gate, -5));
	check(clWaitForEvents(1, &event) != CL_SUCCESS, "waiting for a launch that fails");
	check(status_of(event) < 0, "the status of a launch that fails");
}

/* A queue without order: commands wait for the launch, and at once overwrite what it used. */
static void unordered(void)
{
	const size_t size = 1024;
	static const float others[COUNT];
	cl_event event, written[2];
	cl_mem to, from;
	cl_int error;

	queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
	set_scale(0, &to);
	from = make_buffer(CL_MEM_READ_ONLY, sizeof(scale_in), NULL);
	set(0, sizeof(from), &from);
	written[0] = clCreateUserEvent(context, &error);
	CHECK(error);
	CHECK(clEnqueueWriteBuffer(queue, from, CL_FALSE, 0, sizeof(scale_in), scale_in, 1, written,
				   &written[1]));
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 1, &written[1], &event));
	CHECK(clEnqueueWriteBuffer(queue, to, CL_FALSE, 0, sizeof(others), others, 1, &event, NULL));
	CHECK(clEnqueueWriteBuffer(queue, from, CL_FALSE, 0, sizeof(others), others, 1, &event,
				   NULL));
	CHECK(clSetUserEventStatus(written[0], CL_COMPLETE));
	CHECK(clFinish(queue));
	check_event(event);
}

/* All that can be released is released after the call. */
static void released(void)
{
	cl_event event;
	cl_mem to;

	set_scale(0, &to);
	launch(1024, &event);
	CHECK(clReleaseKernel(kernel));
	CHECK(clReleaseProgram(program));
	CHECK(clReleaseMemObject(to));
	CHECK(clReleaseContext(context));
	CHECK(clFlush(queue));
	CHECK(clReleaseCommandQueue(queue));
	CHECK(clWaitForEvents(1, &event));
	CHECK(clReleaseEvent(event));
}

/*
 * The first launch waits until the second one, in another queue, has ended; or for ever if its event IS_LEFT.
 * Each launch has an event of its own.
 */
static void hold(int is_left)
{
	const size_t size = 1024;
	cl_event events[2], gate;
	cl_command_queue other;
	cl_int error;
	cl_mem to;

	set_scale(0, &to);
	other = make_queue(CL_QUEUE_PROFILING_ENABLE);
	gate = clCreateUserEvent(context, &error);
	CHECK(error);
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 1, &gate, &events[0]));
	use("nothing");
	CHECK(clEnqueueNDRangeKernel(other, kernel, 1, NULL, &size, NULL, 0, NULL, &events[1]));
	check_event(events[1]);
	check(status_of(events[0]) > CL_COMPLETE, "the status of the launch that waits");
	if (is_left)
		return;
	CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
	check_event(events[0]);
	check_event(events[1]);
	read_after(to);
}

static void held(void)
{
	hold(0);
}

static void left(void)
{
	hold(1);
}

/* -- others --------------------------------------------------------------------------------- */

/* Launches of three kernels; the second one of "ones" is launch 4. */
static void several(void)
{
	cl_int number = 0;
	cl_mem buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(number), &number);
	cl_kernel kernels[2];

	use("nothing");
	kernels[0] = kernel;
	use("ones");
	kernels[1] = kernel;
	set(0, sizeof(buffer), &buffer);
	for (int i = 0; i < 6; i++) {
		kernel = kernels[i % 2];
		launch(1, NULL);
	}
	CHECK(clFinish(queue));
}

/* Four threads with a queue and a kernel each make eight launches. */
static void *launch_often(void *unused)
{
	const size_t size = 64;
	cl_command_queue own = make_queue(0);
	cl_int error, number = 0;
	cl_mem buffer = make_buffer(CL_MEM_READ_WRITE, 64 * sizeof(number), NULL);
	cl_kernel ones = clCreateKernel(program, "ones", &error);

	(void)unused;
	CHECK(error);
	CHECK(clSetKernelArg(ones, 0, sizeof(buffer), &buffer));
	for (int i = 0; i < 8; i++)
		CHECK(clEnqueueNDRangeKernel(own, ones, 1, NULL, &size, NULL, 0, NULL, NULL));
	CHECK(clFinish(own));
	return NULL;
}

static void threads(void)
{
	pthread_t others[4];

	for (int i = 0; i < 4; i++)
		check(pthread_create(&others[i], NULL, launch_often, NULL) == 0, "a thread");
	for (int i = 0; i < 4; i++)
		pthread_join(others[i], NULL);
}

static void *launch_for_ever(void *unused)
{
	while (!launch_often(unused))
		;
	return NULL;
}

/* The program ends while its threads make launches. */
static void exits(void)
{
	pthread_t others[4];

	for (int i = 0; i < 4; i++)
		check(pthread_create(&others[i], NULL, launch_for_ever, NULL) == 0, "a thread");
	usleep(20000);
}

/* A launch without an argument that was never set, after one that succeeds. */
static void failing(void)
{
	const size_t size = 1;
	cl_int number = 3;
	cl_mem buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(number), &number);

	use("nothing");
	launch(1, NULL);
	use("both");
	set(0, sizeof(buffer), &buffer);
	expect(0, "before", &number, sizeof(number));
	check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL) ==
		      CL_INVALID_KERNEL_ARGS,
	      "a launch without arguments");
	CHECK(clFinish(queue));
}

/* Calls that are as wrong as can be without a crash of the driver. */
static void hostile(void)
{
	const size_t size = 1;

	use("nothing");
	check(clEnqueueNDRangeKernel(queue, kernel, 0x7fffffff, NULL, NULL, NULL, 0, NULL, NULL) !=
		      CL_SUCCESS,
	      "a launch of too many dimensions");
	check(clEnqueueNDRangeKernel(NULL, NULL, 1, NULL, &size, NULL, 0, NULL, NULL) != CL_SUCCESS,
	      "a launch of nothing");
}

static void task(void)
{
	cl_int number = 0;
	cl_mem buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(number), &number);

	use("ones");
	set(0, sizeof(buffer), &buffer);
	expect(0, "before", &number, sizeof(number));
	number = 1;
	expect(0, "after", &number, sizeof(number));
	CHECK(clEnqueueTask(queue, kernel, 0, NULL, NULL));
	CHECK(clFinish(queue));
}

/* COUNT launches with a buffer of 16 MiB without zeros. */
static void launch_big(int count)
{
	const size_t size = 16 << 20;
	char *bytes = malloc(size);
	cl_mem buffer;

	check(bytes != NULL, "memory");
	memset(bytes, 7, size);
	use("ones");
	buffer = make_buffer(CL_MEM_READ_WRITE, size, bytes);
	set(0, sizeof(buffer), &buffer);
	for (int i = 0; i < count; i++)
		launch(1, NULL);
	CHECK(clFinish(queue));
}

static void big(void)
{
	launch_big(1);
}

static void big_often(void)
{
	launch_big(20);
}

/*
 * The kernel ends when the program has answered it. Nothing answers it when it is replayed, so that it
 * goes on until it is killed.
 */
static void meets(void)
{
	static volatile cl_int words[2] __attribute__((aligned(4096)));
	cl_int error;
	cl_mem buffer;

	build("kernel void meet(global volatile int *words) { words[0] = 1; while (words[1] == 0); }", "");
	use("meet");
	buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof(words), (void *)(uintptr_t)words,
				&error);
	CHECK(error);
	set(0, sizeof(buffer), &buffer);
	launch(1, NULL);
	CHECK(clFlush(queue));
	while (words[0] == 0)
		sched_yield();
	words[1] = 1;
	CHECK(clFinish(queue));
}

/* It is killed while the launch waits. */
static void killed(void)
{
	never_set();
	raise(SIGKILL);
}

/* The launch is made by a child, after one of the parent. */
static void forks(void)
{
	int status = 0;
	pid_t child;

	use("nothing");
	launch(1, NULL);
	CHECK(clFinish(queue));
	child = fork();
	if (child == 0)
		exit(EXIT_SUCCESS);
	check(waitpid(child, &status, 0) == child && status == 0, "the child");
}

/* A child comes and goes while a launch of the parent waits. */
static void forks_held(void)
{
	const size_t size = 1024;
	int status = 0;
	cl_event event, gate;
	cl_int error;
	cl_mem to;
	pid_t child;

	set_scale(0, &to);
	gate = clCreateUserEvent(context, &error);
	CHECK(error);
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 1, &gate, &event));
	child = fork();
	if (child == 0)
		exit(EXIT_SUCCESS);
	check(waitpid(child, &status, 0) == child && status == 0, "the child");
	CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
	check_event(event);
	read_after(to);
}

/* The program has nothing left of the sub-device when the launch is written. */
static void sub_device(void)
{
	const cl_device_partition_property by_counts[] = { CL_DEVICE_PARTITION_BY_COUNTS, 1,
							   CL_DEVICE_PARTITION_BY_COUNTS_LIST_END,
							   0 };
	cl_mem buffer;

	if (clCreateSubDevices(device, by_counts, 1, &device, NULL) != CL_SUCCESS)
		exit(SKIP);
	open_device();
	set_scale(0, &buffer);
	launch(COUNT, NULL);
	read_after(buffer);
	CHECK(clReleaseMemObject(buffer));
	CHECK(clReleaseKernel(kernel));
	CHECK(clReleaseProgram(program));
	CHECK(clReleaseCommandQueue(queue));
	CHECK(clReleaseContext(context));
	CHECK(clReleaseDevice(device));
}

const struct capture_mode event_modes[] = {
	{ "user-event", user_event },
	{ "never-set", never_set },
	{ "held", held },
	{ "left", left },
	{ "fails-later", fails_later },
	{ "unordered", unordered },
	{ "released", released },
	{ "sub-device", sub_device },
	{ "several", several },
	{ "threads", threads },
	{ "exits", exits },
	{ "failing", failing },
	{ "hostile", hostile },
	{ "task", task },
	{ "big", big },
	{ "big-often", big_often },
	{ "meets", meets },
	{ "killed", killed },
	{ "forks", forks },
	{ "forks-held", forks_held },
	{ NULL, NULL },
};
