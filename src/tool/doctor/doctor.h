/* SPDX-License-Identifier: Apache-2.0 */
/*
 * doctor: what the parts of the examination share. Each part looks at one
 * thing (drivers, layers, configuration, the system) and adds findings.
 */
#ifndef CLROUTER_TOOL_DOCTOR_DOCTOR_H
#define CLROUTER_TOOL_DOCTOR_DOCTOR_H

#include <stdbool.h>

#include "tool/doctor/finding.h"
#include "tool/probe/probe.h"
#include "tool/probe/survey.h"
#include "tool/tool.h"

struct doctor {
	struct tool *tool;
	const char *name;		/* only this driver; NULL: all */
	struct survey survey;
	struct findings findings;
	struct probe *probes;		/* in the order of the drivers */
	struct probe **last_probe;
};

/* Every driver that is looked at, opened or left out. */
void doctor_drivers(struct doctor *doctor);

/* What lies in the vendor directories and is not looked at. */
void doctor_unseen(struct doctor *doctor);

void doctor_layers(struct doctor *doctor);
void doctor_configuration(struct doctor *doctor);

/* After the drivers: what they do to each other, and the loaders of this system. */
void doctor_system(struct doctor *doctor);

/* Does the name on the command line, if any, mean this driver? */
bool doctor_wants(const struct doctor *doctor, const struct entry *entry);

#endif
