/* SPDX-License-Identifier: Apache-2.0 */
/*
 * create: see core-functions.h.
 */
#include "layers/compatibility/core/core-functions.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "layers/compatibility/core/core-objects.h"
#include "layers/compatibility/core/older-driver.h"
#include "layers/compatibility/known-devices.h"
#include "layers/compatibility/wrap.h"
#include "layers/frame/ask.h"
#include "layers/frame/auto-free.h"

/* cl_khr_priority_hints and cl_khr_throttle_hints; headers of all versions lack some */
#define QUEUE_PRIORITY 0x1096
#define QUEUE_THROTTLE 0x1097

/*
 * Notes HANDLE, which was made with PROPERTIES, and says so in *ERRCODE_RET. An object whose
 * properties could not be reported later is not returned.
 */
static bool note(const void *handle, cl_context context, const cl_ulong *properties,
		 cl_int *errcode_ret)
{
	const bool is_noted = !older_lacks(context, OLDER_THAN_3_0) ||
			      objects_add(handle, context, properties) || !properties;

	if (errcode_ret)
		*errcode_ret = is_noted ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
	return is_noted;
}

/* Is NAME in the LENGTH properties at LIST, which are names and values? */
static bool is_there(const cl_ulong *list, size_t length, cl_ulong name)
{
	for (size_t i = 0; i < length; i += 2)
		if (list[i] == name)
			return true;
	return false;
}

/* -- queues ---------------------------------------------------------------------------- */

typedef __typeof__(clrouter_target.clCreateCommandQueueWithProperties) queue_function;

/* Is VALUE one of the three levels that a hint has, and does the driver take hints NAME? */
static cl_int check_hint(cl_device_id device, const char *name, cl_ulong value)
{
	const struct known_device *known = devices_find(device);

	if (!known)
		return CL_INVALID_DEVICE;
	if (!devices_driver_has(known, name) || (value != 1 && value != 2 && value != 4))
		return CL_INVALID_VALUE;
	return CL_SUCCESS;
}

static cl_int read_flags(cl_ulong value, cl_command_queue_properties *flags)
{
	const cl_ulong of_host = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
	const cl_ulong of_device = CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

	*flags = value & of_host;
	if ((value & ~(of_host | of_device)) != 0)
		return CL_INVALID_VALUE;
	return (value & of_device) != 0 ? CL_INVALID_QUEUE_PROPERTIES : CL_SUCCESS;
}

/* The flags of clCreateCommandQueue that LIST means. A hint is dropped: it is only a hint. */
static cl_int read_queue(cl_device_id device, const cl_queue_properties *list,
			 cl_command_queue_properties *flags)
{
	cl_int error = CL_SUCCESS;

	*flags = 0;
	for (size_t i = 0; list && list[i] != 0 && error == CL_SUCCESS; i += 2) {
		if (is_there(list, i, list[i]))
			error = CL_INVALID_VALUE;
		else if (list[i] == CL_QUEUE_PROPERTIES)
			error = read_flags(list[i + 1], flags);
		else if (list[i] == QUEUE_PRIORITY)
			error = check_hint(device, "cl_khr_priority_hints", list[i + 1]);
		else if (list[i] == QUEUE_THROTTLE)
			error = check_hint(device, "cl_khr_throttle_hints", list[i + 1]);
		else if (list[i] == CL_QUEUE_SIZE)
			error = CL_INVALID_QUEUE_PROPERTIES;
		else
			error = CL_INVALID_VALUE;
	}
	return error;
}

/* By the driver's own extension, if it has that. */
static queue_function driver_function(cl_context context, cl_device_id device)
{
	const struct known_device *known = devices_find(device);

	if (!known || !devices_driver_has(known, "cl_khr_create_command_queue"))
		return NULL;
	return (queue_function)older_extension(context, "clCreateCommandQueueWithPropertiesKHR");
}

static cl_command_queue make_queue(cl_context context, cl_device_id device,
				   const cl_queue_properties *properties, cl_int *error)
{
	cl_command_queue_properties flags;
	queue_function driver;

	if (!older_lacks(context, CLROUTER_SLOT_clCreateCommandQueueWithProperties))
		return clrouter_target.clCreateCommandQueueWithProperties(context, device,
									  properties, error);
	driver = older_lacks_really(context, CLROUTER_SLOT_clCreateCommandQueueWithProperties)
			 ? driver_function(context, device)
			 : NULL;
	if (driver)
		return driver(context, device, properties, error);
	*error = read_queue(device, properties, &flags);
	if (*error != CL_SUCCESS)
		return NULL;
	return clrouter_target.clCreateCommandQueue(context, device, flags, error);
}

