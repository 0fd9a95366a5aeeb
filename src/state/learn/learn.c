/* SPDX-License-Identifier: Apache-2.0 */
/*
 * learn: the part of facts.h that notes what calls make and change.
 */
#include <string.h>

#include "opencl/call.h"
#include "opencl/lists.h"
#include "state/facts.h"
#include "state/learn/addresses.h"
#include "state/learn/learn.h"
#include "state/live.h"

static bool has_numbers;
static atomic_size_t last_number; /* of a command */

void facts_number_commands(void)
{
	has_numbers = true;
}

void facts_note_flushed(struct facts_queue *queue, size_t number)
{
	size_t flushed = atomic_load(&queue->flushed);

	while (flushed < number &&
	       !atomic_compare_exchange_weak(&queue->flushed, &flushed, number))
		;
}

/* -- contexts and queues ----------------------------------------------------------------- */

/* The devices that the driver answers for the context HANDLE; their number. */
static size_t ask_devices(const void *handle, const void *devices[FACTS_DEVICES])
{
	const size_t most = FACTS_DEVICES * sizeof(*devices);
	size_t size = 0;

	if (clrouter_target.clGetContextInfo((cl_context)(uintptr_t)handle, CL_CONTEXT_DEVICES,
					     most, devices, &size) != CL_SUCCESS)
		return 0;
	return (size < most ? size : most) / sizeof(*devices);
}

static void note_context(const struct call *call, const void *handle)
{
	struct facts_context *facts = facts_begin(handle, OBJECT_CONTEXT, handle);
	const void *answered[FACTS_DEVICES];

	if (!facts)
		return;
	facts_set_devices(&facts->devices, call_pointer(call, ARG_clCreateContext_devices),
			  call_number(call, ARG_clCreateContext_num_devices));
	facts_add_answered(&facts->devices, answered, ask_devices(handle, answered));
	facts_finish(&facts->any, handle);
}

/* The program has named no device. */
static void note_context_from_type(const struct call *call, const void *handle)
{
	struct facts_context *facts = facts_begin(handle, OBJECT_CONTEXT, handle);
	const void *devices[FACTS_DEVICES];

	(void)call;
	if (!facts)
		return;
	facts_set_devices(&facts->devices, devices, ask_devices(handle, devices));
	facts_finish(&facts->any, handle);
}

/* The devices that CALL, of clCreateSubDevices, has stored are parts of its first parameter. */
static void note_parts(const struct call *call)
{
	const void *const *parts = call_pointer(call, ARG_clCreateSubDevices_out_devices);
	const size_t count =
		!parts
			? 0
			: signature_stored(call_param(call, ARG_clCreateSubDevices_out_devices),
					   call->values);
	struct limits *limits;

	for (size_t i = 0; i < count; i++) {
		limits = facts_limits(parts[i]);
		if (limits)
			atomic_store(&limits->parent,
				     call_pointer(call, ARG_clCreateSubDevices_in_device));
	}
}

static void note_queue(const struct call *call, const void *handle)
{
	struct facts_queue *facts = facts_begin(
		handle, OBJECT_QUEUE, call_pointer(call, ARG_clCreateCommandQueue_context));
	const void *device = call_pointer(call, ARG_clCreateCommandQueue_device);

	if (!facts)
		return;
	facts_set_devices(&facts->devices, &device, 1);
	facts->properties =
		call->slot == CLROUTER_SLOT_clCreateCommandQueue
			? call_number(call, ARG_clCreateCommandQueue_properties)
			: lists_value(call_pointer(call,
						   ARG_clCreateCommandQueueWithProperties_properties),
				      CL_QUEUE_PROPERTIES);
	/* What was in another queue at its address is not for it. */
	atomic_store(&facts->flushed, atomic_load(&last_number));
	facts_finish(&facts->any, handle);
}

/* In OpenCL 1.0 the properties of a queue can be changed. */
static void note_queue_property(const struct call *call)
{
	struct facts_queue *facts =
		facts_of_queue(call_pointer(call, ARG_clSetCommandQueueProperty_command_queue));
	const cl_command_queue_properties bits =
		call_number(call, ARG_clSetCommandQueueProperty_properties);

	if (!facts)
		return;
	if (call_number(call, ARG_clSetCommandQueueProperty_enable) != CL_FALSE)
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
	const bool is_old = call->slot == CLROUTER_SLOT_clCreateBuffer;
	struct facts_mem *facts =
		facts_begin(handle, OBJECT_MEM, call_pointer(call, ARG_clCreateBuffer_context));

	if (!facts)
		return;
	facts->type = CL_MEM_OBJECT_BUFFER;
	facts->flags = call_number(call, is_old ? ARG_clCreateBuffer_flags
						: ARG_clCreateBufferWithProperties_flags);
	facts->size = call_number(call, is_old ? ARG_clCreateBuffer_size
					       : ARG_clCreateBufferWithProperties_size);
	facts_finish(&facts->any, handle);
}

