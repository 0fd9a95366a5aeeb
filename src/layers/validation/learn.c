/* SPDX-License-Identifier: Apache-2.0 */
/*
 * learn: the part of facts.h that notes what calls make and change.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "layers/validation/addresses.h"
#include "layers/validation/check.h"
#include "layers/validation/facts.h"
#include "layers/validation/learn.h"
#include "layers/validation/memory.h"

/* A program without a list of devices, for example, has those of its context. */
static void copy_devices(struct facts *facts, const void *context)
{
	const struct facts *from = facts_of(context, OBJECT_CONTEXT);

	if (from != NULL)
		facts_set_devices(facts, from->devices, from->device_count);
}

/* -- contexts and queues ----------------------------------------------------------------- */

static void note_context(const struct call *call, const void *handle)
{
	struct facts *facts = facts_begin(handle, OBJECT_CONTEXT, handle);
	const void *devices[FACTS_DEVICES];
	size_t size = 0;

	(void)call;
	if (facts == NULL)
		return;
	if (clrouter_target.clGetContextInfo((cl_context)(uintptr_t)handle, CL_CONTEXT_DEVICES,
					     sizeof(devices), devices, &size) == CL_SUCCESS)
		facts_set_devices(facts, devices, size / sizeof(devices[0]));
	facts_finish(facts, handle);
}

static cl_command_queue_properties find_property(const cl_queue_properties *list)
{
	for (; list != NULL && *list != 0; list += 2)
		if (*list == CL_QUEUE_PROPERTIES)
			return list[1];
	return 0;
}

static void note_queue(const struct call *call, const void *handle)
{
	struct facts *facts = facts_begin(handle, OBJECT_QUEUE, check_pointer(call, 0));
	const void *device = check_pointer(call, 1);

	if (facts == NULL)
		return;
	facts_set_devices(facts, &device, 1);
	facts->properties = call->slot == CLROUTER_SLOT_clCreateCommandQueue
				    ? check_number(call, 2)
				    : find_property(check_pointer(call, 2));
	facts_finish(facts, handle);
}

/* In OpenCL 1.0 the properties of a queue can be changed. */
static void note_queue_property(const struct call *call)
{
	struct facts *facts = facts_of(check_pointer(call, 0), OBJECT_QUEUE);
	const cl_command_queue_properties bits = check_number(call, 1);

	if (facts == NULL)
		return;
	if (check_number(call, 2) != CL_FALSE)
		facts->properties |= bits;
	else
		facts->properties &= ~bits;
}

/* -- memory ------------------------------------------------------------------------------ */

/* The access that the host or the kernels have; 0 if the flags do not say. */
#define ACCESS (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)
#define HOST_ACCESS (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)

static void note_buffer(const struct call *call, const void *handle)
{
	const unsigned first = call->slot == CLROUTER_SLOT_clCreateBufferWithProperties ? 2 : 1;
	struct facts *facts = facts_begin(handle, OBJECT_MEM, check_pointer(call, 0));

	if (facts == NULL)
		return;
	facts->type = CL_MEM_OBJECT_BUFFER;
	facts->flags = check_number(call, first);
	facts->size = check_number(call, first + 1);
	facts_finish(facts, handle);
}

static void note_sub_buffer(const struct call *call, const void *handle)
{
	const struct facts *parent = facts_of(check_pointer(call, 0), OBJECT_MEM);
	const cl_buffer_region *region = check_pointer(call, 3);
	cl_mem_flags flags = check_number(call, 1);
	struct facts *facts;

	if (parent == NULL || region == NULL)
		return;
	facts = facts_begin(handle, OBJECT_MEM, parent->context);
	if (facts == NULL)
		return;
	flags |= (flags & ACCESS) == 0 ? parent->flags & ACCESS : 0;
	flags |= (flags & HOST_ACCESS) == 0 ? parent->flags & HOST_ACCESS : 0;
	facts->type = CL_MEM_OBJECT_BUFFER;
	facts->flags = flags;
	facts->size = region->size;
	facts->origin = region->origin;
	facts->parent = check_pointer(call, 0);
	facts_finish(facts, handle);
}

