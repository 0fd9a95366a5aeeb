/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-memory-extensions: memory objects that cannot be changed, and images that are made from
 * buffers. See check.h.
 */
#include "layers/validation/checks/check.h"
#include "state/formats.h"

/* -- objects that cannot be changed ------------------------------------------------------- */

#define WRITES (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY)

static bool is_immutable(const struct facts_mem *facts)
{
	return facts && (facts->flags & CL_MEM_IMMUTABLE_EXT) != 0;
}

bool check_immutable_access(const struct call *call, const struct rule_test *test)
{
	const uint64_t flags = call_number(call, test->param);

	return (flags & CL_MEM_IMMUTABLE_EXT) == 0 || (flags & WRITES) == 0;
}

static bool has_contents(uint64_t flags)
{
	return (flags & CL_MEM_IMMUTABLE_EXT) == 0 ||
	       (flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR)) != 0;
}

bool check_immutable_contents(const struct call *call, const struct rule_test *test)
{
	return has_contents(call_number(call, test->param));
}

/* The contents of external memory are there, too. */
bool check_immutable_buffer(const struct call *call, const struct rule_test *test)
{
	enum { FLAGS, PROPERTIES };

	return has_contents(call_number(call, test->params[FLAGS])) ||
	       lists_count_memory(call_pointer(call, test->params[PROPERTIES])) > 0;
}

/* The object that an image is made from; NULL: none. */
static const void *image_parent(const struct call *call, unsigned index)
{
	const cl_image_desc *desc = call_pointer(call, index);

	return desc ? desc->mem_object : NULL;
}

bool check_immutable_image(const struct call *call, const struct rule_test *test)
{
	enum { FLAGS, DESC };

	return has_contents(call_number(call, test->params[FLAGS])) ||
	       image_parent(call, test->params[DESC]);
}

bool check_immutable_image_list(const struct call *call, const struct rule_test *test)
{
	enum { FLAGS, DESC, PROPERTIES };

	return check_immutable_image(call, test) ||
	       lists_count_memory(call_pointer(call, test->params[PROPERTIES])) > 0;
}

bool check_immutable_parent(const struct call *call, const struct rule_test *test)
{
	enum { FLAGS, DESC };
	const void *parent = image_parent(call, test->params[DESC]);

	return (call_number(call, test->params[FLAGS]) & CL_MEM_IMMUTABLE_EXT) != 0 ||
	       !is_immutable(facts_of_mem(parent));
}

bool check_immutable_sub_buffer(const struct call *call, const struct rule_test *test)
{
	enum { FLAGS, BUFFER };

	return (call_number(call, test->params[FLAGS]) & WRITES) == 0 ||
	       !is_immutable(check_mem(call, test->params[BUFFER]));
}

bool check_changeable(const struct call *call, const struct rule_test *test)
{
	return !is_immutable(check_mem(call, test->param));
}

bool check_map_changeable(const struct call *call, const struct rule_test *test)
{
	enum { MEM, FLAGS };
	const uint64_t writes = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

	return (call_number(call, test->params[FLAGS]) & writes) == 0 ||
	       check_changeable(call, test);
}

/* -- images that are made from buffers ---------------------------------------------------- */

/* The buffer that an image is made from and the bytes of an element; NULL: not known. */
static const struct facts_mem *image_buffer(const struct call *call, const struct rule_test *test,
					    size_t *element)
{
	enum { DESC, FORMAT };
	const cl_image_format *format = call_pointer(call, test->params[FORMAT]);
	const struct facts_mem *parent = facts_of_mem(image_parent(call, test->params[DESC]));

	*element = format ? formats_element_size(format) : 0;
	return parent && parent->type == CL_MEM_OBJECT_BUFFER && *element != 0 ? parent
										       : NULL;
}

static bool has_extension(const struct limits *limits)
{
	return limits->support.has[SUPPORT_IMAGE_FROM_BUFFER];
}

static bool is_extended(const void *context)
{
	return facts_any_device(context, has_extension);
}

/* The largest alignment that the devices of CONTEXT want, of the pitch or of the address. */
static size_t largest_alignment(const void *context, bool is_pitch)
{
	const struct facts_context *facts = facts_of_context(context);
	const struct limits *limits;
	size_t largest = 1;

	for (unsigned i = 0; facts && i < facts->devices.count; i++) {
		limits = facts_limits(facts->devices.list[i]);
		if (limits && limits->support.pitch_alignment > largest && is_pitch)
			largest = limits->support.pitch_alignment;
		if (limits && limits->support.base_alignment > largest && !is_pitch)
			largest = limits->support.base_alignment;
	}
	return largest;
}

