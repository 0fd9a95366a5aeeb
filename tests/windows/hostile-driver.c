/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hostile-driver: a driver that does what the variable HOSTILE names, when it is loaded or asked for
 * its platforms, and then says that it has none.
 */
#include <stdio.h>
#include <string.h>
#include <windows.h>

#include "api/api.h"

__declspec(dllexport) api_fn_clGetExtensionFunctionAddress clGetExtensionFunctionAddress;

static void call_back(void)
{
	HMODULE loader = LoadLibraryA("OpenCL.dll");
	api_fn_clGetPlatformIDs *get_platforms =
		(api_fn_clGetPlatformIDs *)(void *)GetProcAddress(loader, "clGetPlatformIDs");
	cl_uint count = 99;
	cl_int error = get_platforms(0, NULL, &count);

	fprintf(stderr, "the driver sees %d, %u\n", (int)error, count);
	FreeLibrary(loader);
}

static cl_int CL_API_CALL list_platforms(cl_uint num_entries, cl_platform_id *platforms,
					 cl_uint *num_platforms)
{
	char what[32] = "";

	(void)num_entries;
	(void)platforms;
	GetEnvironmentVariableA("HOSTILE", what, sizeof(what));
	if (strcmp(what, "raise") == 0)
		RaiseException(0xE0001234, 0, 0, NULL);
	else if (strcmp(what, "exit") == 0)
		ExitThread(3);
	else if (strcmp(what, "calls-back") == 0)
		call_back();
	if (num_platforms)
		*num_platforms = 0;
	return CL_SUCCESS;
}

/* The driver has no clGetPlatformInfo, and gives away the loader's. */
void *CL_API_CALL clGetExtensionFunctionAddress(const char *name)
{
	if (strcmp(name, "clGetPlatformInfo") == 0)
		return (void *)GetProcAddress(GetModuleHandleA("OpenCL.dll"), name);
	return strcmp(name, "clIcdGetPlatformIDsKHR") == 0 ? (void *)list_platforms : NULL;
}

BOOL WINAPI DllMain(HINSTANCE library, DWORD reason, void *reserved);

BOOL WINAPI DllMain(HINSTANCE library, DWORD reason, void *reserved)
{
	char what[32] = "";

	(void)library;
	(void)reserved;
	GetEnvironmentVariableA("HOSTILE", what, sizeof(what));
	if (reason != DLL_PROCESS_ATTACH)
		return TRUE;
	if (strcmp(what, "error-mode") == 0)
		fprintf(stderr, "error mode %lx\n", GetThreadErrorMode());
	return strcmp(what, "fails") != 0;
}
