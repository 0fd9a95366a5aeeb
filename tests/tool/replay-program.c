/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay-program MODE: makes one launch on the first device, for the test of clrouter replay, whose
 * result depends on the device:
 *
 * undefined: numbers are converted that the type of the result does not have
 * address: the result is an address, which is another one in each process
 * inexact: the device's own sine
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 256

static const char source[] =
	"kernel void undefined(global const float *in, global int *out)\n"
	"{ size_t i = get_global_id(0); out[i] = (int)in[i]; }\n"
	"kernel void address(global const float *in, global long *out)\n"
	"{ out[get_global_id(0) / 2] = (long)in; }\n"
	"kernel void inexact(global const float *in, global float *out)\n"
	"{ size_t i = get_global_id(0); out[i] = native_sin(in[i]) + exp(in[i]); }\n";

static void check(cl_int error, const char *what)
{
	if (error == CL_SUCCESS)
		return;
	fprintf(stderr, "replay-program: %s: %d\n", what, error);
	exit(1);
}

int main(int argc, char **argv)
{
	const char *text = source;
	const size_t size = COUNT;
	float in[COUNT];
	cl_platform_id platform;
	cl_device_id device;
	cl_int error;

	for (int i = 0; i < COUNT; i++)
		in[i] = argc > 1 && strcmp(argv[1], "inexact") == 0 ? (float)i / 64 : 1e20f * (float)(i - 7);
	check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
	cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check(error, "clCreateContext");
	cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
	check(error, "clCreateCommandQueue");
	cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	check(error, "clCreateProgramWithSource");
	check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
	cl_kernel kernel = clCreateKernel(program, argc > 1 ? argv[1] : "", &error);
	check(error, "clCreateKernel");
	cl_mem from = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(in), in, &error);
	check(error, "clCreateBuffer");
	cl_mem to = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(in), NULL, &error);
	check(error, "clCreateBuffer");
	check(clSetKernelArg(kernel, 0, sizeof(from), &from), "clSetKernelArg");
	check(clSetKernelArg(kernel, 1, sizeof(to), &to), "clSetKernelArg");
	check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL),
	      "clEnqueueNDRangeKernel");
	check(clFinish(queue), "clFinish");
	return 0;
}
