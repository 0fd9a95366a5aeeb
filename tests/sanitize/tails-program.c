/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tails-program: what a program can see of the tails that the sanitizer puts after buffers, and
 * what the sanitizer sees by them.
 *
 *	tails-program codes		what wrong and right calls for ranges of memory return
 *	tails-program right [IL]	what kernels of a binary compute that write up to the end
 *	tails-program faulty [IL]	kernels of a binary that write beyond the end
 *	tails-program il		the newest SPIR-V that the device takes, as "1.2", or
 *nothing tails-program source		the kernels
 *	tails-program cost N		the seconds that N buffers take, with launches
 *
 * With IL, a file of SPIR-V that was made from the kernels, they are not of a binary, but of that.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#define SIZE 1000 /* bytes of most buffers */
#define THREADS 4
#define ROUNDS 50

static const char source[] =
	"kernel void fill(global uchar *to, int from, int count)\n"
	"{\n"
	"	for (int i = from; i < from + count; i++)\n"
	"		to[i] = 0;\n"
	"}\n"
	"kernel void copy(global uchar *to, global const uchar *from, int count)\n"
	"{\n"
	"	for (int i = 0; i < count; i++)\n"
	"		to[i] = from[i];\n"
	"}\n"
	"kernel void count(global int *to, int at)\n"
	"{\n"
	"	atomic_inc(to + at);\n"
	"}\n";

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static void want(int is_good, const char *what)
{
	if (is_good)
		return;
	fprintf(stderr, "tails-program: %s\n", what);
	exit(2);
}

static void open_device(void)
{
	cl_int error;

	want(clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS &&
		     clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS,
	     "no device");
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	want(error == CL_SUCCESS, "no context");
	queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
	want(error == CL_SUCCESS, "no queue");
}

/* -- what calls return ------------------------------------------------------------------------ */

struct range {
	size_t offset;
	size_t size;
};

static const struct range ranges[] = {
	{ 0, SIZE },
	{ 0, SIZE + 1 },
	{ 0, SIZE + 24 },
	{ 0, SIZE + 4096 },
	{ 0, SIZE + 4097 },
	{ 0, 0 },
	{ 4, 4 },
	{ SIZE, 0 },
	{ SIZE + 1, 0 },
	{ SIZE - 4, 4 },
	{ SIZE - 4, 8 },
	{ SIZE, 4 },
	{ SIZE + 4, 4 },
	{ SIZE + 4092, 4 },
	{ SIZE + 4096, 4 },
	{ SIZE + 8192, 4 },
	{ SIZE - 3, 4 },
	{ SIZE + 1, 3 },
	{ SIZE_MAX, 4 },
	{ SIZE_MAX - 8, 4 },
	{ SIZE_MAX - 4095, 4 },
	{ SIZE_MAX / 2, 4 },
};
#define RANGES (sizeof(ranges) / sizeof(*ranges))

static cl_mem buffer, other, image;
static char memory[3 * 8192];

static void say(const char *what, size_t i, cl_int code)
{
	printf("%s %zu: %d\n", what, i, (int)code);
}

static void finish(void)
{
	clFinish(queue);
}

static void print_bytes(void)
{
	const struct range *range;
	cl_int error;
	void *map;

	for (size_t i = 0; i < RANGES; i++) {
		range = &ranges[i];
		say("read", i,
		    clEnqueueReadBuffer(queue, buffer, CL_TRUE, range->offset, range->size, memory,
					0, NULL, NULL));
		say("read to NULL", i,
		    clEnqueueReadBuffer(queue, buffer, CL_TRUE, range->offset, range->size, NULL, 0,
					NULL, NULL));
		say("read with a wrong list", i,
		    clEnqueueReadBuffer(queue, buffer, CL_TRUE, range->offset, range->size, memory,
					1, NULL, NULL));
		say("write", i,
		    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, range->offset, range->size, memory,
					 0, NULL, NULL));
		say("fill by 1", i,
		    clEnqueueFillBuffer(queue, buffer, "a", 1, range->offset, range->size, 0, NULL,
					NULL));
		say("fill by 4", i,
		    clEnqueueFillBuffer(queue, buffer, "abcd", 4, range->offset, range->size, 0,
					NULL, NULL));
		say("fill by 3", i,
		    clEnqueueFillBuffer(queue, buffer, "abc", 3, range->offset, range->size, 0,
					NULL, NULL));
		map = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, range->offset,
					 range->size, 0, NULL, NULL, &error);
		say("map", i, error);
		if (map)
			clEnqueueUnmapMemObject(queue, buffer, map, 0, NULL, NULL);
		finish();
	}
}

