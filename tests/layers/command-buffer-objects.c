/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-buffer-objects: events of command buffers, kernels' arguments, states, references and
 * queries.
 */
#include "layers/command-buffer-program.h"

#include <sched.h>
#include <stdatomic.h>

#define OUT_OF_ORDER CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE

static const size_t words = WORDS;

/* -- events ------------------------------------------------------------------------------ */

static cl_ulong time_of(cl_event event, cl_profiling_info what)
{
	cl_ulong time = 0;

	IS(clGetEventProfilingInfo(event, what, sizeof(time), &time, NULL), CL_SUCCESS);
	return time;
}

static void check_event(cl_event event, cl_command_queue queue)
{
	cl_command_type type = 0;
	cl_command_queue its_queue = NULL;
	cl_int status = 17;
	cl_uint references = 0;
	size_t size = 0;

	IS(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, &size), CL_SUCCESS);
	IS(type, CL_COMMAND_COMMAND_BUFFER_KHR);
	IS(size, sizeof(type));
	IS(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, 1, &type, NULL), CL_INVALID_VALUE);
	IS(clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof(its_queue), &its_queue, NULL),
	   CL_SUCCESS);
	CHECK(its_queue == queue);
	IS(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL),
	   CL_SUCCESS);
	CHECK(status >= CL_COMPLETE && status <= CL_QUEUED);
	IS(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof(references), &references, NULL),
	   CL_SUCCESS);
	CHECK(references > 0);
}

/* The times of a command buffer contain its commands' times, which the last one's do not. */
static void check_times(cl_event event, cl_event before, cl_event after, size_t commands)
{
	const cl_ulong start = time_of(event, CL_PROFILING_COMMAND_START);
	const cl_ulong end = time_of(event, CL_PROFILING_COMMAND_END);
	cl_ulong time;

	CHECK(time_of(event, CL_PROFILING_COMMAND_QUEUED) <=
	      time_of(event, CL_PROFILING_COMMAND_SUBMIT));
	CHECK(time_of(event, CL_PROFILING_COMMAND_SUBMIT) <= start);
	CHECK(start <= end);
	CHECK(end <= time_of(event, CL_PROFILING_COMMAND_COMPLETE));
	CHECK(time_of(before, CL_PROFILING_COMMAND_END) <= start || commands == 0);
	CHECK(end <= time_of(after, CL_PROFILING_COMMAND_START));
	IS(clGetEventProfilingInfo(event, 0x1234, sizeof(time), &time, NULL), CL_INVALID_VALUE);
	IS(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, 1, &time, NULL),
	   CL_INVALID_VALUE);
}

static void profile(cl_command_queue_properties kind, size_t count)
{
	const cl_uint pattern = 9;
	cl_command_queue queue = make_queue(kind | CL_QUEUE_PROFILING_ENABLE);
	cl_command_buffer_khr commands = make_commands(queue, 0);
	cl_mem buffer = make_buffer(context, 1);
	cl_event user = clCreateUserEvent(context, NULL);
	cl_event events[3] = { NULL, NULL, NULL };
	cl_ulong time;

	for (size_t i = 0; i < count; i++)
		IS(api.clCommandFillBufferKHR(commands, NULL, NULL, buffer, &pattern, 4, i * 64, 64,
					      0, NULL, NULL, NULL),
		   CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	IS(clEnqueueFillBuffer(queue, buffer, &pattern, 4, 0, SIZE, 1, &user, &events[0]),
	   CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 1, events, &events[1]), CL_SUCCESS);
	IS(clGetEventProfilingInfo(events[1], CL_PROFILING_COMMAND_QUEUED, sizeof(time), &time,
				   NULL),
	   CL_PROFILING_INFO_NOT_AVAILABLE);
	IS(clEnqueueFillBuffer(queue, buffer, &pattern, 4, 0, SIZE, 1, &events[1], &events[2]),
	   CL_SUCCESS);
	check_event(events[1], queue);
	IS(clRetainEvent(events[1]), CL_SUCCESS);
	IS(clReleaseEvent(events[1]), CL_SUCCESS);
	IS(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
	IS(clFinish(queue), CL_SUCCESS);
	check_event(events[1], queue);
	check_times(events[1], events[0], events[2], count);
	for (int i = 0; i < 3; i++)
		IS(clReleaseEvent(events[i]), CL_SUCCESS);
	clReleaseEvent(user);
	api.clReleaseCommandBufferKHR(commands);
	clReleaseMemObject(buffer);
	clReleaseCommandQueue(queue);
}

/* The address of an event of ours may be another event's address later. */
static void reuse_events(void)
{
	cl_command_queue queue = make_queue(0);
	cl_command_buffer_khr commands = make_commands(queue, 0);

	IS(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	for (int i = 0; i < 100; i++) {
		cl_command_type type = 0;
		cl_event event = NULL;

		IS(i % 2 == 0 ? api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, &event) :
				clEnqueueMarkerWithWaitList(queue, 0, NULL, &event),
		   CL_SUCCESS);
		IS(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL),
		   CL_SUCCESS);
		IS(type, i % 2 == 0 ? CL_COMMAND_COMMAND_BUFFER_KHR : CL_COMMAND_MARKER);
		IS(clWaitForEvents(1, &event), CL_SUCCESS);
		IS(clReleaseEvent(event), CL_SUCCESS);
	}
	api.clReleaseCommandBufferKHR(commands);
	clReleaseCommandQueue(queue);
}

