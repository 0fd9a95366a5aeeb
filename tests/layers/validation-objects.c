/* SPDX-License-Identifier: Apache-2.0 */
/*
 * validation-objects: see validation-objects.h.
 */
#include "layers/validation-objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/validation-driver.h"

#define VALUES 1024

static const struct clrouter_table *layer;

/* -- values by name ---------------------------------------------------------------------- */

/*
 * The names are looked up some hundred times for each start of the layer. Those with the same hash are
 * a list.
 */
static struct value {
	struct value *next;
	const char *name;
	uint64_t value;
} named[VALUES];
static unsigned named_count;
static struct value *by_hash[VALUES];

static struct value **list_of(const char *name)
{
	uint32_t hash = 5381;

	for (; *name != '\0'; name++)
		hash = hash * 33 + (unsigned char)*name;
	return &by_hash[hash % VALUES];
}

static const struct value *find_name(const char *name)
{
	const struct value *value = *list_of(name);

	while (value && strcmp(value->name, name) != 0)
		value = value->next;
	return value;
}

static void forget_names(void)
{
	named_count = 0;
	memset(by_hash, 0, sizeof(by_hash));
}

void objects_name(const char *name, uint64_t value)
{
	struct value **list = list_of(name);

	if (find_name(name)) {
		printf("two values are called \"%s\"\n", name);
		exit(1);
	}
	if (named_count == VALUES)
		abort();
	named[named_count] = (struct value){ .next = *list, .name = name, .value = value };
	*list = &named[named_count++];
}

static void name_number(const char *name, uint64_t value)
{
	objects_name(name, value);
}

static void *name_pointer(const char *name, const void *pointer)
{
	name_number(name, (uintptr_t)pointer);
	return (void *)(uintptr_t)pointer;
}

/* Only for a case that asks for it: as long as it is not set, any command may wait for it. */
static void make_user_event(void)
{
	cl_context in = (cl_context)(uintptr_t)objects_value("context");

	objects_name("event_user", (uintptr_t)layer->clCreateUserEvent(in, NULL));
}

uint64_t objects_value(const char *text)
{
	char *end;
	const uint64_t number = strtoull(text, &end, 0);
	const struct value *value;

	if (*end == '\0')
		return number;
	value = find_name(text);
	if (!value && strcmp(text, "event_user") == 0) {
		make_user_event();
		value = find_name(text);
	}
	if (value)
		return value->value;
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
static const cl_image_desc empty = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_height = 16 };
static const cl_image_desc wide = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				    .image_width = 65,
				    .image_height = 16 };
static const cl_image_desc large = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				     .image_width = 48,
				     .image_height = 48 };
static const cl_image_desc pitched = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				       .image_width = 16,
				       .image_height = 16,
				       .image_row_pitch = 64 };
static const cl_image_desc tight = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				     .image_width = 16,
				     .image_height = 16,
				     .image_row_pitch = 32 };
static const cl_image_desc no_image = { .image_type = CL_MEM_OBJECT_BUFFER, .image_width = 16 };

static cl_context context, context_other, context_new, context_plain;
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
	name_pointer("device_pair", ids[DEVICE_PAIR]);
	name_pointer("device_single", ids[DEVICE_SINGLE]);
	ARRAY_OF("devices", ids[DEVICE]);
	ARRAY_OF("devices_other", ids[DEVICE_OTHER]);
	context = name_pointer("context", layer->clCreateContext(NULL, 2, both, NULL, NULL, NULL));
	context_plain = name_pointer("context_plain",
				     layer->clCreateContext(NULL, 1, &both[1], NULL, NULL, NULL));
	context_other =
		name_pointer("context_other",
			     layer->clCreateContext(NULL, 1, &ids[DEVICE_OTHER], NULL, NULL, NULL));
	queue = name_pointer("queue", layer->clCreateCommandQueue(context, ids[DEVICE],
								  CL_QUEUE_PROFILING_ENABLE, NULL));
	name_pointer("queue_plain", layer->clCreateCommandQueue(context, both[1], 0, NULL));
	name_pointer("queue_other",
		     layer->clCreateCommandQueue(context_other, ids[DEVICE_OTHER], 0, NULL));
}

