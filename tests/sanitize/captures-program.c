/* SPDX-License-Identifier: Apache-2.0 */
/*
 * captures-program MODE [LINE]: makes one launch on the first device, to be captured. LINE is put
 * before the kernels' source. The kernel of MODE has one access outside of memory, or none:
 *
 * global: it writes after the end of a buffer
 * local: it reads after the end of local memory that the host has sized
 * array: it reads after the end of an array
 * part: it writes after the end of a part of a buffer
 * shared: it reads after the end of shared memory
 * linked: it writes after the end of a buffer in a function of another source
 * binary: as global, but the program is made from a binary
 * il: the same from the file of SPIR-V that LINE names
 * pointers: none; some accesses are through pointers to private memory
 * mixed: as global, and it reads after the end of an array through a pointer to private memory
 * far: it writes far after the end of a buffer, which is memory of the program there
 * right: none, with memory of all of these kinds
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_TARGET_OPENCL_VERSION 210
#include <CL/cl.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define COUNT 32
/* With the words that are written too far, it is within what a C library gives for so many bytes.
 */
#define SIZE (COUNT * sizeof(cl_int) - 4)
#define PAGE 4096
#define WHOLE ((size_t)64 << 30) /* of address space */
#define FAR ((size_t)32 << 30)

static const char source[] =
	"kernel void global_one(global int *in, global int *out)\n"
	"{ int i = get_global_id(0); out[i] = i; }\n"
	"kernel void local_one(global int *in, global int *out, local int *tile)\n"
	"{ int i = get_local_id(0); if (i < 31) tile[i] = i; barrier(CLK_LOCAL_MEM_FENCE);\n"
	"  if (i < 31) out[i] = tile[i + 1] == 1000000; }\n"
	"kernel void array_one(global int *in, global int *out)\n"
	"{ int i = get_global_id(0), table[31]; table[i % 31] = i; if (i < 31) out[i] = table[i + "
	"1] == -1; }\n"
	"kernel void shared_one(global int *in, global int *out)\n"
	"{ int i = get_global_id(0); if (i < 31) out[i] = in[i + 1] == -1; }\n"
	"void store(global int *to, int i, int value);\n"
	"kernel void linked_one(global int *in, global int *out)\n"
	"{ int i = get_global_id(0); store(out, i, i); }\n"
	"#ifndef IS_LINKED\n"
	"void store(global int *to, int i, int value) { to[i] = value; }\n"
	"#endif\n"
	"void put(int *to, int value) { *to = value; }\n"
	"kernel void pointers_one(global int *in, global int *out)\n"
	"{ int i = get_global_id(0), value; put(&value, i); if (i < 31) out[i] = value; }\n"
	"int get(int *from, int i) { return from[i]; }\n"
	"kernel void mixed_one(global int *in, global int *out)\n"
	"{ int i = get_global_id(0), pair[2] = { i, i };\n"
	"  out[i] = get(pair, 2 + in[1]) == -1; }\n"
	"kernel void far_one(global int *in, global int *out)\n"
	"{ int i = get_global_id(0); if (i < 31) out[i] = i; if (i == 0) out[FAR] = i; }\n"
	"kernel void right_one(global int *in, global int *out, local int *tile)\n"
	"{ int i = get_global_id(0), table[32]; table[i] = i; tile[i] = table[i];\n"
	"  barrier(CLK_LOCAL_MEM_FENCE); if (i < 31) out[i] = in[i] + tile[31 - i]; }\n";
static const char other_source[] =
	"void store(global int *to, int i, int value)\n"
	"{ to[i] = value; }\n";

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static char text[sizeof(source) + 256];

static void check(cl_int error, const char *what)
{
	if (error == CL_SUCCESS)
		return;
	fprintf(stderr, "captures-program: %s: %d\n", what, error);
	exit(1);
}

static void prepare(const char *line)
{
	cl_platform_id platform;
	cl_int error;

	snprintf(text, sizeof(text), "%s%s%s", line ? line : "", line ? "\n" : "", source);
	check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check(error, "clCreateContext");
	queue = clCreateCommandQueue(context, device, 0, &error);
	check(error, "clCreateCommandQueue");
}

static cl_program make_source(const char *lines)
{
	cl_int error;
	const cl_program program = clCreateProgramWithSource(context, 1, &lines, NULL, &error);

	check(error, "clCreateProgramWithSource");
	return program;
}

static void build(cl_program program)
{
	char options[64];

	snprintf(options, sizeof(options), "-DFAR=%zu", FAR / sizeof(cl_int));
	check(clBuildProgram(program, 1, &device, options, NULL, NULL), "clBuildProgram");
}

