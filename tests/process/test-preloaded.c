/* SPDX-License-Identifier: Apache-2.0 */
/*
 * preloaded: a library in LD_PRELOAD wraps dlopen or dlsym (preload.c). Drivers must work, a loader
 * that is named as a driver must be refused, and the loader must be able to stay in memory.
 *
 * The program opens libOpenCL itself. It executes itself once for each wrapper.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api/api.h"

#define SKIPPED 77

static const char *const wrappers[] = { "preload-dlopen", "preload-dlsym" };

static void fail(const char *what)
{
	printf("failed: %s: %s\n", getenv("LD_PRELOAD"), what);
	exit(EXIT_FAILURE);
}

/* Does the log have TEXT? It is written to standard error, which is a file here. */
static bool log_has(const char *text)
{
	static char log[8192];
	ssize_t size = pread(STDERR_FILENO, log, sizeof(log) - 1, 0);

	log[size > 0 ? size : 0] = '\0';
	return strstr(log, text) != NULL;
}

static cl_uint count_platforms(void *library)
{
	api_fn_clGetPlatformIDs *list =
		(api_fn_clGetPlatformIDs *)dlsym(library, "clGetPlatformIDs");
	cl_uint count = 0;

	if (!list || list(0, NULL, &count) != CL_SUCCESS)
		fail("there are no platforms");
	return count;
}

static int run_wrapped(const char *loader)
{
	unsigned int *calls = (unsigned int *)dlsym(RTLD_DEFAULT, "preload_calls");
	void *library = dlopen(loader, RTLD_NOW);
	unsigned int before;

	if (!calls || *calls == 0) {
		printf("not tested: %s: the C library has no dlsym of version GLIBC_2.34\n",
		       getenv("LD_PRELOAD"));
		return SKIPPED;
	}
	before = *calls;
	if (!library || count_platforms(library) != 5)
		fail("the loader does not report all platforms");
	if (*calls < before + 4)
		fail("the loader's calls do not reach the wrapper");
	if (!log_has("an OpenCL loader, not a driver"))
		fail("a loader that is named as a driver is not refused as a loader");
	/* It stays because of the ICD 2 driver. */
	if (dlclose(library) != 0 || !dlopen(loader, RTLD_NOW | RTLD_NOLOAD))
		fail("the loader is not kept in memory");
	return EXIT_SUCCESS;
}

static void start_wrapped(char **arguments, const char *drivers, const char *wrapper)
{
	char path[4096];
	FILE *log = tmpfile();

	snprintf(path, sizeof(path), "%s/%s.so", drivers, wrapper);
	setenv("LD_PRELOAD", path, 1);
	if (!log || dup2(fileno(log), STDERR_FILENO) < 0)
		_exit(EXIT_FAILURE);
	execv(arguments[0], arguments);
	_exit(errno == ENOEXEC ? SKIPPED : EXIT_FAILURE);
}

static void set_environment(const char *drivers, const char *loader)
{
	char list[16384];

	snprintf(list, sizeof(list), "%s/stub-icd1.so:%s:%s/stub-icd2.so:%s/faulty-by-symbol.so",
		 drivers, loader, drivers, drivers);
	setenv("OCL_ICD_FILENAMES", list, 1);
	setenv("OCL_ICD_VENDORS", "/dev/null/", 1);
	setenv("OPENCL_LOADER_CONFIG", "none", 1);
	setenv("OPENCL_LOADER_LOG", "warning", 1);
}

int main(int count, char **arguments)
{
	const char *drivers = getenv("STUB_DIR");
	const char *loader = getenv("OPENCL_LIBRARY_UNDER_TEST");
	int result = SKIPPED;	/* unless a wrapper is called */

	(void)count;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	printf("skipped: a sanitizer's library must be the first in LD_PRELOAD\n");
	return SKIPPED;
#endif
	if (getenv("PRELOADED"))
		return run_wrapped(loader);
	set_environment(drivers, loader);
	setenv("PRELOADED", "1", 1);
	for (size_t i = 0; i < sizeof(wrappers) / sizeof(wrappers[0]); i++) {
		int status = EXIT_FAILURE;

		fflush(stdout);
		if (fork() == 0)
			start_wrapped(arguments, drivers, wrappers[i]);
		if (wait(&status) < 0 || !WIFEXITED(status))
			return EXIT_FAILURE;
		if (WEXITSTATUS(status) == EXIT_FAILURE)
			return EXIT_FAILURE;
		if (WEXITSTATUS(status) == EXIT_SUCCESS)
			result = EXIT_SUCCESS;
	}
	return result;
}
