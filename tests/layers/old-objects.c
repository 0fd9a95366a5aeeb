/* SPDX-License-Identifier: Apache-2.0 */
/* old-objects: see old-objects.h. */
#include "layers/old-objects.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define OBJECTS 256

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct old_object objects[OBJECTS];
static bool is_live(const void *handle, char kind)
{
	return handle && old_object(handle)->kind == kind &&
	       old_object(handle)->references > 0;
}

/* The first free address, as drivers use memory again. Threads call it. */
static void *make(char kind, const void *like, void *owner, cl_int *errcode_ret)
{
	struct old_object *object = objects;

	pthread_mutex_lock(&lock);
	while (object->references > 0)
		object++;
	if (object >= objects + OBJECTS - 1)
		abort();
	*object = (struct old_object){ .table = old_object(like)->table, .references = 1,
				       .owner = owner, .kind = kind };
	old.live++;
	pthread_mutex_unlock(&lock);
	if (errcode_ret)
		*errcode_ret = CL_SUCCESS;
	return object;
}

static cl_int change(void *handle, char kind, int by)
{
	if (!is_live(handle, kind))
		return CL_INVALID_VALUE;
	pthread_mutex_lock(&lock);
	old_object(handle)->references += (unsigned)by;
	if (old_object(handle)->references == 0)
		old.live--;
	pthread_mutex_unlock(&lock);
	return CL_SUCCESS;
}

#define CHANGES(X)                                                                                 \
	X(Context, cl_context, 'C')                                                                \
	X(CommandQueue, cl_command_queue, 'Q')                                                     \
	X(MemObject, cl_mem, 'M')                                                                  \
	X(Sampler, cl_sampler, 'S')                                                                \
	X(Program, cl_program, 'R')                                                                \
	X(Kernel, cl_kernel, 'K')
#define CHANGE(name, type, kind)                                                                   \
	static cl_int CL_API_CALL retain_##name(type handle)                                       \
	{                                                                                          \
		return change(handle, kind, 1);                                                    \
	}                                                                                          \
	static cl_int CL_API_CALL release_##name(type handle)                                      \
	{                                                                                          \
		return change(handle, kind, -1);                                                   \
	}
CHANGES(CHANGE)

void old_note_native(const void *handle, unsigned version)
{
	old.native_calls++;
	if (old_is_old(handle) && old.version < version) {
		fprintf(stderr, "a function of OpenCL %u is called\n", version);
		abort();
	}
}

/* -- contexts and what is in them ---------------------------------------------- */

static void(CL_CALLBACK *notify)(const char *text, const void *info, size_t size, void *user_data);
static void *notify_data;

void old_notify(void)
{
	notify("an error", NULL, 0, notify_data);
}

static cl_context CL_API_CALL create_context(const cl_context_properties *properties,
					     cl_uint count, const cl_device_id *list,
					     void(CL_CALLBACK *function)(const char *, const void *,
									 size_t, void *),
					     void *user_data, cl_int *errcode_ret)
{
	struct old_object *context = make('C', list[0], NULL, errcode_ret);

	(void)properties;
	(void)count;
	context->device = old_object(list[0]);
	notify = function;
	notify_data = user_data;
	return (cl_context)context;
}

/* The first property is the platform. */
static cl_context CL_API_CALL create_context_from_type(
	const cl_context_properties *properties, cl_device_type type,
	void(CL_CALLBACK *function)(const char *, const void *, size_t, void *), void *user_data,
	cl_int *errcode_ret)
{
	const bool is_new = properties && (cl_platform_id)properties[1] == new_platform;

	(void)type;
	return create_context(NULL, 1, is_new ? &new_device : &old_device, function, user_data,
			      errcode_ret);
}

