/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device-nodes: the device files that GPU drivers open, and whether this user may. A
 * driver that may not says only that it has no platform, or no device.
 */
#ifndef CLROUTER_TOOL_DOCTOR_DEVICE_NODES_H
#define CLROUTER_TOOL_DOCTOR_DEVICE_NODES_H

#include "tool/doctor/finding.h"
#include "tool/tool.h"

/* Adds facts and cures to FINDING: which are there, which are closed to this user. */
void device_nodes_explain(struct finding *finding, struct tool *tool);

#endif