static void print_copies(void)
{
	const struct range *range;

	for (size_t i = 0; i < RANGES; i++) {
		range = &ranges[i];
		say("copy from", i,
		    clEnqueueCopyBuffer(queue, buffer, other, range->offset, 0, range->size, 0,
					NULL, NULL));
		say("copy to", i,
		    clEnqueueCopyBuffer(queue, other, buffer, 0, range->offset, range->size, 0,
					NULL, NULL));
		say("copy within", i,
		    clEnqueueCopyBuffer(queue, buffer, buffer, range->offset, 2, range->size, 0,
					NULL, NULL));
		say("copy within, back", i,
		    clEnqueueCopyBuffer(queue, buffer, buffer, 2, range->offset, range->size, 0,
					NULL, NULL));
		finish();
	}
}

/* A row of 10 bytes each 100 bytes: buffers have 10 of them. */
static const struct {
	size_t origin[3];
	size_t region[3];
	size_t row;
	size_t slice;
} rects[] = {
	{ { 0, 0, 0 }, { 10, 10, 1 }, 100, 0 },		{ { 90, 0, 0 }, { 10, 10, 1 }, 100, 0 },
	{ { 91, 0, 0 }, { 10, 10, 1 }, 100, 0 },	{ { 0, 1, 0 }, { 10, 10, 1 }, 100, 0 },
	{ { 0, 0, 0 }, { 10, 11, 1 }, 100, 0 },		{ { 0, 0, 0 }, { 10, 40, 1 }, 100, 0 },
	{ { 0, 0, 0 }, { 10, 60, 1 }, 100, 0 },		{ { 0, 0, 1 }, { 10, 5, 1 }, 100, 500 },
	{ { 0, 0, 1 }, { 10, 5, 2 }, 100, 500 },	{ { 0, 0, 2 }, { 10, 1, 1 }, 100, 500 },
	{ { 0, 0, 10 }, { 10, 1, 1 }, 100, 500 },	{ { 1000, 0, 0 }, { 1, 1, 1 }, 0, 0 },
	{ { 999, 0, 0 }, { 1, 1, 1 }, 0, 0 },		{ { 999, 0, 0 }, { 2, 1, 1 }, 0, 0 },
	{ { 5000, 0, 0 }, { 200, 1, 1 }, 0, 0 },	{ { 0, 0, 0 }, { 0, 10, 1 }, 100, 0 },
	{ { 1000, 0, 0 }, { 0, 1, 1 }, 0, 0 },		{ { 0, 0, 0 }, { 10, 10, 1 }, 9, 0 },
	{ { 0, 0, 0 }, { 10, 5, 2 }, 100, 499 },	{ { 0, 1, 0 }, { 10, 10, 1 }, 9, 0 },
	{ { SIZE_MAX - 5, 0, 0 }, { 10, 1, 1 }, 0, 0 },
};

