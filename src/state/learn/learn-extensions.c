/* SPDX-License-Identifier: Apache-2.0 */
/*
 * learn-extensions: the part of facts.h about the objects of extensions: command buffers, their
 * commands, semaphores, memory of other interfaces, contexts that can end. See learn.h.
 */
#include "state/learn/learn.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/call.h"
#include "opencl/constants.h"
#include "opencl/lists.h"
#include "state/facts.h"
#include "state/learn/addresses.h"
#include "state/live.h"
#include "state/memory.h"
#include "state/recording.h"

/* What CALL returned is HANDLE, NULL if that is no object. */
typedef void note_fn(const struct call *call, const void *handle);

/* The index of the parameter NAME, which CALL has. */
static unsigned index_of(const struct call *call, const char *name)
{
	unsigned i = 0;

	while (strcmp(call_param(call, i)->name, name) != 0)
		i++;
	return i;
}

/* -- command buffers --------------------------------------------------------------------- */

/* Are all QUEUES of the device of the FIRST one? */
static bool have_one_device(const struct facts_queue *first, const void *const *queues,
			    size_t count)
{
	const struct facts_queue *queue;

	for (size_t i = 1; i < count; i++) {
		queue = facts_of_queue(queues[i]);
		if (!queue || queue->devices.list[0] != first->devices.list[0])
			return false;
	}
	return true;
}

static void begin_recording(const void *handle, const void *const *queues, size_t count,
			    cl_bitfield flags, cl_bitfield asserts)
{
	const struct facts_queue *queue;
	struct facts_queue *facts;

	/* The driver may have accepted a wrong call. */
	if (!queues || count == 0)
		return;
	queue = facts_of_queue(queues[0]);
	if (!queue)
		return;
	facts = facts_begin(handle, OBJECT_COMMAND_BUFFER, queue->any.context);
	if (!facts || !recording_begin(&facts->recording, queues, count, flags, asserts))
		return;
	if (have_one_device(queue, queues, count))
		facts->devices = queue->devices;
	facts_finish(&facts->any, handle);
}

static void note_command_buffer(const struct call *call, const void *handle)
{
	const cl_properties *list = call_pointer(call, ARG_clCreateCommandBufferKHR_properties);

	begin_recording(handle, call_pointer(call, ARG_clCreateCommandBufferKHR_queues),
			call_number(call, ARG_clCreateCommandBufferKHR_num_queues),
			lists_value(list, CL_COMMAND_BUFFER_FLAGS_KHR),
			lists_value(list, CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR));
}

/* It has the commands of the command buffer that it was made of, so it is final. */
static void note_remapped(const struct call *call, const void *handle)
{
	const struct facts_queue *from = facts_of_command_buffer(
		call_pointer(call, ARG_clRemapCommandBufferKHR_command_buffer));
	struct facts_queue *facts;

	if (!from)
		return;
	begin_recording(handle, call_pointer(call, ARG_clRemapCommandBufferKHR_queues),
			call_number(call, ARG_clRemapCommandBufferKHR_num_queues),
			recording_flags(from->recording), recording_asserts(from->recording));
	facts = facts_of_command_buffer(handle);
	if (facts && recording_is_final(from->recording))
		recording_finalize(facts->recording);
}

static void note_final(const struct call *call, const void *handle)
{
	const struct facts_queue *facts = facts_of_command_buffer(
		call_pointer(call, ARG_clFinalizeCommandBufferKHR_command_buffer));

	(void)handle;
	if (facts)
		recording_finalize(facts->recording);
}

/* Barriers that another thread enqueues from now on may come after it. */
void learn_extension_before(const struct call *call)
{
	const struct facts_queue *facts, *queue;
	const void *handle;

	if (call->slot != CLROUTER_SLOT_clEnqueueCommandBufferKHR)
		return;
	facts = facts_of_command_buffer(
		call_pointer(call, ARG_clEnqueueCommandBufferKHR_command_buffer));
	if (!facts)
		return;
	handle = recording_queue_of(facts->recording,
				    call_pointer(call, ARG_clEnqueueCommandBufferKHR_queues),
				    call_number(call, ARG_clEnqueueCommandBufferKHR_num_queues));
	queue = facts_of_queue(handle);
	recording_enqueueing(facts->recording, queue ? handle : NULL,
			     queue ? atomic_load(&queue->barriers) : 0);
}

