/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture: the time that a launch takes with one buffer of many bytes, for tests/bench/capture-run:
 *
 *	capture HOW CONTENTS MIB DIRECTORY
 *
 * HOW is "launch" (only that; the capture layer may be there), or "copy": before and after the launch
 * the buffer is read to the host, and written into a file of DIRECTORY. CONTENTS is what the buffer
 * has: "random" (others after the launch), "same" (random, and the launch changes nothing), "last"
 * (random, and it changes the last element), "zeros". The time goes from the launch until the process
 * has ended, and is printed in milliseconds, with the processor's time of all its threads.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PART ((size_t)4 << 20) /* bytes that are read and written at once */

static const char source[] =
	"kernel void change(global ulong *to, ulong first, ulong number) {\n"
	"	size_t i = get_global_id(0);\n"
	"	if (i >= first) to[i] ^= number;\n"
	"}\n";

/* What the child says when it begins, and the parent when it has ended. */
struct moment {
	double wall;
	double processor;
};

static void check(int is_good, const char *what)
{
	if (is_good)
		return;
	fprintf(stderr, "capture: %s\n", what);
	exit(EXIT_FAILURE);
}

#define CHECK(call) check((call) == CL_SUCCESS, #call)

static double ms_of(struct timeval time)
{
	return (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3;
}

static struct moment look(int who)
{
	struct timespec now;
	struct rusage usage;

	clock_gettime(CLOCK_MONOTONIC, &now);
	getrusage(who, &usage);
	return (struct moment){ (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6,
				ms_of(usage.ru_utime) + ms_of(usage.ru_stime) };
}

/* -- the program ----------------------------------------------------------------------------- */

static void fill(uint64_t *words, size_t count)
{
	uint64_t state = 88172645463325252;

	for (size_t i = 0; i < count; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		words[i] = state;
	}
}

static void copy(cl_command_queue queue, cl_mem buffer, size_t size, const char *directory,
		 const char *name)
{
	char *part = malloc(PART);
	char path[4096];
	int file;

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	check(part && file >= 0, path);
	for (size_t done = 0; done < size; done += PART) {
		CHECK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, done, PART, part, 0, NULL, NULL));
		check(write(file, part, PART) == (ssize_t)PART, path);
	}
	check(close(file) == 0, path);
	free(part);
}

static void set_arguments(cl_kernel kernel, cl_mem buffer, size_t count, const char *contents)
{
	const cl_ulong number = strcmp(contents, "random") == 0 || strcmp(contents, "last") == 0;
	const cl_ulong first = strcmp(contents, "last") == 0 ? count - 1 : 0;

	CHECK(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
	CHECK(clSetKernelArg(kernel, 1, sizeof(first), &first));
	CHECK(clSetKernelArg(kernel, 2, sizeof(number), &number));
}

static cl_mem make_buffer(cl_context context, cl_command_queue queue, size_t size,
			  const char *contents)
{
	uint64_t *words = calloc(1, size);
	cl_int error;
	cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, size, NULL, &error);

	CHECK(error);
	check(words != NULL, "there is no memory");
	if (strcmp(contents, "zeros") != 0)
		fill(words, size / sizeof(*words));
	CHECK(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, size, words, 0, NULL, NULL));
	free(words);
	return buffer;
}

static void run(char **words, int begins)
{
	const char *text = source;
	const size_t size = strtoul(words[3], NULL, 10) << 20;
	const size_t count = size / sizeof(cl_ulong);
	const int copies = strcmp(words[1], "copy") == 0;
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
	cl_program program;
	cl_kernel kernel;
	cl_mem buffer;
	cl_int error;
	struct moment moment;

	CHECK(clGetPlatformIDs(1, &platform, NULL));
	CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	CHECK(error);
	queue = clCreateCommandQueue(context, device, 0, &error);
	CHECK(error);
	program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	CHECK(error);
	CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
	kernel = clCreateKernel(program, "change", &error);
	CHECK(error);
	buffer = make_buffer(context, queue, size, words[2]);
	set_arguments(kernel, buffer, count, words[2]);

	moment = look(RUSAGE_SELF);
	check(write(begins, &moment, sizeof(moment)) == (ssize_t)sizeof(moment), "a pipe");
	if (copies)
		copy(queue, buffer, size, words[4], "before");
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL));
	CHECK(clFinish(queue));
	if (copies)
		copy(queue, buffer, size, words[4], "after");
}

int main(int count, char **words)
{
	struct moment first, last;
	int pipes[2];
	int status = 0;
	pid_t child;

	check(count == 5, "expected HOW CONTENTS MIB DIRECTORY");
	check(strtoul(words[3], NULL, 10) > 0 && strtoul(words[3], NULL, 10) % (PART >> 20) == 0,
	      "MIB is no multiple of 4");
	check(pipe(pipes) == 0, "there is no pipe");
	child = fork();
	if (child == 0) {
		run(words, pipes[1]);
		exit(EXIT_SUCCESS);
	}
	check(waitpid(child, &status, 0) == child && status == 0, "the program failed");
	last = look(RUSAGE_CHILDREN);
	check(read(pipes[0], &first, sizeof(first)) == (ssize_t)sizeof(first), "the program failed");
	printf("%.1f %.1f\n", last.wall - first.wall, last.processor - first.processor);
	return EXIT_SUCCESS;
}
