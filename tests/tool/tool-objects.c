/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tool-objects: what tool-driver makes besides the plain buffers of tool-compute.c: programs of all
 * kinds, images, shared memory, samplers. Their contents can be written and read, but its kernel uses
 * none of them. If TOOL_CALLS names a file, each call that a replay makes is a line there, with all that
 * it gets, so that two replays can be compared. Objects have the numbers in which they were made.
 */
#include "tool/tool-compute.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TEXT 512

#define MOST_OBJECTS 256

/* All that was made, but shared memory. */
static struct object {
	const void *handle;
	const char *kind;
	unsigned int number;
} objects[MOST_OBJECTS];
static size_t object_count;

struct image {
	struct tool_buffer buffer;
	size_t element;
};

struct shared {
	struct shared *next;
	unsigned int number;
	size_t size;
	char bytes[];
};

static const void *own_table;
static unsigned int programs;
static unsigned int memory;
static unsigned int samplers;
static struct shared *all_shared;

/* What tool-compute.c does. */
static cl_int (CL_API_CALL *build_there)(cl_program, cl_uint, const cl_device_id *, const char *,
					 void (CL_CALLBACK *)(cl_program, void *), void *);
static cl_mem (CL_API_CALL *create_buffer_there)(cl_context, cl_mem_flags, size_t, void *, cl_int *);
static cl_kernel (CL_API_CALL *create_kernel_there)(cl_program, const char *, cl_int *);
static cl_int (CL_API_CALL *run_there)(cl_command_queue, cl_kernel, cl_uint, const size_t *,
				       const size_t *, const size_t *, cl_uint, const cl_event *,
				       cl_event *);
static cl_int (CL_API_CALL *read_there)(cl_command_queue, cl_mem, cl_bool, size_t, size_t, void *,
					cl_uint, const cl_event *, cl_event *);
static cl_int (CL_API_CALL *write_there)(cl_command_queue, cl_mem, cl_bool, size_t, size_t,
					 const void *, cl_uint, const cl_event *, cl_event *);
static cl_int (CL_API_CALL *set_argument_there)(cl_kernel, cl_uint, size_t, const void *);

__attribute__((format(__printf__, 1, 2))) static void note(const char *format, ...)
{
	const char *path = getenv("TOOL_CALLS");
	FILE *file = path ? fopen(path, "a") : NULL;
	va_list arguments;

	if (!file)
		return;
	va_start(arguments, format);
	vfprintf(file, format, arguments);
	va_end(arguments);
	fputc('\n', file);
	fclose(file);
}

/* The first bytes, and a sum of all, in a buffer of this function. */
static const char *text_of(const void *bytes, size_t size)
{
	static char text[MOST_TEXT];
	const unsigned char *each = bytes;
	uint32_t sum = 2166136261U;
	size_t used = 0;

	if (!bytes)
		return "NULL";
	for (size_t i = 0; i < size; i++) {
		sum = (sum ^ each[i]) * 16777619U;
		if (i < 32)
			used += (size_t)snprintf(text + used, sizeof(text) - used, "%02x", each[i]);
	}
	snprintf(text + used, sizeof(text) - used, " (%zu, %08x)", size, sum);
	return text;
}

static const char *sizes_of(const size_t *sizes, unsigned int count, char text[MOST_TEXT])
{
	size_t used = 0;

	strcpy(text, sizes ? "" : "NULL");
	for (unsigned int i = 0; sizes && i < count; i++)
		used += (size_t)snprintf(text + used, MOST_TEXT - used, "%s%zu", i > 0 ? "," : "", sizes[i]);
	return text;
}

static const char *or_null(const char *text)
{
	return text ? text : "NULL";
}

static const struct object *find(const void *handle)
{
	for (size_t i = object_count; handle && i-- > 0;)
		if (objects[i].handle == handle)
			return &objects[i];
	return NULL;
}

static int number_of(const void *handle)
{
	const struct object *object = find(handle);

	return object ? (int)object->number : -1;
}

