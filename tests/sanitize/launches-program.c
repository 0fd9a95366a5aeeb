/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launches-program: many launches of kernels without a fault, by several threads, in contexts of
 * their own and in one that they share, on several queues. It prints a sum of the results for each
 * thread, so that runs with and without the sanitizer's layer can be compared.
 *
 *	launches-program [ROUNDS]
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#define THREADS 4
#define WIDTH 32
#define HEIGHT 24
#define CELLS (WIDTH * HEIGHT)
#define BINS 16

static const char source[] =
	"constant int weights[3][3] = { { 1, 2, 1 }, { 2, 4, 2 }, { 1, 2, 1 } };\n"
	"int at(global const int *from, int x, int y)\n"
	"{\n"
	"	x = clamp(x, 0, WIDTH - 1);\n"
	"	y = clamp(y, 0, HEIGHT - 1);\n"
	"	return from[y * WIDTH + x];\n"
	"}\n"
	"kernel void blur(global int *to, global const int *from)\n"
	"{\n"
	"	int x = get_global_id(0), y = get_global_id(1), sum = 0;\n"
	"	for (int dy = -1; dy <= 1; dy++)\n"
	"		for (int dx = -1; dx <= 1; dx++)\n"
	"			sum += weights[dy + 1][dx + 1] * at(from, x + dx, y + dy);\n"
	"	to[y * WIDTH + x] = sum / 16 + x;\n"
	"}\n"
	"kernel void transpose(global int *to, global const int *from)\n"
	"{\n"
	"	local int tile[8][9];\n"
	"	int x = get_local_id(0), y = get_local_id(1);\n"
	"	tile[y][x] = from[get_global_id(1) * WIDTH + get_global_id(0)];\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	to[(get_group_id(0) * 8 + y) * HEIGHT + get_group_id(1) * 8 + x] = tile[x][y];\n"
	"}\n"
	"kernel void count(volatile global int *bins, global const int *from, local int *own)\n"
	"{\n"
	"	int l = get_local_id(0);\n"
	"	for (int i = l; i < BINS; i += get_local_size(0))\n"
	"		own[i] = 0;\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	atomic_inc(&own[(uint)from[get_global_id(0)] % BINS]);\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	for (int i = l; i < BINS; i += get_local_size(0))\n"
	"		atomic_add(bins + i, own[i]);\n"
	"}\n"
	"kernel void pack(global uchar *to, global const int *from, int n)\n"
	"{\n"
	"	int i = get_global_id(0);\n"
	"	if (4 * i + 4 <= n)\n"
	"		vstore4(convert_uchar4(vload4(i, from)), i, to);\n"
	"	else\n"
	"		for (int k = 4 * i; k < n; k++)\n"
	"			to[k] = convert_uchar(from[k]);\n"
	"}\n"
	"kernel void unpack(global int *to, global const uchar *from, int n)\n"
	"{\n"
	"	global const uchar *end = from + n;\n"
	"	global const uchar *p = from + get_global_id(0);\n"
	"	for (; p < end; p += get_global_size(0))\n"
	"		to[p - from] = *p * 3 + 1;\n"
	"}\n";

struct work {
	cl_context context; /* of all threads */
	cl_device_id device;
	cl_program program;
	unsigned number;
	unsigned rounds;
	unsigned long sum;
};

static void check(const char *what, cl_int error)
{
	if (!error)
		return;
	fprintf(stderr, "%s: %d\n", what, error);
	exit(1);
}

static cl_program build(cl_context context, cl_device_id device)
{
	char options[128];
	const char *text = source;
	cl_int error;
	cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);

	check("clCreateProgramWithSource", error);
	snprintf(options, sizeof(options), "-DWIDTH=%d -DHEIGHT=%d -D BINS=%d", WIDTH, HEIGHT,
		 BINS);
	check("clBuildProgram", clBuildProgram(program, 1, &device, options, NULL, NULL));
	return program;
}

static cl_kernel make_kernel(cl_program program, const char *name, cl_mem first, cl_mem second)
{
	cl_int error;
	cl_kernel kernel = clCreateKernel(program, name, &error);

	check(name, error);
	check(name, clSetKernelArg(kernel, 0, sizeof(first), &first));
	check(name, clSetKernelArg(kernel, 1, sizeof(second), &second));
	return kernel;
}

static cl_mem make_buffer(cl_context context, size_t size)
{
	cl_int error;
	cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, size, NULL, &error);

	check("clCreateBuffer", error);
	return buffer;
}

/* Launches a kernel that is used once, and released before it has run. */
static void launch_once(cl_command_queue queue, cl_kernel kernel, size_t x, size_t y, size_t local)
{
	const size_t global_size[2] = { x, y };
	const size_t local_size[2] = { local, y > 1 ? local : 1 };

	check("clEnqueueNDRangeKernel",
	      clEnqueueNDRangeKernel(queue, kernel, y > 1 ? 2 : 1, NULL, global_size,
				     local > 0 ? local_size : NULL, 0, NULL, NULL));
	clReleaseKernel(kernel);
}

