/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wrapped: the program defines dlopen, dlsym and dlclose itself, as emulators do. Its handles are
 * numbers, so the C library would crash if the loader passed one to it.
 */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/api.h"

#define SKIPPED 77

/* A sanitizer wraps these functions too, and calls them before the program is ready. */
#if !defined(__GLIBC__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

int main(void)
{
	printf("skipped: there is no dlvsym, or the build has a sanitizer\n");
	return SKIPPED;
}

#else

#define EXPORT __attribute__((visibility("default")))
#define HANDLES 16

typedef void *open_fn(const char *name, int mode);
typedef void *find_fn(void *handle, const char *symbol);
typedef int close_fn(void *handle);

static void *opened[HANDLES];	/* the real handle of each of ours */
static size_t count = 1;

/* The function of the C library. All of them have this version since glibc 2.34. */
static void *find_real(const char *name)
{
	void *address = dlvsym(RTLD_NEXT, name, "GLIBC_2.34");

	if (!address) {
		printf("skipped: the C library has no %s of version GLIBC_2.34\n", name);
		exit(SKIPPED);
	}
	return address;
}

static bool is_ours(const void *handle)
{
	return (uintptr_t)handle > 0 && (uintptr_t)handle < HANDLES;
}

EXPORT void *dlopen(const char *name, int mode)
{
	void *handle = ((open_fn *)find_real("dlopen"))(name, mode);

	if (!handle || count == HANDLES)
		return NULL;
	opened[count] = handle;
	return (void *)count++;
}

EXPORT void *dlsym(void *handle, const char *symbol)
{
	find_fn *find = (find_fn *)find_real("dlsym");

	return find(is_ours(handle) ? opened[(uintptr_t)handle] : handle, symbol);
}

EXPORT int dlclose(void *handle)
{
	close_fn *close_real = (close_fn *)find_real("dlclose");

	return close_real(is_ours(handle) ? opened[(uintptr_t)handle] : handle);
}

int main(void)
{
	const char *directory = getenv("STUB_DIR");
	char drivers[4096];
	cl_uint found = 0;
	cl_int error;

	find_real("dlopen");
	snprintf(drivers, sizeof(drivers), "%s/stub-icd1.so:%s/stub-icd2.so:%s/faulty-by-symbol.so",
		 directory, directory, directory);
	setenv("OCL_ICD_FILENAMES", drivers, 1);
	setenv("OCL_ICD_VENDORS", "/dev/null/", 1);
	setenv("OPENCL_LOADER_CONFIG", "none", 1);
	error = clGetPlatformIDs(0, NULL, &found);
	printf("%u platforms through %zu handles, error %d\n", found, count - 1, error);
	return error == CL_SUCCESS && found == 5 && count > 3 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
