/* SPDX-License-Identifier: Apache-2.0 */
/*
 * linked-program: programs that are compiled, linked, and kept as binaries. It prints the results
 * of each, so that runs with and without the sanitizer's layer can be compared.
 *
 *	linked-program link [faulty]		three sources, with headers that are programs
 *	linked-program library [faulty]		the same; two of them are a library
 *	linked-program save FILE		a program of one source, kept in FILE as a binary
 *	linked-program save-linked FILE		the same of three sources
 *	linked-program load FILE [faulty]	the program in FILE
 *	linked-program odd [faulty]		three sources that hand pointers around
 *	linked-program mixed			linked from sources and a binary that was compiled
 *
 * "faulty" launches one work-item too many.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#define ITEMS 32
#define SOURCES 3
#define HEADERS 2

static const char *const headers[HEADERS] = {
	"#ifndef COMMON\n#define COMMON\n#include \"deep/pair.h\"\n"
	"int scaled(global const int *p, int i);\n"
	"void put(global int *p, local int *own, int i, struct pair pair);\n"
	"extern constant int table[];\n"
	"static inline int mask(int i) { return i & (TABLE - 1); }\n"
	"#endif\n",
	"#ifndef PAIR\n#define PAIR\nstruct pair { int a, b; };\n#endif\n",
};
static const char *const header_names[HEADERS] = { "common.h", "deep/pair.h" };

/* Each has a function and a variable of the same name that the others do not see. */
static const char *const sources[SOURCES] = {
	"#include <common.h>\n"
	"static constant int own[2] = { 1, 2 };\n"
	"static int twice(int i) { return 2 * i; }\n"
	"kernel void copy(global int *to, global const int *from)\n"
	"{\n"
	"	int i = get_global_id(0);\n"
	"	to[i] = from[i];\n"
	"}\n"
	"kernel void first(global int *out, global const int *in, local int *scratch)\n"
	"{\n"
	"	int i = get_global_id(0);\n"
	"	struct pair pair = { scaled(in, i) + table[mask(i)], twice(own[i % 2]) };\n"
	"	put(out, scratch, i, pair);\n"
	"}\n",
	"#include \"common.h\"\n"
	"static constant int own[1] = { 3 };\n"
	"static int twice(int i) { return 3 * i; }\n"
	"constant int table[TABLE] = { 10, 20, 30, 40 };\n"
	"int scaled(global const int *p, int i)\n"
	"{\n"
	"	return twice(p[i]) * own[0];\n"
	"}\n",
	"#include <deep/pair.h>\n"
	"#include <common.h>\n"
	"static int twice(int i) { return 5 * i; }\n"
	"void put(global int *p, local int *own, int i, struct pair pair)\n"
	"{\n"
	"	own[get_local_id(0)] = pair.a + twice(pair.b);\n"
	"	p[i] = own[get_local_id(0)] + table[mask(i)];\n"
	"}\n"
	"kernel void copy(global int *to, global const int *from);\n"
	"kernel void second(global int *out, global const int *in, local int *scratch)\n"
	"{\n"
	"	copy(out, in);\n"
	"	scratch[get_local_id(0)] = twice(out[get_global_id(0)]);\n"
	"	out[get_global_id(0)] = scratch[get_local_id(0)];\n"
	"}\n",
};

