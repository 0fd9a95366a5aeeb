/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists the OpenCL platforms and devices of this machine, then adds two vectors
 * of a million floats on the first device of every platform and compares each
 * element with what the CPU makes of it. The exit status is 0 only if there was
 * a device and every device tried was right.
 *
 * OpenCL 1.2 and nothing newer, so that it links with any libOpenCL:
 *     cc vector-add.c -lOpenCL -o vector-add
 */
#define _GNU_SOURCE /* dladdr */
#define CL_TARGET_OPENCL_VERSION 120

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define ELEMENTS 1000000
#define MAX_PLATFORMS 32
#define MAX_DEVICES 32

static const char source[] =
	"__kernel void vector_add(__global const float *a, __global const float *b,\n"
	"                         __global float *sum)\n"
	"{\n"
	"	size_t i = get_global_id(0);\n"
	"	sum[i] = a[i] + b[i];\n"
	"}\n";

static float a[ELEMENTS], b[ELEMENTS], sum[ELEMENTS];

static bool is_good(cl_int error, const char *function)
{
	if (error != CL_SUCCESS)
		printf("    %s failed with error %d\n", function, (int)error);
	return error == CL_SUCCESS;
}

/* Its handle is asked: the address of a function may be a stub in this program. */
static void print_library(void)
{
	void *library = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_NOLOAD);
	void *function = library ? dlsym(library, "clGetPlatformIDs") : NULL;
	Dl_info info;

	printf("OpenCL library: %s\n",
	       function && dladdr(function, &info) ? info.dli_fname : "unknown");
	if (library)
		dlclose(library);
}

static cl_uint get_platforms(cl_platform_id *platforms)
{
	cl_uint count = 0;
	cl_int error = clGetPlatformIDs(MAX_PLATFORMS, platforms, &count);

	if (error == CL_PLATFORM_NOT_FOUND_KHR || !is_good(error, "clGetPlatformIDs"))
		return 0;
	return count < MAX_PLATFORMS ? count : MAX_PLATFORMS;
}

static cl_uint get_devices(cl_platform_id platform, cl_device_id *devices)
{
	cl_uint count = 0;
	cl_int error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MAX_DEVICES, devices, &count);

	if (error == CL_DEVICE_NOT_FOUND || !is_good(error, "clGetDeviceIDs"))
		return 0;
	return count < MAX_DEVICES ? count : MAX_DEVICES;
}

static void print_platform(cl_uint index, cl_platform_id platform)
{
	cl_device_id devices[MAX_DEVICES];
	cl_uint count = get_devices(platform, devices);
	char name[256] = "(no name)", version[256] = "(no version)";

	clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name), name, NULL);
	clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof(version), version, NULL);
	printf("platform %u: %s, %s\n", index, name, version);
	for (cl_uint i = 0; i < count; i++) {
		char device[256] = "(no name)";

		clGetDeviceInfo(devices[i], CL_DEVICE_NAME, sizeof(device), device, NULL);
		printf("    device %u: %s\n", i, device);
	}
	if (count == 0)
		printf("    no devices\n");
}

static void print_build_log(cl_program program, cl_device_id device)
{
	static char log[16384];

	if (!clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL))
		printf("    the driver's compiler says:\n%s\n", log);
}

/* The last call waits for the result. */
static bool run_kernel(cl_command_queue queue, cl_kernel kernel, cl_mem *buffers)
{
	const size_t size = ELEMENTS;

	for (cl_uint i = 0; i < 3; i++)
		if (!is_good(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]),
			     "clSetKernelArg"))
			return false;
	return is_good(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL),
		       "clEnqueueNDRangeKernel") &&
	       is_good(clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof(sum), sum, 0,
					   NULL, NULL),
		       "clEnqueueReadBuffer");
}

static bool add_on_device(cl_device_id device)
{
	const char *text = source;
	cl_mem_flags flags[3] = { CL_MEM_COPY_HOST_PTR, CL_MEM_COPY_HOST_PTR, CL_MEM_WRITE_ONLY };
	void *contents[3] = { a, b, NULL };
	cl_mem buffers[3] = { NULL };
	cl_command_queue queue = NULL;
	cl_program program = NULL;
	cl_kernel kernel = NULL;
	bool good = false;
	cl_int error;
	cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);

	if (!is_good(error, "clCreateContext"))
		return false;
	queue = clCreateCommandQueue(context, device, 0, &error);
	if (!is_good(error, "clCreateCommandQueue"))
		goto out;
	program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	if (!is_good(error, "clCreateProgramWithSource"))
		goto out;
	if (!is_good(clBuildProgram(program, 1, &device, NULL, NULL, NULL), "clBuildProgram")) {
		print_build_log(program, device);
		goto out;
	}
	kernel = clCreateKernel(program, "vector_add", &error);
	if (!is_good(error, "clCreateKernel"))
		goto out;
	for (int i = 0; i < 3; i++) {
		buffers[i] = clCreateBuffer(context, flags[i], sizeof(sum), contents[i], &error);
		if (!is_good(error, "clCreateBuffer"))
			goto out;
	}
	good = run_kernel(queue, kernel, buffers);
out:
	for (int i = 0; i < 3; i++)
		if (buffers[i])
			clReleaseMemObject(buffers[i]);
	if (kernel)
		clReleaseKernel(kernel);
	if (program)
		clReleaseProgram(program);
	if (queue)
		clReleaseCommandQueue(queue);
	clReleaseContext(context);
	return good;
}

static bool is_sum_right(void)
{
	size_t wrong = 0;

	for (size_t i = 0; i < ELEMENTS; i++)
		if (sum[i] != a[i] + b[i] && wrong++ == 0)
			printf("    element %zu is %g, should be %g\n", i, sum[i], a[i] + b[i]);
	if (wrong)
		printf("    %zu of %d elements are wrong\n", wrong, ELEMENTS);
	return wrong == 0;
}

/* The numbers are such that every sum is exact, so the comparison can be exact. */
static bool add_vectors(cl_uint platform, cl_device_id device)
{
	bool right;

	for (size_t i = 0; i < ELEMENTS; i++) {
		a[i] = 0.25f * (float)i;
		b[i] = 1.0f + (float)(i % 1000);
		sum[i] = -1.0f;
	}
	printf("platform %u: adding two vectors of %d floats ...\n", platform, ELEMENTS);
	fflush(stdout);
	right = add_on_device(device) && is_sum_right();
	printf("platform %u: %s\n", platform,
	       right ? "right, every element is as the CPU has it" : "FAILED");
	return right;
}

int main(void)
{
	cl_platform_id platforms[MAX_PLATFORMS];
	cl_device_id devices[MAX_DEVICES];
	cl_uint count, tried = 0, right = 0;

	print_library();
	count = get_platforms(platforms);
	printf("platforms found: %u\n", count);
	for (cl_uint i = 0; i < count; i++)
		print_platform(i, platforms[i]);
	for (cl_uint i = 0; i < count; i++) {
		if (get_devices(platforms[i], devices) == 0)
			continue;
		tried++;
		right += add_vectors(i, devices[0]);
	}
	if (tried == 0)
		printf("No device to compute on: is an OpenCL driver installed?\n");
	return tried > 0 && right == tried ? EXIT_SUCCESS : EXIT_FAILURE;
}
