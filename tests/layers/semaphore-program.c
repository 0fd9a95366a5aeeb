/* SPDX-License-Identifier: Apache-2.0 */
/*
 * semaphore-program: uses semaphores on the first device in every way that cl_khr_semaphore allows,
 * and in wrong ways. Prints what is not as the specification says; the status is 0 if nothing is, 2
 * if the device has no semaphores. Without arguments it runs all cases, else those that are named.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CL_USE_DEPRECATED_OPENCL_1_2_APIS /* clCreateCommandQueue */
#include <clrouter/extension.h>

#include "opencl/constants.h"

#define THREADS 8
#define ROUNDS 200
#define WORDS 1024

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */

#define FUNCTIONS(X) \
	X(clCreateSemaphoreWithPropertiesKHR) X(clRetainSemaphoreKHR) X(clReleaseSemaphoreKHR) \
	X(clGetSemaphoreInfoKHR) X(clEnqueueWaitSemaphoresKHR) X(clEnqueueSignalSemaphoresKHR)
#define MEMBER(id, text, extension, first, last, ret, give, args, ...) \
	ret(CL_API_CALL *id)(__VA_ARGS__);
#define DECLARE(name) CLROUTER_EXTENSION_##name(MEMBER)
static struct {
	FUNCTIONS(DECLARE)
} api;

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static const char *current; /* the case */
static int failures;

#define CHECK(condition) check((condition), #condition, __LINE__)
static int check(int is_true, const char *condition, int line)
{
	if (!is_true) {
		printf("%s: line %d: not %s\n", current, line, condition);
		__atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
	}
	return is_true;
}

#define IS(value, expected) is((long)(value), (long)(expected), #value, __LINE__)
static void is(long value, long expected, const char *text, int line)
{
	if (value == expected)
		return;
	printf("%s: line %d: %s is %ld, not %ld\n", current, line, text, value, expected);
	__atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
}

/* -- what the cases use ---------------------------------------------------------------- */

static const cl_semaphore_properties_khr binary[] = { CL_SEMAPHORE_TYPE_KHR,
						      CL_SEMAPHORE_TYPE_BINARY_KHR, 0 };

static cl_semaphore_khr new_semaphore(void)
{
	cl_int error;
	cl_semaphore_khr semaphore =
		api.clCreateSemaphoreWithPropertiesKHR(context, binary, &error);

	IS(error, CL_SUCCESS);
	return semaphore;
}

/* Not every device has queues without order. */
static cl_command_queue_properties possible_properties(void)
{
	cl_command_queue_properties possible = 0;

	clGetDeviceInfo(device, CL_DEVICE_QUEUE_PROPERTIES, sizeof(possible), &possible, NULL);
	return possible;
}

/*
 * For a case in which a command is enqueued before what it waits for. rusticl (25.0 to 26.2) executes
 * a queue without order in order, which OpenCL allows.
 */
static int lacks_queues_without_order(void)
{
	char name[64] = "";

	clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name), name, NULL);
	if (!(possible_properties() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
		puts("not tested: the device has no queues without order");
	else if (strcmp(name, "rusticl") == 0)
		puts("not tested: the driver executes queues without order in order");
	else
		return 0;
	return 1;
}

static cl_command_queue new_queue(cl_command_queue_properties properties)
{
	cl_command_queue queue;
	cl_int error;

	queue = clCreateCommandQueue(context, device, properties & possible_properties(), &error);
	IS(error, CL_SUCCESS);
	return queue;
}

static cl_int signal_one(cl_command_queue queue, cl_semaphore_khr semaphore, cl_event after,
			 cl_event *event)
{
	const cl_int error = api.clEnqueueSignalSemaphoresKHR(queue, 1, &semaphore, NULL, after != NULL,
							      !after ? NULL : &after, event);

	/* Another queue may wait for it, and a driver need not execute anything before this. */
	clFlush(queue);
	return error;
}

static cl_int wait_one(cl_command_queue queue, cl_semaphore_khr semaphore, cl_event after,
		       cl_event *event)
{
	return api.clEnqueueWaitSemaphoresKHR(queue, 1, &semaphore, NULL, after != NULL,
					      !after ? NULL : &after, event);
}

static cl_int status_of(cl_event event)
{
	cl_int status = CL_QUEUED;

	IS(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL),
	   CL_SUCCESS);
	return status;
}

static cl_semaphore_payload_khr payload_of(cl_semaphore_khr semaphore)
{
	cl_semaphore_payload_khr payload = 7;
	size_t size = 0;

	IS(api.clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_PAYLOAD_KHR, sizeof(payload), &payload,
				     &size),
	   CL_SUCCESS);
	IS(size, sizeof(payload));
	return payload;
}

