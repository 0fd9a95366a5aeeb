/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait-transfers: see wait-transfers.h.
 */
#include "layers/wait-transfers.h"

#include <stdint.h>

#include "layers/wait-driver.h"

struct fake_memory fake_memory = { .type = CL_MEM_OBJECT_BUFFER, .size = 4096 };

static struct fake_object memory_object = { &driver_word, FAKE_MEMORY, 0 };
static char mapped[4096];

cl_mem driver_memory(void)
{
	return (cl_mem)&memory_object;
}

static bool is_one_of(cl_mem_object_type type, cl_mem_object_type other)
{
	return fake_memory.type == type || fake_memory.type == other;
}

static bool has_height(void)
{
	return is_one_of(CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY) ||
	       fake_memory.type == CL_MEM_OBJECT_IMAGE3D;
}

static bool is_array(void)
{
	return is_one_of(CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY);
}

static bool has_slices(void)
{
	return is_array() || fake_memory.type == CL_MEM_OBJECT_IMAGE3D;
}

/* -- queries --------------------------------------------------------------------------------- */

static cl_int CL_API_CALL get_memory_info(cl_mem handle, cl_mem_info name, size_t size, void *value,
					  size_t *size_ret)
{
	(void)size_ret;
	driver_check_dispatch(handle);
	if (!driver_has(handle, FAKE_MEMORY))
		return CL_INVALID_MEM_OBJECT;
	switch (name) {
	case CL_MEM_TYPE:
		return ANSWER(cl_mem_object_type, fake_memory.type);
	case CL_MEM_CONTEXT:
		return ANSWER(cl_context, driver_context(fake_memory.context));
	case CL_MEM_FLAGS:
		return ANSWER(cl_mem_flags, fake_memory.flags);
	case CL_MEM_SIZE:
		return ANSWER(size_t, fake_memory.size);
	case CL_MEM_ASSOCIATED_MEMOBJECT:
		return ANSWER(cl_mem, fake_memory.is_part ? driver_memory() : NULL);
	case CL_MEM_OFFSET:
		return ANSWER(size_t, fake_memory.part_offset);
	default:
		return CL_INVALID_VALUE;
	}
}

static cl_int CL_API_CALL get_image_info(cl_mem handle, cl_image_info name, size_t size,
					 void *value, size_t *size_ret)
{
	(void)size_ret;
	driver_check_dispatch(handle);
	switch (name) {
	case CL_IMAGE_WIDTH:
		return ANSWER(size_t, fake_memory.width);
	case CL_IMAGE_HEIGHT:
		return ANSWER(size_t, has_height() ? fake_memory.height : 0);
	case CL_IMAGE_DEPTH:
		return ANSWER(size_t,
			      fake_memory.type == CL_MEM_OBJECT_IMAGE3D ? fake_memory.slices : 0);
	case CL_IMAGE_ARRAY_SIZE:
		return ANSWER(size_t, is_array() ? fake_memory.slices : 0);
	case CL_IMAGE_ELEMENT_SIZE:
		return ANSWER(size_t, ELEMENT);
	default:
		return CL_INVALID_VALUE;
	}
}

/* -- what is refused ------------------------------------------------------------------------- */

