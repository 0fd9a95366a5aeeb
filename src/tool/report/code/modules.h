/* SPDX-License-Identifier: Apache-2.0 */
/*
 * modules: the programs and libraries that an address of a recorded process can be in. They are found
 * by address and time: after a library was closed, another one can have its addresses.
 */
#ifndef CLROUTER_TOOL_REPORT_CODE_MODULES_H
#define CLROUTER_TOOL_REPORT_CODE_MODULES_H

#include <stdbool.h>

#include "base/arena.h"
#include "record/record-format.h"

struct source_file;

struct module {
	uint64_t begin;		/* its first address ... */
	uint64_t size;		/* ... of so many */
	uint64_t base;		/* an address less this is what the file has in its place */
	uint64_t time;		/* ns, CLOCK_MONOTONIC: when it was seen */
	const char *path;
	bool is_between;	/* a layer, or libOpenCL */
	size_t id_size;		/* bytes of the build-id; 0: it has none */
	uint8_t id[RECORD_MODULE_ID];
	struct source_file *file; /* what source.h keeps of it; NULL: nothing yet */
};

/* All zero: none. */
struct modules {
	struct module **list;
	size_t count;
};

/*
 * Adds what RECORD says, of type RECORD_MODULE; nothing if it is too short, or if there are more than
 * any program has. Texts are kept in ARENA.
 * Returns false if there is no memory.
 */
bool modules_add(struct modules *modules, const struct record *record, struct arena *arena);

/* The last module with ADDRESS that was seen before TIME; the first one if all were later; or NULL. */
struct module *modules_find(const struct modules *modules, uint64_t address, uint64_t time);

void modules_done(struct modules *modules);

#endif