static void keep(const void *handle, const char *kind, unsigned int *count)
{
	if (!handle || object_count == MOST_OBJECTS)
		abort();
	objects[object_count++] = (struct object){ handle, kind, (*count)++ };
}

/* A handle of which the loader reads the table only. */
static void *make(const char *kind, unsigned int *count, cl_int *code)
{
	const void **handle = calloc(2, sizeof(*handle));

	*handle = own_table;
	keep(handle, kind, count);
	if (code)
		*code = CL_SUCCESS;
	return handle;
}

/* -- programs -------------------------------------------------------------------------------- */

static cl_program CL_API_CALL create_source(cl_context context, cl_uint count, const char **texts,
					    const size_t *lengths, cl_int *code)
{
	(void)context;
	(void)count;
	note("source %u: %s", programs, text_of(texts[0], lengths ? lengths[0] : strlen(texts[0])));
	return make("program", &programs, code);
}

static cl_program CL_API_CALL create_il(cl_context context, const void *il, size_t size, cl_int *code)
{
	(void)context;
	note("il %u: %s", programs, text_of(il, size));
	return make("program", &programs, code);
}

static cl_program CL_API_CALL create_binary(cl_context context, cl_uint count,
					    const cl_device_id *devices, const size_t *sizes,
					    const unsigned char **binaries, cl_int *status, cl_int *code)
{
	(void)context;
	(void)devices;
	note("binary %u of %u: %s", programs, count, text_of(binaries[0], sizes[0]));
	if (status)
		*status = CL_SUCCESS;
	return make("program", &programs, code);
}

static cl_program CL_API_CALL create_built_in(cl_context context, cl_uint count,
					      const cl_device_id *devices, const char *names, cl_int *code)
{
	(void)context;
	(void)devices;
	note("built-in %u of %u: %s", programs, count, names);
	return make("program", &programs, code);
}

static cl_int CL_API_CALL set_constant(cl_program program, cl_uint id, size_t size, const void *value)
{
	note("constant of %d: %u %s", number_of(program), id, text_of(value, size));
	return CL_SUCCESS;
}

static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *devices,
				const char *options, void (CL_CALLBACK *notify)(cl_program, void *),
				void *data)
{
	note("build %d of %u: %s", number_of(program), count, or_null(options));
	return build_there(program, count, devices, options, notify, data);
}

static cl_int CL_API_CALL compile(cl_program program, cl_uint count, const cl_device_id *devices,
				  const char *options, cl_uint headers, const cl_program *of,
				  const char **names, void (CL_CALLBACK *notify)(cl_program, void *),
				  void *data)
{
	note("compile %d of %u: %s", number_of(program), count, or_null(options));
	for (cl_uint i = 0; i < headers; i++)
		note("header %u of %d: %s is %d", i, number_of(program), names[i], number_of(of[i]));
	return build_there(program, count, devices, options, notify, data);
}

static cl_program CL_API_CALL link_programs(cl_context context, cl_uint count,
					    const cl_device_id *devices, const char *options,
					    cl_uint inputs, const cl_program *of,
					    void (CL_CALLBACK *notify)(cl_program, void *), void *data,
					    cl_int *code)
{
	(void)context;
	note("link of %u: %s", count, or_null(options));
	for (cl_uint i = 0; i < inputs; i++)
		note("input %u: %d", i, number_of(of[i]));
	*code = build_there(NULL, count, devices, options, notify, data);
	return *code == CL_SUCCESS ? make("program", &programs, NULL) : NULL;
}

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name, cl_int *code)
{
	note("kernel of %d: %s", number_of(program), name);
	return create_kernel_there(program, name, code);
}

/* -- memory ---------------------------------------------------------------------------------- */

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
					void *bytes, cl_int *code)
{
	cl_mem made = create_buffer_there(context, flags, size, bytes, code);

	note("buffer %u: 0x%llX %zu", memory, (unsigned long long)flags, size);
	keep(made, "memory", &memory);
	return made;
}

