/* SPDX-License-Identifier: Apache-2.0 */
/*
 * redirect-program: kernels that go far out of global, local and constant memory and of an array,
 * so that a process or a context dies of it; only option.redirect lets them end. It prints what
 * their lawful accesses have done. The exit status is 1 if a call fails, or if a lawful result is
 * wrong.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#define COUNT 32

static const char source[] =
	"constant int table[4] = { 1, 2, 3, 4 };\n"
	"int deep(constant int *list, long i) { return list[i]; }\n"
	"void put(local int *to, long i, int value) { to[i] = value; }\n"
	"kernel void writes(global int *out, long far)\n"
	"{\n"
	"	int i = get_global_id(0);\n"
	"	out[i] = i;\n"
	"	out[i + far] = 7;\n"
	"	vstore4((int4)(8), i + far, out);\n"
	"	atomic_inc(&out[i - far]);\n"
	"}\n"
	"kernel void reads(global int *out, long far)\n"
	"{\n"
	"	local int tile[32];\n"
	"	int own[4] = { 1, 2, 3, 4 };\n"
	"	int i = get_global_id(0), sum = own[i & 3];\n"
	"	tile[i] = i;\n"
	"	put(tile, i + far, 9);\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	sum += deep(table, i & 3) + tile[31 - i];\n"
	"	out[i] = sum;\n"
	"	if (deep(table, far) + own[far] == 12345) out[i] = 0;\n"
	"}\n";

static void check(cl_int error, const char *what)
{
	if (error == CL_SUCCESS)
		return;
	fprintf(stderr, "redirect-program: %s: %d\n", what, (int)error);
	exit(1);
}

static cl_device_id find_device(void)
{
	cl_platform_id platform;
	cl_device_id device;

	check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
	return device;
}

/* Launches the kernel NAME, and prints the sum of the COUNT numbers that it leaves. */
static long launch(cl_command_queue queue, cl_program program, cl_mem memory, const char *name)
{
	const cl_long far = (cl_long)1 << 36;
	const size_t size = COUNT;
	cl_int error, numbers[COUNT];
	cl_kernel kernel = clCreateKernel(program, name, &error);
	long sum = 0;

	check(error, name);
	check(clSetKernelArg(kernel, 0, sizeof(memory), &memory), "clSetKernelArg");
	check(clSetKernelArg(kernel, 1, sizeof(far), &far), "clSetKernelArg");
	check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL),
	      "clEnqueueNDRangeKernel");
	check(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof(numbers), numbers, 0, NULL,
				  NULL),
	      "clEnqueueReadBuffer");
	for (int i = 0; i < COUNT; i++)
		sum += numbers[i];
	printf("%s: %ld\n", name, sum);
	clReleaseKernel(kernel);
	return sum;
}

int main(void)
{
	const char *text = source;
	cl_device_id device = find_device();
	cl_int error;
	cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	cl_command_queue queue;
	cl_program program;
	cl_mem memory;
	bool is_right;

	check(error, "clCreateContext");
	queue = clCreateCommandQueue(context, device, 0, &error);
	check(error, "clCreateCommandQueue");
	program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	check(error, "clCreateProgramWithSource");
	check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
	memory = clCreateBuffer(context, CL_MEM_READ_WRITE, COUNT * sizeof(cl_int), NULL, &error);
	check(error, "clCreateBuffer");
	is_right = launch(queue, program, memory, "writes") == 496;
	is_right = launch(queue, program, memory, "reads") == 496 + 160 && is_right;
	clReleaseMemObject(memory);
	clReleaseProgram(program);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	return is_right ? 0 : 1;
}
