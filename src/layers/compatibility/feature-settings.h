/* SPDX-License-Identifier: Apache-2.0 */
/*
 * feature-settings: what the user wants provided, forced and hidden. Read by the layer's start
 * function; other threads read them afterwards, also after another start, without a lock.
 *
 *	provide = command_buffer, semaphore@*NVIDIA*	features, and the devices that get them
 *	force = command_buffer				also where the driver has it
 *	hide = cl_khr_fp16, cl_khr_subgroup*, 3.0+	extensions; OpenCL versions from one on
 *	versions = cl_khr_command_buffer:0.9.8		the version that is reported
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_FEATURE_SETTINGS_H
#define CLROUTER_LAYERS_COMPATIBILITY_FEATURE_SETTINGS_H

#include <stdbool.h>

#include <CL/cl.h>

#include "layers/compatibility/feature.h"

/* Reads the settings; FEATURES are the COUNT ones that words can mean. False: no memory. */
bool settings_read(const struct feature *const *features, size_t count);

/* What a word with "@" is compared with. */
struct settings_device {
	const char *name;
	const char *platform;
};

/* Is FEATURE wanted for the device WHICH if that lacks it? */
bool settings_provide(const struct feature *feature, const struct settings_device *which);

/* The same, and named by its own word, not by "all" or a glob? */
bool settings_name(const struct feature *feature, const struct settings_device *which);

/* The features that are provided, as the user has written them. */
const char *settings_provided(void);

/* Is it wanted also where the driver has it? */
bool settings_force(const struct feature *feature, const struct settings_device *which);

/* Could any device be given FEATURE? */
bool settings_may_provide(const struct feature *feature);

/* Is the extension NAME hidden? */
bool settings_hides(const char *name);

/* Is anything hidden? */
bool settings_hide_any(void);

/* Versions of OpenCL above this one are hidden; 0: none is. */
cl_version settings_highest(void);

/* The version that is reported of EXTENSION. */
cl_version settings_version(const struct feature_extension *extension);

#endif
