/* SPDX-License-Identifier: Apache-2.0 */
/*
 * versioning: cl_khr_extended_versioning for drivers older than OpenCL 3.0: versions as numbers, and
 * lists of names with versions.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_VERSIONING_H
#define CLROUTER_LAYERS_COMPATIBILITY_VERSIONING_H

#include "layers/compatibility/feature.h"

extern const struct feature versioning;

#endif
