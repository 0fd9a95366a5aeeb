/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-images: images: regions, formats and sizes. See check.h.
 */
#include "layers/validation/checks/check.h"
#include "layers/validation/checks/limit.h"
#include "opencl/region.h"

static size_t product(size_t a, size_t b)
{
	size_t result;

	return __builtin_mul_overflow(a, b, &result) ? SIZE_MAX : result;
}

/* -- regions ----------------------------------------------------------------------------- */

/* In how many dimensions origins and regions of an image of TYPE can differ; 0: not known. */
static int dimensions_of(cl_mem_object_type type)
{
	return formats_is_image(type) ? 1 + __builtin_popcount(formats_sizes(type)) : 0;
}

bool check_image_inside(const struct call *call, const struct rule_test *test)
{
	enum { IMAGE, ORIGIN, REGION };
	const struct facts_mem *image = check_mem(call, test->params[IMAGE]);
	const size_t *origin = call_pointer(call, test->params[ORIGIN]);
	const size_t *region = call_pointer(call, test->params[REGION]);

	/* A mip level is smaller than the image, and its number is a part of the origin. */
	if (!image || !origin || !region || image->mip_levels > 1)
		return true;
	for (int i = 0; i < dimensions_of(image->type); i++)
		if (image->extent[i] != 0 &&
		    !limit_inside(call, origin[i], region[i], "the size of the image",
				  image->extent[i]))
			return false;
	return true;
}

bool check_shape(const struct call *call, const struct rule_test *test)
{
	enum { IMAGE, ORIGIN, REGION };
	const struct facts_mem *image = check_mem(call, test->params[IMAGE]);
	const size_t *origin = call_pointer(call, test->params[ORIGIN]);
	const size_t *region = call_pointer(call, test->params[REGION]);
	const int dimensions = !image ? 0 : dimensions_of(image->type);

	if (dimensions == 0 || !origin || !region || image->mip_levels > 1)
		return true;
	for (int i = 0; i < 3; i++)
		if (region[i] == 0 || (i >= dimensions && (origin[i] != 0 || region[i] != 1)))
			return false;
	return true;
}

/* Without mip levels the origin has no such element, or it is for the rule about the shape. */
bool check_mip_level(const struct call *call, const struct rule_test *test)
{
	enum { IMAGE, ORIGIN };
	const struct facts_mem *image = check_mem(call, test->params[IMAGE]);
	const size_t *origin = call_pointer(call, test->params[ORIGIN]);

	if (!image || !origin || image->mip_levels <= 1 ||
	    dimensions_of(image->type) == 0)
		return true;
	return origin[dimensions_of(image->type)] < image->mip_levels;
}

bool check_no_slices(const struct call *call, const struct rule_test *test)
{
	enum { IMAGE, SLICE_PITCH };
	const struct facts_mem *image = check_mem(call, test->params[IMAGE]);

	return !image || call_number(call, test->params[SLICE_PITCH]) == 0 ||
	       (image->type != CL_MEM_OBJECT_IMAGE1D && image->type != CL_MEM_OBJECT_IMAGE2D);
}

/* The bytes of a row of the region at REGION in IMAGE; 0: not known, or not inside the image. */
static size_t row_of(const struct facts_mem *image, const size_t *region)
{
	if (!image || !region || region[0] > image->extent[0])
		return 0;
	return product(region[0], formats_element_size(&image->format));
}

bool check_image_row_pitch(const struct call *call, const struct rule_test *test)
{
	enum { IMAGE, ROW_PITCH, REGION };
	const uint64_t pitch = call_number(call, test->params[ROW_PITCH]);

	return pitch == 0 || limit_at_least(call, pitch, "a row of the region",
					    row_of(check_mem(call, test->params[IMAGE]),
						   call_pointer(call, test->params[REGION])));
}

