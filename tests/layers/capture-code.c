/* SPDX-License-Identifier: Apache-2.0 */
/* capture-code: launches of programs that are made in different ways. See capture-program.h. */
#include "layers/capture-program.h"

/* A program that is compiled with a header and linked; what it is made of is released before. */
static void linked(void)
{
	const char *header_text = "#define VALUE 42\n";
	const char *texts[] = { "#include \"value.h\"\nint ", "value(void) { return VALUE; }\n" };
	const char *main_text = "int value(void);\nkernel void set(global int *to) { *to = value(); }\n";
	const char *name = "value.h";
	cl_int result = 0;
	cl_program header, parts[2];
	cl_mem buffer;
	cl_int error;

	header = clCreateProgramWithSource(context, 1, &header_text, NULL, &error);
	CHECK(error);
	parts[0] = clCreateProgramWithSource(context, 2, texts, NULL, &error);
	CHECK(error);
	parts[1] = clCreateProgramWithSource(context, 1, &main_text, NULL, &error);
	CHECK(error);
	CHECK(clCompileProgram(parts[0], 0, NULL, "-cl-opt-disable", 1, &header, &name, NULL, NULL));
	CHECK(clReleaseProgram(header));
	CHECK(clCompileProgram(parts[1], 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
	program = clLinkProgram(context, 0, NULL, "", 2, parts, NULL, NULL, &error);
	CHECK(error);
	CHECK(clReleaseProgram(parts[0]));
	CHECK(clReleaseProgram(parts[1]));
	/* Their addresses may be given to others. */
	for (int i = 0; i < 4; i++)
		clCreateProgramWithSource(context, 1, &main_text, NULL, NULL);
	use("set");
	buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(result), &result);
	set(0, sizeof(buffer), &buffer);
	expect(0, "before", &result, sizeof(result));
	result = 42;
	expect(0, "after", &result, sizeof(result));
	launch(1, NULL);
	CHECK(clReleaseProgram(program));
	CHECK(clReleaseKernel(kernel));
	CHECK(clFinish(queue));
}

/* The binary of a program. */
static void binary(void)
{
	unsigned char *bytes;
	size_t size = 0;
	cl_int error;
	cl_mem to;

	CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL));
	bytes = malloc(size);
	check(bytes && size > 0, "the size of the binary");
	CHECK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(bytes), &bytes, NULL));
	program = clCreateProgramWithBinary(context, 1, &device, &size,
					    (const unsigned char **)&bytes, NULL, &error);
	CHECK(error);
	CHECK(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
	expect(9, "binary", bytes, size);
	free(bytes);
	set_scale(0, &to);
	launch(1024, NULL);
	read_after(to);
}

/* Names with quotes and bytes that are no UTF-8. */
static void names(void)
{
	const char *text = "kernel void ones(global int *to) { *to = VALUE; }\n";
	cl_int number = 0;
	cl_mem buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(number), &number);

	build(text, "-DVALUE=1 -DNAME=\"a\\b\" -DOTHER=\xff\x01");
	use("ones");
	set(0, sizeof(buffer), &buffer);
	expect(0, "before", &number, sizeof(number));
	number = 1;
	expect(0, "after", &number, sizeof(number));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

/* -- intermediate language ----------------------------------------------------------------- */

/*
 * A kernel add that multiplies by the specialization constant 7, whose default is 3, and adds 7:
 * assembled by spirv-as.
 */
