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

static bool may_write(const struct facts_mem *facts, const struct model_use *use)
{
	return !use->is_const && (facts->flags & CL_MEM_READ_ONLY) == 0;
}

/* The buffer HANDLE with FACTS. */
static bool add_buffer(struct model *model, const void *handle, const struct facts_mem *facts,
		       uint32_t *index)
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
	memory->size = facts->size;
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
	uint32_t root;

	if (facts != NULL && facts->parent != NULL)
		whole = known(model, facts->parent, argument);
	if (facts == NULL || whole == NULL ||
	    !add_buffer(model, facts->parent != NULL ? facts->parent : handle, whole, &root))
		return false;
	*index = root;
	if (facts->parent != NULL && !add_sub_buffer(model, handle, facts, root, index))
		return false;
	range.offset = facts->origin;
	range.size = facts->size;
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

/* The description that the program gave to the function that made the image. */
static bool find_desc(struct model_memory *memory, const struct facts_mem *facts)
{
	kept_calls *kept = (kept_calls *)&facts->any.kept;
	struct call *made = kept_get(kept, KEPT_MADE, 0);
	const cl_image_desc *desc = NULL;

	if (made == NULL)
		return false;
	if (made->slot == CLROUTER_SLOT_clCreateImage)
		desc = call_pointer(made, ARG_clCreateImage_image_desc);
	else if (made->slot == CLROUTER_SLOT_clCreateImageWithProperties)
		desc = call_pointer(made, ARG_clCreateImageWithProperties_image_desc);
	if (desc != NULL) {
		memory->desc = *desc;
	} else {
		memory->desc.image_type = facts->type;
		memory->desc.image_width = facts->extent[0];
		memory->desc.image_height = facts->extent[1];
		memory->desc.image_depth = facts->extent[2];
	}
	free(made);
	return true;
}

/* The bytes of an element, and the region of all elements. */
static bool measure(struct model *model, struct model_memory *memory, const struct facts_mem *facts,
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
		memory->region[i] = facts->extent[i] != 0 ? facts->extent[i] : 1;
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

	if (from == NULL)
		return false;
	return from->type == CL_MEM_OBJECT_BUFFER
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
	uint32_t parent = MODEL_NONE;

	if (facts == NULL)
		return false;
	own = use_of_format(&facts->format);
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
		memory->format = facts->format;
		memory->parent = parent;
		if (!find_desc(memory, facts))
			return model_refuse_memory(model);
		if (!measure(model, memory, facts, argument))
			return false;
	}
	return parent != MODEL_NONE || add_contents(model, *index, facts, &own);
}

bool model_add_memory(struct model *model, const void *handle, size_t argument,
		      const struct model_use *use, uint32_t *index)
{
	const struct facts_mem *facts = known(model, handle, argument);

	if (facts == NULL)
		return false;
	return facts->type == CL_MEM_OBJECT_BUFFER
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
