/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-objects: see validation-objects.h.
 */
#include "layers/validation-objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/validation-driver.h"

#define VALUES 512

static const struct clrouter_table *layer;

/* -- values by name ---------------------------------------------------------------------- */

static struct {
	const char *name;
	uint64_t value;
} named[VALUES];
static unsigned named_count;

static void name_number(const char *name, uint64_t value)
{
	if (named_count == VALUES)
		abort();
	named[named_count].name = name;
	named[named_count++].value = value;
}

static void *name_pointer(const char *name, const void *pointer)
{
	name_number(name, (uintptr_t)pointer);
	return (void *)(uintptr_t)pointer;
}

uint64_t objects_value(const char *text)
{
	char *end;
	const uint64_t number = strtoull(text, &end, 0);

	if (*end == '\0')
		return number;
	for (unsigned i = 0; i < named_count; i++)
		if (strcmp(named[i].name, text) == 0)
			return named[i].value;
	printf("no value is called \"%s\"\n", text);
	exit(1);
}

/* -- the objects that cases use ---------------------------------------------------------- */

#define ARRAY_OF(name, ...) \
	do { \
		static const void *array[4]; \
		memcpy(array, (const void *[4]){ __VA_ARGS__ }, sizeof(array)); \
		name_pointer(name, array); \
	} while (0)

static const cl_image_format rgba = { CL_RGBA, CL_UNORM_INT8 };
static const cl_image_format red = { CL_R, CL_FLOAT };
static const cl_image_desc flat = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				    .image_width = 16,
				    .image_height = 16 };
static const cl_image_desc deep = { .image_type = CL_MEM_OBJECT_IMAGE3D,
				    .image_width = 16,
				    .image_height = 16,
				    .image_depth = 16 };
static const cl_image_desc layers = { .image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY,
				      .image_width = 16,
				      .image_height = 16,
				      .image_array_size = 4 };
static const cl_image_desc no_image = { .image_type = CL_MEM_OBJECT_BUFFER, .image_width = 16 };

static cl_context context, context_other;
static cl_command_queue queue;

static void name_buffer(const char *name, cl_mem_flags flags)
{
	name_pointer(name, layer->clCreateBuffer(context, flags, 4096, NULL, NULL));
}

static void name_image(const char *name, cl_mem_flags flags, const cl_image_format *format)
{
	name_pointer(name, layer->clCreateImage(context, flags, format, &flat, NULL, NULL));
}

static void make_contexts(void)
{
	cl_platform_id platform;
	cl_device_id ids[DEVICES];
	const cl_device_id both[] = { (cl_device_id)&driver_devices[DEVICE],
				      (cl_device_id)&driver_devices[DEVICE_PLAIN] };

	layer->clGetPlatformIDs(1, &platform, NULL);
	layer->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, DEVICES, ids, NULL);
	name_pointer("platform", platform);
	name_pointer("device", ids[DEVICE]);
	name_pointer("device_plain", ids[DEVICE_PLAIN]);
	name_pointer("device_other", ids[DEVICE_OTHER]);
	ARRAY_OF("devices", ids[DEVICE]);
	ARRAY_OF("devices_other", ids[DEVICE_OTHER]);
	context = name_pointer("context", layer->clCreateContext(NULL, 2, both, NULL, NULL, NULL));
	name_pointer("context_plain", layer->clCreateContext(NULL, 1, &both[1], NULL, NULL, NULL));
	context_other =
		name_pointer("context_other",
			     layer->clCreateContext(NULL, 1, &ids[DEVICE_OTHER], NULL, NULL, NULL));
	queue = name_pointer("queue", layer->clCreateCommandQueue(context, ids[DEVICE],
								  CL_QUEUE_PROFILING_ENABLE, NULL));
	name_pointer("queue_plain", layer->clCreateCommandQueue(context, both[1], 0, NULL));
	name_pointer("queue_other",
		     layer->clCreateCommandQueue(context_other, ids[DEVICE_OTHER], 0, NULL));
}

