/* SPDX-License-Identifier: Apache-2.0 */
/*
 * registry: the accepted platforms in their final order, as calls see them. It
 * does not know how they got there.
 *
 * Written by the initialising thread; read-only for everybody afterwards and
 * never taken down: a call may be in it while the process ends. The first
 * REGISTRY_SIZE platforms lie in static storage; beyond that, and for long
 * suffixes, the arena is used: then it has to be kept, and the loader to stay in
 * memory.
 */
#ifndef CLROUTER_REGISTRY_H
#define CLROUTER_REGISTRY_H

#include <stdbool.h>
#include <stddef.h>

#include "api.h"
#include "arena.h"

#define REGISTRY_SIZE 64		/* platforms */
#define REGISTRY_SUFFIX_SIZE 32		/* bytes, with the terminator */

struct registry_platform {
	cl_platform_id handle;
	void *(CL_API_CALL *get_address)(const char *name);	/* the library's */
	const char *suffix;		/* may be empty */
	const void *short_table;	/* guard_table: the driver's table, else NULL */
	unsigned table_length;		/* slots of short_table */
};

struct registry {
	struct registry_platform *platforms;
	size_t count;
	cl_platform_id default_platform;	/* stands for NULL: the first unless set; NULL: none */
	bool needs_arena;			/* something lies outside of this struct */
	size_t capacity;
	struct arena *arena;
	struct registry_platform fixed[REGISTRY_SIZE];
	char suffixes[REGISTRY_SIZE][REGISTRY_SUFFIX_SIZE];
};

/* Starts without platforms. */
void registry_init(struct registry *registry, struct arena *arena);

/*
 * Appends a copy of PLATFORM; false when there is no memory. A long suffix is
 * not copied: it lies in the arena.
 */
bool registry_add(struct registry *registry, const struct registry_platform *platform);

/* Forgets the platforms, to be added again in another order. */
void registry_clear(struct registry *registry);

/*
 * The address that the vendor whose suffix ends NAME gives for it, NULL if
 * none. Platforms are asked in their order.
 */
void *registry_find_function(const struct registry *registry, const char *name);

/* How many slots may be read in a driver's table: all, or those of its guard. */
unsigned registry_table_length(const struct registry *registry, const void *table);

#endif
