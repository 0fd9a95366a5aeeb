/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device-use: in a child process, the first steps of using a device that an earlier child has listed,
 * and what is reported of functions that fail. It is for what builds and runs kernels.
 */
#ifndef CLROUTER_TOOL_PROBE_DRIVER_DEVICE_USE_H
#define CLROUTER_TOOL_PROBE_DRIVER_DEVICE_USE_H

#include <stdbool.h>
#include <stddef.h>

#include "api/api.h"
#include "base/arena.h"
#include "config/settings.h"
#include "discover/candidate.h"

/* The keys of what is reported, for the parent. */
#define DEVICE_USE_FAILED "failed"	/* a function and what it returned */
#define DEVICE_USE_LOG "log"		/* the line of a build log that says why it failed */

/* Drivers keep pointers to it, so it stays as long as the process. */
struct device_use {
	int report;		/* the pipe; the caller sets it, and the arena */
	struct arena *arena;
	struct candidate candidate;
	const struct api_table *table;
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
};

/*
 * Loads the driver CANDIDATE, and finds the device with the number DEVICE of its platform with the
 * number PLATFORM. False: it is not there, which is reported.
 */
bool device_use_find(struct device_use *use, const struct candidate *candidate,
		     const struct settings *settings, size_t platform, size_t device);

/* Makes context and queue. False: that failed, which is reported, as below. */
bool device_use_open(struct device_use *use);

/* A query that fails says nothing: the flag is then as USUAL. */
bool device_use_flag(const struct device_use *use, cl_device_info name, bool usual);

bool device_use_is_custom(const struct device_use *use);

/* Has the device the byte order of this host? */
bool device_use_has_host_order(const struct device_use *use);

/* Did FUNCTION succeed? CODE is what it returned. */
bool device_use_succeeded(const struct device_use *use, const char *function, cl_int code);

/* The same for a function that returns OBJECT. */
bool device_use_made(const struct device_use *use, const char *function, const void *object,
		     cl_int code);

/* Reports that the driver does not have FUNCTION; false. */
bool device_use_lacks(const struct device_use *use, const char *function);

/* Reports the line of LOG, a build log, that says why it failed. */
void device_use_put_log_text(const struct device_use *use, const char *log);

/* Reports a line of the build log of PROGRAM, if it has one. */
void device_use_put_log(const struct device_use *use, cl_program program);

#endif