/* A row pitch that is too small, and an image without slices, are for other rules. */
bool check_image_slice_pitch(const struct call *call, const struct rule_test *test)
{
	enum { IMAGE, SLICE_PITCH, ROW_PITCH, REGION };
	const struct facts_mem *image = check_mem(call, test->params[IMAGE]);
	const uint64_t pitch = call_number(call, test->params[SLICE_PITCH]);
	const size_t row_pitch = call_number(call, test->params[ROW_PITCH]);
	const size_t *region = call_pointer(call, test->params[REGION]);
	const size_t least = row_of(image, region);
	const size_t row = row_pitch != 0 ? row_pitch : least;

	if (pitch == 0 || least == 0 || row < least || !check_no_slices(call, test))
		return true;
	return pitch >= product(row, image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : region[1]);
}

/* An image of one of the two types has slices: the second parameter of TEST is a pointer. */
static bool is_given_for(const struct call *call, const struct rule_test *test,
			 cl_mem_object_type first, cl_mem_object_type second)
{
	enum { IMAGE, SLICE_PITCH };
	const struct facts_mem *image = check_mem(call, test->params[IMAGE]);

	return !image || (image->type != first && image->type != second) ||
	       call_pointer(call, test->params[SLICE_PITCH]);
}

bool check_layers_given(const struct call *call, const struct rule_test *test)
{
	return is_given_for(call, test, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY);
}

bool check_depth_given(const struct call *call, const struct rule_test *test)
{
	return is_given_for(call, test, CL_MEM_OBJECT_IMAGE3D, CL_MEM_OBJECT_IMAGE3D);
}

bool check_same_format(const struct call *call, const struct rule_test *test)
{
	enum { SRC, DST };
	const struct facts_mem *from = check_mem(call, test->params[SRC]);
	const struct facts_mem *to = check_mem(call, test->params[DST]);

	return !from || !to || from->extent[0] == 0 || to->extent[0] == 0 ||
	       (from->format.image_channel_order == to->format.image_channel_order &&
		from->format.image_channel_data_type == to->format.image_channel_data_type);
}

bool check_image_bytes(const struct call *call, const struct rule_test *test)
{
	enum { IMAGE, BUFFER, OFFSET, REGION };
	const struct facts_mem *image = check_mem(call, test->params[IMAGE]);
	const struct facts_mem *buffer = check_mem(call, test->params[BUFFER]);
	const size_t *region = call_pointer(call, test->params[REGION]);
	size_t bytes;

	if (!image || !buffer || !region || buffer->size == 0 ||
	    image->extent[0] == 0)
		return true;
	bytes = product(product(region[0], region[1]), region[2]);
	bytes = product(bytes, formats_element_size(&image->format));
	return limit_inside(call, call_number(call, test->params[OFFSET]), bytes,
			    "the size of the buffer", buffer->size);
}

bool check_not_made_from(const struct call *call, const struct rule_test *test)
{
	enum { IMAGE, BUFFER };
	const struct facts_mem *image = check_mem(call, test->params[IMAGE]);

	return !image || image->type != CL_MEM_OBJECT_IMAGE1D_BUFFER ||
	       image->made_from != call_pointer(call, test->params[BUFFER]);
}

/* Do the regions of a copy within one image overlap? */
bool check_image_apart(const struct call *call, const struct rule_test *test)
{
	enum { SRC, DST, SRC_ORIGIN, DST_ORIGIN, REGION };
	const size_t *from = call_pointer(call, test->params[SRC_ORIGIN]);
	const size_t *to = call_pointer(call, test->params[DST_ORIGIN]);
	const size_t *region = call_pointer(call, test->params[REGION]);
	struct region a, b;

	if (call_pointer(call, test->params[SRC]) != call_pointer(call, test->params[DST]) ||
	    !from || !to || !region)
		return true;
	a = region_elements(from, region);
	b = region_elements(to, region);
	return !region_overlap(&a, &b);
}

/* -- flags ------------------------------------------------------------------------------- */

/* The memory object that the description names, NULL if none. */
static const struct facts_mem *source_of(const struct call *call, unsigned index)
{
	const cl_image_desc *desc = call_pointer(call, index);

	return !desc ? NULL : facts_of_mem(desc->mem_object);
}

