/* SPDX-License-Identifier: Apache-2.0 */
/*
 * driver-needs: what a driver needs for having a platform and devices, by the name of its
 * library: device nodes, a directory that it may write, variables. A driver that lacks it says
 * only that it has no platform, or no device.
 */
#ifndef CLROUTER_TOOL_DOCTOR_CAUSE_DRIVER_NEEDS_H
#define CLROUTER_TOOL_DOCTOR_CAUSE_DRIVER_NEEDS_H

#include "tool/doctor/finding.h"
#include "tool/tool.h"

/* Adds to FINDING what the driver LIBRARY lacks, and the cures. */
void driver_needs_explain(struct finding *finding, const char *library, struct tool *tool);

#endif