/* What a callback finds, after the program has released the event. */
struct called {
	atomic_bool is_done;
	cl_command_type type;
	cl_ulong end;
};

static void CL_CALLBACK when_complete(cl_event event, cl_int status, void *data)
{
	struct called *called = data;

	IS(status, CL_COMPLETE);
	IS(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(called->type), &called->type, NULL),
	   CL_SUCCESS);
	called->end = time_of(event, CL_PROFILING_COMMAND_END);
	atomic_store(&called->is_done, true);
}

static void release_before_callback(void)
{
	const cl_uint pattern = 9;
	cl_command_queue queue = make_queue(CL_QUEUE_PROFILING_ENABLE);
	cl_command_buffer_khr commands = make_commands(queue, 0);
	cl_mem buffer = make_buffer(context, 1);
	cl_event user = clCreateUserEvent(context, NULL);
	struct called called = { .type = 0 };
	cl_event events[2] = { NULL, NULL };

	for (int i = 0; i < 2; i++)
		IS(api.clCommandFillBufferKHR(commands, NULL, NULL, buffer, &pattern, 4, 0, SIZE, 0,
					      NULL, NULL, NULL),
		   CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 1, &user, &events[0]), CL_SUCCESS);
	IS(clSetEventCallback(events[0], CL_COMPLETE, NULL, NULL), CL_INVALID_VALUE);
	IS(clSetEventCallback(events[0], 17, when_complete, &called), CL_INVALID_VALUE);
	IS(clSetEventCallback(events[0], CL_COMPLETE, when_complete, &called), CL_SUCCESS);
	IS(clReleaseEvent(events[0]), CL_SUCCESS);
	IS(clEnqueueFillBuffer(queue, buffer, &pattern, 4, 0, SIZE, 0, NULL, &events[1]),
	   CL_SUCCESS);
	IS(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
	IS(clFinish(queue), CL_SUCCESS);
	while (!atomic_load(&called.is_done))
		sched_yield();
	IS(called.type, CL_COMMAND_COMMAND_BUFFER_KHR);
	CHECK(called.end <= time_of(events[1], CL_PROFILING_COMMAND_START));
	clReleaseEvent(events[1]);
	clReleaseEvent(user);
	api.clReleaseCommandBufferKHR(commands);
	clReleaseMemObject(buffer);
	clReleaseCommandQueue(queue);
}

void test_events(void)
{
	for (size_t count = 0; count < 4; count++) {
		profile(0, count);
		profile(OUT_OF_ORDER, count);
	}
	reuse_events();
	release_before_callback();
}

/* -- arguments --------------------------------------------------------------------------- */

