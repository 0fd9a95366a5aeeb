/* SPDX-License-Identifier: Apache-2.0 */
/*
 * known-devices: see known-devices.h. The list of devices only grows, and is read without a lock; a
 * list of an earlier start stays, because other threads may still read it.
 */
#include "layers/compatibility/known-devices.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/glob.h"
#include "base/text.h"
#include "layers/compatibility/feature-settings.h"
#include "layers/frame/ask.h"
#include "layers/frame/auto-free.h"
#include "opencl/version.h"

#define FEW_DEVICES 64

static _Atomic(struct known_device *) known;
static struct known_device *forgotten; /* of earlier starts; for tools that look for leaks */
static const struct feature *const *features;
static size_t feature_count;
static void (*when_decided)(const struct known_device *device);

void devices_start(const struct feature *const *list, size_t count,
		   void (*decided)(const struct known_device *device))
{
	struct known_device *last = atomic_exchange(&known, NULL);
	struct known_device *first = last;

	while (last && last->next)
		last = last->next;
	if (last) {
		last->next = forgotten;
		forgotten = first;
	}
	features = list;
	feature_count = count;
	when_decided = decided;
}

const struct feature *devices_feature(size_t index)
{
	return index < feature_count ? features[index] : NULL;
}

/* -- what a driver says ---------------------------------------------------------------- */

static cl_version read_version(cl_device_id id)
{
	const cl_version version = ask_device_version(id);

	return version != 0 ? version : CL_MAKE_VERSION(1, 0, 0);
}

/* The version of the extension NAME in the driver's list; 0: it does not say. */
static cl_version version_of(const struct known_device *device, const char *name)
{
	size_t size;
	const cl_name_version *list AUTO_FREE =
		ask_device(device->id, CL_DEVICE_EXTENSIONS_WITH_VERSION, &size, NULL);

	for (size_t i = 0; i < size / sizeof(*list); i++)
		if (strncmp(list[i].name, name, sizeof(list[i].name)) == 0)
			return list[i].version;
	return 0;
}

bool devices_driver_has(const struct known_device *device, const char *name)
{
	return text_has_word(device->extensions, name);
}

/* -- decisions ------------------------------------------------------------------------- */

/* Is the driver's own extension to be replaced although nobody forces it? */
static bool is_replaced(struct known_device *device, const struct feature *feature,
			const struct settings_device *which)
{
	const char *name = feature->extensions->name;
	const cl_version version = name ? version_of(device, name) : 0;

	/* 0: the driver does not say. */
	if (version == 0 || version >= feature->extensions->oldest)
		return false;
	if (settings_name(feature, which))
		return true;
	device->left = feature;
	device->left_version = version;
	return false;
}

/* Is the extension hidden that FEATURE has first, and that any others need? */
static bool is_hidden(const struct feature *feature)
{
	const char *name = feature->extensions->name;

	return name && settings_hides(name);
}

static void decide_one(struct known_device *device, const struct feature *feature)
{
	const struct settings_device which = { device->name, device->platform_name };
	const char *name = feature->extensions->name;
	const bool is_native = feature->is_native
				       ? feature->is_native(device)
				       : name && devices_driver_has(device, name);
	const bool is_forced = settings_force(feature, &which);

	if ((!is_forced && !settings_provide(feature, &which)) || is_hidden(feature))
		return;
	if (is_native && !is_forced && !is_replaced(device, feature, &which))
		return;
	if (feature->suits && !feature->suits(device))
		return;
	device->emulated |= FEATURE_BIT(feature->id);
	if (is_native && is_forced)
		device->forced |= FEATURE_BIT(feature->id);
}

static void decide(struct known_device *device)
{
	const cl_version highest = settings_highest();

	device->shown = highest != 0 && highest < device->version ? highest : device->version;
	for (size_t i = 0; i < feature_count; i++)
		decide_one(device, features[i]);
}

/* False: no memory. */
static bool examine(struct known_device *device)
{
	const struct settings_device which = { device->name, device->platform_name };

	for (size_t i = 0; i < feature_count; i++)
		if (features[i]->examine && settings_provide(features[i], &which) &&
		    !features[i]->examine(device))
			return false;
	return true;
}

static void free_device(struct known_device *device)
{
	if (!device)
		return;
	free(device->extensions);
	free(device->removed);
	free(device->name);
	free(device->platform_name);
	free(device);
}

/* A text that the driver does not have is empty; what has no name is no device. */
static struct known_device *look_at(cl_device_id id)
{
	struct known_device *device = calloc(1, sizeof(*device));
	cl_int error;

