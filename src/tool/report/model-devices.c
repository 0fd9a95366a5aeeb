/* SPDX-License-Identifier: Apache-2.0 */
/* model-devices: see model-devices.h. */
#include "tool/report/model-devices.h"

#include <stdlib.h>
#include <string.h>

#include "opencl/signature.h"
#include "tool/report/space.h"

#define MOST_DEVICES 256 /* of more, those after them are left out */

static struct model_device *find(const struct model_devices *devices, uint64_t handle)
{
	for (size_t i = 0; i < devices->count; i++)
		if (devices->list[i].handle == handle)
			return &devices->list[i];
	return NULL;
}

/* The device HANDLE, added if it is new; NULL: there is no memory. */
static struct model_device *find_or_add(struct model_devices *devices, uint64_t handle)
{
	struct model_device *device = find(devices, handle);

	if (device)
		return device;
	if (!space_make(&devices->list, devices->count, sizeof(*devices->list)))
		return NULL;
	devices->list[devices->count] = (struct model_device){ .handle = handle };
	return &devices->list[devices->count++];
}

/* Where DEVICE has the answer to QUERY; NULL: nowhere. */
static const char **find_answer(struct model_device *device, uint32_t query)
{
	switch (query) {
	case CL_DEVICE_NAME:
		return &device->name;
	case CL_DEVICE_VERSION:
		return &device->version;
	case CL_DRIVER_VERSION:
		return &device->driver;
	default:
		return NULL;
	}
}

const struct model_device *devices_get(const struct model_devices *devices, uint64_t handle)
{
	return find(devices, handle);
}

/* Answers of 4 or 8 bytes are numbers, as the program that recorded it has them. */
static void set_number(struct model_device *device, const struct record_object *asked,
		       const void *value, size_t size)
{
	const uint32_t query = asked->query;
	uint64_t number;

	if (asked->size > size || (asked->size != 4 && asked->size != 8))
		return;
	number = signature_number(value, asked->size);
	if (query == CL_DEVICE_TYPE)
		device->is_cpu = (number & CL_DEVICE_TYPE_CPU) != 0;
	if (query == CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)
		device->multiple = number;
	if (query == CL_DEVICE_HOST_UNIFIED_MEMORY)
		device->is_discrete = number == CL_FALSE;
	if (query == RECORD_LINK_RATE)
		device->link = number;
}

bool devices_add(struct model_devices *devices, const struct record_object *asked,
		 struct arena *arena)
{
	const char *value = (const char *)(asked + 1);
	const size_t size = asked->head.size - sizeof(*asked);
	struct model_device *device;
	const char **answer;

	if (asked->head.detail != OBJECT_DEVICE ||
	    (devices->count == MOST_DEVICES && !find(devices, asked->handle)))
		return true;
	device = find_or_add(devices, asked->handle);
	if (!device)
		return false;
	set_number(device, asked, value, size);
	answer = find_answer(device, asked->query);
	if (!answer)
		return true;
	*answer = arena_copy(arena, value, strnlen(value, size));
	return *answer || space_is_short();
}

void devices_use(struct model_devices *devices, uint64_t handle)
{
	struct model_device *device = find(devices, handle);

	if (device)
		device->is_used = true;
}

void devices_find_used(struct model_devices *devices, const struct history *history)
{
	for (size_t i = 0; i < history->count; i++)
		if (history->objects[i].kind == OBJECT_QUEUE)
			devices_use(devices, history->objects[i].device);
}

void devices_done(struct model_devices *devices)
{
	free(devices->list);
}
