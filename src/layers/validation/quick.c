/* SPDX-License-Identifier: Apache-2.0 */
/*
 * quick: see stages.h. tests/layers/validation-cases.list has calls that break each rule of
 * the lines "quick" of rules.list.
 */
#include "layers/validation/stages.h"

#include <string.h>

#include "layers/validation/checks/check.h"

/* -- clSetKernelArg ---------------------------------------------------------------------- */

/* The facts of the memory object that the value is, if the kernel may have it; else NULL. */
static const struct facts_mem *memory_of(const struct facts_kernel *kernel, const void *handle)
{
	const struct facts_mem *memory = facts_of_mem(handle);

	return memory && memory->any.context == kernel->any.context ? memory : NULL;
}

static bool is_image_right(const struct declaration *declared, const struct facts_mem *image)
{
	return image->type == declared->detail &&
	       (image->flags & (CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY)) == 0;
}

/* An argument that is a handle, with the size of a handle. */
static bool is_handle_right(const struct facts_kernel *kernel, const struct declaration *declared,
			    const void *value)
{
	const struct facts_mem *memory;
	const void *handle;

	if (!value)
		return declared->kind == ARGUMENT_BUFFER || declared->kind == ARGUMENT_UNKNOWN;
	memcpy(&handle, value, sizeof(handle));
	if (!handle)
		return declared->kind == ARGUMENT_BUFFER || declared->kind == ARGUMENT_UNKNOWN;
	memory = memory_of(kernel, handle);
	switch (declared->kind) {
	case ARGUMENT_UNKNOWN:
		return memory || !live_record(handle);
	case ARGUMENT_BUFFER:
		return memory && memory->type == CL_MEM_OBJECT_BUFFER;
	case ARGUMENT_IMAGE:
		return memory && is_image_right(declared, memory);
	default:
		return false;
	}
}

static bool is_argument_right(const struct call *call)
{
	const struct facts_kernel *kernel =
		facts_of_kernel_with(call_pointer(call, ARG_clSetKernelArg_kernel), 0);
	const uint64_t index = call_number(call, ARG_clSetKernelArg_arg_index);
	const uint64_t size = call_number(call, ARG_clSetKernelArg_arg_size);
	const void *value = call_pointer(call, ARG_clSetKernelArg_arg_value);
	struct declaration declared;

	if (!kernel || index >= kernel->argument_count)
		return false;
	declared = atomic_load_explicit(&kernel->state->arguments[index].declared,
					memory_order_relaxed);
	switch (declared.kind) {
	case ARGUMENT_VALUE:
		return value && declared.detail == size;
	case ARGUMENT_LOCAL:
		return !value && size != 0;
	case ARGUMENT_UNKNOWN:
		return size != sizeof(void *) || is_handle_right(kernel, &declared, value);
	case ARGUMENT_BUFFER:
	case ARGUMENT_IMAGE:
		return size == sizeof(void *) && is_handle_right(kernel, &declared, value);
	default:
		return false;
	}
}

/* -- clEnqueueNDRangeKernel -------------------------------------------------------------- */

static bool are_arguments_right(const struct facts_kernel *kernel)
{
	const struct kernel_argument *argument = kernel->state->arguments;
	const struct kernel_argument *end = argument + kernel->argument_count;
	const void *value;

	for (; argument != end; argument++) {
		value = atomic_load_explicit(&argument->value, memory_order_relaxed);
		if (!value)
			return false;
		if (value != &kernels_no_object && !kernels_is_live(kernels_object(argument)))
			return false;
	}
	return true;
}

/* Images are looked at if the context has another device. */
static bool are_objects_simple(const struct facts_kernel *kernel,
			       const struct facts_context *context)
{
	const unsigned int has = atomic_load_explicit(&kernel->state->has, memory_order_relaxed);
	const unsigned int simple =
		KERNEL_HAS_OBJECT | (context->devices.count == 1 ? KERNEL_HAS_IMAGE : 0);

	return (has & ~simple) == 0;
}

static bool is_built_for(const struct facts_kernel *kernel, const void *device)
{
	const unsigned int built = atomic_load_explicit(&kernel->built, memory_order_relaxed);

	return (built & facts_device_bit(&kernel->devices, device)) != 0;
}

static bool is_size_right(const size_t *size, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++)
		if (size[i] == 0 || size[i] > UINT32_MAX)
			return false;
	return true;
}

static bool is_group_right(const struct facts_kernel *kernel, const void *handle,
			   const void *device, const struct limits *limits, const size_t *global,
			   const size_t *local, uint64_t count)
{
	const struct kernel_group group =
		kernels_group(kernel->state, handle, device, limits->version);
	uint64_t total = 1;

	if (group.required[0] != 0 || group.sub_groups != 0)
		return false;
	for (uint64_t i = 0; i < count; i++) {
		if (local[i] == 0 || global[i] % local[i] != 0 ||
		    (limits->item_sizes[i] != 0 && local[i] > limits->item_sizes[i]) ||
		    local[i] > UINT16_MAX)
			return false;
		total *= local[i];
	}
	return group.size == 0 || total <= group.size;
}

/* The new event goes to STORE, which may be NULL. */
static bool are_events_right(uint64_t count, const void *const *events, const void *const *store,
			     const void *context)
{
	if (count == 0 || !events)
		return count == 0 && !events;
	if (store >= events && store < events + count)
		return false;
	for (uint64_t i = 0; i < count; i++) {
		const struct facts_event *event = facts_of_event(events[i]);

		if (!event || event->any.context != context)
			return false;
	}
	return true;
}

static bool is_range_right(const struct call *call)
{
	const struct facts_queue *queue =
		facts_of_queue(call_pointer(call, ARG_clEnqueueNDRangeKernel_command_queue));
	const struct facts_kernel *kernel =
		facts_of_kernel_with(call_pointer(call, ARG_clEnqueueNDRangeKernel_kernel), 0);
	const uint64_t count = call_number(call, ARG_clEnqueueNDRangeKernel_work_dim);
	const size_t *global = call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_size);
	const size_t *local = call_pointer(call, ARG_clEnqueueNDRangeKernel_local_work_size);
	const struct facts_context *context;
	const struct limits *limits;

	if (!queue || !kernel || queue->devices.count != 1 ||
	    queue->any.context != kernel->any.context || count == 0 || count > 3 ||
	    !global ||
	    call_pointer(call, ARG_clEnqueueNDRangeKernel_global_work_offset) ||
	    !is_size_right(global, count))
		return false;
	context = facts_of_context(queue->any.context);
	if (!context || !are_objects_simple(kernel, context) ||
	    !are_arguments_right(kernel) || !is_built_for(kernel, queue->devices.list[0]) ||
	    !are_events_right(call_number(call, ARG_clEnqueueNDRangeKernel_num_events_in_wait_list),
			      call_pointer(call, ARG_clEnqueueNDRangeKernel_event_wait_list),
			      call_pointer(call, ARG_clEnqueueNDRangeKernel_event),
			      queue->any.context))
		return false;
	if (!local)
		return true;
	limits = facts_limits(queue->devices.list[0]);
	return limits &&
	       is_group_right(kernel, call_pointer(call, ARG_clEnqueueNDRangeKernel_kernel),
			      queue->devices.list[0], limits, global, local, count);
}

bool quick_is_right(const struct call *call)
{
	switch (call->slot) {
	case CLROUTER_SLOT_clSetKernelArg:
		return is_argument_right(call);
	case CLROUTER_SLOT_clEnqueueNDRangeKernel:
		return is_range_right(call);
	default:
		return false;
	}
}