static cl_program link_sources(void)
{
	cl_program parts[2] = { make_source(text), make_source(other_source) };
	cl_program linked;
	cl_int error;

	check(clCompileProgram(parts[0], 1, &device, "-DIS_LINKED -DFAR=0", 0, NULL, NULL, NULL,
			       NULL),
	      "clCompileProgram");
	check(clCompileProgram(parts[1], 1, &device, "", 0, NULL, NULL, NULL, NULL),
	      "clCompileProgram");
	linked = clLinkProgram(context, 1, &device, "", 2, parts, NULL, NULL, &error);
	check(error, "clLinkProgram");
	return linked;
}

static cl_program make_binary(void)
{
	const cl_program program = make_source(text);
	const unsigned char *constant;
	unsigned char *binary;
	cl_program made;
	cl_int error;
	size_t size;

	build(program);
	check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL),
	      "clGetProgramInfo");
	constant = binary = malloc(size);
	check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary), &binary, NULL),
	      "clGetProgramInfo");
	made = clCreateProgramWithBinary(context, 1, &device, &size, &constant, NULL, &error);
	check(error, "clCreateProgramWithBinary");
	build(made);
	free(binary);
	return made;
}

static cl_program make_il(const char *path)
{
	static char bytes[1 << 16];
	FILE *file = fopen(path, "rb");
	const size_t size = file ? fread(bytes, 1, sizeof(bytes), file) : 0;
	cl_program program;
	cl_int error;

	check(size > 0 ? CL_SUCCESS : CL_INVALID_VALUE, path);
	fclose(file);
	program = clCreateProgramWithIL(context, bytes, size, &error);
	check(error, "clCreateProgramWithIL");
	check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
	return program;
}

/* LINE is the name of a file in one mode. */
static cl_kernel make_kernel(const char *mode, const char *line)
{
	const bool is_simple =
		strcmp(mode, "part") == 0 || strcmp(mode, "binary") == 0 || strcmp(mode, "il") == 0;
	char name[64];
	cl_program program;
	cl_kernel kernel;
	cl_int error;

	if (strcmp(mode, "linked") == 0) {
		program = link_sources();
	} else if (strcmp(mode, "binary") == 0) {
		program = make_binary();
	} else if (strcmp(mode, "il") == 0) {
		program = make_il(line);
	} else {
		program = make_source(text);
		build(program);
	}
	snprintf(name, sizeof(name), "%s_one", is_simple ? "global" : mode);
	kernel = clCreateKernel(program, name, &error);
	check(error, name);
	return kernel;
}

/* A buffer whose memory is followed by more memory of the program. */
static cl_mem make_far(void)
{
	char *memory = mmap(NULL, WHOLE, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	cl_mem buffer;
	cl_int error;

	check(memory == MAP_FAILED ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS, "mmap");
	buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, SIZE, memory,
				&error);
	check(error, "clCreateBuffer");
	return buffer;
}

/* Where the kernel writes to. */
static cl_mem make_output(const char *mode)
{
	const bool is_part = strcmp(mode, "part") == 0 || strcmp(mode, "right") == 0;
	const cl_buffer_region region = { 0, SIZE };
	cl_mem buffer;
	cl_mem part;
	cl_int error;

	if (strcmp(mode, "far") == 0)
		return make_far();
	buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, is_part ? (size_t)2 * PAGE : SIZE, NULL,
				&error);
	check(error, "clCreateBuffer");
	if (!is_part)
		return buffer;
	part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
	check(error, "clCreateSubBuffer");
	return part;
}

static void set_input(cl_kernel kernel, const char *mode)
{
	cl_int numbers[COUNT] = { 1 };
	void *shared;
	cl_mem input;
	cl_int error;

	if (strcmp(mode, "shared") == 0 || strcmp(mode, "right") == 0) {
		shared = clSVMAlloc(context, CL_MEM_READ_WRITE, SIZE, 0);
		check(shared ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY, "clSVMAlloc");
		check(clEnqueueSVMMemcpy(queue, CL_TRUE, shared, numbers, SIZE, 0, NULL, NULL),
		      "clEnqueueSVMMemcpy");
		check(clSetKernelArgSVMPointer(kernel, 0, shared), "clSetKernelArgSVMPointer");
		return;
	}
	input = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, SIZE, numbers,
			       &error);
	check(error, "clCreateBuffer");
	check(clSetKernelArg(kernel, 0, sizeof(input), &input), "clSetKernelArg");
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	const size_t items = COUNT;
	const size_t local = strcmp(mode, "right") == 0 ? COUNT * sizeof(cl_int) : SIZE;
	cl_kernel kernel;
	cl_mem output;

	prepare(argc > 2 ? argv[2] : NULL);
	kernel = make_kernel(mode, argc > 2 ? argv[2] : "");
	output = make_output(mode);
	set_input(kernel, mode);
	check(clSetKernelArg(kernel, 1, sizeof(output), &output), "clSetKernelArg");
	if (strcmp(mode, "local") == 0 || strcmp(mode, "right") == 0)
		check(clSetKernelArg(kernel, 2, local, NULL), "clSetKernelArg");
	check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL),
	      "clEnqueueNDRangeKernel");
	check(clFinish(queue), "clFinish");
	return 0;
}