cl_command_queue create_queue_with(cl_context context, cl_device_id device,
				   const cl_queue_properties *properties, cl_int *errcode_ret)
{
	cl_int error = CL_SUCCESS;
	cl_command_queue queue = make_queue(context, device, properties, &error);

	if (!queue)
		return answer_refuse(errcode_ret, error);
	if (note(queue, context, properties, errcode_ret))
		return queue;
	clrouter_target.clReleaseCommandQueue(queue);
	return NULL;
}

WRAP(clCreateCommandQueueWithProperties)
{
	if (!older_lacks(context, OLDER_THAN_3_0) &&
	    !older_lacks(context, CLROUTER_SLOT_clCreateCommandQueueWithProperties))
		return PASS_ON(clCreateCommandQueueWithProperties);
	return create_queue_with(ARGUMENTS_clCreateCommandQueueWithProperties);
}

/* -- samplers -------------------------------------------------------------------------- */

struct sampler {
	cl_bool is_normalized;
	cl_addressing_mode addressing;
	cl_filter_mode filter;
};

/* VALUE is read only if there is a property NAME: the list may end after a wrong one. */
static bool set_property(struct sampler *sampler, cl_ulong name, const cl_ulong *value)
{
	switch (name) {
	case CL_SAMPLER_NORMALIZED_COORDS:
		sampler->is_normalized = (cl_bool)*value;
		return *value <= 1;
	case CL_SAMPLER_ADDRESSING_MODE:
		sampler->addressing = (cl_addressing_mode)*value;
		return *value <= UINT32_MAX;
	case CL_SAMPLER_FILTER_MODE:
		sampler->filter = (cl_filter_mode)*value;
		return *value <= UINT32_MAX;
	default:
		return false;
	}
}

static bool read_sampler(const cl_sampler_properties *list, struct sampler *sampler)
{
	*sampler = (struct sampler){ CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST };
	for (size_t i = 0; list && list[i] != 0; i += 2)
		if (is_there(list, i, list[i]) || !set_property(sampler, list[i], &list[i + 1]))
			return false;
	return true;
}

WRAP(clCreateSamplerWithProperties)
{
	cl_int error = CL_SUCCESS;
	struct sampler settings;
	cl_sampler sampler;

	if (!older_lacks(context, OLDER_THAN_3_0))
		return PASS_ON(clCreateSamplerWithProperties);
	if (!older_lacks(context, CLROUTER_SLOT_clCreateSamplerWithProperties))
		sampler = clrouter_target.clCreateSamplerWithProperties(context, sampler_properties,
									&error);
	else if (!read_sampler(sampler_properties, &settings))
		return answer_refuse(errcode_ret, CL_INVALID_VALUE);
	else
		sampler = clrouter_target.clCreateSampler(context, settings.is_normalized,
							  settings.addressing, settings.filter,
							  &error);
	if (!sampler)
		return answer_refuse(errcode_ret, error);
	if (note(sampler, context, sampler_properties, errcode_ret))
		return sampler;
	clrouter_target.clReleaseSampler(sampler);
	return NULL;
}

/* -- memory objects -------------------------------------------------------------------- */

/* The lists that a memory object of any driver can have. */
static bool is_empty(const cl_mem_properties *properties)
{
	return !properties || properties[0] == 0;
}

static cl_mem finish_mem(cl_mem memory, cl_context context, const cl_mem_properties *properties,
			 cl_int error, cl_int *errcode_ret)
{
	if (!memory)
		return answer_refuse(errcode_ret, error);
	if (note(memory, context, properties, errcode_ret))
		return memory;
	clrouter_target.clReleaseMemObject(memory);
	return NULL;
}