static void make_memory(void)
{
	cl_mem buffer = layer->clCreateBuffer(context, 0, 4096, NULL, NULL);
	cl_mem other = layer->clCreateBuffer(context_other, 0, 4096, NULL, NULL);
	cl_mem released = layer->clCreateBuffer(context, 0, 16, NULL, NULL);

	layer->clReleaseMemObject(released);
	name_pointer("buffer", buffer);
	name_pointer("buffer_other", other);
	name_pointer("released", released);
	name_buffer("buffer_b", 0);
	name_buffer("buffer_wo", CL_MEM_WRITE_ONLY);
	name_buffer("buffer_ro", CL_MEM_READ_ONLY);
	name_buffer("buffer_hw", CL_MEM_HOST_WRITE_ONLY);
	name_buffer("buffer_hr", CL_MEM_HOST_READ_ONLY);
	name_buffer("buffer_hn", CL_MEM_HOST_NO_ACCESS);
	name_pointer("sub", layer->clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION,
						     &(cl_buffer_region){ 0, 1024 }, NULL));
	name_pointer("sub_b", layer->clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION,
						       &(cl_buffer_region){ 128, 1024 }, NULL));
	name_pointer("sub_odd", layer->clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION,
							 &(cl_buffer_region){ 4, 1024 }, NULL));
	ARRAY_OF("buffers", buffer);
	ARRAY_OF("buffers_other", other);
	name_image("image", 0, &rgba);
	name_image("image_b", 0, &rgba);
	name_image("image_red", 0, &red);
	name_image("image_hw", CL_MEM_HOST_WRITE_ONLY, &rgba);
	name_image("image_hr", CL_MEM_HOST_READ_ONLY, &rgba);
	name_pointer("image_other",
		     layer->clCreateImage(context_other, 0, &rgba, &flat, NULL, NULL));
	name_pointer("image_deep", layer->clCreateImage(context, 0, &rgba, &deep, NULL, NULL));
	name_pointer("image_array", layer->clCreateImage(context, 0, &rgba, &layers, NULL, NULL));
	ARRAY_OF("released_arg", released);
	name_pointer("pipe", layer->clCreatePipe(context, 0, 4, 4, NULL, NULL));
	name_pointer("sampler", layer->clCreateSampler(context, CL_TRUE, CL_ADDRESS_REPEAT,
						       CL_FILTER_NEAREST, NULL));
	name_pointer("mapped", layer->clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 16,
							 0, NULL, NULL, NULL));
	name_pointer("svm", layer->clSVMAlloc(context, 0, 4096, 0));
	name_pointer("svm_odd", driver_svm + 1);
}

static void make_programs(void)
{
	const char *text = "kernel void f(int a, int b) {}";
	cl_program program = layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	cl_program other = layer->clCreateProgramWithSource(context_other, 1, &text, NULL, NULL);
	cl_program raw = layer->clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	cl_kernel kernel, kernel_other;

	layer->clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
	layer->clBuildProgram(other, 0, NULL, NULL, NULL, NULL);
	kernel = layer->clCreateKernel(program, "f", NULL);
	kernel_other = layer->clCreateKernel(other, "f", NULL);
	for (cl_uint i = 0; i < 2; i++) {
		layer->clSetKernelArg(kernel, i, sizeof(i), &i);
		layer->clSetKernelArg(kernel_other, i, sizeof(i), &i);
	}
	name_pointer("program", program);
	name_pointer("program_raw", raw);
	ARRAY_OF("programs", program);
	ARRAY_OF("programs_other", other);
	name_pointer("kernel", kernel);
	name_pointer("kernel_unset", layer->clCreateKernel(program, "f", NULL));
	name_pointer("kernel_other", kernel_other);
}

static void make_events(void)
{
	cl_event event, plain, other;
	cl_event set = layer->clCreateUserEvent(context, NULL);

	layer->clEnqueueMarker(queue, &event);
	layer->clEnqueueMarker((cl_command_queue)objects_value("queue_plain"), &plain);
	layer->clEnqueueMarker((cl_command_queue)objects_value("queue_other"), &other);
	layer->clSetUserEventStatus(set, CL_COMPLETE);
	name_pointer("event", event);
	name_pointer("event_plain", plain);
	name_pointer("event_set", set);
	name_pointer("event_user", layer->clCreateUserEvent(context, NULL));
	ARRAY_OF("events", event);
	ARRAY_OF("events_other", other);
	ARRAY_OF("events_both", event, other);
	ARRAY_OF("wrong", context);
}

static void name_sizes(const char *name, size_t *sizes, size_t a, size_t b, size_t c)
{
	sizes[0] = a;
	sizes[1] = b;
	sizes[2] = c;
	name_pointer(name, sizes);
}

static void CL_CALLBACK callback(void)
{
}

