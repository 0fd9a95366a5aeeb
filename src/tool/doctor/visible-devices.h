/* SPDX-License-Identifier: Apache-2.0 */
/*
 * visible-devices: words of OPENCL_VISIBLE_DEVICES that select none of the devices that the
 * drivers have. opencl-layers(7) has their meaning; what only a running program can tell (UUIDs,
 * PCI addresses) is not judged.
 */
#ifndef CLROUTER_TOOL_DOCTOR_VISIBLE_DEVICES_H
#define CLROUTER_TOOL_DOCTOR_VISIBLE_DEVICES_H

#include "tool/doctor/examination.h"

/* After drivers_examine(), whose probes know the devices. */
void visible_devices_examine(struct examination *check);

#endif
