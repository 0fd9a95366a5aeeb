/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wrong calls to every function of an extension that the compatibility layer emulates, which are in
 * wrong-calls.h. Each returns its error at once, and the driver gets nothing that is enqueued.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/pair-program.h"

#include "opencl/constants.h"
#include "opencl/names.h"

static struct api api;

/* -- the objects of the rows ------------------------------------------------------------- */

#define SIZE 4096
#define MOST (~(size_t)0)
#define MOST_DIMENSIONS (~(cl_uint)0)
#define JUNK ((void *)junk)
#define LIST(...) ((const cl_properties[]){ __VA_ARGS__ })
#define CONFIG(...) ((const void *[]){ &(struct mutable_dispatch_config){ __VA_ARGS__ } })
#define FLAGS CL_COMMAND_BUFFER_FLAGS_KHR
#define BUFFER_ASSERTS CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR
#define BUFFER_STATE CL_COMMAND_BUFFER_STATE_KHR
#define FIELDS CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR
#define ASSERTS CL_MUTABLE_DISPATCH_ASSERTS_KHR
#define HANDLE_TYPE CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR
#define WITH(...) __VA_ARGS__,
#define OPEN(...) __VA_ARGS__
#define KERNEL_WITH(properties, size) \
	(commands, NULL, properties, kernel, 1, NULL, eight, size, 0, NULL, NULL, NULL)

static const size_t zero[3], one[3] = { 1, 1, 1 }, next[3] = { 4, 0, 0 }, box[3] = { 4, 2, 2 };
static const size_t flat[3] = { 4, 0, 1 }, far[3] = { MOST - 1, 0, 0 };
static const size_t eight[3] = { 8, 1, 1 }, three[3] = { 3, 1, 1 };
static const size_t wide[3] = { 256, 2, 1 }, huge[3] = { 1024, 1, 1 };
static const cl_float colour[4];
static const char junk[256];
static char memory[256] __attribute__((aligned(128)));
static const cl_uint number_four = 4;
static const struct mutable_dispatch_arg argument = { 0, 4, &number_four };
static const struct mutable_dispatch_arg far_argument = { 3, 4, &number_four };
static const struct mutable_dispatch_arg small_argument = { 0, 3, &number_four };
static const struct mutable_dispatch_exec_info info = { CL_KERNEL_EXEC_INFO_SVM_PTRS, 4,
							&number_four };
static const struct mutable_dispatch_exec_info wrong_info = { 0x7777, 4, &number_four };
static const cl_command_buffer_update_type_khr type = MUTABLE_DISPATCH_CONFIG, wrong_type = 7;
static const void *no_config[] = { NULL };

static cl_device_id device;
static cl_context context, other;
static cl_command_queue queue, foreign_queue, device_queue, no_queue, two_queues[2];
static cl_mem buffer, foreign, crooked, part, later, fixed_buffer;
static cl_mem image, foreign_image, other_image, large_image;
static cl_kernel kernel, bare, foreign_kernel;
static cl_command_buffer_khr commands, final, firm, pending; /* firm: not mutable */
static cl_mutable_command_khr handle, fixed, pending_handle;
static cl_semaphore_khr semaphore, no_semaphore, wrong_semaphores[2];
static cl_event event, no_event, foreign_event, failed;

static cl_kernel make_kernel(cl_context in, cl_uint arguments)
{
	const char *text = "";
	cl_program program = clCreateProgramWithSource(in, 1, &text, NULL, NULL);
	cl_kernel made = clCreateKernel(program, "kernel", NULL);

	for (cl_uint i = 0; i < arguments; i++)
		IS(clSetKernelArg(made, i, 4, &number_four), CL_SUCCESS);
	clReleaseProgram(program);
	return made;
}

static cl_mem make_part(size_t origin)
{
	const cl_buffer_region region = { origin, 1024 };

	return clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
}

static cl_mem make_image(cl_context in, cl_channel_type channels, size_t width)
{
	const cl_image_format format = { CL_RGBA, channels };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				     .image_width = width,
				     .image_height = 8 };

	return clCreateImage(in, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL);
}

static void make_memory(void)
{
	buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, SIZE, NULL, NULL);
	foreign = clCreateBuffer(other, CL_MEM_READ_WRITE, SIZE, NULL, NULL);
	fixed_buffer = clCreateBuffer(context, CL_MEM_IMMUTABLE_EXT, SIZE, NULL, NULL);
	crooked = make_part(1);
	part = make_part(0);
	later = make_part(512);
	image = make_image(context, CL_UNSIGNED_INT8, 8);
	foreign_image = make_image(other, CL_UNSIGNED_INT8, 8);
	other_image = make_image(context, CL_SIGNED_INT8, 8);
	large_image = make_image(context, CL_UNSIGNED_INT8, 8192);
}

