/* SPDX-License-Identifier: Apache-2.0 */
/*
 * queries: see queries.h.
 */
#include "layers/compatibility/queries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/compatibility/answer.h"
#include "layers/compatibility/extensions.h"
#include "layers/compatibility/feature-settings.h"
#include "layers/compatibility/hidden-versions.h"
#include "layers/compatibility/known-devices.h"
#include "layers/compatibility/versioning.h"
#include "layers/compatibility/wrap.h"
#include "layers/frame/ask.h"
#include "layers/frame/auto-free.h"
#include "opencl/version.h"

/* -- versions -------------------------------------------------------------------------- */

/* TEXT is "PREFIX 3.0 REST": answers the same with VERSION, if that is lower. */
static cl_int answer_version(const char *text, const char *prefix, cl_version version,
			     const struct query_answer *answer)
{
	const size_t size = strlen(text) + 32;
	char *changed AUTO_FREE = NULL;
	cl_version found;
	const char *rest = version_read(text, prefix, 2, &found);

	if (!rest || found <= version)
		return answer_text(answer, text);
	changed = calloc(1, size);
	if (!changed)
		return CL_OUT_OF_HOST_MEMORY;
	snprintf(changed, size, "%s %u.%u%s", prefix, CL_VERSION_MAJOR(version),
		 CL_VERSION_MINOR(version), rest);
	return answer_text(answer, changed);
}

/* A driver for OpenCL 2.1 and 2.2 has OpenCL C 2.0. */
static cl_version language_of(cl_version version)
{
	return version > CL_MAKE_VERSION(2, 0, 0) && version < CL_MAKE_VERSION(3, 0, 0)
		       ? CL_MAKE_VERSION(2, 0, 0)
		       : version;
}

static cl_int lower_device_text(const struct known_device *device, cl_device_info param_name,
				const struct query_answer *answer)
{
	const bool is_language = param_name == CL_DEVICE_OPENCL_C_VERSION;
	cl_int error;
	char *text AUTO_FREE = ask_device(device->id, param_name, NULL, &error);

	if (!text)
		return error;
	return answer_version(text, is_language ? "OpenCL C" : "OpenCL",
			      is_language ? language_of(device->shown) : device->shown, answer);
}

/* -- devices --------------------------------------------------------------------------- */

/* Does FEATURE answer? */
static bool ask_features(const struct known_device *device, cl_device_info param_name,
			 const struct query_answer *answer, cl_int *error)
{
	const struct feature *feature;

	for (size_t i = 0; (feature = devices_feature(i)); i++)
		if ((device->emulated & FEATURE_BIT(feature->id)) && feature->device_info &&
		    feature->device_info(device, param_name, answer, error))
			return true;
	return false;
}

/* What the features say, or else the driver. */
static cl_int answer_device(const struct known_device *device, cl_device_info param_name,
			    const struct query_answer *answer)
{
	cl_int error;

	if (ask_features(device, param_name, answer, &error))
		return error;
	return clrouter_target.clGetDeviceInfo(device->id, param_name, answer->size, answer->value,
					       answer->size_ret);
}

/* Without the languages that are hidden. */
static cl_int lower_languages(const struct known_device *device, const struct query_answer *answer)
{
	struct query_answer all = { 0, NULL, &all.size };
	cl_name_version *list AUTO_FREE = NULL;
	size_t count = 0;
	cl_int error = answer_device(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, &all);

	if (error != CL_SUCCESS)
		return error;
	list = calloc(1, all.size + 1);
	if (!list)
		return CL_OUT_OF_HOST_MEMORY;
	all.value = list;
	all.size_ret = NULL;
	error = answer_device(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, &all);
	if (error != CL_SUCCESS)
		return error;
	for (size_t i = 0; i < all.size / sizeof(*list); i++)
		if (list[i].version <= language_of(device->shown))
			list[count++] = list[i];
	return answer_bytes(answer, list, count * sizeof(*list));
}

static cl_int lower_language(const struct known_device *device, const struct query_answer *answer)
{
	cl_version version = 0;
	const struct query_answer own = { sizeof(version), &version, NULL };
	const cl_int error = answer_device(device, VERSIONING_C_NUMERIC, &own);

	if (error != CL_SUCCESS)
		return error;
	if (version > language_of(device->shown))
		version = language_of(device->shown);
	return answer_value(answer, version);
}

/* For a device of which a version is hidden. False: the query is about no version. */
static bool lower_device_info(const struct known_device *device, cl_device_info param_name,
			      const struct query_answer *answer, cl_int *error)
{
	switch (param_name) {
	case CL_DEVICE_VERSION:
	case CL_DEVICE_OPENCL_C_VERSION:
		*error = lower_device_text(device, param_name, answer);
		return true;
	case CL_DEVICE_NUMERIC_VERSION:
		*error = answer_value(answer, device->shown);
		return true;
	case VERSIONING_C_NUMERIC:
		*error = lower_language(device, answer);
		return true;
	case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
		*error = lower_languages(device, answer);
		return true;
	default:
		return false;
	}
}