/* -- right use ------------------------------------------------------------------------- */

/* In one queue and in two, in order and not, each round with a signal and a wait. */
static void reuse(void)
{
	const cl_command_queue_properties kinds[] = { 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE };

	for (int kind = 0; kind < 4; kind++) {
		cl_semaphore_khr semaphore = new_semaphore();
		cl_command_queue first = new_queue(kinds[kind & 1]);
		cl_command_queue second = new_queue(kinds[kind >> 1]);
		cl_event event;

		for (int i = 0; i < 20; i++) {
			IS(signal_one(first, semaphore, NULL, NULL), CL_SUCCESS);
			IS(wait_one(second, semaphore, NULL, &event), CL_SUCCESS);
			IS(clWaitForEvents(1, &event), CL_SUCCESS);
			IS(status_of(event), CL_COMPLETE);
			clReleaseEvent(event);
			IS(payload_of(semaphore), 0);
			IS(signal_one(second, semaphore, NULL, NULL), CL_SUCCESS);
			IS(wait_one(second, semaphore, NULL, NULL), CL_SUCCESS);
			IS(clFinish(second), CL_SUCCESS);
		}
		IS(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
		clReleaseCommandQueue(first);
		clReleaseCommandQueue(second);
	}
}

/*
 * The second queue copies what the first one has filled. Nothing is filled before `gate`. If
 * IS_EARLY, the second queue waits before the first one signals.
 */
static void order(int is_early)
{
	cl_semaphore_khr semaphore = new_semaphore();
	cl_command_queue first = new_queue(0), second = new_queue(0);
	cl_mem from = clCreateBuffer(context, 0, WORDS * sizeof(cl_uint), NULL, NULL);
	cl_mem to = clCreateBuffer(context, 0, WORDS * sizeof(cl_uint), NULL, NULL);
	cl_event gate = clCreateUserEvent(context, NULL);
	const cl_uint old = 1, new = 0x12345678;
	cl_uint *words = calloc(WORDS, sizeof(*words));
	cl_event waited = NULL;

	clEnqueueFillBuffer(first, from, &old, sizeof(old), 0, WORDS * sizeof(old), 0, NULL, NULL);
	clFinish(first);
	if (is_early)
		IS(wait_one(second, semaphore, NULL, &waited), CL_SUCCESS);
	clEnqueueFillBuffer(first, from, &new, sizeof(new), 0, WORDS * sizeof(new), 1, &gate, NULL);
	IS(signal_one(first, semaphore, NULL, NULL), CL_SUCCESS);
	if (!is_early)
		IS(wait_one(second, semaphore, NULL, &waited), CL_SUCCESS);
	clEnqueueCopyBuffer(second, from, to, 0, 0, WORDS * sizeof(old), 0, NULL, NULL);
	clFlush(second);
	CHECK(status_of(waited) > CL_COMPLETE);
	IS(payload_of(semaphore), 0);
	clSetUserEventStatus(gate, CL_COMPLETE);
	IS(clEnqueueReadBuffer(second, to, CL_TRUE, 0, WORDS * sizeof(old), words, 0, NULL, NULL),
	   CL_SUCCESS);
	for (int i = 0; i < WORDS && words[i] != new; i++)
		IS(words[i], new);
	IS(status_of(waited), CL_COMPLETE);
	clReleaseEvent(waited);
	clReleaseEvent(gate);
	clReleaseMemObject(from);
	clReleaseMemObject(to);
	IS(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
	clReleaseCommandQueue(first);
	clReleaseCommandQueue(second);
	free(words);
}

static void late_wait(void)
{
	order(0);
}

static void early_wait(void)
{
	order(1);
}

/* Three semaphores in one command, which are signaled in commands of their own. */
static void several_in(void)
{
	cl_command_queue queue = new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_command_queue other = new_queue(0);
	const cl_semaphore_payload_khr payloads[3] = { 5, 6, 7 };
	cl_semaphore_khr semaphores[3];
	cl_event waited;

	for (int i = 0; i < 3; i++)
		semaphores[i] = new_semaphore();
	IS(signal_one(other, semaphores[1], NULL, NULL), CL_SUCCESS);
	IS(api.clEnqueueWaitSemaphoresKHR(queue, 3, semaphores, payloads, 0, NULL, &waited),
	   CL_SUCCESS);
	clFinish(other);
	CHECK(status_of(waited) > CL_COMPLETE);
	IS(signal_one(other, semaphores[2], NULL, NULL), CL_SUCCESS);
	clFinish(other);
	CHECK(status_of(waited) > CL_COMPLETE);
	IS(signal_one(queue, semaphores[0], NULL, NULL), CL_SUCCESS);
	IS(clFinish(queue), CL_SUCCESS);
	IS(status_of(waited), CL_COMPLETE);
	clReleaseEvent(waited);
	IS(api.clEnqueueSignalSemaphoresKHR(other, 3, semaphores, payloads, 0, NULL, NULL),
	   CL_SUCCESS);
	clFinish(other);
	for (int i = 0; i < 3; i++) {
		IS(payload_of(semaphores[i]), 1);
		IS(wait_one(queue, semaphores[i], NULL, NULL), CL_SUCCESS);
		IS(payload_of(semaphores[i]), 0);
	}
	IS(clFinish(queue), CL_SUCCESS);
	for (int i = 0; i < 3; i++)
		IS(api.clReleaseSemaphoreKHR(semaphores[i]), CL_SUCCESS);
	clReleaseCommandQueue(queue);
	clReleaseCommandQueue(other);
}

/* Nothing orders a signal after an earlier command of an out-of-order queue. */
static void out_of_order_in(void)
{
	cl_command_queue queue = new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_semaphore_khr blocked = new_semaphore(), semaphore = new_semaphore();
	cl_event signaled, waited;

	IS(wait_one(queue, blocked, NULL, &waited), CL_SUCCESS);
	IS(signal_one(queue, semaphore, NULL, &signaled), CL_SUCCESS);
	IS(clWaitForEvents(1, &signaled), CL_SUCCESS);
	IS(payload_of(semaphore), 1);
	CHECK(status_of(waited) > CL_COMPLETE);
	IS(signal_one(queue, blocked, NULL, NULL), CL_SUCCESS);
	IS(clFinish(queue), CL_SUCCESS);
	IS(status_of(waited), CL_COMPLETE);
	clReleaseEvent(signaled);
	clReleaseEvent(waited);
	IS(api.clReleaseSemaphoreKHR(blocked), CL_SUCCESS);
	IS(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
	clReleaseCommandQueue(queue);
}

static void several(void)
{
	if (!lacks_queues_without_order())
		several_in();
}

static void out_of_order(void)
{
	if (!lacks_queues_without_order())
		out_of_order_in();
}

/* Events in the lists of both commands. */
static void lists(void)
{
	cl_command_queue first = new_queue(0), second = new_queue(0);
	cl_semaphore_khr semaphore = new_semaphore();
	cl_event gates[2] = { clCreateUserEvent(context, NULL), clCreateUserEvent(context, NULL) };
	cl_event events[2];

	IS(signal_one(first, semaphore, gates[0], &events[0]), CL_SUCCESS);
	IS(wait_one(second, semaphore, gates[1], &events[1]), CL_SUCCESS);
	clFlush(first);
	clFlush(second);
	CHECK(status_of(events[0]) > CL_COMPLETE);
	clSetUserEventStatus(gates[0], CL_COMPLETE);
	IS(clFinish(first), CL_SUCCESS);
	IS(status_of(events[0]), CL_COMPLETE);
	CHECK(status_of(events[1]) > CL_COMPLETE);
	clSetUserEventStatus(gates[1], CL_COMPLETE);
	IS(clFinish(second), CL_SUCCESS);
	IS(status_of(events[1]), CL_COMPLETE);
	for (int i = 0; i < 2; i++) {
		clReleaseEvent(events[i]);
		clReleaseEvent(gates[i]);
	}
	IS(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
	clReleaseCommandQueue(first);
	clReleaseCommandQueue(second);
}

static void is_event_of(cl_event event, cl_command_queue queue, cl_command_type type)
{
	const cl_profiling_info names[] = { CL_PROFILING_COMMAND_QUEUED,
					    CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
					    CL_PROFILING_COMMAND_END };
	cl_command_type found = 0;
	cl_command_queue found_queue = NULL;
	cl_uint references = 0;
	size_t size = 0;
	cl_ulong last = 0;

	IS(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(found), &found, &size), CL_SUCCESS);
	IS(found, type);
	IS(size, sizeof(found));
	IS(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof(found_queue), &found_queue, NULL),
	   CL_SUCCESS);
	CHECK(found_queue == queue);
	clRetainEvent(event);
	IS(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof(references), &references, NULL),
	   CL_SUCCESS);
	IS(references, 2);
	clReleaseEvent(event);
	IS(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(found), &found, &size), CL_SUCCESS);
	IS(found, type);
	for (int i = 0; i < 4; i++) {
		cl_ulong time = 0;

		IS(clGetEventProfilingInfo(event, names[i], sizeof(time), &time, NULL), CL_SUCCESS);
		CHECK(time >= last && time != 0);
		last = time;
	}
}