/* The new context has two devices of OpenCL 3.0. */
static void make_new_context(void)
{
	const cl_device_id both[] = { (cl_device_id)&driver_devices[DEVICE_NEW],
				      (cl_device_id)&driver_devices[DEVICE_SMALL] };
	const cl_queue_properties on_device[] = {
		CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0
	};

	name_pointer("device_new", both[0]);
	name_pointer("device_small", both[1]);
	context_new =
		name_pointer("context_new", layer->clCreateContext(NULL, 2, both, NULL, NULL, NULL));
	name_pointer("queue_new", layer->clCreateCommandQueue(context_new, both[0], 0, NULL));
	name_pointer("queue_small", layer->clCreateCommandQueue(context_new, both[1], 0, NULL));
	name_pointer("queue_device", layer->clCreateCommandQueueWithProperties(
					     context_new, both[0], on_device, NULL));
	name_pointer("queue_device_dead", layer->clCreateCommandQueueWithProperties(
						  context_new, both[0], on_device, NULL));
	name_pointer("queue_device_small", layer->clCreateCommandQueueWithProperties(
						   context_new, both[1], on_device, NULL));
}

/* Images and buffers of the new context. */
static void make_new_memory(void)
{
	name_pointer("image_new", layer->clCreateImage(context_new, 0, &rgba, &flat, NULL, NULL));
	name_pointer("image_large", layer->clCreateImage(context_new, 0, &rgba, &large, NULL, NULL));
	name_pointer("image_red_new", layer->clCreateImage(context_new, 0, &red, &flat, NULL, NULL));
	name_pointer("image_wo", layer->clCreateImage(context_new, CL_MEM_WRITE_ONLY, &rgba, &flat,
						      NULL, NULL));
	name_pointer("image_ro", layer->clCreateImage(context_new, CL_MEM_READ_ONLY, &rgba, &flat,
						      NULL, NULL));
	name_pointer("image_deep_new",
		     layer->clCreateImage(context_new, 0, &rgba, &deep, NULL, NULL));
	name_pointer("buffer_new", layer->clCreateBuffer(context_new, 0, 65536, NULL, NULL));
	name_pointer("sampler_new", layer->clCreateSampler(context_new, CL_TRUE, CL_ADDRESS_REPEAT,
							   CL_FILTER_NEAREST, NULL));
	name_pointer("pipe_new", layer->clCreatePipe(context_new, 0, 4, 4, NULL, NULL));
}

/* A description of an image in the buffer that is called BUFFER. */
static void name_image_from(const char *name, cl_image_desc *desc, const char *buffer)
{
	*desc = (cl_image_desc){ .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16 };
	desc->mem_object = (cl_mem)(uintptr_t)objects_value(buffer);
	name_pointer(name, desc);
}

static void make_images_of_buffers(void)
{
	static cl_image_desc descs[13];

	name_image_from("from_buffer", &descs[0], "buffer");
	name_image_from("from_wo", &descs[1], "buffer_wo");
	name_image_from("from_ro", &descs[2], "buffer_ro");
	name_image_from("from_hw", &descs[3], "buffer_hw");
	name_image_from("from_hr", &descs[4], "buffer_hr");
	name_image_from("from_hn", &descs[5], "buffer_hn");
	descs[6] = descs[0];
	descs[6].mem_object = NULL;
	name_pointer("from_nothing", &descs[6]);
	name_image_from("from_released", &descs[7], "released");
	name_image_from("from_queue", &descs[8], "queue");
	name_image_from("from_image", &descs[9], "image");
	name_image_from("from_other", &descs[10], "buffer_other");
	name_image_from("image_from_image", &descs[11], "image");
	descs[11].image_type = CL_MEM_OBJECT_IMAGE2D;
	descs[11].image_height = 16;
	name_image_from("image_from_pipe", &descs[12], "pipe");
	descs[12].image_type = CL_MEM_OBJECT_IMAGE2D;
	descs[12].image_height = 16;
	name_pointer("image_buffer",
		     layer->clCreateImage(context, 0, &rgba, &descs[0], NULL, NULL));
}

/* Regions that are mapped, one of each object, and shared memory that a command uses. */
static void make_mapped(void)
{
	const size_t origin[3] = { 0 };
	const size_t region[3] = { 8, 8, 1 };
	const cl_mem other = (cl_mem)(uintptr_t)objects_value("buffer_other");
	const cl_mem buffer = (cl_mem)(uintptr_t)objects_value("buffer_b");
	const cl_mem image = (cl_mem)(uintptr_t)objects_value("image_b");
	size_t pitch;
	cl_event event;
	void *used;

	layer->clEnqueueMapBuffer((cl_command_queue)(uintptr_t)objects_value("queue_other"), other,
				  CL_TRUE, CL_MAP_READ, 0, 16, 0, NULL, NULL, NULL);
	layer->clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 16, 0, NULL, NULL, NULL);
	layer->clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, origin, region, &pitch, NULL,
				 0, NULL, NULL, NULL);
	used = name_pointer("svm_used", layer->clSVMAlloc(context, 0, 4096, 64));
	layer->clEnqueueSVMMemFill(queue, used, &pitch, 4, 16, 0, NULL, &event);
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
	name_pointer("svm_odd", driver_svm[0] + 1);
}