static cl_mem CL_API_CALL create_sub_buffer(cl_mem buffer, cl_mem_flags flags,
					    cl_buffer_create_type type, const void *info, cl_int *code)
{
	const cl_buffer_region *region = info;
	struct tool_buffer *part = calloc(1, sizeof(*part));

	*part = *(struct tool_buffer *)buffer;
	note("sub-buffer %u of %d: 0x%llX 0x%X %zu %zu", memory, number_of(buffer),
	     (unsigned long long)flags, type, region->origin, region->size);
	part->numbers += region->origin / sizeof(cl_uint);
	keep(part, "memory", &memory);
	*code = CL_SUCCESS;
	return (cl_mem)part;
}

/* Objects share their bytes with those that they are made from, so these stay. */
static cl_int CL_API_CALL release(cl_mem object)
{
	(void)object;
	return CL_SUCCESS;
}

static size_t element_of(const cl_image_format *format)
{
	const size_t count = format->image_channel_order == CL_RGBA ? 4 : 1;

	return count * (format->image_channel_data_type == CL_FLOAT ? 4 : 1);
}

static size_t at_least_one(size_t size)
{
	return size > 0 ? size : 1;
}

static cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags,
				       const cl_image_format *format, const cl_image_desc *desc,
				       void *bytes, cl_int *code)
{
	struct image *made = calloc(1, sizeof(*made));
	struct tool_buffer *parent = (struct tool_buffer *)desc->mem_object;

	(void)context;
	note("image %u: 0x%llX 0x%X 0x%X; 0x%X %zu %zu %zu %zu; pitches %zu %zu; of %d; %s", memory,
	     (unsigned long long)flags, format->image_channel_order, format->image_channel_data_type,
	     desc->image_type, desc->image_width, desc->image_height, desc->image_depth,
	     desc->image_array_size, desc->image_row_pitch, desc->image_slice_pitch,
	     number_of(parent), bytes ? "bytes" : "no bytes");
	keep(made, "memory", &memory);
	made->element = element_of(format);
	made->buffer.table = own_table;
	made->buffer.size = made->element * at_least_one(desc->image_width) *
		     at_least_one(desc->image_height) * at_least_one(desc->image_depth) *
		     at_least_one(desc->image_array_size);
	made->buffer.numbers = parent ? parent->numbers : calloc(1, made->buffer.size);
	*code = CL_SUCCESS;
	return (cl_mem)made;
}

static cl_int CL_API_CALL get_image_info(cl_mem image, cl_image_info name, size_t capacity,
					 void *target, size_t *size)
{
	const struct image *made = (const struct image *)image;

	if (name != CL_IMAGE_ELEMENT_SIZE || capacity < sizeof(made->element) || !target)
		return CL_INVALID_VALUE;
	memcpy(target, &made->element, sizeof(made->element));
	if (size)
		*size = sizeof(made->element);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool is_blocking,
				       size_t offset, size_t size, const void *bytes, cl_uint count,
				       const cl_event *waited, cl_event *event)
{
	note("write %d at %zu: %s", number_of(buffer), offset, text_of(bytes, size));
	return write_there(queue, buffer, is_blocking, offset, size, bytes, count, waited, event);
}

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool is_blocking,
				      size_t offset, size_t size, void *target, cl_uint count,
				      const cl_event *waited, cl_event *event)
{
	note("read %d at %zu: %zu", number_of(buffer), offset, size);
	return read_there(queue, buffer, is_blocking, offset, size, target, count, waited, event);
}

static size_t size_of(const struct image *image, const size_t *region)
{
	return image->element * region[0] * region[1] * region[2];
}

static cl_int CL_API_CALL write_image(cl_command_queue queue, cl_mem image, cl_bool is_blocking,
				      const size_t *origin, const size_t *region, size_t row,
				      size_t slice, const void *bytes, cl_uint count,
				      const cl_event *waited, cl_event *event)
{
	const struct image *made = (const struct image *)image;
	char texts[2][MOST_TEXT];

	(void)queue;
	(void)is_blocking;
	(void)count;
	(void)waited;
	(void)event;
	note("write image %d: %s; %s; %zu %zu: %s", number_of(image), sizes_of(origin, 3, texts[0]),
	     sizes_of(region, 3, texts[1]), row, slice, text_of(bytes, size_of(made, region)));
	memcpy(made->buffer.numbers, bytes, size_of(made, region));
	return CL_SUCCESS;
}

