/* SPDX-License-Identifier: Apache-2.0 */
/*
 * uuid: the UUID of a device as a text. The devices layer selects by it and "clrouter list" shows
 * it. Keeps no state; any thread may call it.
 */
#ifndef CLROUTER_OPENCL_DEVICES_UUID_H
#define CLROUTER_OPENCL_DEVICES_UUID_H

#include <stdbool.h>
#include <stddef.h>

#include <CL/cl.h>

#define UUID_TEXT_SIZE 40	/* bytes, with the terminator */

/* clGetDeviceInfo of the device's driver, or of a layer's target. */
typedef cl_int CL_API_CALL uuid_get_info(cl_device_id device, cl_device_info name, size_t size,
					 void *value, size_t *size_ret);

/*
 * Writes CL_DEVICE_UUID_KHR to TEXT: 32 hexadecimal digits in five groups. False, and TEXT is
 * empty: the device has none. All zeros count as none, because PoCL 7.1 answers so without having
 * cl_khr_device_uuid.
 */
bool uuid_text(uuid_get_info *get_info, cl_device_id device, char text[UUID_TEXT_SIZE]);

#endif
