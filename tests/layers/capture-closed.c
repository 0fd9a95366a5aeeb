/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture-closed LOADER LAYER MODE: makes a launch through LAYER, closes LOADER and ends. In the mode
 * "ended" the launch has ended before. In "waits" it waits for a user event that is never set, so that
 * the layer has to ask the driver about it when the process ends.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/closing-loader.h"

static const char *const source = "kernel void ones(global int *to) { to[get_global_id(0)] = 1; }\n";
static const struct clrouter_table *cl;

static void check(int is_good, const char *what)
{
	if (is_good)
		return;
	fprintf(stderr, "capture-closed: %s\n", what);
	exit(EXIT_FAILURE);
}
#define CHECK(call) check((call) == CL_SUCCESS, #call)

static void *open_loader(const char *path, const char *layer)
{
	void *const loader = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	closing_loader_start_t *start;
	void *function;

	check(loader != NULL, path);
	function = dlsym(loader, "closing_loader_start");
	memcpy(&start, &function, sizeof(start));
	check(start != NULL, "closing_loader_start");
	cl = start(layer);
	check(cl != NULL, layer);
	return loader;
}

static cl_kernel make_kernel(cl_context context, cl_mem *buffer)
{
	cl_int error;
	cl_program program = cl->clCreateProgramWithSource(context, 1, (const char **)&source, NULL,
							   &error);
	cl_kernel kernel;

	CHECK(error);
	CHECK(cl->clBuildProgram(program, 0, NULL, "", NULL, NULL));
	kernel = cl->clCreateKernel(program, "ones", &error);
	CHECK(error);
	*buffer = cl->clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &error);
	CHECK(error);
	CHECK(cl->clSetKernelArg(kernel, 0, sizeof(*buffer), buffer));
	return kernel;
}

static void launch(cl_context context, cl_command_queue queue, int waits)
{
	const size_t size = 16;
	cl_event gate = NULL;
	cl_int error = CL_SUCCESS;
	cl_mem buffer;
	cl_kernel kernel = make_kernel(context, &buffer);

	if (waits)
		gate = cl->clCreateUserEvent(context, &error);
	CHECK(error);
	CHECK(cl->clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, waits ? 1 : 0,
					 waits ? &gate : NULL, NULL));
	if (!waits)
		CHECK(cl->clFinish(queue));
}

int main(int argc, char **argv)
{
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
	cl_int error;
	void *loader;

	check(argc == 4, "three arguments are needed");
	loader = open_loader(argv[1], argv[2]);
	CHECK(cl->clGetPlatformIDs(1, &platform, NULL));
	CHECK(cl->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	context = cl->clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	CHECK(error);
	queue = cl->clCreateCommandQueue(context, device, 0, &error);
	CHECK(error);
	launch(context, queue, strcmp(argv[3], "waits") == 0);
	CHECK(dlclose(loader));
	return EXIT_SUCCESS;
}
