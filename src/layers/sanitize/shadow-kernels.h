/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shadow-kernels: the kernels of shadows that stand for a kernel of the program, one for each
 * device, with the same arguments and the hidden ones (sanitize-format.h). Any thread may call the
 * functions, with no lock held.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_SHADOW_KERNELS_H
#define CLROUTER_LAYERS_SANITIZE_SHADOW_KERNELS_H

#include "layers/sanitize/shadow-programs.h"

/* How many bytes there are from where an argument points to the end of its object. */
struct argument_size {
	bool is_sized;	 /* it is a pointer that has a hidden argument */
	bool is_local;	 /* to local memory */
	const void *svm; /* it is this pointer: the size is looked up if allocations have changed */
	uint64_t moment; /* of regions, when it was looked up */
	uint64_t bytes;	 /* SANITIZE_UNKNOWN: not known */
};

/* The kernel of one shadow, with what its hidden arguments are set to. */
struct kernel_part {
	struct shadow *shadow;
	cl_kernel kernel;
	const struct sites_kernel *sites;
	uint64_t *sizes; /* of each `sized` argument */
	bool has_sizes;	 /* `sizes` are set */
	struct regions *regions;
	uint32_t number;  /* of the place that launches; UINT32_MAX: not set */
	const void *site; /* of this number */
	bool is_command;
};

struct shadow_kernel {
	atomic_uint references;
	cl_kernel handle; /* the program's */
	struct shadow_program *program;
	struct lock lock; /* of all that follows; also held while the driver launches */
	struct argument_size *arguments;
	cl_uint argument_count;
	struct kernel_part *parts;
	size_t part_count;
};

/* For the layer's start. */
void shadow_kernels_start(void);

/* The program has made the kernel HANDLE of PROGRAM, or a CLONE of SOURCE. */
void shadow_kernels_note_made(cl_kernel handle, cl_program program);
void shadow_kernels_note_clone(cl_kernel clone, cl_kernel source);

/* The kernel HANDLE has lost its last reference. */
void shadow_kernels_note_gone(cl_kernel handle);

/* The one of HANDLE, if it is checked; the caller gives it back. NULL: it is not. */
struct shadow_kernel *shadow_kernels_take(cl_kernel handle);
void shadow_kernels_give(struct shadow_kernel *kernel);

/* CALL, which sets an argument or clSetKernelExecInfo, has succeeded: does the same to the shadow's
 * kernels. */
bool shadow_kernels_sets(unsigned slot);
void shadow_kernels_note_set(const struct call *call);

/* The part for DEVICE, which is NULL if there is only one. NULL: there is none. */
struct kernel_part *shadow_kernels_part(struct shadow_kernel *kernel, cl_device_id device);

/*
 * The size of an argument if clSetKernelArg gets SIZE bytes at VALUE, and if it points to shared
 * memory.
 */
struct argument_size shadow_kernels_size(size_t size, const void *value, bool is_local);
struct argument_size shadow_kernels_svm_size(const void *pointer);

/*
 * Sets the hidden arguments of PART of KERNEL, whose lock is held, for a launch by SITE; only those
 * that have changed. False: the driver refuses one.
 */
bool shadow_kernels_prepare(struct shadow_kernel *kernel, struct kernel_part *part,
			    const void *site, bool is_command);

/* The number of the hidden argument with the size of ARGUMENT; -1: it has none. */
int shadow_kernels_hidden(const struct kernel_part *part, cl_uint argument);

#endif
