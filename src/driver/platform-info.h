/* SPDX-License-Identifier: Apache-2.0 */
/*
 * platform-info: questions to a platform, asked so that a driver which answers
 * badly does no harm: no answer is trusted to be terminated or to fit.
 */
#ifndef CLROUTER_DRIVER_PLATFORM_INFO_H
#define CLROUTER_DRIVER_PLATFORM_INFO_H

#include <stdbool.h>

#include "api/api.h"
#include "base/arena.h"

#define PLATFORM_INFO_SIZE 2048		/* bytes; enough for most answers at once */
#define PLATFORM_INFO_SPILL 16384	/* bytes that a driver may write after its buffer */

/* A platform that is asked, and the buffer for its answers. */
struct platform_query {
	api_fn_clGetPlatformInfo *ask;	/* NULL: whatever is asked fails with CL_INVALID_OPERATION */
	cl_platform_id platform;
	struct arena *arena;		/* for answers that are longer than the buffer */
	cl_int error;			/* why the last question failed */
	size_t size;			/* of the last answer, as the driver tells it */
	char buffer[PLATFORM_INFO_SIZE + PLATFORM_INFO_SPILL];
};

/*
 * The text that the platform gives for NAME, terminated: in the query's buffer until the next
 * question, or in its arena. NULL, and the query's error is set, if the driver fails
 * (CL_OUT_OF_HOST_MEMORY: there is no memory).
 */
char *platform_info_text(struct platform_query *query, cl_platform_info name);

struct platform_extensions {
	bool icd;		/* cl_khr_icd */
	bool unloadable;	/* cl_khr_icd_unloadable */
};

/* Which of them the extension string WORDS has; whatever sorts up to a blank separates words. */
struct platform_extensions platform_info_extensions(const char *words);

/* The cl_bool that ASK gives for NAME; false if the driver fails. */
bool platform_info_bool(api_fn_clGetPlatformInfo *ask, cl_platform_id platform,
			cl_platform_info name);

/* How many devices of TYPE the platform has; 0 if the driver fails. */
cl_uint platform_info_devices(const struct api_table *table, cl_platform_id platform,
			      cl_device_type type);

/*
 * The version in "OpenCL 3.0 ...": 1000 * major + minor; 0 if the text (or NULL) says something
 * else.
 */
unsigned platform_info_version(const char *text);

#endif