static void print_rects(void)
{
	static const size_t none[3] = { 0, 0, 0 };

	for (size_t i = 0; i < sizeof(rects) / sizeof(*rects); i++) {
		say("read rect", i,
		    clEnqueueReadBufferRect(queue, buffer, CL_TRUE, rects[i].origin, none,
					    rects[i].region, rects[i].row, rects[i].slice, 0, 0,
					    memory, 0, NULL, NULL));
		say("write rect", i,
		    clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, rects[i].origin, none,
					     rects[i].region, rects[i].row, rects[i].slice, 0, 0,
					     memory, 0, NULL, NULL));
		say("copy rect from", i,
		    clEnqueueCopyBufferRect(queue, buffer, other, rects[i].origin, none,
					    rects[i].region, rects[i].row, rects[i].slice, 0, 0, 0,
					    NULL, NULL));
		say("copy rect to", i,
		    clEnqueueCopyBufferRect(queue, other, buffer, none, rects[i].origin,
					    rects[i].region, 0, 0, rects[i].row, rects[i].slice, 0,
					    NULL, NULL));
		say("copy rect within", i,
		    clEnqueueCopyBufferRect(queue, buffer, buffer, rects[i].origin, none,
					    rects[i].region, rects[i].row, rects[i].slice,
					    rects[i].row, rects[i].slice, 0, NULL, NULL));
		finish();
	}
	say("read rect without origin", 0,
	    clEnqueueReadBufferRect(queue, buffer, CL_TRUE, NULL, none, rects[0].region, 0, 0, 0, 0,
				    memory, 0, NULL, NULL));
	say("read rect without region", 0,
	    clEnqueueReadBufferRect(queue, buffer, CL_TRUE, none, none, NULL, 0, 0, 0, 0, memory, 0,
				    NULL, NULL));
}

static void print_size(const char *what, cl_mem object)
{
	size_t size = 0, length = 0;
	cl_int error = clGetMemObjectInfo(object, CL_MEM_SIZE, sizeof(size), &size, &length);

	printf("%s: %d, %zu bytes, %zu\n", what, (int)error, size, length);
	printf("%s: %d, %d\n", what, (int)clGetMemObjectInfo(object, CL_MEM_SIZE, 1, &size, NULL),
	       (int)clGetMemObjectInfo(object, CL_MEM_SIZE, 0, NULL, &length));
}

static void print_sub_buffers(void)
{
	cl_buffer_region region;
	cl_mem part;
	cl_int error;

	for (size_t i = 0; i < RANGES; i++) {
		region = (cl_buffer_region){ ranges[i].offset, ranges[i].size };
		part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
		say("sub-buffer", i, error);
		if (!part)
			continue;
		print_size("sub-buffer", part);
		say("read of a sub-buffer", i,
		    clEnqueueReadBuffer(queue, part, CL_TRUE, 0, ranges[i].size + 1, memory, 0,
					NULL, NULL));
		clReleaseMemObject(part);
	}
	region = (cl_buffer_region){ 0, SIZE };
	clCreateSubBuffer(buffer, 0, 0, &region, &error);
	say("sub-buffer of a wrong type", 0, error);
	clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, NULL, &error);
	say("sub-buffer without region", 0, error);
}

/* -- images ----------------------------------------------------------------------------------- */

/* Elements of 4 bytes: 250 fit. */
static const size_t widths[] = { 1, 249, 250, 251, 300, 1274, 1275, 0 };

static void print_image_buffers(void)
{
	const cl_image_format format = { CL_R, CL_UNSIGNED_INT32 };

	for (size_t i = 0; i < sizeof(widths) / sizeof(*widths); i++) {
		cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER,
				       .image_width = widths[i],
				       .buffer = buffer };
		cl_int error = 1;
		cl_mem made = clCreateImage(context, 0, &format, &desc, NULL, &error);

		say("image of a buffer", i, error);
		if (made) {
			print_size("image of a buffer", made);
			clReleaseMemObject(made);
		}
		desc.image_type = CL_MEM_OBJECT_IMAGE2D;
		desc.image_width = 10;
		desc.image_height = widths[i] / 10;
		desc.image_row_pitch = 40;
		made = clCreateImage(context, 0, &format, &desc, NULL, &error);
		say("plane of a buffer", i, error);
		if (made)
			clReleaseMemObject(made);
	}
}

