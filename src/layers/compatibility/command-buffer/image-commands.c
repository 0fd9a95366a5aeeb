/* SPDX-License-Identifier: Apache-2.0 */
/*
 * image-commands: records copies and fills of images.
 */
#include "layers/compatibility/command-buffer/command-buffer.h"

#include <string.h>

#include "layers/compatibility/command-buffer/buffers.h"
#include "layers/compatibility/command-buffer/operands.h"
#include "layers/compatibility/lookup.h"
#include "opencl/constants.h"

enum { SOURCE, TARGET };

/* Image SIDE of COMMAND, with the origin there and the region, which are copied. */
static cl_int take_image(struct buffer_command *command, int side, const size_t *origin,
			 const size_t *region, struct operand *operand)
{
	cl_int error = operands_image(command->buffer, command->objects[side], operand);

	if (error == CL_SUCCESS && side == TARGET)
		error = operands_writable(operand);
	if (error != CL_SUCCESS)
		return error;
	if (!origin || !region)
		return CL_INVALID_VALUE;
	operands_copy_origin(operand, origin, command->origins[side]);
	memcpy(command->region, region, 3 * sizeof(*region));
	return operands_region(operand, command->origins[side], command->region);
}

/* Buffer SIDE of COMMAND, with the offset there, for the region of IMAGE. */
static cl_int take_buffer(const struct buffer_command *command, int side,
			  const struct operand *image)
{
	struct operand operand;
	size_t size = image->pixel;
	cl_int error = operands_buffer(command->buffer, command->objects[side], &operand);

	if (error == CL_SUCCESS && side == TARGET)
		error = operands_writable(&operand);
	if (error != CL_SUCCESS)
		return error;
	if (image->type == CL_MEM_OBJECT_IMAGE1D_BUFFER && image->parent == operand.object)
		return CL_INVALID_MEM_OBJECT;
	for (size_t i = 0; i < 3; i++)
		if (__builtin_mul_overflow(size, command->region[i], &size))
			return CL_INVALID_VALUE;
	return operands_range(&operand, command->origins[side][0], size);
}

/* -- buffer to image ------------------------------------------------------------------- */

BUFFERS_ENQUEUE(enqueue_to_image)
{
	return clrouter_target.clEnqueueCopyBufferToImage(
		place->queue, command->objects[SOURCE], command->objects[TARGET],
		command->origins[SOURCE][0], command->origins[TARGET], command->region,
		place->wait_count, place->waits, place->event);
}

CLROUTER_WRAP_EXTENSION(clCommandCopyBufferToImageKHR)
{
	struct operand image;
	BUFFERS_RECORD(clCommandCopyBufferToImageKHR, enqueue_to_image, false);

	command->objects[SOURCE] = src_buffer;
	command->objects[TARGET] = dst_image;
	command->origins[SOURCE][0] = src_offset;
	error = take_image(command, TARGET, dst_origin, region, &image);
	if (error == CL_SUCCESS)
		error = take_buffer(command, SOURCE, &image);
	return buffers_end(command, &request, error);
}

/* -- image to buffer ------------------------------------------------------------------- */

BUFFERS_ENQUEUE(enqueue_to_buffer)
{
	return clrouter_target.clEnqueueCopyImageToBuffer(
		place->queue, command->objects[SOURCE], command->objects[TARGET],
		command->origins[SOURCE], command->region, command->origins[TARGET][0],
		place->wait_count, place->waits, place->event);
}

CLROUTER_WRAP_EXTENSION(clCommandCopyImageToBufferKHR)
{
	struct operand image;
	BUFFERS_RECORD(clCommandCopyImageToBufferKHR, enqueue_to_buffer, false);

	command->objects[SOURCE] = src_image;
	command->objects[TARGET] = dst_buffer;
	command->origins[TARGET][0] = dst_offset;
	error = take_image(command, SOURCE, src_origin, region, &image);
	if (error == CL_SUCCESS)
		error = take_buffer(command, TARGET, &image);
	return buffers_end(command, &request, error);
}

/* -- image to image -------------------------------------------------------------------- */

BUFFERS_ENQUEUE(enqueue_copy)
{
	return clrouter_target.clEnqueueCopyImage(
		place->queue, command->objects[SOURCE], command->objects[TARGET],
		command->origins[SOURCE], command->origins[TARGET], command->region,
		place->wait_count, place->waits, place->event);
}

static bool overlap(const struct buffer_command *command)
{
	const struct region from = region_elements(command->origins[SOURCE], command->region);
	const struct region to = region_elements(command->origins[TARGET], command->region);

	return command->objects[SOURCE] == command->objects[TARGET] && region_overlap(&from, &to);
}

CLROUTER_WRAP_EXTENSION(clCommandCopyImageKHR)
{
	struct operand source;
	struct operand target;
	BUFFERS_RECORD(clCommandCopyImageKHR, enqueue_copy, false);

	command->objects[SOURCE] = src_image;
	command->objects[TARGET] = dst_image;
	error = take_image(command, SOURCE, src_origin, region, &source);
	if (error == CL_SUCCESS)
		error = take_image(command, TARGET, dst_origin, region, &target);
	if (error == CL_SUCCESS &&
	    memcmp(&source.format, &target.format, sizeof(source.format)) != 0)
		error = CL_IMAGE_FORMAT_MISMATCH;
	if (error == CL_SUCCESS && !source.has_levels && overlap(command))
		error = CL_MEM_COPY_OVERLAP;
	return buffers_end(command, &request, error);
}

/* -- fill an image --------------------------------------------------------------------- */

BUFFERS_ENQUEUE(enqueue_fill)
{
	return clrouter_target.clEnqueueFillImage(
		place->queue, command->objects[TARGET], command->pattern, command->origins[TARGET],
		command->region, place->wait_count, place->waits, place->event);
}

/* A colour has four components, but for a depth image, which has one. */
static size_t colour_size(const struct operand *image)
{
	return image->format.image_channel_order == CL_DEPTH ? sizeof(cl_float) : sizeof(cl_float4);
}

CLROUTER_WRAP_EXTENSION(clCommandFillImageKHR)
{
	struct operand target;
	BUFFERS_RECORD(clCommandFillImageKHR, enqueue_fill, false);

	command->objects[TARGET] = image;
	error = take_image(command, TARGET, origin, region, &target);
	if (error == CL_SUCCESS && !fill_color)
		error = CL_INVALID_VALUE;
	if (error == CL_SUCCESS)
		memcpy(command->pattern, fill_color, colour_size(&target));
	return buffers_end(command, &request, error);
}

void image_commands_start(void)
{
	static struct lookup lookups[] = {
		LOOKUP(clCommandCopyBufferToImageKHR, FEATURE_COMMAND_BUFFER),
		LOOKUP(clCommandCopyImageToBufferKHR, FEATURE_COMMAND_BUFFER),
		LOOKUP(clCommandCopyImageKHR, FEATURE_COMMAND_BUFFER),
		LOOKUP(clCommandFillImageKHR, FEATURE_COMMAND_BUFFER),
	};

	LOOKUP_ADD_ALL(lookups);
}
