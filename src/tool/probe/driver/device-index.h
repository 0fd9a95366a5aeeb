/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device-index: the numbers by which OPENCL_VISIBLE_DEVICES selects devices: through all
 * platforms, and within one. Devices are counted as programs see them without layers, for the
 * layer that reads the variable hides some.
 */
#ifndef CLROUTER_TOOL_PROBE_DRIVER_DEVICE_INDEX_H
#define CLROUTER_TOOL_PROBE_DRIVER_DEVICE_INDEX_H

#include <stddef.h>

#include "api/api.h"
#include "base/arena.h"

struct device_place {
	struct device_place *next;
	cl_device_id id;
	unsigned index;			/* among all */
	unsigned platform;		/* index of its platform */
	unsigned platform_index;	/* among the devices of its platform */
};

struct device_index {
	struct device_place *first;
	struct device_place *last;
	unsigned platforms;
};

/*
 * Adds the devices of the next platform, custom ones last, which are asked for through TABLE.
 * INDEX is zeroed at first. Places live in ARENA.
 */
void device_index_add(struct device_index *index, cl_platform_id platform,
		      const struct api_table *table, struct arena *arena);

/* NULL: the device is not counted, for example because a layer made its handle. */
const struct device_place *device_index_find(const struct device_index *index, cl_device_id id);

#endif
