/* SPDX-License-Identifier: Apache-2.0 */
/*
 * model-memory: the memory objects that arguments reach, and which of their bytes. See model.h.
 */
#include "layers/capture/model.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "capture/capture-format.h"
#include "capture/numbers.h"
#include "layers/capture/acquired.h"
#include "opencl/constants.h"
#include "state/facts.h"
#include "state/formats.h"
#include "state/memory.h"

static uint32_t find(const struct model *model, const void *handle)
{
	for (uint32_t i = 0; i < model->memory_count; i++)
		if (model->memory[i].handle == handle)
			return i;
	return MODEL_NONE;
}

static struct model_memory *add(struct model *model, const void *handle, uint32_t *index)
{
	struct model_memory *memory;

	memory = model->memory_count < CAPTURE_MOST_OBJECTS
			 ? model_add(model, &model->memory, &model->memory_count, sizeof(*memory))
			 : NULL;
	if (memory == NULL) {
		model_refuse_memory(model);
		return NULL;
	}
	memory->handle = handle;
	memory->parent = MODEL_NONE;
	*index = (uint32_t)(model->memory_count - 1);
	return memory;
}

/* SIZE bytes of MEMORY at OFFSET are reached; SOURCE has them at SOURCE_OFFSET. */
static bool add_range(struct model *model, struct model_memory *memory,
		      const struct model_range *range)
{
	struct model_range *place;

	if (range->size == 0)
		return true;
	place = model_add(model, &memory->ranges, &memory->range_count, sizeof(*place));
	if (place == NULL)
		return model_refuse_memory(model);
	*place = *range;
	return true;
}

/* -- overlaps ------------------------------------------------------------------------------ */