/* Allocates what INDEX says of driver_svm. */
static char *allocate(const char *name, cl_context in, cl_svm_mem_flags flags, unsigned index)
{
	return name_pointer(name, layer->clSVMAlloc(in, flags, 4096, 32u << index));
}

static void CL_CALLBACK free_shared(cl_command_queue in, cl_uint count, void *pointers[],
				    void *data)
{
	(void)in, (void)count, (void)pointers, (void)data;
}

/* A kernel that does not end uses TASK, and a buffer that is not released HOST. */
static void make_used_shared(char *task, void *host)
{
	const cl_kernel kernel = (cl_kernel)(uintptr_t)objects_value("kernel_used");
	cl_mem buffer = layer->clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 4096, host, NULL);
	cl_mem released = layer->clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 4096, task, NULL);
	cl_event event;

	name_pointer("buffer_host", buffer);
	layer->clReleaseMemObject(released);
	layer->clSetKernelArgSVMPointer(kernel, 0, task + 64);
	layer->clEnqueueTask(queue, kernel, 0, NULL, &event);
	name_pointer("event_running", event);
}

/* Kernels with lists of shared memory; one gets another list after FREED is freed. */
static cl_kernel list_shared(const char *name, void *freed)
{
	const cl_kernel kernel = (cl_kernel)(uintptr_t)objects_value(name);
	void *const list[] = { driver_svm[0], NULL, freed };

	layer->clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(list), list);
	return kernel;
}

static void free_listed(void *freed)
{
	void *const list[] = { driver_svm[0] };
	const cl_kernel relisted = list_shared("kernel_relisted", freed);

	list_shared("kernel_listed", freed);
	layer->clSVMFree(context, freed);
	layer->clSetKernelExecInfo(relisted, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(list), list);
}

/* Shared memory of other contexts, and some that is mapped, freed, or will be. */
static void make_shared(void)
{
	const cl_command_queue queue_new = (cl_command_queue)(uintptr_t)objects_value("queue_new");
	const cl_kernel freed_kernel = (cl_kernel)(uintptr_t)objects_value("kernel_freed");
	const cl_kernel freed_new = (cl_kernel)(uintptr_t)objects_value("kernel_freed_new");
	char *mapped = allocate("svm_mapped", context, 0, 2);
	char *freed = allocate("svm_freed", context, 0, 4);
	char *fine = allocate("svm_fine", context_new, CL_MEM_SVM_FINE_GRAIN_BUFFER, 6);
	void *lent = allocate("svm_lent", context, 0, 7);
	void *gone = allocate("svm_gone", context, 0, DRIVER_SVM - 3);

	allocate("svm_other", context_other, 0, 3);
	make_used_shared(allocate("svm_task", context, 0, 9),
			 allocate("svm_host", context, 0, 10));
	allocate("svm_new", context_new, 0, 5);
	allocate("svm_last", context, 0, DRIVER_SVM - 2);
	layer->clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, mapped, 64, 0, NULL, NULL);
	layer->clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, mapped + 1024, 64, 0, NULL, NULL);
	layer->clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, mapped + 2048, 64, 0, NULL, NULL);
	layer->clEnqueueSVMUnmap(queue, mapped + 2048, 0, NULL, NULL);
	layer->clEnqueueSVMMap(queue_new, CL_TRUE, CL_MAP_WRITE, fine, 64, 0, NULL, NULL);
	layer->clSetKernelArgSVMPointer(freed_kernel, 0, freed);
	free_listed(freed);
	freed = layer->clSVMAlloc(context_new, 0, 4096, 32u << 4);
	layer->clSetKernelArgSVMPointer(freed_new, 0, freed);
	list_shared("kernel_listed_new", freed);
	layer->clSVMFree(context_new, freed);
	layer->clEnqueueSVMFree(queue, 1, &lent, free_shared, NULL, 0, NULL, NULL);
	layer->clEnqueueSVMFree(queue, 1, &gone, NULL, NULL, 0, NULL, NULL);
	name_pointer("svm_read", mapped + 1024);
	name_pointer("svm_unmapped", mapped + 2048);
	name_pointer("svm_inner", mapped + 32);
	name_pointer("svm_late", mapped + 64);
	name_pointer("svm_end", driver_svm[0] + 4088);
	name_pointer("svm_before", driver_svm[DRIVER_SVM - 2] - 8);
	ARRAY_OF("list_freed", driver_svm[0], driver_svm[4]);
	ARRAY_OF("list_other", driver_svm[0], driver_svm[3]);
	ARRAY_OF("list_host", driver_svm[0], &layer);
	ARRAY_OF("list_twice", driver_svm[0], driver_svm[0]);
	ARRAY_OF("list_two", driver_svm[0], driver_svm[2]);
	ARRAY_OF("list_gone", gone);
	ARRAY_OF("list_null", driver_svm[0], NULL);
	ARRAY_OF("list_inner", driver_svm[0] + 8);
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