bool check_image_flags(const struct call *call, const struct rule_test *test)
{
	enum { FLAGS, DESC };
	const struct facts_mem *source = source_of(call, test->params[DESC]);

	return !source || (source->flags & test->constants[0]) == 0 ||
	       (call_number(call, test->params[FLAGS]) & test->constants[1]) == 0;
}

bool check_image_own_memory(const struct call *call, const struct rule_test *test)
{
	enum { FLAGS, DESC };
	const cl_mem_flags host =
		CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

	return !source_of(call, test->params[DESC]) ||
	       (call_number(call, test->params[FLAGS]) & host) == 0;
}

/* -- formats ----------------------------------------------------------------------------- */

#define ACCESS (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)

/* The new image's type: its description has it, or it is the only one that the function makes. */
static cl_mem_object_type type_of(const struct call *call, const struct rule_test *test)
{
	enum { FORMAT, CONTEXT, FLAGS, DESC };
	const cl_image_desc *desc;

	if (test->param_count < 4)
		return (cl_mem_object_type)test->constants[0];
	desc = call_pointer(call, test->params[DESC]);
	return !desc ? 0 : desc->image_type;
}

/*
 * A format that the driver lists is right, whatever the specification says. Of a type that is no
 * image the driver is not asked.
 */
bool check_format_exists(const struct call *call, const struct rule_test *test)
{
	enum { FORMAT, CONTEXT, FLAGS };
	const cl_image_format *format = call_pointer(call, test->params[FORMAT]);
	const void *handle = call_pointer(call, test->params[CONTEXT]);
	const cl_mem_object_type type = type_of(call, test);
	struct facts_context *context = facts_of_context(handle);

	if (!format || formats_exist(format) ||
	    (test->is_lenient && formats_are_of_vendor(format)))
		return true;
	return context && formats_is_image(type) &&
	       formats_are_supported(&context->formats, handle,
				     call_number(call, test->params[FLAGS]), type, format);
}

/* Has a rule about the list of the driver something to say of FORMAT? */
static bool is_listable(const struct rule_test *test, const cl_image_format *format)
{
	return formats_are_of_vendor(format) ? !test->is_lenient : formats_exist(format);
}

static bool is_supported(const struct call *call, const struct rule_test *test, cl_mem_flags flags,
			 cl_mem_object_type type)
{
	enum { FORMAT, CONTEXT };
	const void *handle = call_pointer(call, test->params[CONTEXT]);
	struct facts_context *context = facts_of_context(handle);
	const cl_image_format *format = call_pointer(call, test->params[FORMAT]);

	return !context || !format || !is_listable(test, format) ||
	       formats_are_supported(&context->formats, handle, flags, type, format);
}

/*
 * An image that is made from another one has the formats of that one. One in a buffer has the
 * access of the buffer unless its flags have one.
 */
bool check_format_supported(const struct call *call, const struct rule_test *test)
{
	enum { FORMAT, CONTEXT, FLAGS, DESC };
	const cl_image_desc *desc = call_pointer(call, test->params[DESC]);
	cl_mem_flags flags = call_number(call, test->params[FLAGS]);
	const struct facts_mem *source = source_of(call, test->params[DESC]);

	if (!desc || !formats_is_image(desc->image_type))
		return true;
	if (desc->mem_object &&
	    (!source || source->type != CL_MEM_OBJECT_BUFFER ||
	     desc->image_type != CL_MEM_OBJECT_IMAGE1D_BUFFER))
		return true;
	if (source && (flags & ACCESS) == 0)
		flags |= source->flags & ACCESS;
	return is_supported(call, test, flags, desc->image_type);
}

/* The first constant of TEST is the type. */
bool check_format_of_type(const struct call *call, const struct rule_test *test)
{
	enum { FORMAT, CONTEXT, FLAGS };

	return is_supported(call, test, call_number(call, test->params[FLAGS]),
			    (cl_mem_object_type)test->constants[0]);
}
