/* SPDX-License-Identifier: Apache-2.0 */
/*
 * accept-driver: the validation layer above a driver that accepts every call and dereferences no
 * handle, for tests of what the layer writes. One device, one context, a program with kernels of
 * three arguments, unless a test says otherwise. Each test runs in a process of its own (the fork mode of check).
 */
#ifndef ACCEPT_DRIVER_H
#define ACCEPT_DRIVER_H

#include <stdbool.h>

#include <clrouter/extension.h>

#include "layers/validation-calls.h"

/*
 * Does the C library take stacks for the layer? Without them, a call under another layer has its
 * place in that layer.
 */
#if __has_include(<execinfo.h>)
#define ACCEPT_HAS_STACKS true
#else
#define ACCEPT_HAS_STACKS false
#endif

/* The layer, as a program calls it. */
extern const struct clrouter_table *layer;

/* What the driver answers. */
struct accept_answers {
	const char *kernel_name;
	const char *device_name;
	const char *device_version;
	const char *c_version;			/* of OpenCL C; NULL: none */
	const cl_name_version *c_versions;	/* all of OpenCL C; NULL: none */
	size_t c_versions_count;
	cl_kernel_arg_access_qualifier access;	/* of image arguments */
	cl_kernel_arg_type_qualifier type;	/* of arguments that are pointers */
	bool has_argument_info;
	const char *argument_type;		/* of arguments, with has_argument_info; NULL: none */
	const char *argument_name;		/* the same */
	cl_int argument_code;			/* of every clSetKernelArg */
	cl_int build_code;			/* of builds and compilations */
	cl_build_status build_status;		/* of every program, as the next four */
	cl_build_status other_status;		/* for devices other than the first */
	const char *build_options;		/* NULL: the query fails */
	const char *build_log;			/* the same */
	const char *other_log;			/* for devices other than the first; NULL: the same */
	cl_kernel_arg_address_qualifier argument_address;
	cl_uint argument_count;			/* of every kernel */
	cl_int errcode;				/* of what makes a context by its type */
	cl_int event_status;			/* of every event */
	cl_uint compute_units;			/* of every device */
	const cl_name_version *extension;	/* that the platform lists; NULL: none */
	void *extension_function;		/* the function of any name, if there is one */
	void *found;				/* the program of every kernel; NULL: the first one */
	const char *source;			/* of every program */
	void (*meanwhile)(void);		/* called while an event is set; or NULL */
	void *next;				/* the next object or SVM is made there; NULL: anywhere */
};

extern struct accept_answers answers;

/* What accept_start() makes. */
extern cl_device_id device;
extern cl_context context;
extern cl_command_queue queue, other_queue, unordered_queue;
extern cl_program program;
extern cl_kernel kernel;
extern cl_mem buffer, other_buffer;	/* of 4096 bytes */

/* The path of a layer that accept_start() puts below validation; NULL: none. */
extern const char *accept_below;

/*
 * Sets OPENCL_VALIDATION_FILE, and OPENCL_VALIDATION_RULES unless the test has set it, so that
 * objects need not be released; starts the layer and makes the objects.
 */
void accept_start(void);

/* Puts the layer of between-layer.c above: LAYER is its table from now on. */
void accept_put_layer_above(const char *path);

/* Stops the layer, and returns what it has written. */
const char *accept_stop(void);

/* What the layer has written so far. */
const char *accept_findings(void);

/* Does TEXT begin with the last line of a process, which says how many findings there were? */
bool accept_is_last_line(const char *text);

/* The other lines of FINDINGS. */
unsigned accept_count(const char *findings);

/* Are FINDINGS one line, and does it say that there is none? */
bool accept_is_nothing(const char *findings);

#endif