static void note_sub_buffer(const struct call *call, const void *handle)
{
	const struct facts_mem *parent =
		facts_of_mem(call_pointer(call, ARG_clCreateSubBuffer_buffer));
	const cl_buffer_region *region =
		call_pointer(call, ARG_clCreateSubBuffer_buffer_create_info);
	cl_mem_flags flags = call_number(call, ARG_clCreateSubBuffer_flags);
	struct facts_mem *facts;

	if (!parent || !region)
		return;
	facts = facts_begin(handle, OBJECT_MEM, parent->any.context);
	if (!facts)
		return;
	flags |= (flags & ACCESS) == 0 ? parent->flags & ACCESS : 0;
	flags |= (flags & HOST_ACCESS) == 0 ? parent->flags & HOST_ACCESS : 0;
	facts->type = CL_MEM_OBJECT_BUFFER;
	facts->flags = flags;
	facts->size = region->size;
	facts->origin = region->origin;
	facts->parent = call_pointer(call, ARG_clCreateSubBuffer_buffer);
	facts_finish(&facts->any, handle);
}

/* The sizes that origin and region are measured by: an array has its layers after the rest. */
static void set_extent(struct facts_mem *facts, const cl_image_desc *desc)
{
	const cl_mem_object_type type = desc->image_type;
	const bool has_rows = formats_has_rows(type);

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
	const bool is_old = call->slot == CLROUTER_SLOT_clCreateImage;
	struct facts_mem *facts =
		facts_begin(handle, OBJECT_MEM, call_pointer(call, ARG_clCreateImage_context));
	const cl_image_format *format =
		call_pointer(call, is_old ? ARG_clCreateImage_image_format
					  : ARG_clCreateImageWithProperties_image_format);
	const cl_image_desc *desc =
		call_pointer(call, is_old ? ARG_clCreateImage_image_desc
					  : ARG_clCreateImageWithProperties_image_desc);

	if (!facts)
		return;
	facts->flags = call_number(call, is_old ? ARG_clCreateImage_flags
						: ARG_clCreateImageWithProperties_flags);
	if (desc && format) {
		facts->type = desc->image_type;
		facts->made_from = desc->mem_object;
		facts->format = *format;
		set_extent(facts, desc);
		facts->mip_levels = desc->num_mip_levels;
	}
	facts_finish(&facts->any, handle);
}

static void note_old_image(const struct call *call, const void *handle)
{
	const bool is_3d = call->slot == CLROUTER_SLOT_clCreateImage3D;
	struct facts_mem *facts =
		facts_begin(handle, OBJECT_MEM, call_pointer(call, ARG_clCreateImage3D_context));
	const cl_image_format *format = call_pointer(call, ARG_clCreateImage3D_image_format);

	if (!facts || !format)
		return;
	facts->flags = call_number(call, ARG_clCreateImage3D_flags);
	facts->type = is_3d ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D;
	facts->format = *format;
	facts->extent[0] = call_number(call, ARG_clCreateImage3D_image_width);
	facts->extent[1] = call_number(call, ARG_clCreateImage3D_image_height);
	facts->extent[2] = is_3d ? call_number(call, ARG_clCreateImage3D_image_depth) : 1;
	facts_finish(&facts->any, handle);
}

static void note_pipe(const struct call *call, const void *handle)
{
	struct facts_mem *facts =
		facts_begin(handle, OBJECT_MEM, call_pointer(call, ARG_clCreatePipe_context));

	if (!facts)
		return;
	facts->type = CL_MEM_OBJECT_PIPE;
	facts_finish(&facts->any, handle);
}

static void note_destructor(const struct call *call)
{
	struct facts_mem *facts =
		facts_of_mem(call_pointer(call, ARG_clSetMemObjectDestructorCallback_memobj));

	if (facts)
		atomic_store(&facts->has_destructor, true);
}

/* -- others ------------------------------------------------------------------------------ */

static void note_sampler(const struct call *call, const void *handle)
{
	struct facts *facts = facts_begin(handle, OBJECT_SAMPLER,
					  call_pointer(call, ARG_clCreateSampler_context));

	if (facts)
		facts_finish(facts, handle);
}

