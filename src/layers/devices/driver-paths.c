/* SPDX-License-Identifier: Apache-2.0 */
/*
 * driver-paths: see driver-paths.h. The names are in static storage, which is never freed: other threads
 * may still be in a call while the process ends. A driver whose names do not fit has none.
 */
#include "layers/devices/driver-paths.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/common/system.h"

#define DRIVERS 64
#define PATH_SIZE 512		/* bytes, with the terminator */

static struct listed_driver {
	cl_platform_id platform;
	char paths[2][PATH_SIZE];	/* the .icd file and the library; empty: not known */
} drivers[DRIVERS];
static cl_uint count;

/* The libraries of other loaders' drivers, in the order in which they were asked for. */
static struct {
	atomic_bool is_known;
	cl_platform_id platform;
	char path[PATH_SIZE];
} asked[DRIVERS];
static atomic_uint asked_count;

static void copy_path(char *path, const char *text)
{
	const size_t size = text ? strlen(text) + 1 : 0;

	path[0] = '\0';
	if (size > 0 && size <= PATH_SIZE)
		memcpy(path, text, size);
}

void devices_drivers_read(void)
{
	clGetPlatformDriverCLROUTER_t *get = (clGetPlatformDriverCLROUTER_t *)
		clrouter_layer_service("clGetPlatformDriverCLROUTER");
	cl_platform_id platforms[DRIVERS];
	cl_uint found = 0;

	for (unsigned i = 0; i < DRIVERS; i++)
		atomic_store(&asked[i].is_known, false);
	atomic_store(&asked_count, 0);
	if (!get ||
	    clrouter_target.clGetPlatformIDs(DRIVERS, platforms, &found) != CL_SUCCESS)
		found = 0;
	/* If the layer is started again, threads may be in calls: it is never above DRIVERS. */
	count = found < DRIVERS ? found : DRIVERS;
	for (cl_uint i = 0; i < count; i++) {
		drivers[i].platform = platforms[i];
		for (cl_uint path = 0; path < 2; path++)
			copy_path(drivers[i].paths[path], get(platforms[i], path));
	}
}

static const char *find_path(cl_platform_id platform, unsigned path)
{
	for (cl_uint i = 0; i < count; i++)
		if (drivers[i].platform == platform && drivers[i].paths[path][0] != '\0')
			return drivers[i].paths[path];
	return NULL;
}

static const char *find_asked(cl_platform_id platform)
{
	for (unsigned i = 0; i < DRIVERS; i++)
		if (atomic_load(&asked[i].is_known) && asked[i].platform == platform)
			return asked[i].path;
	return NULL;
}

/*
 * An object of a driver starts with a pointer to the driver's table (cl_khr_icd). Two threads that
 * ask at once may both keep the answer.
 */
static const char *find_library(cl_platform_id platform)
{
	const char *known = find_asked(platform);
	const unsigned next = !known ? atomic_fetch_add(&asked_count, 1) : DRIVERS;
	const void *table;

	if (next >= DRIVERS)
		return known;
	memcpy(&table, (const void *)platform, sizeof(table));
	if (!system_library_of(table, asked[next].path, PATH_SIZE))
		return NULL;
	asked[next].platform = platform;
	atomic_store(&asked[next].is_known, true);
	return asked[next].path;
}

const char *devices_driver_file(cl_platform_id platform)
{
	return find_path(platform, 0);
}

const char *devices_driver_library(cl_platform_id platform)
{
	const char *library = find_path(platform, 1);

	return library || count > 0 ? library : find_library(platform);
}
