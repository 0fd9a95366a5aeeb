/* SPDX-License-Identifier: Apache-2.0 */
/* device-use: see device-use.h. */
#include "tool/probe/driver/device-use.h"

#include <stdlib.h>
#include <string.h>

#include "discover/policy.h"
#include "driver/driver.h"
#include "opencl/build-log.h"
#include "tool/output/excerpt.h"
#include "tool/output/format.h"
#include "tool/probe/driver/device-index.h"
#include "tool/probe/driver/driver-probe.h"
#include "tool/probe/driver/report.h"

#define MOST_LOG 16777216	/* bytes of a build log */

bool device_use_succeeded(const struct device_use *use, const char *function, cl_int code)
{
	if (code != CL_SUCCESS)
		report_put(use->report, DEVICE_USE_FAILED,
			   format_into(use->arena, "%s returned %s", function,
				       format_error(code, use->arena)));
	return code == CL_SUCCESS;
}

bool device_use_made(const struct device_use *use, const char *function, const void *object,
		     cl_int code)
{
	if (!device_use_succeeded(use, function, code))
		return false;
	if (!object)
		report_put(use->report, DEVICE_USE_FAILED,
			   format_into(use->arena, "%s returned NULL without an error", function));
	return object != NULL;
}

bool device_use_lacks(const struct device_use *use, const char *function)
{
	report_put(use->report, DEVICE_USE_FAILED,
		   format_into(use->arena, "the driver has no %s", function));
	return false;
}

bool device_use_flag(const struct device_use *use, cl_device_info name, bool usual)
{
	cl_bool flag = CL_FALSE;

	if (use->table->clGetDeviceInfo(use->device, name, sizeof(flag), &flag, NULL) != CL_SUCCESS)
		return usual;
	return flag != CL_FALSE;
}

bool device_use_is_custom(const struct device_use *use)
{
	cl_device_type type = 0;

	use->table->clGetDeviceInfo(use->device, CL_DEVICE_TYPE, sizeof(type), &type, NULL);
	return (type & CL_DEVICE_TYPE_CUSTOM) != 0;
}

bool device_use_has_host_order(const struct device_use *use)
{
	const bool is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

	return device_use_flag(use, CL_DEVICE_ENDIAN_LITTLE, is_little) == is_little;
}

static bool find(struct device_use *use, const struct candidate *candidate,
		 const struct settings *settings, size_t platform, size_t device)
{
	static struct table_pool tables;	/* drivers keep pointers to both */
	static struct driver_list list;
	struct device_index index = { .first = NULL };
	const struct driver *driver;
	struct origin by;
	struct policy policy;

	driver_list_init(&list, &tables, use->arena);
	use->candidate = *candidate;
	policy = policy_of_candidate(settings, &use->candidate, &by);
	driver = driver_open(&list, &use->candidate, &policy);
	if (!driver || driver->count <= platform)
		return false;
	use->table = driver_probe_table(&driver->platforms[platform]);
	if (!use->table)
		return false;
	use->platform = driver->platforms[platform].handle;
	device_index_add(&index, use->platform, use->table, use->arena);
	LIST_EACH(const struct device_place, place, index.first)
		if (place->platform_index == device)
			use->device = place->id;
	return use->device != NULL;
}

bool device_use_find(struct device_use *use, const struct candidate *candidate,
		     const struct settings *settings, size_t platform, size_t device)
{
	const bool is_found = find(use, candidate, settings, platform, device);

	if (!is_found)
		report_put(use->report, DEVICE_USE_FAILED,
			   "the driver does not list the device a second time");
	return is_found;
}

bool device_use_open(struct device_use *use)
{
	const cl_context_properties properties[] = {
		CL_CONTEXT_PLATFORM, (cl_context_properties)use->platform, 0
	};
	const struct api_table *table = use->table;
	cl_int code = CL_SUCCESS;

	use->context = table->clCreateContext(properties, 1, &use->device, NULL, NULL, &code);
	if (!device_use_made(use, "clCreateContext", use->context, code))
		return false;
	/* With profiling the device says how long a command took. It is of no other use. */
	use->queue = table->clCreateCommandQueue(use->context, use->device,
						 CL_QUEUE_PROFILING_ENABLE, &code);
	if (!use->queue || code != CL_SUCCESS)
		use->queue = table->clCreateCommandQueue(use->context, use->device, 0, &code);
	return device_use_made(use, "clCreateCommandQueue", use->queue, code);
}

void device_use_put_log_text(const struct device_use *use, const char *log)
{
	struct build_log_line line;

	if (build_log_find(log, strlen(log), &line))
		report_put(use->report, DEVICE_USE_LOG,
			   excerpt_of_line(line.text, line.length, 0, use->arena));
}

void device_use_put_log(const struct device_use *use, cl_program program)
{
	const struct api_table *table = use->table;
	size_t size = 0;
	char *log;

	if (table->clGetProgramBuildInfo(program, use->device, CL_PROGRAM_BUILD_LOG, 0, NULL,
					 &size) != CL_SUCCESS || size > MOST_LOG)
		return;
	log = calloc(1, size + 1);
	if (log && table->clGetProgramBuildInfo(program, use->device, CL_PROGRAM_BUILD_LOG, size, log,
						NULL) == CL_SUCCESS)
		device_use_put_log_text(use, log);
	free(log);
}
