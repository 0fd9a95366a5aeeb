/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture-program MODE: makes launches on the first device, for the test of the capture layer. In
 * the working directory it writes what a launch finds and leaves in each memory that is captured, in
 * the order of the manifest: expect-N-before, expect-N-after. It fails if it gets other results than
 * it would get without a layer. What each mode does is said at its function.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "layers/short-memory.h"

#define COUNT 1000
#define SKIP 77

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_kernel kernel;

static const char source[] =
	"typedef struct { int a; float4 b; } pair;\n"
	"kernel void scale(global const float *in, global float *out, int n, pair p, local int *l) {\n"
	"	size_t i = get_global_id(0);\n"
	"	if (i < n) out[i] += in[i] * 2.0f + p.a + p.b.y;\n"
	"}\n"
	"kernel void both(global int *a, global int *b) { a[0] = 1; b[0] = a[0] + 1; }\n"
	"kernel void shift(global int *whole, global int *first, global int *second) {\n"
	"	size_t i = get_global_id(0);\n"
	"	if (i == 0) { first[0] = 5; second[0] = 6; if (whole) whole[3] = 7; }\n"
	"}\n"
	"kernel void ones(global int *to) { to[get_global_id(0)] = 1; }\n"
	"kernel void nothing(void) { }\n";

static void check(int is_good, const char *what)
{
	if (is_good)
		return;
	fprintf(stderr, "capture-program: %s\n", what);
	exit(EXIT_FAILURE);
}

#define CHECK(call) check((call) == CL_SUCCESS, #call)

/* What memory NUMBER has at MOMENT. */
static void expect(int number, const char *moment, const void *bytes, size_t size)
{
	char name[64];
	FILE *file;

	snprintf(name, sizeof(name), "expect-%d-%s", number, moment);
	file = fopen(name, "w");
	check(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, name);
}

static cl_command_queue make_queue(cl_command_queue_properties properties)
{
	cl_int error;
	cl_command_queue made = clCreateCommandQueue(context, device, properties, &error);

	CHECK(error);
	return made;
}

static void start(void)
{
	const char *text = source;
	cl_platform_id platform;
	cl_int error;

	CHECK(clGetPlatformIDs(1, &platform, NULL));
	CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	CHECK(error);
	queue = make_queue(CL_QUEUE_PROFILING_ENABLE);
	program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	CHECK(error);
	CHECK(clBuildProgram(program, 0, NULL, "-cl-kernel-arg-info", NULL, NULL));
}

static void use(const char *name)
{
	cl_int error;

	kernel = clCreateKernel(program, name, &error);
	CHECK(error);
}

static cl_mem make_buffer(cl_mem_flags flags, size_t size, void *bytes)
{
	cl_int error;
	cl_mem made = clCreateBuffer(
		context, flags | (bytes != NULL ? CL_MEM_COPY_HOST_PTR : 0), size, bytes, &error);

	CHECK(error);
	return made;
}

static void set(cl_uint index, size_t size, const void *value)
{
	CHECK(clSetKernelArg(kernel, index, size, value));
}

static void launch(size_t size, cl_event *event)
{
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, event));
}

/* -- buffers ------------------------------------------------------------------------------ */

static float in[COUNT], out[COUNT], after[COUNT];

/* Arguments of scale: two buffers, values, local memory. */
static void set_scale(cl_mem_flags flags, cl_mem *to)
{
	/* Static, so that its gap is 0 in every run. */
	static struct {
		cl_int a;
		cl_float4 b;
	} pair = { .a = 3, .b = { { 0, 0.5f, 0, 0 } } };
	const cl_int count = COUNT;
	cl_mem from;

	for (int i = 0; i < COUNT; i++) {
		in[i] = (float)i;
		out[i] = 1;
		after[i] = 1 + 2 * (float)i + 3 + 0.5f;
	}
	use("scale");
	from = make_buffer(CL_MEM_READ_ONLY | flags, sizeof(in), in);
	*to = make_buffer(CL_MEM_READ_WRITE, sizeof(out), out);
	set(0, sizeof(from), &from);
	set(1, sizeof(*to), to);
	set(2, sizeof(count), &count);
	set(3, sizeof(pair), &pair);
	set(4, 64, NULL);
	expect(0, "before", in, sizeof(in));
	expect(1, "before", out, sizeof(out));
	expect(1, "after", after, sizeof(after));
}

