/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel-commands: records kernels.
 */
#include "layers/compatibility/command-buffer/command-buffer.h"

#include <stdlib.h>
#include <string.h>

#include "layers/compatibility/command-buffer/buffers.h"
#include "layers/compatibility/command-buffer/property-list.h"
#include "layers/compatibility/core/core-kernels.h"
#include "layers/compatibility/lookup.h"
#include "layers/frame/ask.h"
#include "opencl/constants.h"

#define ALL_FIELDS \
	(CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR | \
	 CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR | \
	 CL_MUTABLE_DISPATCH_EXEC_INFO_KHR)

/* What a kernel gets besides its arguments is about SVM. */
cl_bitfield kernel_commands_fields(cl_device_id device)
{
	cl_device_svm_capabilities svm = 0;

	ASK(clGetDeviceInfo, device, CL_DEVICE_SVM_CAPABILITIES, svm);
	return svm != 0 ? ALL_FIELDS : ALL_FIELDS & ~(cl_bitfield)CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;
}

static cl_int read_properties(struct buffer_command *command, const cl_properties *properties,
			      const size_t *local)
{
	const cl_bitfield able = kernel_commands_fields(command->buffer->device);
	cl_properties asserts = 0;
	cl_properties fields = able;
	const struct property_name names[] = {
		{ CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, ALL_FIELDS, &fields },
		{ CL_MUTABLE_DISPATCH_ASSERTS_KHR,
		  CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR, &asserts },
	};
	cl_int error = property_list_read(properties, names, 2, &command->properties,
					  &command->property_count);

	if (error != CL_SUCCESS)
		return error;
	if ((fields & ~able) != 0)
		return CL_INVALID_OPERATION;
	asserts |= command->buffer->asserts;
	if ((asserts & CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR) != 0 &&
	    !local)
		return CL_INVALID_VALUE;
	command->fields = fields;
	return CL_SUCCESS;
}

static cl_int check_kernel(const struct command_buffer *buffer, cl_kernel kernel)
{
	cl_context context = NULL;

	if (!kernel ||
	    ASK(clGetKernelInfo, kernel, CL_KERNEL_CONTEXT, context) != CL_SUCCESS)
		return CL_INVALID_KERNEL;
	return context == buffer->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

/* Arguments may be missing only if the command can be updated with them. */
static cl_int check_launch(const struct buffer_command *command)
{
	const struct command_buffer *buffer = command->buffer;
	cl_int error = launch_check(command->launch, buffer->device);

	if (error == CL_SUCCESS)
		error = launch_check_arguments(command->launch, buffer->queue);
	if (error != CL_SUCCESS || command->launch->is_complete)
		return error;
	return (buffer->flags & CL_COMMAND_BUFFER_MUTABLE_KHR) != 0 &&
			       (command->fields & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR) != 0
		       ? CL_SUCCESS
		       : CL_INVALID_KERNEL_ARGS;
}

BUFFERS_ENQUEUE(enqueue_kernel)
{
	return launch_enqueue(launch, place);
}

CLROUTER_WRAP_EXTENSION(clCommandNDRangeKernelKHR)
{
	BUFFERS_RECORD(clCommandNDRangeKernelKHR, enqueue_kernel, true);

	error = read_properties(command, properties, local_work_size);
	if (error == CL_SUCCESS)
		error = check_kernel(command->buffer, kernel);
	if (error == CL_SUCCESS) {
		command->kernel = kernel;
		error = launch_make(kernel, command->buffer->device, work_dim, global_work_offset,
				    global_work_size, local_work_size, &command->launch);
	}
	if (error == CL_SUCCESS)
		error = check_launch(command);
	if (error == CL_SUCCESS)
		launch_use_suggested(command->launch, command->queue, kernel);
	return buffers_end(command, &request, error);
}

void kernel_commands_start(void)
{
	static struct lookup lookup = LOOKUP(clCommandNDRangeKernelKHR, FEATURE_COMMAND_BUFFER);

	lookup.given = kernels_keep_all;
	lookup_add(&lookup);
}