static cl_program make_program(const char *name, cl_context in, const char *text)
{
	cl_program program = layer->clCreateProgramWithSource(in, 1, &text, NULL, NULL);

	return name_pointer(name, program);
}

static void make_other_programs(void)
{
	static const void *mixed[2], *slow[1], *compiled[1];
	const char *refused = "refused";
	const size_t length = 8;
	cl_int status;
	const cl_device_id device = (cl_device_id)&driver_devices[DEVICE];
	cl_program program;

	slow[0] = make_program("program_slow", context, "slow");
	mixed[0] = make_program("program_object", context, "object");
	mixed[1] = (void *)(uintptr_t)objects_value("program_raw");
	compiled[0] = make_program("program_compiled", context, "compiled");
	layer->clCompileProgram((cl_program)(uintptr_t)compiled[0], 0, NULL, NULL, 0, NULL, NULL,
				NULL, NULL);
	name_pointer("programs_compiled", compiled);
	name_pointer("programs_slow", slow);
	name_pointer("programs_mixed", mixed);
	make_program("program_plain", context_plain, "plain");
	name_pointer("program_refused", layer->clCreateProgramWithBinary(
						context, 1, &device, &length,
						(const unsigned char **)&refused, &status, NULL));
	program = layer->clCreateProgramWithBuiltInKernels(context, 1, &device, "a", NULL);
	name_pointer("program_built_in", program);
	name_pointer("kernel_built_in", layer->clCreateKernel(program, "a", NULL));
	name_pointer("program_built_in_raw",
		     layer->clCreateProgramWithBuiltInKernels(context, 1, &device, "a", NULL));
}

static cl_kernel make_kernel(const char *name, cl_program program, const char *function)
{
	return name_pointer(name, layer->clCreateKernel(program, function, NULL));
}

/* Sets both arguments of a kernel to VALUE of SIZE bytes. */
static cl_kernel set_arguments(cl_kernel kernel, size_t size, const void *value)
{
	for (cl_uint i = 0; i < 2; i++)
		layer->clSetKernelArg(kernel, i, size, value);
	return kernel;
}

static void set_object(const char *kernel, cl_program program, const char *object)
{
	const void *handle = (const void *)(uintptr_t)objects_value(object);

	set_arguments(make_kernel(kernel, program, "f"), sizeof(handle), &handle);
}

/* One whose samplers are released before it is enqueued, and one that is right. */
static void make_sampler_kernels(cl_program program)
{
	cl_sampler dead = name_pointer("sampler_dead",
				       layer->clCreateSampler(context, CL_TRUE, CL_ADDRESS_REPEAT,
							      CL_FILTER_NEAREST, NULL));

	set_object("kernel_sampler", program, "sampler");
	set_object("kernel_sampler_dead", program, "sampler_dead");
	layer->clReleaseSampler(dead);
}

