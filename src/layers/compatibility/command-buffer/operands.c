/* SPDX-License-Identifier: Apache-2.0 */
/*
 * operands: see operands.h.
 */
#include "layers/compatibility/command-buffer/operands.h"

#include <string.h>

#include "layers/frame/ask.h"
#include "opencl/names.h"

/* -- objects --------------------------------------------------------------------------- */

static cl_int read_object(const struct command_buffer *buffer, cl_mem object,
			  struct operand *operand)
{
	cl_context context = NULL;

	memset(operand, 0, sizeof(*operand));
	operand->object = object;
	if (!object ||
	    ASK(clGetMemObjectInfo, object, CL_MEM_CONTEXT, context) != CL_SUCCESS ||
	    ASK(clGetMemObjectInfo, object, CL_MEM_TYPE, operand->type) != CL_SUCCESS)
		return CL_INVALID_MEM_OBJECT;
	if (context != buffer->context)
		return CL_INVALID_CONTEXT;
	ASK(clGetMemObjectInfo, object, CL_MEM_FLAGS, operand->flags);
	ASK(clGetMemObjectInfo, object, CL_MEM_ASSOCIATED_MEMOBJECT, operand->parent);
	return CL_SUCCESS;
}

cl_int operands_buffer(const struct command_buffer *buffer, cl_mem object, struct operand *operand)
{
	cl_uint alignment = 0;
	const cl_int error = read_object(buffer, object, operand);

	if (error != CL_SUCCESS)
		return error;
	if (operand->type != CL_MEM_OBJECT_BUFFER ||
	    ASK(clGetMemObjectInfo, object, CL_MEM_SIZE, operand->size) != CL_SUCCESS)
		return CL_INVALID_MEM_OBJECT;
	if (!operand->parent)
		return CL_SUCCESS;
	ASK(clGetMemObjectInfo, object, CL_MEM_OFFSET, operand->offset);
	ASK(clGetDeviceInfo, buffer->device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, alignment);
	if (alignment >= 8 && operand->offset % (alignment / 8) != 0)
		return CL_MISALIGNED_SUB_BUFFER_OFFSET;
	return CL_SUCCESS;
}

static size_t ask_image(cl_mem image, cl_image_info param_name)
{
	size_t size = 0;

	ASK(clGetImageInfo, image, param_name, size);
	return size;
}

/* The sizes of an image, where an array has its images in the dimension after its own. */
static void read_extent(struct operand *operand)
{
	const cl_mem image = operand->object;
	size_t *extent = operand->extent;

	extent[0] = ask_image(image, CL_IMAGE_WIDTH);
	extent[1] = 1;
	extent[2] = 1;
	switch (operand->type) {
	case CL_MEM_OBJECT_IMAGE1D_ARRAY:
		extent[1] = ask_image(image, CL_IMAGE_ARRAY_SIZE);
		break;
	case CL_MEM_OBJECT_IMAGE2D:
		extent[1] = ask_image(image, CL_IMAGE_HEIGHT);
		break;
	case CL_MEM_OBJECT_IMAGE2D_ARRAY:
		extent[1] = ask_image(image, CL_IMAGE_HEIGHT);
		extent[2] = ask_image(image, CL_IMAGE_ARRAY_SIZE);
		break;
	case CL_MEM_OBJECT_IMAGE3D:
		extent[1] = ask_image(image, CL_IMAGE_HEIGHT);
		extent[2] = ask_image(image, CL_IMAGE_DEPTH);
		break;
	default:
		break;
	}
}

static bool is_image(cl_mem_object_type type)
{
	switch (type) {
	case CL_MEM_OBJECT_IMAGE1D:
	case CL_MEM_OBJECT_IMAGE1D_ARRAY:
	case CL_MEM_OBJECT_IMAGE1D_BUFFER:
	case CL_MEM_OBJECT_IMAGE2D:
	case CL_MEM_OBJECT_IMAGE2D_ARRAY:
	case CL_MEM_OBJECT_IMAGE3D:
		return true;
	default:
		return false;
	}
}