WRAP(clGetDeviceInfo)
{
	const struct query_answer answer = { param_value_size, param_value, param_value_size_ret };
	const struct known_device *found = devices_find(device);
	struct known_device asked;
	cl_int error;

	if (!found)
		return PASS_ON(clGetDeviceInfo);
	/* A sub-device gets what its parent gets. What the driver is asked, it is asked of that. */
	asked = *found;
	asked.id = device;
	if (hidden_device_info(&asked, param_name))
		return CL_INVALID_VALUE;
	if (param_name == CL_DEVICE_EXTENSIONS)
		return extensions_of_device(&asked, false, &answer);
	if (param_name == CL_DEVICE_EXTENSIONS_WITH_VERSION &&
	    (asked.shown >= CL_MAKE_VERSION(3, 0, 0) ||
	     (asked.emulated & FEATURE_BIT(FEATURE_VERSIONING)) ||
	     devices_has(&asked, "cl_khr_extended_versioning")))
		return extensions_of_device(&asked, true, &answer);
	if (asked.shown < asked.version && lower_device_info(&asked, param_name, &answer, &error))
		return error;
	return answer_device(&asked, param_name, &answer);
}

/* -- platforms ------------------------------------------------------------------------- */

static bool all_emulate(const struct known_device *const *devices, size_t count,
			enum feature_id feature)
{
	for (size_t i = 0; i < count; i++)
		if (!(devices[i]->emulated & FEATURE_BIT(feature)))
			return false;
	return count > 0;
}

static bool ask_platform_features(cl_platform_id platform, cl_platform_info param_name,
				  const struct query_answer *answer, cl_int *error)
{
	size_t count;
	const struct known_device **devices AUTO_FREE = devices_of_platform(platform, &count);
	const struct feature *feature;

	for (size_t i = 0; (feature = devices_feature(i)); i++)
		if (feature->platform_info && all_emulate(devices, count, feature->id) &&
		    feature->platform_info(platform, param_name, answer, error))
			return true;
	return false;
}

static cl_int lower_platform_version(cl_platform_id platform, const struct query_answer *answer)
{
	char text[256] = "";
	const cl_int error = clrouter_target.clGetPlatformInfo(
		platform, CL_PLATFORM_VERSION, sizeof(text) - 1, text, NULL);

	if (error != CL_SUCCESS)
		return error;
	return answer_version(text, "OpenCL", settings_highest(), answer);
}

/* The driver's own list may be longer than what the program has memory for. */
static cl_int answer_platform_list(cl_platform_id platform, const struct query_answer *answer)
{
	size_t size;
	const cl_int error = clrouter_target.clGetPlatformInfo(
		platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION, 0, NULL, &size);

	return error != CL_SUCCESS ? error : extensions_of_platform(platform, true, answer);
}

/* What every OpenCL has is passed on without a look at devices, which would wake them. */
static bool is_of_driver(cl_platform_info param_name)
{
	return param_name == CL_PLATFORM_PROFILE || param_name == CL_PLATFORM_NAME ||
	       param_name == CL_PLATFORM_VENDOR || param_name == 0x0920 /* the ICD's suffix */ ||
	       (param_name == CL_PLATFORM_VERSION && settings_highest() == 0);
}

WRAP(clGetPlatformInfo)
{
	const struct query_answer answer = { param_value_size, param_value, param_value_size_ret };
	cl_int error;

	if (is_of_driver(param_name))
		return PASS_ON(clGetPlatformInfo);
	if (hidden_platform_info(param_name))
		return CL_INVALID_VALUE;
	error = clrouter_target.clGetPlatformInfo(platform, CL_PLATFORM_PROFILE, 0, NULL, NULL);
	if (error != CL_SUCCESS)
		return error;
	if (param_name == CL_PLATFORM_VERSION)
		return lower_platform_version(platform, &answer);
	if (param_name == CL_PLATFORM_EXTENSIONS)
		return extensions_of_platform(platform, false, &answer);
	if (ask_platform_features(platform, param_name, &answer, &error))
		return error;
	if (param_name == CL_PLATFORM_EXTENSIONS_WITH_VERSION)
		return answer_platform_list(platform, &answer);
	error = PASS_ON(clGetPlatformInfo);
	if (error == CL_SUCCESS && param_name == CL_PLATFORM_NUMERIC_VERSION && param_value)
		hidden_lower(param_value);
	return error;
}

void queries_start(struct clrouter_table *table)
{
	table->clGetDeviceInfo = wrap_clGetDeviceInfo;
	table->clGetPlatformInfo = wrap_clGetPlatformInfo;
}
