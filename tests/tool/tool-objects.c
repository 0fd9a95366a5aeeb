/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tool-objects: what tool-driver makes besides the plain buffers of tool-compute.c: programs of all
 * kinds, samplers, and in tool-memory.c images and shared memory. Their contents can be written and read, but its kernel uses
 * none of them. If TOOL_CALLS names a file, each call that a replay makes is a line there, with all that
 * it gets, so that two replays can be compared. Objects have the numbers in which they were made.
 */
#include "tool/tool-objects.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>


#define MOST_OBJECTS 256

/* All that was made, but shared memory. */
static struct object {
	const void *handle;
	const char *kind;
	unsigned int number;
} objects[MOST_OBJECTS];
static size_t object_count;

static const void *own_table;
static unsigned int programs;
static unsigned int samplers;

/* What tool-compute.c does. */
static cl_int (CL_API_CALL *build_there)(cl_program, cl_uint, const cl_device_id *, const char *,
					 void (CL_CALLBACK *)(cl_program, void *), void *);
static cl_kernel (CL_API_CALL *create_kernel_there)(cl_program, const char *, cl_int *);
static cl_int (CL_API_CALL *run_there)(cl_command_queue, cl_kernel, cl_uint, const size_t *,
				       const size_t *, const size_t *, cl_uint, const cl_event *,
				       cl_event *);
static cl_int (CL_API_CALL *set_argument_there)(cl_kernel, cl_uint, size_t, const void *);

void tool_objects_note(const char *format, ...)
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

const char *tool_objects_text(const void *bytes, size_t size)
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

const char *tool_objects_sizes(const size_t *sizes, unsigned int count, char text[MOST_TEXT])
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

int tool_objects_number(const void *handle)
{
	const struct object *object = find(handle);

	return object ? (int)object->number : -1;
}

void tool_objects_keep(const void *handle, const char *kind, unsigned int *count)
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
	tool_objects_keep(handle, kind, count);
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
	tool_objects_note("source %u: %s", programs, tool_objects_text(texts[0], lengths ? lengths[0] : strlen(texts[0])));
	return make("program", &programs, code);
}

static cl_program CL_API_CALL create_il(cl_context context, const void *il, size_t size, cl_int *code)
{
	(void)context;
	tool_objects_note("il %u: %s", programs, tool_objects_text(il, size));
	return make("program", &programs, code);
}

static cl_program CL_API_CALL create_binary(cl_context context, cl_uint count,
					    const cl_device_id *devices, const size_t *sizes,
					    const unsigned char **binaries, cl_int *status, cl_int *code)
{
	(void)context;
	(void)devices;
	tool_objects_note("binary %u of %u: %s", programs, count, tool_objects_text(binaries[0], sizes[0]));
	if (status)
		*status = CL_SUCCESS;
	return make("program", &programs, code);
}

static cl_program CL_API_CALL create_built_in(cl_context context, cl_uint count,
					      const cl_device_id *devices, const char *names, cl_int *code)
{
	(void)context;
	(void)devices;
	tool_objects_note("built-in %u of %u: %s", programs, count, names);
	return make("program", &programs, code);
}

static cl_int CL_API_CALL set_constant(cl_program program, cl_uint id, size_t size, const void *value)
{
	tool_objects_note("constant of %d: %u %s", tool_objects_number(program), id, tool_objects_text(value, size));
	return CL_SUCCESS;
}

static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *devices,
				const char *options, void (CL_CALLBACK *notify)(cl_program, void *),
				void *data)
{
	tool_objects_note("build %d of %u: %s", tool_objects_number(program), count, or_null(options));
	return build_there(program, count, devices, options, notify, data);
}

static cl_int CL_API_CALL compile(cl_program program, cl_uint count, const cl_device_id *devices,
				  const char *options, cl_uint headers, const cl_program *of,
				  const char **names, void (CL_CALLBACK *notify)(cl_program, void *),
				  void *data)
{
	tool_objects_note("compile %d of %u: %s", tool_objects_number(program), count, or_null(options));
	for (cl_uint i = 0; i < headers; i++)
		tool_objects_note("header %u of %d: %s is %d", i, tool_objects_number(program), names[i], tool_objects_number(of[i]));
	return build_there(program, count, devices, options, notify, data);
}

