/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device-list: all root devices of all platforms, and which of them are shown. The first call that
 * needs the list asks the drivers; after that the list does not change. Any thread may call.
 */
#ifndef CLROUTER_LAYERS_DEVICES_DEVICE_LIST_H
#define CLROUTER_LAYERS_DEVICES_DEVICE_LIST_H

#include <stdbool.h>

#include <clrouter/layer.h>

#include "layers/frame/option.h"

/* Forgets what an earlier start of the layer has found. Other threads may be in calls. */
void devices_list_init(void);

/* What the user has written, and in which setting. */
struct devices_selection {
	const struct option *option;
	const char *text;      /* NULL: all devices */
	bool is_first_of_same; /* of the devices that are the same, only the first one */
};

/*
 * Asks the drivers for all devices, if that has not been done, and applies SELECTION to them. The
 * thread that does so reports the words that select nothing. False within that: a driver that calls
 * OpenCL to tell its devices sees all of them. And, on Windows, if there is no memory for that.
 */
bool devices_list_fill(const struct devices_selection *selection);

/*
 * All platforms, in the order of the loader; the caller frees *PLATFORMS, which is NULL at first.
 */
cl_int devices_list_get_platforms(cl_platform_id **platforms, cl_uint *count);

/* Is any device shown of the platform that has this index in the loader's order? */
bool devices_list_shows_platform(unsigned index);

/* Is ID a device that is not shown? Sub-devices of a device that is shown are shown. */
bool devices_list_hides(cl_device_id id);

/* Is there any device that is not shown? */
bool devices_list_hides_any(void);

#endif
