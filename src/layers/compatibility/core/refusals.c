/* SPDX-License-Identifier: Apache-2.0 */
/*
 * refusals: see core-functions.h. The timers of host and device belong to them: a layer can read
 * the clock of the host, but not a device's clock at the same moment.
 */
#include "layers/compatibility/core/core-functions.h"

#include "layers/compatibility/core/older-driver.h"
#include "layers/compatibility/known-devices.h"
#include "layers/compatibility/wrap.h"

#define REFUSED(X) \
	X(clGetDeviceAndHostTimer) \
	X(clGetHostTimer) \
	X(clSetDefaultDeviceCommandQueue) \
	X(clSetProgramReleaseCallback) \
	X(clSetProgramSpecializationConstant) \
	X(clEnqueueSVMFree) \
	X(clEnqueueSVMMemcpy) \
	X(clEnqueueSVMMemFill) \
	X(clEnqueueSVMMap) \
	X(clEnqueueSVMUnmap) \
	X(clEnqueueSVMMigrateMem)

#define REFUSE_WITH(name, result) \
	WRAP(name) \
	{ \
		if (older_lacks_really(FIRST_##name, CLROUTER_SLOT_##name)) \
			return result; \
		return PASS_ON(name); \
	}
#define REFUSE(name) REFUSE_WITH(name, CL_INVALID_OPERATION)
REFUSED(REFUSE)
REFUSE_WITH(clSVMAlloc, NULL)

WRAP(clSVMFree)
{
	if (!older_lacks_really(context, CLROUTER_SLOT_clSVMFree))
		PASS_ON(clSVMFree);
}

/* -- sub-groups ------------------------------------------------------------------------ */

typedef __typeof__(clrouter_target.clGetKernelSubGroupInfoKHR) sub_group_function;

/* The function of cl_khr_subgroups, if the driver has that; its slot came with OpenCL 2.0. */
static sub_group_function driver_function(cl_kernel kernel, cl_device_id device)
{
	const struct known_device *known = devices_find(device);

	if (!known || !devices_driver_has(known, "cl_khr_subgroups"))
		return NULL;
	if (!older_lacks_really(kernel, OLDER_THAN_2_0))
		return clrouter_target.clGetKernelSubGroupInfoKHR;
	return (sub_group_function)older_extension(kernel, "clGetKernelSubGroupInfoKHR");
}

WRAP(clGetKernelSubGroupInfo)
{
	sub_group_function driver;

	if (!older_lacks_really(kernel, CLROUTER_SLOT_clGetKernelSubGroupInfo))
		return PASS_ON(clGetKernelSubGroupInfo);
	driver = driver_function(kernel, device);
	return !driver ? CL_INVALID_OPERATION : driver(ARGUMENTS_clGetKernelSubGroupInfo);
}

void refusals_start(struct clrouter_table *table)
{
#define WRAP_IF_LACKING(name) \
	if (older_any_really(CLROUTER_SLOT_##name)) \
		table->name = wrap_##name;
	REFUSED(WRAP_IF_LACKING)
	WRAP_IF_LACKING(clSVMAlloc)
	WRAP_IF_LACKING(clSVMFree)
	WRAP_IF_LACKING(clGetKernelSubGroupInfo)
}
