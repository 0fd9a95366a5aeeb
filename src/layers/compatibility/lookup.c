/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lookup: see lookup.h. What a program asks for is looked up among the functions that were added;
 * the list is written by the layer's start only.
 */
#include "layers/compatibility/lookup.h"

#include <stdatomic.h>
#include <string.h>

#include "layers/compatibility/emulation.h"
#include "layers/compatibility/feature-settings.h"
#include "layers/compatibility/known-devices.h"

#define MOST_PLATFORMS 64

static struct lookup *lookups;

/* Of each feature, the platforms whose devices all have it themselves: a bit for each index. */
static atomic_uint native[FEATURES];

/* The extension of each function, to find the functions of hidden extensions. */
#define EXTENSION_OF(id, text, extension, first, last, ret, give, args, ...) { text, extension },
#define EXTENSION_ROW(name) CLROUTER_EXTENSION_##name(EXTENSION_OF)
static const struct {
	const char *function;
	const char *extension;
} owners[] = { CLROUTER_EXTENSIONS(EXTENSION_ROW) };

static bool is_hidden(const char *name)
{
	bool is_known = false;

	for (size_t i = 0; settings_hide_any() && i < sizeof(owners) / sizeof(owners[0]); i++) {
		if (strcmp(owners[i].function, name) != 0)
			continue;
		if (!settings_hides(owners[i].extension))
			return false;
		is_known = true;
	}
	return is_known;
}

void lookup_add(struct lookup *lookup)
{
	lookup->next = lookups;
	lookups = lookup;
}

static struct lookup *find(const char *name)
{
	struct lookup *lookup = lookups;

	while (lookup && strcmp(lookup->extension->name, name) != 0)
		lookup = lookup->next;
	return lookup;
}

/* How the devices of a platform get a feature. */
struct feature_use {
	bool is_emulated; /* by at least one */
	bool is_native;	  /* not by at least one: it is the driver's there, if there is any */
	bool is_forced;
};

static const struct feature *feature_of(enum feature_id id)
{
	const struct feature *feature;

	for (size_t i = 0; (feature = devices_feature(i)); i++)
		if (feature->id == id)
			return feature;
	return NULL;
}

static struct feature_use use_of(cl_platform_id platform, enum feature_id id)
{
	const struct feature *feature = feature_of(id);
	struct feature_use use = { false, false, false };
	size_t count;
	const struct known_device **devices = devices_of_platform(platform, &count);

	for (size_t i = 0; devices && i < count; i++) {
		const struct settings_device which = { devices[i]->name, devices[i]->platform_name };

		if (devices[i]->emulated & FEATURE_BIT(id))
			use.is_emulated = true;
		else
			use.is_native = true;
		use.is_forced |= feature && settings_force(feature, &which);
	}
	free(devices);
	return use;
}

bool lookup_is_native(const struct clrouter_extension *extension, enum feature_id feature,
		      const void *driver)
{
	const unsigned bits = atomic_load_explicit(&native[feature], memory_order_relaxed);
	unsigned found = 0;

	for (unsigned i = 0; bits != 0 && i < CLROUTER_EXTENSION_PLATFORMS; i++)
		if (__atomic_load_n(&extension->drivers[i], __ATOMIC_ACQUIRE) == driver)
			found |= 1u << i;
	/* Platforms of one library can have one function. */
	return driver && found != 0 && (found & ~bits) == 0;
}

/* Can the program have handles of objects of FEATURE that another platform's devices got? */
static bool has_handles_of_others(enum feature_id feature)
{
	cl_uint count = 0;

	return (feature == FEATURE_COMMAND_BUFFER || feature == FEATURE_SEMAPHORE) &&
	       clrouter_target.clGetPlatformIDs(0, NULL, &count) == CL_SUCCESS && count > 1;
}

