/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pair-objects: see pair-objects.h.
 */
#include "layers/pair-objects.h"

#include <stdlib.h>

/* -- life -------------------------------------------------------------------------------- */

#define COUNT(member, by) __atomic_fetch_add(&pair_noted.member, by, __ATOMIC_RELAXED)

bool pair_is(const void *handle, enum pair_kind kind)
{
	if (!handle)
		return false;
	if (pair_object(handle)->driver == &pair_mark)
		return pair_object(handle)->kind == kind;
	COUNT(foreign, 1);
	return false;
}

struct pair_object *pair_make(enum pair_kind kind, struct pair_object *owner, cl_int *error)
{
	struct pair_object *object = calloc(1, sizeof(*object));

	if (error)
		*error = !object ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS;
	if (!object)
		return NULL;
	object->table = pair_own_platform.table;
	object->driver = &pair_mark;
	object->kind = kind;
	atomic_init(&object->references, 1);
	object->owner = owner;
	if (owner)
		pair_retain(owner, owner->kind, CL_SUCCESS);
	COUNT(live, 1);
	return object;
}

cl_int pair_retain(const void *handle, enum pair_kind kind, cl_int error)
{
	if (!pair_is(handle, kind))
		return error;
	atomic_fetch_add_explicit(&pair_object(handle)->references, 1, memory_order_relaxed);
	return CL_SUCCESS;
}

cl_int pair_release(const void *handle, enum pair_kind kind, cl_int error)
{
	struct pair_object *object = pair_object(handle);

	if (!pair_is(handle, kind))
		return error;
	if (atomic_fetch_sub_explicit(&object->references, 1, memory_order_acq_rel) != 1)
		return CL_SUCCESS;
	for (cl_uint i = 0; i < object->wait_count; i++)
		pair_release(object->waits[i], EVENT, CL_SUCCESS);
	if (object->owner)
		pair_release(object->owner, object->owner->kind, CL_SUCCESS);
	free(object);
	COUNT(live, (unsigned)-1);
	return CL_SUCCESS;
}

#define CHANGES(X) \
	X(Context, cl_context, CONTEXT, CL_INVALID_CONTEXT) \
	X(CommandQueue, cl_command_queue, QUEUE, CL_INVALID_COMMAND_QUEUE) \
	X(MemObject, cl_mem, MEMORY, CL_INVALID_MEM_OBJECT) \
	X(Program, cl_program, PROGRAM, CL_INVALID_PROGRAM) \
	X(Kernel, cl_kernel, KERNEL, CL_INVALID_KERNEL) \
	X(Event, cl_event, EVENT, CL_INVALID_EVENT)
#define CHANGE(name, type, kind, error) \
	static cl_int CL_API_CALL retain_##name(type handle) \
	{ \
		return pair_retain(handle, kind, error); \
	} \
	static cl_int CL_API_CALL release_##name(type handle) \
	{ \
		return pair_release(handle, kind, error); \
	}
CHANGES(CHANGE)

/* -- contexts and queues ----------------------------------------------------------------- */

static cl_context CL_API_CALL create_context(const cl_context_properties *properties, cl_uint count,
					     const cl_device_id *list,
					     void(CL_CALLBACK *notify)(const char *, const void *,
								       size_t, void *),
					     void *data, cl_int *error)
{
	(void)properties, (void)count, (void)list, (void)notify, (void)data;
	return (cl_context)pair_make(CONTEXT, NULL, error);
}

static cl_int CL_API_CALL get_context_info(cl_context context, cl_context_info name, size_t size,
					   void *value, size_t *size_ret)
{
	if (!pair_is(context, CONTEXT))
		return CL_INVALID_CONTEXT;
	COUNT(asked, 1);
	if (name == CL_CONTEXT_DEVICES)
		return STORE(cl_device_id, (cl_device_id)&pair_own_device);
	return STORE(cl_uint, pair_object(context)->references);
}

static cl_command_queue make_queue(cl_context context, cl_command_queue_properties properties,
				   cl_int *error)
{
	struct pair_object *queue;

	if (!pair_is(context, CONTEXT)) {
		if (error)
			*error = CL_INVALID_CONTEXT;
		return NULL;
	}
	queue = pair_make(QUEUE, pair_object(context), error);
	if (queue)
		queue->properties = properties;
	return (cl_command_queue)queue;
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
						 cl_command_queue_properties properties,
						 cl_int *error)
{
	(void)device;
	return make_queue(context, properties, error);
}