static void read_after(cl_mem buffer)
{
	float result[COUNT];

	CHECK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(result), result, 0, NULL, NULL));
	check(memcmp(result, after, sizeof(result)) == 0, "the result");
}

/*
 * From now on the layer CAPTURE_SHORT_LAYER, which was built with short-memory.c, gets no memory in its
 * allocation CAPTURE_SHORT, and if that is negative, in later ones, too.
 */
static void shorten(void)
{
	const char *path = getenv("CAPTURE_SHORT_LAYER");
	const char *number = getenv("CAPTURE_SHORT");
	void *layer = path != NULL ? dlopen(path, RTLD_NOW | RTLD_NOLOAD) : NULL;
	short_memory_set_fn *set_short;

	if (path == NULL)
		return;
	check(layer != NULL && number != NULL, "the layer with little memory");
	*(void **)&set_short = dlsym(layer, "short_memory_set");
	check(set_short != NULL, "short_memory_set");
	set_short(number[0] == '-' ? SHORT_FOR_GOOD : SHORT_ONCE,
		  (unsigned)labs(strtol(number, NULL, 10)));
}

/* A launch with two buffers, of which the host may not touch one. */
static void buffers(void)
{
	cl_mem to;

	set_scale(CL_MEM_HOST_NO_ACCESS, &to);
	shorten();
	launch(1024, NULL);
	read_after(to);
}

/* The same buffer twice. */
static void twice(void)
{
	cl_int before[4] = { 9, 9, 9, 9 };
	cl_int later[4] = { 2, 9, 9, 9 };
	cl_mem buffer;

	use("both");
	buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(before), before);
	set(0, sizeof(buffer), &buffer);
	set(1, sizeof(buffer), &buffer);
	expect(0, "before", before, sizeof(before));
	expect(0, "after", later, sizeof(later));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

static cl_mem make_sub_buffer(cl_mem buffer, size_t origin, size_t size)
{
	const cl_buffer_region region = { origin, size };
	cl_int error;
	cl_mem made = clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
					&region, &error);

	CHECK(error);
	return made;
}

/* Sub-buffers, which overlap or not, of a buffer that the kernel does not get. */
static void sub_buffers(size_t second_origin)
{
	static cl_int before[1024], later[1024];
	const size_t part = 2048;
	cl_mem buffer, first, second;

	for (int i = 0; i < 1024; i++)
		before[i] = later[i] = i + 1;
	use("shift");
	buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(before), before);
	first = make_sub_buffer(buffer, 0, part);
	second = make_sub_buffer(buffer, second_origin, 1024);
	set(0, sizeof(cl_mem), NULL);
	set(1, sizeof(first), &first);
	set(2, sizeof(second), &second);
	later[0] = 5;
	later[second_origin / sizeof(cl_int)] = 6;
	if (second_origin < part) {
		expect(0, "before", before, second_origin + 1024);
		expect(0, "after", later, second_origin + 1024);
	} else {
		expect(0, "before", before, part);
		expect(0, "after", later, part);
		expect(1, "before", (char *)before + second_origin, 1024);
		expect(1, "after", (char *)later + second_origin, 1024);
	}
	/* The buffer lives on in its parts. */
	CHECK(clReleaseMemObject(buffer));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

static void overlap(void)
{
	sub_buffers(1024);
}

static void apart(void)
{
	sub_buffers(3072);
}

/* Memory of zeros before the launch. */
static void zeros(void)
{
	static cl_int bytes[65536];
	cl_mem buffer;

	use("ones");
	buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(bytes), bytes);
	set(0, sizeof(buffer), &buffer);
	expect(0, "before", bytes, sizeof(bytes));
	bytes[0] = bytes[1] = 1;
	expect(0, "after", bytes, sizeof(bytes));
	launch(2, NULL);
	CHECK(clFinish(queue));
}

