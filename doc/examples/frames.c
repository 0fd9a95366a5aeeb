/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blurs frames of a film on the first device: one queue copies frames to the device and back,
 * another one computes, and events make each wait for the other. So there is something to see in a
 * record:
 *
 *     cc frames.c -lOpenCL -o frames
 *     clrouter record -o frames.clrecord ./frames
 *     clrouter report --export html -o frames.html frames.clrecord
 *
 * OpenCL 1.2 and nothing newer. The exit status is 0 only if every pixel was counted.
 */
#define CL_TARGET_OPENCL_VERSION 120

#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 768
#define HEIGHT 512
#define PIXELS (WIDTH * HEIGHT)
#define BYTES (PIXELS * sizeof(cl_float))
#define FRAMES 12
#define SLOTS 3 /* frames that are on the device at once */
#define SHADES 256

static const char source[] =
	"#define RADIUS 12\n"
	"\n"
	"__kernel void blur_rows(__global const float *in, __global float *out)\n"
	"{\n"
	"	const int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);\n"
	"	float sum = 0;\n"
	"\n"
	"	for (int i = -RADIUS; i <= RADIUS; i++)\n"
	"		sum += in[y * width + clamp(x + i, 0, width - 1)];\n"
	"	out[y * width + x] = sum / (2 * RADIUS + 1);\n"
	"}\n"
	"\n"
	"__kernel void blur_columns(__global const float *in, __global float *out)\n"
	"{\n"
	"	const int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);\n"
	"	const int height = get_global_size(1);\n"
	"	float sum = 0;\n"
	"\n"
	"	for (int i = -RADIUS; i <= RADIUS; i++)\n"
	"		sum += in[clamp(y + i, 0, height - 1) * width + x];\n"
	"	out[y * width + x] = sum / (2 * RADIUS + 1);\n"
	"}\n"
	"\n"
	"__kernel void count_shades(__global const float *in, __global uint *counts)\n"
	"{\n"
	"	const int at = get_global_id(1) * get_global_size(0) + get_global_id(0);\n"
	"\n"
	"	atomic_inc(&counts[clamp((int)(in[at] * 256), 0, 255)]);\n"
	"}\n";

static const char *const kernel_names[] = { "blur_rows", "blur_columns", "count_shades" };

/* A frame on the device. */
struct slot {
	cl_mem frame;
	cl_mem rows;
	cl_mem blurred;
};

static cl_context context;
static cl_command_queue transfers, computing;
static cl_kernel kernels[3];
static cl_mem counts;
static struct slot slots[SLOTS];
static cl_float film[PIXELS], results[FRAMES][PIXELS];

static void check(cl_int error, const char *what)
{
	if (error == CL_SUCCESS)
		return;
	printf("%s failed with error %d\n", what, (int)error);
	exit(EXIT_FAILURE);
}

static cl_device_id find_device(void)
{
	cl_platform_id platforms[16];
	cl_uint count = 0;
	cl_device_id device;

	check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
	for (cl_uint i = 0; i < count && i < 16; i++)
		if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) ==
		    CL_SUCCESS)
			return device;
	printf("there is no device\n");
	exit(EXIT_FAILURE);
}

static cl_mem make_buffer(size_t size)
{
	cl_int error;
	cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, size, NULL, &error);

	check(error, "clCreateBuffer");
	return buffer;
}

static void prepare(cl_device_id device)
{
	const char *text = source;
	cl_program program;
	cl_int error;

	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check(error, "clCreateContext");
	transfers = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
	check(error, "clCreateCommandQueue");
	computing = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
	check(error, "clCreateCommandQueue");
	program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	check(error, "clCreateProgramWithSource");
	check(clBuildProgram(program, 1, &device, "-cl-mad-enable", NULL, NULL), "clBuildProgram");
	for (int i = 0; i < 3; i++) {
		kernels[i] = clCreateKernel(program, kernel_names[i], &error);
		check(error, "clCreateKernel");
	}
	clReleaseProgram(program);
	counts = make_buffer(SHADES * sizeof(cl_uint));
	for (int i = 0; i < SLOTS; i++)
		slots[i] =
			(struct slot){ make_buffer(BYTES), make_buffer(BYTES), make_buffer(BYTES) };
}

/* Runs a kernel for each pixel when WAIT, which may be NULL, has ended. */
static cl_event run(int kernel, cl_mem in, cl_mem out, cl_event wait)
{
	const size_t size[2] = { WIDTH, HEIGHT };
	cl_event event;

	check(clSetKernelArg(kernels[kernel], 0, sizeof(in), &in), "clSetKernelArg");
	check(clSetKernelArg(kernels[kernel], 1, sizeof(out), &out), "clSetKernelArg");
	check(clEnqueueNDRangeKernel(computing, kernels[kernel], 2, NULL, size, NULL, wait ? 1 : 0,
				     wait ? &wait : NULL, &event),
	      "clEnqueueNDRangeKernel");
	return event;
}

/* A slot is used again when its last frame is back, of which DONE tells. */
static cl_event blur(int frame, cl_event done)
{
	const struct slot *slot = &slots[frame % SLOTS];
	cl_event written, rows, columns, counted, read;

	check(clEnqueueWriteBuffer(transfers, slot->frame, CL_FALSE, 0, BYTES, film, done ? 1 : 0,
				   done ? &done : NULL, &written),
	      "clEnqueueWriteBuffer");
	rows = run(0, slot->frame, slot->rows, written);
	columns = run(1, slot->rows, slot->blurred, NULL);
	counted = run(2, slot->blurred, counts, NULL);
	check(clFlush(computing), "clFlush");
	check(clEnqueueReadBuffer(transfers, slot->blurred, CL_FALSE, 0, BYTES, results[frame], 1,
				  &columns, &read),
	      "clEnqueueReadBuffer");
	check(clFlush(transfers), "clFlush");
	clReleaseEvent(written);
	clReleaseEvent(rows);
	clReleaseEvent(columns);
	clReleaseEvent(counted);
	return read;
}

static bool is_right(void)
{
	cl_uint shades[SHADES];
	cl_ulong sum = 0;

	check(clEnqueueReadBuffer(computing, counts, CL_TRUE, 0, sizeof(shades), shades, 0, NULL,
				  NULL),
	      "clEnqueueReadBuffer");
	for (int i = 0; i < SHADES; i++)
		sum += shades[i];
	printf("%d frames, %llu pixels counted, %d expected\n", FRAMES, (unsigned long long)sum,
	       FRAMES * PIXELS);
	return sum == (cl_ulong)FRAMES * PIXELS;
}

int main(void)
{
	const cl_uint none = 0;
	cl_event last[SLOTS] = { NULL };

	for (int i = 0; i < PIXELS; i++)
		film[i] = (float)(i % 251) / 251;
	prepare(find_device());
	check(clEnqueueFillBuffer(computing, counts, &none, sizeof(none), 0, SHADES * sizeof(none),
				  0, NULL, NULL),
	      "clEnqueueFillBuffer");
	for (int frame = 0; frame < FRAMES; frame++) {
		const cl_event read = blur(frame, last[frame % SLOTS]);

		if (last[frame % SLOTS])
			clReleaseEvent(last[frame % SLOTS]);
		last[frame % SLOTS] = read;
	}
	check(clWaitForEvents(SLOTS, last), "clWaitForEvents");
	return is_right() ? EXIT_SUCCESS : EXIT_FAILURE;
}
