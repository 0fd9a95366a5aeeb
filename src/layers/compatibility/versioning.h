/* SPDX-License-Identifier: Apache-2.0 */
/*
 * versioning: cl_khr_extended_versioning for drivers older than OpenCL 3.0: versions as numbers, and
 * lists of names with versions.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_VERSIONING_H
#define CLROUTER_LAYERS_COMPATIBILITY_VERSIONING_H

#include <stddef.h>

#include "layers/compatibility/feature.h"
#include "layers/compatibility/known-devices.h"

/* CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, which OpenCL 3.0 does not have */
#define VERSIONING_C_NUMERIC 0x105F

extern const struct feature versioning;

/*
 * Stores the first VERSIONING_ILS intermediate languages that the driver of DEVICE takes in LIST,
 * and returns how many there are.
 */
#define VERSIONING_ILS 16
size_t versioning_ils(const struct known_device *device, cl_name_version list[VERSIONING_ILS]);

#endif