/* With the extension another rule is about the pitches, and other alignments are possible. */
bool check_image_of_buffer_aligned(const struct call *call, const struct rule_test *test)
{
	enum { DESC, FORMAT, CONTEXT };
	const void *context = call_pointer(call, test->params[CONTEXT]);
	const cl_image_desc *desc = call_pointer(call, test->params[DESC]);
	size_t element;
	const struct facts_mem *buffer = image_buffer(call, test, &element);

	if (!buffer || desc->image_type != CL_MEM_OBJECT_IMAGE2D || is_extended(context))
		return true;
	return desc->image_row_pitch % (largest_alignment(context, true) * element) == 0 &&
	       (uintptr_t)buffer->host_ptr % (largest_alignment(context, false) * element) == 0;
}

/* With the extension another rule is about the size of the buffer. */
bool check_image_in_buffer(const struct call *call, const struct rule_test *test)
{
	enum { DESC, FORMAT, CONTEXT };
	const cl_image_desc *desc = call_pointer(call, test->params[DESC]);
	size_t element, row;
	const struct facts_mem *buffer = image_buffer(call, test, &element);

	if (!buffer || buffer->size == 0 ||
	    is_extended(call_pointer(call, test->params[CONTEXT])))
		return true;
	if (desc->image_width > buffer->size / element)
		return false;
	if (desc->image_type != CL_MEM_OBJECT_IMAGE2D || desc->image_width == 0)
		return true;
	row = desc->image_row_pitch != 0 ? desc->image_row_pitch : desc->image_width * element;
	return desc->image_height <= buffer->size / row;
}

/* The bytes of a row of the image, those between two rows, and those between two slices. */
struct external_layout {
	size_t width;
	size_t row;
	size_t slice;
	size_t rows;
	size_t slices;
};

static struct external_layout layout_of(const cl_image_desc *desc, size_t element)
{
	const unsigned sizes = formats_sizes(desc->image_type);
	struct external_layout layout = { .width = desc->image_width * element };

	layout.row = desc->image_row_pitch != 0 ? desc->image_row_pitch : layout.width;
	layout.rows =
		(sizes & FORMATS_HEIGHT) != 0 && desc->image_height != 0 ? desc->image_height : 1;
	layout.slice =
		desc->image_slice_pitch != 0 ? desc->image_slice_pitch : layout.row * layout.rows;
	layout.slices = (sizes & FORMATS_DEPTH) != 0	? desc->image_depth
			: (sizes & FORMATS_LAYERS) != 0 ? desc->image_array_size
							: 1;
	return layout;
}

bool check_image_of_buffer_pitches(const struct call *call, const struct rule_test *test)
{
	enum { DESC, FORMAT, CONTEXT };
	const cl_image_desc *desc = call_pointer(call, test->params[DESC]);
	size_t element;
	struct external_layout layout;

	if (!image_buffer(call, test, &element) ||
	    !is_extended(call_pointer(call, test->params[CONTEXT])))
		return true;
	layout = layout_of(desc, element);
	return layout.row >= layout.width && layout.slice >= layout.row;
}

/* Sizes of 0, and pitches that are too small, are for other rules. */
bool check_image_of_buffer_fits(const struct call *call, const struct rule_test *test)
{
	enum { DESC, FORMAT, CONTEXT };
	const cl_image_desc *desc = call_pointer(call, test->params[DESC]);
	size_t element, end;
	const struct facts_mem *buffer = image_buffer(call, test, &element);
	struct external_layout layout;

	if (!buffer || buffer->size == 0 ||
	    !is_extended(call_pointer(call, test->params[CONTEXT])) ||
	    !check_image_of_buffer_pitches(call, test))
		return true;
	layout = layout_of(desc, element);
	if (layout.slices == 0 || __builtin_mul_overflow(layout.slices - 1, layout.slice, &end) ||
	    end > buffer->size || (layout.rows - 1) > buffer->size / layout.row)
		return layout.slices == 0;
	end += (layout.rows - 1) * layout.row + layout.width;
	return end <= buffer->size;
}