static void events(void)
{
	cl_command_queue queue = new_queue(CL_QUEUE_PROFILING_ENABLE);
	cl_semaphore_khr semaphore = new_semaphore();
	cl_event signaled, waited, marker;
	cl_command_type type = 0;

	IS(signal_one(queue, semaphore, NULL, &signaled), CL_SUCCESS);
	IS(wait_one(queue, semaphore, NULL, &waited), CL_SUCCESS);
	IS(clFinish(queue), CL_SUCCESS);
	is_event_of(signaled, queue, CL_COMMAND_SEMAPHORE_SIGNAL_KHR);
	is_event_of(waited, queue, CL_COMMAND_SEMAPHORE_WAIT_KHR);
	clReleaseEvent(signaled);
	clReleaseEvent(waited);
	/* The next events may have the same addresses. */
	for (int i = 0; i < 10; i++) {
		clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker);
		clGetEventInfo(marker, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
		IS(type, CL_COMMAND_MARKER);
		clReleaseEvent(marker);
	}
	IS(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
	clReleaseCommandQueue(queue);
}

/* -- failures of commands, and early ends ---------------------------------------------------- */

/*
 * The signal's command fails: so does the wait, which is enqueued before it, after it, or when it
 * has failed already. The semaphore can be used again.
 */
static void fail_at(int when)
{
	cl_command_queue first = new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_command_queue second = new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_semaphore_khr semaphore = new_semaphore();
	cl_event gate = clCreateUserEvent(context, NULL);
	cl_event signaled, waited = NULL;

	if (when == 0)
		IS(wait_one(second, semaphore, NULL, &waited), CL_SUCCESS);
	IS(signal_one(first, semaphore, gate, &signaled), CL_SUCCESS);
	if (when == 1)
		IS(wait_one(second, semaphore, NULL, &waited), CL_SUCCESS);
	clFlush(first);
	clFlush(second);
	IS(clSetUserEventStatus(gate, -5), CL_SUCCESS);
	clWaitForEvents(1, &signaled);
	CHECK(status_of(signaled) < 0);
	IS(payload_of(semaphore), 0);
	if (when == 2)
		IS(wait_one(second, semaphore, NULL, &waited), CL_SUCCESS);
	clFlush(second);
	CHECK(clWaitForEvents(1, &waited) < 0);
	CHECK(status_of(waited) < 0);
	clReleaseEvent(signaled);
	clReleaseEvent(waited);
	clReleaseEvent(gate);
	clReleaseCommandQueue(first);
	clReleaseCommandQueue(second);
	first = new_queue(0);
	IS(signal_one(first, semaphore, NULL, NULL), CL_SUCCESS);
	IS(wait_one(first, semaphore, NULL, &waited), CL_SUCCESS);
	IS(clFinish(first), CL_SUCCESS);
	IS(status_of(waited), CL_COMPLETE);
	clReleaseEvent(waited);
	clReleaseCommandQueue(first);
	IS(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
}

static void failures_of_signals(void)
{
	for (int when = 0; when < 3; when++)
		fail_at(when);
}

/* A signal that is enqueued reaches its wait although the semaphore is released meanwhile. */
static void released_in_use(void)
{
	cl_command_queue first = new_queue(0), second = new_queue(0);
	cl_semaphore_khr semaphore = new_semaphore();
	cl_event gate = clCreateUserEvent(context, NULL);
	cl_event waited;

	IS(wait_one(second, semaphore, NULL, &waited), CL_SUCCESS);
	IS(signal_one(first, semaphore, gate, NULL), CL_SUCCESS);
	IS(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
	clSetUserEventStatus(gate, CL_COMPLETE);
	IS(clFinish(first), CL_SUCCESS);
	IS(clFinish(second), CL_SUCCESS);
	IS(status_of(waited), CL_COMPLETE);
	clReleaseEvent(waited);
	clReleaseEvent(gate);
	clReleaseCommandQueue(first);
	clReleaseCommandQueue(second);
}

/* Nobody can signal a semaphore that is gone: its wait fails, and everything else can go, too. */
static void released_with_wait(void)
{
	cl_context own = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	cl_command_queue queue = clCreateCommandQueue(own, device, 0, NULL);
	cl_semaphore_khr semaphore = api.clCreateSemaphoreWithPropertiesKHR(own, binary, NULL);
	cl_event waited;

	IS(wait_one(queue, semaphore, NULL, &waited), CL_SUCCESS);
	IS(clReleaseContext(own), CL_SUCCESS);
	IS(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
	clFlush(queue);
	CHECK(clWaitForEvents(1, &waited) < 0);
	CHECK(status_of(waited) < 0);
	clReleaseEvent(waited);
	clReleaseCommandQueue(queue);
}

/* -- queries and errors -------------------------------------------------------------------- */

static void queries(void)
{
	const cl_semaphore_properties_khr with_device[] = {
		CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
		(cl_semaphore_properties_khr)(size_t)device,
		CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR,
		CL_SEMAPHORE_TYPE_KHR,
		CL_SEMAPHORE_TYPE_BINARY_KHR,
		0
	};
	cl_semaphore_khr semaphore =
		api.clCreateSemaphoreWithPropertiesKHR(context, with_device, NULL);
	cl_semaphore_properties_khr properties[8];
	cl_semaphore_type_khr type = 0;
	cl_context of = NULL;
	cl_device_id on = NULL;
	cl_uint references = 0;
	size_t size = 0;

	CHECK(semaphore != NULL);
	IS(api.clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_PROPERTIES_KHR, sizeof(properties),
				     properties, &size),
	   CL_SUCCESS);
	IS(size, sizeof(with_device));
	CHECK(memcmp(properties, with_device, size) == 0);
	IS(api.clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_TYPE_KHR, sizeof(type), &type, &size),
	   CL_SUCCESS);
	IS(type, CL_SEMAPHORE_TYPE_BINARY_KHR);
	IS(api.clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_CONTEXT_KHR, sizeof(of), &of, &size),
	   CL_SUCCESS);
	CHECK(of == context);
	IS(api.clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, sizeof(on),
				     &on, &size),
	   CL_SUCCESS);
	CHECK(on == device && size == sizeof(on));
	IS(api.clRetainSemaphoreKHR(semaphore), CL_SUCCESS);
	IS(api.clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_REFERENCE_COUNT_KHR,
				     sizeof(references), &references, &size),
	   CL_SUCCESS);
	IS(references, 2);
	IS(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
	IS(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);

	IS(clGetDeviceInfo(device, CL_DEVICE_SEMAPHORE_TYPES_KHR, sizeof(type), &type, &size),
	   CL_SUCCESS);
	CHECK(type == CL_SEMAPHORE_TYPE_BINARY_KHR && size == sizeof(type));
	IS(clGetPlatformInfo(platform, CL_PLATFORM_SEMAPHORE_TYPES_KHR, sizeof(type), &type, &size),
	   CL_SUCCESS);
	CHECK(type == CL_SEMAPHORE_TYPE_BINARY_KHR && size == sizeof(type));
}

