/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sections: what doctor looks at, in the order in which it does: each section adds its findings. The probes
 * that drivers_examine() and layers_examine() leave in CHECK are used by those that follow.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SECTION_SECTIONS_H
#define CLROUTER_TOOL_DOCTOR_SECTION_SECTIONS_H

#include "tool/doctor/examination.h"
#include "tool/doctor/service.h"
#include "tool/probe/driver/compute-probe.h"

/* Every driver that is wanted, opened or left out. */
void drivers_examine(struct examination *check);

/* Devices that several drivers have; the findings of these get a line. */
void double_devices_examine(struct examination *check);

/* Is there anything that a program can use? Counts the findings of the drivers. */
void usable_examine(struct examination *check);

/* Also adds a finding if there is no driver at all, or none of the name that was asked for. */
void unseen_examine(struct examination *check);

void configuration_examine(struct examination *check);

/*
 * Adds to FINDING what other formats take for quotes and comments, if the value has such characters.
 * TEXT has the value as found "VALUE".
 */
void configuration_hint(struct finding *finding, const char *text);

void layer_options_examine(struct examination *check);

/* Loads all drivers in one child process, as a program does, if there is a selection. */
void visible_devices_examine(struct examination *check);

void layers_examine(struct examination *check);

/* Rules that match nothing: the probes know the names of platforms and layers. */
void rules_examine(struct examination *check);

/* What the compatibility layer provides, of what drivers lack. */
void emulation_examine(struct examination *check);

/* Drivers that cannot be used together. */
void conflicts_examine(struct examination *check);

/*
 * Warns of a second one, and of one that is not clrouter's. Another root's
 * loaders cannot be asked, so nothing is examined there.
 */
void loaders_examine(struct examination *check);

/* What the unit of SERVICE keeps from it that OpenCL needs; also adds the lines that solve it. */
void unit_examine(struct examination *check, struct service *service);

/* -- compute.c -------------------------------------------------------------- */

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
