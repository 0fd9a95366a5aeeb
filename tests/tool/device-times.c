/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device-times: executes two kernels a few times, writes and reads a buffer, and prints for each
 * the sum of the times that clGetEventProfilingInfo tells, as "NAME NS". Exits with 1 if there is
 * no device to do it with.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#define ROUNDS 5
#define COUNT 10000

static const char source[] =
	"__kernel void twice(__global float *a) { a[get_global_id(0)] *= 2.0f; }\n"
	"__kernel void plus(__global float *a) { a[get_global_id(0)] += 1.0f; }\n";

static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_mem buffer;
static float numbers[COUNT];

static void check(cl_int error, const char *what)
{
	if (error == CL_SUCCESS)
		return;
	fprintf(stderr, "%s: %d\n", what, error);
	exit(1);
}

/* The first device that there is. */
static cl_device_id find_device(void)
{
	cl_platform_id platforms[16];
	cl_uint count = 0;
	cl_device_id device;

	check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
	for (cl_uint i = 0; i < count && i < 16; i++)
		if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) ==
		    CL_SUCCESS)
			return device;
	check(CL_DEVICE_NOT_FOUND, "clGetDeviceIDs");
	return NULL;
}

static void start(void)
{
	const char *text = source;
	cl_device_id device = find_device();
	cl_int error;

	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check(error, "clCreateContext");
	queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
	check(error, "clCreateCommandQueue");
	program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	check(error, "clCreateProgramWithSource");
	check(clBuildProgram(program, 1, &device, NULL, NULL, NULL), "clBuildProgram");
	buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(numbers), NULL, &error);
	check(error, "clCreateBuffer");
}

/* How long the command of EVENT, which is released, took. */
static unsigned long long duration(cl_event event)
{
	cl_ulong begin = 0;
	cl_ulong end = 0;

	check(clWaitForEvents(1, &event), "clWaitForEvents");
	check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(begin), &begin,
				      NULL),
	      "clGetEventProfilingInfo");
	check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL),
	      "clGetEventProfilingInfo");
	clReleaseEvent(event);
	return end - begin;
}

static void measure_kernel(const char *name)
{
	const size_t size = COUNT;
	unsigned long long sum = 0;
	cl_int error;
	cl_kernel kernel = clCreateKernel(program, name, &error);

	check(error, "clCreateKernel");
	check(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer), "clSetKernelArg");
	for (int i = 0; i < ROUNDS; i++) {
		cl_event event;

		check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, &event),
		      "clEnqueueNDRangeKernel");
		sum += duration(event);
	}
	clReleaseKernel(kernel);
	printf("%s %llu\n", name, sum);
}

static void measure_transfers(void)
{
	cl_event event;

	check(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof(numbers), numbers, 0, NULL,
				   &event),
	      "clEnqueueWriteBuffer");
	printf("host-to-device %llu\n", duration(event));
	check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(numbers), numbers, 0, NULL,
				  &event),
	      "clEnqueueReadBuffer");
	printf("device-to-host %llu\n", duration(event));
}

/* Kernels of one name after the other: their handles may be the same. */
int main(void)
{
	start();
	measure_kernel("twice");
	measure_kernel("plus");
	measure_transfers();
	clReleaseMemObject(buffer);
	clReleaseProgram(program);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	return 0;
}
