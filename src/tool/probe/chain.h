/* SPDX-License-Identifier: Apache-2.0 */
/*
 * chain: opens layers in a child process, over a bottom without drivers, and
 * keeps what became of them. Judges nothing.
 */
#ifndef CLROUTER_TOOL_PROBE_CHAIN_H
#define CLROUTER_TOOL_PROBE_CHAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "config/settings.h"
#include "discover/entry.h"
#include "tool/probe/child.h"

/* One layer that was to be opened. */
struct chain_layer {
	struct chain_layer *next;	/* towards the application */
	const struct entry *entry;
	struct verdict verdict;
	bool is_told;			/* the child got so far */
	const char *name;		/* what it calls itself; NULL: nothing */
	const char *generation;		/* "1.0.1" */
	long api_version;
	long overridden;		/* functions that are its own */
};

struct chain {
	const struct settings *settings;
	struct chain_layer *first;	/* nearest the driver */
	size_t count;
	struct child child;
};

/* Adds a layer on top, to be opened. */
void chain_add(struct chain *chain, const struct entry *entry, struct arena *arena);

/* Opens them all in one child. */
void chain_open(struct chain *chain, unsigned limit, struct arena *arena);

/* The layer that was being opened when the child died; NULL: it told of all. */
const struct chain_layer *chain_culprit(const struct chain *chain);

#endif
