/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-probe: opens layers in a child process, over a bottom without drivers, and
 * keeps what became of them. Judges nothing.
 */
#ifndef CLROUTER_TOOL_PROBE_DRIVER_LAYER_PROBE_H
#define CLROUTER_TOOL_PROBE_DRIVER_LAYER_PROBE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "tool/probe/child.h"
#include "tool/probe/snapshot.h"
#include "tool/tool.h"

/* One layer that was to be opened. */
struct probed_layer {
	struct probed_layer *next;	/* towards the application */
	const struct candidate *candidate;
	struct verdict verdict;
	bool is_reported;		/* the child got so far */
	const char *name;		/* what it calls itself; NULL: nothing */
	const char *generation;		/* "1.0.1" */
	long api_version;
	long overridden;		/* functions that are its own */
};

struct layer_probe {
	const struct settings *settings;
	struct probed_layer *first;	/* nearest the driver */
	size_t count;
	struct child child;
};

/* Adds a layer on top, to be opened. */
void layer_probe_add(struct layer_probe *probe, const struct candidate *candidate,
		     struct arena *arena);

/*
 * Opens them all in one child, LIMIT seconds at most. They get neither options of layers.conf nor
 * variables OPENCL_*_FILE, so no shipped layer creates or empties a file.
 */
void layer_probe_run(struct layer_probe *probe, unsigned limit, struct arena *arena);

/* The same for all layers of SNAPSHOT that a program would open. */
void layer_probe_all(struct layer_probe *probe, const struct snapshot *snapshot, struct tool *tool);

/* The layer that was being opened when the child died; NULL: all are reported. */
const struct probed_layer *layer_probe_failing(const struct layer_probe *probe);

#endif