static void wrong_queries(void)
{
	cl_command_queue queue = new_queue(0);
	cl_semaphore_khr semaphore = new_semaphore();
	cl_semaphore_type_khr type = 0;
	cl_command_type command = 7;
	cl_event event;

	IS(api.clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_TYPE_KHR, sizeof(type) - 1, &type,
				     NULL),
	   CL_INVALID_VALUE);
	IS(api.clGetSemaphoreInfoKHR(semaphore, 0, 0, NULL, NULL), CL_INVALID_VALUE);
	IS(signal_one(queue, semaphore, NULL, &event), CL_SUCCESS);
	IS(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, 1, &command, NULL), CL_INVALID_VALUE);
	IS(command, 7);
	IS(clFinish(queue), CL_SUCCESS);
	clReleaseEvent(event);
	IS(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
	clReleaseCommandQueue(queue);
}

/* The number is larger than the list, whose second semaphore is wrong. */
static void wrong_numbers(void)
{
	cl_command_queue queue = new_queue(0);
	cl_semaphore_khr list[] = { new_semaphore(), NULL };

	IS(api.clEnqueueSignalSemaphoresKHR(queue, ~0u, list, NULL, 0, NULL, NULL),
	   CL_INVALID_SEMAPHORE_KHR);
	IS(api.clEnqueueWaitSemaphoresKHR(queue, ~0u, list, NULL, 0, NULL, NULL),
	   CL_INVALID_SEMAPHORE_KHR);
	IS(payload_of(list[0]), 0);
	IS(api.clReleaseSemaphoreKHR(list[0]), CL_SUCCESS);
	clReleaseCommandQueue(queue);
}

