/* SPDX-License-Identifier: Apache-2.0 */
/*
 * describe-memory: the memory objects that arguments reach, and which of their bytes. See
 * describe.h.
 */
#include "layers/capture/describe.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "launch/launch-format.h"
#include "layers/capture/acquired.h"
#include "opencl/constants.h"
#include "state/facts.h"
#include "state/formats.h"

/* The index of the object HANDLE; LAUNCH_NONE: it is not there. */
static uint64_t find(const struct job *job, const void *handle)
{
	for (size_t i = 0; i < job->launch.memory_count; i++)
		if (job->memory[i].handle == handle)
			return i;
	return LAUNCH_NONE;
}

/* Stores the index of the object HANDLE in *INDEX. If it is not there, it is added as ROW. */
static bool add(struct job *job, const void *handle, const struct launch_memory *row,
		uint64_t *index)
{
	struct launch *launch = &job->launch;

	*index = find(job, handle);
	if (*index != LAUNCH_NONE)
		return true;
	if (launch->memory_count >= LAUNCH_MOST_OBJECTS)
		return job_refuse(job->reason, "it uses too many objects");
	if (!JOB_ADD(job, job->memory, job->memory_count) ||
	    !JOB_ADD(job, launch->memory, launch->memory_count))
		return false;
	*index = launch->memory_count - 1;
	launch->memory[*index] = *row;
	job->memory[*index].handle = handle;
	return true;
}

/* -- ranges -------------------------------------------------------------------------------- */

static bool is_before(const struct launch_range *a, const struct launch_range *b)
{
	return a->memory != b->memory ? a->memory < b->memory : a->offset < b->offset;
}

/* Adds ROW and OWN in the order of memory and offsets. */
static bool add_range(struct job *job, const struct launch_range *row, const struct job_range *own)
{
	struct launch *launch = &job->launch;
	size_t at = launch->range_count;

	if (row->size == 0)
		return true;
	if (!JOB_ADD(job, job->ranges, job->range_count) ||
	    !JOB_ADD(job, launch->ranges, launch->range_count))
		return false;
	for (; at > 0 && is_before(row, &launch->ranges[at - 1]); at--) {
		launch->ranges[at] = launch->ranges[at - 1];
		job->ranges[at] = job->ranges[at - 1];
	}
	launch->ranges[at] = *row;
	job->ranges[at] = *own;
	return true;
}

static bool overlap(const struct launch_range *range, const struct launch_range *next)
{
	return range->memory == next->memory && next->offset < range->offset + range->size;
}

/* Contents that two arguments take for numbers of different types are bits, if they are known. */
static void merge_rules(struct launch_range *range, const struct launch_range *other)
{
	if (range->as == other->as && range->element == other->element &&
	    range->components == other->components)
		return;
	range->as = range->as == LAUNCH_UNKNOWN || other->as == LAUNCH_UNKNOWN ? LAUNCH_UNKNOWN
									       : LAUNCH_BITS;
	range->element = range->components = 1;
}

/* Range INDEX gets what OTHER, which overlaps it, has. */
static void merge(struct job *job, size_t index, size_t other)
{
	struct launch_range *range = &job->launch.ranges[index];
	const struct launch_range *next = &job->launch.ranges[other];
	struct job_range *own = &job->ranges[index];
	const uint64_t end = range->offset + range->size;
	const uint64_t next_end = next->offset + next->size;

	/* What is neither one nor the other is copied from the whole object. */
	if (range->offset != next->offset || range->size != next->size) {
		own->source = job->memory[range->memory].handle;
		own->source_offset = range->offset;
	}
	range->size = (end > next_end ? end : next_end) - range->offset;
	merge_rules(range, next);
	own->is_written |= job->ranges[other].is_written;
}

void describe_merge_ranges(struct job *job)
{
	struct launch_range *ranges = job->launch.ranges;
	size_t last = 0;

	for (size_t i = 1; i < job->launch.range_count; i++) {
		if (overlap(&ranges[last], &ranges[i])) {
			merge(job, last, i);
			continue;
		}
		last++;
		ranges[last] = ranges[i];
		job->ranges[last] = job->ranges[i];
	}
	if (job->launch.range_count > 0)
		job->launch.range_count = last + 1;
}

/* -- memory objects -------------------------------------------------------------------------- */