/* Is the wrapper given for ADDRESS, the function of a driver that lacks nothing? */
static bool is_guarded(const struct lookup *lookup, cl_platform_id platform, void *address)
{
	const unsigned index = clrouter_extension_index(platform);
	cl_version found;

	if (!address || index == CLROUTER_EXTENSION_PLATFORMS ||
	    !has_handles_of_others(lookup->feature) ||
	    !clrouter_extension_is_certain(lookup->extension, platform, &found) ||
	    !clrouter_extension_set(&lookup->extension->drivers[index], address))
		return false;
	atomic_fetch_or_explicit(&native[lookup->feature], 1u << index, memory_order_relaxed);
	return true;
}

/*
 * The function for LOOKUP of PLATFORM, which has emulated objects; its driver gives ADDRESS. That
 * gets the handles that are not emulated, if it has the prototype that the wrapper has. If all are
 * emulated, it gets none, not even wrong ones.
 */
static void *choose_emulated(const struct lookup *lookup, cl_platform_id platform, void *address,
			     const struct feature_use *use)
{
	const unsigned index = clrouter_extension_index(platform);
	cl_version found;

	if (lookup->needs_force && !address && !use->is_forced)
		return NULL;
	if (lookup->needs_native && (!address || !use->is_native))
		return NULL;
	if (index == CLROUTER_EXTENSION_PLATFORMS)
		return address;
	if (address && use->is_native &&
	    clrouter_extension_is_certain(lookup->extension, platform, &found))
		clrouter_extension_set(&lookup->extension->drivers[index], address);
	if (lookup->given)
		lookup->given();
	return lookup->extension->wrappers[index];
}

/* The function for NAME of PLATFORM, whose driver gives ADDRESS. */
static void *choose(cl_platform_id platform, const char *name, void *address)
{
	const struct lookup *lookup = find(name);
	struct feature_use use;

	if (!lookup)
		return address;
	use = use_of(platform, lookup->feature);
	if (use.is_emulated)
		return choose_emulated(lookup, platform, address, &use);
	return is_guarded(lookup, platform, address)
		       ? lookup->extension->wrappers[clrouter_extension_index(platform)]
		       : address;
}

WRAP(clGetExtensionFunctionAddressForPlatform)
{
	void *address;

	if (!func_name || !platform)
		return PASS_ON(clGetExtensionFunctionAddressForPlatform);
	if (strcmp(func_name, EMULATION_FUNCTION) == 0)
		return (void *)emulation_of_device;
	if (is_hidden(func_name))
		return NULL;
	address = PASS_ON(clGetExtensionFunctionAddressForPlatform);
	return choose(platform, func_name, address);
}

/* Without a platform: that whose driver gives the address, else the first one that gets it. */
WRAP(clGetExtensionFunctionAddress)
{
	void *address;
	const struct lookup *lookup = !func_name ? NULL : find(func_name);
	cl_platform_id platforms[MOST_PLATFORMS];
	cl_uint count = 0;

	if (func_name && strcmp(func_name, EMULATION_FUNCTION) == 0)
		return (void *)emulation_of_device;
	if (func_name && is_hidden(func_name))
		return NULL;
	address = PASS_ON(clGetExtensionFunctionAddress);
	if (!lookup ||
	    clrouter_target.clGetPlatformIDs(MOST_PLATFORMS, platforms, &count) != CL_SUCCESS)
		return address;
	for (cl_uint i = 0; i < count && i < MOST_PLATFORMS; i++) {
		void *own = clrouter_target.clGetExtensionFunctionAddressForPlatform(platforms[i],
										     func_name);

		if (address ? own == address
				    : devices_emulate_in_platform(platforms[i], lookup->feature))
			return choose(platforms[i], func_name, own);
	}
	return address;
}

void lookup_start(struct clrouter_table *table)
{
	lookups = NULL;
	for (size_t i = 0; i < FEATURES; i++)
		atomic_store(&native[i], 0);
	if (!clrouter_target.clGetExtensionFunctionAddressForPlatform)
		return;
	table->clGetExtensionFunctionAddressForPlatform =
		wrap_clGetExtensionFunctionAddressForPlatform;
	table->clGetExtensionFunctionAddress = wrap_clGetExtensionFunctionAddress;
}