static void wrong_properties(void)
{
	const cl_semaphore_properties_khr on = (cl_semaphore_properties_khr)(size_t)device;
	const struct {
		cl_semaphore_properties_khr list[9];
		cl_int error;
	} rows[] = {
		{ { 0 }, CL_INVALID_VALUE },
		{ { CL_SEMAPHORE_TYPE_KHR, 2, 0 }, CL_INVALID_PROPERTY },
		{ { 0x7777, 1, 0 }, CL_INVALID_PROPERTY },
		{ { CL_SEMAPHORE_TYPE_KHR, 1, CL_SEMAPHORE_TYPE_KHR }, CL_INVALID_PROPERTY },
		{ { CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, on, 0, 0 }, CL_INVALID_VALUE },
		{ { CL_SEMAPHORE_TYPE_KHR, 1, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, 0, 0 },
		  CL_INVALID_DEVICE },
		{ { CL_SEMAPHORE_TYPE_KHR, 1, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, on, on, 0, 0 },
		  CL_INVALID_DEVICE },
		{ { CL_SEMAPHORE_TYPE_KHR, 1, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, 16, 0, 0 },
		  CL_INVALID_DEVICE },
		{ { CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, on, 0, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
		    on, 0, CL_SEMAPHORE_TYPE_KHR, 1, 0 },
		  CL_INVALID_PROPERTY },
		{ { CL_SEMAPHORE_TYPE_KHR, 1, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR,
		    CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, 0, 0 },
		  CL_INVALID_PROPERTY },
	};
	cl_int error = 1;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		CHECK(api.clCreateSemaphoreWithPropertiesKHR(context, rows[i].list, &error) ==
		      NULL);
		if (error != rows[i].error)
			printf("row %zu: ", i);
		IS(error, rows[i].error);
	}
	CHECK(api.clCreateSemaphoreWithPropertiesKHR(context, NULL, &error) == NULL);
	IS(error, CL_INVALID_VALUE);
	CHECK(api.clCreateSemaphoreWithPropertiesKHR(NULL, binary, &error) == NULL);
	IS(error, CL_INVALID_CONTEXT);
	CHECK(api.clCreateSemaphoreWithPropertiesKHR(NULL, NULL, NULL) == NULL);
}

