/* SPDX-License-Identifier: Apache-2.0 */
/* compute: doubles numbers on the first device, and writes "computed" if the result is right. */
#include <stdio.h>

#include "api/api.h"

#define COUNT 64

static const char *source = "kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }";

int main(void)
{
	cl_platform_id platform;
	cl_device_id device;
	cl_int numbers[COUNT];
	size_t count = COUNT;
	cl_int error;

	for (int i = 0; i < COUNT; i++)
		numbers[i] = i;
	if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
		return 1;
	cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
	cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(numbers), numbers,
				       &error);
	cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);

	if (clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS)
		return 2;
	cl_kernel kernel = clCreateKernel(program, "twice", &error);

	if (clSetKernelArg(kernel, 0, sizeof(buffer), &buffer) != CL_SUCCESS ||
	    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL) !=
		    CL_SUCCESS ||
	    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(numbers), numbers, 0, NULL,
				NULL) != CL_SUCCESS)
		return 3;
	for (int i = 0; i < COUNT; i++)
		if (numbers[i] != 2 * i)
			return 4;
	puts("computed");
	return 0;
}
