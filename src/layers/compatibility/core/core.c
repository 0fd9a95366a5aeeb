/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core: the functions and queries of OpenCL 2.0 to 3.1 for drivers of older versions, and for
 * drivers of 3.0 that lack some.
 *
 *	older-driver		which driver lacks which function
 *	device-queries		what devices and platforms are asked
 *	object-queries		what objects are asked ---> core-objects: what was made, and its properties
 *	create, core-life	what makes objects     ---'
 *	core-kernels		clCloneKernel          ---> kernel-arguments: what kernels were given
 *	refusals		what no layer can have right
 */
#include "base/common/line.h"
#include "layers/compatibility/core/core-functions.h"
#include "layers/compatibility/core/core-kernels.h"
#include "layers/compatibility/core/older-driver.h"
#include "layers/compatibility/feature-settings.h"
#include "layers/compatibility/features.h"
#include "layers/compatibility/known-devices.h"

/* Slots that drivers for OpenCL 3.0 have, apart from the slots of extensions. */
static bool has_all_functions(const void *object)
{
	for (unsigned slot = CLROUTER_SLOT_clCreateCommandQueueWithProperties;
	     slot <= OLDER_THAN_3_0; slot++)
		if (older_lacks_really(object, slot))
			return false;
	return true;
}

static bool is_native(const struct known_device *device)
{
	return device->version >= CL_MAKE_VERSION(3, 0, 0) && has_all_functions(device->id) &&
	       device_queries_are_complete(device);
}

static void describe(const struct known_device *device, struct line *line)
{
	const unsigned major = CL_VERSION_MAJOR(device->version);
	const unsigned minor = CL_VERSION_MINOR(device->version);

	if (device->version < CL_MAKE_VERSION(3, 0, 0))
		line_add(line, "what is newer than OpenCL %u.%u", major, minor);
	else if (is_native(device))
		line_add(line, "functions of OpenCL %u.%u", major, minor);
	else
		line_add(line, "what its OpenCL %u.%u lacks", major, minor);
}

static void start(struct clrouter_table *table)
{
	older_start(settings_force(&core, NULL));
	core_life_start(table);
	create_start(table);
	kernels_start_cloning(table);
	object_queries_start(table);
	refusals_start(table);
}

const struct feature core = {
	.id = FEATURE_CORE,
	.name = "core",
	.is_native = is_native,
	.describe = describe,
	.device_info = device_queries_answer,
	.platform_info = device_queries_answer_platform,
	.start = start,
};