/* -- images ------------------------------------------------------------------------------- */

static const char image_source[] =
	"constant sampler_t own = CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP | CLK_NORMALIZED_COORDS_FALSE;\n"
	"kernel void turn(read_only image2d_t from, sampler_t s, write_only image2d_t to) {\n"
	"	int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
	"	write_imageui(to, at, read_imageui(from, s, at) + (uint4)(1));\n"
	"}\n"
	"kernel void sum(read_only image3d_t from, global uint *to) {\n"
	"	*to = read_imageui(from, own, (int4)(1, 1, 1, 0)).x;\n"
	"}\n"
	"kernel void line(read_only image1d_buffer_t from, global uint *to) {\n"
	"	*to = read_imageui(from, 3).x;\n"
	"}\n";

static void start_images(const char *name)
{
	const char *text = image_source;
	cl_bool has_images = CL_FALSE;
	cl_int error;

	CHECK(clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof(has_images), &has_images,
			      NULL));
	if (!has_images)
		exit(SKIP);
	program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	CHECK(error);
	CHECK(clBuildProgram(program, 0, NULL, "-cl-kernel-arg-info", NULL, NULL));
	use(name);
}

static cl_mem make_image(cl_mem_flags flags, const cl_image_desc *desc, void *bytes)
{
	const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
	cl_int error;
	cl_mem made = clCreateImage(context, flags | (bytes != NULL ? CL_MEM_COPY_HOST_PTR : 0),
				    &format, desc, bytes, &error);

	if (error == CL_IMAGE_FORMAT_NOT_SUPPORTED)
		exit(SKIP);
	CHECK(error);
	return made;
}

/* Two images whose rows have no power of two bytes, and a sampler. */
static void images(void)
{
	static unsigned char pixels[7][13][4], to_pixels[7][13][4];
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				     .image_width = 13, .image_height = 7 };
	const size_t size[2] = { 13, 7 };
	cl_mem from, to;
	cl_sampler sampler;
	cl_int error;

	for (size_t i = 0; i < sizeof(pixels); i++)
		((unsigned char *)pixels)[i] = (unsigned char)(i % 251);
	start_images("turn");
	from = make_image(CL_MEM_READ_ONLY, &desc, pixels);
	to = make_image(CL_MEM_READ_WRITE, &desc, to_pixels);
	sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST,
				  &error);
	CHECK(error);
	set(0, sizeof(from), &from);
	set(1, sizeof(sampler), &sampler);
	set(2, sizeof(to), &to);
	expect(0, "before", pixels, sizeof(pixels));
	expect(1, "before", to_pixels, sizeof(to_pixels));
	for (size_t i = 0; i < sizeof(pixels); i++)
		((unsigned char *)to_pixels)[i] = (unsigned char)(((unsigned char *)pixels)[i] + 1);
	expect(1, "after", to_pixels, sizeof(to_pixels));
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, size, NULL, 0, NULL, NULL));
	CHECK(clReleaseSampler(sampler));
	CHECK(clReleaseMemObject(to));
	CHECK(clFinish(queue));
}

/* An image in a buffer of the program, of another size. */
static void image_in_buffer(void)
{
	unsigned char bytes[64];
	cl_uint sum = 0;
	cl_mem buffer, image, result;
	cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 8 };

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)(i + 1);
	start_images("line");
	buffer = make_buffer(CL_MEM_READ_ONLY, sizeof(bytes), bytes);
	result = make_buffer(CL_MEM_READ_WRITE, sizeof(sum), &sum);
	desc.buffer = buffer;
	image = make_image(CL_MEM_READ_ONLY, &desc, NULL);
	set(0, sizeof(image), &image);
	set(1, sizeof(result), &result);
	expect(0, "before", bytes, sizeof(bytes));
	expect(1, "before", &sum, sizeof(sum));
	sum = 13;
	expect(1, "after", &sum, sizeof(sum));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