static cl_command_buffer_khr make_commands(cl_bitfield flags)
{
	return api.clCreateCommandBufferKHR(1, &queue, LIST(FLAGS, flags, 0), NULL);
}

static void record(cl_command_buffer_khr into, const cl_properties *properties, cl_kernel what,
		   cl_mutable_command_khr *made)
{
	IS(api.clCommandNDRangeKernelKHR(into, NULL, properties, what, 1, NULL, eight, NULL, 0,
					 NULL, NULL, made),
	   CL_SUCCESS);
}

static void make_command_buffers(void)
{
	commands = make_commands(CL_COMMAND_BUFFER_MUTABLE_KHR);
	final = make_commands(CL_COMMAND_BUFFER_MUTABLE_KHR);
	pending = make_commands(CL_COMMAND_BUFFER_MUTABLE_KHR);
	firm = make_commands(0);
	record(final, NULL, kernel, &handle);
	record(final, LIST(FIELDS, 0, 0), kernel, &fixed);
	record(pending, NULL, bare, &pending_handle);
	IS(api.clFinalizeCommandBufferKHR(final), CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(pending), CL_SUCCESS);
	IS(api.clFinalizeCommandBufferKHR(firm), CL_SUCCESS);
}

static void make_all(void)
{
	const cl_queue_properties on_device[] = {
		CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0
	};

	context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	other = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	queue = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
	foreign_queue = clCreateCommandQueueWithProperties(other, device, NULL, NULL);
	device_queue = clCreateCommandQueueWithProperties(context, device, on_device, NULL);
	two_queues[0] = two_queues[1] = queue;
	make_memory();
	kernel = make_kernel(context, 3);
	bare = make_kernel(context, 2);
	foreign_kernel = make_kernel(other, 3);
	make_command_buffers();
	semaphore = api.clCreateSemaphoreWithPropertiesKHR(context,
							   LIST(CL_SEMAPHORE_TYPE_KHR, 1, 0), NULL);
	wrong_semaphores[0] = semaphore;
	wrong_semaphores[1] = (cl_semaphore_khr)(void *)junk;
	event = clCreateUserEvent(context, NULL);
	foreign_event = clCreateUserEvent(other, NULL);
	failed = clCreateUserEvent(context, NULL);
	IS(clSetUserEventStatus(failed, -7), CL_SUCCESS);
}

static void release_all(void)
{
	const cl_mem memories[] = { crooked,	  part,	 later,		buffer,	     foreign,
				    fixed_buffer, image, foreign_image, other_image, large_image };

	api.clReleaseCommandBufferKHR(commands);
	api.clReleaseCommandBufferKHR(final);
	api.clReleaseCommandBufferKHR(pending);
	api.clReleaseCommandBufferKHR(firm);
	api.clReleaseSemaphoreKHR(semaphore);
	clReleaseEvent(event);
	clReleaseEvent(foreign_event);
	clReleaseEvent(failed);
	clReleaseKernel(kernel);
	clReleaseKernel(bare);
	clReleaseKernel(foreign_kernel);
	for (size_t i = 0; i < sizeof(memories) / sizeof(memories[0]); i++)
		clReleaseMemObject(memories[i]);
	clReleaseCommandQueue(queue);
	clReleaseCommandQueue(foreign_queue);
	clReleaseCommandQueue(device_queue);
	clReleaseContext(context);
	clReleaseContext(other);
}

/* -- the table --------------------------------------------------------------------------- */

/* Which functions of the api have a row. */
static struct {
#define SEEN(name) bool name;
	PAIR_FUNCTIONS(SEEN)
} seen;

static unsigned right; /* commands that could be recorded */

