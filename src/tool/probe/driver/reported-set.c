/* SPDX-License-Identifier: Apache-2.0 */
/* reported-set: see reported-set.h. */
#include "tool/probe/driver/reported-set.h"

#include <stdio.h>

#include "base/text.h"
#include "tool/output/format.h"

static void copy_text(char *target, size_t size, const char *text)
{
	text_format(target, size, "%s", format_or(text, ""));
}

/* What the layer would know of this device. */
static void fill_device(struct device *device, const struct reported_device *reported,
			const struct reported_platform *platform)
{
	const char *place = format_or(reported->place, "");

	device->type = reported->type_bits ? (cl_device_type)report_number(reported->type_bits) : 0;
	device->index = (unsigned)report_number(reported->index);
	sscanf(place, "%u.%u", &device->platform, &device->platform_index);
	copy_text(device->name, sizeof(device->name), reported->name);
	copy_text(device->platform_name, sizeof(device->platform_name), platform->name);
	copy_text(device->uuid, sizeof(device->uuid), reported->uuid);
	copy_text(device->pci, sizeof(device->pci), reported->pci);
	device->driver_file = platform->file;
	device->driver_library = platform->library;
}

struct devices_set reported_set(const struct reported *reported, struct arena *arena)
{
	struct devices_set set = { NULL, 0 };
	struct device *devices;
	size_t count = 0;

	LIST_EACH(const struct reported_platform, platform, reported->first)
		count += platform->device_count;
	devices = arena_alloc(arena, (count + 1) * sizeof(*devices));
	set.devices = devices;
	for (const struct reported_platform *platform = reported->first; platform && devices;
	     platform = platform->next)
		for (const struct reported_device *device = platform->devices;
		     device && set.count < count; device = device->next) {
			if (!device->index)
				continue;
			fill_device(&devices[set.count], device, platform);
			devices_select_number(devices, set.count++);
		}
	return set;
}