/* A kernel's arguments are kept as recorded; the kernel itself may go. */
void test_arguments(void)
{
	cl_command_queue queue = make_queue(0);
	cl_command_buffer_khr commands = make_commands(queue, 0);
	cl_mem buffer = make_buffer(context, 1);
	cl_kernel kernel = make_kernel("scale");

	IS(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
	IS(clSetKernelArg(kernel, 1, 4, &(cl_uint){ 10 }), CL_SUCCESS);
	for (cl_uint i = 2; i < 5; i++) {
		IS(clSetKernelArg(kernel, 2, 4, &i), CL_SUCCESS);
		IS(api.clCommandNDRangeKernelKHR(commands, NULL, NULL, kernel, 1, NULL, &words,
						 NULL, 0, NULL, NULL, NULL),
		   CL_SUCCESS);
	}
	IS(clSetKernelArg(kernel, 1, 4, &(cl_uint){ 99 }), CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	IS(clReleaseKernel(kernel), CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL), CL_SUCCESS);
	IS(first_word(queue, buffer), 1234);
	api.clReleaseCommandBufferKHR(commands);
	kernel = make_kernel("eight");
	IS(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
	commands = make_commands(queue, 0);
	IS(api.clCommandNDRangeKernelKHR(commands, NULL, NULL, kernel, 1, NULL, &words, NULL, 0,
					 NULL, NULL, NULL),
	   CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL), CL_SUCCESS);
	IS(first_word(queue, buffer), 8);
	api.clReleaseCommandBufferKHR(commands);
	clReleaseKernel(kernel);
	clReleaseMemObject(buffer);
	clReleaseCommandQueue(queue);
}

/* Local memory, and a pointer that is NULL now; PoCL's own clones take what that was before. */
void test_empty_arguments(void)
{
	cl_command_queue queue = make_queue(0);
	cl_command_buffer_khr commands = make_commands(queue, 0);
	cl_mem buffer = make_buffer(context, 1);
	cl_mem before = make_buffer(context, 5);
	cl_kernel kernel = make_kernel("through");

	IS(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
	IS(clSetKernelArg(kernel, 1, sizeof(before), &before), CL_SUCCESS);
	IS(clSetKernelArg(kernel, 1, sizeof(before), NULL), CL_SUCCESS);
	IS(clSetKernelArg(kernel, 2, 4096, NULL), CL_SUCCESS);
	IS(api.clCommandNDRangeKernelKHR(commands, NULL, NULL, kernel, 1, NULL, &words, NULL, 0,
					 NULL, NULL, NULL),
	   CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL), CL_SUCCESS);
	IS(first_word(queue, buffer), 7);
	api.clReleaseCommandBufferKHR(commands);
	clReleaseKernel(kernel);
	clReleaseMemObject(before);
	clReleaseMemObject(buffer);
	clReleaseCommandQueue(queue);
}

/* -- states and references --------------------------------------------------------------- */

static cl_uint number_of(cl_command_buffer_khr commands, cl_command_buffer_info_khr what)
{
	cl_uint number = 99;

	IS(api.clGetCommandBufferInfoKHR(commands, what, sizeof(number), &number, NULL),
	   CL_SUCCESS);
	return number;
}

void test_states(void)
{
	cl_command_queue queue = make_queue(0);
	cl_command_buffer_khr commands = make_commands(queue, 0);
	cl_mem buffer = make_buffer(context, 1);

	IS(number_of(commands, CL_COMMAND_BUFFER_STATE_KHR), CL_COMMAND_BUFFER_STATE_RECORDING_KHR);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL), CL_INVALID_OPERATION);
	IS(api.clCommandFillBufferKHR(commands, NULL, NULL, buffer, &(cl_uint){ 8 }, 4, 0, SIZE, 0,
				      NULL, NULL, NULL),
	   CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(commands), CL_SUCCESS);
	IS(number_of(commands, CL_COMMAND_BUFFER_STATE_KHR),
	   CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
	IS(api.clFinalizeCommandBufferKHR(commands), CL_INVALID_OPERATION);
	IS(api.clRetainCommandBufferKHR(commands), CL_SUCCESS);
	IS(number_of(commands, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR), 2);
	IS(api.clReleaseCommandBufferKHR(commands), CL_SUCCESS);
	IS(number_of(commands, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR), 1);
	/* Its objects may go before it, and it may go before its commands have ended. */
	IS(clReleaseMemObject(buffer), CL_SUCCESS);
	IS(clReleaseCommandQueue(queue), CL_SUCCESS);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL), CL_SUCCESS);
	IS(api.clReleaseCommandBufferKHR(commands), CL_SUCCESS);
	IS(api.clReleaseCommandBufferKHR(commands), CL_INVALID_COMMAND_BUFFER_KHR);
	IS(api.clRetainCommandBufferKHR(commands), CL_INVALID_COMMAND_BUFFER_KHR);
}

/* -- queries ----------------------------------------------------------------------------- */

static void ask_devices(void)
{
	cl_bitfield bits = 0;

	IS(clGetDeviceInfo(device, CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR, sizeof(bits), &bits,
			   NULL),
	   CL_SUCCESS);
	CHECK((bits & CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR) != 0);
	IS(clGetDeviceInfo(device, CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR,
			   sizeof(bits), &bits, NULL),
	   CL_SUCCESS);
	IS(bits, 0);
	IS(clGetDeviceInfo(device, CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR,
			   sizeof(bits), &bits, NULL),
	   CL_SUCCESS);
	CHECK((bits & CL_QUEUE_PROFILING_ENABLE) != 0);
	IS(clGetDeviceInfo(device, CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR, sizeof(bits), &bits,
			   NULL),
	   CL_SUCCESS);
	IS(bits, has_svm ? 31 : 31 & ~CL_MUTABLE_DISPATCH_EXEC_INFO_KHR);
	IS(clGetDeviceInfo(device, CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR, 4, &bits, NULL),
	   CL_INVALID_VALUE);
}