static void image_3d(void)
{
	static unsigned char pixels[3][4][5][4];
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE3D,
				     .image_width = 5, .image_height = 4, .image_depth = 3 };
	cl_uint sum = 0;
	cl_mem image, result;

	for (size_t i = 0; i < sizeof(pixels); i++)
		((unsigned char *)pixels)[i] = (unsigned char)i;
	start_images("sum");
	image = make_image(CL_MEM_READ_ONLY, &desc, pixels);
	result = make_buffer(CL_MEM_READ_WRITE, sizeof(sum), &sum);
	set(0, sizeof(image), &image);
	set(1, sizeof(result), &result);
	expect(0, "before", pixels, sizeof(pixels));
	expect(1, "before", &sum, sizeof(sum));
	sum = pixels[1][1][1][0];
	expect(1, "after", &sum, sizeof(sum));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

/* -- shared memory ------------------------------------------------------------------------- */

static cl_int *allocate(size_t size)
{
	cl_device_svm_capabilities svm = 0;
	cl_int *made;

	clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof(svm), &svm, NULL);
	if (svm == 0)
		exit(SKIP);
	made = clSVMAlloc(context, CL_MEM_READ_WRITE, size, 0);
	check(made != NULL, "clSVMAlloc");
	CHECK(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, made, size, 0, NULL, NULL));
	return made;
}

/* A pointer into the middle of an allocation. */
static void shared(void)
{
	cl_int *pointer = allocate(4096);

	memset(pointer, 1, 4096);
	expect(0, "before", pointer, 4096);
	pointer[512] = 1;
	expect(0, "after", pointer, 4096);
	pointer[512] = 0x01010101;
	CHECK(clEnqueueSVMUnmap(queue, pointer, 0, NULL, NULL));
	use("ones");
	CHECK(clSetKernelArgSVMPointer(kernel, 0, pointer + 512));
	launch(1, NULL);
	CHECK(clFinish(queue));
	clSVMFree(context, pointer);
}

/* Memory with a pointer into shared memory: it cannot be captured. */
static void pointers(void)
{
	cl_int *pointer = allocate(4096);
	cl_int *other = allocate(4096);
	cl_int *inside = other + 3;

	memset(pointer, 0, 4096);
	memcpy(pointer + 256, &inside, sizeof(inside));
	CHECK(clEnqueueSVMUnmap(queue, pointer, 0, NULL, NULL));
	CHECK(clEnqueueSVMUnmap(queue, other, 0, NULL, NULL));
	use("ones");
	CHECK(clSetKernelArgSVMPointer(kernel, 0, pointer));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

/* A kernel that finds shared memory by itself: the program lists it. */
static void listed(void)
{
	cl_int *pointer = allocate(4096);
	void *list[] = { pointer };

	CHECK(clEnqueueSVMUnmap(queue, pointer, 0, NULL, NULL));
	use("ones");
	CHECK(clSetKernelArgSVMPointer(kernel, 0, pointer));
	CHECK(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(list), list));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

/* -- programs ------------------------------------------------------------------------------- */

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
	check(bytes != NULL && size > 0, "the size of the binary");
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

/* -- events --------------------------------------------------------------------------------- */

static cl_int status_of(cl_event event)
{
	cl_int status = 1;

	CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
			     NULL));
	return status;
}

static void check_event(cl_event event)
{
	cl_command_type type = 0;
	cl_ulong begin = 0, end = 0;

	CHECK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
	check(type == CL_COMMAND_NDRANGE_KERNEL, "the type of the command");
	CHECK(clWaitForEvents(1, &event));
	check(status_of(event) == CL_COMPLETE, "the status");
	CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(begin), &begin,
				      NULL));
	CHECK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL));
	check(begin != 0 && end >= begin, "the times");
}

static void CL_CALLBACK count_end(cl_event event, cl_int status, void *data)
{
	(void)event;
	__atomic_add_fetch((int *)data, status == CL_COMPLETE ? 1 : 100, __ATOMIC_SEQ_CST);
}

