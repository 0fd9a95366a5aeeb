/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own-inih: the program exports functions of its own called ini_parse etc., as games do. The loader
 * must read its configuration with its own inih.
 */
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/api.h"

#define SKIPPED 77

#define EXPORT __attribute__((visibility("default")))

static unsigned calls;

int ini_parse(void);
int ini_parse_file(void);
int ini_parse_stream(void);
int ini_parse_string(void);

/* Parses nothing, and reports success. */
EXPORT int ini_parse(void)
{
	calls++;
	return 0;
}

EXPORT int ini_parse_file(void) __attribute__((alias("ini_parse")));
EXPORT int ini_parse_stream(void) __attribute__((alias("ini_parse")));
EXPORT int ini_parse_string(void) __attribute__((alias("ini_parse")));

static int is_inih(struct dl_phdr_info *info, size_t size, void *unused)
{
	(void)size;
	(void)unused;
	return strstr(info->dlpi_name, "libinih.so") != NULL;
}

static int write_config(char *path)
{
	static const char text[] = "[loader]\nnull_platform = error\n";
	int file = mkstemp(path);
	int error = file < 0 || write(file, text, sizeof(text) - 1) < 0;

	close(file);
	return error;
}

int main(void)
{
	char path[] = "/tmp/clrouter-inih-XXXXXX", driver[4096], name[64];
	const char *directory = getenv("STUB_DIR");
	cl_uint count = 0;
	cl_int error;

	if (!directory || write_config(path)) {
		fprintf(stderr, "STUB_DIR is not set, or %s cannot be written\n", path);
		return EXIT_FAILURE;
	}
	snprintf(driver, sizeof(driver), "%s/stub-icd1.so", directory);
	setenv("OCL_ICD_FILENAMES", driver, 1);
	setenv("OCL_ICD_VENDORS", "/nonexistent.icd", 1);
	setenv("OPENCL_LOADER_CONFIG", path, 1);
	clGetPlatformIDs(0, NULL, &count);
	error = clGetPlatformInfo(NULL, CL_PLATFORM_NAME, sizeof(name), name, NULL);
	unlink(path);
	if (dl_iterate_phdr(is_inih, NULL)) {
		printf("skipped: inih is a shared library here, which programs can replace\n");
		return SKIPPED;
	}
	printf("%u platforms, error %d for NULL, %u calls of the program's ini_parse\n", count,
	       error, calls);
	if (count != 1 || error != CL_INVALID_PLATFORM || calls > 0)
		return EXIT_FAILURE;
	return EXIT_SUCCESS;
}