/* Kernels of the first context. */
static void make_kernels(void)
{
	const cl_device_id device = (cl_device_id)&driver_devices[DEVICE];
	cl_program program = (cl_program)(uintptr_t)objects_value("program");
	cl_program part = make_program("program_part", context, "part");
	cl_mem dead = name_pointer("dead", layer->clCreateBuffer(context, 0, 16, NULL, NULL));
	const cl_uint number = 1;
	cl_kernel kernel;

	layer->clBuildProgram(part, 1, &device, NULL, NULL, NULL);
	set_arguments(make_kernel("kernel_part", part, "f"), 4, &number);
	set_arguments(make_kernel("kernel_group", program, "group"), 4, &number);
	set_object("kernel_sub", program, "sub_odd");
	set_object("kernel_dead", program, "dead");
	layer->clReleaseMemObject(dead);
	make_sampler_kernels(program);
	kernel = set_arguments(make_kernel("kernel_svm", program, "f"), 4, &number);
	layer->clSetKernelArgSVMPointer(kernel, 0, driver_svm[0]);
	set_arguments(make_kernel("kernel_freed", program, "f"), 4, &number);
	set_arguments(make_kernel("kernel_listed", program, "f"), 4, &number);
	set_arguments(make_kernel("kernel_relisted", program, "f"), 4, &number);
	set_arguments(make_kernel("kernel_used", program, "f"), 4, &number);
}

static void make_new_kernels(void)
{
	cl_program program = make_program("program_new", context_new, "new");
	cl_program plain = (cl_program)(uintptr_t)objects_value("program_plain");
	const cl_uint number = 1;
	cl_kernel kernel;

	layer->clBuildProgram(program, 0, NULL, "-cl-std=CL3.0", NULL, NULL);
	layer->clBuildProgram(plain, 0, NULL, NULL, NULL, NULL);
	make_kernel("kernel_args", program, "args");
	set_arguments(make_kernel("kernel_new", program, "f"), 4, &number);
	set_arguments(make_kernel("kernel_plain", plain, "f"), 4, &number);
	set_arguments(make_kernel("kernel_subs", program, "subs"), 4, &number);
	set_object("kernel_large", program, "image_large");
	set_object("kernel_red", program, "image_red_new");
	set_object("kernel_queue", program, "queue_device");
	set_object("kernel_queue_dead", program, "queue_device_dead");
	layer->clReleaseCommandQueue((cl_command_queue)(uintptr_t)objects_value("queue_device_dead"));
	kernel = set_arguments(make_kernel("kernel_system", program, "f"), 4, &number);
	layer->clSetKernelArgSVMPointer(kernel, 0, &number);
	set_arguments(make_kernel("kernel_freed_new", program, "f"), 4, &number);
	set_arguments(make_kernel("kernel_listed_new", program, "f"), 4, &number);
}

static void make_events(void)
{
	cl_event event, plain, other;
	cl_event set = layer->clCreateUserEvent(context, NULL);

	layer->clEnqueueMarker(queue, &event);
	layer->clEnqueueMarker((cl_command_queue)(uintptr_t)objects_value("queue_plain"), &plain);
	layer->clEnqueueMarker((cl_command_queue)(uintptr_t)objects_value("queue_other"), &other);
	layer->clSetUserEventStatus(set, CL_COMPLETE);
	name_pointer("event", event);
	name_pointer("event_plain", plain);
	name_pointer("event_set", set);
	ARRAY_OF("events", event);
	/* What comes after the one event of the list. */
	name_pointer("events_b", (const void **)(uintptr_t)objects_value("events") + 1);
	ARRAY_OF("events_other", other);
	ARRAY_OF("events_both", event, other);
	ARRAY_OF("wrong", context);
}

/* Arrays whose elements are no objects, or objects of other kinds. */
static void make_wrong_lists(void)
{
	cl_program program = make_program("program_released", context, "released");
	cl_event event;

	layer->clEnqueueMarkerWithWaitList(queue, 0, NULL, &event);
	layer->clReleaseEvent(event);
	layer->clReleaseProgram(program);
	ARRAY_OF("events_released", event);
	ARRAY_OF("programs_released", program);
	ARRAY_OF("nulls", NULL);
	ARRAY_OF("device_and_null", &driver_devices[DEVICE], NULL);
	ARRAY_OF("buffer_and_null", (void *)(uintptr_t)objects_value("buffer"), NULL);
	ARRAY_OF("images", (void *)(uintptr_t)objects_value("image"));
	ARRAY_OF("pipes", (void *)(uintptr_t)objects_value("pipe"));
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
	static size_t sizes[24][3];

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
	name_sizes("local_8", sizes[16], 8, 1, 1);
	name_sizes("right", sizes[17], 8, 0, 0);
	name_sizes("right_7", sizes[18], 7, 0, 0);
	name_sizes("above_4", sizes[19], 0, 0, 4);
	name_sizes("beyond", sizes[20], 4097, 0, 0);
}