	if (!device)
		return NULL;
	device->id = id;
	device->name = ask_device(id, CL_DEVICE_NAME, NULL, &error);
	if (device->name) {
		ASK(clGetDeviceInfo, id, CL_DEVICE_PLATFORM, device->platform);
		device->version = read_version(id);
		device->extensions = ask_device(id, CL_DEVICE_EXTENSIONS, NULL, &error);
		device->platform_name =
			ask_platform(device->platform, CL_PLATFORM_NAME, NULL, NULL);
	}
	if (!device->extensions)
		device->extensions = calloc(1, 1);
	if (!device->platform_name)
		device->platform_name = calloc(1, 1);
	if (!device->extensions || !device->name || !device->platform_name ||
	    !examine(device)) {
		free_device(device);
		return NULL;
	}
	decide(device);
	return device;
}

/* -- the list -------------------------------------------------------------------------- */

static struct known_device *find_known(cl_device_id id)
{
	struct known_device *device = atomic_load_explicit(&known, memory_order_acquire);

	while (device && device->id != id)
		device = device->next;
	return device;
}

/* Adds DEVICE, or frees it if another thread has added the same one meanwhile. */
static const struct known_device *add(struct known_device *device)
{
	struct known_device *same;

	device->next = atomic_load_explicit(&known, memory_order_acquire);
	do {
		same = find_known(device->id);
		if (same) {
			free_device(device);
			return same;
		}
	} while (!atomic_compare_exchange_weak_explicit(
		&known, &device->next, device, memory_order_acq_rel, memory_order_acquire));
	when_decided(device);
	return device;
}

const struct known_device *devices_find(cl_device_id id)
{
	struct known_device *device = find_known(id);
	cl_device_id parent = NULL;

	if (device || !id)
		return device;
	/* Sub-devices come and go, so they are not kept. */
	ASK(clGetDeviceInfo, id, CL_DEVICE_PARENT_DEVICE, parent);
	if (parent && parent != id)
		return devices_find(parent);
	device = look_at(id);
	return !device ? NULL : add(device);
}

/* -- questions ------------------------------------------------------------------------- */

bool devices_emulate(cl_device_id id, enum feature_id feature)
{
	const struct known_device *device = devices_find(id);

	return device && (device->emulated & FEATURE_BIT(feature)) != 0;
}

static bool emulate_any(const cl_device_id *ids, size_t count, enum feature_id feature)
{
	for (size_t i = 0; i < count; i++)
		if (devices_emulate(ids[i], feature))
			return true;
	return false;
}

/* Few devices need no memory: a call must not go to the wrong place because there is none. */
bool devices_emulate_in_context(cl_context context, enum feature_id feature)
{
	cl_device_id few[FEW_DEVICES];
	cl_device_id *many AUTO_FREE = NULL;
	cl_device_id *ids = few;
	size_t size = 0;

	if (clrouter_target.clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, NULL, &size) !=
	    CL_SUCCESS)
		return false;
	if (size > sizeof(few))
		/* NOLINTNEXTLINE(clang-analyzer-deadcode.DeadStores): AUTO_FREE reads it */
		ids = many = malloc(size);
	return ids &&
	       clrouter_target.clGetContextInfo(context, CL_CONTEXT_DEVICES, size, ids, NULL) ==
		       CL_SUCCESS &&
	       emulate_any(ids, size / sizeof(*ids), feature);
}

bool devices_emulate_in_queue(cl_command_queue queue, enum feature_id feature)
{
	cl_context context = NULL;

	return ASK(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT, context) == CL_SUCCESS &&
	       devices_emulate_in_context(context, feature);
}

const struct known_device **devices_of_platform(cl_platform_id platform, size_t *count)
{
	cl_uint found = 0;
	cl_device_id *ids AUTO_FREE = NULL;
	const struct known_device **devices = NULL;

	*count = 0;
	if (clrouter_target.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &found) !=
	    CL_SUCCESS)
		return NULL;
	ids = calloc(found, sizeof(*ids));
	if (!ids || clrouter_target.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, found, ids,
							  NULL) != CL_SUCCESS)
		return NULL;
	devices = calloc(found, sizeof(*devices));
	for (cl_uint i = 0; devices && i < found; i++) {
		devices[*count] = devices_find(ids[i]);
		*count += devices[*count] != NULL;
	}
	return devices;
}

bool devices_emulate_in_platform(cl_platform_id platform, enum feature_id feature)
{
	size_t count;
	const struct known_device **devices AUTO_FREE = devices_of_platform(platform, &count);
	bool is_any = false;

	for (size_t i = 0; i < count; i++)
		is_any |= (devices[i]->emulated & FEATURE_BIT(feature)) != 0;
	return is_any;
}

bool devices_has(const struct known_device *device, const char *name)
{
	bool is_replaced = false;

	if (settings_hides(name))
		return false;
	for (size_t i = 0; i < feature_count; i++) {
		const struct feature *feature = features[i];

		if (!(device->emulated & FEATURE_BIT(feature->id)))
			continue;
		for (const struct feature_extension *extension = feature->extensions;
		     extension->name; extension++)
			if (strcmp(extension->name, name) == 0)
				return true;
		is_replaced |= feature->replaces && glob_matches(feature->replaces, name);
	}
	return !is_replaced && devices_driver_has(device, name);
}