static void note_enqueued(const struct call *call, const void *handle)
{
	const struct facts_queue *facts = facts_of_command_buffer(
		call_pointer(call, ARG_clEnqueueCommandBufferKHR_command_buffer));
	const cl_event *place = call_pointer(call, ARG_clEnqueueCommandBufferKHR_event);
	const cl_event event = place ? *place : NULL;
	struct facts_event *of_event;

	(void)handle;
	if (!facts)
		return;
	recording_enqueued(facts->recording, event);
	of_event = event ? facts_begin(event, OBJECT_EVENT, facts->any.context) : NULL;
	if (!of_event)
		return;
	of_event->properties = CL_QUEUE_PROFILING_ENABLE; /* not known */
	facts_finish(&of_event->any, event);
}

/* The event of the last enqueue must not outlive the command buffer. */
static void note_released(const struct call *call, const void *handle)
{
	const struct object *object =
		live_record(call_pointer(call, ARG_clReleaseCommandBufferKHR_command_buffer));
	struct facts_queue *facts;

	(void)handle;
	if (!object || live_is_live(object, OBJECT_COMMAND_BUFFER))
		return;
	facts = facts_last(call_pointer(call, ARG_clReleaseCommandBufferKHR_command_buffer),
			   OBJECT_COMMAND_BUFFER);
	if (facts && facts->recording)
		recording_enqueued(facts->recording, NULL);
}

/* -- their commands ---------------------------------------------------------------------- */

/* The fields that a command can change; without a property, those that its device can. */
static cl_bitfield updatable_fields(const cl_properties *list, const struct facts_queue *buffer)
{
	const struct limits *limits =
		buffer->devices.count == 1 ? facts_limits(buffer->devices.list[0]) : NULL;
	struct property property;

	if (lists_find(list, CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, &property))
		return property.values[0];
	return limits && limits->support.updatable.is_known ? limits->support.updatable.bits
								    : ~UINT64_C(0);
}

static void copy_sizes(atomic_size_t *to, const size_t *from, size_t count)
{
	for (size_t i = 0; from && i < count && i < 3; i++)
		atomic_store(&to[i], from[i]);
}

static void set_sizes(struct facts_command *facts, const size_t *global, const size_t *local)
{
	copy_sizes(facts->global, global, facts->work_dim);
	copy_sizes(facts->local, local, facts->work_dim);
	if (local)
		atomic_store(&facts->has_local, true);
}

static void note_dispatch(const struct call *call, const void *command,
			  const struct facts_queue *buffer)
{
	struct facts_command *facts = facts_begin(command, OBJECT_COMMAND, buffer->any.context);
	const struct facts_kernel *kernel =
		facts_of_kernel(call_pointer(call, ARG_clCommandNDRangeKernelKHR_kernel));

	if (!facts)
		return;
	facts->command_buffer = call_pointer(call, ARG_clCommandNDRangeKernelKHR_command_buffer);
	facts->buffer_serial = atomic_load(&buffer->any.serial);
	facts->updatable = updatable_fields(
		call_pointer(call, ARG_clCommandNDRangeKernelKHR_properties), buffer);
	facts->work_dim = (cl_uint)call_number(call, ARG_clCommandNDRangeKernelKHR_work_dim);
	facts->argument_count = kernel ? kernel->argument_count : UINT32_MAX;
	set_sizes(facts, call_pointer(call, ARG_clCommandNDRangeKernelKHR_global_work_size),
		  call_pointer(call, ARG_clCommandNDRangeKernelKHR_local_work_size));
	facts_finish(&facts->any, command);
}

static void note_updated(const struct call *call, const void *handle)
{
	const cl_uint count = (cl_uint)call_number(call, ARG_clUpdateMutableCommandsKHR_num_configs);
	const cl_uint *types = call_pointer(call, ARG_clUpdateMutableCommandsKHR_config_types);
	const struct mutable_dispatch_config *const *configs =
		call_pointer(call, ARG_clUpdateMutableCommandsKHR_configs);
	struct facts_command *facts;

	(void)handle;
	for (cl_uint i = 0; types && configs && i < count; i++) {
		if (types[i] != MUTABLE_DISPATCH_CONFIG || !configs[i])
			continue;
		facts = facts_of_command(configs[i]->command);
		if (facts)
			set_sizes(facts, configs[i]->global_work_size, configs[i]->local_work_size);
	}
}