/* Overloaded functions, pointers that are handed around, arrays of another source. */
static const char *const odd[SOURCES] = {
	"constant int *pick(int i);\n"
	"int __attribute__((overloadable)) get(global const int *p, int i);\n"
	"int __attribute__((overloadable)) get(local int *p, int i);\n"
	"int __attribute__((overloadable)) get(constant int *p, int i);\n"
	"struct view { global int *to; local int *own; };\n"
	"void show(struct view *view, int i, int value);\n"
	"void nothing(void);\n"
	"inline int plus(int a) { return a + 1; }\n"
	"kernel void first(global int *out, global const int *in, local int *scratch)\n"
	"{\n"
	"	local int tile[4];\n"
	"	int i = get_global_id(0);\n"
	"	struct view view = { out, scratch };\n"
	"	tile[i % 4] = get(in, i);\n"
	"	scratch[0] = get(tile, i % 4) + get(pick(i), 1);\n"
	"	nothing();\n"
	"	show(&view, i, plus(scratch[0]));\n"
	"}\n",
	"constant int numbers[4] = { 3, 5, 7, 9 };\n"
	"constant int others[2] = { 11, 13 };\n"
	"constant int *pick(int i) { return i % 2 ? numbers + 2 : others; }\n"
	"int __attribute__((overloadable)) get(global const int *p, int i) { return p[i]; }\n"
	"int __attribute__((overloadable)) get(local int *p, int i) { return p[i] + 1; }\n"
	"int __attribute__((overloadable)) get(constant int *p, int i) { return p[i] + 2; }\n",
	"struct view { global int *to; local int *own; };\n"
	"constant int *pick(int i);\n"
	"void nothing(void) { }\n"
	"void show(struct view *view, int i, int value)\n"
	"{\n"
	"	constant int *from = pick(i);\n"
	"	view->own[0] = value + from[i < 32 ? 1 : 999];\n"
	"	view->to[i] = view->own[0];\n"
	"}\n",
};

static const char alone[] =
	"#include \"included.h\"\n"
	"kernel void first(global int *out, global const int *in, "
	"local int *scratch)\n"
	"{\n"
	"	int i = get_global_id(0);\n"
	"	scratch[0] = FACTOR;\n"
	"	out[i] = in[i] * scratch[0];\n"
	"}\n";

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;

static void check(const char *what, cl_int error)
{
	if (!error)
		return;
	fprintf(stderr, "%s: %d\n", what, error);
	exit(1);
}

static void check_build(const char *what, cl_program program, cl_int error)
{
	char log[4096] = "";

	if (error && program)
		clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log) - 1, log,
				      NULL);
	if (error)
		fputs(log, stderr);
	check(what, error);
}

static cl_program create(const char *source)
{
	cl_int error;
	cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);

	check("clCreateProgramWithSource", error);
	return program;
}

static cl_program compile(unsigned index)
{
	cl_program program = create(sources[index]);
	cl_program included[HEADERS];
	const char *names[HEADERS];

	for (unsigned i = 0; i < HEADERS; i++) {
		included[i] = create(headers[i]);
		names[i] = header_names[i];
	}
	check_build("clCompileProgram", program,
		    clCompileProgram(program, 1, &device, "-DTABLE=4", HEADERS, included, names,
				     NULL, NULL));
	for (unsigned i = 0; i < HEADERS; i++)
		clReleaseProgram(included[i]);
	return program;
}

static cl_program link_programs(const char *options, unsigned count, cl_program *programs)
{
	cl_int error;
	cl_program program =
		clLinkProgram(context, 1, &device, options, count, programs, NULL, NULL, &error);

	check_build("clLinkProgram", program, error);
	for (unsigned i = 0; i < count; i++)
		clReleaseProgram(programs[i]);
	return program;
}

static cl_program make_linked(bool has_library)
{
	cl_program programs[SOURCES];

	for (unsigned i = 0; i < SOURCES; i++)
		programs[i] = compile(i);
	if (!has_library)
		return link_programs(NULL, SOURCES, programs);
	programs[1] = link_programs("-create-library -enable-link-options", 2, &programs[1]);
	return link_programs(NULL, 2, programs);
}

static cl_program make_odd(void)
{
	cl_program programs[SOURCES];

	for (unsigned i = 0; i < SOURCES; i++) {
		programs[i] = create(odd[i]);
		check_build(
			"clCompileProgram", programs[i],
			clCompileProgram(programs[i], 1, &device, NULL, 0, NULL, NULL, NULL, NULL));
	}
	return link_programs(NULL, SOURCES, programs);
}

