/* SPDX-License-Identifier: Apache-2.0 */
/*
 * emulation: says what the layer provides for a device: to the loader's log when it is decided, and
 * to "clrouter list" when it asks. Keeps no state but the loader's function.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_EMULATION_H
#define CLROUTER_LAYERS_COMPATIBILITY_EMULATION_H

#include <clrouter/layer.h>

#include "layers/compatibility/known-devices.h"

#define EMULATION_FUNCTION "clGetDeviceEmulationCLROUTER"

/* For the layer's start. */
void emulation_start(void);

/* Writes into the log what DEVICE gets; a warning if something is forced. */
void emulation_log(const struct known_device *device);

/* clGetDeviceEmulationCLROUTER, which layer.h describes. */
cl_int CL_API_CALL emulation_of_device(cl_device_id id, size_t size, char *text,
				       size_t *size_ret);

#endif