WRAP(clCreateBufferWithProperties)
{
	cl_int error = CL_SUCCESS;
	cl_mem buffer;

	if (!older_lacks(context, CLROUTER_SLOT_clCreateBufferWithProperties))
		return PASS_ON(clCreateBufferWithProperties);
	if (!is_empty(properties))
		return answer_refuse(errcode_ret, CL_INVALID_PROPERTY);
	buffer = clrouter_target.clCreateBuffer(context, flags, size, host_ptr, &error);
	return finish_mem(buffer, context, properties, error, errcode_ret);
}

/* OpenCL 1.1 has 2D and 3D images only. */
static cl_mem make_old_image(cl_context context, cl_mem_flags flags, const cl_image_format *format,
			     const cl_image_desc *desc, void *host, cl_int *error)
{
	*error = CL_INVALID_IMAGE_DESCRIPTOR;
	if (!desc || desc->num_mip_levels != 0 || desc->num_samples != 0 ||
	    desc->buffer)
		return NULL;
	if (desc->image_type == CL_MEM_OBJECT_IMAGE2D)
		return clrouter_target.clCreateImage2D(context, flags, format, desc->image_width,
						       desc->image_height, desc->image_row_pitch,
						       host, error);
	if (desc->image_type == CL_MEM_OBJECT_IMAGE3D)
		return clrouter_target.clCreateImage3D(context, flags, format, desc->image_width,
						       desc->image_height, desc->image_depth,
						       desc->image_row_pitch,
						       desc->image_slice_pitch, host, error);
	return NULL;
}

WRAP(clCreateImageWithProperties)
{
	cl_int error = CL_SUCCESS;
	cl_mem image;

	if (!older_lacks(context, CLROUTER_SLOT_clCreateImageWithProperties))
		return PASS_ON(clCreateImageWithProperties);
	if (!is_empty(properties))
		return answer_refuse(errcode_ret, CL_INVALID_PROPERTY);
	if (older_lacks_really(context, CLROUTER_SLOT_clCreateImage))
		image = make_old_image(context, flags, image_format, image_desc, host_ptr, &error);
	else
		image = clrouter_target.clCreateImage(context, flags, image_format, image_desc,
						      host_ptr, &error);
	return finish_mem(image, context, properties, error, errcode_ret);
}

/* -- programs -------------------------------------------------------------------------- */

/* Has one of the devices of CONTEXT the extension cl_khr_il_program? */
static bool has_il(cl_context context)
{
	size_t size;
	const cl_device_id *devices AUTO_FREE =
		ask_context(context, CL_CONTEXT_DEVICES, &size, NULL);

	for (size_t i = 0; i < size / sizeof(*devices); i++) {
		const struct known_device *device = devices_find(devices[i]);

		if (device && devices_driver_has(device, "cl_khr_il_program"))
			return true;
	}
	return false;
}

WRAP(clCreateProgramWithIL)
{
	__typeof__(clrouter_target.clCreateProgramWithIL) driver = NULL;
	cl_program program;

	if (!context || !older_lacks(context, OLDER_THAN_3_0))
		return PASS_ON(clCreateProgramWithIL);
	if (!older_lacks_really(context, CLROUTER_SLOT_clCreateProgramWithIL))
		driver = clrouter_target.clCreateProgramWithIL;
	else if (has_il(context))
		driver = (__typeof__(driver))older_extension(context, "clCreateProgramWithILKHR");
	if (!driver)
		return answer_refuse(errcode_ret, CL_INVALID_OPERATION);
	program = driver(ARGUMENTS_clCreateProgramWithIL);
	if (program)
		objects_add(program, context, NULL);
	return program;
}

/* -- start ----------------------------------------------------------------------------- */

void create_start(struct clrouter_table *table)
{
	const bool is_any_older = older_any(OLDER_THAN_3_0);

	if (is_any_older || older_any(CLROUTER_SLOT_clCreateCommandQueueWithProperties))
		table->clCreateCommandQueueWithProperties = wrap_clCreateCommandQueueWithProperties;
	if (is_any_older) {
		table->clCreateSamplerWithProperties = wrap_clCreateSamplerWithProperties;
		table->clCreateProgramWithIL = wrap_clCreateProgramWithIL;
	}
	if (older_any(CLROUTER_SLOT_clCreateBufferWithProperties))
		table->clCreateBufferWithProperties = wrap_clCreateBufferWithProperties;
	if (older_any(CLROUTER_SLOT_clCreateImageWithProperties))
		table->clCreateImageWithProperties = wrap_clCreateImageWithProperties;
}
