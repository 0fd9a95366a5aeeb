/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel-launch: what a recorded kernel command runs: a kernel of its own, which has the arguments
 * that the program's kernel had at that time, and the sizes. A launch that other threads can see
 * does not change: an update makes a new one, and what is enqueued or being enqueued keeps the old
 * one.
 *
 * Any thread may call. One lock is taken inside, while a kernel is copied.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_KERNEL_LAUNCH_H
#define CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_KERNEL_LAUNCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include <clrouter/layer.h>

/* Where a command is enqueued. */
struct launch_place {
	cl_command_queue queue;
	cl_uint wait_count;
	const cl_event *waits;
	cl_event *event; /* NULL: none is wanted */
};

struct kernel_launch {
	atomic_uint holds;
	cl_kernel kernel; /* private */
	bool is_complete; /* all arguments are set */
	bool is_shared;	  /* `kernel` serves another launch, too: it must not be changed */
	bool has_local;
	cl_uint dims; /* 1 to 3 */
	size_t offset[3];
	size_t global[3];
	size_t local[3];     /* as the program gave it; 0: not given */
	size_t required[3];  /* by the kernel's source; 0: none is */
	size_t suggested[3]; /* for just this launch; 0: none was */
};

/* For the layer's start. */
void launch_start(void);

/*
 * A launch on DEVICE of a copy of KERNEL with the sizes of the program's call, held once. OFFSET,
 * GLOBAL and LOCAL may be NULL; they are read only if DEVICE has DIMS dimensions.
 */
cl_int launch_make(cl_kernel kernel, cl_device_id device, cl_uint dims, const size_t *offset,
		   const size_t *global, const size_t *local, struct kernel_launch **made);

/* A launch like FROM, with the same kernel, held once. NULL: there is no memory. */
struct kernel_launch *launch_like(const struct kernel_launch *from);

/* Gives LAUNCH, which nobody else has, a kernel that it may change. */
cl_int launch_own_kernel(struct kernel_launch *launch);

void launch_hold(struct kernel_launch *launch);
void launch_drop(struct kernel_launch *launch); /* which may be NULL */

/*
 * Are the sizes of LAUNCH right for DEVICE? Finds what a driver finds when a kernel is enqueued.
 * Notes the size that the kernel's source requires.
 */
cl_int launch_check(struct kernel_launch *launch, cl_device_id device);

/*
 * LAUNCH, which was made of the program's KERNEL for QUEUE, uses the local size that was suggested
 * to the program for exactly that, if any.
 */
void launch_use_suggested(struct kernel_launch *launch, cl_command_queue queue, cl_kernel kernel);

/* Sets an argument of LAUNCH, which has a kernel of its own. */
cl_int launch_set_argument(struct kernel_launch *launch, cl_uint index, size_t size,
			   const void *value);
cl_int launch_set_pointer(struct kernel_launch *launch, cl_uint index, const void *pointer);
cl_int launch_set_info(struct kernel_launch *launch, cl_kernel_exec_info name, size_t size,
		       const void *value);

/*
 * Are all arguments of LAUNCH set? That is noted in it; another mistake of theirs is returned. A
 * driver of OpenCL 2.1 checks them: it gets LAUNCH in QUEUE with no work-items, which does nothing.
 */
cl_int launch_check_arguments(struct kernel_launch *launch, cl_command_queue queue);

/* Have all work-groups the same size? */
bool launch_is_uniform(const struct kernel_launch *launch);

cl_int launch_enqueue(const struct kernel_launch *launch, const struct launch_place *place);

#endif
