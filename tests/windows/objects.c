/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects: writes the name of each device, on a line each, and gives the layers something to find:
 * a call that asks for devices of no type and, with the argument "leak", a context that is never
 * released. With the argument "threads" some threads still make calls when the process ends; with
 * "named" the thread has a name, if this Windows can name threads.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

#include "api/api.h"

#define MOST 16
#define THREADS 8

static void show_device(cl_device_id device)
{
	char name[256] = "";

	clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof(name), name, NULL);
	printf("%s\n", name);
}

static DWORD WINAPI call_for_ever(void *unused)
{
	cl_uint count;

	for (;;)
		clGetPlatformIDs(0, NULL, &count);
	return unused != NULL;
}

static void name_thread(void)
{
	HRESULT(WINAPI *name)(HANDLE, const wchar_t *) = (void *)GetProcAddress(
		GetModuleHandleW(L"kernelbase.dll"), "SetThreadDescription");

	if (!name ||
	    FAILED(name(GetCurrentThread(), L"painter \u00e9 of many windows, and more text")))
		printf("no names\n");
}

static void start_threads(void)
{
	for (int i = 0; i < THREADS; i++)
		CreateThread(NULL, 0, call_for_ever, NULL, 0, NULL);
	Sleep(20);
}

int main(int argc, char **argv)
{
	const bool is_leaking = argc > 1 && strcmp(argv[1], "leak") == 0;
	cl_platform_id platforms[MOST];
	cl_device_id devices[MOST];
	cl_uint platform_count = 0;
	cl_uint count;
	cl_int error;

	if (argc > 1 && strcmp(argv[1], "threads") == 0)
		start_threads();
	if (argc > 1 && strcmp(argv[1], "named") == 0)
		name_thread();
	clGetPlatformIDs(MOST, platforms, &platform_count);
	for (cl_uint i = 0; i < platform_count && i < MOST; i++) {
		count = 0;
		clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, MOST, devices, &count);
		for (cl_uint j = 0; j < count && j < MOST; j++)
			show_device(devices[j]);
	}
	clGetDeviceIDs(platforms[0], 0, 0, NULL, &count);
	if (is_leaking && !clCreateContext(NULL, 1, devices, NULL, NULL, &error))
		printf("error %d\n", error);
	return 0;
}
