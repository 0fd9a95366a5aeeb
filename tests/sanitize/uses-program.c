/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uses-program: the ways in which a program makes programs and kernels, sets arguments and
 * launches. Each has a kernel with its name, which is launched without a fault, and then, if the
 * program's argument is "faulty", with one. It prints results and answers to queries, so that runs
 * with and without the sanitizer's layer can be compared.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#define ITEMS 64

static const char source[] =
	"kernel void NAME(global int *out, int more)\n"
	"{\n"
	"	int i = get_global_id(0);\n"
	"	out[i + more] = 3 * i + VALUE;\n"
	"}\n";

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static bool is_faulty;

static void check(const char *what, cl_int error)
{
	if (!error)
		return;
	fprintf(stderr, "%s: %d\n", what, error);
	exit(1);
}

static const char *options_of(const char *name, int value)
{
	static char options[128];

	snprintf(options, sizeof(options), "-DNAME=%s -DVALUE=%d", name, value);
	return options;
}

static cl_program make_program(void)
{
	const char *text = source;
	cl_int error;
	cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);

	check("clCreateProgramWithSource", error);
	return program;
}

static cl_program build(const char *name, int value)
{
	cl_program program = make_program();

	check("clBuildProgram",
	      clBuildProgram(program, 1, &device, options_of(name, value), NULL, NULL));
	return program;
}

static cl_kernel make_kernel(cl_program program, const char *name)
{
	cl_int error;
	cl_kernel kernel = clCreateKernel(program, name, &error);

	check("clCreateKernel", error);
	return kernel;
}

static cl_mem make_buffer(void)
{
	cl_int error;
	cl_mem buffer =
		clCreateBuffer(context, CL_MEM_READ_WRITE, ITEMS * sizeof(cl_int), NULL, &error);

	check("clCreateBuffer", error);
	return buffer;
}

