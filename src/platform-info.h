/* SPDX-License-Identifier: Apache-2.0 */
/*
 * platform-info: questions to a platform, asked so that a driver which answers
 * badly does no harm: no answer is trusted to be terminated or to fit.
 */
#ifndef CLROUTER_PLATFORM_INFO_H
#define CLROUTER_PLATFORM_INFO_H

#include <stdbool.h>

#include "api.h"
#include "arena.h"

#define PLATFORM_INFO_ROOM 2048	/* bytes; enough for most answers at once */

/*
 * The text that ASK gives for NAME, terminated: in ROOM, of PLATFORM_INFO_ROOM
 * bytes, or in ARENA if it is longer. NULL and *ERROR when the driver fails
 * (CL_OUT_OF_HOST_MEMORY: there is no memory; ASK NULL: CL_INVALID_OPERATION).
 */
char *platform_info_text(api_fn_clGetPlatformInfo *ask, cl_platform_id platform,
			 cl_platform_info name, char *room, struct arena *arena, cl_int *error);

struct platform_extensions {
	bool icd;		/* cl_khr_icd */
	bool unloadable;	/* cl_khr_icd_unloadable */
};

/*
 * Which of them the extension string WORDS has, as words between blanks or tabs.
 * Writes blanks over the tabs.
 */
struct platform_extensions platform_info_extensions(char *words);

/* The cl_bool that ASK gives for NAME; false when the driver fails. */
bool platform_info_bool(api_fn_clGetPlatformInfo *ask, cl_platform_id platform,
			cl_platform_info name);

/* How many devices of TYPE the platform has; 0 when the driver fails. */
cl_uint platform_info_devices(const struct api_table *table, cl_platform_id platform,
			      cl_device_type type);

/*
 * The version in "OpenCL 3.0 ...": 1000 * major + minor; 0 where the text (or
 * NULL) says something else.
 */
unsigned platform_info_version(const char *text);

#endif
