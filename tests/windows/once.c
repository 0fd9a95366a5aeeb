/* SPDX-License-Identifier: Apache-2.0 */
/*
 * once: loads OpenCL.dll, calls it first from several threads at once, frees it, and calls it again:
 * all threads see the same platforms, and the DLL stays in memory.
 */
#include <stdio.h>
#include <windows.h>

#include "api/api.h"

#define THREADS 8

static api_fn_clGetPlatformIDs *get_platforms;
static HANDLE go;
static cl_uint counts[THREADS];

static DWORD WINAPI call(void *argument)
{
	WaitForSingleObject(go, INFINITE);
	get_platforms(0, NULL, argument);
	return 0;
}

int main(void)
{
	HMODULE library = LoadLibraryA("OpenCL.dll");
	HANDLE threads[THREADS];
	cl_uint after = 0;

	if (!library)
		return 1;
	get_platforms = (api_fn_clGetPlatformIDs *)
		(void *)GetProcAddress(library, "clGetPlatformIDs");
	if (!get_platforms)
		return 2;
	go = CreateEventA(NULL, TRUE, FALSE, NULL);
	for (int i = 0; i < THREADS; i++)
		threads[i] = CreateThread(NULL, 0, call, &counts[i], 0, NULL);
	SetEvent(go);
	WaitForMultipleObjects(THREADS, threads, TRUE, INFINITE);
	FreeLibrary(library);
	FreeLibrary(library);
	if (GetModuleHandleA("OpenCL.dll") != library)
		return 3;
	get_platforms(0, NULL, &after);
	for (int i = 0; i < THREADS; i++)
		if (counts[i] != after)
			return 4;
	printf("%u\n", after);
	return 0;
}
