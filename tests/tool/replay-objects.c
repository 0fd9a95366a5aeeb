/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay-objects MODE: makes one launch on the first device, for the test of clrouter replay, with
 * objects that few programs have:
 *
 * arrays: an array of two-dimensional images, one of rows, and a sampler made of properties
 * includes: the source includes files, and these others
 * temporary: it includes a file that is removed afterwards
 * path: it includes a file that does something else in another place
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_TARGET_OPENCL_VERSION 200
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define COUNT 256

static const char array_source[] =
	"kernel void arrays(read_only image2d_array_t a, read_only image1d_array_t b, sampler_t s,\n"
	"	global uint4 *out) {\n"
	"	int i = get_global_id(0);\n"
	"	out[i] = read_imageui(a, s, (int4)(i % 8, i / 8 % 8, i / 64, 0)) * 1000 +\n"
	"		read_imageui(b, s, (int2)(i % 64, i / 64));\n"
	"}\n";

static void check(cl_int error, const char *what)
{
	if (error == CL_SUCCESS)
		return;
	fprintf(stderr, "replay-objects: %s: %d\n", what, error);
	exit(1);
}

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static void start(void)
{
	cl_platform_id platform;
	cl_int error;

	check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check(error, "clCreateContext");
	queue = clCreateCommandQueue(context, device, 0, &error);
	check(error, "clCreateCommandQueue");
}

static cl_kernel build(const char *text, const char *options, const char *name)
{
	cl_int error;
	cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	cl_kernel kernel;

	check(error, "clCreateProgramWithSource");
	check(clBuildProgram(program, 1, &device, options, NULL, NULL), "clBuildProgram");
	kernel = clCreateKernel(program, name, &error);
	check(error, "clCreateKernel");
	return kernel;
}

static void set_buffer(cl_kernel kernel, cl_uint index, cl_mem_flags flags, size_t size, void *bytes)
{
	cl_int error;
	cl_mem buffer = clCreateBuffer(context, flags | (bytes ? CL_MEM_COPY_HOST_PTR : 0), size, bytes,
				       &error);

	check(error, "clCreateBuffer");
	check(clSetKernelArg(kernel, index, sizeof(buffer), &buffer), "clSetKernelArg");
}

static void run(cl_kernel kernel, size_t size)
{
	check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL),
	      "clEnqueueNDRangeKernel");
	check(clFinish(queue), "clFinish");
}

static void set_image(cl_kernel kernel, cl_uint index, const cl_image_desc *desc, void *bytes)
{
	const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
	cl_int error;
	cl_mem image = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, desc,
				     bytes, &error);

	check(error, "clCreateImage");
	check(clSetKernelArg(kernel, index, sizeof(image), &image), "clSetKernelArg");
}

static void run_arrays(void)
{
	static unsigned char pixels[COUNT * 4];
	const cl_image_desc planes = { .image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY, .image_width = 8,
				       .image_height = 8, .image_array_size = 4 };
	const cl_image_desc rows = { .image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY, .image_width = 64,
				     .image_array_size = 4 };
	const cl_sampler_properties properties[] = { CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE,
						     CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_CLAMP,
						     CL_SAMPLER_FILTER_MODE, CL_FILTER_NEAREST, 0 };
	cl_kernel kernel = build(array_source, "", "arrays");
	cl_sampler sampler;
	cl_int error;

	for (size_t i = 0; i < sizeof(pixels); i++)
		pixels[i] = (unsigned char)(i * 7);
	set_image(kernel, 0, &planes, pixels);
	set_image(kernel, 1, &rows, pixels);
	sampler = clCreateSamplerWithProperties(context, properties, &error);
	check(error, "clCreateSamplerWithProperties");
	check(clSetKernelArg(kernel, 2, sizeof(sampler), &sampler), "clSetKernelArg");
	set_buffer(kernel, 3, CL_MEM_WRITE_ONLY, COUNT * sizeof(cl_uint4), NULL);
	run(kernel, COUNT);
}

static void write_file(const char *name, const char *text)
{
	FILE *file = fopen(name, "w");

	if (!file || fputs(text, file) < 0 || fclose(file) != 0)
		exit(1);
}

static void run_values(const char *source, const char *options)
{
	cl_kernel kernel = build(source, options, "includes");

	set_buffer(kernel, 0, CL_MEM_WRITE_ONLY, COUNT * sizeof(cl_int), NULL);
	run(kernel, COUNT);
}

/* Files that include each other, with guards of both kinds, found by folder, macro and option. */
static void run_including(void)
{
	mkdir("replay-files", 0700);
	write_file("replay-files/value.h",
		   "#ifndef VALUE_H\n#define VALUE_H\n#include \"other.h\"\n"
		   "#define VALUE (5 + OTHER)\n/*\n#include \"none.h\"\n*/\n#endif\n");
	write_file("replay-files/other.h", "#include \"value.h\"\n#pragma once\n"
					   "constant int other = 7;\n#define OTHER other");
	write_file("replay-value.h", "#define ADD 100\n");
	run_values("#define TEXT_OF(x) #x\n#define TEXT(x) TEXT_OF(x)\n"
		   "#ifdef NOT_DEFINED\n#include \"not-there.h\"\n#else\n#include <value.h>\n#endif\n"
		   "#include <other.h>\n#include TEXT(FOLDER/other.h)\n#include ADDING\n"
		   "kernel void includes(global int *out) { out[get_global_id(0)] = VALUE + ADD; }\n",
		   "-I replay-files -D FOLDER=. -D ADDING=<replay-value.h> -I .");
}

/* The file is not there any more when the program has ended. */
static void run_temporary(void)
{
	write_file("replay-gone.h", "#define VALUE 5\n");
	run_values("#include \"replay-gone.h\"\n"
		   "kernel void includes(global int *out) { out[get_global_id(0)] = VALUE; }\n", "-I .");
	remove("replay-gone.h");
}

/* The file knows its own name. */
static void run_path(void)
{
	write_file("replay-path.h", "constant int value = sizeof(__FILE__);\n");
	run_values("#include \"replay-path.h\"\n"
		   "kernel void includes(global int *out) { out[get_global_id(0)] = value; }\n", "-I .");
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";

	start();
	if (strcmp(mode, "arrays") == 0)
		run_arrays();
	else if (strcmp(mode, "includes") == 0)
		run_including();
	else if (strcmp(mode, "temporary") == 0)
		run_temporary();
	else if (strcmp(mode, "path") == 0)
		run_path();
	else
		return 1;
	return 0;
}
