/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-requests: see tail-requests.h.
 */
#include "layers/sanitize/tail-requests.h"

#include <string.h>

#include "base/array.h"
#include "layers/frame/ask.h"
#include "opencl/region.h"
#include "state/facts.h"

enum range_kind {
	RANGE_BYTES,	 /* a number of them at an offset */
	RANGE_ROWS,	 /* a region at an origin; the slice pitch follows the row pitch */
	RANGE_ELEMENTS,	 /* the region of an image, at an offset */
	RANGE_SUB_BUFFER /* a struct */
};

/* What part of which buffer a function uses: numbers of parameters. */
struct tail_range {
	unsigned slot;
	enum range_kind kind;
	unsigned buffer;
	unsigned at;
	unsigned size;
	unsigned other; /* the row pitch, or the image */
};

#define RANGE(function, kind, buffer, at, size, other) \
	{ \
		CLROUTER_SLOT_##function, kind, ARG_##function##_##buffer, ARG_##function##_##at, \
			ARG_##function##_##size, ARG_##function##_##other \
	}
#define BYTES(function, buffer, at) RANGE(function, RANGE_BYTES, buffer, at, size, size)
#define ROWS(function, buffer, at, pitch) RANGE(function, RANGE_ROWS, buffer, at, region, pitch)
#define ELEMENTS(function, buffer, at, image) \
	RANGE(function, RANGE_ELEMENTS, buffer, at, region, image)
#define COPIES(function) \
	BYTES(function, src_buffer, src_offset), BYTES(function, dst_buffer, dst_offset)
#define COPIES_ROWS(function) \
	ROWS(function, src_buffer, src_origin, src_row_pitch), \
		ROWS(function, dst_buffer, dst_origin, dst_row_pitch)

/* The rows of a function follow each other. */
static const struct tail_range ranges[] = {
	BYTES(clEnqueueReadBuffer, buffer, offset),
	BYTES(clEnqueueWriteBuffer, buffer, offset),
	BYTES(clEnqueueMapBuffer, buffer, offset),
	BYTES(clEnqueueFillBuffer, buffer, offset),
	BYTES(clCommandFillBufferKHR, buffer, offset),
	BYTES(clCommandFillBufferKHR_0_9_0, buffer, offset),
	COPIES(clEnqueueCopyBuffer),
	COPIES(clCommandCopyBufferKHR),
	COPIES(clCommandCopyBufferKHR_0_9_0),
	ROWS(clEnqueueReadBufferRect, buffer, buffer_origin, buffer_row_pitch),
	ROWS(clEnqueueWriteBufferRect, buffer, buffer_origin, buffer_row_pitch),
	COPIES_ROWS(clEnqueueCopyBufferRect),
	COPIES_ROWS(clCommandCopyBufferRectKHR),
	COPIES_ROWS(clCommandCopyBufferRectKHR_0_9_0),
	ELEMENTS(clEnqueueCopyBufferToImage, src_buffer, src_offset, dst_image),
	ELEMENTS(clCommandCopyBufferToImageKHR, src_buffer, src_offset, dst_image),
	ELEMENTS(clCommandCopyBufferToImageKHR_0_9_0, src_buffer, src_offset, dst_image),
	ELEMENTS(clEnqueueCopyImageToBuffer, dst_buffer, dst_offset, src_image),
	ELEMENTS(clCommandCopyImageToBufferKHR, dst_buffer, dst_offset, src_image),
	ELEMENTS(clCommandCopyImageToBufferKHR_0_9_0, dst_buffer, dst_offset, src_image),
	RANGE(clCreateSubBuffer, RANGE_SUB_BUFFER, buffer, buffer_create_info, buffer_create_info,
	      buffer_create_info),
};

/* Of each function, the number of its first range, plus 1; 0: it has none. */
static unsigned char first_range[CLROUTER_ALL_SLOTS];

void tail_requests_start(void)
{
	for (size_t i = ARRAY_SIZE(ranges); i > 0; i--)
		first_range[ranges[i - 1].slot] = (unsigned char)i;
}

/* -- is it beyond the end? -------------------------------------------------------------------- */

static bool are_bytes_beyond(uint64_t at, uint64_t count, size_t size)
{
	return at > size || count > size - at;
}

