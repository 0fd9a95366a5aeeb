/* SPDX-License-Identifier: Apache-2.0 */
/*
 * commands-program: kernels that are recorded into a command buffer, and enqueued more than once,
 * when their arguments, the kernel object and the buffer are others or gone. It prints results.
 * With the argument "faulty" each of its kernels has a fault, in the enqueue that its name
 * says:
 *
 *	recorded	in both
 *	updated		after an update, which gives the command a smaller buffer
 *	larger		before an update, which gives it a larger one
 *
 * The bad accesses stay inside of a larger buffer. The last two need mutable dispatch. The status
 * is 2 if the device has no command buffers.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <clrouter/extension.h>

#include "opencl/constants.h"

#define ITEMS 256

#define FUNCTIONS(X) \
	X(clCreateCommandBufferKHR) \
	X(clFinalizeCommandBufferKHR) X(clReleaseCommandBufferKHR) X(clEnqueueCommandBufferKHR) \
		X(clCommandNDRangeKernelKHR) X(clUpdateMutableCommandsKHR)
#define MEMBER(id, text, extension, first, last, ret, give, args, ...) \
	ret(CL_API_CALL *id)(__VA_ARGS__);
#define DECLARE(name) CLROUTER_EXTENSION_##name(MEMBER)
static struct {
	FUNCTIONS(DECLARE)
} api;

struct clrouter_table clrouter_target; /* layer.h declares it; unused here */

static const char source[] =
	"#define KERNEL(name) kernel void name(global int *out, int value) \\\n"
	"{ out[get_global_id(0)] += value * (int)get_global_id(0); }\n"
	"KERNEL(recorded)\n"
	"KERNEL(updated)\n"
	"KERNEL(larger)\n";

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static bool is_faulty;
static bool is_mutable;

static void check(const char *what, cl_int error)
{
	if (!error)
		return;
	fprintf(stderr, "%s: %d\n", what, error);
	exit(1);
}

static void open_device(void)
{
	const char *text = source;
	char extensions[16384] = "";
	cl_int error;

	check("clGetPlatformIDs", clGetPlatformIDs(1, &platform, NULL));
	check("clGetDeviceIDs", clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof(extensions), extensions, NULL);
	if (!strstr(extensions, "cl_khr_command_buffer")) {
		puts("the device has no command buffers");
		exit(2);
	}
	is_mutable = strstr(extensions, "cl_khr_command_buffer_mutable_dispatch") != NULL;
#define FIND(name) *(void **)&api.name = clGetExtensionFunctionAddressForPlatform(platform, #name);
	FUNCTIONS(FIND)
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check("clCreateContext", error);
	queue = clCreateCommandQueue(context, device, 0, &error);
	check("clCreateCommandQueue", error);
	program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	check("clCreateProgramWithSource", error);
	check("clBuildProgram", clBuildProgram(program, 1, &device, "", NULL, NULL));
}

/* The first ITEMS elements of a buffer that has twice as many, all zero, and its first half, or
 * less if IS_SMALL. */
static cl_mem make_buffer(cl_mem *part, bool is_small)
{
	const cl_buffer_region region = { 0, (is_small ? ITEMS / 2 : ITEMS) * sizeof(cl_int) };
	static cl_int zeros[2 * ITEMS];
	cl_int error;
	cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
				       sizeof(zeros), zeros, &error);

	check("clCreateBuffer", error);
	*part = clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region,
				  &error);
	check("clCreateSubBuffer", error);
	return buffer;
}

static void print_buffer(const char *name, cl_mem buffer)
{
	cl_int numbers[2 * ITEMS];
	long sum = 0;

	check("clEnqueueReadBuffer", clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(numbers),
							 numbers, 0, NULL, NULL));
	for (int i = 0; i < 2 * ITEMS; i++)
		sum = (sum * 7 + numbers[i]) % 1000003;
	printf("%s: %ld\n", name, sum);
}

/* A command buffer with one launch of the kernel NAME, with PART. */
static cl_command_buffer_khr record(const char *name, cl_mem part, cl_mutable_command_khr *command)
{
	const cl_properties mutable[] = { CL_COMMAND_BUFFER_FLAGS_KHR,
					  CL_COMMAND_BUFFER_MUTABLE_KHR, 0 };
	const cl_properties fields[] = { CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
					 CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0 };
	const size_t items = ITEMS;
	const cl_int value = 3;
	cl_int error;
	cl_kernel kernel = clCreateKernel(program, name, &error);
	cl_command_buffer_khr commands =
		api.clCreateCommandBufferKHR(1, &queue, command ? mutable : NULL, &error);

	check("clCreateCommandBufferKHR", error);
	check("clSetKernelArg", clSetKernelArg(kernel, 0, sizeof(part), &part));
	check("clSetKernelArg", clSetKernelArg(kernel, 1, sizeof(value), &value));
	check("clCommandNDRangeKernelKHR",
	      api.clCommandNDRangeKernelKHR(commands, NULL, command ? fields : NULL, kernel, 1,
					    NULL, &items, NULL, 0, NULL, NULL, command));
	check("clFinalizeCommandBufferKHR", api.clFinalizeCommandBufferKHR(commands));
	clReleaseKernel(kernel);
	return commands;
}

static void enqueue(cl_command_buffer_khr commands)
{
	check("clEnqueueCommandBufferKHR",
	      api.clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, NULL));
	clFinish(queue);
}

static void use_recorded(void)
{
	cl_mem part, buffer = make_buffer(&part, is_faulty);
	cl_command_buffer_khr commands = record("recorded", part, NULL);

	enqueue(commands);
	enqueue(commands);
	print_buffer("recorded", buffer);
	api.clReleaseCommandBufferKHR(commands);
	clReleaseMemObject(part);
	clReleaseMemObject(buffer);
}

/* Enqueues a command twice, with another buffer the second time. */
static void use_mutable(const char *name, bool is_small, bool is_small_then)
{
	cl_mem part, then_part, buffer = make_buffer(&part, is_small);
	cl_mem then = make_buffer(&then_part, is_small_then);
	cl_mutable_command_khr command = NULL;
	cl_command_buffer_khr commands = record(name, part, &command);
	const struct mutable_dispatch_arg argument = { 0, sizeof(then_part), &then_part };
	const struct mutable_dispatch_config config = { .command = command,
							.num_args = 1,
							.arg_list = &argument };
	const void *configs = &config;
	const cl_command_buffer_update_type_khr type = MUTABLE_DISPATCH_CONFIG;

	enqueue(commands);
	check("clUpdateMutableCommandsKHR",
	      api.clUpdateMutableCommandsKHR(commands, 1, &type, &configs));
	enqueue(commands);
	print_buffer(name, buffer);
	print_buffer(name, then);
	api.clReleaseCommandBufferKHR(commands);
	clReleaseMemObject(part);
	clReleaseMemObject(then_part);
	clReleaseMemObject(buffer);
	clReleaseMemObject(then);
}

int main(int count, char **arguments)
{
	is_faulty = count > 1 && strcmp(arguments[1], "faulty") == 0;
	open_device();
	use_recorded();
	if (is_mutable) {
		use_mutable("updated", false, is_faulty);
		use_mutable("larger", is_faulty, false);
	}
	clReleaseProgram(program);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	return 0;
}