/* The launch waits for an event that the program sets after the call has returned. */
static void user_event(void)
{
	const size_t size = 1024;
	static int count;
	cl_event event, gate;
	cl_int error;
	cl_mem to;

	set_scale(0, &to);
	gate = clCreateUserEvent(context, &error);
	CHECK(error);
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 1, &gate, &event));
	check(status_of(event) > CL_COMPLETE, "the status before the event");
	CHECK(clSetEventCallback(event, CL_COMPLETE, count_end, &count));
	CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
	check_event(event);
	CHECK(clReleaseEvent(event));
	read_after(to);
	for (int i = 0; i < 1000 && __atomic_load_n(&count, __ATOMIC_SEQ_CST) == 0; i++)
		usleep(10000);
	check(__atomic_load_n(&count, __ATOMIC_SEQ_CST) == 1, "the callback");
}

/* The program ends, and has not set the event. */
static void never_set(void)
{
	const size_t size = 1024;
	cl_event gate;
	cl_int error;
	cl_mem to;

	set_scale(0, &to);
	gate = clCreateUserEvent(context, &error);
	CHECK(error);
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 1, &gate, NULL));
}

/* What the launch waits for fails, so it does not run. */
static void fails_later(void)
{
	const size_t size = 1024;
	cl_event event, gate;
	cl_int error;
	cl_mem to;

	set_scale(0, &to);
	gate = clCreateUserEvent(context, &error);
	CHECK(error);
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 1, &gate, &event));
	CHECK(clSetUserEventStatus(gate, -5));
	check(clWaitForEvents(1, &event) != CL_SUCCESS, "waiting for a launch that fails");
	check(status_of(event) < 0, "the status of a launch that fails");
}

/* A queue without order: commands wait for the launch, and at once overwrite what it used. */
static void unordered(void)
{
	const size_t size = 1024;
	static const float others[COUNT];
	cl_event event, written[2];
	cl_mem to, from;
	cl_int error;

	queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
	set_scale(0, &to);
	from = make_buffer(CL_MEM_READ_ONLY, sizeof(in), NULL);
	set(0, sizeof(from), &from);
	written[0] = clCreateUserEvent(context, &error);
	CHECK(error);
	CHECK(clEnqueueWriteBuffer(queue, from, CL_FALSE, 0, sizeof(in), in, 1, written,
				   &written[1]));
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 1, &written[1], &event));
	CHECK(clEnqueueWriteBuffer(queue, to, CL_FALSE, 0, sizeof(others), others, 1, &event, NULL));
	CHECK(clEnqueueWriteBuffer(queue, from, CL_FALSE, 0, sizeof(others), others, 1, &event,
				   NULL));
	CHECK(clSetUserEventStatus(written[0], CL_COMPLETE));
	CHECK(clFinish(queue));
	check_event(event);
}

/* All that can be released is released after the call. */
static void released(void)
{
	cl_event event;
	cl_mem to;

	set_scale(0, &to);
	launch(1024, &event);
	CHECK(clReleaseKernel(kernel));
	CHECK(clReleaseProgram(program));
	CHECK(clReleaseMemObject(to));
	CHECK(clReleaseContext(context));
	CHECK(clFlush(queue));
	CHECK(clReleaseCommandQueue(queue));
	CHECK(clWaitForEvents(1, &event));
	CHECK(clReleaseEvent(event));
}

/* -- others --------------------------------------------------------------------------------- */

/* Launches of three kernels; the second one of "ones" is launch 4. */
static void several(void)
{
	cl_int number = 0;
	cl_mem buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(number), &number);
	cl_kernel kernels[2];

	use("nothing");
	kernels[0] = kernel;
	use("ones");
	kernels[1] = kernel;
	set(0, sizeof(buffer), &buffer);
	for (int i = 0; i < 6; i++) {
		kernel = kernels[i % 2];
		launch(1, NULL);
	}
	CHECK(clFinish(queue));
}

/* A launch without an argument that was never set, after one that succeeds. */
static void failing(void)
{
	const size_t size = 1;
	cl_int number = 3;
	cl_mem buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(number), &number);

	use("nothing");
	launch(1, NULL);
	use("both");
	set(0, sizeof(buffer), &buffer);
	expect(0, "before", &number, sizeof(number));
	check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL) ==
		      CL_INVALID_KERNEL_ARGS,
	      "a launch without arguments");
	CHECK(clFinish(queue));
}

