/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device-list: see device-list.h. A list is complete when it is set, and then read without a lock,
 * also at the end of the process or after another start of the layer, when other threads may still
 * be in a call. So it is never freed.
 */
#include "layers/devices/device-list.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/word-list.h"
#include "layers/devices/driver-paths.h"
#include "layers/frame/auto-free.h"
#include "layers/frame/thread-data.h"
#include "opencl/devices/same-device.h"
#include "opencl/devices/select.h"

#define FIRST_DEVICES 64

struct device_list {
	struct device_list *older; /* of an earlier start, which other threads may still read */
	size_t count;
	bool hides_any;
	struct device devices[];
};

/* All of the layer's state that changes. */
static _Atomic(struct device_list *) current; /* NULL: no driver was asked since the start */
static struct device_list *lists;	      /* of earlier starts */

/* What a thread finds when it asks the drivers. */
struct found_devices {
	struct device *devices;
	size_t count;
	size_t size;
};

/*
 * A thread's pointer is its frame that asks the drivers, NULL if there is none. It is only
 * compared: if a longjmp() leaves it, it counts as gone as soon as a call comes from above it.
 */
static bool is_asking(void)
{
	return (uintptr_t)thread_data_get() > (uintptr_t)__builtin_frame_address(0);
}

/* The next entry, all zero; NULL if there is no memory. */
static struct device *add_entry(struct found_devices *found)
{
	const size_t size = found->size ? 2 * found->size : FIRST_DEVICES;
	struct device *larger;

	if (found->count == found->size) {
		larger = realloc(found->devices, size * sizeof(*larger));
		if (!larger)
			return NULL;
		found->devices = larger;
		found->size = size;
	}
	memset(&found->devices[found->count], 0, sizeof(struct device));
	return &found->devices[found->count++];
}

/* Called when the block ends, also by an exception. */
static void free_found(struct found_devices *found)
{
	free(found->devices);
}

static bool is_known(const struct found_devices *found, cl_device_id id)
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
static unsigned add_devices(struct found_devices *all, cl_platform_id platform, unsigned index,
			    cl_device_type type, unsigned count)
{
	cl_uint found = 0;
	cl_device_id *ids AUTO_FREE = NULL;

	if (clrouter_target.clGetDeviceIDs(platform, type, 0, NULL, &found) != CL_SUCCESS)
		return count;
	ids = calloc(found, sizeof(*ids));
	if (!ids ||
	    clrouter_target.clGetDeviceIDs(platform, type, found, ids, NULL) != CL_SUCCESS)
		found = 0;
	for (cl_uint i = 0; i < found; i++) {
		struct device *device = is_known(all, ids[i]) ? NULL : add_entry(all);

		if (!device)
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
	return !*platforms ? CL_OUT_OF_HOST_MEMORY
				  : clrouter_target.clGetPlatformIDs(*count, *platforms, NULL);
}

static void add_platforms(struct found_devices *found)
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
static void end_asking(const bool *is_set)
{
	if (*is_set)
		thread_data_set(NULL);
}

/* False: a driver that calls OpenCL would be taken for the program, so none is asked. */
static bool ask_drivers(struct found_devices *found)
{
	const bool is_set __attribute__((cleanup(end_asking))) =
		thread_data_set(__builtin_frame_address(0));

	if (is_set)
		add_platforms(found);
	return is_set;
}

/* A word that selects nothing is a mistake as a rule, which shows late: devices are missing. */
static void check_words(const struct devices_selection *selection, const struct device_list *list)
{
	const struct devices_set set = { list->devices, list->count };

	if (selection->text)
		option_check_words(selection->option, selection->text, devices_select_fits_any,
				   &set);
}

/* Hides each device of which one is shown that is the same and stands before it. */
static bool hide_the_same(struct device_list *list)
{
	struct same_device *keys AUTO_FREE = calloc(list->count + 1, sizeof(*keys));

	for (size_t i = 0; keys && i < list->count; i++) {
		const struct device *device = &list->devices[i];

		keys[i] = (struct same_device){ device->platform, device->uuid, device->pci };
	}
	for (size_t i = 0; keys && i < list->count; i++)
		for (size_t before = 0; before < i && !list->devices[i].is_hidden; before++)
			list->devices[i].is_hidden = !list->devices[before].is_hidden &&
						     same_device_is(keys, list->count, before, i);
	return keys != NULL;
}

/* The devices of FOUND, of which SELECTION shows some; NULL: there is no memory. */
static struct device_list *make_list(const struct found_devices *found,
				     const struct devices_selection *selection)
{
	struct device_list *list = calloc(1, sizeof(*list) + found->count * sizeof(struct device));

	if (!list)
		return NULL;
	list->count = found->count;
	for (size_t i = 0; i < list->count; i++) {
		struct device *device = &list->devices[i];

		*device = found->devices[i];
		device->is_hidden =
			selection->text &&
			!word_list_selects(selection->text, devices_select_fits, device);
	}
	if (selection->is_first_of_same && !hide_the_same(list)) {
		free(list);
		return NULL;
	}
	for (size_t i = 0; i < list->count; i++)
		list->hides_any |= list->devices[i].is_hidden;
	return list;
}

/*
 * Several threads may ask the drivers at once; the first answer counts. There is no lock, because a
 * process may be forked while another thread is here.
 */
bool devices_list_fill(const struct devices_selection *selection)
{
	struct found_devices found __attribute__((cleanup(free_found))) = { NULL, 0, 0 };
	struct device_list *before = NULL;
	struct device_list *list;

	if (atomic_load_explicit(&current, memory_order_acquire))
		return true;
	if (is_asking() || !ask_drivers(&found))
		return false;
	list = make_list(&found, selection);
	if (list && atomic_compare_exchange_strong(&current, &before, list))
		check_words(selection, list);
	else
		free(list);
	return true;
}

bool devices_list_hides(cl_device_id id)
{
	const struct device_list *list = atomic_load_explicit(&current, memory_order_acquire);

	for (size_t i = 0; list && i < list->count; i++)
		if (list->devices[i].id == id)
			return list->devices[i].is_hidden;
	return false;
}

bool devices_list_shows_platform(unsigned index)
{
	const struct device_list *list = atomic_load_explicit(&current, memory_order_acquire);

	for (size_t i = 0; list && i < list->count; i++)
		if (list->devices[i].platform == index && !list->devices[i].is_hidden)
			return true;
	return false;
}

bool devices_list_hides_any(void)
{
	const struct device_list *list = atomic_load_explicit(&current, memory_order_acquire);

	return list && list->hides_any;
}

void devices_list_init(void)
{
	struct device_list *list = atomic_exchange(&current, NULL);

	thread_data_start(NULL);
	if (!list)
		return;
	list->older = lists;
	lists = list;
}
