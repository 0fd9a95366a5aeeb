/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tool-memory: the memory that tool-driver makes besides the plain buffers of tool-compute.c: see
 * tool-objects.c.
 */
#include "tool/tool-objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/tool-compute.h"

struct image {
	struct tool_buffer buffer;
	size_t element;
};

struct shared {
	struct shared *next;
	unsigned int number;
	size_t size;
	char bytes[];
};

static const void *own_table;
static unsigned int memory;
static struct shared *all_shared;

/* What tool-compute.c does. */
static cl_mem (CL_API_CALL *create_buffer_there)(cl_context, cl_mem_flags, size_t, void *, cl_int *);
static cl_int (CL_API_CALL *read_there)(cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *,
					cl_uint, const cl_event *, cl_event *);
static cl_int (CL_API_CALL *write_there)(cl_command_queue, cl_mem, cl_bool, size_t, size_t,
					 const void *, cl_uint, const cl_event *, cl_event *);

/* -- memory ---------------------------------------------------------------------------------- */

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
					void *bytes, cl_int *code)
{
	cl_mem made = create_buffer_there(context, flags, size, bytes, code);

	tool_objects_note("buffer %u: 0x%llX %zu", memory, (unsigned long long)flags, size);
	tool_objects_keep(made, "memory", &memory);
	return made;
}

static cl_mem CL_API_CALL create_sub_buffer(cl_mem buffer, cl_mem_flags flags,
					    cl_buffer_create_type type, const void *info, cl_int *code)
{
	const cl_buffer_region *region = info;
	struct tool_buffer *part;

	if (tool_compute_is("misaligned")) {
		*code = CL_MISALIGNED_SUB_BUFFER_OFFSET;
		return NULL;
	}
	part = calloc(1, sizeof(*part));
	*part = *(struct tool_buffer *)buffer;
	tool_objects_note("sub-buffer %u of %d: 0x%llX 0x%X %zu %zu", memory, tool_objects_number(buffer),
	     (unsigned long long)flags, type, region->origin, region->size);
	part->numbers += region->origin / sizeof(cl_uint);
	tool_objects_keep(part, "memory", &memory);
	*code = CL_SUCCESS;
	return (cl_mem)part;
}

/* Objects share their bytes with those that they are made from, so these stay. */
static cl_int CL_API_CALL release(cl_mem object)
{
	(void)object;
	return CL_SUCCESS;
}

static size_t element_of(const cl_image_format *format)
{
	const size_t count = format->image_channel_order == CL_RGBA ? 4 : 1;

	return count * (format->image_channel_data_type == CL_FLOAT ? 4 : 1);
}

static size_t at_least_one(size_t size)
{
	return size > 0 ? size : 1;
}

static cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags,
				       const cl_image_format *format, const cl_image_desc *desc,
				       void *bytes, cl_int *code)
{
	struct image *made = calloc(1, sizeof(*made));
	struct tool_buffer *parent = (struct tool_buffer *)desc->mem_object;

	(void)context;
	tool_objects_note("image %u: 0x%llX 0x%X 0x%X; 0x%X %zu %zu %zu %zu; pitches %zu %zu; of %d; %s", memory,
	     (unsigned long long)flags, format->image_channel_order, format->image_channel_data_type,
	     desc->image_type, desc->image_width, desc->image_height, desc->image_depth,
	     desc->image_array_size, desc->image_row_pitch, desc->image_slice_pitch,
	     tool_objects_number(parent), bytes ? "bytes" : "no bytes");
	tool_objects_keep(made, "memory", &memory);
	made->element = element_of(format);
	made->buffer.table = own_table;
	made->buffer.size = made->element * at_least_one(desc->image_width) *
		     at_least_one(desc->image_height) * at_least_one(desc->image_depth) *
		     at_least_one(desc->image_array_size);
	made->buffer.numbers = parent ? parent->numbers : calloc(1, made->buffer.size);
	*code = CL_SUCCESS;
	return (cl_mem)made;
}

static cl_int CL_API_CALL get_image_info(cl_mem image, cl_image_info name, size_t capacity,
					 void *target, size_t *size)
{
	const struct image *made = (const struct image *)image;

	if (name != CL_IMAGE_ELEMENT_SIZE || capacity < sizeof(made->element) || !target)
		return CL_INVALID_VALUE;
	memcpy(target, &made->element, sizeof(made->element));
	if (size)
		*size = sizeof(made->element);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool is_blocking,
				       size_t offset, size_t size, const void *bytes, cl_uint count,
				       const cl_event *waited, cl_event *event)
{
	tool_objects_note("write %d at %zu: %s", tool_objects_number(buffer), offset, tool_objects_text(bytes, size));
	return write_there(queue, buffer, is_blocking, offset, size, bytes, count, waited, event);
}

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool is_blocking,
				      size_t offset, size_t size, void *target, cl_uint count,
				      const cl_event *waited, cl_event *event)
{
	tool_objects_note("read %d at %zu: %zu", tool_objects_number(buffer), offset, size);
	return read_there(queue, buffer, is_blocking, offset, size, target, count, waited, event);
}