static cl_int check_queue(cl_command_queue queue)
{
	fake.calls++;
	return driver_has(queue, FAKE_QUEUE) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

static cl_int check_memory(cl_command_queue queue, cl_mem memory, bool is_image,
			   cl_map_flags access)
{
	const cl_int error = check_queue(queue);

	if (error != CL_SUCCESS)
		return error;
	if (!driver_has(memory, FAKE_MEMORY) ||
	    is_image == (fake_memory.type == CL_MEM_OBJECT_BUFFER))
		return CL_INVALID_MEM_OBJECT;
	if (fake_memory.context != ((const struct fake_object *)queue)->context)
		return CL_INVALID_CONTEXT;
	if ((fake_memory.flags & CL_MEM_HOST_NO_ACCESS) != 0 ||
	    ((access & CL_MAP_READ) != 0 && (fake_memory.flags & CL_MEM_HOST_WRITE_ONLY) != 0) ||
	    (access != CL_MAP_READ && (fake_memory.flags & CL_MEM_HOST_READ_ONLY) != 0))
		return CL_INVALID_OPERATION;
	if (fake_memory.is_part && fake_memory.part_offset % ALIGNMENT != 0)
		return CL_MISALIGNED_SUB_BUFFER_OFFSET;
	return CL_SUCCESS;
}

static bool is_map(cl_map_flags flags)
{
	switch (flags) {
	case CL_MAP_READ:
	case CL_MAP_WRITE:
	case CL_MAP_READ | CL_MAP_WRITE:
	case CL_MAP_WRITE_INVALIDATE_REGION:
		return true;
	default:
		return false;
	}
}

static cl_int check_range(size_t offset, size_t size)
{
	return size > 0 && offset <= fake_memory.size && size <= fake_memory.size - offset
		       ? CL_SUCCESS
		       : CL_INVALID_VALUE;
}

/* The number of bytes to the end of one side of a rectangle; 0: it is wrong. It may be inexact if
 * large. */
static double end_of_rect(const size_t *origin, const size_t *region, size_t row, size_t slice)
{
	double to_slice;

	if (!origin || !region || region[0] == 0 || region[1] == 0 || region[2] == 0)
		return 0;
	if (row == 0)
		row = region[0];
	to_slice = slice != 0 ? (double)slice : (double)row * (double)region[1];
	if (row < region[0] || to_slice < (double)row * (double)region[1] || slice % row != 0)
		return 0;
	return ((double)origin[2] + (double)region[2] - 1) * to_slice +
	       ((double)origin[1] + (double)region[1] - 1) * (double)row + (double)origin[0] +
	       (double)region[0];
}

static cl_int check_box(const size_t *origin, const size_t *region)
{
	const size_t sizes[3] = { fake_memory.width,
				  has_height() ? fake_memory.height
				  : fake_memory.type == CL_MEM_OBJECT_IMAGE1D_ARRAY
					  ? fake_memory.slices
					  : 1,
				  has_height() && has_slices() ? fake_memory.slices : 1 };

	if (fake.has_no_images)
		return CL_INVALID_OPERATION;
	for (int i = 0; origin && region && i < 3; i++)
		if (region[i] == 0 || origin[i] >= sizes[i] || region[i] > sizes[i] - origin[i])
			return CL_INVALID_VALUE;
	return origin && region ? CL_SUCCESS : CL_INVALID_VALUE;
}

/* The distances of lines and slices in the memory of the host, after check_box(). */
static cl_int check_pitches(const size_t *region, size_t row, size_t slice)
{
	const size_t least = region[0] * ELEMENT;
	const size_t lines = has_height() ? region[1] : 1;

	if (row != 0 && row < least)
		return CL_INVALID_VALUE;
	if (slice == 0)
		return CL_SUCCESS;
	return has_slices() && slice >= (row != 0 ? row : least) * lines ? CL_SUCCESS
									 : CL_INVALID_VALUE;
}

/* -- calls ----------------------------------------------------------------------------------- */

static cl_int use_buffer(cl_command_queue queue, cl_mem memory, cl_map_flags access, size_t offset,
			 size_t size, const void *ptr)
{
	const cl_int error = check_memory(queue, memory, false, access);

	if (error != CL_SUCCESS)
		return error;
	return ptr ? check_range(offset, size) : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem memory, cl_bool blocking,
				      size_t offset, size_t size, void *ptr, cl_uint count,
				      const cl_event *events, cl_event *event)
{
	const cl_int error = use_buffer(queue, memory, CL_MAP_READ, offset, size, ptr);

	return error != CL_SUCCESS ? error : driver_transfer(queue, blocking, count, events, event);
}

static cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem memory, cl_bool blocking,
				       size_t offset, size_t size, const void *ptr, cl_uint count,
				       const cl_event *events, cl_event *event)
{
	const cl_int error = use_buffer(queue, memory, CL_MAP_WRITE, offset, size, ptr);

	return error != CL_SUCCESS ? error : driver_transfer(queue, blocking, count, events, event);
}

