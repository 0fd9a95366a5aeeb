/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compute: lets the devices of a driver compute, if --compute asks for it, and says which of them
 * cannot: drivers list devices for which they cannot build a program.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SECTION_COMPUTE_H
#define CLROUTER_TOOL_DOCTOR_SECTION_COMPUTE_H

#include <stddef.h>

#include "tool/doctor/finding.h"
#include "tool/probe/driver/compute-probe.h"
#include "tool/probe/driver/driver-probe.h"
#include "tool/tool.h"

/* The devices of one driver. */
struct compute {
	struct compute_probe *first;	/* in the order in which the driver listed them */
	size_t count;
	size_t failed;			/* of those that are expected to compute */
};

/* Says on standard error what --compute does to devices. */
void compute_announce(void);

/* Fills COMPUTE with all devices that DRIVER has listed, one child after the other. */
void compute_try_devices(struct compute *compute, const struct driver_probe *driver,
			 struct tool *tool);

/* Adds to FINDING what PROBE, one of the devices, did. */
void compute_add_device(struct finding *finding, const struct compute_probe *probe,
			struct tool *tool);

/* Adds what can be done for the devices that have failed. */
void compute_advise(struct finding *finding, const struct compute *compute, struct tool *tool);

#endif