static cl_int CL_API_CALL get_context_info(cl_context context, cl_context_info name, size_t size,
					   void *value, size_t *size_ret)
{
	if (!is_live(context, 'C'))
		return CL_INVALID_CONTEXT;
	if (name == CL_CONTEXT_DEVICES)
		return STORE(old_object(context)->device);
	if (name == CL_CONTEXT_REFERENCE_COUNT)
		return STORE(old_object(context)->references);
	return CL_INVALID_VALUE;
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
						 cl_command_queue_properties properties,
						 cl_int *errcode_ret)
{
	struct old_object *queue;

	if (!device || old_object(context)->device != old_object(device)) {
		*errcode_ret = CL_INVALID_DEVICE;
		return NULL;
	}
	old.flags = properties;
	queue = make('Q', context, context, errcode_ret);
	queue->device = old_object(device);
	return (cl_command_queue)queue;
}

static cl_command_queue CL_API_CALL create_queue_with(cl_context context, cl_device_id device,
						      const cl_queue_properties *properties,
						      cl_int *errcode_ret)
{
	(void)properties;
	old_note_native(context, 200);
	return create_queue(context, device, 0, errcode_ret);
}

static cl_int CL_API_CALL get_queue_info(cl_command_queue queue, cl_command_queue_info name,
					 size_t size, void *value, size_t *size_ret)
{
	if (!is_live(queue, 'Q'))
		return CL_INVALID_COMMAND_QUEUE;
	if (name == CL_QUEUE_CONTEXT)
		return STORE(old_object(queue)->owner);
	if (name == CL_QUEUE_DEVICE)
		return STORE(old_object(queue)->device);
	if (name == CL_QUEUE_PROPERTIES_ARRAY && old_version(queue) == 300)
		return STORE_TEXT("native");
	if (name == CL_QUEUE_PROPERTIES_ARRAY && old.has_empty_lists) {
		*size_ret = 0;
		return CL_SUCCESS;
	}
	return CL_INVALID_VALUE;
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
					void *host, cl_int *errcode_ret)
{
	(void)flags;
	(void)host;
	if (size > 0)
		return make('M', context, context, errcode_ret);
	*errcode_ret = CL_INVALID_BUFFER_SIZE;
	return NULL;
}

static cl_mem CL_API_CALL create_buffer_with(cl_context context,
					     const cl_mem_properties *properties,
					     cl_mem_flags flags, size_t size, void *host,
					     cl_int *errcode_ret)
{
	(void)properties;
	old_note_native(context, 300);
	return create_buffer(context, flags, size, host, errcode_ret);
}

static cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags,
				       const cl_image_format *format, const cl_image_desc *desc,
				       void *host, cl_int *errcode_ret)
{
	(void)flags;
	(void)host;
	if (old_version(context) < 102)
		abort();
	if (format && desc)
		return make('M', context, context, errcode_ret);
	*errcode_ret = CL_INVALID_IMAGE_DESCRIPTOR;
	return NULL;
}

static cl_mem CL_API_CALL create_image_2d(cl_context context, cl_mem_flags flags,
					  const cl_image_format *format, size_t width,
					  size_t height, size_t pitch, void *host,
					  cl_int *errcode_ret)
{
	(void)flags, (void)format, (void)width, (void)height, (void)pitch, (void)host;
	return make('M', context, context, errcode_ret);
}

static cl_int CL_API_CALL get_mem_info(cl_mem memory, cl_mem_info name, size_t size, void *value,
				       size_t *size_ret)
{
	const cl_uint type = CL_MEM_OBJECT_BUFFER;

	if (!is_live(memory, 'M'))
		return CL_INVALID_MEM_OBJECT;
	return name == CL_MEM_TYPE ? STORE(type) : CL_INVALID_VALUE;
}

static cl_sampler CL_API_CALL create_sampler(cl_context context, cl_bool normalized,
					     cl_addressing_mode addressing, cl_filter_mode filter,
					     cl_int *errcode_ret)
{
	old.sampler[0] = normalized;
	old.sampler[1] = addressing;
	old.sampler[2] = filter;
	return make('S', context, context, errcode_ret);
}

static cl_sampler CL_API_CALL create_sampler_with(cl_context context,
						  const cl_sampler_properties *properties,
						  cl_int *errcode_ret)
{
	(void)properties;
	old_note_native(context, 200);
	return make('S', context, context, errcode_ret);
}

