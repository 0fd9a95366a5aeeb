/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loader-probe: opens any OpenCL loader, asks it for its platforms and their devices, and prints
 * the name of each platform on a line. It is linked to no loader; functions are found by name.
 *
 * Usage: loader-probe LIBRARY. Status 0: good, also if there is no platform; 1: the loader breaks
 * the specification; 2: the loader cannot be opened or lacks a function.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"

#define MAX_PLATFORMS 4096

static struct {
	void *library;
	api_fn_clGetPlatformIDs *list;
	api_fn_clGetPlatformInfo *get_info;
	api_fn_clGetDeviceIDs *get_devices;
	api_fn_clGetExtensionFunctionAddress *get_address;
} loader;

static void *find(const char *name)
{
	void *function = dlsym(loader.library, name);

	if (function)
		return function;
	fprintf(stderr, "%s\n", dlerror());
	exit(2);
}

static void open_loader(const char *path)
{
	loader.library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!loader.library) {
		fprintf(stderr, "%s\n", dlerror());
		exit(2);
	}
	loader.list = (api_fn_clGetPlatformIDs *)find("clGetPlatformIDs");
	loader.get_info = (api_fn_clGetPlatformInfo *)find("clGetPlatformInfo");
	loader.get_devices = (api_fn_clGetDeviceIDs *)find("clGetDeviceIDs");
	loader.get_address = (api_fn_clGetExtensionFunctionAddress *)
		find("clGetExtensionFunctionAddress");
}

/* As programs do, it does not use a platform further after an error. */
static void show(cl_platform_id platform)
{
	char name[256] = "";
	cl_uint count = 0;

	if (loader.get_info(platform, CL_PLATFORM_NAME, sizeof(name), name, NULL) != CL_SUCCESS)
		return;
	loader.get_devices(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
	printf("%s\n", name);
}

int main(int argc, char **argv)
{
	static cl_platform_id platforms[MAX_PLATFORMS];
	cl_uint count = 0;
	cl_int error;

	if (argc != 2)
		return 2;
	open_loader(argv[1]);
	error = loader.list(MAX_PLATFORMS, platforms, &count);
	if (error != CL_SUCCESS && count > 0)
		return 1;
	if (loader.get_address("clNoSuchFunction"))
		return 1;
	for (cl_uint i = 0; i < count && i < MAX_PLATFORMS; i++)
		show(platforms[i]);
	return fflush(stdout) == 0 ? 0 : 1;
}
