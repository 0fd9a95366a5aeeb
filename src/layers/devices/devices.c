/* SPDX-License-Identifier: Apache-2.0 */
/*
 * devices: libCLDevices.so shows a program the devices that OPENCL_VISIBLE_DEVICES selects and, if
 * OPENCL_SAME_DEVICE says so, each of them through one driver only. A device that is not shown is in
 * no list and in no context, so functions that start from a context (queues, programs, queries)
 * need no check.
 *
 * Platforms without a device that is shown come after the others. If nothing is hidden, calls are
 * passed on as they are.
 *
 * This file answers the functions that hand devices out or take them. It calls the parts,
 * and each part calls only what is below it:
 *
 *	devices --> list		all devices, and which of them are shown
 *	              |--> select	which devices OPENCL_VISIBLE_DEVICES names
 *	              |--> same-device	which devices of two drivers are one
 *	              '--> drivers	the names of the drivers
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <clrouter/layer.h>

#include "layers/devices/device-list.h"
#include "layers/devices/driver-paths.h"
#include "layers/frame/auto-free.h"
#include "layers/frame/option.h"
#include "opencl/lists.h"

static struct option visible_option = OPTION(DEVICES_VISIBLE);
static struct option_copy visible;	/* what the setting says; none: all devices are shown */

static struct option same_option = OPTION(DEVICES_SAME);
static atomic_bool is_first_of_same;	/* other threads may be in calls when the layer starts */

/* Is there a device to be hidden? The drivers are asked on first use. */
static bool is_filtering(void)
{
	const struct devices_selection selection = { &visible_option, visible.text,
						     is_first_of_same };

	/* Only if the layer was started again without one, and the call began before that. */
	if (!selection.text && !selection.is_first_of_same)
		return false;
	return devices_list_fill(&selection) && devices_list_hides_any();
}

/*
 * Platforms with a device that is shown come first. The drivers are not asked for devices if that
 * cannot change anything.
 */
static cl_int CL_API_CALL get_platform_ids(cl_uint num_entries, cl_platform_id *platforms,
					   cl_uint *num_platforms)
{
	cl_platform_id *all AUTO_FREE = NULL;
	cl_uint written = 0;
	cl_uint count = 0;
	cl_int error;

	error = clrouter_target.clGetPlatformIDs(0, NULL, &count);
	if (error != CL_SUCCESS || count < 2 || !platforms || num_entries == 0 ||
	    !is_filtering())
		return clrouter_target.clGetPlatformIDs(num_entries, platforms, num_platforms);
	error = devices_list_get_platforms(&all, &count);
	if (error != CL_SUCCESS)
		return error;
	for (int is_hidden = 0; is_hidden < 2; is_hidden++)
		for (cl_uint i = 0; i < count && written < num_entries; i++)
			if (devices_list_shows_platform(i) != is_hidden)
				platforms[written++] = all[i];
	if (num_platforms)
		*num_platforms = count;
	return CL_SUCCESS;
}

/* Moves the devices that are shown to the front; their number. */
static cl_uint keep_shown(cl_device_id *ids, cl_uint count)
{
	cl_uint kept = 0;

	for (cl_uint i = 0; i < count; i++)
		if (!devices_list_hides(ids[i]))
			ids[kept++] = ids[i];
	return kept;
}

/*
 * The devices of TYPE that are shown; the caller frees *IDS, which is NULL at first. With an
 * error, which may be that there are none, their number is of no use.
 */
static cl_int find_of_type(cl_platform_id platform, cl_device_type type, cl_device_id **ids,
			   cl_uint *count)
{
	cl_int error;

	error = clrouter_target.clGetDeviceIDs(platform, type, 0, NULL, count);
	if (error != CL_SUCCESS)
		return error;
	*ids = calloc(*count, sizeof(**ids));
	error = !*ids ? CL_OUT_OF_HOST_MEMORY :
		clrouter_target.clGetDeviceIDs(platform, type, *count, *ids, NULL);
	if (error == CL_SUCCESS) {
		*count = keep_shown(*ids, *count);
		error = *count > 0 ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
	}
	return error;
}

/* The same; if the platform's default device is hidden, its first device that is shown. */
static cl_int find_shown(cl_platform_id platform, cl_device_type type, cl_device_id **ids,
			 cl_uint *count)
{
	cl_int error = find_of_type(platform, type, ids, count);

	if (error != CL_DEVICE_NOT_FOUND || !(type & CL_DEVICE_TYPE_DEFAULT))
		return error;
	free(*ids);
	*ids = NULL;
	error = find_of_type(platform, CL_DEVICE_TYPE_ALL, ids, count);
	*count = 1;
	return error;
}

static bool has_none_shown(cl_platform_id platform, cl_device_type type)
{
	cl_device_id *ids AUTO_FREE = NULL;
	cl_uint count;

	return find_of_type(platform, type, &ids, &count) == CL_DEVICE_NOT_FOUND;
}

/*
 * NULL is the loader's default platform. If none of its devices is shown, it is the first platform
 * that programs see.
 */
static cl_platform_id resolve(cl_platform_id platform)
{
	if (!platform && has_none_shown(NULL, CL_DEVICE_TYPE_ALL) &&
	    has_none_shown(NULL, CL_DEVICE_TYPE_CUSTOM))
		get_platform_ids(1, &platform, NULL);
	return platform;
}

static cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info param_name,
					    size_t param_value_size, void *param_value,
					    size_t *param_value_size_ret)
{
	if (!platform && is_filtering())
		platform = resolve(platform);
	return clrouter_target.clGetPlatformInfo(platform, param_name, param_value_size,
						 param_value, param_value_size_ret);
}

