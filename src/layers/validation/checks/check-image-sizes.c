/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-image-sizes: sizes and pitches of images, and which sizes and formats the device of a queue
 * supports. See check.h.
 */
#include "layers/validation/checks/check.h"
#include "layers/validation/checks/limit.h"

/* -- devices ----------------------------------------------------------------------------- */

/* 0: not known */
static bool is_within(const struct call *call, size_t size, const char *name, size_t limit)
{
	return limit == 0 || limit_at_most(call, size, name, limit);
}

/* Does a device with ABILITIES support images of the sizes in DESC, of CALL? */
static bool fits_device(const struct call *call, const struct abilities *abilities,
			const cl_image_desc *desc)
{
	const unsigned sizes = formats_sizes(desc->image_type);

	if (desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
		return is_within(call, desc->image_width, "CL_DEVICE_IMAGE_MAX_BUFFER_SIZE",
				 abilities->image_buffer);
	if ((sizes & FORMATS_DEPTH) != 0)
		return is_within(call, desc->image_width, "CL_DEVICE_IMAGE3D_MAX_WIDTH",
				 abilities->image_3d[0]) &&
		       is_within(call, desc->image_height, "CL_DEVICE_IMAGE3D_MAX_HEIGHT",
				 abilities->image_3d[1]) &&
		       is_within(call, desc->image_depth, "CL_DEVICE_IMAGE3D_MAX_DEPTH",
				 abilities->image_3d[2]);
	return is_within(call, desc->image_width, "CL_DEVICE_IMAGE2D_MAX_WIDTH",
			 abilities->image_2d[0]) &&
	       ((sizes & FORMATS_HEIGHT) == 0 ||
		is_within(call, desc->image_height, "CL_DEVICE_IMAGE2D_MAX_HEIGHT",
			  abilities->image_2d[1])) &&
	       ((sizes & FORMATS_LAYERS) == 0 ||
		is_within(call, desc->image_array_size, "CL_DEVICE_IMAGE_MAX_ARRAY_SIZE",
			  abilities->image_array));
}

static bool fits_any_device(const struct call *call, const void *context, const cl_image_desc *desc)
{
	const struct facts_context *facts = facts_of_context(context);
	const struct limits *limits;

	for (unsigned i = 0; facts && i < facts->devices.count; i++) {
		limits = facts_limits(facts->devices.list[i]);
		if (!limits || fits_device(call, &limits->abilities, desc))
			return true;
	}
	return !facts || facts->devices.count == 0;
}

/* -- new images -------------------------------------------------------------------------- */

/* An image that is made from another one has its size. */
static bool are_sizes_nonzero(const cl_image_desc *desc)
{
	const unsigned sizes = formats_sizes(desc->image_type);

	return desc->image_width != 0 &&
	       ((sizes & FORMATS_HEIGHT) == 0 || desc->image_height != 0) &&
	       ((sizes & FORMATS_DEPTH) == 0 || desc->image_depth != 0) &&
	       ((sizes & FORMATS_LAYERS) == 0 || desc->image_array_size != 0);
}

bool check_image_size(const struct call *call, const struct rule_test *test)
{
	enum { DESC, CONTEXT };
	const cl_image_desc *desc = call_pointer(call, test->params[DESC]);

	return !desc || !formats_is_image(desc->image_type) ||
	       (are_sizes_nonzero(desc) &&
		fits_any_device(call, call_pointer(call, test->params[CONTEXT]), desc));
}

/* Is PITCH 0, or COUNT units of SIZE bytes and a multiple of SIZE? */
static bool is_pitch(size_t pitch, size_t size, size_t count)
{
	return pitch == 0 || size == 0 || (pitch % size == 0 && pitch / size >= count);
}

/* The pitches of an image whose elements have SIZE bytes; 0: not known. */
static bool are_pitches(const cl_image_desc *desc, size_t size, bool has_memory)
{
	const size_t row =
		desc->image_row_pitch != 0 ? desc->image_row_pitch : desc->image_width * size;
	const size_t rows =
		desc->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : desc->image_height;

	if (!has_memory)
		return desc->image_row_pitch == 0 && desc->image_slice_pitch == 0;
	return is_pitch(desc->image_row_pitch, size, desc->image_width) &&
	       ((formats_sizes(desc->image_type) & ~FORMATS_HEIGHT) == 0 ||
		is_pitch(desc->image_slice_pitch, row, rows));
}

bool check_image_desc(const struct call *call, const struct rule_test *test)
{
	enum { DESC, FORMAT, HOST_PTR };
	const cl_image_desc *desc = call_pointer(call, test->params[DESC]);
	const cl_image_format *format = call_pointer(call, test->params[FORMAT]);
	const bool has_memory = call_pointer(call, test->params[HOST_PTR]) != NULL;

	if (!desc || !formats_is_image(desc->image_type))
		return false;
	if (desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER && !desc->mem_object)
		return false;
	/* What may be made from another object, and with which pitches, extensions change. */
	return desc->mem_object || !format ||
	       are_pitches(desc, formats_element_size(format), has_memory);
}

static bool may_have_mip_levels(const struct limits *limits)
{
	return !support_lacks(&limits->support, SUPPORT_MIPMAP_IMAGE);
}

/* Images with several samples are made from images of OpenGL only. */
bool check_image_levels(const struct call *call, const struct rule_test *test)
{
	enum { DESC, CONTEXT };
	const cl_image_desc *desc = call_pointer(call, test->params[DESC]);

	return !desc ||
	       (desc->num_samples == 0 &&
		(desc->num_mip_levels == 0 ||
		 facts_any_device(call_pointer(call, test->params[CONTEXT]), may_have_mip_levels)));
}

/* How many mip levels an image of the sizes in DESC can have: the last has one element. */
static cl_uint most_levels(const cl_image_desc *desc)
{
	const unsigned sizes = formats_sizes(desc->image_type);
	size_t largest = desc->image_width;
	cl_uint levels = 1;

	if ((sizes & FORMATS_HEIGHT) != 0 && desc->image_height > largest)
		largest = desc->image_height;
	if ((sizes & FORMATS_DEPTH) != 0 && desc->image_depth > largest)
		largest = desc->image_depth;
	for (; largest > 1; largest /= 2)
		levels++;
	return levels;
}

/* cl_khr_mipmap_image gives no largest number, so only the driver can make one certainly wrong. */
bool check_image_level_count(const struct call *call, const struct rule_test *test)
{
	enum { DESC };
	const cl_image_desc *desc = call_pointer(call, test->params[DESC]);

	return test->is_lenient || !desc || desc->mem_object ||
	       !check_image_levels(call, test) || desc->num_mip_levels <= most_levels(desc);
}

/*
 * clCreateImage2D and 3D: a width, a height and a row pitch; then a depth and a slice pitch. The
 * last parameters are the format, the host pointer and the context.
 */
static bool is_old_size(const struct call *call, const cl_image_desc *desc, unsigned format,
			unsigned host, unsigned context)
{
	const cl_image_format *image_format = call_pointer(call, format);

	return are_sizes_nonzero(desc) &&
	       (!image_format || are_pitches(desc, formats_element_size(image_format),
						    call_pointer(call, host) != NULL)) &&
	       fits_any_device(call, call_pointer(call, context), desc);
}

bool check_old_size_2d(const struct call *call, const struct rule_test *test)
{
	enum { WIDTH, FORMAT, HOST_PTR, CONTEXT };
	const cl_image_desc desc = {
		.image_type = CL_MEM_OBJECT_IMAGE2D,
		.image_width = call_number(call, ARG_clCreateImage2D_image_width),
		.image_height = call_number(call, ARG_clCreateImage2D_image_height),
		.image_row_pitch = call_number(call, ARG_clCreateImage2D_image_row_pitch),
	};

	return is_old_size(call, &desc, test->params[FORMAT], test->params[HOST_PTR],
			   test->params[CONTEXT]);
}

bool check_old_size_3d(const struct call *call, const struct rule_test *test)
{
	enum { WIDTH, FORMAT, HOST_PTR, CONTEXT };
	const cl_image_desc desc = {
		.image_type = CL_MEM_OBJECT_IMAGE3D,
		.image_width = call_number(call, ARG_clCreateImage3D_image_width),
		.image_height = call_number(call, ARG_clCreateImage3D_image_height),
		.image_depth = call_number(call, ARG_clCreateImage3D_image_depth),
		.image_row_pitch = call_number(call, ARG_clCreateImage3D_image_row_pitch),
		.image_slice_pitch = call_number(call, ARG_clCreateImage3D_image_slice_pitch),
	};

	/* Unlike clCreateImage, the function makes no image of one slice. */
	return desc.image_depth > 1 && is_old_size(call, &desc, test->params[FORMAT],
						   test->params[HOST_PTR], test->params[CONTEXT]);
}

/* -- images in commands ------------------------------------------------------------------ */

/*
 * The limits of the device of QUEUE; NULL if it is the only one of its context, so that an image
 * could not have been made.
 */
static struct limits *other_limits(const void *queue)
{
	const struct facts_queue *facts = facts_of_any_queue(queue);
	const struct facts_context *context =
		!facts ? NULL : facts_of_context(facts->any.context);

	return !context || context->devices.count <= 1 ? NULL : facts_queue_limits(queue);
}

/* Is IMAGE one that the device of QUEUE, with LIMITS, supports? What is not known is. */
typedef bool image_fn(const struct call *call, const struct facts_mem *image, const void *queue,
		      struct limits *limits);

static bool is_size_supported(const struct call *call, const struct facts_mem *image,
			      const void *queue, struct limits *limits)
{
	const bool is_array = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
	const cl_image_desc desc = { .image_type = image->type,
				     .image_width = image->extent[0],
				     .image_height = image->extent[1],
				     .image_depth = image->extent[2],
				     .image_array_size = image->extent[is_array ? 1 : 2] };

	(void)queue;
	return image->extent[0] == 0 || fits_device(call, &limits->abilities, &desc);
}

static bool is_format_supported(const struct call *call, const struct facts_mem *image,
				const void *queue, struct limits *limits)
{
	(void)call;
	return image->extent[0] == 0 ||
	       formats_of_device(&limits->formats, facts_queue_device(queue), image->flags,
				 image->type, &image->format);
}

static bool is_supported(const struct call *call, const struct rule_test *test, image_fn *suits)
{
	enum { IMAGE, QUEUE };
	const void *queue = call_pointer(call, test->params[QUEUE]);
	const struct facts_mem *image = check_mem(call, test->params[IMAGE]);
	struct limits *limits = other_limits(queue);

	return !image || !limits || !limits->has_images ||
	       suits(call, image, queue, limits);
}

bool check_image_fits_queue(const struct call *call, const struct rule_test *test)
{
	return is_supported(call, test, is_size_supported);
}

bool check_image_format_of_queue(const struct call *call, const struct rule_test *test)
{
	return is_supported(call, test, is_format_supported);
}

/* The same of the arguments of a kernel that are images. */
static bool are_supported(const struct call *call, const struct rule_test *test, image_fn *suits)
{
	enum { KERNEL, QUEUE };
	const struct facts_kernel *kernel =
		facts_of_kernel_with(call_pointer(call, test->params[KERNEL]), KERNEL_HAS_IMAGE);
	const void *queue = call_pointer(call, test->params[QUEUE]);
	struct limits *limits = kernel ? other_limits(queue) : NULL;

	for (cl_uint i = 0; limits && i < kernel->argument_count; i++) {
		const struct object *object = kernels_object(&kernel->state->arguments[i]);
		const struct facts_mem *image =
			!object ? NULL : facts_of_mem(object->handle);

		if (image && formats_is_image(image->type) &&
		    !suits(call, image, queue, limits))
			return false;
	}
	return true;
}

bool check_images_fit_queue(const struct call *call, const struct rule_test *test)
{
	return are_supported(call, test, is_size_supported);
}

bool check_image_formats_of_queue(const struct call *call, const struct rule_test *test)
{
	return are_supported(call, test, is_format_supported);
}