static int compare_ranges(const void *a, const void *b)
{
	const struct model_range *x = a;
	const struct model_range *y = b;

	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void merge(struct model_range *range, const struct model_range *other,
		  const struct model_memory *memory)
{
	const uint64_t end = range->offset + range->size;
	const uint64_t other_end = other->offset + other->size;
	const bool is_same = range->offset == other->offset && range->size == other->size;

	/* What is neither one nor the other is copied from the whole object. */
	if (!is_same) {
		range->source = memory->handle;
		range->source_offset = range->offset;
	}
	range->size = (end > other_end ? end : other_end) - range->offset;
	if (range->rule.as != other->rule.as || range->rule.components != other->rule.components)
		range->rule = numbers_rule(range->rule.as == CAPTURE_UNKNOWN ||
							   other->rule.as == CAPTURE_UNKNOWN
						   ? CAPTURE_UNKNOWN
						   : CAPTURE_BITS,
					   1);
	range->is_written |= other->is_written;
}

static void merge_ranges(struct model_memory *memory)
{
	struct model_range *ranges = memory->ranges;
	size_t last = 0;

	if (memory->range_count < 2)
		return;
	qsort(ranges, memory->range_count, sizeof(*ranges), compare_ranges);
	for (size_t i = 1; i < memory->range_count; i++)
		if (ranges[i].offset < ranges[last].offset + ranges[last].size)
			merge(&ranges[last], &ranges[i], memory);
		else
			ranges[++last] = ranges[i];
	memory->range_count = last + 1;
}

void model_merge_ranges(struct model *model)
{
	for (size_t i = 0; i < model->memory_count; i++)
		merge_ranges(&model->memory[i]);
}

/* -- memory objects -------------------------------------------------------------------------- */

static const struct facts_mem *known(struct model *model, const void *handle, size_t argument)
{
	const struct facts_mem *facts = facts_last(handle, OBJECT_MEM);

	if (facts == NULL)
		model_refuse(model, "argument %zu is memory whose making was not seen", argument);
	else if (facts->type == CL_MEM_OBJECT_PIPE)
		model_refuse(model, "argument %zu is a pipe", argument);
	else if (facts->source != SOURCE_NONE && !acquired_is(handle))
		model_refuse(model,
			     "argument %zu is an object of another interface that is not acquired",
			     argument);
	else if (facts->has_device_address)
		model_refuse(model, "argument %zu has an address of the device", argument);
	else
		return facts;
	return NULL;
}

/* What an object is, as commands have it. */
struct shape {
	cl_mem_object_type type;
	size_t size;		/* of a buffer */
	cl_image_format format;
	size_t extent[3];	/* of an image; 0: it has no such dimension */
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

/* The shape of HANDLE; that of an object of another interface only the driver knows. */
static bool find_shape(struct model *model, const void *handle, const struct facts_mem *facts,
		       size_t argument, struct shape *shape)
{
	const cl_mem memory = (cl_mem)(uintptr_t)handle;

	*shape = (struct shape){ .type = facts->type, .size = facts->size,
				 .format = facts->format, .mip_levels = facts->mip_levels };
	memcpy(shape->extent, facts->extent, sizeof(shape->extent));
	if (facts->source == SOURCE_NONE)
		return true;
	if (clrouter_target.clGetMemObjectInfo(memory, CL_MEM_TYPE, sizeof(shape->type),
					       &shape->type, NULL) == CL_SUCCESS &&
	    clrouter_target.clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof(shape->size),
					       &shape->size, NULL) == CL_SUCCESS &&
	    (shape->type == CL_MEM_OBJECT_BUFFER || ask_image(memory, shape)))
		return true;
	return model_refuse(model, "argument %zu is an object of another interface, of which the "
				   "driver does not tell what it is", argument);
}

static bool may_write(const struct facts_mem *facts, const struct model_use *use)
{
	return !use->is_const && (facts->flags & CL_MEM_READ_ONLY) == 0;
}

/* The buffer HANDLE with FACTS, which has SIZE bytes. */
static bool add_buffer(struct model *model, const void *handle, const struct facts_mem *facts,
		       size_t size, uint32_t *index)
{
	struct model_memory *memory;

	*index = find(model, handle);
	if (*index != MODEL_NONE)
		return true;
	memory = add(model, handle, index);
	if (memory == NULL)
		return false;
	memory->kind = MODEL_BUFFER;
	memory->flags = facts->flags;
	memory->size = size;
	return true;
}

static bool add_sub_buffer(struct model *model, const void *handle, const struct facts_mem *facts,
			   uint32_t parent, uint32_t *index)
{
	struct model_memory *memory;

	*index = find(model, handle);
	if (*index != MODEL_NONE)
		return true;
	memory = add(model, handle, index);
	if (memory == NULL)
		return false;
	memory->kind = MODEL_SUB_BUFFER;
	memory->flags = facts->flags;
	memory->size = facts->size;
	memory->parent = parent;
	memory->origin = facts->origin;
	return true;
}

/* A buffer or sub-buffer, all of which is reached. */
static bool add_linear(struct model *model, const void *handle, size_t argument,
		       const struct model_use *use, uint32_t *index)
{
	const struct facts_mem *facts = known(model, handle, argument);
	const struct facts_mem *whole = facts;
	struct model_range range = { .source = handle };
	const void *buffer = handle;
	struct shape shape;
	uint32_t root;

	if (facts != NULL && facts->parent != NULL) {
		buffer = facts->parent;
		whole = known(model, buffer, argument);
	}
	if (facts == NULL || whole == NULL || !find_shape(model, buffer, whole, argument, &shape) ||
	    !add_buffer(model, buffer, whole, shape.size, &root))
		return false;
	*index = root;
	if (facts->parent != NULL && !add_sub_buffer(model, handle, facts, root, index))
		return false;
	range.offset = facts->origin;
	range.size = facts->parent != NULL ? facts->size : shape.size;
	range.is_written = may_write(facts, use);
	range.rule = use->rule;
	return add_range(model, &model->memory[root], &range);
}

/* -- images ---------------------------------------------------------------------------------- */

/* How the contents of an image with FORMAT are compared. */
static struct model_use use_of_format(const cl_image_format *format)
{
	static const struct {
		cl_channel_type type;
		enum capture_as as;
	} kinds[] = {
		{ CL_HALF_FLOAT, CAPTURE_FLOAT16 },    { CL_FLOAT, CAPTURE_FLOAT32 },
		{ CL_UNORM_INT8, CAPTURE_UNORM8 },     { CL_SNORM_INT8, CAPTURE_SNORM8 },
		{ CL_UNORM_INT16, CAPTURE_UNORM16 }, { CL_SNORM_INT16, CAPTURE_SNORM16 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (format->image_channel_data_type == kinds[i].type)
			return (struct model_use){ .rule = numbers_rule(kinds[i].as, 1) };
	return (struct model_use){ .rule = numbers_rule(CAPTURE_BITS, 1) };
}

static void describe(cl_image_desc *desc, const struct shape *shape)
{
	const bool is_array = shape->type == CL_MEM_OBJECT_IMAGE2D_ARRAY;

	desc->image_type = shape->type;
	desc->image_width = shape->extent[0];
	if (shape->type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
		desc->image_array_size = shape->extent[1];
	else
		desc->image_height = shape->extent[1];
	*(is_array ? &desc->image_array_size : &desc->image_depth) = shape->extent[2];
	desc->num_mip_levels = shape->mip_levels;
	desc->num_samples = shape->samples;
}

/* The description that the program gave to the function that made the image, or one by its SHAPE. */
static bool find_desc(struct model_memory *memory, const struct facts_mem *facts,
		      const struct shape *shape)
{
	kept_calls *kept = (kept_calls *)&facts->any.kept;
	struct call *made = kept_get(kept, KEPT_MADE, 0);
	const cl_image_desc *desc = NULL;

	if (made == NULL && kept_has(kept, KEPT_MADE, 0))
		return false;
	if (made != NULL && made->slot == CLROUTER_SLOT_clCreateImage)
		desc = call_pointer(made, ARG_clCreateImage_image_desc);
	else if (made != NULL && made->slot == CLROUTER_SLOT_clCreateImageWithProperties)
		desc = call_pointer(made, ARG_clCreateImageWithProperties_image_desc);
	if (desc != NULL)
		memory->desc = *desc;
	else
		describe(&memory->desc, shape);
	free(made);
	return true;
}

/* The bytes of an element, and the region of all elements. */
static bool measure(struct model *model, struct model_memory *memory, const struct shape *shape,
		    size_t argument)
{
	const cl_mem image = (cl_mem)(uintptr_t)memory->handle;
	size_t element = 0;

	if (clrouter_target.clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof(element), &element,
					   NULL) != CL_SUCCESS ||
	    element == 0)
		return model_refuse(model, "argument %zu is an image of unknown format", argument);
	if (memory->desc.num_mip_levels > 1 || memory->desc.num_samples > 1)
		return model_refuse(model, "argument %zu is an image with several %s", argument,
				    memory->desc.num_samples > 1 ? "samples" : "mip levels");
	memory->element_size = element;
	memory->size = element;
	for (int i = 0; i < 3; i++) {
		memory->region[i] = shape->extent[i] != 0 ? shape->extent[i] : 1;
		if (__builtin_mul_overflow(memory->size, memory->region[i], &memory->size))
			return model_refuse(model, "argument %zu is an image of wrong size",
					    argument);
	}
	return true;
}

static bool add_image(struct model *model, const void *handle, size_t argument,
		      const struct model_use *use, uint32_t *index);

/* What the image is made from, first: its contents are there. */
static bool add_parent(struct model *model, const struct facts_mem *facts, size_t argument,
		       const struct model_use *use, uint32_t *parent)
{
	const struct facts_mem *from = known(model, facts->made_from, argument);
	struct shape shape;

	if (from == NULL || !find_shape(model, facts->made_from, from, argument, &shape))
		return false;
	return shape.type == CL_MEM_OBJECT_BUFFER
		       ? add_linear(model, facts->made_from, argument, use, parent)
		       : add_image(model, facts->made_from, argument, use, parent);
}

static bool add_contents(struct model *model, uint32_t index, const struct facts_mem *facts,
			 const struct model_use *use)
{
	struct model_memory *memory = &model->memory[index];
	const struct model_range range = {
		.size = memory->size,
		.source = memory->handle,
		.is_written = may_write(facts, use),
		.rule = use->rule,
	};

	return add_range(model, memory, &range);
}

static bool add_image(struct model *model, const void *handle, size_t argument,
		      const struct model_use *use, uint32_t *index)
{
	const struct facts_mem *facts = known(model, handle, argument);
	struct model_memory *memory;
	struct model_use own;
	struct shape shape;
	uint32_t parent = MODEL_NONE;

	if (facts == NULL || !find_shape(model, handle, facts, argument, &shape))
		return false;
	own = use_of_format(&shape.format);
	own.is_const = use->is_const || (facts->flags & CL_MEM_READ_ONLY) != 0;
	if (facts->made_from != NULL && !add_parent(model, facts, argument, &own, &parent))
		return false;
	*index = find(model, handle);
	if (*index == MODEL_NONE) {
		memory = add(model, handle, index);
		if (memory == NULL)
			return false;
		memory->kind = MODEL_IMAGE;
		memory->flags = facts->flags;
		memory->format = shape.format;
		memory->parent = parent;
		if (!find_desc(memory, facts, &shape))
			return model_refuse_memory(model);
		if (!measure(model, memory, &shape, argument))
			return false;
	}
	return parent != MODEL_NONE || add_contents(model, *index, facts, &own);
}

bool model_add_memory(struct model *model, const void *handle, size_t argument,
		      const struct model_use *use, uint32_t *index)
{
	const struct facts_mem *facts = known(model, handle, argument);
	struct shape shape;

	if (facts == NULL || !find_shape(model, handle, facts, argument, &shape))
		return false;
	return shape.type == CL_MEM_OBJECT_BUFFER
		       ? add_linear(model, handle, argument, use, index)
		       : add_image(model, handle, argument, use, index);
}

/* -- shared memory --------------------------------------------------------------------------- */

bool model_add_svm(struct model *model, const void *pointer, size_t argument,
		   const struct model_use *use, uint32_t *index, uint64_t *offset)
{
	struct model_range range = { .is_written = !use->is_const, .rule = use->rule };
	struct model_memory *memory;
	struct memory_svm svm;

	if (!memory_find_svm(pointer, 1, &svm) || (uintptr_t)pointer < svm.start ||
	    (uintptr_t)pointer - svm.start >= svm.size)
		return model_refuse(model,
				    "argument %zu is an address that clSVMAlloc has not returned",
				    argument);
	*index = find(model, (const void *)svm.start);
	*offset = (uintptr_t)pointer - svm.start;
	if (*index == MODEL_NONE) {
		memory = add(model, (const void *)svm.start, index);
		if (memory == NULL)
			return false;
		memory->kind = MODEL_SVM;
		memory->flags = svm.flags;
		memory->alignment = svm.alignment;
		memory->size = svm.size;
	}
	range.source = (const void *)svm.start;
	range.size = svm.size;
	return add_range(model, &model->memory[*index], &range);
}
