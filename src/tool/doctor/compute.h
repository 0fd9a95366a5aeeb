/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compute: lets the devices of a driver compute, if --compute asks for it, and says which of them
 * cannot: drivers list devices for which they cannot build a program.
 */
#ifndef CLROUTER_TOOL_DOCTOR_COMPUTE_H
#define CLROUTER_TOOL_DOCTOR_COMPUTE_H

#include <stddef.h>

#include "tool/doctor/finding.h"
#include "tool/probe/compute-probe.h"
#include "tool/probe/driver-probe.h"
#include "tool/tool.h"

/* The devices of one driver. */
struct compute {
	struct compute_probe *first;	/* those of accepted platforms, in the order of the report */
	size_t count;
	size_t failed;			/* a device that is not expected to compute is not counted */
};

/* Says on standard error what --compute does to devices. */
void compute_announce(void);

/* Fills COMPUTE with all devices that PROBE has listed, one child after the other. */
void compute_try_devices(struct compute *compute, const struct driver_probe *probe,
			 struct tool *tool);

/* Adds to FINDING what PROBE, one of the devices, did. */
void compute_add_device(struct finding *finding, const struct compute_probe *probe,
			struct tool *tool);

/* Adds what can be done for the devices that have failed. */
void compute_advise(struct finding *finding, const struct compute *compute, struct tool *tool);

#endif