static cl_command_queue CL_API_CALL create_queue_with(cl_context context, cl_device_id device,
						      const cl_queue_properties *properties,
						      cl_int *error)
{
	(void)device;
	return make_queue(context,
			  properties && properties[0] == CL_QUEUE_PROPERTIES ? properties[1]
										     : 0,
			  error);
}

static cl_int CL_API_CALL get_queue_info(cl_command_queue queue, cl_command_queue_info name,
					 size_t size, void *value, size_t *size_ret)
{
	const struct pair_object *object = pair_object(queue);

	if (!pair_is(queue, QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	COUNT(asked, 1);
	switch (name) {
	case CL_QUEUE_CONTEXT:
		return STORE(cl_context, (cl_context)object->owner);
	case CL_QUEUE_DEVICE:
		return STORE(cl_device_id, (cl_device_id)&pair_own_device);
	case CL_QUEUE_PROPERTIES:
		return STORE(cl_command_queue_properties, object->properties);
	default:
		return CL_INVALID_VALUE;
	}
}

/* -- memory ------------------------------------------------------------------------------ */

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size,
					void *host, cl_int *error)
{
	struct pair_object *buffer = pair_make(MEMORY, pair_object(context), error);

	(void)host;
	if (buffer) {
		buffer->type = CL_MEM_OBJECT_BUFFER;
		buffer->flags = flags;
		buffer->size[0] = size;
	}
	return (cl_mem)buffer;
}

static cl_mem CL_API_CALL create_sub_buffer(cl_mem parent, cl_mem_flags flags,
					    cl_buffer_create_type type, const void *info,
					    cl_int *error)
{
	const cl_buffer_region *region = info;
	struct pair_object *buffer = pair_make(MEMORY, pair_object(parent), error);

	(void)type;
	if (buffer) {
		buffer->type = CL_MEM_OBJECT_BUFFER;
		buffer->flags = flags;
		buffer->size[0] = region->size;
		buffer->offset = region->origin;
	}
	return (cl_mem)buffer;
}

static cl_mem CL_API_CALL create_image(cl_context context, cl_mem_flags flags,
				       const cl_image_format *format, const cl_image_desc *desc,
				       void *host, cl_int *error)
{
	struct pair_object *image = pair_make(MEMORY, pair_object(context), error);

	(void)host;
	if (image) {
		image->type = desc->image_type;
		image->flags = flags;
		image->format = *format;
		image->size[0] = desc->image_width;
		image->size[1] = desc->image_height;
		image->size[2] = desc->image_depth;
	}
	return (cl_mem)image;
}

static cl_int CL_API_CALL get_memory_info(cl_mem memory, cl_mem_info name, size_t size, void *value,
					  size_t *size_ret)
{
	const struct pair_object *object = pair_object(memory);
	const bool is_part = pair_is(memory, MEMORY) && object->owner->kind == MEMORY;

	if (!pair_is(memory, MEMORY))
		return CL_INVALID_MEM_OBJECT;
	switch (name) {
	case CL_MEM_CONTEXT:
		return STORE(cl_context,
			     (cl_context)(is_part ? object->owner->owner : object->owner));
	case CL_MEM_TYPE:
		return STORE(cl_mem_object_type, object->type);
	case CL_MEM_FLAGS:
		return STORE(cl_mem_flags, object->flags);
	case CL_MEM_SIZE:
		return STORE(size_t, object->size[0]);
	case CL_MEM_OFFSET:
		return STORE(size_t, object->offset);
	case CL_MEM_ASSOCIATED_MEMOBJECT:
		return STORE(cl_mem, (cl_mem)(is_part ? object->owner : NULL));
	default:
		return CL_INVALID_VALUE;
	}
}

static cl_int CL_API_CALL get_image_info(cl_mem image, cl_image_info name, size_t size, void *value,
					 size_t *size_ret)
{
	const struct pair_object *object = pair_object(image);

	switch (name) {
	case CL_IMAGE_FORMAT:
		return pair_store(&object->format, sizeof(object->format), size, value, size_ret);
	case CL_IMAGE_ELEMENT_SIZE:
		return STORE(size_t, 4);
	case CL_IMAGE_WIDTH:
		return STORE(size_t, object->size[0]);
	case CL_IMAGE_HEIGHT:
		return STORE(size_t, object->size[1]);
	case CL_IMAGE_DEPTH:
		return STORE(size_t, object->size[2]);
	default:
		return STORE(cl_uint, 0);
	}
}

/* -- programs and kernels ---------------------------------------------------------------- */

static cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char **texts,
					     const size_t *lengths, cl_int *error)
{
	(void)count, (void)texts, (void)lengths;
	return (cl_program)pair_make(PROGRAM, pair_object(context), error);
}

