/* SPDX-License-Identifier: Apache-2.0 */
/* reader-memory: the part of reader-objects.h that is about memory. */
#include "api/api.h"
#include "base/array.h"
#include "capture/capture-format.h"
#include "capture/json-text.h"
#include "capture/numbers.h"
#include "capture/reader-objects.h"

#include <string.h>

/* Elements of images are vectors of four components of four bytes at most. */
#define MOST_ELEMENT 16

/* A * B; false: it overflows. */
static bool multiply(uint64_t *a, uint64_t b)
{
	return !__builtin_mul_overflow(*a, b, a);
}

/* -- ranges ---------------------------------------------------------------------------------- */

static void take_rule(struct reader *reader, struct capture_rule *rule, const char *range)
{
	const char *compare = reader_object(reader, range, "compare");
	const char *names[NUMBERS_KINDS];

	for (size_t i = 0; i < NUMBERS_KINDS; i++)
		names[i] = numbers_kinds[i].name;
	rule->as = (enum capture_as)reader_word(reader, compare, "as", names, ARRAY_SIZE(names));
	rule->size = numbers_kinds[rule->as].size;
	rule->components = 1;
	if (!reader_is_good(reader) || rule->as < CAPTURE_FLOAT16)
		return;
	rule->components = reader_number32(reader, compare, "components");
	rule->ulps = reader_number(reader, compare, "ulps");
	rule->relative = reader_real(reader, compare, "relative");
	rule->absolute = reader_real(reader, compare, "absolute");
	if (rule->components < 1 || rule->components > 16 ||
	    !strchr("\1\2\3\4\10\20", (int)rule->components))
		reader_refuse(reader, "there is no vector of %u components", rule->components);
}

/* FREE is the first byte of MEMORY that no range before has. */
static void take_range(struct reader *reader, const struct capture *capture,
		       const struct capture_memory *memory, struct capture_range *range,
		       const char *object, uint64_t *free)
{
	uint64_t end;

	range->offset = reader_number(reader, object, "offset");
	range->size = reader_number(reader, object, "size");
	range->before.hash = reader_hash(reader, object, "before", capture->launch.error != 0);
	range->after.hash = reader_hash(reader, object, "after", true);
	range->before.size = range->size;
	range->after.size = range->size;
	take_rule(reader, &range->rule, object);
	if (__builtin_add_overflow(range->offset, range->size, &end) || end > memory->size)
		reader_refuse(reader, "a range ends at byte %llu + %llu, but there are only %llu",
			      (unsigned long long)range->offset, (unsigned long long)range->size,
			      (unsigned long long)memory->size);
	else if (range->size == 0 || range->offset < *free)
		reader_refuse(reader, "ranges are empty, overlap, or are in another order");
	else if (memory->kind == CAPTURE_IMAGE && range->size != memory->size)
		reader_refuse(reader, "the contents of an image have %llu bytes, not %llu",
			      (unsigned long long)memory->size, (unsigned long long)range->size);
	else if (range->after.hash && capture_has_failed(capture))
		reader_refuse(reader, "a launch that fails has no contents after it");
	*free = end;
}

static void take_ranges(struct reader *reader, struct capture *capture,
			struct capture_memory *memory, const char *object)
{
	const char *array = reader_array(reader, object, "contents", SIZE_MAX, &memory->range_count);
	const char *element = array ? json_text_first(array) : NULL;
	const bool may_have = memory->kind != CAPTURE_SUB_BUFFER && memory->parent == CAPTURE_NONE;
	uint64_t free = 0;

	if (memory->range_count > 0 && !may_have)
		reader_refuse(reader, "its contents are those of its parent");
	memory->ranges = reader_list(reader, memory->range_count, sizeof(*memory->ranges));
	for (size_t i = 0; reader_is_good(reader) && element && i < memory->range_count; i++) {
		take_range(reader, capture, memory, &memory->ranges[i], element, &free);
		element = json_text_next(element);
	}
}

/* -- images ---------------------------------------------------------------------------------- */

/* The bytes of an image without gaps; false: there is no such image. */
static bool size_image(struct capture_memory *memory)
{
	uint64_t *size = &memory->size;
	bool fits = true;

	*size = memory->image.element_size;
	fits = multiply(size, memory->image.width);
	switch (memory->image.type) {
	case CL_MEM_OBJECT_IMAGE1D:
	case CL_MEM_OBJECT_IMAGE1D_BUFFER:
		break;
	case CL_MEM_OBJECT_IMAGE1D_ARRAY:
		fits = fits && multiply(size, memory->image.array_size);
		break;
	case CL_MEM_OBJECT_IMAGE2D:
		fits = fits && multiply(size, memory->image.height);
		break;
	case CL_MEM_OBJECT_IMAGE2D_ARRAY:
		fits = fits && multiply(size, memory->image.height) &&
		       multiply(size, memory->image.array_size);
		break;
	case CL_MEM_OBJECT_IMAGE3D:
		fits = fits && multiply(size, memory->image.height) &&
		       multiply(size, memory->image.depth);
		break;
	default:
		return false;
	}
	return fits && *size > 0 && *size <= SIZE_MAX;
}