static void print_image_copies(void)
{
	static const size_t none[3] = { 0, 0, 0 };
	const cl_image_format format = { CL_R, CL_UNSIGNED_INT32 };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				     .image_width = 64,
				     .image_height = 64 };
	cl_int error;

	image = clCreateImage(context, 0, &format, &desc, NULL, &error);
	say("image", 0, error);
	for (size_t rows = 1; image && rows <= 40; rows += 3)
		for (size_t offset = 0; offset <= 8; offset += 4) {
			const size_t region[3] = { 25, rows, 1 };

			say("image to buffer", rows * 10 + offset,
			    clEnqueueCopyImageToBuffer(queue, image, buffer, none, region, offset,
						       0, NULL, NULL));
			say("buffer to image", rows * 10 + offset,
			    clEnqueueCopyBufferToImage(queue, buffer, image, offset, none, region,
						       0, NULL, NULL));
			finish();
		}
	if (image)
		clReleaseMemObject(image);
}

/* -- how buffers are made --------------------------------------------------------------------- */

static void print_created(void)
{
	static const struct {
		cl_mem_flags flags;
		size_t size;
		int has_host;
	} rows[] = {
		{ CL_MEM_READ_WRITE, SIZE, 0 },
		{ CL_MEM_READ_WRITE, 0, 0 },
		{ CL_MEM_READ_WRITE, SIZE, 1 },
		{ CL_MEM_COPY_HOST_PTR, SIZE, 1 },
		{ CL_MEM_COPY_HOST_PTR, SIZE, 0 },
		{ CL_MEM_USE_HOST_PTR, SIZE, 1 },
		{ CL_MEM_USE_HOST_PTR, SIZE, 0 },
		{ CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, SIZE, 1 },
		{ CL_MEM_ALLOC_HOST_PTR, SIZE, 0 },
		{ CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR, SIZE, 1 },
		{ CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, SIZE, 0 },
		{ CL_MEM_HOST_NO_ACCESS, SIZE, 0 },
		{ CL_MEM_HOST_NO_ACCESS | CL_MEM_HOST_READ_ONLY, SIZE, 0 },
		{ (cl_mem_flags)1 << 40, SIZE, 0 },
		{ CL_MEM_READ_WRITE, SIZE_MAX, 0 },
		{ CL_MEM_READ_WRITE, SIZE_MAX - 4096, 0 },
	};
	cl_int error;
	cl_mem made;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		made = clCreateBuffer(context, rows[i].flags, rows[i].size,
				      rows[i].has_host ? memory : NULL, &error);
		say("buffer", i, error);
		if (made) {
			print_size("buffer", made);
			clReleaseMemObject(made);
		}
	}
	clCreateBuffer(NULL, 0, SIZE, NULL, &error);
	say("buffer without context", 0, error);
}

static void print_largest(void)
{
	cl_ulong most = 0;
	cl_int error;
	cl_mem made;

	clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(most), &most, NULL);
	for (size_t more = 0; more <= 2; more++) {
		made = clCreateBuffer(context, 0, (size_t)most - 1 + more, NULL, &error);
		say("largest", more, error);
		if (made)
			clReleaseMemObject(made);
	}
}

static void print_codes(void)
{
	const cl_buffer_region region = { 0, 128 };
	cl_int error;
	cl_mem part;

	memset(memory, 'x', sizeof(memory));
	buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, SIZE, memory, &error);
	other = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(memory), NULL, &error);
	print_created();
	print_largest();
	print_size("buffer", buffer);
	print_bytes();
	print_copies();
	print_rects();
	print_sub_buffers();
	print_image_buffers();
	print_image_copies();
	part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
	clReleaseMemObject(buffer);
	say("read of a part that is left", 0,
	    clEnqueueReadBuffer(queue, part, CL_TRUE, 0, 128, memory, 0, NULL, NULL));
	clReleaseMemObject(part);
	clReleaseMemObject(other);
	finish();
}

/* -- kernels of a binary ---------------------------------------------------------------------- */

static cl_program program;
static const char *il_name; /* of a file; NULL: the kernels are of a binary */