typedef cl_int CL_API_CALL enqueue_fn(cl_command_queue queue, cl_uint count,
				      const cl_semaphore_khr *semaphores,
				      const cl_semaphore_payload_khr *payloads, cl_uint event_count,
				      const cl_event *events, cl_event *event);

/* Wrong arguments of both commands, which leave SEMAPHORE and *EVENT as they were. */
static void wrong_arguments_of(enqueue_fn *enqueue, cl_semaphore_khr semaphore,
			       cl_semaphore_khr gone)
{
	cl_context other = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	cl_command_queue queue = new_queue(0);
	cl_command_queue foreign = clCreateCommandQueue(other, device, 0, NULL);
	cl_event gate = clCreateUserEvent(context, NULL), failed = clCreateUserEvent(context, NULL);
	cl_event foreign_gate = clCreateUserEvent(other, NULL), none[2] = { gate, NULL };
	char bytes[64] = "";
	const cl_semaphore_khr wrong[] = { NULL, gone, (cl_semaphore_khr)(void *)bytes,
					   (cl_semaphore_khr)(void *)16,
					   (cl_semaphore_khr)(void *)queue };
	const cl_semaphore_payload_khr payload = 1;
	cl_event event = gate;

	clSetUserEventStatus(failed, -5);
	IS(enqueue(NULL, 1, &semaphore, NULL, 0, NULL, &event), CL_INVALID_COMMAND_QUEUE);
	IS(enqueue(queue, 0, &semaphore, NULL, 0, NULL, &event), CL_INVALID_VALUE);
	IS(enqueue(queue, 0, NULL, NULL, 0, NULL, &event), CL_INVALID_VALUE);
	IS(enqueue(queue, 1, NULL, NULL, 0, NULL, &event), CL_INVALID_VALUE);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		const cl_semaphore_khr list[] = { semaphore, wrong[i] };

		IS(enqueue(queue, 1, &wrong[i], NULL, 0, NULL, &event), CL_INVALID_SEMAPHORE_KHR);
		IS(enqueue(queue, 2, list, &payload, 0, NULL, &event), CL_INVALID_SEMAPHORE_KHR);
	}
	IS(enqueue(foreign, 1, &semaphore, NULL, 0, NULL, &event), CL_INVALID_CONTEXT);
	IS(enqueue(queue, 1, &semaphore, NULL, 1, &foreign_gate, &event), CL_INVALID_CONTEXT);
	IS(enqueue(queue, 1, &semaphore, NULL, 1, NULL, &event), CL_INVALID_EVENT_WAIT_LIST);
	IS(enqueue(queue, 1, &semaphore, NULL, 0, &gate, &event), CL_INVALID_EVENT_WAIT_LIST);
	IS(enqueue(queue, 1, &semaphore, NULL, 2, none, &event), CL_INVALID_EVENT_WAIT_LIST);
	IS(enqueue(queue, 1, &semaphore, NULL, 1, &failed, &event),
	   CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	CHECK(event == gate);
	clSetUserEventStatus(gate, CL_COMPLETE);
	clSetUserEventStatus(foreign_gate, CL_COMPLETE);
	IS(clFinish(queue), CL_SUCCESS);
	clReleaseEvent(gate);
	clReleaseEvent(failed);
	clReleaseEvent(foreign_gate);
	clReleaseCommandQueue(queue);
	clReleaseCommandQueue(foreign);
	clReleaseContext(other);
}

