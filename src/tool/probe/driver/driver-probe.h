/* SPDX-License-Identifier: Apache-2.0 */
/*
 * driver-probe: loads one driver in a child process, the way the loader does, and
 * keeps everything that can be said about it. Judges nothing.
 *
 * Every symbol is bound (dlopen = now); a driver that fails only at that is
 * loaded a second time as programs load it. If a loader is given, its functions are found before
 * the driver's functions, as in a program that is linked to it.
 */
#ifndef CLROUTER_TOOL_PROBE_DRIVER_DRIVER_PROBE_H
#define CLROUTER_TOOL_PROBE_DRIVER_DRIVER_PROBE_H

#include <stdbool.h>

#include "config/settings.h"
#include "discover/candidate.h"
#include "tool/probe/child.h"
#include "tool/probe/driver/platform-report.h"

/* How far the child came. */
enum probe_stage { PROBE_LOAD, PROBE_PLATFORMS, PROBE_DEVICES, PROBE_QUERIES, PROBE_EXIT };

/* A query that a device refuses, though it lists the extension. */
struct refused_query {
	struct refused_query *next;
	const char *text;
};

struct driver_probe {
	struct driver_probe *next;
	const struct candidate *candidate;
	const struct settings *settings;
	const char *loader;		/* a libOpenCL.so.1; NULL: none is opened */
	struct child child;
	enum probe_stage stage;
	struct verdict verdict;		/* the loader's; only from PROBE_DEVICES on */
	struct verdict binding;		/* of binding every symbol */
	double seconds[PROBE_EXIT];	/* of each stage that was left */
	struct reported reported;
	struct refused_query *refused;
	const char *path;		/* the file that was loaded; NULL: not known */
	const char *llvm;		/* the libLLVM that came with it; NULL: none */
	const char *sentence;		/* the dynamic linker's, if it cannot load; NULL: none */
	const char *hidden_by;		/* a platform is switched off there; NULL: none */
};

static inline struct driver_probe driver_probe_of(const struct candidate *candidate,
						  const struct settings *settings)
{
	return (struct driver_probe){ .candidate = candidate, .settings = settings };
}

/* Runs the child. PROBE comes from driver_probe_of(). */
void driver_probe_run(struct driver_probe *probe, unsigned limit, struct arena *arena);

/* In a child, before a driver is loaded: makes it like a program that is linked to LOADER, or NULL. */
void driver_probe_link(const char *loader);

/* In a child: the functions of an accepted platform; NULL if it is refused. */
const struct api_table *driver_probe_table(const struct platform *platform);

/* "while its library was loaded": where a child that died was. */
const char *driver_probe_stage_text(enum probe_stage stage);

#endif
