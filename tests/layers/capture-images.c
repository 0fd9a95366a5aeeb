/* SPDX-License-Identifier: Apache-2.0 */
/* capture-images: launches with images. See capture-program.h. */
#include "layers/capture-program.h"

static const char image_source[] =
	"constant sampler_t own = CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP | CLK_NORMALIZED_COORDS_FALSE;\n"
	"kernel void turn(read_only image2d_t from, sampler_t s, write_only image2d_t to) {\n"
	"	int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
	"	write_imageui(to, at, read_imageui(from, s, at) + (uint4)(1));\n"
	"}\n"
	"kernel void sum(read_only image3d_t from, global uint *to) {\n"
	"	*to = read_imageui(from, own, (int4)(1, 1, 1, 0)).x;\n"
	"}\n"
	"kernel void row(read_only image1d_t from, write_only image1d_t to) {\n"
	"	int at = get_global_id(0);\n"
	"	write_imageui(to, at, read_imageui(from, own, at) + (uint4)(1));\n"
	"}\n"
	"kernel void rows(read_only image1d_array_t from, write_only image1d_array_t to) {\n"
	"	int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
	"	write_imageui(to, at, read_imageui(from, own, at) + (uint4)(1));\n"
	"}\n"
	"kernel void layers(read_only image2d_array_t from, write_only image2d_array_t to) {\n"
	"	int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);\n"
	"	write_imageui(to, at, read_imageui(from, own, at) + (uint4)(1));\n"
	"}\n"
	"kernel void line(read_only image1d_buffer_t from, global uint *to) {\n"
	"	*to = read_imageui(from, 3).x;\n"
	"}\n";

static void start_images(const char *name)
{
	cl_bool has_images = CL_FALSE;

	CHECK(clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof(has_images), &has_images,
			      NULL));
	if (!has_images)
		exit(SKIP);
	build(image_source, "-cl-kernel-arg-info");
	use(name);
}

static cl_mem make_image(cl_mem_flags flags, const cl_image_desc *desc, void *bytes)
{
	const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
	cl_int error;
	cl_mem made = clCreateImage(context, flags | (bytes ? CL_MEM_COPY_HOST_PTR : 0),
				    &format, desc, bytes, &error);

	if (error == CL_IMAGE_FORMAT_NOT_SUPPORTED)
		exit(SKIP);
	CHECK(error);
	return made;
}

/* Two images whose rows have no power of two bytes, and a sampler. */
static void images(void)
{
	static unsigned char pixels[7][13][4], to_pixels[7][13][4];
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				     .image_width = 13, .image_height = 7 };
	const size_t size[2] = { 13, 7 };
	cl_mem from, to;
	cl_sampler sampler;
	cl_int error;

	for (size_t i = 0; i < sizeof(pixels); i++)
		((unsigned char *)pixels)[i] = (unsigned char)(i % 251);
	start_images("turn");
	from = make_image(CL_MEM_READ_ONLY, &desc, pixels);
	to = make_image(CL_MEM_READ_WRITE, &desc, to_pixels);
	sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST,
				  &error);
	CHECK(error);
	set(0, sizeof(from), &from);
	set(1, sizeof(sampler), &sampler);
	set(2, sizeof(to), &to);
	expect(0, "before", pixels, sizeof(pixels));
	expect(1, "before", to_pixels, sizeof(to_pixels));
	for (size_t i = 0; i < sizeof(pixels); i++)
		((unsigned char *)to_pixels)[i] = (unsigned char)(((unsigned char *)pixels)[i] + 1);
	expect(1, "after", to_pixels, sizeof(to_pixels));
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, size, NULL, 0, NULL, NULL));
	CHECK(clReleaseSampler(sampler));
	CHECK(clReleaseMemObject(to));
	CHECK(clFinish(queue));
}

/* An image in a buffer of the program, of another size. */
static void image_in_buffer(void)
{
	unsigned char bytes[64];
	cl_uint sum = 0;
	cl_mem buffer, image, result;
	cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 8 };

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)(i + 1);
	start_images("line");
	buffer = make_buffer(CL_MEM_READ_ONLY, sizeof(bytes), bytes);
	result = make_buffer(CL_MEM_READ_WRITE, sizeof(sum), &sum);
	desc.buffer = buffer;
	image = make_image(CL_MEM_READ_ONLY, &desc, NULL);
	set(0, sizeof(image), &image);
	set(1, sizeof(result), &result);
	expect(0, "before", bytes, sizeof(bytes));
	expect(1, "before", &sum, sizeof(sum));
	sum = 13;
	expect(1, "after", &sum, sizeof(sum));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

static void image_3d(void)
{
	static unsigned char pixels[3][4][5][4];
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE3D,
				     .image_width = 5, .image_height = 4, .image_depth = 3 };
	cl_uint sum = 0;
	cl_mem image, result;

	for (size_t i = 0; i < sizeof(pixels); i++)
		((unsigned char *)pixels)[i] = (unsigned char)i;
	start_images("sum");
	image = make_image(CL_MEM_READ_ONLY, &desc, pixels);
	result = make_buffer(CL_MEM_READ_WRITE, sizeof(sum), &sum);
	set(0, sizeof(image), &image);
	set(1, sizeof(result), &result);
	expect(0, "before", pixels, sizeof(pixels));
	expect(1, "before", &sum, sizeof(sum));
	sum = pixels[1][1][1][0];
	expect(1, "after", &sum, sizeof(sum));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

