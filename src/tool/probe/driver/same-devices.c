/* SPDX-License-Identifier: Apache-2.0 */
/* same-devices: see same-devices.h. */
#include "tool/probe/driver/same-devices.h"

#include "opencl/devices/same-device.h"
#include "tool/output/format.h"

/* All devices in one row; the three arrays have the same indices. */
struct device_row {
	struct same_device *keys;
	struct reported_device **devices;
	const struct reported_platform **platforms;
	size_t count;
};

static size_t count_devices(struct reported *const *lists)
{
	size_t count = 0;

	for (; *lists; lists++)
		LIST_EACH(const struct reported_platform, platform, (*lists)->first)
			count += platform->device_count;
	return count;
}

static void add_platform(struct device_row *row, const struct reported_platform *platform,
			 unsigned index, size_t size)
{
	for (struct reported_device *device = platform->devices; device && row->count < size;
	     device = device->next) {
		row->keys[row->count] = (struct same_device){ index, device->uuid, device->pci };
		row->devices[row->count] = device;
		row->platforms[row->count++] = platform;
	}
}

void same_devices_find(struct reported *const *lists, struct arena *arena)
{
	const size_t size = count_devices(lists);
	struct device_row row = { arena_alloc(arena, (size + 1) * sizeof(*row.keys)),
				  arena_alloc(arena, (size + 1) * sizeof(*row.devices)),
				  arena_alloc(arena, (size + 1) * sizeof(*row.platforms)), 0 };
	unsigned index = 0;

	if (!row.keys || !row.devices || !row.platforms)
		return;
	for (; *lists; lists++)
		LIST_EACH(const struct reported_platform, platform, (*lists)->first)
			add_platform(&row, platform, index++, size);
	for (size_t i = 0; i < row.count; i++)
		for (size_t other = 0; other < row.count && !row.devices[i]->same; other++)
			if (same_device_is(row.keys, row.count, i, other)) {
				row.devices[i]->same = row.devices[other];
				row.devices[i]->same_platform = row.platforms[other];
			}
}

const char *same_devices_name(const struct reported_device *device)
{
	const struct reported_device *same = device->same;

	return same ? format_or(same->place, format_or(same->name, "(no name)")) : NULL;
}
