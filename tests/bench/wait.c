/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait: what a wait costs, for tests/bench/wait-run:
 *
 *	wait [PLATFORM]
 *
 * For the first device of each platform, or of those with PLATFORM in their names, it prints a line
 * for each call and each length of a kernel: the name of the platform, the call, the length that was
 * meant in milliseconds, wall time and the processor's time of the process for one wait. The first
 * waits, in which a layer learns, do not count.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LEARN 10
#define BYTES 4096

static const double lengths[] = { 0.05, 0.18, 0.56, 1.65, 5.4, 27, 200 };
#define LENGTHS (sizeof(lengths) / sizeof(*lengths))

enum call { FINISH, EVENT, READ, MAP, BATCH, CALLS };
static const char *const call_names[] = { "clFinish", "clWaitForEvents", "blocking read, 4 KiB",
					  "blocking map", "event of 1,000 launches" };

/* A chain of operations, none of which can be left out. */
static const char source[] =
	"kernel void spend(global uint *to, uint rounds) {\n"
	"	uint x = to[0] | 1;\n"
	"	for (uint i = 0; i < rounds; i++) x = x * 1664525u + 1013904223u + (x >> 7);\n"
	"	to[0] = x;\n"
	"}\n";

static struct {
	cl_command_queue queue;
	cl_kernel kernel;
	cl_mem memory;
	char bytes[BYTES];
} made;

static void check(cl_int error, const char *what)
{
	if (error == CL_SUCCESS)
		return;
	fprintf(stderr, "wait: %s: %d\n", what, error);
	exit(EXIT_FAILURE);
}

static double read_clock(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void launch(cl_uint rounds, cl_event *event)
{
	static const size_t one = 1;

	check(clSetKernelArg(made.kernel, 1, sizeof(rounds), &rounds), "clSetKernelArg");
	check(clEnqueueNDRangeKernel(made.queue, made.kernel, 1, NULL, &one, &one, 0, NULL, event),
	      "clEnqueueNDRangeKernel");
}

static void wait_by(enum call call, cl_event event)
{
	cl_int error = CL_SUCCESS;
	void *mapped;

	switch (call) {
	case FINISH:
		check(clFinish(made.queue), "clFinish");
		return;
	case EVENT:
	case BATCH:
		check(clWaitForEvents(1, &event), "clWaitForEvents");
		return;
	case READ:
		check(clEnqueueReadBuffer(made.queue, made.memory, CL_TRUE, 0, BYTES, made.bytes, 0,
					  NULL, NULL),
		      "clEnqueueReadBuffer");
		return;
	default:
		mapped = clEnqueueMapBuffer(made.queue, made.memory, CL_TRUE, CL_MAP_READ, 0, BYTES,
					    0, NULL, NULL, &error);
		check(error, "clEnqueueMapBuffer");
		check(clEnqueueUnmapMemObject(made.queue, made.memory, mapped, 0, NULL, NULL),
		      "clEnqueueUnmapMemObject");
	}
}

/* One wait for a kernel of ROUNDS, or for 1,000 that are as long together. */
static void run(enum call call, cl_uint rounds)
{
	const int launches = call == BATCH ? 1000 : 1;
	cl_event event = NULL;

	for (int i = 0; i < launches; i++)
		launch(rounds / (cl_uint)launches, i == launches - 1 ? &event : NULL);
	check(clFlush(made.queue), "clFlush");
	wait_by(call, event);
	clReleaseEvent(event);
}

/* How many rounds take a millisecond. */
static double measure_rounds(void)
{
	cl_uint rounds = 10000;
	double time = 0;

	/* Some drivers compile a kernel when it is launched first. */
	run(FINISH, rounds);
	while (time < 20) {
		double begin;

		rounds *= 2;
		begin = read_clock(CLOCK_MONOTONIC);
		run(FINISH, rounds);
		time = read_clock(CLOCK_MONOTONIC) - begin;
	}
	return rounds / time;
}

static void print_row(const char *platform, enum call call, double length, double rate)
{
	const int count = length > 50 ? 10 : 50;
	const cl_uint rounds = (cl_uint)(length * rate);
	double wall, cpu;

	for (int i = 0; i < LEARN; i++)
		run(call, rounds);
	wall = read_clock(CLOCK_MONOTONIC);
	cpu = read_clock(CLOCK_PROCESS_CPUTIME_ID);
	for (int i = 0; i < count; i++)
		run(call, rounds);
	printf("%s|%s|%g|%.3f|%.3f\n", platform, call_names[call], length,
	       (read_clock(CLOCK_MONOTONIC) - wall) / count,
	       (read_clock(CLOCK_PROCESS_CPUTIME_ID) - cpu) / count);
	fflush(stdout);
}

static void make(cl_device_id device)
{
	const char *text = source;
	cl_int error;
	cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	cl_program program;

	check(error, "clCreateContext");
	made.queue = clCreateCommandQueue(context, device, 0, &error);
	check(error, "clCreateCommandQueue");
	program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	check(error, "clCreateProgramWithSource");
	check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
	made.kernel = clCreateKernel(program, "spend", &error);
	check(error, "clCreateKernel");
	made.memory = clCreateBuffer(context, CL_MEM_READ_WRITE, BYTES, NULL, &error);
	check(error, "clCreateBuffer");
	check(clSetKernelArg(made.kernel, 0, sizeof(made.memory), &made.memory), "clSetKernelArg");
}

int main(int argc, char **argv)
{
	cl_platform_id platforms[16];
	cl_uint count = 0;

	check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
	for (cl_uint i = 0; i < count && i < 16; i++) {
		char name[256] = "";
		cl_device_id device;
		double rate;

		clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name), name, NULL);
		if ((argc > 1 && !strstr(name, argv[1])) ||
		    clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) !=
			    CL_SUCCESS)
			continue;
		make(device);
		rate = measure_rounds();
		for (size_t k = 0; k < LENGTHS; k++)
			for (int call = 0; call < CALLS; call++)
				/* 1,000 launches take longer than that by themselves. */
				if (call != BATCH || lengths[k] > 5)
					print_row(name, (enum call)call, lengths[k], rate);
	}
	return EXIT_SUCCESS;
}
