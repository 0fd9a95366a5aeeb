/* SPDX-License-Identifier: Apache-2.0 */
/*
 * formats: image formats: which exist, how large an element is, and which a context supports. The
 * driver is asked once for each context, type and access.
 */
#ifndef CLROUTER_STATE_FORMATS_H
#define CLROUTER_STATE_FORMATS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include <clrouter/layer.h>

struct format_list;

/* The lists of a context or device, the newest first. */
typedef _Atomic(struct format_list *) format_lists;

/* For the layer's start: the lock of this module is taken over a fork. */
void formats_start(void);

/* May FORMAT be one that only a vendor knows, or that has come after this layer? */
bool formats_are_of_vendor(const cl_image_format *format);

/* Does the specification define FORMAT? */
bool formats_exist(const cl_image_format *format);

/* The bytes of one element of FORMAT; 0 if that is not known. */
size_t formats_element_size(const cl_image_format *format);

/*
 * Does CONTEXT support FORMAT for images of TYPE with FLAGS? True if the driver does not say.
 * Calls the driver the first time.
 */
bool formats_are_supported(format_lists *lists, const void *context, cl_mem_flags flags,
			   cl_mem_object_type type, const cl_image_format *format);

/*
 * The same for DEVICE alone: makes a context the first time, since only contexts are asked for
 * formats.
 */
bool formats_of_device(format_lists *lists, const void *device, cl_mem_flags flags,
		       cl_mem_object_type type, const cl_image_format *format);

static inline bool formats_is_image(cl_mem_object_type type)
{
	return type >= CL_MEM_OBJECT_IMAGE2D && type <= CL_MEM_OBJECT_IMAGE1D_BUFFER;
}

/* The sizes that an image has; every one has a width. */
enum formats_sizes { FORMATS_HEIGHT = 1, FORMATS_DEPTH = 2, FORMATS_LAYERS = 4 };

/* Which of them an image of TYPE has. */
static inline unsigned formats_sizes(cl_mem_object_type type)
{
	switch (type) {
	case CL_MEM_OBJECT_IMAGE1D_ARRAY:
		return FORMATS_LAYERS;
	case CL_MEM_OBJECT_IMAGE2D:
		return FORMATS_HEIGHT;
	case CL_MEM_OBJECT_IMAGE2D_ARRAY:
		return FORMATS_HEIGHT | FORMATS_LAYERS;
	case CL_MEM_OBJECT_IMAGE3D:
		return FORMATS_HEIGHT | FORMATS_DEPTH;
	default:
		return 0;
	}
}

/* Has an image of TYPE rows, and so a height? */
static inline bool formats_has_rows(cl_mem_object_type type)
{
	return (formats_sizes(type) & FORMATS_HEIGHT) != 0;
}

/* The context is gone: its lists can be used for others. */
void formats_forget(format_lists *lists);

#endif
