/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device-layer: in a child process that uses a device, a layer between its calls and the driver.
 * One process, one such layer.
 */
#ifndef CLROUTER_TOOL_PROBE_DRIVER_DEVICE_LAYER_H
#define CLROUTER_TOOL_PROBE_DRIVER_DEVICE_LAYER_H

#include <stdbool.h>

#include "tool/probe/driver/device-use.h"

/*
 * Puts the layer with this LIBRARY above the driver of the device that is in use. It gets no
 * options of layers.conf. False: the layer cannot be used, which is reported.
 */
bool device_layer_add(struct device_use *use, const char *library);

/* Ends it, and it says then what it has to say at the end. No call may go through it any more. */
void device_layer_end(void);

#endif