static size_t size_of(const struct image *image, const size_t *region)
{
	return image->element * region[0] * region[1] * region[2];
}

static cl_int CL_API_CALL write_image(cl_command_queue queue, cl_mem image, cl_bool is_blocking,
				      const size_t *origin, const size_t *region, size_t row,
				      size_t slice, const void *bytes, cl_uint count,
				      const cl_event *waited, cl_event *event)
{
	const struct image *made = (const struct image *)image;
	char texts[2][MOST_TEXT];

	(void)queue;
	(void)is_blocking;
	(void)count;
	(void)waited;
	(void)event;
	tool_objects_note("write image %d: %s; %s; %zu %zu: %s", tool_objects_number(image), tool_objects_sizes(origin, 3, texts[0]),
	     tool_objects_sizes(region, 3, texts[1]), row, slice, tool_objects_text(bytes, size_of(made, region)));
	memcpy(made->buffer.numbers, bytes, size_of(made, region));
	return CL_SUCCESS;
}

static cl_int CL_API_CALL read_image(cl_command_queue queue, cl_mem image, cl_bool is_blocking,
				     const size_t *origin, const size_t *region, size_t row,
				     size_t slice, void *target, cl_uint count, const cl_event *waited,
				     cl_event *event)
{
	const struct image *made = (const struct image *)image;
	char texts[2][MOST_TEXT];

	(void)queue;
	(void)is_blocking;
	(void)count;
	(void)waited;
	(void)event;
	tool_objects_note("read image %d: %s; %s; %zu %zu", tool_objects_number(image), tool_objects_sizes(origin, 3, texts[0]),
	     tool_objects_sizes(region, 3, texts[1]), row, slice);
	memcpy(target, made->buffer.numbers, size_of(made, region));
	return CL_SUCCESS;
}

/* -- shared memory --------------------------------------------------------------------------- */

static void *CL_API_CALL allocate_shared(cl_context context, cl_svm_mem_flags flags, size_t size,
					 cl_uint alignment)
{
	struct shared *made = calloc(1, sizeof(*made) + size);

	(void)context;
	tool_objects_note("shared %u: 0x%llX %zu %u", memory, (unsigned long long)flags, size, alignment);
	made->number = memory++;
	made->size = size;
	made->next = all_shared;
	all_shared = made;
	return made->bytes;
}

/* The allocation that has ADDRESS, and its offset there. */
static const char *place_of(const void *address, char text[MOST_TEXT])
{
	const char *at = address;

	snprintf(text, MOST_TEXT, "elsewhere");
	for (const struct shared *each = all_shared; each; each = each->next)
		if (at >= each->bytes && at <= each->bytes + each->size)
			snprintf(text, MOST_TEXT, "%u + %zu", each->number, (size_t)(at - each->bytes));
	return text;
}

static cl_int CL_API_CALL copy_shared(cl_command_queue queue, cl_bool is_blocking, void *target,
				      const void *source, size_t size, cl_uint count,
				      const cl_event *waited, cl_event *event)
{
	char texts[2][MOST_TEXT];

	(void)queue;
	(void)is_blocking;
	(void)count;
	(void)waited;
	(void)event;
	tool_objects_note("copy to %s from %s: %s", place_of(target, texts[0]), place_of(source, texts[1]),
	     tool_objects_text(source, size));
	memcpy(target, source, size);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL set_pointer(cl_kernel kernel, cl_uint index, const void *pointer)
{
	char text[MOST_TEXT];

	(void)kernel;
	tool_objects_note("argument %u: pointer %s", index, place_of(pointer, text));
	return CL_SUCCESS;
}

/* -- the table ------------------------------------------------------------------------------- */

void tool_memory_fill(void **table)
{
	own_table = table;
	tool_objects_put(table, API_SLOT_clCreateBuffer, (void *)create_buffer, &create_buffer_there);
	tool_objects_put(table, API_SLOT_clEnqueueReadBuffer, (void *)read_buffer, &read_there);
	tool_objects_put(table, API_SLOT_clEnqueueWriteBuffer, (void *)write_buffer, &write_there);
	tool_objects_put(table, API_SLOT_clCreateSubBuffer, (void *)create_sub_buffer, NULL);
	tool_objects_put(table, API_SLOT_clReleaseMemObject, (void *)release, NULL);
	tool_objects_put(table, API_SLOT_clCreateImage, (void *)create_image, NULL);
	tool_objects_put(table, API_SLOT_clGetImageInfo, (void *)get_image_info, NULL);
	tool_objects_put(table, API_SLOT_clEnqueueWriteImage, (void *)write_image, NULL);
	tool_objects_put(table, API_SLOT_clEnqueueReadImage, (void *)read_image, NULL);
	tool_objects_put(table, API_SLOT_clSVMAlloc, (void *)allocate_shared, NULL);
	tool_objects_put(table, API_SLOT_clEnqueueSVMMemcpy, (void *)copy_shared, NULL);
	tool_objects_put(table, API_SLOT_clSetKernelArgSVMPointer, (void *)set_pointer, NULL);
}