static void set_arguments(cl_kernel kernel, cl_mem buffer, cl_int more)
{
	check("clSetKernelArg", clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
	check("clSetKernelArg", clSetKernelArg(kernel, 1, sizeof(more), &more));
}

static void enqueue(cl_command_queue to, cl_kernel kernel)
{
	const size_t items = ITEMS;

	check("clEnqueueNDRangeKernel",
	      clEnqueueNDRangeKernel(to, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
}

static void print_buffer(const char *name, cl_mem buffer)
{
	cl_int numbers[ITEMS];
	long sum = 0;

	check("clEnqueueReadBuffer", clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(numbers),
							 numbers, 0, NULL, NULL));
	for (int i = 0; i < ITEMS; i++)
		sum = sum * 7 % 1000003 + numbers[i];
	printf("%s: %ld\n", name, sum);
}

/* Launches KERNEL lawfully, prints the result, and launches it with a fault if that is asked for.
 */
static void launch(const char *name, cl_kernel kernel)
{
	cl_mem buffer = make_buffer();

	set_arguments(kernel, buffer, 0);
	enqueue(queue, kernel);
	print_buffer(name, buffer);
	if (is_faulty) {
		set_arguments(kernel, buffer, 1);
		enqueue(queue, kernel);
		clFinish(queue);
	}
	clReleaseMemObject(buffer);
}

static void launch_program(const char *name, cl_program program)
{
	cl_kernel kernel = make_kernel(program, name);

	launch(name, kernel);
	clReleaseKernel(kernel);
	clReleaseProgram(program);
}

/* -- programs --------------------------------------------------------------------------------- */

static void use_plain(const char *name)
{
	launch_program(name, build(name, 1));
}

/* On a CPU this ends the process. */
static void use_far(const char *name)
{
	cl_program program = build(name, 1);
	cl_kernel kernel = make_kernel(program, name);
	cl_mem buffer = make_buffer();

	set_arguments(kernel, buffer, 1000000000);
	enqueue(queue, kernel);
	clFinish(queue);
	clReleaseMemObject(buffer);
	clReleaseKernel(kernel);
	clReleaseProgram(program);
}

/* Strings with and without a length, one of them without a NUL byte at its end. */
static void use_pieces(const char *name)
{
	char first[16];
	const char *texts[3] = { first, source + sizeof(first), "\n// the end" };
	const size_t lengths[3] = { sizeof(first), 0, 4 };
	cl_int error;
	cl_program program;

	memcpy(first, source, sizeof(first));
	program = clCreateProgramWithSource(context, 3, texts, lengths, &error);
	check("clCreateProgramWithSource", error);
	memset(first, 'x', sizeof(first));
	check("clBuildProgram", clBuildProgram(program, 0, NULL, options_of(name, 2), NULL, NULL));
	launch_program(name, program);
}

static void use_rebuilt(const char *name)
{
	cl_program program = build("other", 1);
	cl_kernel kernel = make_kernel(program, "other");

	clReleaseKernel(kernel);
	check("clBuildProgram",
	      clBuildProgram(program, 1, &device, options_of(name, 3), NULL, NULL));
	launch_program(name, program);
}

/* The first build fails. */
static void use_mended(const char *name)
{
	cl_program program = make_program();

	printf("%s: build %d\n", name, clBuildProgram(program, 1, &device, "-DNAME=7", NULL, NULL));
	check("clBuildProgram",
	      clBuildProgram(program, 1, &device, options_of(name, 4), NULL, NULL));
	launch_program(name, program);
}

static void CL_CALLBACK note_built(cl_program program, void *built)
{
	(void)program;
	check("write", write(*(int *)built, "", 1) != 1);
}

static void use_callback(const char *name)
{
	cl_program program = make_program();
	int ends[2];
	char byte;

	check("pipe", pipe(ends));
	check("clBuildProgram",
	      clBuildProgram(program, 1, &device, options_of(name, 5), note_built, &ends[1]));
	check("read", read(ends[0], &byte, 1) != 1);
	close(ends[0]);
	close(ends[1]);
	launch_program(name, program);
}

static void use_linked(const char *name)
{
	cl_program program = make_program();
	cl_program linked;
	cl_int error;

	check("clCompileProgram", clCompileProgram(program, 1, &device, options_of(name, 6), 0,
						   NULL, NULL, NULL, NULL));
	linked = clLinkProgram(context, 1, &device, NULL, 1, &program, NULL, NULL, &error);
	check("clLinkProgram", error);
	clReleaseProgram(program);
	launch_program(name, linked);
}

static void use_binary(const char *name)
{
	cl_program program = build(name, 7);
	cl_program again;
	unsigned char *binary;
	size_t size;
	cl_int error;

	clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL);
	binary = malloc(size);
	clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary), &binary, NULL);
	again = clCreateProgramWithBinary(context, 1, &device, &size,
					  (const unsigned char **)&binary, NULL, &error);
	check("clCreateProgramWithBinary", error);
	free(binary);
	clReleaseProgram(program);
	check("clBuildProgram", clBuildProgram(again, 1, &device, NULL, NULL, NULL));
	launch_program(name, again);
}

/* -- kernels ---------------------------------------------------------------------------------- */

static void use_all_kernels(const char *name)
{
	cl_program program = build(name, 8);
	cl_kernel kernel;
	cl_uint count;

	check("clCreateKernelsInProgram", clCreateKernelsInProgram(program, 1, &kernel, &count));
	launch(name, kernel);
	clReleaseKernel(kernel);
	clReleaseProgram(program);
}

static void use_clone(const char *name)
{
	cl_program program = build(name, 9);
	cl_kernel kernel = make_kernel(program, name);
	cl_mem buffer = make_buffer();
	cl_kernel clone;
	cl_int error;

	set_arguments(kernel, buffer, is_faulty);
	clone = clCloneKernel(kernel, &error);
	check("clCloneKernel", error);
	set_arguments(kernel, buffer, 0);
	clReleaseKernel(kernel);
	enqueue(queue, clone);
	clFinish(queue);
	clReleaseKernel(clone);
	clReleaseProgram(program);
	clReleaseMemObject(buffer);
}