static void ask_buffer(cl_command_buffer_khr commands, cl_command_queue queue)
{
	cl_properties properties[4] = { 0 };
	cl_command_queue its_queue = NULL;
	cl_context its_context = NULL;
	size_t size = 0;

	IS(number_of(commands, CL_COMMAND_BUFFER_NUM_QUEUES_KHR), 1);
	IS(api.clGetCommandBufferInfoKHR(commands, CL_COMMAND_BUFFER_QUEUES_KHR, sizeof(its_queue),
					 &its_queue, NULL),
	   CL_SUCCESS);
	CHECK(its_queue == queue);
	IS(api.clGetCommandBufferInfoKHR(commands, CL_COMMAND_BUFFER_CONTEXT_KHR,
					 sizeof(its_context), &its_context, NULL),
	   CL_SUCCESS);
	CHECK(its_context == context);
	IS(api.clGetCommandBufferInfoKHR(commands, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR,
					 sizeof(properties), properties, &size),
	   CL_SUCCESS);
	IS(size, 3 * sizeof(properties[0]));
	IS(properties[1], CL_COMMAND_BUFFER_MUTABLE_KHR);
	IS(api.clGetCommandBufferInfoKHR(commands, CL_COMMAND_BUFFER_QUEUES_KHR, 4, &its_queue,
					 NULL),
	   CL_INVALID_VALUE);
	IS(api.clGetCommandBufferInfoKHR(commands, CL_COMMAND_BUFFER_FLAGS_KHR, 0, NULL, NULL),
	   CL_INVALID_VALUE);
}

static void ask_command(cl_mutable_command_khr command, cl_mutable_command_info_khr what,
			const void *expected, size_t expected_size)
{
	unsigned char value[64];
	size_t size = 99;

	IS(api.clGetMutableCommandInfoKHR(command, what, sizeof(value), value, &size), CL_SUCCESS);
	IS(size, expected_size);
	CHECK(memcmp(value, expected, expected_size) == 0);
	if (expected_size > 0)
		IS(api.clGetMutableCommandInfoKHR(command, what, expected_size - 1, value, NULL),
		   CL_INVALID_VALUE);
}

void test_queries(void)
{
	const cl_properties list[] = { CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
				       CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, 0 };
	const size_t offset[2] = { 1, 2 };
	const size_t global[2] = { 4, 6 };
	const size_t local[2] = { 2, 3 };
	const cl_command_type type = CL_COMMAND_NDRANGE_KERNEL;
	const cl_uint dims = 2;
	cl_command_queue queue = make_queue(0);
	cl_command_buffer_khr commands = make_commands(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
	cl_mem buffer = make_buffer(context, 1);
	cl_kernel kernel = make_kernel("sizes");
	cl_mutable_command_khr command = NULL;

	ask_devices();
	ask_buffer(commands, queue);
	IS(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), CL_SUCCESS);
	IS(api.clCommandNDRangeKernelKHR(commands, NULL, list, kernel, dims, offset, global, local,
					 0, NULL, NULL, &command),
	   CL_SUCCESS);
	ask_command(command, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR, &queue, sizeof(queue));
	ask_command(command, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR, &commands, sizeof(commands));
	ask_command(command, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR, &type, sizeof(type));
	ask_command(command, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR, list, sizeof(list));
	ask_command(command, CL_MUTABLE_DISPATCH_KERNEL_KHR, &kernel, sizeof(kernel));
	ask_command(command, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, &dims, sizeof(dims));
	ask_command(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR, offset, sizeof(offset));
	ask_command(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR, global, sizeof(global));
	ask_command(command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR, local, sizeof(local));
	IS(api.clGetMutableCommandInfoKHR(command, 0x1234, 0, NULL, NULL), CL_INVALID_VALUE);
	api.clReleaseCommandBufferKHR(commands);
	IS(api.clGetMutableCommandInfoKHR(command, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, 0, NULL,
					  NULL),
	   CL_INVALID_MUTABLE_COMMAND_KHR);
	clReleaseKernel(kernel);
	clReleaseMemObject(buffer);
	clReleaseCommandQueue(queue);
}