/* Calls that are as wrong as can be without a crash of the driver. */
static void hostile(void)
{
	const size_t size = 1;

	use("nothing");
	check(clEnqueueNDRangeKernel(queue, kernel, 0x7fffffff, NULL, NULL, NULL, 0, NULL, NULL) !=
		      CL_SUCCESS,
	      "a launch of too many dimensions");
	check(clEnqueueNDRangeKernel(NULL, NULL, 1, NULL, &size, NULL, 0, NULL, NULL) != CL_SUCCESS,
	      "a launch of nothing");
}

static void task(void)
{
	cl_int number = 0;
	cl_mem buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(number), &number);

	use("ones");
	set(0, sizeof(buffer), &buffer);
	expect(0, "before", &number, sizeof(number));
	number = 1;
	expect(0, "after", &number, sizeof(number));
	CHECK(clEnqueueTask(queue, kernel, 0, NULL, NULL));
	CHECK(clFinish(queue));
}

/* Names with quotes and bytes that are no UTF-8. */
static void names(void)
{
	const char *text = "kernel void ones(global int *to) { *to = VALUE; }\n";
	cl_int number = 0;
	cl_mem buffer = make_buffer(CL_MEM_READ_WRITE, sizeof(number), &number);
	cl_int error;

	program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	CHECK(error);
	CHECK(clBuildProgram(program, 0, NULL, "-DVALUE=1 -DNAME=\"a\\b\" -DOTHER=\xff\x01", NULL,
			     NULL));
	use("ones");
	set(0, sizeof(buffer), &buffer);
	expect(0, "before", &number, sizeof(number));
	number = 1;
	expect(0, "after", &number, sizeof(number));
	launch(1, NULL);
	CHECK(clFinish(queue));
}

/* A buffer of 16 MiB without zeros. */
static void big(void)
{
	const size_t size = 16 << 20;
	char *bytes = malloc(size);
	cl_mem buffer;

	check(bytes != NULL, "memory");
	memset(bytes, 7, size);
	use("ones");
	buffer = make_buffer(CL_MEM_READ_WRITE, size, bytes);
	set(0, sizeof(buffer), &buffer);
	launch(1, NULL);
	CHECK(clFinish(queue));
}

/* It is killed while the launch waits. */
static void killed(void)
{
	never_set();
	raise(SIGKILL);
}

/* The launch is made by a child, after one of the parent. */
static void forks(void)
{
	int status = 0;
	pid_t child;

	use("nothing");
	launch(1, NULL);
	CHECK(clFinish(queue));
	child = fork();
	if (child == 0)
		exit(EXIT_SUCCESS);
	check(waitpid(child, &status, 0) == child && status == 0, "the child");
}

static const struct {
	const char *name;
	void (*run)(void);
} modes[] = {
	{ "buffers", buffers },	    { "twice", twice },		  { "overlap", overlap },
	{ "apart", apart },	    { "zeros", zeros },		  { "images", images },
	{ "image-3d", image_3d },   { "image-in-buffer", image_in_buffer },
	{ "shared", shared },	    { "pointers", pointers },	  { "listed", listed },
	{ "linked", linked },	    { "binary", binary },	  { "user-event", user_event },
	{ "never-set", never_set }, { "fails-later", fails_later }, { "unordered", unordered },
	{ "released", released },   { "several", several },	  { "failing", failing },
	{ "hostile", hostile },	    { "task", task },		  { "names", names },
	{ "big", big },		    { "killed", killed },	  { "forks", forks },
};

int main(int count, char **words)
{
	for (size_t i = 0; count == 2 && i < sizeof(modes) / sizeof(modes[0]); i++)
		if (strcmp(words[1], modes[i].name) == 0) {
			start();
			modes[i].run();
			return EXIT_SUCCESS;
		}
	check(0, "expected a mode");
}