static cl_program CL_API_CALL link_programs(cl_context context, cl_uint count,
					    const cl_device_id *devices, const char *options,
					    cl_uint inputs, const cl_program *of,
					    void (CL_CALLBACK *notify)(cl_program, void *), void *data,
					    cl_int *code)
{
	(void)context;
	tool_objects_note("link of %u: %s", count, or_null(options));
	for (cl_uint i = 0; i < inputs; i++)
		tool_objects_note("input %u: %d", i, tool_objects_number(of[i]));
	*code = build_there(NULL, count, devices, options, notify, data);
	return *code == CL_SUCCESS ? make("program", &programs, NULL) : NULL;
}

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name, cl_int *code)
{
	tool_objects_note("kernel of %d: %s", tool_objects_number(program), name);
	return create_kernel_there(program, name, code);
}

/* -- arguments and launch -------------------------------------------------------------------- */

static cl_sampler CL_API_CALL create_sampler(cl_context context, cl_bool normalized,
					     cl_addressing_mode addressing, cl_filter_mode filter,
					     cl_int *code)
{
	(void)context;
	tool_objects_note("sampler %u: %u 0x%X 0x%X", samplers, normalized, addressing, filter);
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
		tool_objects_note("argument %u: %s %u", index, object->kind, object->number);
	else
		tool_objects_note("argument %u: %zu %s", index, size, tool_objects_text(value, size));
	return index < 3 ? set_argument_there(kernel, index, size, value) : CL_SUCCESS;
}

static cl_int CL_API_CALL set_setting(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
				      const void *value)
{
	(void)kernel;
	tool_objects_note("setting 0x%X: %s", name, tool_objects_text(value, size));
	return CL_SUCCESS;
}

static cl_int CL_API_CALL run(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
			      const size_t *offset, const size_t *items, const size_t *group,
			      cl_uint count, const cl_event *waited, cl_event *event)
{
	char texts[3][MOST_TEXT];

	tool_objects_note("launch: %s; %s; %s; waits for %u", tool_objects_sizes(offset, dimensions, texts[0]),
	     tool_objects_sizes(items, dimensions, texts[1]), tool_objects_sizes(group, dimensions, texts[2]), count);
	return run_there(queue, kernel, dimensions, offset, items, group, count, waited, event);
}

static cl_int CL_API_CALL run_task(cl_command_queue queue, cl_kernel kernel, cl_uint count,
				   const cl_event *waited, cl_event *event)
{
	const size_t one = 1;

	tool_objects_note("task: waits for %u", count);
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

void tool_objects_put(void **table, size_t slot, void *function, void *there)
{
	if (there)
		memcpy(there, &table[slot], sizeof(void *));
	table[slot] = function;
}

void tool_objects_fill(void **table)
{
	own_table = table;
	tool_memory_fill(table);
	tool_objects_put(table, API_SLOT_clBuildProgram, (void *)build, &build_there);
	tool_objects_put(table, API_SLOT_clCreateKernel, (void *)create_kernel, &create_kernel_there);
	tool_objects_put(table, API_SLOT_clCreateProgramWithSource, (void *)create_source, NULL);
	tool_objects_put(table, API_SLOT_clEnqueueNDRangeKernel, (void *)run, &run_there);
	tool_objects_put(table, API_SLOT_clSetKernelArg, (void *)set_argument, &set_argument_there);
	tool_objects_put(table, API_SLOT_clCreateProgramWithIL, (void *)create_il, NULL);
	tool_objects_put(table, API_SLOT_clCreateProgramWithBinary, (void *)create_binary, NULL);
	tool_objects_put(table, API_SLOT_clCreateProgramWithBuiltInKernels, (void *)create_built_in, NULL);
	tool_objects_put(table, API_SLOT_clSetProgramSpecializationConstant, (void *)set_constant, NULL);
	tool_objects_put(table, API_SLOT_clCompileProgram, (void *)compile, NULL);
	tool_objects_put(table, API_SLOT_clLinkProgram, (void *)link_programs, NULL);
	tool_objects_put(table, API_SLOT_clCreateSampler, (void *)create_sampler, NULL);
	tool_objects_put(table, API_SLOT_clSetKernelExecInfo, (void *)set_setting, NULL);
	tool_objects_put(table, API_SLOT_clEnqueueTask, (void *)run_task, NULL);
}