/* Can the device of BUFFER have images of this size? Another device of the context may. */
static bool fits_device(const struct command_buffer *buffer, const struct operand *operand)
{
	const bool is_3d = operand->type == CL_MEM_OBJECT_IMAGE3D;
	size_t most[2] = { 0, 0 };

	if (operand->type != CL_MEM_OBJECT_IMAGE2D && !is_3d)
		return true;
	if (ASK(clGetDeviceInfo, buffer->device,
		is_3d ? CL_DEVICE_IMAGE3D_MAX_WIDTH : CL_DEVICE_IMAGE2D_MAX_WIDTH,
		most[0]) != CL_SUCCESS ||
	    ASK(clGetDeviceInfo, buffer->device,
		is_3d ? CL_DEVICE_IMAGE3D_MAX_HEIGHT : CL_DEVICE_IMAGE2D_MAX_HEIGHT,
		most[1]) != CL_SUCCESS)
		return true;
	return operand->extent[0] <= most[0] && operand->extent[1] <= most[1];
}

cl_int operands_image(const struct command_buffer *buffer, cl_mem object, struct operand *operand)
{
	cl_bool has_images = CL_TRUE;
	cl_uint levels = 0;
	const cl_int error = read_object(buffer, object, operand);

	if (error != CL_SUCCESS)
		return error;
	if (!is_image(operand->type))
		return CL_INVALID_MEM_OBJECT;
	ASK(clGetDeviceInfo, buffer->device, CL_DEVICE_IMAGE_SUPPORT, has_images);
	if (!has_images)
		return CL_INVALID_OPERATION;
	read_extent(operand);
	operand->pixel = ask_image(object, CL_IMAGE_ELEMENT_SIZE);
	ASK(clGetImageInfo, object, CL_IMAGE_FORMAT, operand->format);
	ASK(clGetImageInfo, object, CL_IMAGE_NUM_MIP_LEVELS, levels);
	operand->has_levels = levels > 1;
	return fits_device(buffer, operand) ? CL_SUCCESS : CL_INVALID_IMAGE_SIZE;
}

cl_int operands_writable(const struct operand *operand)
{
	return (operand->flags & CL_MEM_IMMUTABLE_EXT) != 0 ? CL_INVALID_OPERATION : CL_SUCCESS;
}

/* -- regions --------------------------------------------------------------------------- */

cl_int operands_range(const struct operand *operand, size_t offset, size_t size)
{
	return offset <= operand->size && size <= operand->size - offset ? CL_SUCCESS
									 : CL_INVALID_VALUE;
}

cl_int operands_rectangle(const struct operand *operand, const size_t *origin, const size_t *region,
			  size_t row, size_t slice, struct region *rows)
{
	if (region_rows(rows, operand->offset, origin, region, row, slice) != REGION_GOOD ||
	    rows->slice % rows->row != 0 || rows->end - operand->offset > operand->size)
		return CL_INVALID_VALUE;
	return CL_SUCCESS;
}

/* Where levels of mipmaps are in an origin, the driver finds mistakes. */
cl_int operands_region(const struct operand *operand, const size_t *origin, const size_t *region)
{
	for (size_t i = 0; i < 3; i++) {
		if (region[i] == 0)
			return CL_INVALID_VALUE;
		if (operand->has_levels)
			continue;
		if (origin[i] >= operand->extent[i] || region[i] > operand->extent[i] - origin[i])
			return CL_INVALID_VALUE;
	}
	return CL_SUCCESS;
}

void operands_copy_origin(const struct operand *image, const size_t *origin, size_t copy[4])
{
	const bool has_fourth = image->has_levels && (image->type == CL_MEM_OBJECT_IMAGE3D ||
						      image->type == CL_MEM_OBJECT_IMAGE2D_ARRAY);

	memcpy(copy, origin, (has_fourth ? 4 : 3) * sizeof(*copy));
}

/* -- overlaps -------------------------------------------------------------------------- */

/* Can the two share bytes, and does the specification say so? */
static bool share(const struct operand *source, const struct operand *target)
{
	return source->object == target->object ||
	       (source->parent && source->parent == target->parent);
}

bool operands_overlap(const struct operand *source, size_t from, const struct operand *target,
		      size_t to, size_t size)
{
	return share(source, target) &&
	       region_bytes_overlap(from + source->offset, to + target->offset, size);
}

bool operands_rectangles_overlap(const struct operand *source, const struct region *from,
				 const struct operand *target, const struct region *to)
{
	return share(source, target) && region_overlap(from, to);
}

cl_int operands_pattern(const void *pattern, size_t pattern_size)
{
	return !pattern || pattern_size == 0 || pattern_size > BUFFERS_PATTERN ||
			       (pattern_size & (pattern_size - 1)) != 0
		       ? CL_INVALID_VALUE
		       : CL_SUCCESS;
}
