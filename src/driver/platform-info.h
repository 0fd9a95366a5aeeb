/* SPDX-License-Identifier: Apache-2.0 */
/*
 * platform-info: asks a platform for information, with care for drivers that answer wrongly: an
 * answer need not be terminated, and may be longer than the buffer.
 *
 * The query and its answers belong to the caller. One query must not be used by two threads at
 * once.
 */
#ifndef CLROUTER_DRIVER_PLATFORM_INFO_H
#define CLROUTER_DRIVER_PLATFORM_INFO_H

#include <stdbool.h>

#include "api/api.h"
#include "base/arena.h"

#define PLATFORM_INFO_SIZE 2048		/* bytes that the driver may use; most answers fit */
#define PLATFORM_INFO_OVERRUN 16384	/* bytes more, for drivers that write too much */

/* A platform, and the buffer for its answers. */
struct platform_query {
	api_fn_clGetPlatformInfo *get_info;	/* the platform's; may be NULL */
	cl_platform_id platform;
	struct arena *arena;		/* for answers that are longer than the buffer */
	cl_int error;			/* of the last query */
	size_t size;			/* of the last answer in bytes, as the driver reports it */
	char buffer[PLATFORM_INFO_SIZE + PLATFORM_INFO_OVERRUN];
};

/*
 * The platform's answer to the query NAME, a terminated text. It is in the buffer of the query and
 * valid until the next query, or in the arena. If it returns NULL, query->error is
 *   CL_INVALID_OPERATION   get_info is NULL
 *   CL_INVALID_VALUE       the answer is longer than 16 MiB, or the driver returned this code
 *   CL_OUT_OF_HOST_MEMORY  an allocation failed, or the driver returned this code
 *   any other code         the driver returned it
 */
char *platform_info_text(struct platform_query *query, cl_platform_info name);

struct platform_extensions {
	bool icd;		/* cl_khr_icd */
	bool unloadable;	/* cl_khr_icd_unloadable */
};

/*
 * Which of these extensions are words of WORDS, the platform's list of extensions? Blanks and
 * control characters separate words.
 */
struct platform_extensions platform_info_extensions(const char *words);

/* The platform's answer to the query NAME, a cl_bool; false if GET_INFO is NULL or fails. */
bool platform_info_bool(api_fn_clGetPlatformInfo *get_info, cl_platform_id platform,
			cl_platform_info name);

/* The number of devices of TYPE; 0 if clGetDeviceIDs of TABLE is NULL or fails. */
cl_uint platform_info_devices(const struct api_table *table, cl_platform_id platform,
			      cl_device_type type);

/*
 * The version in TEXT, an answer to CL_PLATFORM_VERSION ("OpenCL 3.0 ..."): 1000 * major + minor.
 * 0 if TEXT is NULL or does not start with "OpenCL ".
 */
unsigned platform_info_version(const char *text);

#endif
