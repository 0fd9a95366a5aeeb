/* SPDX-License-Identifier: Apache-2.0 */
/*
 * older-driver: see older-driver.h. Drivers that use one dispatch table for several platforms are
 * one driver; it has what one of these platforms has.
 */
#include "layers/compatibility/core/older-driver.h"

#include <stdlib.h>
#include <string.h>

#include "api/api-table.h"
#include "api/handle.h"
#include "base/text.h"
#include "layers/frame/ask.h"
#include "layers/frame/auto-free.h"

#define MOST_PLATFORMS 64

static struct old_driver {
	const void *table; /* the first word of its objects */
	cl_platform_id platform;
	bool lacks[CLROUTER_SLOTS];
} drivers[MOST_PLATFORMS];
static unsigned driver_count;
static bool any_lacks[CLROUTER_SLOTS];
static bool are_forced;

/* 1000 times the major version and the minor one, as table_length() wants it; 0: not known. */
static unsigned version_of(cl_platform_id platform)
{
	const cl_version version = ask_platform_version(platform);

	return 1000 * CL_VERSION_MAJOR(version) + CL_VERSION_MINOR(version);
}

/* Is SLOT the slot of an extension, which a driver may lack? */
static bool is_optional(unsigned slot)
{
	return slot == CLROUTER_SLOT_clGetKernelSubGroupInfoKHR;
}

/* The table of an ICD 2 driver has no functions, so only its version counts. */
static bool lacks(const struct api_table *table, unsigned length, unsigned slot)
{
	const bool has_slots = table && !table_has_first_tag(table);

	if (is_optional(slot))
		return false;
	return slot >= length || (has_slots && !((void *const *)table)[slot]);
}

static struct old_driver *find(const void *table)
{
	for (unsigned i = 0; i < driver_count; i++)
		if (drivers[i].table == table)
			return &drivers[i];
	return NULL;
}

static void look_at(cl_platform_id platform)
{
	const struct api_table *table = handle_driver_table(platform);
	const unsigned length = table_length(version_of(platform));
	struct old_driver *driver = find(table);
	const bool is_known = driver != NULL;

	if (!is_known) {
		driver = &drivers[driver_count++];
		driver->table = table;
		driver->platform = platform;
	}
	for (unsigned slot = 0; slot < CLROUTER_SLOTS; slot++)
		driver->lacks[slot] =
			(!is_known || driver->lacks[slot]) && lacks(table, length, slot);
}

void older_start(bool is_forced)
{
	cl_platform_id platforms[MOST_PLATFORMS];
	cl_uint count = 0;

	are_forced = is_forced;
	driver_count = 0;
	memset(any_lacks, 0, sizeof(any_lacks));
	if (clrouter_target.clGetPlatformIDs(MOST_PLATFORMS, platforms, &count) != CL_SUCCESS)
		return;
	for (cl_uint i = 0; i < count && i < MOST_PLATFORMS; i++)
		look_at(platforms[i]);
	for (unsigned i = 0; i < driver_count; i++)
		for (unsigned slot = 0; slot < CLROUTER_SLOTS; slot++)
			any_lacks[slot] |= drivers[i].lacks[slot];
}

bool older_any_really(unsigned slot)
{
	return any_lacks[slot];
}

bool older_lacks_really(const void *object, unsigned slot)
{
	const struct old_driver *driver;

	if (!object)
		return false;
	driver = find(handle_driver_table(object));
	return driver && driver->lacks[slot];
}

bool older_are_forced(void)
{
	return are_forced;
}

bool older_any(unsigned slot)
{
	return are_forced || any_lacks[slot];
}

bool older_lacks(const void *object, unsigned slot)
{
	return (are_forced && object) || older_lacks_really(object, slot);
}

void *older_extension(const void *object, const char *name)
{
	const struct old_driver *driver = find(handle_driver_table(object));

	if (!driver || !clrouter_target.clGetExtensionFunctionAddressForPlatform)
		return NULL;
	return clrouter_target.clGetExtensionFunctionAddressForPlatform(driver->platform, name);
}

static bool is_without(cl_platform_id platform, const char *name)
{
	const char *text AUTO_FREE = ask_platform(platform, CL_PLATFORM_EXTENSIONS, NULL, NULL);

	return !text || !text_has_word(text, name);
}

bool older_any_without(const char *name)
{
	for (unsigned i = 0; i < driver_count; i++)
		if (is_without(drivers[i].platform, name))
			return true;
	return false;
}