static cl_int CL_API_CALL read_image(cl_command_queue queue, cl_mem image, cl_bool is_blocking,
				     const size_t *origin, const size_t *region, size_t row,
				     size_t slice, void *target, cl_uint count, const cl_event *waited,
				     cl_event *event)
{
	const struct image *made = (const struct image *)image;
	char texts[2][MOST_TEXT];

	(void)queue;
	(void)is_blocking;
	(void)count;
	(void)waited;
	(void)event;
	note("read image %d: %s; %s; %zu %zu", number_of(image), sizes_of(origin, 3, texts[0]),
	     sizes_of(region, 3, texts[1]), row, slice);
	memcpy(target, made->buffer.numbers, size_of(made, region));
	return CL_SUCCESS;
}

/* -- shared memory --------------------------------------------------------------------------- */

static void *CL_API_CALL allocate_shared(cl_context context, cl_svm_mem_flags flags, size_t size,
					 cl_uint alignment)
{
	struct shared *made = calloc(1, sizeof(*made) + size);

	(void)context;
	note("shared %u: 0x%llX %zu %u", memory, (unsigned long long)flags, size, alignment);
	made->number = memory++;
	made->size = size;
	made->next = all_shared;
	all_shared = made;
	return made->bytes;
}

/* The allocation that has ADDRESS, and its offset there. */
static const char *place_of(const void *address, char text[MOST_TEXT])
{
	const char *at = address;

	snprintf(text, MOST_TEXT, "elsewhere");
	for (const struct shared *each = all_shared; each; each = each->next)
		if (at >= each->bytes && at <= each->bytes + each->size)
			snprintf(text, MOST_TEXT, "%u + %zu", each->number, (size_t)(at - each->bytes));
	return text;
}

static cl_int CL_API_CALL copy_shared(cl_command_queue queue, cl_bool is_blocking, void *target,
				      const void *source, size_t size, cl_uint count,
				      const cl_event *waited, cl_event *event)
{
	char texts[2][MOST_TEXT];

	(void)queue;
	(void)is_blocking;
	(void)count;
	(void)waited;
	(void)event;
	note("copy to %s from %s: %s", place_of(target, texts[0]), place_of(source, texts[1]),
	     text_of(source, size));
	memcpy(target, source, size);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL set_pointer(cl_kernel kernel, cl_uint index, const void *pointer)
{
	char text[MOST_TEXT];

	(void)kernel;
	note("argument %u: pointer %s", index, place_of(pointer, text));
	return CL_SUCCESS;
}

/* -- arguments and launch -------------------------------------------------------------------- */

static cl_sampler CL_API_CALL create_sampler(cl_context context, cl_bool normalized,
					     cl_addressing_mode addressing, cl_filter_mode filter,
					     cl_int *code)
{
	(void)context;
	note("sampler %u: %u 0x%X 0x%X", samplers, normalized, addressing, filter);
	return make("sampler", &samplers, code);
}

static cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
	const struct object *object = NULL;
	const void *handle;

	if (size == sizeof(handle) && value) {
		memcpy(&handle, value, sizeof(handle));
		object = find(handle);
	}
	if (object)
		note("argument %u: %s %u", index, object->kind, object->number);
	else
		note("argument %u: %zu %s", index, size, text_of(value, size));
	return index < 3 ? set_argument_there(kernel, index, size, value) : CL_SUCCESS;
}

static cl_int CL_API_CALL set_setting(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
				      const void *value)
{
	(void)kernel;
	note("setting 0x%X: %s", name, text_of(value, size));
	return CL_SUCCESS;
}

