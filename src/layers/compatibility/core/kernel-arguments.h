/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel-arguments: the setup of kernels (state/setup.h), so that a kernel can be made once more;
 * and the local sizes that were suggested for it. Each is a note of its kernel: NOTE_ARGUMENTS of
 * handle-notes.h, which counts the references.
 *
 * src/state has the setups of all kernels, which its wrappers see. Here a clSetKernelArg
 * of a driver that needs nothing is passed on after one comparison.
 *
 * Any thread may call. One lock is taken inside; the driver is not called with it. A kernel itself
 * may be changed by one thread at a time, as OpenCL has it.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_CORE_KERNEL_ARGUMENTS_H
#define CLROUTER_LAYERS_COMPATIBILITY_CORE_KERNEL_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <CL/cl.h>

/*
 * Keeps the arguments of KERNEL, which has COUNT, from now on. IS_NEW: it has just been made, so
 * none is set, and it has one reference. False: no memory.
 */
bool arguments_keep(cl_kernel kernel, cl_uint count, bool is_new);

/* What a call that succeeded has set. False: the arguments are not kept. */
bool arguments_set(cl_kernel kernel, cl_uint index, size_t size, const void *value);
bool arguments_set_pointer(cl_kernel kernel, cl_uint index, const void *pointer);
void arguments_set_info(cl_kernel kernel, cl_kernel_exec_info name, size_t size, const void *bytes);

enum arguments_state {
	ARGUMENTS_SET,	  /* all of them */
	ARGUMENTS_UNSET,  /* one was never set */
	ARGUMENTS_UNKNOWN /* one may have been set before it was kept */
};
enum arguments_state arguments_state(cl_kernel kernel);

/* -- copies ---------------------------------------------------------------------------- */

struct kernel_arguments;

/* A copy of the arguments of KERNEL; NULL: they are not kept, or there is no memory. */
struct kernel_arguments *arguments_copy(cl_kernel kernel);
void arguments_free(struct kernel_arguments *arguments);

/*
 * Sets the arguments of the new KERNEL by calls of the driver. An object that is gone meanwhile is
 * left out: that argument is not set.
 */
cl_int arguments_apply(const struct kernel_arguments *arguments, cl_kernel kernel);

/* The same for local memory and for what is NULL only. */
cl_int arguments_apply_empty(const struct kernel_arguments *arguments, cl_kernel kernel);

/* ARGUMENTS belong to the new KERNEL from now on. False: no memory; they are freed. */
bool arguments_adopt(struct kernel_arguments *arguments, cl_kernel kernel);

/* -- suggested sizes ------------------------------------------------------------------- */

struct sized_launch {
	cl_device_id device;
	cl_uint dimensions;
	size_t offset[3]; /* 0 beyond the dimensions, as the sizes are */
	size_t global[3];
	size_t local[3];
};

/* LAUNCH was suggested for KERNEL with the arguments that it has now. False: no memory. */
bool arguments_suggest(cl_kernel kernel, const struct sized_launch *launch);

/* Was any size suggested for KERNEL? */
bool arguments_have_suggestions(cl_kernel kernel);

/* Stores the local size if it was suggested for KERNEL, its arguments, and all else of LAUNCH. */
bool arguments_suggested(cl_kernel kernel, struct sized_launch *launch);

#endif
