/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects: writes the name of each device, on a line each, and gives the layers something to find:
 * a call that asks for devices of no type and, with an argument, a context that is never released.
 */
#include <stdio.h>

#include "api/api.h"

#define MOST 16

static void show_device(cl_device_id device)
{
	char name[256] = "";

	clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof(name), name, NULL);
	printf("%s\n", name);
}

int main(int argc, char **argv)
{
	cl_platform_id platforms[MOST];
	cl_device_id devices[MOST];
	cl_uint platform_count = 0;
	cl_uint count;
	cl_int error;

	(void)argv;
	clGetPlatformIDs(MOST, platforms, &platform_count);
	for (cl_uint i = 0; i < platform_count && i < MOST; i++) {
		count = 0;
		clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, MOST, devices, &count);
		for (cl_uint j = 0; j < count && j < MOST; j++)
			show_device(devices[j]);
	}
	clGetDeviceIDs(platforms[0], 0, 0, NULL, &count);
	if (argc > 1 && clCreateContext(NULL, 1, devices, NULL, NULL, &error) == NULL)
		printf("error %d\n", error);
	return 0;
}