/* The sizes that origin and region are measured by: an array has its layers after the rest. */
static void set_extent(struct facts *facts, const cl_image_desc *desc)
{
	const cl_mem_object_type type = desc->image_type;
	const bool has_rows = type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE3D ||
			      type == CL_MEM_OBJECT_IMAGE2D_ARRAY;

	facts->extent[0] = desc->image_width;
	facts->extent[1] = has_rows				 ? desc->image_height
			   : type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? desc->image_array_size
								 : 1;
	facts->extent[2] = type == CL_MEM_OBJECT_IMAGE3D	 ? desc->image_depth
			   : type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? desc->image_array_size
								 : 1;
}

static void note_image(const struct call *call, const void *handle)
{
	const unsigned first = call->slot == CLROUTER_SLOT_clCreateImageWithProperties ? 2 : 1;
	struct facts *facts = facts_begin(handle, OBJECT_MEM, check_pointer(call, 0));
	const cl_image_format *format = check_pointer(call, first + 1);
	const cl_image_desc *desc = check_pointer(call, first + 2);

	if (facts == NULL)
		return;
	facts->flags = check_number(call, first);
	if (desc != NULL && format != NULL) {
		facts->type = desc->image_type;
		facts->made_from = desc->mem_object;
		facts->format = *format;
		set_extent(facts, desc);
		facts->mip_levels = desc->num_mip_levels;
	}
	facts_finish(facts, handle);
}

static void note_old_image(const struct call *call, const void *handle)
{
	const bool is_3d = call->slot == CLROUTER_SLOT_clCreateImage3D;
	struct facts *facts = facts_begin(handle, OBJECT_MEM, check_pointer(call, 0));
	const cl_image_format *format = check_pointer(call, 2);

	if (facts == NULL || format == NULL)
		return;
	facts->flags = check_number(call, 1);
	facts->type = is_3d ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D;
	facts->format = *format;
	facts->extent[0] = check_number(call, 3);
	facts->extent[1] = check_number(call, 4);
	facts->extent[2] = is_3d ? check_number(call, 5) : 1;
	facts_finish(facts, handle);
}

static void note_pipe(const struct call *call, const void *handle)
{
	struct facts *facts = facts_begin(handle, OBJECT_MEM, check_pointer(call, 0));

	if (facts == NULL)
		return;
	facts->type = CL_MEM_OBJECT_PIPE;
	facts_finish(facts, handle);
}

static void note_destructor(const struct call *call)
{
	struct facts *facts = facts_of(check_pointer(call, 0), OBJECT_MEM);

	if (facts != NULL)
		atomic_store(&facts->has_destructor, true);
}

/* -- programs and kernels ---------------------------------------------------------------- */

/* For which devices the driver could not use the binary that it got. */
static unsigned int refused_binaries(const struct call *call)
{
	const cl_int *status = check_pointer(call, 5);
	const uint64_t count = check_number(call, 1);
	unsigned int refused = 0;

	for (unsigned i = 0; status != NULL && i < count && i < FACTS_DEVICES; i++)
		refused |= status[i] != CL_SUCCESS ? 1u << i : 0;
	return refused;
}

static void note_program(const struct call *call, const void *handle)
{
	struct facts *facts = facts_begin(handle, OBJECT_PROGRAM, check_pointer(call, 0));
	const bool has_list = call->slot != CLROUTER_SLOT_clCreateProgramWithSource &&
			      call->slot != CLROUTER_SLOT_clCreateProgramWithIL &&
			      call->slot != CLROUTER_SLOT_clCreateProgramWithILKHR;
	const void *const *list = has_list ? check_pointer(call, 2) : NULL;

	if (facts == NULL)
		return;
	if (list != NULL)
		facts_set_devices(facts, list, check_number(call, 1));
	else
		copy_devices(facts, check_pointer(call, 0));
	atomic_store(&facts->is_built,
		     call->slot == CLROUTER_SLOT_clLinkProgram ||
			     call->slot == CLROUTER_SLOT_clCreateProgramWithBuiltInKernels);
	atomic_store(&facts->built, atomic_load(&facts->is_built) ? UINT_MAX : 0);
	if (call->slot == CLROUTER_SLOT_clCreateProgramWithBinary)
		facts->has_no_binary = refused_binaries(call);
	facts_finish(facts, handle);
}

