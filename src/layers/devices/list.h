/* SPDX-License-Identifier: Apache-2.0 */
/*
 * list: all root devices of all platforms, and which of them are shown. The drivers are
 * asked for them by the first call that needs the list; then it stays as it is.
 */
#ifndef CLROUTER_LAYERS_DEVICES_LIST_H
#define CLROUTER_LAYERS_DEVICES_LIST_H

#include <stdbool.h>

#include <clrouter/layer.h>

/* Forgets what an earlier start of the layer has found. */
void devices_list_init(void);

/*
 * Asks the drivers for all devices, if that has not been done, and applies SELECTION to them.
 * False only within that: a driver that calls OpenCL to tell its devices sees all of them.
 */
bool devices_list_fill(const char *selection);

/* Is ID a device that is not shown? Sub-devices of those that are, are. */
bool devices_list_hides(cl_device_id id);

/* Is there any that is not? */
bool devices_list_hides_any(void);

#endif