static cl_int CL_API_CALL run(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
			      const size_t *offset, const size_t *items, const size_t *group,
			      cl_uint count, const cl_event *waited, cl_event *event)
{
	char texts[3][MOST_TEXT];

	note("launch: %s; %s; %s; waits for %u", sizes_of(offset, dimensions, texts[0]),
	     sizes_of(items, dimensions, texts[1]), sizes_of(group, dimensions, texts[2]), count);
	return run_there(queue, kernel, dimensions, offset, items, group, count, waited, event);
}

static cl_int CL_API_CALL run_task(cl_command_queue queue, cl_kernel kernel, cl_uint count,
				   const cl_event *waited, cl_event *event)
{
	const size_t one = 1;

	note("task: waits for %u", count);
	return run_there(queue, kernel, 1, NULL, &one, NULL, count, waited, event);
}

/* -- the table ------------------------------------------------------------------------------- */

size_t tool_objects_answer(cl_device_info name, const void **answer)
{
	static const cl_device_svm_capabilities svm =
		CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER;

	*answer = name == CL_DEVICE_IL_VERSION ? (const void *)"SPIR-V_1.2" : &svm;
	return name == CL_DEVICE_IL_VERSION	       ? strlen("SPIR-V_1.2") + 1 :
	       name == CL_DEVICE_SVM_CAPABILITIES ? sizeof(svm) : 0;
}

/* Puts FUNCTION into the table; what was there is stored. */
static void put(void **table, size_t slot, void *function, void *there)
{
	if (there)
		memcpy(there, &table[slot], sizeof(void *));
	table[slot] = function;
}

void tool_objects_fill(void **table)
{
	own_table = table;
	put(table, API_SLOT_clBuildProgram, (void *)build, &build_there);
	put(table, API_SLOT_clCreateBuffer, (void *)create_buffer, &create_buffer_there);
	put(table, API_SLOT_clCreateKernel, (void *)create_kernel, &create_kernel_there);
	put(table, API_SLOT_clCreateProgramWithSource, (void *)create_source, NULL);
	put(table, API_SLOT_clEnqueueNDRangeKernel, (void *)run, &run_there);
	put(table, API_SLOT_clEnqueueReadBuffer, (void *)read_buffer, &read_there);
	put(table, API_SLOT_clEnqueueWriteBuffer, (void *)write_buffer, &write_there);
	put(table, API_SLOT_clSetKernelArg, (void *)set_argument, &set_argument_there);
	put(table, API_SLOT_clCreateProgramWithIL, (void *)create_il, NULL);
	put(table, API_SLOT_clCreateProgramWithBinary, (void *)create_binary, NULL);
	put(table, API_SLOT_clCreateProgramWithBuiltInKernels, (void *)create_built_in, NULL);
	put(table, API_SLOT_clSetProgramSpecializationConstant, (void *)set_constant, NULL);
	put(table, API_SLOT_clCompileProgram, (void *)compile, NULL);
	put(table, API_SLOT_clLinkProgram, (void *)link_programs, NULL);
	put(table, API_SLOT_clCreateSubBuffer, (void *)create_sub_buffer, NULL);
	put(table, API_SLOT_clReleaseMemObject, (void *)release, NULL);
	put(table, API_SLOT_clCreateImage, (void *)create_image, NULL);
	put(table, API_SLOT_clGetImageInfo, (void *)get_image_info, NULL);
	put(table, API_SLOT_clEnqueueWriteImage, (void *)write_image, NULL);
	put(table, API_SLOT_clEnqueueReadImage, (void *)read_image, NULL);
	put(table, API_SLOT_clSVMAlloc, (void *)allocate_shared, NULL);
	put(table, API_SLOT_clEnqueueSVMMemcpy, (void *)copy_shared, NULL);
	put(table, API_SLOT_clSetKernelArgSVMPointer, (void *)set_pointer, NULL);
	put(table, API_SLOT_clCreateSampler, (void *)create_sampler, NULL);
	put(table, API_SLOT_clSetKernelExecInfo, (void *)set_setting, NULL);
	put(table, API_SLOT_clEnqueueTask, (void *)run_task, NULL);
}