static void note_kernel(const void *handle, const void *program)
{
	struct facts *owner = facts_of(program, OBJECT_PROGRAM);
	struct facts *facts =
		facts_begin(handle, OBJECT_KERNEL, owner != NULL ? owner->context : NULL);
	struct kernel_facts *kernel = NULL;

	if (facts == NULL)
		return;
	facts->program = program;
	facts->argument_count = UINT32_MAX;
	if (clrouter_target.clGetKernelInfo((cl_kernel)(uintptr_t)handle, CL_KERNEL_NUM_ARGS,
					    sizeof(cl_uint), &facts->argument_count,
					    NULL) == CL_SUCCESS &&
	    facts->argument_count <= KERNELS_ARGUMENTS) {
		kernel = kernels_begin(facts->kernel, facts->argument_count);
		facts->kernel = kernel != NULL ? kernel : facts->kernel;
	}
	if (kernel == NULL)
		facts->argument_count = UINT32_MAX;
	if (owner != NULL) {
		atomic_fetch_add(&owner->kernel_count, 1);
		atomic_store(&facts->built, atomic_load(&owner->built));
		facts_set_devices(facts, owner->devices, owner->device_count);
	}
	facts_finish(facts, handle);
}

static void note_kernels(const struct call *call)
{
	const void *const *kernels = check_pointer(call, 2);
	const size_t count =
		kernels == NULL ? 0 : signature_stored(check_param(call, 2), call->values);

	for (size_t i = 0; i < count; i++)
		note_kernel(kernels[i], check_pointer(call, 0));
}

static void note_clone(const struct call *call, const void *handle)
{
	const struct facts *from = facts_of(check_pointer(call, 0), OBJECT_KERNEL);
	struct facts *facts;

	if (from == NULL)
		return;
	note_kernel(handle, from->program);
	facts = facts_of(handle, OBJECT_KERNEL);
	if (facts != NULL && facts->argument_count == from->argument_count)
		kernels_copy(facts->kernel, from->kernel, from->argument_count);
}

void facts_note_kernel_gone(const void *handle)
{
	const struct facts *facts = facts_last(handle);
	struct facts *owner;

	if (facts == NULL)
		return;
	owner = facts_of(facts->program, OBJECT_PROGRAM);
	if (owner != NULL)
		atomic_fetch_sub(&owner->kernel_count, 1);
}

/* What the kernel has now: it is looked for before a command only then. */
static void note_has(struct kernel_facts *kernel, unsigned int bits)
{
	if ((atomic_load_explicit(&kernel->has, memory_order_relaxed) & bits) != bits)
		atomic_fetch_or_explicit(&kernel->has, bits, memory_order_relaxed);
}

/* A memory object or sampler; a number can only look like one. */
static void set_object(struct kernel_facts *kernel, uint64_t index, const struct object *object)
{
	const struct facts *facts = facts_of(object->handle, OBJECT_MEM);
	unsigned int bits = KERNEL_HAS_OBJECT;

	if (facts != NULL && facts->type != CL_MEM_OBJECT_BUFFER)
		bits |= KERNEL_HAS_IMAGE;
	else if (facts != NULL && facts->parent != NULL)
		bits |= KERNEL_HAS_SUB_BUFFER;
	note_has(kernel, bits);
	kernels_set(kernel, index, object->handle, object);
}

/* Is argument INDEX declared as a number, so that its value only looks like a handle? */
static bool is_number(const struct facts *facts, uint64_t index)
{
	struct declaration declared;

	if (index >= facts->argument_count)
		return true;
	declared = atomic_load_explicit(&facts->kernel->arguments[index].declared,
					memory_order_relaxed);
	return declared.kind == ARGUMENT_VALUE;
}

static void note_argument(const struct call *call)
{
	struct facts *facts = facts_of(check_pointer(call, 0), OBJECT_KERNEL);
	const uint64_t index = check_number(call, 1);
	const void *handle = NULL;
	const struct object *object = NULL;

	if (facts == NULL || facts->kernel == NULL)
		return;
	if (call->slot == CLROUTER_SLOT_clSetKernelArg && !is_number(facts, index) &&
	    check_number(call, 2) == sizeof(handle) && check_pointer(call, 3) != NULL)
		memcpy(&handle, check_pointer(call, 3), sizeof(handle));
	if (handle != NULL)
		object = live_record(handle);
	if (object != NULL && live_is_live(object, OBJECT_MEM))
		set_object(facts->kernel, index, object);
	else
		kernels_set(facts->kernel, index, &kernels_no_object, NULL);
}