static void note_user_event(const struct call *call, const void *handle)
{
	struct facts_event *facts = facts_begin(handle, OBJECT_EVENT,
						call_pointer(call, ARG_clCreateUserEvent_context));

	memory_note_user_event(false);
	if (!facts)
		return;
	facts->is_user = true;
	facts_finish(&facts->any, handle);
}

static void note_status(const struct call *call)
{
	struct facts_event *facts = facts_of_event(call_event(call));

	if (facts && !atomic_exchange(&facts->is_status_set, true))
		memory_note_user_event(true);
}

/* A command is in a queue, with an event if the program wants one. */
static void note_command(const struct call *call)
{
	const void *const *event = call_made_event(call);
	/* Looked at once: another thread may store another event there. */
	const void *handle = event ? *event : NULL;
	struct facts_queue *queue =
		handle || has_numbers ? facts_of_queue(call_queue(call)) : NULL;
	struct facts_event *facts;
	size_t number = 0;

	if (!queue)
		return;
	if (has_numbers) {
		number = atomic_fetch_add(&last_number, 1) + 1;
		atomic_store(&queue->last, number);
	}
	facts = handle ? facts_begin(handle, OBJECT_EVENT, queue->any.context) : NULL;
	if (!facts)
		return;
	facts->queue = call_queue(call);
	facts->number = number;
	facts->properties = queue->properties;
	facts_finish(&facts->any, handle);
	addresses_note_use(call, handle);
}

/* The queries by which a program gets the devices of a context, from it or what is made in it. */
static void note_asked(const struct call *call)
{
	const struct signature *function = &signatures[call->slot];
	const struct signature_param *value = call_param(call, ARG_clGetContextInfo_param_value);
	const struct names_value *query = signature_query(function, value, call->values);
	struct facts_context *context;

	if (!query || query->object != OBJECT_DEVICE ||
	    !call_pointer(call, ARG_clGetContextInfo_param_value))
		return;
	context = facts_of_context(facts_context(call_pointer(call, ARG_first),
						 call_param(call, ARG_first)->object));
	if (context)
		atomic_store(&context->has_told, true);
}

/* What follows comes after what was before, in queues that are not in order, too. */
static void note_barrier(const struct call *call)
{
	struct facts_queue *queue = facts_of_queue(call_queue(call));

	if (queue)
		atomic_fetch_add(&queue->barriers, 1);
}

/* -- which call makes what --------------------------------------------------------------- */

static void (*const makers[CLROUTER_ALL_SLOTS])(const struct call *call, const void *handle) = {
	[CLROUTER_SLOT_clCreateContext] = note_context,
	[CLROUTER_SLOT_clCreateContextFromType] = note_context_from_type,
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
	[CLROUTER_SLOT_clCreateUserEvent] = note_user_event,
};

static void (*const changers[CLROUTER_ALL_SLOTS])(const struct call *call) = {
	[CLROUTER_SLOT_clCreateSubDevices] = note_parts,
	[CLROUTER_SLOT_clCreateSubDevicesEXT] = note_parts,
	[CLROUTER_SLOT_clGetContextInfo] = note_asked,
	[CLROUTER_SLOT_clGetCommandQueueInfo] = note_asked,
	[CLROUTER_SLOT_clGetProgramInfo] = note_asked,
	[CLROUTER_SLOT_clSetUserEventStatus] = note_status,
	[CLROUTER_SLOT_clSetMemObjectDestructorCallback] = note_destructor,
	[CLROUTER_SLOT_clSetCommandQueueProperty] = note_queue_property,
};

static void note_others(const struct call *call)
{
	if (changers[call->slot])
		changers[call->slot](call);
	if (signatures[call->slot].command == COMMAND_BARRIER)
		note_barrier(call);
	if (signatures[call->slot].command != COMMAND_NONE)
		note_command(call);
}

static void note(const struct call *call, const void *handle)
{
	if (learn_program(call, handle))
		return;
	if (makers[call->slot])
		makers[call->slot](call, handle);
	else
		note_others(call);
	learn_extension(call, handle);
}

void facts_note(const struct call *call, const void *result)
{
	const void *handle = NULL;

	addresses_note(call, result);
	if (signatures[call->slot].result.kind == PARAM_MADE)
		memcpy(&handle, result, sizeof(handle));
	note(call, handle);
	if (facts_kept_kinds() != 0)
		learn_kept(call, handle);
}

void facts_note_before(const struct call *call)
{
	addresses_note_before(call);
	learn_program_before(call);
	learn_extension_before(call);
}

void facts_note_failed(const struct call *call)
{
	addresses_note_failed(call);
	learn_program_failed(call);
}