static bool are_rows_beyond(const struct call *call, const struct tail_range *range, size_t size)
{
	const size_t *origin = call_pointer(call, range->at);
	const size_t *region = call_pointer(call, range->size);
	struct region rows;
	enum region_fit fit;

	if (!origin || !region)
		return false;
	fit = region_rows(&rows, 0, origin, region, call_number(call, range->other),
			  call_number(call, range->other + 1));
	return fit == REGION_LONG || (fit == REGION_GOOD && rows.end > size);
}

/* How large the elements of a live image are; 0: it is none. */
static size_t ask_element(const void *image)
{
	size_t bytes = 0;

	if (facts_of_mem(image))
		ASK(clGetImageInfo, (cl_mem)(uintptr_t)image, CL_IMAGE_ELEMENT_SIZE, bytes);
	return bytes;
}

static bool are_elements_beyond(const struct call *call, const struct tail_range *range,
				size_t size)
{
	const size_t *region = call_pointer(call, range->size);
	uint64_t bytes = ask_element(call_pointer(call, range->other));

	for (int i = 0; region && i < 3; i++)
		if (__builtin_mul_overflow(bytes, region[i], &bytes))
			return true;
	return region && are_bytes_beyond(call_number(call, range->at), bytes, size);
}

static bool is_beyond(const struct call *call, const struct tail_range *range)
{
	const size_t size = tails_size(call_pointer(call, range->buffer));
	const cl_buffer_region *region;

	if (size == 0)
		return false;
	switch (range->kind) {
	case RANGE_BYTES:
		return are_bytes_beyond(call_number(call, range->at),
					call_number(call, range->size), size);
	case RANGE_ROWS:
		return are_rows_beyond(call, range, size);
	case RANGE_ELEMENTS:
		return are_elements_beyond(call, range, size);
	case RANGE_SUB_BUFFER:
		region = call_pointer(call, range->at);
		return region && are_bytes_beyond(region->origin, region->size, size);
	}
	return false;
}

/* -- moving it -------------------------------------------------------------------------------- */

/*
 * OFFSET of COUNT bytes in a buffer of SIZE. One that would overflow is beyond the end anyway; but
 * a driver that adds it to COUNT may get a small number, which has to stay as good or bad as it
 * was.
 */
static size_t moved(size_t offset, size_t count, size_t size)
{
	if (offset <= SIZE_MAX - TAIL_BYTES)
		return offset + TAIL_BYTES;
	if (offset + count <= size)
		return offset;
	return SIZE_MAX / 2 / TAIL_BYTES * TAIL_BYTES + offset % TAIL_BYTES;
}

static void set_pointer(const struct call *call, unsigned index, const void *pointer)
{
	memcpy(call->values[index], &pointer, sizeof(pointer));
}

/* The range ORIGIN of the call uses the space for that. */
static void move(const struct call *call, const struct tail_range *range, size_t origin[3],
		 cl_buffer_region *region)
{
	const size_t size = tails_size(call_pointer(call, range->buffer));
	size_t offset, count = 0;

	switch (range->kind) {
	case RANGE_BYTES:
		memcpy(&count, call->values[range->size], sizeof(count));
		/* fall through */
	case RANGE_ELEMENTS:
		memcpy(&offset, call->values[range->at], sizeof(offset));
		offset = moved(offset, count, size);
		memcpy(call->values[range->at], &offset, sizeof(offset));
		break;
	case RANGE_ROWS:
		memcpy(origin, call_pointer(call, range->at), 3 * sizeof(*origin));
		origin[0] = moved(origin[0], 0, size);
		set_pointer(call, range->at, origin);
		break;
	case RANGE_SUB_BUFFER:
		memcpy(region, call_pointer(call, range->at), sizeof(*region));
		region->origin = moved(region->origin, region->size, size);
		set_pointer(call, range->at, region);
	}
}

/* Ranges of one buffer are moved together: the driver may say first that they overlap. */
void tail_requests_before(struct call *call, union tail_space *space)
{
	const unsigned first = first_range[call->slot];
	const void *moved_buffer = NULL, *buffer;
	unsigned end = first;

	if (first == 0 || !tails_are_on())
		return;
	if (call->slot == CLROUTER_SLOT_clEnqueueMapBuffer)
		tails_note_mapped(call_pointer(call, ranges[first - 1].buffer));
	for (; end - 1 < ARRAY_SIZE(ranges) && ranges[end - 1].slot == call->slot; end++)
		if (is_beyond(call, &ranges[end - 1]))
			moved_buffer = call_pointer(call, ranges[end - 1].buffer);
	if (!moved_buffer)
		return;
	for (unsigned i = first; i < end; i++) {
		buffer = call_pointer(call, ranges[i - 1].buffer);
		if (buffer == moved_buffer || is_beyond(call, &ranges[i - 1]))
			move(call, &ranges[i - 1], space->origins[i - first], &space->region);
	}
}

