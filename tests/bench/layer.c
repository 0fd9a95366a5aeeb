/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer: passes the measured calls on to its target, and has no other functions. Instructions are
 * counted by library, so its own are not counted.
 */
#include <stdint.h>

#include "api/api.h"

#define EXPORT __attribute__((visibility("default")))

static const struct api_table *target;
static struct api_table table;

static cl_int CL_API_CALL set_kernel_arg(cl_kernel kernel, cl_uint index, size_t size,
					 const void *value)
{
	return target->clSetKernelArg(kernel, index, size, value);
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, size_t space,
					  void *value, size_t *size_ret)
{
	return target->clGetDeviceInfo(device, name, space, value, size_ret);
}

static cl_int CL_API_CALL enqueue_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dim,
					 const size_t *offset, const size_t *global,
					 const size_t *local, cl_uint count,
					 const cl_event *list, cl_event *event)
{
	return target->clEnqueueNDRangeKernel(queue, kernel, dim, offset, global, local, count,
					      list, event);
}

/* Declared here, because the first version of CL/cl_layer.h lacks some of it. */
EXPORT cl_int CL_API_CALL clGetLayerInfo(cl_uint name, size_t size, void *value, size_t *size_ret);
EXPORT cl_int CL_API_CALL clInitLayer(cl_uint count, const struct api_table *below,
				      cl_uint *count_ret, const struct api_table **table_ret);

cl_int CL_API_CALL clGetLayerInfo(cl_uint name, size_t size, void *value, size_t *size_ret)
{
	const cl_uint query_api_version = 0x4240;
	const cl_uint version = 100;

	if (name != query_api_version || (value && size < sizeof(version)))
		return CL_INVALID_VALUE;
	if (value)
		*(cl_uint *)value = version;
	if (size_ret)
		*size_ret = sizeof(version);
	return CL_SUCCESS;
}

cl_int CL_API_CALL clInitLayer(cl_uint count, const struct api_table *below, cl_uint *count_ret,
			       const struct api_table **table_ret)
{
	(void)count;
	target = below;
	table.clSetKernelArg = set_kernel_arg;
	table.clGetDeviceInfo = get_device_info;
	table.clEnqueueNDRangeKernel = enqueue_kernel;
	*count_ret = API_SLOT_clEnqueueNDRangeKernel + 1;
	*table_ret = &table;
	return CL_SUCCESS;
}