/* Which SPIR-V the device takes: the newest version. "": none. */
static void print_il(void)
{
	char versions[1024] = "";
	unsigned major, minor;

	if (clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, sizeof(versions), versions, NULL) ==
		    CL_SUCCESS &&
	    sscanf(versions, "SPIR-V_%u.%u", &major, &minor) == 2)
		printf("%u.%u\n", major, minor);
}

static void build_il(void)
{
	static char il[1 << 20];
	FILE *file = fopen(il_name, "rb");
	size_t size = file ? fread(il, 1, sizeof(il), file) : 0;
	cl_int error;

	want(file && size && size < sizeof(il) && fclose(file) == 0, "no IL");
	program = clCreateProgramWithIL(context, il, size, &error);
	want(error == CL_SUCCESS &&
		     clBuildProgram(program, 1, &device, "", NULL, NULL) == CL_SUCCESS,
	     "no program from IL");
}

static void build_binary(void)
{
	const char *text = source;
	cl_program whole = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	unsigned char *binary;
	size_t size = 0;
	cl_int error;

	want(clBuildProgram(whole, 1, &device, "", NULL, NULL) == CL_SUCCESS, "no program");
	clGetProgramInfo(whole, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL);
	binary = malloc(size);
	want(binary && clGetProgramInfo(whole, CL_PROGRAM_BINARIES, sizeof(binary), &binary,
					NULL) == CL_SUCCESS,
	     "no binary");
	program = clCreateProgramWithBinary(context, 1, &device, &size,
					    (const unsigned char **)&binary, NULL, &error);
	want(error == CL_SUCCESS &&
		     clBuildProgram(program, 1, &device, "", NULL, NULL) == CL_SUCCESS,
	     "no program from a binary");
	free(binary);
	clReleaseProgram(whole);
}

static void build(void)
{
	if (il_name)
		build_il();
	else
		build_binary();
}

static cl_kernel make_kernel(const char *name)
{
	cl_int error;
	cl_kernel kernel = clCreateKernel(program, name, &error);

	want(error == CL_SUCCESS, "no kernel");
	return kernel;
}

static cl_mem make_buffer(cl_mem_flags flags, size_t size, void *host)
{
	cl_int error;
	cl_mem made = clCreateBuffer(context, flags, size, host, &error);

	want(error == CL_SUCCESS, "no buffer");
	return made;
}

static void launch_to(cl_command_queue to, cl_kernel kernel, cl_event *event)
{
	const size_t one = 1;

	want(clEnqueueNDRangeKernel(to, kernel, 1, NULL, &one, &one, 0, NULL, event) == CL_SUCCESS,
	     "no launch");
}

/* Sets COUNT bytes of TO from byte FROM on to 0. */
static void set_fill(cl_kernel kernel, cl_mem to, cl_int from, cl_int count)
{
	clSetKernelArg(kernel, 0, sizeof(to), &to);
	clSetKernelArg(kernel, 1, sizeof(from), &from);
	clSetKernelArg(kernel, 2, sizeof(count), &count);
}

static void set_copy(cl_kernel kernel, cl_mem to, cl_mem from, cl_int count)
{
	clSetKernelArg(kernel, 0, sizeof(to), &to);
	clSetKernelArg(kernel, 1, sizeof(from), &from);
	clSetKernelArg(kernel, 2, sizeof(count), &count);
}

/* How many bytes too many kernels write. */
static cl_int excess;

static void print_sum(const char *what, cl_mem of, size_t size)
{
	unsigned char bytes[8192];
	unsigned long sum = 0;

	want(clEnqueueReadBuffer(queue, of, CL_TRUE, 0, size, bytes, 0, NULL, NULL) == CL_SUCCESS,
	     "no read");
	for (size_t i = 0; i < size; i++)
		sum = sum * 31 + bytes[i];
	printf("%s: %lu\n", what, sum);
}

