/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loaders: loads each of the DLLs that are named, and writes how many platforms it has. Before that
 * it loads and frees the DLL without a call, which leaves nothing in memory.
 */
#include <stdio.h>
#include <windows.h>

#include "api/api.h"

#define TIMES 100

static int count_platforms(const char *name)
{
	HMODULE library = LoadLibraryA(name);
	api_fn_clGetPlatformIDs *get_platforms = library ? (api_fn_clGetPlatformIDs *)
		(void *)GetProcAddress(library, "clGetPlatformIDs") : NULL;
	cl_uint count = 0;

	if (!get_platforms)
		return -1;
	get_platforms(0, NULL, &count);
	return (int)count;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		for (int j = 0; j < TIMES; j++)
			FreeLibrary(LoadLibraryA(argv[i]));
		if (GetModuleHandleA(argv[i]))
			printf("it stays in memory without a call: ");
		printf("%d\n", count_platforms(argv[i]));
	}
	return 0;
}