/* -- images ----------------------------------------------------------------------------------- */

static cl_mem try_image(const struct call *call, const cl_image_desc *desc, cl_int *error)
{
	const cl_context context = (cl_context)(uintptr_t)call_pointer(call, ARG_first);

	if (call->slot == CLROUTER_SLOT_clCreateImage)
		return clrouter_target.clCreateImage(
			context, call_number(call, ARG_clCreateImage_flags),
			call_pointer(call, ARG_clCreateImage_image_format), desc,
			(void *)(uintptr_t)call_pointer(call, ARG_clCreateImage_host_ptr), error);
	return clrouter_target.clCreateImageWithProperties(
		context, call_pointer(call, ARG_clCreateImageWithProperties_properties),
		call_number(call, ARG_clCreateImageWithProperties_flags),
		call_pointer(call, ARG_clCreateImageWithProperties_image_format), desc,
		(void *)(uintptr_t)call_pointer(call, ARG_clCreateImageWithProperties_host_ptr),
		error);
}

/* A buffer as BUFFER is, but without a tail. NULL: the driver has no memory for it. */
static cl_mem make_twin(cl_mem buffer, size_t size)
{
	cl_context context = NULL;
	cl_mem_flags flags = 0;

	if (ASK(clGetMemObjectInfo, buffer, CL_MEM_CONTEXT, context) != CL_SUCCESS ||
	    ASK(clGetMemObjectInfo, buffer, CL_MEM_FLAGS, flags) != CL_SUCCESS)
		return NULL;
	return clrouter_target.clCreateBuffer(context, flags & ~(cl_mem_flags)CL_MEM_COPY_HOST_PTR,
					      size, NULL, NULL);
}

/* How many bytes an image needs is the driver's to know: it is asked with a buffer without tail. */
bool tail_requests_refuse_image(const struct call *call, cl_int *error)
{
	const bool is_old = call->slot == CLROUTER_SLOT_clCreateImage;
	const cl_image_desc *given;
	cl_image_desc desc;
	cl_mem twin, image;
	size_t size;

	if (!is_old && call->slot != CLROUTER_SLOT_clCreateImageWithProperties)
		return false;
	given = call_pointer(call, is_old ? ARG_clCreateImage_image_desc
					  : ARG_clCreateImageWithProperties_image_desc);
	size = given ? tails_size(given->mem_object) : 0;
	twin = size != 0 ? make_twin(given->mem_object, size) : NULL;
	if (!twin)
		return false;
	desc = *given;
	desc.mem_object = twin;
	image = try_image(call, &desc, error);
	if (image)
		clrouter_target.clReleaseMemObject(image);
	clrouter_target.clReleaseMemObject(twin);
	return !image && *error != CL_SUCCESS;
}

/* -- answers ---------------------------------------------------------------------------------- */

/* An image that is made from a buffer may have the size of that. */
static size_t image_size(const void *image, size_t answered)
{
	const struct facts_mem *facts = facts_of_mem(image);
	const size_t size = facts && facts->made_from ? tails_size(facts->made_from) : 0;

	return size != 0 && answered == size + TAIL_BYTES ? size : 0;
}

void tail_requests_after(const struct call *call)
{
	const void *object;
	size_t size, answered;
	void *value;

	if (call->slot != CLROUTER_SLOT_clGetMemObjectInfo || !tails_are_on() ||
	    call_number(call, ARG_clGetMemObjectInfo_param_name) != CL_MEM_SIZE)
		return;
	object = call_pointer(call, ARG_clGetMemObjectInfo_memobj);
	value = (void *)(uintptr_t)call_pointer(call, ARG_clGetMemObjectInfo_param_value);
	if (!value)
		return;
	memcpy(&answered, value, sizeof(answered));
	size = tails_size(object);
	if (size == 0)
		size = image_size(object, answered);
	if (size != 0)
		memcpy(value, &size, sizeof(size));
}