static void wrong_arguments(void)
{
	cl_semaphore_khr semaphore = new_semaphore(), gone = new_semaphore();
	cl_command_queue queue = new_queue(0);

	IS(api.clReleaseSemaphoreKHR(gone), CL_SUCCESS);
	IS(api.clReleaseSemaphoreKHR(gone), CL_INVALID_SEMAPHORE_KHR);
	IS(api.clRetainSemaphoreKHR(gone), CL_INVALID_SEMAPHORE_KHR);
	IS(api.clRetainSemaphoreKHR(NULL), CL_INVALID_SEMAPHORE_KHR);
	IS(api.clGetSemaphoreInfoKHR(gone, CL_SEMAPHORE_TYPE_KHR, 0, NULL, NULL),
	   CL_INVALID_SEMAPHORE_KHR);
	wrong_arguments_of(api.clEnqueueSignalSemaphoresKHR, semaphore, gone);
	wrong_arguments_of(api.clEnqueueWaitSemaphoresKHR, semaphore, gone);
	IS(clFinish(queue), CL_SUCCESS);
	IS(payload_of(semaphore), 0);
	IS(signal_one(queue, semaphore, NULL, NULL), CL_SUCCESS);
	IS(clFinish(queue), CL_SUCCESS);
	IS(payload_of(semaphore), 1);
	wrong_arguments_of(api.clEnqueueWaitSemaphoresKHR, semaphore, gone);
	IS(payload_of(semaphore), 1);
	IS(wait_one(queue, semaphore, NULL, NULL), CL_SUCCESS);
	IS(clFinish(queue), CL_SUCCESS);
	IS(payload_of(semaphore), 0);
	IS(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
	clReleaseCommandQueue(queue);
}

/*
 * Two devices in one context: parts of the device. They are not released: a thread of PoCL 3.1 may
 * still need one to free the event of the last command, after clFinish.
 */
static void two_devices(void)
{
	const cl_device_partition_property by_count[] = { CL_DEVICE_PARTITION_BY_COUNTS, 1, 1,
							  CL_DEVICE_PARTITION_BY_COUNTS_LIST_END,
							  0 };
	cl_device_id parts[2], on = NULL;
	cl_semaphore_properties_khr properties[] = { CL_SEMAPHORE_TYPE_KHR,
						     CL_SEMAPHORE_TYPE_BINARY_KHR,
						     CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
						     0,
						     0,
						     0 };
	cl_command_queue queues[2];
	cl_semaphore_khr semaphore;
	cl_context both;
	cl_int error;

	if (clCreateSubDevices(device, by_count, 2, parts, NULL) != CL_SUCCESS) {
		puts("two_devices: the device has no parts: left out");
		return;
	}
	both = clCreateContext(NULL, 2, parts, NULL, NULL, &error);
	IS(error, CL_SUCCESS);
	for (int i = 0; i < 2; i++)
		queues[i] = clCreateCommandQueue(both, parts[i], 0, NULL);
	CHECK(api.clCreateSemaphoreWithPropertiesKHR(both, binary, &error) == NULL);
	IS(error, CL_INVALID_PROPERTY);
	properties[3] = (cl_semaphore_properties_khr)(size_t)device;
	CHECK(api.clCreateSemaphoreWithPropertiesKHR(both, properties, &error) == NULL);
	IS(error, CL_INVALID_DEVICE);
	properties[3] = (cl_semaphore_properties_khr)(size_t)parts[1];
	semaphore = api.clCreateSemaphoreWithPropertiesKHR(both, properties, &error);
	IS(error, CL_SUCCESS);
	api.clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, sizeof(on), &on,
				  NULL);
	CHECK(on == parts[1]);
	IS(signal_one(queues[0], semaphore, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	IS(wait_one(queues[0], semaphore, NULL, NULL), CL_INVALID_COMMAND_QUEUE);
	IS(signal_one(queues[1], semaphore, NULL, NULL), CL_SUCCESS);
	IS(wait_one(queues[1], semaphore, NULL, NULL), CL_SUCCESS);
	IS(clFinish(queues[1]), CL_SUCCESS);
	IS(api.clReleaseSemaphoreKHR(semaphore), CL_SUCCESS);
	for (int i = 0; i < 2; i++)
		clReleaseCommandQueue(queues[i]);
	clReleaseContext(both);
}

/* -- threads ------------------------------------------------------------------------------- */

static cl_semaphore_khr ring[THREADS];
static cl_semaphore_khr shared;

/*
 * Each thread waits for its own semaphore and signals the next one's. All do both with one more, in
 * queues without other commands: a wait may get a signal that a thread enqueues many rounds later.
 */
static void *run_thread(void *data)
{
	const size_t index = (size_t)data;
	cl_command_queue queue = new_queue(0), other = new_queue(0), third = new_queue(0);

	for (int i = 0; i < ROUNDS; i++) {
		cl_semaphore_khr own = new_semaphore();
		cl_event event;

		IS(wait_one(queue, ring[index], NULL, &event), CL_SUCCESS);
		IS(signal_one(other, ring[(index + 1) % THREADS], NULL, NULL), CL_SUCCESS);
		IS(signal_one(third, shared, NULL, NULL), CL_SUCCESS);
		IS(wait_one(third, shared, NULL, NULL), CL_SUCCESS);
		IS(api.clRetainSemaphoreKHR(shared), CL_SUCCESS);
		IS(wait_one(other, own, NULL, NULL), CL_SUCCESS);
		IS(signal_one(queue, own, NULL, NULL), CL_SUCCESS);
		IS(api.clReleaseSemaphoreKHR(shared), CL_SUCCESS);
		IS(api.clReleaseSemaphoreKHR(own), CL_SUCCESS);
		if (i % 20 == 0)
			IS(clWaitForEvents(1, &event), CL_SUCCESS);
		clReleaseEvent(event);
	}
	IS(clFinish(queue), CL_SUCCESS);
	IS(clFinish(other), CL_SUCCESS);
	IS(clFinish(third), CL_SUCCESS);
	clReleaseCommandQueue(queue);
	clReleaseCommandQueue(other);
	clReleaseCommandQueue(third);
	return NULL;
}

static void threads(void)
{
	pthread_t list[THREADS];

	shared = new_semaphore();
	for (size_t i = 0; i < THREADS; i++)
		ring[i] = new_semaphore();
	for (size_t i = 0; i < THREADS; i++)
		pthread_create(&list[i], NULL, run_thread, (void *)i);
	for (size_t i = 0; i < THREADS; i++)
		pthread_join(list[i], NULL);
	for (size_t i = 0; i < THREADS; i++) {
		IS(payload_of(ring[i]), 0);
		IS(api.clReleaseSemaphoreKHR(ring[i]), CL_SUCCESS);
	}
	IS(payload_of(shared), 0);
	IS(api.clReleaseSemaphoreKHR(shared), CL_SUCCESS);
}

/* -- main ------------------------------------------------------------------------------------ */

#define CASES(X) \
	X(reuse) X(late_wait) X(early_wait) X(several) X(out_of_order) X(lists) X(events) \
	X(failures_of_signals) X(released_in_use) X(released_with_wait) X(queries) \
	X(wrong_queries) X(wrong_numbers) X(wrong_properties) X(wrong_arguments) X(two_devices) \
	X(threads)
#define ROW(name) { #name, name },
static const struct {
	const char *name;
	void (*run)(void);
} cases[] = { CASES(ROW) };

static int is_wanted(const char *name, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], name) == 0)
			return 1;
	return argc < 2;
}

static int has_semaphores(void)
{
	char extensions[16384] = "";

	if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
		return 0;
	clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof(extensions), extensions, NULL);
	if (!strstr(extensions, "cl_khr_semaphore"))
		return 0;
#define FIND(name) \
	api.name = \
		(__typeof__(api.name))clGetExtensionFunctionAddressForPlatform(platform, #name); \
	if (!api.name) { \
		puts(#name " is missing"); \
		return 0; \
	}
	FUNCTIONS(FIND)
	return 1;
}

int main(int argc, char **argv)
{
	if (!has_semaphores()) {
		puts("no semaphores");
		return 2;
	}
	context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		current = cases[i].name;
		if (!is_wanted(current, argc, argv))
			continue;
		cases[i].run();
		printf("%s: done\n", current);
		fflush(stdout);
	}
	clReleaseContext(context);
	printf("%d failures\n", failures);
	return failures > 0;
}
