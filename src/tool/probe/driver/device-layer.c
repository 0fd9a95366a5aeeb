/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device-layer: see device-layer.h. The driver is called by the handles, as the loader does it.
 */
#include "tool/probe/driver/device-layer.h"

#include "base/array.h"
#include "base/os.h"
#include "dispatch/layer.h"
#include "dispatch/terminator-list.h"
#include "tool/output/format.h"
#include "tool/probe/driver/report.h"
#include "tool/probe/file/own-build.h"

static cl_platform_id only_platform;
static struct layer *only_layer;

/* There is no loader that knows the platforms. */
static cl_int CL_API_CALL list_platforms(cl_uint count, cl_platform_id *platforms, cl_uint *found)
{
	if (platforms && count > 0)
		platforms[0] = only_platform;
	if (found)
		*found = 1;
	return CL_SUCCESS;
}

/* Layers know the handles of platforms and devices that went through them. */
static void show_handles(const struct device_use *use)
{
	const cl_device_type types[] = { CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_CUSTOM };
	cl_platform_id platform = NULL;

	use->table->clGetPlatformIDs(1, &platform, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		cl_device_id *devices;
		cl_uint count = 0;

		if (use->table->clGetDeviceIDs(platform, types[i], 0, NULL, &count) != CL_SUCCESS)
			continue;
		devices = arena_alloc(use->arena, (size_t)count * sizeof(cl_device_id));
		if (devices && count > 0)
			use->table->clGetDeviceIDs(platform, types[i], count, devices, NULL);
	}
}

bool device_layer_add(struct device_use *use, const char *library)
{
	static struct api_table bottom;		/* layers keep pointers to these */
	static struct layer_chain layers;
	static struct candidate candidate;
	const struct layer_rules rules = {
		.directory = format_or(own_build_directory(use->arena), OS_SHIPPED_LAYER_DIR),
	};

	candidate = (struct candidate){ .library = library, .written = library };
	terminator_fill((void **)&bottom);
	only_platform = use->platform;
	bottom.clGetPlatformIDs = list_platforms;
	layer_chain_init(&layers, &bottom);
	only_layer = layer_open(&layers, &candidate, &rules, use->arena);
	if (only_layer) {
		use->table = layer_chain_table(&layers);
		show_handles(use);
		return true;
	}
	report_put(use->report, DEVICE_USE_FAILED,
		   format_into(use->arena, "the layer %s cannot be used: %s", library,
			       format_verdict(&candidate.verdict, use->arena)));
	return false;
}

void device_layer_end(void)
{
	layer_deinit(only_layer);
}