static cl_int CL_API_CALL get_build_info(cl_program program, cl_device_id device,
					 cl_program_build_info name, size_t size, void *value,
					 size_t *size_ret)
{
	(void)device, (void)name;
	return pair_is(program, PROGRAM) ? STORE(cl_int, CL_BUILD_SUCCESS) : CL_INVALID_PROGRAM;
}

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name, cl_int *error)
{
	(void)name;
	return (cl_kernel)pair_make(KERNEL, pair_object(program), error);
}

static cl_kernel CL_API_CALL clone_kernel(cl_kernel source, cl_int *error)
{
	struct pair_object *clone = pair_make(KERNEL, pair_object(source)->owner, error);

	if (clone)
		atomic_store(&clone->set, atomic_load(&pair_object(source)->set));
	return (cl_kernel)clone;
}

static cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, size_t size,
				       const void *value)
{
	if (!pair_is(kernel, KERNEL))
		return CL_INVALID_KERNEL;
	if (index >= 3)
		return CL_INVALID_ARG_INDEX;
	if (size != 4)
		return CL_INVALID_ARG_SIZE;
	if (!value)
		return CL_INVALID_ARG_VALUE;
	atomic_fetch_or(&pair_object(kernel)->set, 1u << index);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL set_pointer(cl_kernel kernel, cl_uint index, const void *pointer)
{
	return set_argument(kernel, index, 4, &pointer);
}

static cl_int CL_API_CALL set_info(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
				   const void *value)
{
	(void)kernel, (void)size;
	return name != CL_KERNEL_EXEC_INFO_SVM_PTRS || !value ? CL_INVALID_VALUE
								     : CL_SUCCESS;
}

static cl_int CL_API_CALL get_kernel_info(cl_kernel kernel, cl_kernel_info name, size_t size,
					  void *value, size_t *size_ret)
{
	if (!pair_is(kernel, KERNEL))
		return CL_INVALID_KERNEL;
	switch (name) {
	case CL_KERNEL_CONTEXT:
		return STORE(cl_context, (cl_context)pair_object(kernel)->owner->owner);
	case CL_KERNEL_PROGRAM:
		return STORE(cl_program, (cl_program)pair_object(kernel)->owner);
	case CL_KERNEL_NUM_ARGS:
		return STORE(cl_uint, 3);
	case CL_KERNEL_FUNCTION_NAME:
		return STORE_TEXT("kernel");
	default:
		return CL_INVALID_VALUE;
	}
}

static cl_int CL_API_CALL get_group_info(cl_kernel kernel, cl_device_id device,
					 cl_kernel_work_group_info name, size_t size, void *value,
					 size_t *size_ret)
{
	const size_t none[3] = { 0, 0, 0 };

	(void)kernel, (void)device;
	if (name == CL_KERNEL_COMPILE_WORK_GROUP_SIZE)
		return pair_store(none, sizeof(none), size, value, size_ret);
	return STORE(size_t, 256);
}

/* -- the table --------------------------------------------------------------------------- */

void pair_objects_fill(cl_icd_dispatch *table)
{
#define FILL(name, type, kind, error) \
	table->clRetain##name = retain_##name; \
	table->clRelease##name = release_##name;
	CHANGES(FILL)
	table->clCreateContext = create_context;
	table->clGetContextInfo = get_context_info;
	table->clCreateCommandQueue = create_queue;
	table->clCreateCommandQueueWithProperties = create_queue_with;
	table->clGetCommandQueueInfo = get_queue_info;
	table->clCreateBuffer = create_buffer;
	table->clCreateSubBuffer = create_sub_buffer;
	table->clCreateImage = create_image;
	table->clGetMemObjectInfo = get_memory_info;
	table->clGetImageInfo = get_image_info;
	table->clCreateProgramWithSource = create_program;
	table->clGetProgramBuildInfo = get_build_info;
	table->clCreateKernel = create_kernel;
	table->clCloneKernel = clone_kernel;
	table->clSetKernelArg = set_argument;
	table->clSetKernelArgSVMPointer = set_pointer;
	table->clSetKernelExecInfo = set_info;
	table->clGetKernelInfo = get_kernel_info;
	table->clGetKernelWorkGroupInfo = get_group_info;
}