/* Each buffer has a size of its own, by which the test knows it. */
static void test_waits(cl_kernel fill)
{
	cl_mem of[4];
	cl_event event;
	char byte;

	for (int i = 0; i < 4; i++)
		of[i] = make_buffer(CL_MEM_READ_WRITE, 1001 + (size_t)i, NULL);
	set_fill(fill, of[0], 0, 1001 + excess);
	launch_to(queue, fill, NULL);
	clFinish(queue);
	set_fill(fill, of[1], 0, 1002 + 2 * excess);
	launch_to(queue, fill, &event);
	clWaitForEvents(1, &event);
	clReleaseEvent(event);
	set_fill(fill, of[2], 0, 1003 + 3 * excess);
	launch_to(queue, fill, NULL);
	clEnqueueReadBuffer(queue, of[2], CL_TRUE, 0, 1, &byte, 0, NULL, NULL);
	/* Released before it is waited for. */
	set_fill(fill, of[3], 0, 1004 + 4 * excess);
	launch_to(queue, fill, NULL);
	print_sum("waits", of[3], 1004);
	launch_to(queue, fill, NULL);
	clReleaseMemObject(of[3]);
	clFinish(queue);
	for (int i = 0; i < 3; i++)
		clReleaseMemObject(of[i]);
}

static void test_kinds(cl_kernel fill, cl_kernel copy)
{
	static unsigned char host[1100];
	cl_mem of[5];

	memset(host, 7, sizeof(host));
	of[0] = make_buffer(CL_MEM_COPY_HOST_PTR, 1011, host);
	of[1] = make_buffer(CL_MEM_HOST_NO_ACCESS, 1012, NULL);
	of[2] = make_buffer(CL_MEM_ALLOC_HOST_PTR | CL_MEM_WRITE_ONLY, 1013, NULL);
	of[3] = make_buffer(CL_MEM_READ_WRITE, 1024, NULL);
	of[4] = make_buffer(CL_MEM_READ_WRITE, 1024, NULL);
	for (int i = 0; i < 3; i++) {
		set_fill(fill, of[i], 10, 1001 + i + excess);
		launch_to(queue, fill, NULL);
	}
	clFinish(queue);
	print_sum("copied", of[0], 1011);
	/* What comes after one is not what comes after the other. */
	set_fill(fill, of[4], 0, 1024);
	launch_to(queue, fill, NULL);
	set_copy(copy, of[3], of[4], 1024 + excess);
	launch_to(queue, copy, NULL);
	clFinish(queue);
	print_sum("copy", of[3], 1024);
	for (int i = 0; i < 5; i++)
		clReleaseMemObject(of[i]);
}

static void test_parts(cl_kernel fill)
{
	cl_mem whole = make_buffer(CL_MEM_READ_WRITE, 1150, NULL);
	const cl_buffer_region region = { 128, 1022 };
	cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);

	want(part != NULL, "no part");
	set_fill(fill, part, 0, 1022 + excess);
	launch_to(queue, fill, NULL);
	clFinish(queue);
	print_sum("part", part, 1022);
	clReleaseMemObject(part);
	clReleaseMemObject(whole);
}

/* One of several launches before a wait. */
static void test_several(cl_kernel fill)
{
	cl_kernel count = make_kernel("count");
	const cl_int zero = 0;
	cl_mem of = make_buffer(CL_MEM_READ_WRITE, 1032, NULL);

	set_fill(fill, of, 0, 1032);
	launch_to(queue, fill, NULL);
	clSetKernelArg(count, 0, sizeof(of), &of);
	clSetKernelArg(count, 1, sizeof(zero), &zero);
	for (int i = 0; i < 5; i++)
		launch_to(queue, count, NULL);
	set_fill(fill, of, 1032, excess);
	launch_to(queue, fill, NULL);
	clFinish(queue);
	print_sum("several", of, 1032);
	clReleaseMemObject(of);
	clReleaseKernel(count);
}

