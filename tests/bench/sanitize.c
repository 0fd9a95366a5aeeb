/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sanitize: what a launch takes, for tests/bench/sanitize-run:
 *
 *	sanitize [PLATFORM]
 *
 * For the first device of each platform, or of those with PLATFORM in their names, it prints a line
 * for each kernel: the name of the platform, the kernel, and the milliseconds of a launch, the
 * least of some rounds of launches.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BYTES ((size_t)16 << 20) /* of each buffer */
#define ROUNDS 7
#define LAUNCHES 10

static const char source[] =
	"kernel void triad(global float4 *a, global const float4 *b, global const float4 *c, int "
	"n) {\n"
	"	size_t i = get_global_id(0);\n"
	"	a[i] = b[i] + n * c[i];\n"
	"}\n"
	"float at(global const float *from, int x, int y, int n) { return from[y * n + x]; }\n"
	"kernel void stencil(global float *a, global const float *b, global const float *c, int n) "
	"{\n"
	"	int x = get_global_id(0), y = get_global_id(1);\n"
	"	float sum = 0;\n"
	"	if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;\n"
	"	for (int i = -1; i <= 1; i++)\n"
	"		for (int j = -1; j <= 1; j++) sum += at(b, x + i, y + j, n);\n"
	"	a[y * n + x] = sum;\n"
	"}\n"
	"kernel void matmul(global float *a, global const float *b, global const float *c, int n) "
	"{\n"
	"	local float left[16][16], right[16][16];\n"
	"	int i = get_local_id(0), j = get_local_id(1), x = get_global_id(0), y = "
	"get_global_id(1);\n"
	"	float sum = 0;\n"
	"	for (int t = 0; t < n; t += 16) {\n"
	"		left[j][i] = b[y * n + t + i];\n"
	"		right[j][i] = c[(t + j) * n + x];\n"
	"		barrier(CLK_LOCAL_MEM_FENCE);\n"
	"		for (int k = 0; k < 16; k++) sum += left[j][k] * right[k][i];\n"
	"		barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	}\n"
	"	a[y * n + x] = sum;\n"
	"}\n"
	"kernel void nbody(global float4 *a, global const float4 *b, global const float4 *c, int "
	"n) {\n"
	"	float4 own = b[get_global_id(0)], sum = 0;\n"
	"	for (int i = 0; i < n; i++) {\n"
	"		float4 other = b[i] - own;\n"
	"		float r = rsqrt(other.x * other.x + other.y * other.y + other.z * other.z "
	"+ 0.01f);\n"
	"		sum += other * (r * r * r);\n"
	"	}\n"
	"	a[get_global_id(0)] = sum + c[0];\n"
	"}\n"
	"kernel void histogram(global uint *a, global const uchar *b, global const uint *c, int n) "
	"{\n"
	"	local uint bins[256];\n"
	"	for (int i = get_local_id(0); i < 256; i += get_local_size(0)) bins[i] = c[i];\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	for (int i = get_global_id(0); i < n; i += get_global_size(0)) "
	"atomic_inc(&bins[b[i]]);\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	for (int i = get_local_id(0); i < 256; i += get_local_size(0)) atomic_add(&a[i], "
	"bins[i]);\n"
	"}\n";

static const struct shape {
	const char *kernel;
	cl_uint dimensions;
	size_t global[2];
	size_t local[2];
	cl_int n;
} shapes[] = {
	{ "triad", 1, { BYTES / 16 }, { 256 }, 2 },
	{ "stencil", 2, { 2048, 2048 }, { 16, 16 }, 2048 },
	{ "matmul", 2, { 512, 512 }, { 16, 16 }, 512 },
	{ "nbody", 1, { 4096 }, { 64 }, 4096 },
	{ "histogram", 1, { 4096 }, { 64 }, (cl_int)BYTES },
};

static void check(cl_int error, const char *what)
{
	if (error == CL_SUCCESS)
		return;
	fprintf(stderr, "sanitize: %s: %d\n", what, error);
	exit(EXIT_FAILURE);
}

static double read_clock(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* The milliseconds of a launch of KERNEL in QUEUE. */
static double measure(cl_command_queue queue, cl_kernel kernel, const struct shape *shape)
{
	double least = 0;

	for (int round = 0; round <= ROUNDS; round++) {
		const double begin = read_clock();
		double time;

		for (int i = 0; i < LAUNCHES; i++)
			check(clEnqueueNDRangeKernel(queue, kernel, shape->dimensions, NULL,
						     shape->global, shape->local, 0, NULL, NULL),
			      "clEnqueueNDRangeKernel");
		check(clFinish(queue), "clFinish");
		time = (read_clock() - begin) / LAUNCHES;
		/* Some drivers compile a kernel when it is launched first. */
		if (round == 1 || (round > 1 && time < least))
			least = time;
	}
	return least;
}

static void run(const char *platform, cl_device_id device)
{
	const char *text = source;
	cl_int error;
	cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	cl_command_queue queue;
	cl_program program;
	cl_mem memory[3];
	void *zeros = calloc(1, BYTES);

	check(error, "clCreateContext");
	queue = clCreateCommandQueue(context, device, 0, &error);
	check(error, "clCreateCommandQueue");
	program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	check(error, "clCreateProgramWithSource");
	check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
	for (int i = 0; i < 3; i++) {
		memory[i] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, BYTES,
					   zeros, &error);
		check(error, "clCreateBuffer");
	}
	free(zeros);
	for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
		cl_kernel kernel = clCreateKernel(program, shapes[i].kernel, &error);

		check(error, "clCreateKernel");
		for (cl_uint j = 0; j < 3; j++)
			check(clSetKernelArg(kernel, j, sizeof(*memory), &memory[j]),
			      "clSetKernelArg");
		check(clSetKernelArg(kernel, 3, sizeof(cl_int), &shapes[i].n), "clSetKernelArg");
		printf("%s|%s|%.4f\n", platform, shapes[i].kernel,
		       measure(queue, kernel, &shapes[i]));
		fflush(stdout);
	}
}

int main(int argc, char **argv)
{
	cl_platform_id platforms[16];
	cl_uint count = 0;

	check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
	for (cl_uint i = 0; i < count && i < 16; i++) {
		char name[256] = "";
		cl_device_id device;

		clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name) - 1, name, NULL);
		if ((argc < 2 || strstr(name, argv[1])) &&
		    clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) ==
			    CL_SUCCESS)
			run(name, device);
	}
	return EXIT_SUCCESS;
}
