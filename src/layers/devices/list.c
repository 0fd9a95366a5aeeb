/* SPDX-License-Identifier: Apache-2.0 */
/*
 * list: see list.h. Once it is filled it is read without a lock; also at the end of the
 * process, when other threads may still be in a call. That is why it is never taken down: it
 * lies in static storage, on the heap only if there are more devices than one has.
 */
#include "layers/devices/list.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "layers/devices/select.h"

#ifndef CL_DEVICE_UUID_KHR
#define CL_DEVICE_UUID_KHR 0x106A
#endif

#define FIXED_DEVICES 64

/* All of the layer's state that changes. */
static struct {
	pthread_mutex_t lock;	/* while it is being filled */
	struct device fixed[FIXED_DEVICES];
	struct device *devices;	/* fixed, or a larger copy */
	size_t count;
	size_t room;
	bool hides_any;
	atomic_bool is_full;
} list = { .lock = PTHREAD_MUTEX_INITIALIZER, .devices = list.fixed, .room = FIXED_DEVICES };

static __thread bool is_filling;

static bool grow(void)
{
	struct device *larger = calloc(2 * list.room, sizeof(*larger));

	if (larger == NULL)
		return false;
	memcpy(larger, list.devices, list.count * sizeof(*larger));
	if (list.devices != list.fixed)
		free(list.devices);
	list.devices = larger;
	list.room *= 2;
	return true;
}

/* The next entry, all zero; NULL if there is no memory. */
static struct device *add_entry(void)
{
	if (list.count == list.room && !grow())
		return NULL;
	memset(&list.devices[list.count], 0, sizeof(struct device));
	return &list.devices[list.count++];
}

static bool is_known(cl_device_id id)
{
	for (size_t i = 0; i < list.count; i++)
		if (list.devices[i].id == id)
			return true;
	return false;
}

static void describe(struct device *device)
{
	clrouter_target.clGetDeviceInfo(device->id, CL_DEVICE_TYPE, sizeof(device->type),
					&device->type, NULL);
	clrouter_target.clGetDeviceInfo(device->id, CL_DEVICE_NAME, sizeof(device->name) - 1,
					device->name, NULL);
	device->has_uuid = clrouter_target.clGetDeviceInfo(device->id, CL_DEVICE_UUID_KHR,
							   sizeof(device->uuid), device->uuid,
							   NULL) == CL_SUCCESS;
}

/* The devices of TYPE, behind the COUNT that the platform has already. */
static unsigned add_devices(cl_platform_id platform, unsigned index, cl_device_type type,
			    unsigned count)
{
	cl_uint found = 0;
	cl_device_id *ids;

	if (clrouter_target.clGetDeviceIDs(platform, type, 0, NULL, &found) != CL_SUCCESS)
		return count;
	ids = calloc(found, sizeof(*ids));
	if (ids == NULL ||
	    clrouter_target.clGetDeviceIDs(platform, type, found, ids, NULL) != CL_SUCCESS)
		found = 0;
	for (cl_uint i = 0; i < found; i++) {
		struct device *device = is_known(ids[i]) ? NULL : add_entry();

		if (device == NULL)
			continue;
		device->id = ids[i];
		device->index = (unsigned)(list.count - 1);
		device->platform = index;
		device->platform_index = count++;
		describe(device);
	}
	free(ids);
	return count;
}

static void add_platforms(void)
{
	cl_uint count = 0;
	cl_platform_id *platforms;

	if (clrouter_target.clGetPlatformIDs(0, NULL, &count) != CL_SUCCESS)
		return;
	platforms = calloc(count, sizeof(*platforms));
	if (platforms == NULL ||
	    clrouter_target.clGetPlatformIDs(count, platforms, NULL) != CL_SUCCESS)
		count = 0;
	/* "All" means all but custom devices. */
	for (cl_uint i = 0; i < count; i++)
		add_devices(platforms[i], i, CL_DEVICE_TYPE_CUSTOM,
			    add_devices(platforms[i], i, CL_DEVICE_TYPE_ALL, 0));
	free(platforms);
}

static void fill(const char *selection)
{
	is_filling = true;
	add_platforms();
	for (size_t i = 0; i < list.count; i++) {
		list.devices[i].is_hidden = !devices_select(selection, &list.devices[i]);
		list.hides_any |= list.devices[i].is_hidden;
	}
	is_filling = false;
	atomic_store_explicit(&list.is_full, true, memory_order_release);
}

bool devices_list_fill(const char *selection)
{
	if (atomic_load_explicit(&list.is_full, memory_order_acquire))
		return true;
	if (is_filling)
		return false;
	pthread_mutex_lock(&list.lock);
	if (!atomic_load(&list.is_full))
		fill(selection);
	pthread_mutex_unlock(&list.lock);
	return true;
}

bool devices_list_hides(cl_device_id id)
{
	for (size_t i = 0; i < list.count; i++)
		if (list.devices[i].id == id)
			return list.devices[i].is_hidden;
	return false;
}

bool devices_list_hides_any(void)
{
	return list.hides_any;
}

void devices_list_init(void)
{
	if (list.devices != list.fixed)
		free(list.devices);
	list.devices = list.fixed;
	list.room = FIXED_DEVICES;
	list.count = 0;
	list.hides_any = false;
	atomic_store(&list.is_full, false);
}