/* Pointers of extensions may be unknown. */
static void note_svm_argument(const struct call *call)
{
	struct facts *facts = facts_of(check_pointer(call, 0), OBJECT_KERNEL);
	const void *pointer = check_pointer(call, 2);
	const uint64_t index = check_number(call, 1);
	bool is_svm;

	if (facts == NULL || facts->kernel == NULL)
		return;
	if (pointer == NULL) {
		kernels_set(facts->kernel, index, &kernels_no_object, NULL);
		return;
	}
	is_svm = memory_expects_unseen() || memory_is_svm(pointer, 0);
	note_has(facts->kernel, is_svm ? KERNEL_HAS_SVM : KERNEL_HAS_SYSTEM);
	kernels_set_pointer(facts->kernel, index, pointer, is_svm ? KERNELS_SVM : KERNELS_SYSTEM);
}

/* The bits of the devices that a call builds for; all without a list. */
static unsigned int built_devices(const struct call *call, const struct facts *facts)
{
	const void *const *list = check_pointer(call, 2);
	const uint64_t count = check_number(call, 1);
	unsigned int bits = 0;

	if (list == NULL)
		return UINT_MAX;
	for (uint64_t k = 0; k < count; k++)
		for (unsigned i = 0; i < facts->device_count; i++)
			bits |= facts->devices[i] == list[k] ? 1u << i : 0;
	return bits;
}

static void note_built(const struct call *call)
{
	struct facts *facts = facts_of(check_pointer(call, 0), OBJECT_PROGRAM);

	if (facts == NULL)
		return;
	atomic_fetch_or(&facts->built, built_devices(call, facts));
	atomic_store(&facts->is_built, true);
}

/* -- others ------------------------------------------------------------------------------ */

static void note_sampler(const struct call *call, const void *handle)
{
	struct facts *facts = facts_begin(handle, OBJECT_SAMPLER, check_pointer(call, 0));

	if (facts != NULL)
		facts_finish(facts, handle);
}

static void note_user_event(const struct call *call, const void *handle)
{
	struct facts *facts = facts_begin(handle, OBJECT_EVENT, check_pointer(call, 0));

	if (facts == NULL)
		return;
	facts->is_user = true;
	facts_finish(facts, handle);
}

static void note_status(const struct call *call)
{
	struct facts *facts = facts_of(check_pointer(call, 0), OBJECT_EVENT);

	if (facts != NULL)
		atomic_store(&facts->is_status_set, true);
}

/* The event of a command; commands of command buffers have other kinds of parameters. */
static void note_command(const struct call *call)
{
	const struct signature *function = &signatures[call->slot];
	const struct facts *queue;
	const void *const *event;
	struct facts *facts;

	for (unsigned i = 1; i < function->param_count; i++) {
		if (function->params[i].kind != PARAM_MADE ||
		    function->params[i].object != OBJECT_EVENT)
			continue;
		event = check_pointer(call, i);
		queue = function->params[0].kind == PARAM_HANDLE ?
				facts_of(check_pointer(call, 0), OBJECT_QUEUE) : NULL;
		if (event == NULL || queue == NULL ||
		    (facts = facts_begin(*event, OBJECT_EVENT, queue->context)) == NULL)
			return;
		facts->queue = check_pointer(call, 0);
		facts->properties = queue->properties;
		facts_finish(facts, *event);
		addresses_note_use(call, *event);
	}
}

/* -- which call makes what --------------------------------------------------------------- */

