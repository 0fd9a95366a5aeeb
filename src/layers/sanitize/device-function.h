/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device-function: a function of an extension, as the next layer or the driver of a device has it.
 * Keeps no state.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_DEVICE_FUNCTION_H
#define CLROUTER_LAYERS_SANITIZE_DEVICE_FUNCTION_H

#include <clrouter/layer.h>

/* The function NAME of the platform of DEVICE; NULL: there is none. */
static inline void *device_function(cl_device_id device, const char *name)
{
	cl_platform_id platform = NULL;

	if (!clrouter_target.clGetExtensionFunctionAddressForPlatform ||
	    clrouter_target.clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(platform), &platform,
					    NULL) != CL_SUCCESS)
		return NULL;
	return clrouter_target.clGetExtensionFunctionAddressForPlatform(platform, name);
}

#endif