/* Everything is released before the kernel has run. */
static void use_released(const char *name)
{
	cl_int error;
	cl_program program = build(name, 10);
	cl_kernel kernel = make_kernel(program, name);
	cl_mem buffer = make_buffer();
	cl_command_queue other = clCreateCommandQueue(context, device, 0, &error);

	clReleaseProgram(program);
	set_arguments(kernel, buffer, is_faulty);
	enqueue(other, kernel);
	clReleaseKernel(kernel);
	clReleaseMemObject(buffer);
	clReleaseCommandQueue(other);
}

/* The arguments are set to buffers that are gone when others take their place. */
static void use_replaced(const char *name)
{
	cl_program program = build(name, 11);
	cl_kernel kernel = make_kernel(program, name);

	for (int i = 0; i < 3; i++) {
		cl_mem gone = make_buffer();

		set_arguments(kernel, gone, 100);
		clReleaseMemObject(gone);
	}
	launch(name, kernel);
	clReleaseKernel(kernel);
	clReleaseProgram(program);
}

/*
 * Calls that fail leave what was set before. NVIDIA's driver divides by a local size of zero, so
 * that is not among them.
 */
static void use_refused(const char *name)
{
	const size_t items = ITEMS, most = (size_t)1 << 30;
	cl_program program = build(name, 12);
	cl_kernel kernel = make_kernel(program, name);
	cl_mem buffer = make_buffer();
	cl_int more = 0;

	printf("%s: without arguments %d\n", name,
	       clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	set_arguments(kernel, buffer, 0);
	printf("%s: wrong size %d, index %d and %d, dimensions %d, local size %d\n", name,
	       clSetKernelArg(kernel, 1, 2, &more),
	       clSetKernelArg(kernel, 2, sizeof(cl_mem), &buffer),
	       clSetKernelArg(kernel, 5, sizeof(more), &more),
	       clEnqueueNDRangeKernel(queue, kernel, 4, NULL, &items, NULL, 0, NULL, NULL),
	       clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &most, 0, NULL, NULL));
	enqueue(queue, kernel);
	print_buffer(name, buffer);
	launch(name, kernel);
	clReleaseMemObject(buffer);
	clReleaseKernel(kernel);
	clReleaseProgram(program);
}

/* A launch that waits for an event of the program, while the arguments change. */
static void use_waiting(const char *name)
{
	const size_t items = ITEMS;
	cl_program program = build(name, 13);
	cl_kernel kernel = make_kernel(program, name);
	cl_mem buffer = make_buffer();
	cl_mem other = make_buffer();
	cl_int error;
	cl_event start = clCreateUserEvent(context, &error);
	cl_event done;

	check("clCreateUserEvent", error);
	set_arguments(kernel, buffer, 0);
	check("clEnqueueNDRangeKernel",
	      clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 1, &start, &done));
	set_arguments(kernel, other, is_faulty);
	clSetUserEventStatus(start, CL_COMPLETE);
	check("clWaitForEvents", clWaitForEvents(1, &done));
	print_buffer(name, buffer);
	enqueue(queue, kernel);
	clFinish(queue);
	clReleaseEvent(start);
	clReleaseEvent(done);
	clReleaseMemObject(buffer);
	clReleaseMemObject(other);
	clReleaseKernel(kernel);
	clReleaseProgram(program);
}

static void use_task(const char *name)
{
	cl_program program = build(name, 14);
	cl_kernel kernel = make_kernel(program, name);
	cl_mem buffer = make_buffer();

	set_arguments(kernel, buffer, is_faulty ? ITEMS : 0);
	check("clEnqueueTask", clEnqueueTask(queue, kernel, 0, NULL, NULL));
	clFinish(queue);
	clReleaseMemObject(buffer);
	clReleaseKernel(kernel);
	clReleaseProgram(program);
}