static void name_simple(void)
{
	static const char *const strings[] = { "a", "b" };
	static uint64_t store[64];

	name_pointer("NULL", NULL);
	name_pointer("store", store);
	name_pointer("strings", strings);
	name_pointer("string", strings[0]);
	name_pointer("string_d", "d");
	name_pointer("strings_a_d", "a;d");
	name_pointer("string_beginning", "cop");
	name_pointer("strings_both", "copy; a;");
	name_pointer("string_b", strings[1]);
	name_pointer("spir", "-x spir");
	name_pointer("callback", (const void *)(uintptr_t)callback);
	name_pointer("rgba", &rgba);
	name_pointer("flat", &flat);
	name_pointer("no_image", &no_image);
	name_number("SIZE_MAX", SIZE_MAX);
	name_number("HANDLE", sizeof(void *));
}

static void name_partitions(void)
{
	static const cl_device_partition_property lists[][8] = {
		{ CL_DEVICE_PARTITION_EQUALLY, 4, 0 },
		{ CL_DEVICE_PARTITION_EQUALLY, 0, 0 },
		{ 1, 1, 0 },
		{ CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0 },
		{ CL_DEVICE_PARTITION_BY_COUNTS, 2, 2, 2, 2, 0, 0 },
		{ CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 1, 1, 1, 0, 0 },
		{ CL_DEVICE_PARTITION_BY_COUNTS, 4, 5, 0, 0 },
		{ CL_DEVICE_PARTITION_BY_COUNTS, 4, -1, 0, 0 },
		{ CL_DEVICE_PARTITION_BY_COUNTS, 9, 0, 0 },
		{ CL_DEVICE_PARTITION_BY_COUNTS, 8, 0, 0 },
	};
	static const char *const names[] = { "equally",	     "equally_0",  "divided_wrong",
					     "by_domain",    "counts",	   "counts_5",
					     "counts_total", "counts_neg", "counts_9",
					     "counts_8" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		name_pointer(names[i], lists[i]);
}

/* Values and lists that are wrong in one way. */
static void name_wrong(void)
{
	static const cl_image_format no_format = { CL_RGB, CL_UNORM_INT8 };
	static const cl_image_format no_order = { 1, CL_UNORM_INT8 };
	static const cl_image_format unsupported = { CL_RA, CL_FLOAT };
	static const cl_context_properties context_value[] = { CL_CONTEXT_INTEROP_USER_SYNC, 7, 0 };
	static const cl_mem_properties mem_values[] = { 0x5000, 7, 0 };
	static const cl_buffer_region region_wrap = { SIZE_MAX - 127, 256 };
	static const cl_bool yes = CL_TRUE;
	static const void *const svm_list[] = { driver_svm[0] };

	name_pointer("no_format", &no_format);
	name_pointer("no_order", &no_order);
	name_pointer("unsupported", &unsupported);
	name_pointer("context_value", context_value);
	name_pointer("mem_value", mem_values);
	name_pointer("region_wrap", &region_wrap);
	name_pointer("yes", &yes);
	name_pointer("svm_list", svm_list);
	name_pointer("empty", &empty);
	name_pointer("image_wide", &wide);
	name_pointer("large", &large);
	name_pointer("pitched", &pitched);
	name_pointer("tight", &tight);
	name_pointer("no_kernel", "no_kernel");
}

/* Pointers to handles, as arguments of kernels. */
static void name_arguments(void)
{
	static const char *const names[] = { "buffer_new",  "image_new",    "image_wo",
					     "image_ro",    "image_deep_new", "sampler_new",
					     "queue_device", "queue_new",   "pipe_new" };
	static char arg_names[sizeof(names) / sizeof(names[0])][24];
	static const void *handles[sizeof(names) / sizeof(names[0])];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		handles[i] = (const void *)(uintptr_t)objects_value(names[i]);
		snprintf(arg_names[i], sizeof(arg_names[i]), "arg_%s", names[i]);
		name_pointer(arg_names[i], &handles[i]);
	}
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
	forget_names();
	driver_reset();
	make_contexts();
	make_new_context();
	make_memory();
	make_new_memory();
	make_images_of_buffers();
	make_mapped();
	make_programs();
	make_other_programs();
	make_kernels();
	make_new_kernels();
	make_events();
	make_wrong_lists();
	make_shared();
	name_all_sizes();
	name_simple();
	name_lists();
	name_partitions();
	name_wrong();
	name_arguments();
}
