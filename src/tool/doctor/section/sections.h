/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sections: what doctor looks at, in the order in which it does: each section adds its findings. The probes
 * that drivers_examine() and layers_examine() leave in CHECK are used by those that follow.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SECTION_SECTIONS_H
#define CLROUTER_TOOL_DOCTOR_SECTION_SECTIONS_H

#include "tool/doctor/examination.h"

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

#endif
