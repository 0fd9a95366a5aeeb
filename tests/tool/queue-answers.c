/* SPDX-License-Identifier: Apache-2.0 */
/*
 * queue-answers: makes queues in several ways and prints what the driver answers about them and about
 * the times of their commands. It is the same whether the queues get profiling from a layer or not. With
 * the argument "buffers" it looks for command buffers first. Exits with 1 if there is no device to
 * do it with.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#define BATCHES 20
#define BATCH 1000

static const char source[] = "__kernel void some(__global int *a) { a[get_global_id(0)]++; }\n"
			     "__kernel void rare(__global int *a) { a[0]--; }\n";

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_kernel some, rare;

static void check(cl_int error, const char *what)
{
	if (error == CL_SUCCESS)
		return;
	fprintf(stderr, "%s: %d\n", what, error);
	exit(1);
}

/* The first device that there is. */
static void find_device(void)
{
	cl_platform_id platforms[16];
	cl_uint count = 0;

	check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
	for (cl_uint i = 0; i < count && i < 16; i++) {
		platform = platforms[i];
		if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS)
			return;
	}
	check(CL_DEVICE_NOT_FOUND, "clGetDeviceIDs");
}

static void start(void)
{
	const char *text = source;
	cl_program program;
	cl_mem buffer;
	cl_int error;

	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check(error, "clCreateContext");
	program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	check(error, "clCreateProgramWithSource");
	check(clBuildProgram(program, 1, &device, NULL, NULL, NULL), "clBuildProgram");
	some = clCreateKernel(program, "some", &error);
	check(error, "clCreateKernel");
	rare = clCreateKernel(program, "rare", &error);
	check(error, "clCreateKernel");
	buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, &error);
	check(error, "clCreateBuffer");
	check(clSetKernelArg(some, 0, sizeof(buffer), &buffer), "clSetKernelArg");
	check(clSetKernelArg(rare, 0, sizeof(buffer), &buffer), "clSetKernelArg");
}

static void launch(cl_command_queue queue, cl_kernel kernel, cl_event *event)
{
	const size_t size = 16;

	check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, event),
	      "clEnqueueNDRangeKernel");
}

static void print_times(cl_command_queue queue)
{
	cl_ulong time = 0;
	cl_event event;
	size_t size = 0;

	launch(queue, some, &event);
	check(clWaitForEvents(1, &event), "clWaitForEvents");
	printf("  time %d, size %d",
	       clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(time), &time, NULL),
	       clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, 0, NULL, &size));
	printf(" %zu, %s\n", size, time > 0 ? "known" : "unknown");
	check(clReleaseEvent(event), "clReleaseEvent");
}

static void print_queue(const char *name, cl_command_queue queue, cl_int error)
{
	cl_queue_properties list[16] = { 0 };
	cl_command_queue_properties bits = 0;
	size_t size = 0;
	cl_int code;

	printf("%s: %d\n", name, error);
	if (!queue)
		return;
	code = clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(bits), &bits, &size);
	printf("  bits %d: %llu, %zu bytes\n", code, (unsigned long long)bits, size);
	size = 0;
	code = clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof(list), list, &size);
	printf("  list %d: %zu bytes", code, size);
	for (size_t i = 0; i < size / sizeof(*list); i++)
		printf(" %llu", (unsigned long long)list[i]);
	printf("\n");
	print_times(queue);
}

static void try_bits(const char *name, cl_command_queue_properties bits)
{
	cl_int error;
	cl_command_queue queue = clCreateCommandQueue(context, device, bits, &error);

	print_queue(name, queue, error);
	if (queue)
		check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
}

static void try_list(const char *name, const cl_queue_properties *list)
{
	cl_int error;
	cl_command_queue queue =
		clCreateCommandQueueWithProperties(context, device, list, &error);

	print_queue(name, queue, error);
	if (queue)
		check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
}

/* Each launch adds one, but for one kernel in each batch, which takes one away. */
static void work(void)
{
	cl_int error;
	cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);

	check(error, "clCreateCommandQueue");
	for (int batch = 0; batch < BATCHES; batch++) {
		for (int i = 0; i < BATCH; i++)
			launch(queue, some, NULL);
		launch(queue, rare, NULL);
		check(clFinish(queue), "clFinish");
	}
	check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
}

int main(int argc, char *argv[])
{
	static const cl_queue_properties nothing[] = { 0 };
	static const cl_queue_properties none[] = { CL_QUEUE_PROPERTIES, 0, 0 };
	static const cl_queue_properties profiled[] = { CL_QUEUE_PROPERTIES,
							CL_QUEUE_PROFILING_ENABLE, 0 };
	static const cl_queue_properties wrong[] = { CL_QUEUE_PROPERTIES, 1 << 20, 0 };

	find_device();
	if (argc > 1 && strcmp(argv[1], "buffers") == 0)
		clGetExtensionFunctionAddressForPlatform(platform, "clCreateCommandBufferKHR");
	start();
	try_bits("no bits", 0);
	try_bits("out of order", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	try_bits("profiled", CL_QUEUE_PROFILING_ENABLE);
	try_bits("wrong bits", 1 << 20);
	try_list("no list", NULL);
	try_list("empty list", nothing);
	try_list("list without bits", none);
	try_list("list with profiling", profiled);
	try_list("wrong list", wrong);
	work();
	return 0;
}