/* What the driver says of objects is about the program's own. */
static void use_queries(const char *name)
{
	cl_program program = build(name, 15);
	cl_kernel kernel = make_kernel(program, name);
	cl_uint arguments = 0, kernels = 0, references[2] = { 0 };
	size_t size = 0, count = 0;
	char text[256] = "";

	launch(name, kernel);
	clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(arguments), &arguments, NULL);
	clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof(cl_uint), &references[0], NULL);
	clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof(cl_uint), &references[1],
			 NULL);
	clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof(count), &count, NULL);
	clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size);
	clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, sizeof(text), text, NULL);
	printf("%s: %u arguments, %zu kernels, references %u %u, %zu bytes, \"%s\"\n", name,
	       arguments, count, references[0], references[1], size, text);
	clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, sizeof(text), text, NULL);
	printf("%s: %s\n", name, text);
	printf("%s: again %d\n", name, clCreateKernelsInProgram(program, 0, NULL, &kernels));
	clReleaseKernel(kernel);
	clReleaseProgram(program);
}

static void CL_CALLBACK note_end(cl_context gone, void *end)
{
	(void)gone;
	check("write", write(*(int *)end, "", 1) != 1);
}

/* A context ends when the program has released all that it has made in it, perhaps a little later.
 */
static void use_context(const char *name)
{
	static int ends[2];
	cl_context outer = context;
	cl_command_queue outer_queue = queue;
	bool is_noted;
	cl_int error;
	char byte;

	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check("clCreateContext", error);
	queue = clCreateCommandQueue(context, device, 0, &error);
	check("pipe", pipe(ends));
	is_noted = clSetContextDestructorCallback(context, note_end, &ends[1]) == CL_SUCCESS;
	use_plain(name);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	check("read", is_noted && read(ends[0], &byte, 1) != 1);
	close(ends[0]);
	close(ends[1]);
	printf("%s: ended\n", name);
	context = outer;
	queue = outer_queue;
}

static void make_context(void)
{
	cl_platform_id platform;
	cl_int error;

	check("clGetPlatformIDs", clGetPlatformIDs(1, &platform, NULL));
	check("clGetDeviceIDs", clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check("clCreateContext", error);
	queue = clCreateCommandQueue(context, device, 0, &error);
	check("clCreateCommandQueue", error);
}

static void use_child(const char *name)
{
	pid_t child;
	int status;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		make_context();
		use_plain(name);
		exit(0);
	}
	check("waitpid", waitpid(child, &status, 0) != child || status);
}

int main(int count, char **arguments)
{
	static const struct {
		const char *name;
		void (*use)(const char *name);
	} uses[] = {
		{ "child", use_child }, /* before this process uses the driver */
		{ "plain", use_plain },	      { "pieces", use_pieces },
		{ "rebuilt", use_rebuilt },   { "mended", use_mended },
		{ "callback", use_callback }, { "linked", use_linked },
		{ "binary", use_binary },     { "all_kernels", use_all_kernels },
		{ "clone", use_clone },	      { "released", use_released },
		{ "replaced", use_replaced }, { "refused", use_refused },
		{ "waiting", use_waiting },   { "task", use_task },
		{ "queries", use_queries },   { "other_context", use_context },
	};

	if (count > 1 && strcmp(arguments[1], "far") == 0) {
		make_context();
		use_far("far");
		return 0;
	}
	is_faulty = count > 1 && strcmp(arguments[1], "faulty") == 0;
	for (size_t i = 0; i < sizeof(uses) / sizeof(uses[0]); i++) {
		if (i == 1)
			make_context();
		uses[i].use(uses[i].name);
	}
	clFinish(queue);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	return 0;
}
