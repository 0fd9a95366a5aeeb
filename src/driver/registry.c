/* SPDX-License-Identifier: Apache-2.0 */
/* registry: see registry.h. */
#include "driver/registry.h"

#include <string.h>

#include "base/text.h"

void registry_init(struct registry *registry, struct arena *arena)
{
	registry->arena = arena;
	registry->platforms = registry->fixed;
	registry->capacity = REGISTRY_SIZE;
	registry_clear(registry);
}

void registry_clear(struct registry *registry)
{
	registry->count = 0;
	registry->default_platform = NULL;
}

/*
 * Makes sure that another platform fits. The old array is not changed: a call that the driver
 * makes while it is started may be reading it.
 */
static bool make_space(struct registry *registry)
{
	struct registry_platform *platforms;

	if (registry->count < registry->capacity)
		return true;
	platforms = arena_alloc(registry->arena,
				registry->capacity * 2 * sizeof(*platforms));
	if (!platforms)
		return false;
	memcpy(platforms, registry->platforms, registry->count * sizeof(*platforms));
	registry->platforms = platforms;
	registry->capacity *= 2;
	registry->needs_arena = true;
	return true;
}

bool registry_add(struct registry *registry, cl_platform_id handle,
		  const struct own_functions *own, const char *suffix)
{
	const size_t size = strlen(suffix) + 1;
	struct registry_platform *added;

	if (!make_space(registry))
		return false;
	added = &registry->platforms[registry->count];
	added->handle = handle;
	added->own = *own;
	if (size <= REGISTRY_SUFFIX_SIZE) {
		added->suffix = memcpy(added->short_suffix, suffix, size);
	} else {
		added->suffix = suffix;
		registry->needs_arena = true;
	}
	if (registry->count++ == 0)
		registry->default_platform = handle;
	return true;
}

void *registry_find_function(const struct registry *registry, const char *name)
{
	for (size_t i = 0; i < registry->count; i++) {
		const struct registry_platform *platform = &registry->platforms[i];
		void *address = NULL;

		if (*platform->suffix && text_has_suffix(name, platform->suffix))
			address = own_functions_choose(&platform->own, name,
						       platform->own.get(name));
		if (address)
			return address;
	}
	return NULL;
}

void *registry_choose_function(const struct registry *registry, cl_platform_id handle,
			       const char *name, void *address)
{
	for (size_t i = 0; i < registry->count; i++)
		if (registry->platforms[i].handle == handle)
			return own_functions_choose(&registry->platforms[i].own, name, address);
	return address;
}
