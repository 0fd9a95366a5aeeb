/* SPDX-License-Identifier: Apache-2.0 */
/*
 * old-driver: a fake loader and two fake drivers for the compatibility layer. "Old" has the OpenCL
 * version that a test wants, and fails the test if one of its functions is called that this version
 * does not have. Its dispatch table ends where its version ends, at a page that cannot be read.
 * "New" has all of OpenCL 3.0.
 *
 * Objects count their references, and an address is used again at once. Each test runs in a process
 * of its own, so the state is for one test.
 */
#ifndef OLD_DRIVER_H
#define OLD_DRIVER_H

#include <stdbool.h>
#include <stddef.h>

#include <clrouter/layer.h>

/* A query that a device or platform answers in this test, whatever its version. */
struct old_answer {
	cl_uint name;
	const void *value;
	size_t size;
};

struct old_state {
	unsigned version;	   /* of Old: 102, 200, 201, 202 or 300 */
	const char *extensions;	   /* of the device of Old */
	const char *new_extensions; /* of the device of New */
	const char *platform_extensions; /* of Old */
	const struct old_answer *answers; /* of Old; ends with name 0 */
	bool has_empty_lists;	   /* Old answers that no queue has properties */
	bool is_incomplete;	   /* Old refuses all queries of its newest version */
	unsigned empty_slot;	   /* of the table of Old; 0: none */

	/* what the drivers have seen */
	unsigned native_calls;	   /* of functions of OpenCL 2.0 and later */
	cl_command_queue_properties flags; /* of the last queue */
	cl_uint sampler[3];	   /* the last one */
	size_t local[3];	   /* of the last launch */
	bool has_local;
	unsigned live;		   /* objects that are there */
	cl_int status;		   /* of all builds */
	cl_bool has_compiler;
	size_t required[3];	   /* the size that kernels want */
	const char *function;	   /* an extension function that Old has */
	void *address;
};

extern struct old_state old;

/* The layer, as a program calls it; what was used before it is one of the two. */
extern const struct clrouter_table *layer;
extern cl_platform_id old_platform, new_platform;
extern cl_device_id old_device, new_device;

/* The setting of the layer for this run, such as "force=core"; NULL: none. To be called first. */
void old_set(const char *setting);

/* Opens libCLCompatibility.so and starts it. */
void old_start(void);

/* The library of the layer, for faults.h. */
void *old_library(void);

/* What argument INDEX of KERNEL is set to; its size is stored. NULL: nothing, or no value. */
const void *old_argument(cl_kernel kernel, cl_uint index, size_t *size);

/* Calls the function that the last context was made with. */
void old_notify(void);

#endif