/* Does an image fit into the buffer that it is made from? */
static bool fits_parent(const struct capture_memory *memory, const struct capture_memory *parent)
{
	const uint64_t row = memory->image.width * memory->image.element_size;
	uint64_t end = memory->image.row_pitch ? memory->image.row_pitch : row;

	if (parent->kind == CAPTURE_IMAGE)
		return memory->size <= parent->size;
	if (memory->image.type != CL_MEM_OBJECT_IMAGE2D)
		return memory->size <= parent->size;
	return multiply(&end, memory->image.height - 1) && !__builtin_add_overflow(end, row, &end) &&
	       end <= parent->size;
}

static void take_image(struct reader *reader, const struct capture *capture,
		       struct capture_memory *memory, const char *object)
{
	const uint64_t samples = reader_number(reader, object, "samples");
	const uint64_t levels = reader_number(reader, object, "mip_levels");

	memory->image.type = reader_number32(reader, object, "type");
	memory->image.order = reader_number32(reader, object, "order");
	memory->image.channel = reader_number32(reader, object, "channel");
	memory->image.element_size = reader_number(reader, object, "element_size");
	memory->image.width = reader_number(reader, object, "width");
	memory->image.height = reader_number(reader, object, "height");
	memory->image.depth = reader_number(reader, object, "depth");
	memory->image.array_size = reader_number(reader, object, "array_size");
	memory->image.row_pitch = reader_number(reader, object, "row_pitch");
	memory->image.slice_pitch = reader_number(reader, object, "slice_pitch");
	memory->parent = reader_index_or_null(reader, object, "parent", reader->index);
	if (!reader_is_good(reader))
		return;
	if (samples > 0 || levels > 1)
		reader_refuse(reader, "images with samples or mip levels cannot be replayed");
	else if (memory->image.element_size > MOST_ELEMENT || !size_image(memory))
		reader_refuse(reader, "there is no image of this type and size");
	else if (memory->parent == CAPTURE_NONE &&
		 memory->image.type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
		reader_refuse(reader, "an image of a buffer has no parent");
	else if (memory->parent != CAPTURE_NONE &&
		 (capture->memory[memory->parent].kind == CAPTURE_SVM ||
		  !fits_parent(memory, &capture->memory[memory->parent])))
		reader_refuse(reader, "it does not fit into its parent");
}

/* -- memory ---------------------------------------------------------------------------------- */

static void take_sub_buffer(struct reader *reader, const struct capture *capture,
			    struct capture_memory *memory, const char *object)
{
	const struct capture_memory *parent;
	uint64_t end;

	memory->parent = reader_index(reader, object, "parent", reader->index);
	memory->origin = reader_number(reader, object, "origin");
	if (!reader_is_good(reader))
		return;
	parent = &capture->memory[memory->parent];
	if (parent->kind != CAPTURE_BUFFER)
		reader_refuse(reader, "its parent is no buffer");
	else if (__builtin_add_overflow(memory->origin, memory->size, &end) || end > parent->size)
		reader_refuse(reader, "it does not fit into its parent");
}

static void take_memory(struct reader *reader, struct capture *capture,
			struct capture_memory *memory, const char *object)
{
	static const char *const kinds[] = { "buffer", "sub-buffer", "image", "svm" };

	memory->parent = CAPTURE_NONE;
	memory->kind = (enum capture_memory_kind)reader_word(reader, object, "kind", kinds,
							     ARRAY_SIZE(kinds));
	memory->flags = reader_number(reader, object, "flags");
	if (memory->kind != CAPTURE_IMAGE)
		memory->size = reader_number(reader, object, "size");
	if (memory->kind == CAPTURE_SUB_BUFFER)
		take_sub_buffer(reader, capture, memory, object);
	else if (memory->kind == CAPTURE_IMAGE)
		take_image(reader, capture, memory, object);
	else if (memory->kind == CAPTURE_SVM)
		memory->alignment = reader_number32(reader, object, "alignment");
	if (memory->size == 0 || memory->size > SIZE_MAX)
		reader_refuse(reader, "its size is 0, or too large for this host");
	take_ranges(reader, capture, memory, object);
}

void reader_take_memory(struct reader *reader, struct capture *capture, const char *manifest)
{
	const char *array;
	const char *element;

	reader->list = NULL;
	array = reader_array(reader, manifest, "memory", CAPTURE_MOST_OBJECTS,
			     &capture->memory_count);
	element = array ? json_text_first(array) : NULL;
	reader->list = "memory";
	reader->is_array = true;
	capture->memory = reader_list(reader, capture->memory_count, sizeof(*capture->memory));
	for (size_t i = 0; reader_is_good(reader) && element && i < capture->memory_count; i++) {
		reader->index = i;
		take_memory(reader, capture, &capture->memory[i], element);
		element = json_text_next(element);
	}
}
