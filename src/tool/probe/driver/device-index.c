/* SPDX-License-Identifier: Apache-2.0 */
/* device-index: see device-index.h. */
#include "tool/probe/driver/device-index.h"

#include <stdlib.h>

#define MOST_DEVICES 4096	/* of one platform; more is a broken answer */

const struct device_place *device_index_find(const struct device_index *index, cl_device_id id)
{
	const struct device_place *place = index->first;

	while (place && place->id != id)
		place = place->next;
	return place;
}

static void add_device(struct device_index *index, cl_device_id id, struct arena *arena)
{
	const struct device_place *last = index->last;
	struct device_place *place = arena_alloc(arena, sizeof(*place));

	if (!place)
		return;
	place->id = id;
	place->index = last ? last->index + 1 : 0;
	place->platform = index->platforms;
	place->platform_index = last && last->platform == index->platforms ?
				last->platform_index + 1 : 0;
	*(last ? &index->last->next : &index->first) = place;
	index->last = place;
}

/* "All" means all but custom devices. */
static void add_type(struct device_index *index, cl_platform_id platform, cl_device_type type,
		     const struct api_table *table, struct arena *arena)
{
	cl_device_id *ids;
	cl_uint count = 0;
	cl_uint written;

	if (table->clGetDeviceIDs(platform, type, 0, NULL, &count) != CL_SUCCESS ||
	    count > MOST_DEVICES)
		return;
	ids = calloc(count, sizeof(*ids));
	written = count;
	if (ids && table->clGetDeviceIDs(platform, type, count, ids, &written) == CL_SUCCESS)
		for (cl_uint i = 0; i < count && i < written; i++)
			if (ids[i] && !device_index_find(index, ids[i]))
				add_device(index, ids[i], arena);
	free(ids);
}

void device_index_add(struct device_index *index, cl_platform_id platform,
		      const struct api_table *table, struct arena *arena)
{
	if (table->clGetDeviceIDs) {
		add_type(index, platform, CL_DEVICE_TYPE_ALL, table, arena);
		add_type(index, platform, CL_DEVICE_TYPE_CUSTOM, table, arena);
	}
	index->platforms++;
}
