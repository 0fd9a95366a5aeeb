/* SPDX-License-Identifier: Apache-2.0 */
/*
 * list: see list.h. Once it is filled, it is read without a lock, also at the end of the
 * process, when other threads may still be in a call. So it is never freed: it is in static
 * storage, and on the heap only if there are more than FIXED_DEVICES devices.
 */
#include "layers/devices/list.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "layers/common/auto-free.h"
#include "layers/common/lock.h"
#include "layers/common/word-list.h"
#include "layers/devices/drivers.h"
#include "layers/devices/select.h"

#define FIXED_DEVICES 64

/* All of the layer's state that changes. */
static struct {
	struct lock lock;	/* while it is being set */
	struct device fixed[FIXED_DEVICES];
	struct device *devices;	/* fixed, or a larger array */
	size_t count;
	bool hides_any;
	atomic_bool is_full;
} list = { .lock = LOCK_INIT, .devices = list.fixed };

/* What a thread finds when it asks the drivers. */
struct found {
	struct device *devices;
	size_t count;
	size_t size;
};

/*
 * A frame of this thread that asks the drivers, NULL if there is none. It is only compared: if
 * a longjmp() leaves it, it counts as gone as soon as a call comes from above it.
 */
static __thread const void *asking;

static bool is_asking(void)
{
	return (uintptr_t)asking > (uintptr_t)__builtin_frame_address(0);
}

/* The next entry, all zero; NULL if there is no memory. */
static struct device *add_entry(struct found *found)
{
	const size_t size = found->size ? 2 * found->size : FIXED_DEVICES;
	struct device *larger;

	if (found->count == found->size) {
		larger = realloc(found->devices, size * sizeof(*larger));
		if (larger == NULL)
			return NULL;
		found->devices = larger;
		found->size = size;
	}
	memset(&found->devices[found->count], 0, sizeof(struct device));
	return &found->devices[found->count++];
}

/* Called when the block ends, also by an exception. */
static void free_found(struct found *found)
{
	free(found->devices);
}

static bool is_known(const struct found *found, cl_device_id id)
{
	for (size_t i = 0; i < found->count; i++)
		if (found->devices[i].id == id)
			return true;
	return false;
}

static void describe(struct device *device, cl_platform_id platform)
{
	clrouter_target.clGetPlatformInfo(platform, CL_PLATFORM_NAME,
					  sizeof(device->platform_name) - 1, device->platform_name,
					  NULL);
	device->driver_file = devices_driver_file(platform);
	device->driver_library = devices_driver_library(platform);
	clrouter_target.clGetDeviceInfo(device->id, CL_DEVICE_TYPE, sizeof(device->type),
					&device->type, NULL);
	clrouter_target.clGetDeviceInfo(device->id, CL_DEVICE_NAME, sizeof(device->name) - 1,
					device->name, NULL);
	uuid_text(clrouter_target.clGetDeviceInfo, device->id, device->uuid);
	pci_address(clrouter_target.clGetDeviceInfo, device->id, device->pci);
}

/* The devices of TYPE, after the COUNT that the platform has already. */
static unsigned add_devices(struct found *all, cl_platform_id platform, unsigned index,
			    cl_device_type type, unsigned count)
{
	cl_uint found = 0;
	cl_device_id *ids AUTO_FREE = NULL;

	if (clrouter_target.clGetDeviceIDs(platform, type, 0, NULL, &found) != CL_SUCCESS)
		return count;
	ids = calloc(found, sizeof(*ids));
	if (ids == NULL ||
	    clrouter_target.clGetDeviceIDs(platform, type, found, ids, NULL) != CL_SUCCESS)
		found = 0;
	for (cl_uint i = 0; i < found; i++) {
		struct device *device =
			is_known(all, ids[i]) ? NULL : add_entry(all);

		if (device == NULL)
			continue;
		device->id = ids[i];
		device->index = (unsigned)(all->count - 1);
		device->platform = index;
		device->platform_index = count++;
		describe(device, platform);
		devices_select_number(all->devices, device->index);
	}
	return count;
}

cl_int devices_list_get_platforms(cl_platform_id **platforms, cl_uint *count)
{
	cl_int error = clrouter_target.clGetPlatformIDs(0, NULL, count);

	if (error != CL_SUCCESS)
		return error;
	*platforms = calloc(*count, sizeof(**platforms));
	return *platforms == NULL ? CL_OUT_OF_HOST_MEMORY :
	       clrouter_target.clGetPlatformIDs(*count, *platforms, NULL);
}

static void add_platforms(struct found *found)
{
	cl_uint count = 0;
	cl_platform_id *platforms AUTO_FREE = NULL;

	if (devices_list_get_platforms(&platforms, &count) != CL_SUCCESS)
		return;
	/* "All" means all but custom devices. */
	for (cl_uint i = 0; i < count; i++)
		add_devices(found, platforms[i], i, CL_DEVICE_TYPE_CUSTOM,
			    add_devices(found, platforms[i], i, CL_DEVICE_TYPE_ALL, 0));
}

/* Called when the block ends, also by an exception. */
static void end_asking(const void **frame)
{
	(void)frame;
	asking = NULL;
}

static void ask_drivers(struct found *found)
{
	const void *frame __attribute__((cleanup(end_asking))) = __builtin_frame_address(0);

	asking = frame;
	add_platforms(found);
}

/* A word that selects nothing is a mistake as a rule, which shows late: devices are missing. */
static void check_words(const struct devices_selection *selection)
{
	const struct devices_set set = { list.devices, list.count };

	option_check_words(selection->option, selection->text, devices_select_fits_any, &set);
}

/* Takes over the devices of FOUND, with the lock. */
static void set(struct found *found, const char *selection)
{
	list.count = found->count;
	if (found->count > FIXED_DEVICES) {
		list.devices = found->devices;
		found->devices = NULL;
	} else if (found->count > 0) {
		memcpy(list.fixed, found->devices, found->count * sizeof(list.fixed[0]));
	}
	for (size_t i = 0; i < list.count; i++) {
		list.devices[i].is_hidden =
			!word_list_selects(selection, devices_select_fits, &list.devices[i]);
		list.hides_any |= list.devices[i].is_hidden;
	}
	atomic_store_explicit(&list.is_full, true, memory_order_release);
}

/* Several threads may ask the drivers at once, without the lock; the first answer counts. */
bool devices_list_fill(const struct devices_selection *selection)
{
	struct found found __attribute__((cleanup(free_found))) = { NULL, 0, 0 };
	bool is_first;

	if (atomic_load_explicit(&list.is_full, memory_order_acquire))
		return true;
	if (is_asking())
		return false;
	ask_drivers(&found);
	lock_take(&list.lock);
	is_first = !atomic_load(&list.is_full);
	if (is_first)
		set(&found, selection->text);
	lock_give(&list.lock);
	if (is_first)
		check_words(selection);
	return true;
}

bool devices_list_hides(cl_device_id id)
{
	for (size_t i = 0; i < list.count; i++)
		if (list.devices[i].id == id)
			return list.devices[i].is_hidden;
	return false;
}

bool devices_list_shows_platform(unsigned index)
{
	for (size_t i = 0; i < list.count; i++)
		if (list.devices[i].platform == index && !list.devices[i].is_hidden)
			return true;
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
	list.count = 0;
	list.hides_any = false;
	atomic_store(&list.is_full, false);
}