static void test_svm(void)
{
	cl_device_svm_capabilities abilities = 0;
	cl_kernel fill = make_kernel("fill");
	const cl_int from = 0, size = 1041 + excess;
	unsigned char *of;

	clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof(abilities), &abilities, NULL);
	for (int is_fine = 0; is_fine <= 1; is_fine++) {
		if ((abilities & (is_fine ? CL_DEVICE_SVM_FINE_GRAIN_BUFFER
					  : CL_DEVICE_SVM_COARSE_GRAIN_BUFFER)) == 0)
			continue;
		of = clSVMAlloc(context, is_fine ? CL_MEM_SVM_FINE_GRAIN_BUFFER : CL_MEM_READ_WRITE,
				1041 + (size_t)is_fine, 0);
		want(of != NULL, "no shared memory");
		clSetKernelArgSVMPointer(fill, 0, of + is_fine);
		clSetKernelArg(fill, 1, sizeof(from), &from);
		clSetKernelArg(fill, 2, sizeof(size), &size);
		launch_to(queue, fill, NULL);
		clFinish(queue);
		printf("svm\n");
		clSVMFree(context, of);
	}
	clReleaseKernel(fill);
}

static void *run_thread(void *data)
{
	const int number = (int)(intptr_t)data;
	cl_kernel fill = make_kernel("fill");
	cl_command_queue own = clCreateCommandQueueWithProperties(context, device, NULL, NULL);

	for (int i = 0; i < ROUNDS; i++) {
		const cl_int size = 1100 + 64 * number + i;
		cl_mem of = make_buffer(CL_MEM_READ_WRITE, (size_t)size, NULL);

		set_fill(fill, of, 0, size + (i == 20 + number ? excess : 0));
		launch_to(own, fill, NULL);
		if (i % 3 == 0)
			clReleaseMemObject(of);
		clFinish(own);
		if (i % 3 != 0)
			clReleaseMemObject(of);
	}
	clReleaseCommandQueue(own);
	clReleaseKernel(fill);
	return NULL;
}

static void test_threads(void)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		want(pthread_create(&threads[i], NULL, run_thread, (void *)(intptr_t)i) == 0,
		     "no thread");
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

static void run_kernels(void)
{
	cl_kernel fill, copy;

	build();
	fill = make_kernel("fill");
	copy = make_kernel("copy");
	test_waits(fill);
	test_kinds(fill, copy);
	test_parts(fill);
	test_several(fill);
	test_svm();
	test_threads();
	clReleaseKernel(fill);
	clReleaseKernel(copy);
	clReleaseProgram(program);
}

/* -- cost ------------------------------------------------------------------------------------- */

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void print_cost(size_t count)
{
	cl_mem *all = calloc(count, sizeof(*all));
	double begin;
	cl_kernel fill;

	want(all != NULL, "no memory");
	build();
	fill = make_kernel("fill");
	begin = now();
	for (size_t i = 0; i < count; i++)
		all[i] = make_buffer(CL_MEM_READ_WRITE, SIZE, NULL);
	printf("%zu buffers: %.6f s\n", count, now() - begin);
	for (int round = 0; round < 2; round++) {
		begin = now();
		for (size_t i = 0; i < count; i++) {
			set_fill(fill, all[i], 0, 4);
			launch_to(queue, fill, NULL);
		}
		clFinish(queue);
		printf("%zu launches, each with another buffer: %.6f s\n", count, now() - begin);
	}
	begin = now();
	for (size_t i = 0; i < count; i++) {
		launch_to(queue, fill, NULL);
		clFinish(queue);
	}
	printf("%zu launches that are waited for: %.6f s\n", count, now() - begin);
	begin = now();
	for (size_t i = 0; i < count; i++)
		clReleaseMemObject(all[i]);
	printf("%zu buffers released: %.6f s\n", count, now() - begin);
	free(all);
	clReleaseKernel(fill);
	clReleaseProgram(program);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	open_device();
	excess = strcmp(what, "faulty") == 0;
	if (strcmp(what, "codes") == 0)
		print_codes();
	else if (strcmp(what, "cost") == 0)
		print_cost(argc > 2 ? strtoul(argv[2], NULL, 10) : 10000);
	else if (strcmp(what, "il") == 0)
		print_il();
	else if (strcmp(what, "source") == 0)
		fputs(source, stdout);
	else {
		il_name = argc > 2 ? argv[2] : NULL;
		run_kernels();
	}
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	return 0;
}