static void (*const makers[CLROUTER_ALL_SLOTS])(const struct call *call, const void *handle) = {
	[CLROUTER_SLOT_clCreateContext] = note_context,
	[CLROUTER_SLOT_clCreateContextFromType] = note_context,
	[CLROUTER_SLOT_clCreateCommandQueue] = note_queue,
	[CLROUTER_SLOT_clCreateCommandQueueWithProperties] = note_queue,
	[CLROUTER_SLOT_clCreateCommandQueueWithPropertiesKHR] = note_queue,
	[CLROUTER_SLOT_clCreateBuffer] = note_buffer,
	[CLROUTER_SLOT_clCreateBufferWithProperties] = note_buffer,
	[CLROUTER_SLOT_clCreateSubBuffer] = note_sub_buffer,
	[CLROUTER_SLOT_clCreateImage] = note_image,
	[CLROUTER_SLOT_clCreateImageWithProperties] = note_image,
	[CLROUTER_SLOT_clCreateImage2D] = note_old_image,
	[CLROUTER_SLOT_clCreateImage3D] = note_old_image,
	[CLROUTER_SLOT_clCreatePipe] = note_pipe,
	[CLROUTER_SLOT_clCreateSampler] = note_sampler,
	[CLROUTER_SLOT_clCreateSamplerWithProperties] = note_sampler,
	[CLROUTER_SLOT_clCreateProgramWithSource] = note_program,
	[CLROUTER_SLOT_clCreateProgramWithBinary] = note_program,
	[CLROUTER_SLOT_clCreateProgramWithBuiltInKernels] = note_program,
	[CLROUTER_SLOT_clCreateProgramWithIL] = note_program,
	[CLROUTER_SLOT_clCreateProgramWithILKHR] = note_program,
	[CLROUTER_SLOT_clLinkProgram] = note_program,
	[CLROUTER_SLOT_clCloneKernel] = note_clone,
	[CLROUTER_SLOT_clCreateUserEvent] = note_user_event,
};

static void (*const changers[CLROUTER_SLOTS])(const struct call *call) = {
	[CLROUTER_SLOT_clCreateKernelsInProgram] = note_kernels,
	[CLROUTER_SLOT_clSetKernelArg] = note_argument,
	[CLROUTER_SLOT_clSetKernelArgSVMPointer] = note_svm_argument,
	[CLROUTER_SLOT_clBuildProgram] = note_built,
	[CLROUTER_SLOT_clSetUserEventStatus] = note_status,
	[CLROUTER_SLOT_clSetMemObjectDestructorCallback] = note_destructor,
	[CLROUTER_SLOT_clSetCommandQueueProperty] = note_queue_property,
};

/* Functions of extensions that set an argument begin with the kernel and the index, too. */
static void note_extension(const struct call *call)
{
	if (text_skip_prefix(signatures[call->slot].name, "clSetKernelArg"))
		note_argument(call);
	else
		note_command(call);
}

/* A function of the core that makes nothing. */
static void note_core(const struct call *call)
{
	if (changers[call->slot] != NULL)
		changers[call->slot](call);
	else
		note_command(call);
}

void facts_note(const struct call *call, const void *result)
{
	const void *handle = NULL;

	addresses_note(call, result);
	if (signatures[call->slot].result.kind == PARAM_MADE)
		memcpy(&handle, result, sizeof(handle));
	if (makers[call->slot] != NULL)
		makers[call->slot](call, handle);
	else if (call->slot == CLROUTER_SLOT_clCreateKernel)
		note_kernel(handle, check_pointer(call, 0));
	else if (call->slot >= CLROUTER_SLOTS)
		note_extension(call);
	else
		note_core(call);
	learn_extension(call, handle);
}

/* -- callbacks that come before their call returns ---------------------------------------- */

/* The calls of clLinkProgram with a callback: it gets a program that no call has returned. */
static atomic_int link_count;

bool facts_are_linking(void)
{
	return atomic_load(&link_count) > 0;
}

static bool is_link(const struct call *call)
{
	return call->slot == CLROUTER_SLOT_clLinkProgram && check_pointer(call, 6) != NULL;
}

void facts_note_before(const struct call *call)
{
	addresses_note_before(call);
	if (is_link(call))
		atomic_fetch_add(&link_count, 1);
	else if (call->slot == CLROUTER_SLOT_clBuildProgram && check_pointer(call, 4) != NULL)
		note_built(call);
}

void facts_note_after(const struct call *call)
{
	if (is_link(call))
		atomic_fetch_sub(&link_count, 1);
}

void facts_note_failed(const struct call *call)
{
	addresses_note_failed(call);
}
