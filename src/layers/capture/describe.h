/* SPDX-License-Identifier: Apache-2.0 */
/*
 * describe: fills a job before the launch, from the calls and facts that src/state has of the
 * objects: the program, the kernel's arguments and the memory that they reach. Contents and names of
 * drivers come later. Asks the driver, so no lock may be held.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_DESCRIBE_H
#define CLROUTER_LAYERS_CAPTURE_DESCRIBE_H

#include "layers/capture/capture-job.h"

/*
 * Describes the launch that is CALL, and retains what may be gone later. HAS_FAILED: the call has
 * failed, so what it uses may be wrong or missing. False: the reason says why it cannot be captured.
 */
bool describe_launch(struct job *job, const struct call *call, bool has_failed);

/* -- the parts, in files of their own ----------------------------------------------------- */

/* What an argument says of the memory that it reaches. */
struct describe_use {
	size_t argument;		/* its index */
	bool is_const;
	struct launch_range rule;	/* how contents are compared: as, element and components */
};

/* Stores the index of the memory object HANDLE in *INDEX. */
bool describe_memory(struct job *job, const void *handle, const struct describe_use *use,
		     uint64_t *index);

/* The same for the shared memory that POINTER is in; and its offset there. */
bool describe_shared(struct job *job, const void *pointer, const struct describe_use *use,
		     uint64_t *index, uint64_t *offset);

/* To be called when all memory is described: ranges that overlap become one. */
void describe_merge_ranges(struct job *job);

/*
 * Describes the program that the kernel was made from, whose record had SERIAL, after those that it
 * was made of.
 */
bool describe_programs(struct job *job, const void *program, unsigned int serial);

#endif
