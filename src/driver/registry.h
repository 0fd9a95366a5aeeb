/* SPDX-License-Identifier: Apache-2.0 */
/*
 * registry: the accepted platforms in their final order, as calls see them. It
 * does not know how they got there.
 *
 * Written by the initialising thread; read-only for everybody afterwards and
 * never taken down: a call may be in it while the process ends. The first
 * REGISTRY_SIZE platforms are in static storage. More of them, and long suffixes, are in the
 * arena: then it has to be kept, and the loader has to stay in memory.
 */
#ifndef CLROUTER_DRIVER_REGISTRY_H
#define CLROUTER_DRIVER_REGISTRY_H

#include <stdbool.h>
#include <stddef.h>

#include "api/api.h"
#include "base/arena.h"

#define REGISTRY_SIZE 64		/* platforms */
#define REGISTRY_SUFFIX_SIZE 16		/* bytes, with the terminator */

typedef void *CL_API_CALL registry_get_address(const char *name);

struct registry_platform {
	cl_platform_id handle;
	registry_get_address *get_address;	/* the library's */
	const char *suffix;		/* may be empty */
	const void *bounded_table;	/* bounded_table: the driver's table, else NULL */
	unsigned table_length;	/* slots of bounded_table */
	char short_suffix[REGISTRY_SUFFIX_SIZE];	/* storage for the suffix if it fits */
};

struct registry {
	struct registry_platform *platforms;
	size_t count;
	cl_platform_id default_platform;	/* stands for NULL; NULL: none does */
	bool needs_arena;			/* something is in the arena */
	bool has_bounded_tables;
	size_t capacity;
	struct arena *arena;
	struct registry_platform fixed[REGISTRY_SIZE];
};

/* Starts without platforms. */
void registry_init(struct registry *registry, struct arena *arena);

/*
 * Appends a platform with all its slots; NULL if there is no memory. SUFFIX is copied if it is
 * shorter than REGISTRY_SUFFIX_SIZE; a longer one has to be in the arena.
 */
struct registry_platform *registry_add(struct registry *registry, cl_platform_id handle,
				       registry_get_address *get_address, const char *suffix);

/*
 * Forgets the platforms, to be added again in another order. They are added twice because a
 * driver that calls back during the start must see those that were accepted before it, and the
 * final order is known only when all of them are.
 */
void registry_clear(struct registry *registry);

/*
 * The address that the driver whose suffix ends NAME gives for it, NULL if
 * none. Platforms are asked in their order.
 */
void *registry_find_function(const struct registry *registry, const char *name);

/* From now on only LENGTH slots may be read in the driver's table TABLE. */
void registry_set_length(struct registry *registry, struct registry_platform *platform,
			 const void *table, unsigned length);

/* How many slots may be read in a driver's table: all, or those of its guard. */
unsigned registry_table_length(const struct registry *registry, const void *table);

#endif
