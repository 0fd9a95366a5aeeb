/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core-kernels: the functions that make and set up kernels, for drivers without clCloneKernel, for
 * sizes that were suggested and for command buffers; and clCloneKernel itself.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_CORE_CORE_KERNELS_H
#define CLROUTER_LAYERS_COMPATIBILITY_CORE_CORE_KERNELS_H

#include <stdbool.h>

#include <clrouter/layer.h>

/* For the layer's start: kernels of drivers without clCloneKernel can be cloned. */
void kernels_start_cloning(struct clrouter_table *table);

/* For the layer's start: kernels_keep_all() may be called later. */
void kernels_start_keeping(struct clrouter_table *table);

/* From now on the arguments of all kernels are kept. Any thread may call. */
void kernels_keep_all(void);

/*
 * A clone of SOURCE, by the driver or by what is known of its arguments; NULL: *ERROR says why. It
 * is noted as an object of the program if IS_PROGRAMS; one that only this layer uses is not, and
 * this layer tells what happens to it (arguments_set(), notes_release()) if it is to be cloned
 * again.
 */
cl_kernel kernels_clone(cl_kernel source, bool is_programs, cl_int *error);

/*
 * In local-size.c, for features that launch kernels themselves: stores in LOCAL the size that
 * cl_khr_suggested_local_work_size named for exactly this launch, whose local size is NULL. False: it
 * named none. Any thread may call.
 */
bool local_size_suggested(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
			  const size_t *offset, const size_t *global, size_t local[3]);

#endif
