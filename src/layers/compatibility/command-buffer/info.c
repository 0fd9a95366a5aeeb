/* SPDX-License-Identifier: Apache-2.0 */
/*
 * info: what queries say of emulated command buffers, of their commands, and of devices that have
 * them.
 */
#include "layers/compatibility/command-buffer/command-buffer.h"

#include "layers/compatibility/command-buffer/buffers.h"
#include "layers/compatibility/feature-settings.h"
#include "layers/compatibility/known-devices.h"
#include "layers/compatibility/lookup.h"
#include "layers/frame/ask.h"
#include "opencl/constants.h"

/* -- devices --------------------------------------------------------------------------- */

static bool can_enqueue(const struct known_device *device)
{
	cl_command_queue_properties properties = 0;

	return ASK(clGetDeviceInfo, device->id, CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, properties) ==
		       CL_SUCCESS &&
	       properties != 0;
}

static cl_command_queue_properties queues_of(const struct known_device *device)
{
	cl_command_queue_properties properties = CL_QUEUE_PROFILING_ENABLE;

	ASK(clGetDeviceInfo, device->id, CL_DEVICE_QUEUE_PROPERTIES, properties);
	return properties;
}

static cl_int answer_queues(const struct known_device *device, const struct query_answer *answer)
{
	const cl_command_queue_properties properties = queues_of(device);

	return answer_value(answer, properties);
}

/* Before version 0.9.6, which the user can ask for, a capability said what a query says since. */
static bool has_out_of_order(const struct known_device *device)
{
	const struct feature *feature;
	size_t i = 0;

	while ((feature = devices_feature(i)) && feature->id != FEATURE_COMMAND_BUFFER)
		i++;
	return feature &&
	       settings_version(&feature->extensions[0]) < CL_MAKE_VERSION(0, 9, 6) &&
	       (queues_of(device) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
}

bool info_of_device(const struct known_device *device, cl_device_info param_name,
		    const struct query_answer *answer, cl_int *error)
{
	cl_bitfield bits = 0;

	switch (param_name) {
	case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
		bits = CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
		       CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR;
		if (can_enqueue(device))
			bits |= CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR;
		if (has_out_of_order(device))
			bits |= CL_COMMAND_BUFFER_CAPABILITY_OUT_OF_ORDER_KHR;
		break;
	case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
		break;
	case CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR:
		*error = answer_queues(device, answer);
		return true;
	case CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR:
		bits = kernel_commands_fields(device->id);
		break;
	default:
		return false;
	}
	*error = answer_value(answer, bits);
	return true;
}

/* -- command buffers ------------------------------------------------------------------- */

static cl_uint state_of(const struct command_buffer *buffer)
{
	cl_uint state;

	buffers_lock();
	state = buffer->state;
	buffers_unlock();
	return state;
}

static cl_int answer_buffer(const struct command_buffer *buffer, cl_command_buffer_info_khr what,
			    const struct query_answer *answer)
{
	const cl_uint one = 1;
	cl_uint number;

	switch (what) {
	case CL_COMMAND_BUFFER_QUEUES_KHR:
		return answer_value(answer, buffer->queue);
	case CL_COMMAND_BUFFER_NUM_QUEUES_KHR:
		return answer_value(answer, one);
	case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR:
		number = notes_references(buffer, NOTE_COMMAND_BUFFER);
		return answer_value(answer, number);
	case CL_COMMAND_BUFFER_STATE_KHR:
		number = state_of(buffer);
		return answer_value(answer, number);
	case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR:
		return answer_bytes(answer, buffer->properties,
				    buffer->property_count * sizeof(*buffer->properties));
	case CL_COMMAND_BUFFER_CONTEXT_KHR:
		return answer_value(answer, buffer->context);
	default:
		return CL_INVALID_VALUE;
	}
}

CLROUTER_WRAP_EXTENSION(clGetCommandBufferInfoKHR)
{
	const struct query_answer answer = { param_value_size, param_value, param_value_size_ret };
	struct command_buffer *buffer;
	cl_int error;

	BUFFERS_PASS_ON(clGetCommandBufferInfoKHR);
	buffer = notes_hold(command_buffer, NOTE_COMMAND_BUFFER);
	if (!buffer)
		return CL_INVALID_COMMAND_BUFFER_KHR;
	error = answer_buffer(buffer, param_name, &answer);
	notes_drop(&buffer->note);
	return error;
}

/* -- commands -------------------------------------------------------------------------- */

/* LAUNCH is what the command runs now. */
static cl_int answer_command(const struct buffer_command *command,
			     const struct kernel_launch *launch, cl_mutable_command_info_khr what,
			     const struct query_answer *answer)
{
	const size_t size = launch->dims * sizeof(size_t);
	const cl_command_type type = CL_COMMAND_NDRANGE_KERNEL;

	switch (what) {
	case CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR:
		return answer_value(answer, command->queue);
	case CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR:
		return answer_value(answer, command->buffer);
	case CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR:
		return answer_value(answer, type);
	case CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR:
		return answer_bytes(answer, command->properties,
				    command->property_count * sizeof(*command->properties));
	case CL_MUTABLE_DISPATCH_KERNEL_KHR:
		return answer_value(answer, command->kernel);
	case CL_MUTABLE_DISPATCH_DIMENSIONS_KHR:
		return answer_value(answer, launch->dims);
	case CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR:
		return answer_bytes(answer, launch->offset, size);
	case CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR:
		return answer_bytes(answer, launch->global, size);
	case CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR:
		return answer_bytes(answer, launch->local, size);
	default:
		return CL_INVALID_VALUE;
	}
}

CLROUTER_WRAP_EXTENSION(clGetMutableCommandInfoKHR)
{
	const struct query_answer answer = { param_value_size, param_value, param_value_size_ret };
	const bool is_native = LOOKUP_IS_NATIVE(clGetMutableCommandInfoKHR, FEATURE_COMMAND_BUFFER);
	struct buffer_command *held = notes_hold(command, NOTE_COMMAND);
	struct kernel_launch *launch;
	cl_int error;

	if (held && is_native) {
		notes_drop(&held->note);
		return CL_INVALID_MUTABLE_COMMAND_KHR;
	}
	if (!held)
		return driver && (is_native || buffers_any_native())
			       ? driver(ARGUMENTS_clGetMutableCommandInfoKHR)
			       : CL_INVALID_MUTABLE_COMMAND_KHR;
	buffers_lock();
	launch = held->launch;
	launch_hold(launch);
	buffers_unlock();
	error = answer_command(held, launch, param_name, &answer);
	launch_drop(launch);
	notes_drop(&held->note);
	return error;
}

void info_start(void)
{
	static struct lookup lookups[] = {
		LOOKUP(clGetCommandBufferInfoKHR, FEATURE_COMMAND_BUFFER),
		LOOKUP(clGetMutableCommandInfoKHR, FEATURE_COMMAND_BUFFER),
	};

	LOOKUP_ADD_ALL(lookups);
}