/* The kernel NAME adds 1 to all bytes of an image of *DESC, whose elements are SIZE. */
static void add_one(const char *name, const cl_image_desc *desc, const size_t size[3])
{
	static unsigned char pixels[1024], results[1024];
	const size_t bytes = size[0] * size[1] * size[2] * 4;
	cl_mem from, to;

	for (size_t i = 0; i < bytes; i++)
		pixels[i] = (unsigned char)(i % 251);
	start_images(name);
	from = make_image(CL_MEM_READ_ONLY, desc, pixels);
	to = make_image(CL_MEM_READ_WRITE, desc, results);
	set(0, sizeof(from), &from);
	set(1, sizeof(to), &to);
	expect(0, "before", pixels, bytes);
	expect(1, "before", results, bytes);
	for (size_t i = 0; i < bytes; i++)
		results[i] = (unsigned char)(pixels[i] + 1);
	expect(1, "after", results, bytes);
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, size, NULL, 0, NULL, NULL));
	CHECK(clFinish(queue));
}

static void image_1d(void)
{
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 13 };
	const size_t size[3] = { 13, 1, 1 };

	add_one("row", &desc, size);
}

static void image_1d_array(void)
{
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY,
				     .image_width = 13, .image_array_size = 3 };
	const size_t size[3] = { 13, 3, 1 };

	add_one("rows", &desc, size);
}

static void image_2d_array(void)
{
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY, .image_width = 13,
				     .image_height = 5, .image_array_size = 3 };
	const size_t size[3] = { 13, 5, 3 };

	add_one("layers", &desc, size);
}

/* -- pitches and samplers ---------------------------------------------------------------------- */

#define WIDTH 13
#define HEIGHT 7
#define PITCH 256

static unsigned char rows[HEIGHT][PITCH];

/* FROM is memory NUMBER, whose rows have PITCH bytes, or WIDTH elements if it is an image. */
static void turn(cl_mem from, cl_sampler sampler, int number)
{
	static unsigned char results[HEIGHT][WIDTH][4];
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				     .image_width = WIDTH, .image_height = HEIGHT };
	const size_t size[2] = { WIDTH, HEIGHT };
	cl_mem to = make_image(CL_MEM_WRITE_ONLY, &desc, results);

	set(0, sizeof(from), &from);
	set(1, sizeof(sampler), &sampler);
	set(2, sizeof(to), &to);
	expect(number, "before", results, sizeof(results));
	for (size_t y = 0; y < HEIGHT; y++)
		for (size_t x = 0; x < sizeof(results[0]); x++)
			((unsigned char *)results[y])[x] = (unsigned char)(rows[y][x] + 1);
	expect(number, "after", results, sizeof(results));
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, size, NULL, 0, NULL, NULL));
	CHECK(clFinish(queue));
}

static cl_sampler make_sampler(void)
{
	cl_int error;
	cl_sampler made = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST,
					  &error);

	CHECK(error);
	return made;
}

static void fill_rows(void)
{
	for (size_t i = 0; i < sizeof(rows); i++)
		((unsigned char *)rows)[i] = (unsigned char)(i % 251);
	start_images("turn");
}

/* The elements of an image of rows, without gaps. */
static void expect_rows(int number)
{
	static unsigned char pixels[HEIGHT][WIDTH * 4];

	for (size_t y = 0; y < HEIGHT; y++)
		memcpy(pixels[y], rows[y], sizeof(pixels[y]));
	expect(number, "before", pixels, sizeof(pixels));
}

/* An image that is made from memory of the host with gaps between rows. */
static void image_pitch(void)
{
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = WIDTH,
				     .image_height = HEIGHT, .image_row_pitch = PITCH };

	fill_rows();
	expect_rows(0);
	turn(make_image(CL_MEM_READ_ONLY, &desc, rows), make_sampler(), 1);
}

/* A 2D image in a buffer, with gaps between its rows. */
static void image_of_buffer(void)
{
	const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
	cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = WIDTH,
			       .image_height = HEIGHT, .image_row_pitch = PITCH };
	cl_mem image;
	cl_int error;

	fill_rows();
	desc.buffer = make_buffer(CL_MEM_READ_ONLY, sizeof(rows), rows);
	image = clCreateImage(context, CL_MEM_READ_ONLY, &format, &desc, NULL, &error);
	if (error != CL_SUCCESS)
		exit(SKIP);
	expect(0, "before", rows, sizeof(rows));
	turn(image, make_sampler(), 1);
}

static void sampler_properties(void)
{
	const cl_sampler_properties properties[] = {
		CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_CLAMP_TO_EDGE, CL_SAMPLER_NORMALIZED_COORDS,
		CL_FALSE, 0
	};
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = WIDTH,
				     .image_height = HEIGHT, .image_row_pitch = PITCH };
	cl_sampler sampler;
	cl_int error;

	fill_rows();
	sampler = clCreateSamplerWithProperties(context, properties, &error);
	CHECK(error);
	expect_rows(0);
	turn(make_image(CL_MEM_READ_ONLY, &desc, rows), sampler, 1);
}

const struct capture_mode image_modes[] = {
	{ "images", images },
	{ "image-3d", image_3d },
	{ "image-in-buffer", image_in_buffer },
	{ "image-1d", image_1d },
	{ "image-1d-array", image_1d_array },
	{ "image-2d-array", image_2d_array },
	{ "image-pitch", image_pitch },
	{ "image-of-buffer", image_of_buffer },
	{ "sampler-properties", sampler_properties },
	{ NULL, NULL },
};
