/* SPDX-License-Identifier: Apache-2.0 */
/*
 * same-devices: which of the devices that several drivers have reported are the same hardware. The
 * rule is that of the devices layer (opencl/devices/same-device.h).
 */
#ifndef CLROUTER_TOOL_PROBE_DRIVER_SAME_DEVICES_H
#define CLROUTER_TOOL_PROBE_DRIVER_SAME_DEVICES_H

#include "base/arena.h"
#include "tool/probe/driver/platform-report.h"

/*
 * Sets `same` and `same_platform` of each device of the LISTS, which ends with NULL, to the first
 * other one that is the same. Without memory they stay as they are.
 */
void same_devices_find(struct reported *const *lists, struct arena *arena);

/* "1.0", or its name if it has no number: what DEVICE is the same as; NULL: it is there once. */
const char *same_devices_name(const struct reported_device *device);

#endif
