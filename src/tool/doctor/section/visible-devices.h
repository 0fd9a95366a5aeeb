/* SPDX-License-Identifier: Apache-2.0 */
/*
 * visible-devices: words of OPENCL_VISIBLE_DEVICES, or of option.visible in layers.conf, that
 * select none of the devices that the drivers have, and selections that hide all devices.
 * opencl-layers(7) has the meaning of the words; the devices layer's own functions judge them.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SECTION_VISIBLE_DEVICES_H
#define CLROUTER_TOOL_DOCTOR_SECTION_VISIBLE_DEVICES_H

#include "tool/doctor/examination.h"

/* Loads all drivers in one child process, as a program does, if there is a selection. */
void visible_devices_examine(struct examination *check);

#endif
