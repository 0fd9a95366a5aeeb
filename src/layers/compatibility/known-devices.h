/* SPDX-License-Identifier: Apache-2.0 */
/*
 * known-devices: which device gets which feature. A device is looked at when it is first asked for
 * anything that matters, and stays known. Any thread may call, without a lock.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_KNOWN_DEVICES_H
#define CLROUTER_LAYERS_COMPATIBILITY_KNOWN_DEVICES_H

#include <stdbool.h>
#include <stddef.h>

#include <clrouter/layer.h>

#include "layers/compatibility/feature.h"

struct known_device {
	struct known_device *next;
	cl_device_id id;
	cl_platform_id platform;
	cl_version version;	    /* of OpenCL, as the driver has it */
	cl_version shown;	    /* that the program sees; lower if some are hidden */
	unsigned emulated;	    /* FEATURE_BITs of what the layer provides */
	unsigned forced;	    /* those that the driver has, too */
	const struct feature *left; /* the driver's, with other parameters; NULL: none is */
	cl_version left_version;
	char *extensions;  /* of the driver, with single blanks between them */
	char *removed;	   /* what was taken out of them, in the same form; NULL: nothing */
	unsigned repaired; /* queries that repair.c answers, a bit for each of its rows */
	char *name;
	char *platform_name;
};

/*
 * For the layer's start: forgets all devices. LIST has the COUNT features that there are. DECIDED
 * is called once for each device when it is known what that gets.
 */
void devices_start(const struct feature *const *list, size_t count,
		   void (*decided)(const struct known_device *device));

/* The feature at INDEX; NULL: there are not as many. */
const struct feature *devices_feature(size_t index);

/*
 * What is known of ID. A sub-device gets what the device gets that it is a part of, so that one is
 * returned; what differs between the two, the driver has to be asked with ID. NULL if it is no
 * device, or there is no memory.
 */
const struct known_device *devices_find(cl_device_id id);

/* Does the layer provide FEATURE for device ID? */
bool devices_emulate(cl_device_id id, enum feature_id feature);

/*
 * The same for CONTEXT, and for the device of QUEUE. Objects in one context are either all the
 * driver's or all emulated: one device without the feature of its own is enough.
 */
bool devices_emulate_in_context(cl_context context, enum feature_id feature);
bool devices_emulate_in_queue(cl_command_queue queue, enum feature_id feature);

/* Does the layer provide FEATURE for any device of PLATFORM? */
bool devices_emulate_in_platform(cl_platform_id platform, enum feature_id feature);

/* Does the driver of DEVICE list the extension NAME? */
bool devices_driver_has(const struct known_device *device, const char *name);

/* Does DEVICE, as the program sees it, have the extension NAME? */
bool devices_has(const struct known_device *device, const char *name);

/*
 * The devices of PLATFORM, NULL being the default one; free() the list. NULL: there are none, or
 * no memory.
 */
const struct known_device **devices_of_platform(cl_platform_id platform, size_t *count);

#endif
