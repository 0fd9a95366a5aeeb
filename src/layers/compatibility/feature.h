/* SPDX-License-Identifier: Apache-2.0 */
/*
 * feature: what the layer can provide, as data. Each feature is a table of its own, in the file
 * that implements it; compatibility.c lists them, and known-devices.h decides which devices get
 * which.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_FEATURE_H
#define CLROUTER_LAYERS_COMPATIBILITY_FEATURE_H

#include <stdbool.h>

#include <clrouter/extension.h>

#include "layers/compatibility/answer.h"

enum feature_id {
	FEATURE_CORE,		/* newer functions and queries of OpenCL itself */
	FEATURE_VERSIONING,	/* cl_khr_extended_versioning */
	FEATURE_CREATE_QUEUE,	/* cl_khr_create_command_queue */
	FEATURE_PCI,		/* cl_khr_pci_bus_info */
	FEATURE_SPIRV_QUERIES,	/* cl_khr_spirv_queries */
	FEATURE_LOCAL_SIZE,	/* cl_khr_suggested_local_work_size */
	FEATURE_COMMAND_BUFFER, /* cl_khr_command_buffer and mutable_dispatch */
	FEATURE_SEMAPHORE,	/* cl_khr_semaphore */
	FEATURE_REPAIR,		/* extensions whose queries the driver refuses */
	FEATURES
};

#define FEATURE_BIT(id) (1u << (id))

/* An extension that a feature provides. */
struct feature_extension {
	const char *name;	/* NULL: the end of the list */
	cl_version version;	/* that the emulation has */
	/*
	 * The first version with the prototypes of the emulation. A driver's own below it is left
	 * alone, unless the user names the feature: then it is replaced.
	 */
	cl_version oldest;
};

#define FEATURE_EXTENSIONS 3

struct known_device;
struct line;

struct feature {
	enum feature_id id;
	const char *name; /* the word that settings have for it */

	/* The first one decides whether a device has the feature itself; all come together. */
	struct feature_extension extensions[FEATURE_EXTENSIONS];

	/*
	 * Does DEVICE have all of the feature itself? NULL: its extensions decide; a feature without
	 * any is never there. May call the driver.
	 */
	bool (*is_native)(const struct known_device *device);

	/*
	 * Looks at DEVICE before anything is decided about it, and may take extensions out of its
	 * list. False: no memory. NULL: there is nothing to look at. May call the driver.
	 */
	bool (*examine)(struct known_device *device);

	/* Adds to LINE what DEVICE gets. NULL: its extensions with their versions, or its name. */
	void (*describe)(const struct known_device *device, struct line *line);

	/* A glob on extensions of a driver that need its own objects; NULL: there are none. */
	const char *replaces;

	/* Can DEVICE be given it honestly? NULL: every device can. May call the driver. */
	bool (*suits)(const struct known_device *device);

	/*
	 * Is PARAM_NAME answered in place of DEVICE's driver? Then *ERROR is the result. Called for
	 * devices that get the feature. NULL: it has no queries of devices.
	 */
	bool (*device_info)(const struct known_device *device, cl_device_info param_name,
			    const struct query_answer *answer, cl_int *error);

	/* The same for a platform all of whose devices get it. */
	bool (*platform_info)(cl_platform_id platform, cl_platform_info param_name,
			      const struct query_answer *answer, cl_int *error);

	/*
	 * For the layer's start: puts the functions of the dispatch table that the feature has to see
	 * into TABLE, and gives the functions of extensions to lookup_add(). NULL: it has none.
	 */
	void (*start)(struct clrouter_table *table);
};

#endif