static cl_program load(const char *path)
{
	unsigned char *bytes = malloc(1 << 24);
	const unsigned char *binary = bytes;
	FILE *file = fopen(path, "rb");
	size_t size = file ? fread(bytes, 1, 1 << 24, file) : 0;
	cl_int error;
	cl_program program =
		clCreateProgramWithBinary(context, 1, &device, &size, &binary, NULL, &error);

	check("clCreateProgramWithBinary", error);
	if (file)
		fclose(file);
	free(bytes);
	return program;
}

static void save(cl_program program, const char *path)
{
	size_t size = 0;
	unsigned char *binary;
	FILE *file = fopen(path, "wb");

	check("sizes",
	      clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL));
	binary = malloc(size);
	check("binaries",
	      clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary), &binary, NULL));
	if (!file || fwrite(binary, 1, size, file) != size || fclose(file) != 0)
		exit(1);
	free(binary);
}

/* The second source goes through a file. */
static cl_program make_mixed(void)
{
	cl_program programs[SOURCES];
	const char *path = getenv("LINKED_FILE");

	for (unsigned i = 0; i < SOURCES; i++)
		programs[i] = compile(i);
	save(programs[1], path ? path : "linked-program.bin");
	clReleaseProgram(programs[1]);
	programs[1] = load(path ? path : "linked-program.bin");
	return link_programs(NULL, SOURCES, programs);
}

static cl_program build(cl_program program)
{
	const char *options = getenv("LINKED_OPTIONS");

	check_build("clBuildProgram", program,
		    clBuildProgram(program, 1, &device, options, NULL, NULL));
	return program;
}

/* Launches NAME, if the program has it, and prints a sum of what it leaves. */
static void launch(cl_program program, const char *name, bool is_faulty)
{
	int in[ITEMS], out[ITEMS];
	size_t items = ITEMS + (is_faulty ? 1 : 0), local = 1;
	unsigned long sum = 0;
	cl_mem buffers[2];
	cl_int error;
	cl_kernel kernel = clCreateKernel(program, name, &error);

	if (error == CL_INVALID_KERNEL_NAME)
		return;
	check(name, error);
	for (int i = 0; i < ITEMS; i++)
		in[i] = 7 * i + 1;
	buffers[0] = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(out), NULL, &error);
	check("clCreateBuffer", error);
	buffers[1] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(in), in, &error);
	check("clCreateBuffer", error);
	check(name, clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[0]));
	check(name, clSetKernelArg(kernel, 1, sizeof(cl_mem), &buffers[1]));
	check(name, clSetKernelArg(kernel, 2, sizeof(int), NULL));
	check(name, clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL));
	check(name,
	      clEnqueueReadBuffer(queue, buffers[0], CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
	for (int i = 0; i < ITEMS; i++)
		sum = 31 * sum + (unsigned)out[i];
	printf("%s %lx\n", name, sum);
	clReleaseMemObject(buffers[0]);
	clReleaseMemObject(buffers[1]);
	clReleaseKernel(kernel);
}

static cl_program make(const char *mode, const char *path)
{
	if (strcmp(mode, "load") == 0)
		return build(load(path));
	if (strcmp(mode, "save") == 0)
		return build(create(alone));
	if (strcmp(mode, "odd") == 0)
		return make_odd();
	if (strcmp(mode, "mixed") == 0)
		return make_mixed();
	return make_linked(strcmp(mode, "library") == 0);
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "link", *path = argc > 2 ? argv[2] : "";
	const bool is_faulty = argc > 2 && strcmp(argv[argc - 1], "faulty") == 0;
	cl_platform_id platform;
	cl_program program;
	cl_int error;

	check("clGetPlatformIDs", clGetPlatformIDs(1, &platform, NULL));
	check("clGetDeviceIDs", clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check("clCreateContext", error);
	queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
	check("clCreateCommandQueue", error);
	program = make(mode, path);
	/* "save-linked" is three sources, too. */
	if (strncmp(mode, "save", 4) == 0)
		save(program, path);
	launch(program, "first", is_faulty);
	launch(program, "second", is_faulty);
	clReleaseProgram(program);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	return 0;
}
