/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture-program: what all modes need, and the list of them. See capture-program.h.
 */
#include "layers/capture-program.h"

#include <dlfcn.h>

#include "layers/short-memory.h"

cl_device_id device;
cl_context context;
cl_command_queue queue;
cl_program program;
cl_kernel kernel;

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
	"kernel void keep(global int *to) { if (to[0] == -1) to[0] = 1; }\n"
	"kernel void put(global int *to, int at) { to[at] = 9; }\n"
	"kernel void nothing(void) { }\n";

void check(int is_good, const char *what)
{
	if (is_good)
		return;
	fprintf(stderr, "capture-program: %s\n", what);
	exit(EXIT_FAILURE);
}

void expect(int number, const char *moment, const void *bytes, size_t size)
{
	char name[64];
	FILE *file;

	snprintf(name, sizeof(name), "expect-%d-%s", number, moment);
	file = fopen(name, "w");
	check(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, name);
}

cl_command_queue make_queue(cl_command_queue_properties properties)
{
	cl_int error;
	cl_command_queue made = clCreateCommandQueue(context, device, properties, &error);

	CHECK(error);
	return made;
}

void build(const char *text, const char *options)
{
	cl_int error;

	program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	CHECK(error);
	CHECK(clBuildProgram(program, 0, NULL, options, NULL, NULL));
}

void open_device(void)
{
	cl_int error;

	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	CHECK(error);
	queue = make_queue(CL_QUEUE_PROFILING_ENABLE);
	build(source, "-cl-kernel-arg-info");
}

static void start(void)
{
	cl_platform_id platform;

	CHECK(clGetPlatformIDs(1, &platform, NULL));
	CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	open_device();
}

void use(const char *name)
{
	cl_int error;

	kernel = clCreateKernel(program, name, &error);
	CHECK(error);
}

cl_mem make_buffer(cl_mem_flags flags, size_t size, void *bytes)
{
	cl_int error;
	cl_mem made = clCreateBuffer(
		context, flags | (bytes ? CL_MEM_COPY_HOST_PTR : 0), size, bytes, &error);

	CHECK(error);
	return made;
}

void set(cl_uint index, size_t size, const void *value)
{
	CHECK(clSetKernelArg(kernel, index, size, value));
}

void launch(size_t size, cl_event *event)
{
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, event));
}

/* -- a kernel with two buffers ----------------------------------------------------------------- */

float scale_in[COUNT];
static float out[COUNT], after[COUNT];

void set_scale(cl_mem_flags flags, cl_mem *to)
{
	/* Static, so that its gap is 0 in every run. */
	static struct {
		cl_int a;
		cl_float4 b;
	} pair = { .a = 3, .b = { { 0, 0.5f, 0, 0 } } };
	const cl_int count = COUNT;
	cl_mem from;

	for (int i = 0; i < COUNT; i++) {
		scale_in[i] = (float)i;
		out[i] = 1;
		after[i] = 1 + 2 * (float)i + 3 + 0.5f;
	}
	use("scale");
	from = make_buffer(CL_MEM_READ_ONLY | flags, sizeof(scale_in), scale_in);
	*to = make_buffer(CL_MEM_READ_WRITE, sizeof(out), out);
	set(0, sizeof(from), &from);
	set(1, sizeof(*to), to);
	set(2, sizeof(count), &count);
	set(3, sizeof(pair), &pair);
	set(4, 64, NULL);
	expect(0, "before", scale_in, sizeof(scale_in));
	expect(1, "before", out, sizeof(out));
	expect(1, "after", after, sizeof(after));
}

void read_after(cl_mem buffer)
{
	float result[COUNT];

	CHECK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(result), result, 0, NULL, NULL));
	check(memcmp(result, after, sizeof(result)) == 0, "the result");
}

void shorten(void)
{
	const char *path = getenv("CAPTURE_SHORT_LAYER");
	const char *number = getenv("CAPTURE_SHORT");
	void *layer = path ? dlopen(path, RTLD_NOW | RTLD_NOLOAD) : NULL;
	short_memory_set_fn *set_short;

	if (!path)
		return;
	check(layer && number, "the layer with little memory");
	*(void **)&set_short = dlsym(layer, "short_memory_set");
	check(set_short != NULL, "short_memory_set");
	set_short(number[0] == '-' ? SHORT_FOR_GOOD : SHORT_ONCE,
		  (unsigned)labs(strtol(number, NULL, 10)));
}

int main(int count, char **words)
{
	static const struct capture_mode *const lists[] = { memory_modes, image_modes, code_modes,
							     event_modes, foreign_modes };

	for (size_t i = 0; count == 2 && i < sizeof(lists) / sizeof(lists[0]); i++)
		for (const struct capture_mode *mode = lists[i]; mode->name; mode++)
			if (strcmp(words[1], mode->name) == 0) {
				start();
				mode->run();
				return EXIT_SUCCESS;
			}
	check(0, "expected a mode");
}