static cl_int CL_API_CALL get_device_ids(cl_platform_id platform, cl_device_type device_type,
					 cl_uint num_entries, cl_device_id *devices,
					 cl_uint *num_devices)
{
	cl_device_id *ids AUTO_FREE = NULL;
	cl_uint count = 0;
	cl_int error;

	if (!is_filtering())
		return clrouter_target.clGetDeviceIDs(platform, device_type, num_entries, devices,
						      num_devices);
	if ((!devices && !num_devices) || (devices && num_entries == 0))
		return CL_INVALID_VALUE;
	error = find_shown(resolve(platform), device_type, &ids, &count);
	if (num_devices && (error == CL_SUCCESS || error == CL_DEVICE_NOT_FOUND))
		*num_devices = error == CL_SUCCESS ? count : 0;
	if (error == CL_SUCCESS && devices)
		memcpy(devices, ids, (count < num_entries ? count : num_entries) * sizeof(*ids));
	return error;
}

static void *refuse(cl_int *errcode_ret, cl_int error)
{
	if (errcode_ret)
		*errcode_ret = error;
	return NULL;
}

typedef void CL_CALLBACK context_notify(const char *errinfo, const void *private_info, size_t cb,
					void *user_data);

static cl_context CL_API_CALL create_context(const cl_context_properties *properties,
					     cl_uint num_devices, const cl_device_id *devices,
					     context_notify *notify, void *user_data,
					     cl_int *errcode_ret)
{
	if (is_filtering())
		for (cl_uint i = 0; devices && i < num_devices; i++)
			if (devices_list_hides(devices[i]))
				return refuse(errcode_ret, CL_INVALID_DEVICE);
	return clrouter_target.clCreateContext(properties, num_devices, devices, notify, user_data,
					       errcode_ret);
}

static cl_context CL_API_CALL create_context_from_type(const cl_context_properties *properties,
						       cl_device_type device_type,
						       context_notify *notify, void *user_data,
						       cl_int *errcode_ret)
{
	cl_device_id *ids AUTO_FREE = NULL;
	cl_uint count;
	cl_int error;

	if (!is_filtering())
		return clrouter_target.clCreateContextFromType(properties, device_type, notify,
							       user_data, errcode_ret);
	error = find_shown(resolve(lists_platform(properties)), device_type, &ids, &count);
	if (error != CL_SUCCESS)
		return refuse(errcode_ret, error);
	return clrouter_target.clCreateContext(properties, count, ids, notify, user_data,
					       errcode_ret);
}

static cl_int CL_API_CALL create_sub_devices(cl_device_id in_device,
					     const cl_device_partition_property *properties,
					     cl_uint num_devices, cl_device_id *out_devices,
					     cl_uint *num_devices_ret)
{
	if (is_filtering() && devices_list_hides(in_device))
		return CL_INVALID_DEVICE;
	return clrouter_target.clCreateSubDevices(in_device, properties, num_devices, out_devices,
						  num_devices_ret);
}

static cl_int CL_API_CALL create_sub_devices_ext(cl_device_id in_device,
						 const cl_device_partition_property_ext *properties,
						 cl_uint num_entries, cl_device_id *out_devices,
						 cl_uint *num_devices)
{
	if (is_filtering() && devices_list_hides(in_device))
		return CL_INVALID_DEVICE;
	return clrouter_target.clCreateSubDevicesEXT(in_device, properties, num_entries,
						     out_devices, num_devices);
}

/* The answer can be shorter than the driver's, even empty. */
static cl_int CL_API_CALL get_gl_context_info(const cl_context_properties *properties,
					      cl_gl_context_info param_name,
					      size_t param_value_size, void *param_value,
					      size_t *param_value_size_ret)
{
	size_t size = 0;
	cl_device_id *ids AUTO_FREE = NULL;
	cl_int error;

	if (!is_filtering())
		return clrouter_target.clGetGLContextInfoKHR(properties, param_name,
							     param_value_size, param_value,
							     param_value_size_ret);
	error = clrouter_target.clGetGLContextInfoKHR(properties, param_name, 0, NULL, &size);
	if (error != CL_SUCCESS)
		return error;
	ids = calloc(1, size + 1);
	if (!ids)
		return CL_OUT_OF_HOST_MEMORY;
	error = clrouter_target.clGetGLContextInfoKHR(properties, param_name, size, ids, NULL);
	size = keep_shown(ids, (cl_uint)(size / sizeof(*ids))) * sizeof(*ids);
	if (error == CL_SUCCESS && param_value && param_value_size < size)
		error = CL_INVALID_VALUE;
	if (error == CL_SUCCESS && param_value)
		memcpy(param_value, ids, size);
	if (error == CL_SUCCESS && param_value_size_ret)
		*param_value_size_ret = size;
	return error;
}

static cl_int start(struct clrouter_table *table)
{
	if (!option_keep(&visible, option_text(&visible_option)))
		return CL_OUT_OF_HOST_MEMORY;
	is_first_of_same = option_choice(&same_option) == 1;
	if (!visible.text && !is_first_of_same)
		return CL_SUCCESS;
	devices_drivers_read();
	devices_list_init();
	table->clGetPlatformIDs = get_platform_ids;
	table->clGetPlatformInfo = get_platform_info;
	table->clGetDeviceIDs = get_device_ids;
	table->clCreateContext = create_context;
	table->clCreateContextFromType = create_context_from_type;
	table->clCreateSubDevices = create_sub_devices;
	table->clCreateSubDevicesEXT = create_sub_devices_ext;
	table->clGetGLContextInfoKHR = get_gl_context_info;
	return CL_SUCCESS;
}

CLROUTER_LAYER("devices", start, NULL)