static const cl_uint words[] = {
	0x07230203, 0x00010000, 0x00070000, 0x00000014, 0x00000000,
	0x00020011, 0x00000004, 0x00020011, 0x00000006, 0x00020011,
	0x0000000b, 0x0003000e, 0x00000002, 0x00000002, 0x0005000f,
	0x00000006, 0x00000001, 0x00646461, 0x00000002, 0x00040047,
	0x00000003, 0x00000001, 0x00000007, 0x00030047, 0x00000002,
	0x00000016, 0x00040047, 0x00000002, 0x0000000b, 0x0000001c,
	0x00040015, 0x00000004, 0x00000040, 0x00000000, 0x00040015,
	0x00000005, 0x00000020, 0x00000000, 0x00040032, 0x00000005,
	0x00000003, 0x00000003, 0x0004002b, 0x00000005, 0x00000006,
	0x00000007, 0x00040017, 0x00000007, 0x00000004, 0x00000003,
	0x00040020, 0x00000008, 0x00000001, 0x00000007, 0x00020013,
	0x00000009, 0x00040020, 0x0000000a, 0x00000005, 0x00000005,
	0x00040021, 0x0000000b, 0x00000009, 0x0000000a, 0x0004003b,
	0x00000008, 0x00000002, 0x00000001, 0x00050036, 0x00000009,
	0x00000001, 0x00000000, 0x0000000b, 0x00030037, 0x0000000a,
	0x0000000c, 0x000200f8, 0x0000000d, 0x0006003d, 0x00000007,
	0x0000000e, 0x00000002, 0x00000002, 0x00000020, 0x00050051,
	0x00000004, 0x0000000f, 0x0000000e, 0x00000000, 0x00050046,
	0x0000000a, 0x00000010, 0x0000000c, 0x0000000f, 0x0006003d,
	0x00000005, 0x00000011, 0x00000010, 0x00000002, 0x00000004,
	0x00050084, 0x00000005, 0x00000012, 0x00000011, 0x00000003,
	0x00050080, 0x00000005, 0x00000013, 0x00000012, 0x00000006,
	0x0005003e, 0x00000010, 0x00000013, 0x00000002, 0x00000004,
	0x000100fd, 0x00010038,
};

/* For a stub of tests/layers/kinds-driver.c: the magic number, and a source. */
static const char text_of_stub[] =
	"\x03\x02\x23\x07\n"
	"#ifndef SPEC_7\n#define SPEC_7 3\n#endif\n"
	"kernel void add(global uint *to) { to[get_global_id(0)] *= SPEC_7; to[get_global_id(0)] += 7; }\n";

static void make_il(void)
{
	const int is_stub = getenv("CAPTURE_STUB") != NULL;
	char version[256] = "";
	cl_int error;

	clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, sizeof(version) - 1, version, NULL);
	if (version[0] == '\0')
		exit(SKIP);
	program = clCreateProgramWithIL(context, is_stub ? (const void *)text_of_stub : words,
					is_stub ? sizeof(text_of_stub) - 1 : sizeof(words), &error);
	CHECK(error);
	if (is_stub)
		expect(9, "il", text_of_stub, sizeof(text_of_stub) - 1);
	else
		expect(9, "il", words, sizeof(words));
}

static void add(cl_uint factor)
{
	cl_uint numbers[] = { 1, 10, 100 };
	cl_mem buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(numbers), numbers);

	/* Not all that accept a version of the language accept all of it. */
	if (clBuildProgram(program, 0, NULL, NULL, NULL, NULL) != CL_SUCCESS)
		exit(SKIP);
	use("add");
	set(0, sizeof(buffer), &buffer);
	expect(0, "before", numbers, sizeof(numbers));
	for (int i = 0; i < 3; i++)
		numbers[i] = numbers[i] * factor + 7;
	expect(0, "after", numbers, sizeof(numbers));
	launch(3, NULL);
	CHECK(clFinish(queue));
}

static void il(void)
{
	make_il();
	add(3);
}

/* A constant that is set twice has its last value. */
static void constants(void)
{
	cl_uint factor = 4;

	make_il();
	CHECK(clSetProgramSpecializationConstant(program, 7, sizeof(factor), &factor));
	factor = 5;
	CHECK(clSetProgramSpecializationConstant(program, 7, sizeof(factor), &factor));
	add(factor);
}

/* A kernel of the device, which only a stub has. */
static void built_in(void)
{
	cl_int number = 6;
	cl_mem buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(number), &number);
	cl_int error;

	program = clCreateProgramWithBuiltInKernels(context, 1, &device, "stub_next", &error);
	if (error != CL_SUCCESS)
		exit(SKIP);
	use("stub_next");
	set(0, sizeof(buffer), &buffer);
	expect(0, "before", &number, sizeof(number));
	number++;
	expect(0, "after", &number, sizeof(number));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

const struct capture_mode code_modes[] = {
	{ "linked", linked },
	{ "binary", binary },
	{ "names", names },
	{ "il", il },
	{ "constants", constants },
	{ "built-in", built_in },
	{ NULL, NULL },
};
