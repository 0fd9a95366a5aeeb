/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compute-probe: lets one device compute: a child process loads the driver, builds a small kernel
 * from source, runs it and compares the result. It judges nothing. The child is like a program that is
 * linked to its loader (driver-probe.h). The caches of compilers are in a temporary folder meanwhile.
 */
#ifndef CLROUTER_TOOL_PROBE_DRIVER_COMPUTE_PROBE_H
#define CLROUTER_TOOL_PROBE_DRIVER_COMPUTE_PROBE_H

#include <stdbool.h>
#include <stddef.h>

#include "config/settings.h"
#include "discover/candidate.h"
#include "tool/probe/child.h"

/* How far the child came. */
enum compute_step {
	COMPUTE_LOAD, COMPUTE_CREATE, COMPUTE_BUILD, COMPUTE_RUN, COMPUTE_RELEASE, COMPUTE_EXIT
};

/* Texts are NULL if there is nothing to say. */
struct compute_probe {
	struct compute_probe *next;
	const struct candidate *candidate;
	const struct settings *settings;
	const char *loader;		/* a libOpenCL.so.1; NULL: none is opened */
	size_t platform;		/* its index among the driver's platforms */
	size_t device;			/* its index among the platform's devices */
	struct child child;
	enum compute_step step;
	bool is_good;			/* the result was right */
	double seconds;			/* from the context to the result, if it was right */
	const char *unable;		/* why the device is not expected to build a program */
	const char *failed;		/* a function and what it returned */
	const char *log;		/* the first line with "error" of a build that failed */
	const char *wrong;		/* what was found, and what was expected */
	const char *no_folder;		/* why there was no folder, and so no child */
	const char *left_folder;	/* the folder that could not be removed */
};

/* Runs the child. PROBE is zeroed but for the members before `child`. */
void compute_probe_run(struct compute_probe *probe, unsigned limit, struct arena *arena);

/* "while it built a program": where a child that died was. */
const char *compute_probe_step_text(enum compute_step step);

#endif