static cl_int CL_API_CALL get_sampler_info(cl_sampler sampler, cl_sampler_info name, size_t size,
					   void *value, size_t *size_ret)
{
	if (!is_live(sampler, 'S'))
		return CL_INVALID_SAMPLER;
	return name == CL_SAMPLER_CONTEXT ? STORE(old_object(sampler)->owner) : CL_INVALID_VALUE;
}

/* -- programs and kernels ------------------------------------------------------ */

static cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char **texts,
					     const size_t *lengths, cl_int *errcode_ret)
{
	(void)count;
	(void)texts;
	(void)lengths;
	return make('R', context, context, errcode_ret);
}

static cl_int CL_API_CALL get_program_info(cl_program program, cl_program_info name, size_t size,
					   void *value, size_t *size_ret)
{
	if (!is_live(program, 'R'))
		return CL_INVALID_PROGRAM;
	return name == CL_PROGRAM_CONTEXT ? STORE(old_object(program)->owner) : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL get_build_info(cl_program program, cl_device_id device,
					 cl_program_build_info name, size_t size, void *value,
					 size_t *size_ret)
{
	(void)device;
	if (!is_live(program, 'R'))
		return CL_INVALID_PROGRAM;
	return name == CL_PROGRAM_BUILD_STATUS ? STORE(old.status) : CL_INVALID_VALUE;
}

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name,
					   cl_int *errcode_ret)
{
	if (strcmp(name, "kernel") == 0 && old.status == CL_BUILD_SUCCESS)
		return make('K', program, program, errcode_ret);
	*errcode_ret = CL_INVALID_PROGRAM_EXECUTABLE;
	return NULL;
}

static cl_int CL_API_CALL create_kernels(cl_program program, cl_uint count, cl_kernel *kernels,
					 cl_uint *count_ret)
{
	for (cl_uint i = 0; kernels && i < count && i < 2; i++)
		kernels[i] = make('K', program, program, NULL);
	if (count_ret)
		*count_ret = 2;
	return CL_SUCCESS;
}