static unsigned long sum_of(const int *numbers, size_t count)
{
	unsigned long sum = 0;

	for (size_t i = 0; i < count; i++)
		sum = sum * 31 + (unsigned long)numbers[i];
	return sum;
}

/* One round: all kernels, one after the other, each with the results of the one before. */
static unsigned long run_round(cl_context context, cl_program program, cl_command_queue queue,
			       unsigned number)
{
	const cl_int length = CELLS - 1 - (cl_int)(number % 7);
	const cl_buffer_region half = { 0, CELLS * sizeof(int) };
	int numbers[CELLS];
	int bins[BINS] = { 0 };
	cl_mem both = make_buffer(context, 2 * sizeof(numbers));
	cl_mem other = make_buffer(context, sizeof(numbers));
	cl_mem bytes = make_buffer(context, (size_t)length);
	cl_mem counts = make_buffer(context, sizeof(bins));
	cl_int error;
	cl_mem part = clCreateSubBuffer(both, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
					&half, &error);
	cl_kernel kernel;

	check("clCreateSubBuffer", error);
	for (int i = 0; i < CELLS; i++)
		numbers[i] = (int)((unsigned)i * (number + 3) % 251);
	clEnqueueWriteBuffer(queue, part, CL_FALSE, 0, sizeof(numbers), numbers, 0, NULL, NULL);
	clEnqueueWriteBuffer(queue, counts, CL_FALSE, 0, sizeof(bins), bins, 0, NULL, NULL);
	launch_once(queue, make_kernel(program, "blur", other, part), WIDTH, HEIGHT, 0);
	launch_once(queue, make_kernel(program, "transpose", part, other), WIDTH, HEIGHT, 8);
	kernel = make_kernel(program, "count", counts, part);
	clSetKernelArg(kernel, 2, BINS * sizeof(int), NULL);
	launch_once(queue, kernel, CELLS, 1, 32);
	kernel = make_kernel(program, "pack", bytes, part);
	clSetKernelArg(kernel, 2, sizeof(length), &length);
	launch_once(queue, kernel, CELLS / 4, 1, 0);
	kernel = make_kernel(program, "unpack", other, bytes);
	clSetKernelArg(kernel, 2, sizeof(length), &length);
	launch_once(queue, kernel, 64, 1, 0);
	clEnqueueReadBuffer(queue, counts, CL_FALSE, 0, sizeof(bins), bins, 0, NULL, NULL);
	check("clEnqueueReadBuffer", clEnqueueReadBuffer(queue, other, CL_TRUE, 0, sizeof(numbers),
							 numbers, 0, NULL, NULL));
	clReleaseMemObject(part);
	clReleaseMemObject(both);
	clReleaseMemObject(other);
	clReleaseMemObject(bytes);
	clReleaseMemObject(counts);
	return sum_of(numbers, CELLS) + sum_of(bins, BINS);
}

static void *run_thread(void *argument)
{
	struct work *work = argument;
	cl_int error;
	cl_context own = clCreateContext(NULL, 1, &work->device, NULL, NULL, &error);
	cl_program program = build(own, work->device);
	cl_command_queue own_queue = clCreateCommandQueue(own, work->device, 0, &error);
	cl_command_queue queue = clCreateCommandQueue(work->context, work->device, 0, &error);

	check("clCreateCommandQueue", error);
	for (unsigned i = 0; i < work->rounds; i++) {
		const unsigned number = i * THREADS + work->number;

		work->sum += run_round(own, program, own_queue, number);
		work->sum += run_round(work->context, work->program, queue, number + 1);
	}
	clReleaseCommandQueue(queue);
	clReleaseCommandQueue(own_queue);
	clReleaseProgram(program);
	clReleaseContext(own);
	return NULL;
}

int main(int count, char **arguments)
{
	struct work works[THREADS] = { { .number = 0 } };
	pthread_t threads[THREADS];
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;
	cl_program program;
	cl_int error;

	check("clGetPlatformIDs", clGetPlatformIDs(1, &platform, NULL));
	check("clGetDeviceIDs", clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check("clCreateContext", error);
	program = build(context, device);
	for (unsigned i = 0; i < THREADS; i++) {
		works[i] = (struct work){ .context = context,
					  .device = device,
					  .program = program,
					  .number = i,
					  .rounds = count > 1 ? (unsigned)atoi(arguments[1]) : 10 };
		if (pthread_create(&threads[i], NULL, run_thread, &works[i]) != 0)
			return 1;
	}
	for (unsigned i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		printf("thread %u: %lu\n", i, works[i].sum);
	}
	clReleaseProgram(program);
	clReleaseContext(context);
	return 0;
}
