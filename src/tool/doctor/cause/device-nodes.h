/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device-nodes: the device files that GPU drivers open, whether they are there, and whether this
 * user may open them. In a container they have to be passed through.
 */
#ifndef CLROUTER_TOOL_DOCTOR_CAUSE_DEVICE_NODES_H
#define CLROUTER_TOOL_DOCTOR_CAUSE_DEVICE_NODES_H

#include "tool/doctor/finding.h"
#include "tool/tool.h"

/* Kinds of device files; bits. */
#define DEVICE_NODES_DRI 1u	/* /dev/dri/renderD*: Intel, AMD, Mesa */
#define DEVICE_NODES_KFD 2u	/* /dev/kfd: AMD ROCm */
#define DEVICE_NODES_NVIDIA 4u	/* /dev/nvidia* */
#define DEVICE_NODES_OTHER 8u	/* NPUs, and the GPU of Windows in WSL */
#define DEVICE_NODES_ALL 15u

/* Adds facts and cures to FINDING: which of KINDS there are, which are closed to this user. */
void device_nodes_explain(struct finding *finding, unsigned kinds, struct tool *tool);

#endif
