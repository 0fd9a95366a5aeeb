/* SPDX-License-Identifier: Apache-2.0 */
/* same-device: see same-device.h. */
#include "opencl/devices/same-device.h"

#include <string.h>

enum key { KEY_UUID, KEY_PCI };

/* No GPU is at the first address, the host bridge's: a driver does not know better. */
static const char *key_of(const struct same_device *device, enum key key)
{
	const char *text = key == KEY_UUID ? device->uuid : device->pci;

	return text && strcmp(text, "0000:00:00.0") != 0 ? text : "";
}

static bool is_equal(const struct same_device *a, const struct same_device *b, enum key key)
{
	return *key_of(a, key) != '\0' && strcmp(key_of(a, key), key_of(b, key)) == 0;
}

/* Is there no second device of its platform with the same UUID or address? */
static bool is_alone(const struct same_device *devices, size_t count, size_t at, enum key key)
{
	for (size_t i = 0; i < count; i++)
		if (i != at && devices[i].platform == devices[at].platform &&
		    is_equal(&devices[i], &devices[at], key))
			return false;
	return true;
}

bool same_device_is(const struct same_device *devices, size_t count, size_t a, size_t b)
{
	const bool has_addresses = *key_of(&devices[a], KEY_PCI) != '\0' &&
				   *key_of(&devices[b], KEY_PCI) != '\0';
	const enum key key = has_addresses ? KEY_PCI : KEY_UUID;

	return devices[a].platform != devices[b].platform &&
	       is_equal(&devices[a], &devices[b], key) && is_alone(devices, count, a, key) &&
	       is_alone(devices, count, b, key);
}