static void note_recorded(const struct call *call)
{
	const struct facts_queue *buffer = facts_of_command_buffer(call_pointer(call, ARG_first));
	const cl_sync_point_khr *point = call_pointer(call, index_of(call, "sync_point"));
	const void *const *command = call_pointer(call, index_of(call, "mutable_handle"));

	if (!buffer)
		return;
	if (point)
		recording_add_point(buffer->recording, *point);
	if (command && call->slot == CLROUTER_SLOT_clCommandNDRangeKernelKHR)
		note_dispatch(call, *command, buffer);
}

/* -- semaphores -------------------------------------------------------------------------- */

static void set_list_devices(struct facts_devices *set, const cl_properties *list, uint64_t name)
{
	const void *devices[FACTS_DEVICES];
	struct property property;

	if (!lists_find(list, name, &property) || property.count > FACTS_DEVICES)
		return;
	for (size_t i = 0; i < property.count; i++)
		devices[i] = (const void *)(uintptr_t)property.values[i];
	facts_set_devices(set, devices, property.count);
}

static void note_semaphore(const struct call *call, const void *handle)
{
	struct facts_semaphore *facts =
		facts_begin(handle, OBJECT_SEMAPHORE,
			    call_pointer(call, ARG_clCreateSemaphoreWithPropertiesKHR_context));
	const cl_properties *list =
		call_pointer(call, ARG_clCreateSemaphoreWithPropertiesKHR_sema_props);
	struct property types;

	if (!facts)
		return;
	set_list_devices(&facts->devices, list, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR);
	if (lists_find(list, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, &types) && types.count > 0)
		facts->export_type = types.count == 1 ? types.values[0] : FACTS_SEVERAL;
	facts->is_sync_fd = lists_count(list, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR,
					CL_SEMAPHORE_HANDLE_SYNC_FD_KHR) > 0;
	facts_finish(&facts->any, handle);
}

/* -- memory ------------------------------------------------------------------------------ */

static void note_host_ptr(const struct call *call, const void *handle)
{
	struct facts_mem *facts = facts_of_mem(handle);

	if (!facts || (facts->flags & CL_MEM_USE_HOST_PTR) == 0)
		return;
	facts->host_ptr = call_pointer(call, index_of(call, "host_ptr"));
	addresses_note_host_ptr(facts->host_ptr, handle);
}

/* Properties of vendors may be about memory of other interfaces. */
static bool has_unknown(const cl_properties *list)
{
	struct property property;

	while (lists_next(&list, &property))
		if (property.name != CL_MEM_DEVICE_HANDLE_LIST_KHR &&
		    property.name != CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT)
			return true;
	return false;
}

static void note_made_for(struct facts_mem *facts, const cl_properties *list)
{
	struct property property;

	if (!facts->made_for && lists_find(list, CL_MEM_DEVICE_HANDLE_LIST_KHR, &property))
		facts->made_for = calloc(1, sizeof(*facts->made_for));
	if (facts->made_for)
		set_list_devices(facts->made_for, list, CL_MEM_DEVICE_HANDLE_LIST_KHR);
}

static void note_memory(const struct call *call, const void *handle)
{
	struct facts_mem *facts = facts_of_mem(handle);
	const cl_properties *list = call_pointer(call, ARG_clCreateBufferWithProperties_properties);

	if (!facts)
		return;
	if (lists_count_memory(list) > 0)
		facts->source = SOURCE_EXTERNAL;
	else if (has_unknown(list))
		facts->source = SOURCE_UNKNOWN;
	note_made_for(facts, list);
	if (call->slot == CLROUTER_SLOT_clCreateBufferWithProperties)
		note_host_ptr(call, handle);
	facts->has_device_address = lists_value(list, CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT) != 0;
}

static const unsigned char sources[CLROUTER_SLOTS] = {
	[CLROUTER_SLOT_clCreateFromGLBuffer] = SOURCE_GL,
	[CLROUTER_SLOT_clCreateFromGLTexture2D] = SOURCE_GL,
	[CLROUTER_SLOT_clCreateFromGLTexture3D] = SOURCE_GL,
	[CLROUTER_SLOT_clCreateFromGLTexture] = SOURCE_GL,
	[CLROUTER_SLOT_clCreateFromGLRenderbuffer] = SOURCE_GL,
	[CLROUTER_SLOT_clCreateFromEGLImageKHR] = SOURCE_EGL,
	[CLROUTER_SLOT_clCreateFromD3D10BufferKHR] = SOURCE_D3D10,
	[CLROUTER_SLOT_clCreateFromD3D10Texture2DKHR] = SOURCE_D3D10,
	[CLROUTER_SLOT_clCreateFromD3D10Texture3DKHR] = SOURCE_D3D10,
	[CLROUTER_SLOT_clCreateFromD3D11BufferKHR] = SOURCE_D3D11,
	[CLROUTER_SLOT_clCreateFromD3D11Texture2DKHR] = SOURCE_D3D11,
	[CLROUTER_SLOT_clCreateFromD3D11Texture3DKHR] = SOURCE_D3D11,
	[CLROUTER_SLOT_clCreateFromDX9MediaSurfaceKHR] = SOURCE_DX9,
};

