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
#include "driver/own-functions.h"

#define REGISTRY_SIZE 64		/* platforms */
#define REGISTRY_SUFFIX_SIZE 16		/* bytes, including the terminator */

struct registry_platform {
	cl_platform_id handle;
	struct own_functions own;	/* the driver's; `get` is not NULL */
	const char *suffix;		/* of its extension functions; may be empty */
	char short_suffix[REGISTRY_SUFFIX_SIZE];	/* storage for the suffix if it fits */
};

struct registry {
	struct registry_platform *platforms;
	size_t count;
	cl_platform_id default_platform;	/* which NULL stands for; NULL: there is none */
	bool needs_arena;			/* a platform or suffix is in the arena */
	size_t capacity;			/* of `platforms` */
	struct arena *arena;
	struct registry_platform fixed[REGISTRY_SIZE];
};

/* Makes the registry empty. ARENA must live as long as the registry if needs_arena becomes true. */
void registry_init(struct registry *registry, struct arena *arena);

/*
 * Appends a platform; the first one becomes the default platform. Returns false if an allocation
 * failed. SUFFIX is copied if it fits REGISTRY_SUFFIX_SIZE; a longer one must be in the arena.
 */
bool registry_add(struct registry *registry, cl_platform_id handle,
		  const struct own_functions *own, const char *suffix);

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

/*
 * What the program gets for NAME if the driver of the platform HANDLE gave ADDRESS: see
 * own_functions_choose(). ADDRESS itself if HANDLE is no platform of the registry.
 */
void *registry_choose_function(const struct registry *registry, cl_platform_id handle,
			       const char *name, void *address);

#endif