/* What is wrong in the same way for each command: its queue, properties, handle, waits, state. */
static void make_wrong_calls(void)
{
	cl_sync_point_khr points[] = { 0, 99 };
	cl_mutable_command_khr made = NULL;
	cl_uint number = 0;
	size_t local = 0;
	cl_int error = 1;

#define WRONG(id, arguments, expected) \
	seen.id = true; \
	IS(api.id arguments, expected);
#define NOTHING(id, arguments, expected) \
	seen.id = true; \
	error = 1; \
	IS(api.id arguments != NULL, false); \
	IS(error, expected);
#define WRONG_COMMAND(id, arguments, expected) \
	IS(api.id(commands, NULL, NULL, OPEN arguments, 0, NULL, NULL, NULL), expected); \
	IS(api.id(final, NULL, NULL, OPEN arguments, 0, NULL, NULL, NULL), CL_INVALID_OPERATION);
#define RECORDED(id, arguments) \
	seen.id = true; \
	IS(api.id(NULL, NULL, NULL, arguments 0, NULL, NULL, NULL), \
	   CL_INVALID_COMMAND_BUFFER_KHR); \
	IS(api.id(JUNK, NULL, NULL, arguments 0, NULL, NULL, NULL), \
	   CL_INVALID_COMMAND_BUFFER_KHR); \
	IS(api.id(commands, queue, NULL, arguments 0, NULL, NULL, NULL), \
	   CL_INVALID_COMMAND_QUEUE); \
	IS(api.id(commands, NULL, LIST(0x1234, 0, 0), arguments 0, NULL, NULL, NULL), \
	   CL_INVALID_VALUE); \
	if (strcmp(#id, "clCommandNDRangeKernelKHR") != 0) \
		IS(api.id(commands, NULL, NULL, arguments 0, NULL, NULL, &made), \
		   CL_INVALID_VALUE); \
	IS(api.id(commands, NULL, NULL, arguments 1, NULL, NULL, NULL), \
	   CL_INVALID_SYNC_POINT_WAIT_LIST_KHR); \
	IS(api.id(commands, NULL, NULL, arguments 0, points, NULL, NULL), \
	   CL_INVALID_SYNC_POINT_WAIT_LIST_KHR); \
	IS(api.id(commands, NULL, NULL, arguments 1, points, NULL, NULL), \
	   CL_INVALID_SYNC_POINT_WAIT_LIST_KHR); \
	IS(api.id(commands, NULL, NULL, arguments 1, points + 1, NULL, NULL), \
	   CL_INVALID_SYNC_POINT_WAIT_LIST_KHR); \
	IS(api.id(final, NULL, NULL, arguments 0, NULL, NULL, NULL), CL_INVALID_OPERATION); \
	IS(api.id(commands, NULL, NULL, arguments 0, NULL, NULL, NULL), CL_SUCCESS); \
	right++;
#include "layers/wrong-calls.h"
	IS((long)(intptr_t)made, 0);
	IS(local, 0);
	IS(number, 0);
}

/* Queries that the layer answers, into less space than they need. */
static void ask_for_too_little(void)
{
	const struct {
		cl_device_info name;
		size_t size;
	} queries[] = {
		{ CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR, sizeof(cl_bitfield) },
		{ CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR, sizeof(cl_bitfield) },
		{ CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR, sizeof(cl_bitfield) },
		{ CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR, sizeof(cl_bitfield) },
		{ CL_DEVICE_SEMAPHORE_TYPES_KHR, sizeof(cl_uint) },
		{ CL_DEVICE_EXTENSIONS, sizeof("cl_khr_semaphore") },
		{ CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof(cl_name_version) },
	};
	char value[8192];

	for (size_t i = 0; i < sizeof(queries) / sizeof(queries[0]); i++) {
		IS(clGetDeviceInfo(device, queries[i].name, queries[i].size - 1, value, NULL),
		   CL_INVALID_VALUE);
		IS(clGetDeviceInfo(device, queries[i].name, 0, value, NULL), CL_INVALID_VALUE);
		IS(clGetDeviceInfo(device, queries[i].name, 0, NULL, NULL), CL_SUCCESS);
		IS(clGetDeviceInfo(device, queries[i].name, sizeof(value), value, NULL),
		   CL_SUCCESS);
	}
}

/* The command buffer has what was right, and works. */
static void check_what_is_left(void)
{
	struct pair_seen *driver = pair_seen("Bare");

	IS(driver->enqueued, 0);
	IS(driver->foreign, 0);
	IS(api.clFinalizeCommandBufferKHR(firm), CL_INVALID_OPERATION);
	IS(api.clEnqueueCommandBufferKHR(0, NULL, final, 0, NULL, NULL), CL_SUCCESS);
	IS(driver->enqueued, 2);
	IS(right, 11);
#define HAS_ROW(name) IS(seen.name, true);
	PAIR_FUNCTIONS(HAS_ROW)
}

int main(void)
{
	pair_start("bare");
	device = pair_device("Bare");
	pair_look_up("Bare", &api);
	make_all();
	make_wrong_calls();
	ask_for_too_little();
	check_what_is_left();
	release_all();
	IS(pair_seen("Bare")->live, 0);
	printf("%u failures\n", pair_failures());
	return pair_failures() != 0;
}