static const struct facts_mem *known(struct job *job, const void *handle,
				     const struct describe_use *use)
{
	const struct facts_mem *facts = facts_last(handle, OBJECT_MEM);

	if (!facts)
		job_refuse(job->reason, "argument %zu is memory whose making was not seen",
			   use->argument);
	else if (facts->type == CL_MEM_OBJECT_PIPE)
		job_refuse(job->reason, "argument %zu is a pipe", use->argument);
	else if (facts->source != SOURCE_NONE && !acquired_is(handle))
		job_refuse(job->reason,
			   "argument %zu is an object of another interface that is not acquired",
			   use->argument);
	else if (facts->has_device_address)
		job_refuse(job->reason, "argument %zu has an address of the device", use->argument);
	else
		return facts;
	return NULL;
}

/* What an object is, as commands have it. */
struct shape {
	cl_mem_object_type type;
	size_t size; /* of a buffer */
	cl_image_format format;
	size_t extent[3]; /* of an image; 0: it has no such dimension */
	cl_uint mip_levels;
	cl_uint samples;
};

static void ask_extent(cl_mem image, cl_image_info query, size_t *extent)
{
	if (clrouter_target.clGetImageInfo(image, query, sizeof(*extent), extent, NULL) !=
	    CL_SUCCESS)
		*extent = 0;
}

/* An image of another interface. */
static bool ask_image(cl_mem image, struct shape *shape)
{
	if (clrouter_target.clGetImageInfo(image, CL_IMAGE_FORMAT, sizeof(shape->format),
					   &shape->format, NULL) != CL_SUCCESS)
		return false;
	ask_extent(image, CL_IMAGE_WIDTH, &shape->extent[0]);
	if (shape->type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
		ask_extent(image, CL_IMAGE_ARRAY_SIZE, &shape->extent[1]);
	else
		ask_extent(image, CL_IMAGE_HEIGHT, &shape->extent[1]);
	if (shape->type == CL_MEM_OBJECT_IMAGE2D_ARRAY)
		ask_extent(image, CL_IMAGE_ARRAY_SIZE, &shape->extent[2]);
	else
		ask_extent(image, CL_IMAGE_DEPTH, &shape->extent[2]);
	/* Drivers before OpenCL 1.2 do not know them. */
	clrouter_target.clGetImageInfo(image, CL_IMAGE_NUM_MIP_LEVELS, sizeof(shape->mip_levels),
				       &shape->mip_levels, NULL);
	clrouter_target.clGetImageInfo(image, CL_IMAGE_NUM_SAMPLES, sizeof(shape->samples),
				       &shape->samples, NULL);
	return shape->extent[0] != 0;
}

/* The shape of HANDLE. Only the driver knows the shape of another interface's object. */
static bool find_shape(struct job *job, const void *handle, const struct facts_mem *facts,
		       const struct describe_use *use, struct shape *shape)
{
	const cl_mem memory = (cl_mem)(uintptr_t)handle;

	*shape = (struct shape){ .type = facts->type,
				 .size = facts->size,
				 .format = facts->format,
				 .mip_levels = facts->mip_levels };
	memcpy(shape->extent, facts->extent, sizeof(shape->extent));
	if (facts->source == SOURCE_NONE)
		return true;
	if (clrouter_target.clGetMemObjectInfo(memory, CL_MEM_TYPE, sizeof(shape->type),
					       &shape->type, NULL) == CL_SUCCESS &&
	    clrouter_target.clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof(shape->size),
					       &shape->size, NULL) == CL_SUCCESS &&
	    (shape->type == CL_MEM_OBJECT_BUFFER || ask_image(memory, shape)))
		return true;
	return job_refuse(job->reason,
			  "argument %zu is an object of another interface, of which the "
			  "driver does not tell what it is",
			  use->argument);
}

static bool may_write(const struct facts_mem *facts, const struct describe_use *use)
{
	return !use->is_const && (facts->flags & CL_MEM_READ_ONLY) == 0;
}

/* A part of the buffer whose index PARENT is, or all of it. */
static bool add_buffer(struct job *job, const void *handle, const struct facts_mem *facts,
		       size_t size, uint64_t parent, uint64_t *index)
{
	const struct launch_memory row = {
		.kind = parent != LAUNCH_NONE ? LAUNCH_SUB_BUFFER : LAUNCH_BUFFER,
		.flags = facts->flags,
		.size = size,
		.parent = parent,
		.origin = facts->origin,
	};

	return add(job, handle, &row, index);
}

