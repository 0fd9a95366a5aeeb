/* SPDX-License-Identifier: Apache-2.0 */
/*
 * registry: the accepted platforms in their final order, for calls without a handle: the list of
 * platforms, the default platform, extension functions. It does not know how they got there.
 *
 * Only the thread that initialises the loader writes it. Afterwards it is read-only, any thread
 * may read it, and it is never freed, because a call may still read it while the process ends.
 * The first REGISTRY_SIZE platforms are in static storage. Further platforms and long suffixes
 * are in the arena, which is then kept, and the loader with it.
 */
#ifndef CLROUTER_DRIVER_REGISTRY_H
#define CLROUTER_DRIVER_REGISTRY_H

#include <stdbool.h>
#include <stddef.h>

#include "api/api.h"
#include "base/arena.h"

#define REGISTRY_SIZE 64		/* platforms */
#define REGISTRY_SUFFIX_SIZE 16		/* bytes, including the terminator */

typedef void *CL_API_CALL registry_get_address(const char *name);

struct registry_platform {
	cl_platform_id handle;
	registry_get_address *get_address;	/* the driver's own */
	const char *suffix;		/* of its extension functions; may be empty */
	const void *bounded_table;	/* the driver's table if its length is limited, else NULL */
	unsigned table_length;		/* slots of bounded_table */
	char short_suffix[REGISTRY_SUFFIX_SIZE];	/* storage for the suffix if it fits */
};

struct registry {
	struct registry_platform *platforms;
	size_t count;
	cl_platform_id default_platform;	/* which NULL stands for; NULL: there is none */
	bool needs_arena;			/* a platform or suffix is in the arena */
	bool has_bounded_tables;		/* a platform has a bounded_table */
	size_t capacity;			/* of `platforms` */
	struct arena *arena;
	struct registry_platform fixed[REGISTRY_SIZE];
};

/* Makes the registry empty. ARENA must live as long as the registry if needs_arena becomes true. */
void registry_init(struct registry *registry, struct arena *arena);

/*
 * Appends a platform; the first one becomes the default platform. Returns NULL if an allocation
 * failed. SUFFIX is copied if it fits REGISTRY_SUFFIX_SIZE; a longer one must be in the arena.
 */
struct registry_platform *registry_add(struct registry *registry, cl_platform_id handle,
				       registry_get_address *get_address, const char *suffix);

/*
 * Removes all platforms, so that they can be added again in another order. They are added twice
 * because a driver that calls the loader while it is started must see the platforms that were
 * accepted before, and the final order is known only after all drivers are started.
 */
void registry_clear(struct registry *registry);

/*
 * The address of the extension function NAME. The drivers whose suffix NAME ends with are asked
 * in the order of their platforms, until one returns an address; NULL if none does.
 */
void *registry_find_function(const struct registry *registry, const char *name);

/* Limits TABLE, the dispatch table of the driver of PLATFORM, to its first LENGTH slots. */
void registry_set_length(struct registry *registry, struct registry_platform *platform,
			 const void *table, unsigned length);

/* The number of slots that may be read in a driver's table: API_SLOTS unless it is limited. */
unsigned registry_table_length(const struct registry *registry, const void *table);

#endif