/* It has the kind and the sizes of the object of the other interface, which are not known. */
static void note_shared(const struct call *call, const void *handle)
{
	const unsigned flags = call->slot == CLROUTER_SLOT_clCreateFromEGLImageKHR
				       ? ARG_clCreateFromEGLImageKHR_flags
				       : ARG_clCreateFromGLBuffer_flags;
	struct facts_mem *facts = facts_begin(handle, OBJECT_MEM, call_pointer(call, ARG_first));

	if (!facts)
		return;
	facts->source = sources[call->slot];
	facts->flags = call_number(call, flags);
	facts_finish(&facts->any, handle);
}

/* -- contexts ---------------------------------------------------------------------------- */

static void note_context_list(const struct call *call, const void *handle)
{
	struct facts_context *facts = facts_of_context(handle);
	const cl_context_properties *list = call_pointer(call, ARG_clCreateContext_properties);

	for (; facts && list && list[0] != 0; list += 2) {
		if (list[0] == CL_GL_CONTEXT_KHR || list[0] == CL_CGL_SHAREGROUP_KHR)
			facts->has_gl = facts->has_gl || list[1] != 0;
		if (list[0] == CL_CONTEXT_TERMINATE_KHR)
			facts->can_terminate = list[1] != CL_FALSE;
	}
}

static void note_terminated(const struct call *call, const void *handle)
{
	struct facts_context *facts =
		facts_of_context(call_pointer(call, ARG_clTerminateContextKHR_context));

	(void)handle;
	if (facts)
		atomic_store(&facts->is_terminated, true);
}

/* -- shared memory ----------------------------------------------------------------------- */

/* Its kind, which decides what is allowed, is an index into a list of the platform. */
static void note_shared_memory(const struct call *call, const void *handle)
{
	(void)call;
	(void)handle;
	memory_expect_unseen();
}

/* -- which call makes what --------------------------------------------------------------- */

static note_fn *const notes[CLROUTER_ALL_SLOTS] = {
	[CLROUTER_SLOT_clCreateContext] = note_context_list,
	[CLROUTER_SLOT_clCreateContextFromType] = note_context_list,
	[CLROUTER_SLOT_clTerminateContextKHR] = note_terminated,
	[CLROUTER_SLOT_clCreateBuffer] = note_host_ptr,
	[CLROUTER_SLOT_clCreateBufferWithProperties] = note_memory,
	[CLROUTER_SLOT_clCreateImageWithProperties] = note_memory,
	[CLROUTER_SLOT_clSVMAllocWithPropertiesKHR] = note_shared_memory,
	[CLROUTER_SLOT_clCreateSemaphoreWithPropertiesKHR] = note_semaphore,
	[CLROUTER_SLOT_clCreateCommandBufferKHR] = note_command_buffer,
	[CLROUTER_SLOT_clRemapCommandBufferKHR] = note_remapped,
	[CLROUTER_SLOT_clFinalizeCommandBufferKHR] = note_final,
	[CLROUTER_SLOT_clUpdateMutableCommandsKHR] = note_updated,
	[CLROUTER_SLOT_clEnqueueCommandBufferKHR] = note_enqueued,
	[CLROUTER_SLOT_clReleaseCommandBufferKHR] = note_released,
};

/* The functions that record a command begin alike, and have a sync point. */
static bool records_command(const struct call *call)
{
	const struct signature *function = &signatures[call->slot];

	return call->slot >= CLROUTER_SLOTS && strncmp(function->name, "clCommand", 9) == 0;
}

void learn_extension(const struct call *call, const void *handle)
{
	if (notes[call->slot])
		notes[call->slot](call, handle);
	else if (call->slot < CLROUTER_SLOTS && sources[call->slot] != SOURCE_NONE)
		note_shared(call, handle);
	else if (records_command(call))
		note_recorded(call);
}
