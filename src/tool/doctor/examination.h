/* SPDX-License-Identifier: Apache-2.0 */
/*
 * examination: what the parts of the doctor share: what they look at and what
 * they found. Each part has one function, NAME_examine(), which looks at one
 * thing (drivers, layers, configuration, ...) and adds findings. Calls no part.
 */
#ifndef CLROUTER_TOOL_DOCTOR_EXAMINATION_H
#define CLROUTER_TOOL_DOCTOR_EXAMINATION_H

#include <stdbool.h>

#include "tool/doctor/finding.h"
#include "tool/probe/driver/driver-probe.h"
#include "tool/probe/driver/layer-probe.h"
#include "tool/probe/driver/platform-names.h"
#include "tool/probe/snapshot.h"
#include "tool/tool.h"

struct examination {
	struct tool *tool;
	const char *name;		/* only this driver; NULL: all */
	const struct platform_name *platforms;	/* asked if no driver is called NAME; else NULL */
	struct snapshot snapshot;
	const char *loader;		/* that programs get, or the one of --program; NULL: none */
	struct findings findings;
	struct driver_probe *probes;		/* in the order of the drivers; filled by drivers */
	struct probed_layer *layers; /* those that were started; filled by layers */
};

/* Takes the snapshot; nothing is examined yet. TOOL must outlive CHECK. */
void examination_init(struct examination *check, struct tool *tool);

/*
 * Does the name on the command line, if any, mean this driver, or one of its platforms? Platforms
 * are compared only if no driver has that name.
 */
bool examination_wants(const struct examination *check, const struct candidate *candidate);

#endif
