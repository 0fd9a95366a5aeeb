/* SPDX-License-Identifier: Apache-2.0 */
/*
 * diverge-program MODE [COUNT [MIB]]: makes COUNT launches on the first device, for the test of clrouter
 * diverge, with MIB of memory for each of two arguments if that is given:
 *
 * plain: launches of two kernels in turn; the input of launch I, from 1, begins with I
 * same: the same with a process of its own for half of them
 * race: each work-item changes the first number
 * order: what a work-item finds depends on which one came first
 * held: all launches wait for a user event, which is set after the last one
 * killed: the process kills itself after its launches
 * inexact: sines of the device's own
 * random: the result is an address, which is another one each time
 * outside: it reads after the end of a buffer
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define COUNT 256

static const char source[] =
	"kernel void scale(global const int *in, global float *out)\n"
	"{ size_t i = get_global_id(0); out[i] = in[i] * 0.5f; }\n"
	"kernel void add(global const int *in, global int *out)\n"
	"{ size_t i = get_global_id(0); out[i] += in[i]; }\n"
	"kernel void race(global const int *in, global int *out)\n"
	"{ for (int n = 0; n < 100; n++) out[n % 8] = out[n % 8] * 3 + get_global_id(0); }\n"
	"kernel void order(global const int *in, global int *out)\n"
	"{ size_t i = get_global_id(0); out[i] = atomic_inc((volatile global int *)out + get_global_size(0)); }\n"
	"kernel void inexact(global const int *in, global float *out)\n"
	"{ size_t i = get_global_id(0); out[i] = native_sin((float)in[i] / 64) + exp((float)in[i] / 64); }\n"
	"kernel void random(global const int *in, global int *out)\n"
	"{ out[get_global_id(0)] = (int)(size_t)in; }\n"
	"kernel void outside(global const int *in, global int *out)\n"
	"{ size_t i = get_global_id(0); out[i] = in[i + 1] > 1000000; }\n";

static const char *mode;
static size_t size = 2 * COUNT * sizeof(cl_int);
static cl_context context;
static cl_command_queue queue;
static cl_program program;

static void check(cl_int error, const char *what)
{
	if (error == CL_SUCCESS)
		return;
	fprintf(stderr, "diverge-program: %s: %d\n", what, error);
	exit(1);
}

static void start(void)
{
	const char *text = source;
	cl_platform_id platform;
	cl_device_id device;
	cl_int error;

	check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check(error, "clCreateContext");
	queue = clCreateCommandQueue(context, device, 0, &error);
	check(error, "clCreateCommandQueue");
	program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	check(error, "clCreateProgramWithSource");
	check(clBuildProgram(program, 0, NULL, "", NULL, NULL), "clBuildProgram");
}

static cl_mem make_buffer(int first)
{
	int *numbers = calloc(1, size);
	cl_int error;
	cl_mem buffer;

	if (!numbers)
		exit(1);
	for (size_t i = 0; i < size / sizeof(*numbers); i++)
		numbers[i] = first + (int)i;
	buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, numbers, &error);
	check(error, "clCreateBuffer");
	free(numbers);
	return buffer;
}

static const char *kernel_of(int number)
{
	if (strcmp(mode, "plain") == 0 || strcmp(mode, "same") == 0 || strcmp(mode, "held") == 0 ||
	    strcmp(mode, "killed") == 0)
		return number % 2 == 1 ? "scale" : "add";
	return mode;
}

/* Launch NUMBER, which waits for the event GATE if there is one. */
static void launch(int number, cl_event gate)
{
	const size_t global = COUNT;
	cl_mem memory[2] = { make_buffer(number), make_buffer(0) };
	cl_int error;
	cl_kernel kernel = clCreateKernel(program, kernel_of(number), &error);

	check(error, "clCreateKernel");
	for (cl_uint i = 0; i < 2; i++)
		check(clSetKernelArg(kernel, i, sizeof(cl_mem), &memory[i]), "clSetKernelArg");
	check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, gate ? 1 : 0, gate ? &gate : NULL,
				     NULL), "clEnqueueNDRangeKernel");
	for (int i = 0; i < 2; i++)
		clReleaseMemObject(memory[i]);
	clReleaseKernel(kernel);
}

static void run(int count)
{
	const bool is_held = strcmp(mode, "held") == 0;
	cl_event gate = NULL;
	cl_int error = CL_SUCCESS;

	start();
	if (is_held)
		gate = clCreateUserEvent(context, &error);
	check(error, "clCreateUserEvent");
	for (int i = 1; i <= count; i++)
		launch(i, gate);
	if (is_held)
		check(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
	check(clFinish(queue), "clFinish");
}

int main(int argc, char **argv)
{
	const int count = argc > 2 ? atoi(argv[2]) : 1;
	pid_t child = 0;

	mode = argc > 1 ? argv[1] : "plain";
	if (argc > 3)
		size = (size_t)atoi(argv[3]) << 20;
	if (strcmp(mode, "same") == 0)
		child = fork();
	run(count);
	if (strcmp(mode, "killed") == 0)
		raise(SIGKILL);
	if (child > 0)
		waitpid(child, NULL, 0);
	puts("done");
	return 0;
}
