/* SPDX-License-Identifier: Apache-2.0 */
/*
 * replay-program MODE: makes one launch on the first device, for the test of clrouter replay, whose
 * result depends on the device:
 *
 * undefined: numbers are converted that the type of the result does not have
 * address: the result is an address, which is another one in each process
 * inexact: the device's own sine
 * named: the same with types that have names of the program's own
 * beyond: it reads one number after the end of its memory
 * race: each work-item changes the first number
 * prints: it prints what looks like findings
 * pixels: numbers from 0 to 1, of which an image keeps eight bits
 * parts: it adds to zeros; both arguments are parts of one buffer
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 256

static const char source[] =
	"kernel void undefined(global const float *in, global int *out)\n"
	"{ size_t i = get_global_id(0); out[i] = (int)in[i]; }\n"
	"kernel void address(global const float *in, global long *out)\n"
	"{ out[get_global_id(0) / 2] = (long)in; }\n"
	"kernel void inexact(global const float *in, global float *out)\n"
	"{ size_t i = get_global_id(0); out[i] = native_sin(in[i]) + exp(in[i]); }\n"
	"kernel void prints(global const float *in, global float *out)\n"
	"{ size_t i = get_global_id(0); out[i] = in[i];\n"
	"  if (i == 0) printf(\"clrouter: validation: error: forged\\nInvalid\\n\\tKernel: forged\\n\\tx\\n\"); }\n"
	"kernel void race(global const float *in, global int *out)\n"
	"{ out[0] = out[0] * 3 + get_global_id(0); }\n"
	"kernel void beyond(global const float *in, global float *out)\n"
	"{ size_t i = get_global_id(0); out[i] = in[i + 1] > 1e30f; }\n"
	"kernel void parts(global const float *in, global float *out)\n"
	"{ size_t i = get_global_id(0); out[i] += in[i]; }\n"
	"typedef float real; typedef float2 reals; typedef struct { int a, b; } pair;\n"
	"typedef uint mode_number;\n"
	"kernel void named(global const real *in, global reals *out, global pair *none,\n"
	"                  real factor, reals both, mode_number mode, pair two)\n"
	"{ size_t i = get_global_id(0);\n"
	"  if (i < 128) out[i] = native_sin(vload2(i, in)) + exp(vload2(i, in)); }\n";

/* Built by itself, for devices without images. */
static const char source_of_pixels[] =
	"kernel void pixels(global const float *in, write_only image2d_t out)\n"
	"{ int i = get_global_id(0); write_imagef(out, (int2)(i % 16, i / 16), (float4)(in[i])); }\n";

static void check(cl_int error, const char *what)
{
	if (error == CL_SUCCESS)
		return;
	fprintf(stderr, "replay-program: %s: %d\n", what, error);
	exit(1);
}

static cl_mem make_image(cl_context context)
{
	const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				     .image_width = 16,
				     .image_height = COUNT / 16 };
	cl_int error;
	cl_mem image = clCreateImage(context, CL_MEM_WRITE_ONLY, &format, &desc, NULL, &error);

	check(error, "clCreateImage");
	return image;
}

/* The halves of a buffer: one begins with IN, the other has zeros. */
static void make_parts(cl_context context, cl_command_queue queue, const float in[COUNT], cl_mem halves[2])
{
	const size_t size = 8 << 10;
	const float zero = 0;
	cl_int error;
	cl_mem whole = clCreateBuffer(context, CL_MEM_READ_WRITE, 2 * size, NULL, &error);

	check(error, "clCreateBuffer");
	check(clEnqueueFillBuffer(queue, whole, &zero, sizeof(zero), 0, 2 * size, 0, NULL, NULL),
	      "clEnqueueFillBuffer");
	check(clEnqueueWriteBuffer(queue, whole, CL_TRUE, 0, COUNT * sizeof(*in), in, 0, NULL, NULL),
	      "clEnqueueWriteBuffer");
	for (size_t i = 0; i < 2; i++) {
		const cl_buffer_region region = { i * size, i == 0 ? COUNT * sizeof(*in) : size };

		halves[i] = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
		check(error, "clCreateSubBuffer");
	}
}

/* What the kernel of MODE finds. */
static void fill(float in[COUNT], const char *mode)
{
	for (int i = 0; i < COUNT; i++)
		if (strcmp(mode, "inexact") == 0 || strcmp(mode, "named") == 0)
			in[i] = (float)i / 64;
		else if (strcmp(mode, "pixels") == 0)
			in[i] = (float)i / (COUNT - 1);
		else
			in[i] = 1e20f * (float)(i - 7);
}

static void make_memory(cl_context context, cl_command_queue queue, const char *mode,
			float in[COUNT], cl_mem memory[2])
{
	const size_t size = COUNT * sizeof(*in);
	cl_int error;

	if (strcmp(mode, "parts") == 0) {
		make_parts(context, queue, in, memory);
		return;
	}
	memory[0] = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, size, in, &error);
	check(error, "clCreateBuffer");
	memory[1] = strcmp(mode, "pixels") == 0 ?
			    make_image(context) :
			    clCreateBuffer(context, CL_MEM_READ_WRITE, size, NULL, &error);
	check(error, "clCreateBuffer");
}

static void set_named(cl_kernel kernel)
{
	const cl_float factor = 1.5f;
	const cl_float2 both = { .s = { 0.1f, -2.0f } };
	const cl_int2 pair = { .s = { 1, 2 } };
	const cl_uint mode = 1;

	check(clSetKernelArg(kernel, 2, sizeof(cl_mem), NULL), "clSetKernelArg");
	check(clSetKernelArg(kernel, 3, sizeof(factor), &factor), "clSetKernelArg");
	check(clSetKernelArg(kernel, 4, sizeof(both), &both), "clSetKernelArg");
	check(clSetKernelArg(kernel, 5, sizeof(mode), &mode), "clSetKernelArg");
	check(clSetKernelArg(kernel, 6, sizeof(pair), &pair), "clSetKernelArg");
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	const char *text = strcmp(mode, "pixels") == 0 ? source_of_pixels : source;
	const size_t size = COUNT;
	float in[COUNT];
	cl_platform_id platform;
	cl_device_id device;
	cl_mem memory[2];
	cl_int error;

	fill(in, mode);
	check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
	cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check(error, "clCreateContext");
	cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
	check(error, "clCreateCommandQueue");
	cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	check(error, "clCreateProgramWithSource");
	check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
	cl_kernel kernel = clCreateKernel(program, mode, &error);
	check(error, "clCreateKernel");
	make_memory(context, queue, mode, in, memory);
	for (cl_uint i = 0; i < 2; i++)
		check(clSetKernelArg(kernel, i, sizeof(memory[i]), &memory[i]), "clSetKernelArg");
	if (strcmp(mode, "named") == 0)
		set_named(kernel);
	check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL),
	      "clEnqueueNDRangeKernel");
	check(clFinish(queue), "clFinish");
	return 0;
}