static cl_int set(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
	struct old_argument *argument;

	if (!is_live(kernel, 'K'))
		return CL_INVALID_KERNEL;
	if (index >= OLD_ARGUMENTS)
		return CL_INVALID_ARG_INDEX;
	argument = &old_object(kernel)->arguments[index];
	if (value && size > sizeof(argument->value))
		return CL_INVALID_ARG_SIZE;
	argument->is_set = true;
	argument->has_value = value != NULL;
	argument->size = size;
	if (value)
		memcpy(argument->value, value, size);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL set_kernel_arg(cl_kernel kernel, cl_uint index, size_t size,
					 const void *value)
{
	return set(kernel, index, size, value);
}

static cl_int CL_API_CALL set_pointer(cl_kernel kernel, cl_uint index, const void *pointer)
{
	old_note_native(kernel, 200);
	return set(kernel, index, sizeof(pointer), &pointer);
}

const void *old_argument(cl_kernel kernel, cl_uint index, size_t *size)
{
	const struct old_argument *argument = &old_object(kernel)->arguments[index];

	*size = argument->is_set ? argument->size : 0;
	return argument->has_value ? argument->value : NULL;
}

static cl_int CL_API_CALL set_exec_info(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
					const void *value)
{
	(void)name;
	old_note_native(kernel, 200);
	return set(kernel, OLD_ARGUMENTS - 1, size, value);
}

static cl_kernel CL_API_CALL clone_kernel(cl_kernel kernel, cl_int *errcode_ret)
{
	struct old_object *clone;

	if (!kernel) {
		if (errcode_ret)
			*errcode_ret = CL_INVALID_KERNEL;
		return NULL;
	}
	old_note_native(kernel, 201);
	clone = make('K', kernel, old_object(kernel)->owner, errcode_ret);
	memcpy(clone->arguments, old_object(kernel)->arguments, sizeof(clone->arguments));
	return (cl_kernel)clone;
}

static cl_int CL_API_CALL get_kernel_info(cl_kernel kernel, cl_kernel_info name, size_t size,
					  void *value, size_t *size_ret)
{
	const cl_uint count = OLD_ARGUMENTS;

	if (!is_live(kernel, 'K'))
		return CL_INVALID_KERNEL;
	if (name == CL_KERNEL_PROGRAM)
		return STORE(old_object(kernel)->owner);
	if (name == CL_KERNEL_CONTEXT)
		return STORE(old_object(kernel)->owner->owner);
	if (name == CL_KERNEL_NUM_ARGS)
		return STORE(count);
	return name == CL_KERNEL_FUNCTION_NAME ? STORE_TEXT("kernel") : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL get_group_info(cl_kernel kernel, cl_device_id device,
					 cl_kernel_work_group_info name, size_t size, void *value,
					 size_t *size_ret)
{
	const size_t largest = 512, multiple = 32;

	(void)kernel;
	(void)device;
	if (name == CL_KERNEL_WORK_GROUP_SIZE)
		return STORE(largest);
	if (name == CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)
		return STORE(multiple);
	return name == CL_KERNEL_COMPILE_WORK_GROUP_SIZE ? STORE(old.required) : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL enqueue_kernel(cl_command_queue queue, cl_kernel kernel,
					 cl_uint dimensions, const size_t *offset,
					 const size_t *global, const size_t *local, cl_uint waits,
					 const cl_event *list, cl_event *event)
{
	(void)queue, (void)kernel, (void)offset, (void)global, (void)waits, (void)list;
	(void)event;
	old.has_local = local != NULL;
	memset(old.local, 0, sizeof(old.local));
	if (local)
		memcpy(old.local, local, dimensions * sizeof(*local));
	return CL_SUCCESS;
}

/* A command that ended at 7. */
static cl_int CL_API_CALL get_profiling_info(cl_event event, cl_profiling_info name, size_t size,
					     void *value, size_t *size_ret)
{
	const cl_ulong end = 7;

	(void)event;
	return name == CL_PROFILING_COMMAND_END ? STORE(end) : CL_INVALID_VALUE;
}

/* -- the table ----------------------------------------------------------------- */

void old_objects_fill(struct clrouter_table *table)
{
#define FILL(name, type, kind)                                                                     \
	table->clRetain##name = retain_##name;                                                     \
	table->clRelease##name = release_##name;
	CHANGES(FILL)
	table->clCreateContext = create_context;
	table->clCreateContextFromType = create_context_from_type;
	table->clGetContextInfo = get_context_info;
	table->clCreateCommandQueue = create_queue;
	table->clCreateCommandQueueWithProperties = create_queue_with;
	table->clGetCommandQueueInfo = get_queue_info;
	table->clCreateBuffer = create_buffer;
	table->clCreateBufferWithProperties = create_buffer_with;
	table->clCreateImage = create_image;
	table->clCreateImage2D = create_image_2d;
	table->clGetMemObjectInfo = get_mem_info;
	table->clCreateSampler = create_sampler;
	table->clCreateSamplerWithProperties = create_sampler_with;
	table->clGetSamplerInfo = get_sampler_info;
	table->clCreateProgramWithSource = create_program;
	table->clGetProgramInfo = get_program_info;
	table->clGetProgramBuildInfo = get_build_info;
	table->clCreateKernel = create_kernel;
	table->clCreateKernelsInProgram = create_kernels;
	table->clSetKernelArg = set_kernel_arg;
	table->clSetKernelArgSVMPointer = set_pointer;
	table->clSetKernelExecInfo = set_exec_info;
	table->clCloneKernel = clone_kernel;
	table->clGetKernelInfo = get_kernel_info;
	table->clGetKernelWorkGroupInfo = get_group_info;
	table->clEnqueueNDRangeKernel = enqueue_kernel;
	table->clGetEventProfilingInfo = get_profiling_info;
}