/* A buffer or sub-buffer, all of which is reached. */
static bool add_linear(struct job *job, const void *handle, const struct describe_use *use,
		       uint64_t *index)
{
	const struct facts_mem *facts = known(job, handle, use);
	const bool is_part = facts && facts->parent;
	const void *buffer = is_part ? facts->parent : handle;
	const struct facts_mem *whole = is_part ? known(job, buffer, use) : facts;
	struct launch_range range = use->rule;
	struct job_range own = { .source = handle };
	struct shape shape;

	if (!facts || !whole || !find_shape(job, buffer, whole, use, &shape) ||
	    !add_buffer(job, buffer, whole, shape.size, LAUNCH_NONE, &range.memory))
		return false;
	*index = range.memory;
	if (is_part && !add_buffer(job, handle, facts, facts->size, range.memory, index))
		return false;
	range.offset = facts->origin;
	range.size = is_part ? facts->size : shape.size;
	own.is_written = may_write(facts, use);
	return add_range(job, &range, &own);
}

/* -- images ---------------------------------------------------------------------------------- */

/* How the contents of an image with FORMAT are compared. */
static struct launch_range rule_of_format(const cl_image_format *format)
{
	static const struct {
		cl_channel_type type;
		enum launch_as as;
		unsigned int size;
	} kinds[] = {
		{ CL_HALF_FLOAT, LAUNCH_FLOAT16, 2 },  { CL_FLOAT, LAUNCH_FLOAT32, 4 },
		{ CL_UNORM_INT8, LAUNCH_UNORM8, 1 },   { CL_SNORM_INT8, LAUNCH_SNORM8, 1 },
		{ CL_UNORM_INT16, LAUNCH_UNORM16, 2 }, { CL_SNORM_INT16, LAUNCH_SNORM16, 2 },
	};
	struct launch_range rule = { .as = LAUNCH_BITS, .element = 1, .components = 1 };

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (format->image_channel_data_type == kinds[i].type) {
			rule.as = kinds[i].as;
			rule.element = kinds[i].size;
		}
	return rule;
}

/* Fills ROW as clCreateImage wants it. What is no size of all elements, only the program's call
 * says. */
static bool describe(struct job *job, const struct facts_mem *facts, const struct shape *shape,
		     struct launch_memory *row)
{
	kept_calls *kept = (kept_calls *)&facts->any.kept;
	const struct call *made = job_keep(job, kept_get(kept, KEPT_MADE, 0));
	const cl_image_desc *desc = NULL;

	if (!made && kept_has(kept, KEPT_MADE, 0))
		return job_refuse_memory(job);
	if (made && made->slot == CLROUTER_SLOT_clCreateImage)
		desc = call_pointer(made, ARG_clCreateImage_image_desc);
	else if (made && made->slot == CLROUTER_SLOT_clCreateImageWithProperties)
		desc = call_pointer(made, ARG_clCreateImageWithProperties_image_desc);
	row->type = shape->type;
	row->order = shape->format.image_channel_order;
	row->channel = shape->format.image_channel_data_type;
	row->width = shape->extent[0];
	row->height = formats_has_rows(shape->type) ? shape->extent[1] : 0;
	row->depth = shape->type == CL_MEM_OBJECT_IMAGE3D ? shape->extent[2] : 0;
	row->array_size = shape->type == CL_MEM_OBJECT_IMAGE1D_ARRAY   ? shape->extent[1]
			  : shape->type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? shape->extent[2]
								       : 0;
	row->row_pitch = desc ? desc->image_row_pitch : 0;
	row->slice_pitch = desc ? desc->image_slice_pitch : 0;
	row->mip_levels = shape->mip_levels;
	row->samples = desc ? desc->num_samples : shape->samples;
	return true;
}

/* The bytes of an element, and the bytes of all elements in REGION. */
static bool measure(struct job *job, const void *handle, const struct shape *shape,
		    const struct describe_use *use, struct launch_memory *row, size_t region[3])
{
	size_t element = 0;

	if (clrouter_target.clGetImageInfo((cl_mem)(uintptr_t)handle, CL_IMAGE_ELEMENT_SIZE,
					   sizeof(element), &element, NULL) != CL_SUCCESS ||
	    element == 0)
		return job_refuse(job->reason, "argument %zu is an image of unknown format",
				  use->argument);
	if (row->mip_levels > 1 || row->samples > 1)
		return job_refuse(job->reason, "argument %zu is an image with several %s",
				  use->argument, row->samples > 1 ? "samples" : "mip levels");
	row->element_size = element;
	row->size = element;
	for (int i = 0; i < 3; i++) {
		region[i] = shape->extent[i] != 0 ? shape->extent[i] : 1;
		if (__builtin_mul_overflow(row->size, region[i], &row->size))
			return job_refuse(job->reason, "argument %zu is an image of wrong size",
					  use->argument);
	}
	return true;
}

