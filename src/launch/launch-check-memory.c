/* SPDX-License-Identifier: Apache-2.0 */
/* launch-check-memory: the part of launch-check.h that is about memory and its contents. */
#include "api/api.h"
#include "launch/launch-check.h"
#include "launch/launch-rules.h"

/* Elements of images are vectors of four components of four bytes at most. */
#define MOST_ELEMENT 16

/* An image of an image of a sub-buffer of a buffer has three. More would only take time. */
#define MOST_PARENTS 4

/* *A * B; false: it overflows. */
static bool multiply(uint64_t *a, uint64_t b)
{
	return !__builtin_mul_overflow(*a, b, a);
}

/* -- images ----------------------------------------------------------------------------------- */

/* Does the image have SIZE bytes without gaps? */
static bool has_image_size(const struct launch_memory *image)
{
	uint64_t size = image->element_size;
	bool fits = multiply(&size, image->width);

	switch (image->type) {
	case CL_MEM_OBJECT_IMAGE1D:
	case CL_MEM_OBJECT_IMAGE1D_BUFFER:
		break;
	case CL_MEM_OBJECT_IMAGE1D_ARRAY:
		fits = fits && multiply(&size, image->array_size);
		break;
	case CL_MEM_OBJECT_IMAGE2D:
		fits = fits && multiply(&size, image->height);
		break;
	case CL_MEM_OBJECT_IMAGE2D_ARRAY:
		fits = fits && multiply(&size, image->height) && multiply(&size, image->array_size);
		break;
	case CL_MEM_OBJECT_IMAGE3D:
		fits = fits && multiply(&size, image->height) && multiply(&size, image->depth);
		break;
	default:
		return false;
	}
	return fits && size == image->size;
}

/* Does an image fit into what it is made from? */
static bool fits_parent(const struct launch_memory *image, const struct launch_memory *parent)
{
	const uint64_t row = image->width * image->element_size;
	uint64_t end = image->row_pitch ? image->row_pitch : row;

	if (parent->kind == LAUNCH_IMAGE || image->type != CL_MEM_OBJECT_IMAGE2D)
		return image->size <= parent->size;
	return multiply(&end, image->height - 1) && !__builtin_add_overflow(end, row, &end) &&
	       end <= parent->size;
}

static const char *check_image(const struct launch_memory *image,
			       const struct launch_memory *parent)
{
	if (image->samples > 0 || image->mip_levels > 1)
		return "images with samples or mip levels cannot be replayed";
	if (image->order > UINT32_MAX || image->channel > UINT32_MAX ||
	    image->element_size > MOST_ELEMENT || !has_image_size(image))
		return "there is no image of this type and size";
	if (!parent)
		return image->type == CL_MEM_OBJECT_IMAGE1D_BUFFER
			       ? "an image of a buffer has no parent"
			       : NULL;
	return parent->kind != LAUNCH_SVM && fits_parent(image, parent)
		       ? NULL
		       : "it does not fit into its parent";
}

/* -- objects ---------------------------------------------------------------------------------- */

static const char *check_sub_buffer(const struct launch_memory *memory,
				    const struct launch_memory *parent)
{
	if (!parent || parent->kind != LAUNCH_BUFFER)
		return "its parent is no buffer";
	return memory->origin <= parent->size && memory->size <= parent->size - memory->origin
		       ? NULL
		       : "it does not fit into its parent";
}

static bool has_many_parents(const struct launch *launch, const struct launch_memory *memory)
{
	unsigned int count = 0;

	for (; memory->parent != LAUNCH_NONE; memory = &launch->memory[memory->parent])
		if (++count > MOST_PARENTS)
			return true;
	return false;
}

const char *launch_check_memory(const struct launch *launch, const void *row)
{
	const struct launch_memory *memory = row;
	const struct launch_memory *parent = NULL;

	if (memory->size == 0 || memory->size > SIZE_MAX)
		return "its size is 0, or too large for this host";
	if (memory->parent < launch->memory_count)
		parent = &launch->memory[memory->parent];
	else if (memory->parent != LAUNCH_NONE)
		return "its parent is no object before it";
	if (has_many_parents(launch, memory))
		return "it has too many parents";
	if (memory->kind == LAUNCH_IMAGE)
		return check_image(memory, parent);
	if (memory->kind == LAUNCH_SUB_BUFFER)
		return check_sub_buffer(memory, parent);
	return parent || memory->alignment > UINT32_MAX
		       ? "it has a parent, or too large an alignment"
		       : NULL;
}

/* -- contents --------------------------------------------------------------------------------- */

static const char *check_comparison(const struct launch_range *range)
{
	static const unsigned char sizes[LAUNCH_KINDS] = {
		[LAUNCH_FLOAT16] = 2, [LAUNCH_FLOAT32] = 4, [LAUNCH_FLOAT64] = 8,
		[LAUNCH_UNORM8] = 1,  [LAUNCH_UNORM16] = 2, [LAUNCH_SNORM8] = 1,
		[LAUNCH_SNORM16] = 2,
	};
	static const unsigned char widths[] = { 0, 1, 2, 3, 4, 8, 16 };

	if (sizes[range->as] > 0 ? range->element != sizes[range->as]
				 : range->element != 1 && range->element != 2 &&
					   range->element != 4 && range->element != 8)
		return "there are no numbers of this size";
	if (range->components > 16 || !memchr(widths, (int)range->components, sizeof(widths)))
		return "there is no vector of so many components";
	if (range->varies > range->size || (range->varies > 0 && range->varies_from >= range->size))
		return "more bytes vary than there are";
	return NULL;
}

/* The end of the contents before it, in the same memory. */
static uint64_t free_offset(const struct launch *launch, const struct launch_range *range)
{
	const struct launch_range *last =
		launch->range_count > 0 ? &launch->ranges[launch->range_count - 1] : NULL;

	return last && last->memory == range->memory ? last->offset + last->size : 0;
}

static const char *check_hashes(const struct launch *launch, const struct launch_range *range)
{
	if (range->before ? !launch_is_zero(range->before) && !launch_is_hash(range->before)
			  : launch->call.error == 0)
		return "the hash of its contents before is none";
	if (!range->after)
		return NULL;
	if (launch_has_failed(launch))
		return "a launch that fails has no contents after it";
	return launch_is_zero(range->after) || launch_is_hash(range->after)
		       ? NULL
		       : "the hash of its contents after is none";
}

const char *launch_check_range(const struct launch *launch, const void *row)
{
	const struct launch_range *range = row;
	const struct launch_memory *memory;
	const char *why;

	if (range->memory >= launch->memory_count)
		return "there is no such memory";
	memory = &launch->memory[range->memory];
	if (memory->parent != LAUNCH_NONE)
		return "its contents are its parent's";
	if (range->offset > memory->size || range->size > memory->size - range->offset)
		return "it ends beyond the end of its memory";
	if (range->size == 0 || range->offset < free_offset(launch, range) ||
	    (launch->range_count > 0 &&
	     range->memory < launch->ranges[launch->range_count - 1].memory))
		return "it is empty, overlaps another one, or is in another order";
	if (memory->kind == LAUNCH_IMAGE && range->size != memory->size)
		return "it is not all of the image";
	why = check_hashes(launch, range);
	return why ? why : check_comparison(range);
}
