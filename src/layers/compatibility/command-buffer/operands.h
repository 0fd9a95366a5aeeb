/* SPDX-License-Identifier: Apache-2.0 */
/*
 * operands: checks of memory objects and regions that commands are recorded with, as drivers do
 * them when such a command is enqueued. Each returns the error of the specification. Keeps no
 * state.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_OPERANDS_H
#define CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_OPERANDS_H

#include "layers/compatibility/command-buffer/buffers.h"
#include "opencl/region.h"

/* What is known of a memory object. */
struct operand {
	cl_mem object;
	cl_mem parent;	/* of a sub-buffer, or the buffer that an image was made of; else NULL */
	cl_mem_object_type type;
	cl_mem_flags flags;
	size_t size;	/* of a buffer */
	size_t offset;	/* in `parent` */
	size_t extent[3]; /* of an image, in the order of its origins */
	size_t pixel;	/* bytes of an element */
	cl_image_format format;
	bool has_levels; /* of mipmaps */
};

/* Is OBJECT a buffer, or an image, that a command of BUFFER can use? */
cl_int operands_buffer(const struct command_buffer *buffer, cl_mem object,
		       struct operand *operand);
cl_int operands_image(const struct command_buffer *buffer, cl_mem object, struct operand *operand);

/* Can a command write OPERAND? */
cl_int operands_writable(const struct operand *operand);

/* Are SIZE bytes from OFFSET in the buffer? */
cl_int operands_range(const struct operand *operand, size_t offset, size_t size);

/* Are the rows of REGION at ORIGIN in the buffer? ROWS has them, as a part of what it is a part of. */
cl_int operands_rectangle(const struct operand *operand, const size_t *origin, const size_t *region,
			  size_t row, size_t slice, struct region *rows);

/* Is the region in the image? */
cl_int operands_region(const struct operand *operand, const size_t *origin, const size_t *region);

/* Do the ranges, or the rectangles, share a byte of one buffer? */
bool operands_overlap(const struct operand *source, size_t from, const struct operand *target,
		      size_t to, size_t size);
bool operands_rectangles_overlap(const struct operand *source, const struct region *from,
				 const struct operand *target, const struct region *to);

/* Is PATTERN one that a fill can have? */
cl_int operands_pattern(const void *pattern, size_t pattern_size);

/* Copies ORIGIN of an image, which has a fourth element in some that have mipmaps. */
void operands_copy_origin(const struct operand *image, const size_t *origin, size_t copy[4]);

#endif