static void name_all_sizes(void)
{
	static size_t sizes[16][3];

	name_sizes("zeros", sizes[0], 0, 0, 0);
	name_sizes("ones", sizes[1], 1, 1, 1);
	name_sizes("box", sizes[2], 8, 4, 2);
	name_sizes("far", sizes[3], 4090, 0, 0);
	name_sizes("flat_zero", sizes[4], 8, 0, 2);
	name_sizes("global", sizes[5], 64, 1, 1);
	name_sizes("local", sizes[6], 16, 1, 1);
	name_sizes("local_24", sizes[7], 24, 1, 1);
	name_sizes("local_64", sizes[8], 64, 1, 1);
	name_sizes("local_128", sizes[9], 128, 1, 1);
	name_sizes("huge", sizes[10], SIZE_MAX, 0, 0);
	name_sizes("wide", sizes[11], (size_t)1 << (sizeof(size_t) * 4), 1, 1);
	name_sizes("outside", sizes[12], 16, 0, 0);
	name_sizes("half", sizes[13], 2048, 0, 0);
	name_sizes("above", sizes[14], 0, 0, 1);
	name_sizes("tall", sizes[15], 1, 1, 2);
}

static void name_simple(void)
{
	static const char *const strings[] = { "a", "b" };
	static uint64_t store[64];

	name_pointer("NULL", NULL);
	name_pointer("store", store);
	name_pointer("strings", strings);
	name_pointer("string", strings[0]);
	name_pointer("callback", (const void *)(uintptr_t)callback);
	name_pointer("rgba", &rgba);
	name_pointer("flat", &flat);
	name_pointer("no_image", &no_image);
	name_number("SIZE_MAX", SIZE_MAX);
	name_number("HANDLE", sizeof(void *));
}

static void name_lists(void)
{
	static intptr_t pairs[4][8] = {
		{ CL_CONTEXT_PLATFORM, 0, 0 },
		{ 0x1, 1, 0 },
	};
	static const cl_queue_properties queue_lists[4][5] = {
		{ CL_QUEUE_PROPERTIES, 0, 0 },
		{ 0x1, 1, 0 },
		{ CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0 },
		{ CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0 },
	};
	static const cl_sampler_properties sampler_list[] = { 0x1, 1, 0 };
	static const cl_sampler_properties samplers_twice[] = { CL_SAMPLER_FILTER_MODE,
								CL_FILTER_NEAREST,
								CL_SAMPLER_FILTER_MODE,
								CL_FILTER_NEAREST, 0 };
	static const cl_mem_properties mem_twice[] = { 0x2006, 0, 0x2006, 0, 0 };
	static const cl_buffer_region regions[] = { { 0, 64 }, { 0, 8192 }, { 0, 0 }, { 4, 64 } };
	static const cl_mem_properties mem_lists[2][3] = { { 0x1, 1, 0 } };

	pairs[0][1] = (intptr_t)&driver_platform;
	memcpy(pairs[2],
	       (intptr_t[]){ CL_CONTEXT_PLATFORM, (intptr_t)&driver_platform, CL_CONTEXT_PLATFORM,
			     (intptr_t)&driver_platform, 0 },
	       5 * sizeof(intptr_t));
	memcpy(pairs[3], (intptr_t[]){ CL_CONTEXT_PLATFORM, (intptr_t)context, 0 },
	       3 * sizeof(intptr_t));
	name_pointer("context_list", pairs[0]);
	name_pointer("context_unknown", pairs[1]);
	name_pointer("context_twice", pairs[2]);
	name_pointer("context_wrong", pairs[3]);
	name_pointer("queue_list", queue_lists[0]);
	name_pointer("queue_unknown", queue_lists[1]);
	name_pointer("queue_twice", queue_lists[2]);
	name_pointer("queue_unordered", queue_lists[3]);
	name_pointer("sampler_unknown", sampler_list);
	name_pointer("mem_unknown", mem_lists[0]);
	name_pointer("region", &regions[0]);
	name_pointer("region_far", &regions[1]);
	name_pointer("region_empty", &regions[2]);
	name_pointer("region_odd", &regions[3]);
	name_pointer("queue_twice_s", samplers_twice);
	name_pointer("mem_twice", mem_twice);
}

void objects_make(const struct clrouter_table *table)
{
	layer = table;
	named_count = 0;
	driver_reset();
	make_contexts();
	make_memory();
	make_programs();
	make_events();
	name_all_sizes();
	name_simple();
	name_lists();
}
