/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait-transfers: the memory of the driver of wait-driver.h, and the calls that read, write, map
 * and copy it. A call that OpenCL does not allow is refused at once.
 */
#ifndef WAIT_TRANSFERS_H
#define WAIT_TRANSFERS_H

#include <stdbool.h>
#include <stddef.h>

#include <clrouter/layer.h>

/* The one memory object: a buffer of 4096 bytes in the first context, unless a test sets something
 * else. */
struct fake_memory {
	cl_mem_object_type type;
	unsigned int context;
	size_t size;		      /* of a buffer */
	size_t width, height, slices; /* of an image, as far as its type has them */
	cl_mem_flags flags;
	bool is_part; /* of another buffer, at: */
	size_t part_offset;
};

#define ELEMENT 4     /* bytes of each element of an image */
#define ALIGNMENT 128 /* of parts */

extern struct fake_memory fake_memory;

cl_mem driver_memory(void);

/* Puts the calls into the driver's table. */
void transfers_add(struct clrouter_table *table);

#endif
