/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hidden-versions: what goes if versions of OpenCL are hidden: their functions, queries and options
 * of clBuildProgram. It behaves as a driver that does not have them (OpenCL API, appendix H).
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_HIDDEN_VERSIONS_H
#define CLROUTER_LAYERS_COMPATIBILITY_HIDDEN_VERSIONS_H

#include <stdbool.h>

#include <clrouter/layer.h>

#include "layers/compatibility/known-devices.h"

/* Is this query of a version that is hidden? */
bool hidden_device_info(const struct known_device *device, cl_device_info param_name);
bool hidden_platform_info(cl_platform_info param_name);

/* Lowers *VERSION to the highest that is not hidden. */
void hidden_lower(cl_version *version);

/* For the layer's start: puts functions into TABLE that refuse what is hidden. */
void hidden_start(struct clrouter_table *table);

#endif