static cl_int use_rect(cl_command_queue queue, cl_mem memory, cl_map_flags access,
		       double buffer_end, double host_end, const void *ptr)
{
	const cl_int error = check_memory(queue, memory, false, access);

	if (error != CL_SUCCESS)
		return error;
	return ptr && buffer_end > 0 && buffer_end <= (double)fake_memory.size && host_end > 0
		       ? CL_SUCCESS
		       : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL read_rect(cl_command_queue queue, cl_mem memory, cl_bool blocking,
				    const size_t *buffer_origin, const size_t *host_origin,
				    const size_t *region, size_t buffer_row, size_t buffer_slice,
				    size_t host_row, size_t host_slice, void *ptr, cl_uint count,
				    const cl_event *events, cl_event *event)
{
	const cl_int error = use_rect(queue, memory, CL_MAP_READ,
				      end_of_rect(buffer_origin, region, buffer_row, buffer_slice),
				      end_of_rect(host_origin, region, host_row, host_slice), ptr);

	return error != CL_SUCCESS ? error : driver_transfer(queue, blocking, count, events, event);
}

static cl_int CL_API_CALL write_rect(cl_command_queue queue, cl_mem memory, cl_bool blocking,
				     const size_t *buffer_origin, const size_t *host_origin,
				     const size_t *region, size_t buffer_row, size_t buffer_slice,
				     size_t host_row, size_t host_slice, const void *ptr,
				     cl_uint count, const cl_event *events, cl_event *event)
{
	const cl_int error = use_rect(queue, memory, CL_MAP_WRITE,
				      end_of_rect(buffer_origin, region, buffer_row, buffer_slice),
				      end_of_rect(host_origin, region, host_row, host_slice), ptr);

	return error != CL_SUCCESS ? error : driver_transfer(queue, blocking, count, events, event);
}

static cl_int use_image(cl_command_queue queue, cl_mem memory, cl_map_flags access,
			const size_t *origin, const size_t *region, size_t row, size_t slice)
{
	cl_int error = check_memory(queue, memory, true, access);

	if (error == CL_SUCCESS)
		error = check_box(origin, region);
	return error == CL_SUCCESS ? check_pitches(region, row, slice) : error;
}

static cl_int CL_API_CALL read_image(cl_command_queue queue, cl_mem memory, cl_bool blocking,
				     const size_t *origin, const size_t *region, size_t row,
				     size_t slice, void *ptr, cl_uint count, const cl_event *events,
				     cl_event *event)
{
	cl_int error = use_image(queue, memory, CL_MAP_READ, origin, region, row, slice);

	if (error == CL_SUCCESS && !ptr)
		error = CL_INVALID_VALUE;
	return error != CL_SUCCESS ? error : driver_transfer(queue, blocking, count, events, event);
}

static cl_int CL_API_CALL write_image(cl_command_queue queue, cl_mem memory, cl_bool blocking,
				      const size_t *origin, const size_t *region, size_t row,
				      size_t slice, const void *ptr, cl_uint count,
				      const cl_event *events, cl_event *event)
{
	cl_int error = use_image(queue, memory, CL_MAP_WRITE, origin, region, row, slice);

	if (error == CL_SUCCESS && !ptr)
		error = CL_INVALID_VALUE;
	return error != CL_SUCCESS ? error : driver_transfer(queue, blocking, count, events, event);
}

static void *CL_API_CALL map_buffer(cl_command_queue queue, cl_mem memory, cl_bool blocking,
				    cl_map_flags flags, size_t offset, size_t size, cl_uint count,
				    const cl_event *events, cl_event *event, cl_int *errcode_ret)
{
	cl_int error = use_buffer(queue, memory, flags, offset, size, mapped);

	if (error == CL_SUCCESS && !is_map(flags))
		error = CL_INVALID_VALUE;
	if (error == CL_SUCCESS)
		error = driver_transfer(queue, blocking, count, events, event);
	if (errcode_ret)
		*errcode_ret = error;
	return error == CL_SUCCESS ? mapped : NULL;
}

static void *CL_API_CALL map_image(cl_command_queue queue, cl_mem memory, cl_bool blocking,
				   cl_map_flags flags, const size_t *origin, const size_t *region,
				   size_t *row, size_t *slice, cl_uint count,
				   const cl_event *events, cl_event *event, cl_int *errcode_ret)
{
	cl_int error = use_image(queue, memory, flags, origin, region, 0, 0);

	if (error == CL_SUCCESS && (!is_map(flags) || !row || (!slice && has_slices())))
		error = CL_INVALID_VALUE;
	if (error == CL_SUCCESS)
		error = driver_transfer(queue, blocking, count, events, event);
	if (errcode_ret)
		*errcode_ret = error;
	return error == CL_SUCCESS ? mapped : NULL;
}

/* The size may be 0. */
static cl_int CL_API_CALL svm_memcpy(cl_command_queue queue, cl_bool blocking, void *target,
				     const void *source, size_t size, cl_uint count,
				     const cl_event *events, cl_event *event)
{
	const uintptr_t to = (uintptr_t)target;
	const uintptr_t from = (uintptr_t)source;
	const cl_int error = check_queue(queue);

	if (error != CL_SUCCESS)
		return error;
	if (fake.has_no_svm)
		return CL_INVALID_OPERATION;
	if (!target || !source)
		return CL_INVALID_VALUE;
	if (to < from + size && from < to + size)
		return CL_MEM_COPY_OVERLAP;
	return driver_transfer(queue, blocking, count, events, event);
}

static cl_int CL_API_CALL svm_map(cl_command_queue queue, cl_bool blocking, cl_map_flags flags,
				  void *ptr, size_t size, cl_uint count, const cl_event *events,
				  cl_event *event)
{
	const cl_int error = check_queue(queue);

	if (error != CL_SUCCESS)
		return error;
	if (fake.has_no_svm)
		return CL_INVALID_OPERATION;
	if (!ptr || size == 0 || !is_map(flags))
		return CL_INVALID_VALUE;
	return driver_transfer(queue, blocking, count, events, event);
}

void transfers_add(struct clrouter_table *table)
{
	table->clGetMemObjectInfo = get_memory_info;
	table->clGetImageInfo = get_image_info;
	table->clEnqueueReadBuffer = read_buffer;
	table->clEnqueueWriteBuffer = write_buffer;
	table->clEnqueueReadBufferRect = read_rect;
	table->clEnqueueWriteBufferRect = write_rect;
	table->clEnqueueReadImage = read_image;
	table->clEnqueueWriteImage = write_image;
	table->clEnqueueMapBuffer = map_buffer;
	table->clEnqueueMapImage = map_image;
	table->clEnqueueSVMMemcpy = svm_memcpy;
	table->clEnqueueSVMMap = svm_map;
}
