/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-throws: a C++ program that calls clBuildProgram several times with a callback that throws
 * an exception, and continues in its handler. It prints the number of exceptions that it caught.
 */
#include <cstdio>
#include <stdexcept>

#include <CL/cl.h>

static void CL_CALLBACK built(cl_program program, void *)
{
	cl_uint count;

	clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof(count), &count, nullptr);
	throw std::runtime_error("built");
}

static bool build(cl_program program, cl_device_id device)
{
	cl_build_status status;

	try {
		clBuildProgram(program, 1, &device, "-w", built, nullptr);
		return false;
	} catch (const std::runtime_error &) {
		clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof(status),
				      &status, nullptr);
		return true;
	}
}

int main()
{
	const char *text = "kernel void f() {}";
	cl_platform_id platform;
	cl_device_id device;
	int caught = 0;

	if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS ||
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS)
		return 1;
	cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
	cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
	for (int i = 0; i < 3; i++)
		caught += build(program, device);
	clReleaseProgram(program);
	clReleaseContext(context);
	std::printf("%d\n", caught);
	return 0;
}