/* Adds the image HANDLE, which is made from the object PARENT, or from none. */
static bool add_object(struct job *job, const void *handle, const struct facts_mem *facts,
		       const struct shape *shape, const struct describe_use *use, uint64_t parent,
		       uint64_t *index)
{
	struct launch_memory row = { .kind = LAUNCH_IMAGE,
				     .flags = facts->flags,
				     .parent = parent };
	size_t region[3];

	if (!describe(job, facts, shape, &row) || !measure(job, handle, shape, use, &row, region) ||
	    !add(job, handle, &row, index))
		return false;
	memcpy(job->memory[*index].region, region, sizeof(region));
	return true;
}

static bool add_image(struct job *job, const void *handle, const struct describe_use *use,
		      uint64_t *index);

/* What the image is made from, first: its contents are there. */
static bool add_parent(struct job *job, const struct facts_mem *facts,
		       const struct describe_use *use, uint64_t *parent)
{
	const struct facts_mem *from = known(job, facts->made_from, use);
	struct shape shape;

	if (!from || !find_shape(job, facts->made_from, from, use, &shape))
		return false;
	return shape.type == CL_MEM_OBJECT_BUFFER ? add_linear(job, facts->made_from, use, parent)
						  : add_image(job, facts->made_from, use, parent);
}

static bool add_image(struct job *job, const void *handle, const struct describe_use *use,
		      uint64_t *index)
{
	const struct facts_mem *facts = known(job, handle, use);
	struct describe_use own_use = *use;
	struct job_range own = { .source = handle };
	uint64_t parent = LAUNCH_NONE;
	struct shape shape;

	if (!facts || !find_shape(job, handle, facts, use, &shape))
		return false;
	own_use.rule = rule_of_format(&shape.format);
	own_use.is_const |= (facts->flags & CL_MEM_READ_ONLY) != 0;
	if (facts->made_from && !add_parent(job, facts, &own_use, &parent))
		return false;
	*index = find(job, handle);
	if (*index == LAUNCH_NONE && !add_object(job, handle, facts, &shape, use, parent, index))
		return false;
	own_use.rule.memory = *index;
	own_use.rule.size = job->launch.memory[*index].size;
	own.is_written = !own_use.is_const;
	return parent != LAUNCH_NONE || add_range(job, &own_use.rule, &own);
}

bool describe_memory(struct job *job, const void *handle, const struct describe_use *use,
		     uint64_t *index)
{
	const struct facts_mem *facts = known(job, handle, use);
	struct shape shape;

	if (!facts || !find_shape(job, handle, facts, use, &shape))
		return false;
	return shape.type == CL_MEM_OBJECT_BUFFER ? add_linear(job, handle, use, index)
						  : add_image(job, handle, use, index);
}

/* -- shared memory --------------------------------------------------------------------------- */

bool describe_shared(struct job *job, const void *pointer, const struct describe_use *use,
		     uint64_t *index, uint64_t *offset)
{
	struct launch_memory row = { .kind = LAUNCH_SVM, .parent = LAUNCH_NONE };
	struct launch_range range = use->rule;
	struct job_range own = { .is_written = !use->is_const };
	struct memory_svm svm;

	if (!memory_find_svm(pointer, 1, &svm) || (uintptr_t)pointer < svm.start ||
	    (uintptr_t)pointer - svm.start >= svm.size)
		return job_refuse(job->reason,
				  "argument %zu is an address that clSVMAlloc has not returned",
				  use->argument);
	own.source = (const void *)svm.start;
	row.flags = svm.flags;
	row.alignment = svm.alignment;
	row.size = svm.size;
	*offset = (uintptr_t)pointer - svm.start;
	if (!add(job, own.source, &row, index))
		return false;
	range.memory = *index;
	range.size = svm.size;
	return add_range(job, &range, &own);
}
