/* SPDX-License-Identifier: Apache-2.0 */
/*
 * versioning: see versioning.h. The queries have the numbers that OpenCL 3.0 gives them. What version
 * an extension or a built-in kernel of an old driver has is not known: it is 0.0.0.
 */
#include "layers/compatibility/versioning.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "layers/compatibility/extensions.h"
#include "layers/compatibility/known-devices.h"
#include "layers/frame/ask.h"
#include "layers/frame/auto-free.h"
#include "opencl/version.h"

static bool suits(const struct known_device *device)
{
	return device->version < CL_MAKE_VERSION(3, 0, 0);
}

/* The version in a text of DEVICE that starts with PREFIX; 0: there is none. */
static cl_version version_in_text(const struct known_device *device, cl_device_info param_name,
				  const char *prefix)
{
	char text[256] = "";
	cl_version version = 0;

	clrouter_target.clGetDeviceInfo(device->id, param_name, sizeof(text) - 1, text, NULL);
	version_read(text, prefix, 2, &version);
	return version;
}

static cl_int answer_c_version(const struct known_device *device, const struct query_answer *answer)
{
	const cl_version version =
		version_in_text(device, CL_DEVICE_OPENCL_C_VERSION, "OpenCL C");

	return answer_value(answer, version);
}

/* "SPIR-V_1.2 SPIR-V_1.0", of a driver with IL. */
size_t versioning_ils(const struct known_device *device, cl_name_version list[VERSIONING_ILS])
{
	char text[512] = "";
	const char *rest = text;
	size_t count = 0;

	clrouter_target.clGetDeviceInfo(device->id, CL_DEVICE_IL_VERSION, sizeof(text) - 1, text,
					NULL);
	memset(list, 0, VERSIONING_ILS * sizeof(*list));
	while (rest && count < VERSIONING_ILS) {
		size_t length;
		const char *word = text_next_element(&rest, ' ', &length);
		const size_t name = strcspn(word, "_ ");

		if (name >= length || name >= sizeof(list[count].name) ||
		    !version_read(word + name + 1, "", 2, &list[count].version))
			continue;
		memcpy(list[count++].name, word, name);
	}
	return count;
}

static cl_int answer_ils(const struct known_device *device, const struct query_answer *answer)
{
	cl_name_version list[VERSIONING_ILS];
	const size_t count = versioning_ils(device, list);

	return answer_bytes(answer, list, count * sizeof(*list));
}

/* Names with ";" between them. */
static cl_int answer_kernels(const struct known_device *device, const struct query_answer *answer)
{
	size_t size;
	size_t count = 0;
	cl_int error;
	char *text AUTO_FREE = ask_device(device->id, CL_DEVICE_BUILT_IN_KERNELS, &size, &error);
	cl_name_version *list AUTO_FREE = calloc(size / 2 + 1, sizeof(*list));
	const char *rest;

	if (error == CL_OUT_OF_HOST_MEMORY || !list)
		return CL_OUT_OF_HOST_MEMORY;
	for (rest = text; rest;) {
		size_t length;
		const char *word = text_next_element(&rest, ';', &length);

		if (length > 0 && length < sizeof(list->name))
			memcpy(list[count++].name, word, length);
	}
	return answer_bytes(answer, list, count * sizeof(*list));
}

static bool device_info(const struct known_device *device, cl_device_info param_name,
			const struct query_answer *answer, cl_int *error)
{
	switch (param_name) {
	case CL_DEVICE_NUMERIC_VERSION:
		*error = answer_value(answer, device->shown);
		return true;
	case VERSIONING_C_NUMERIC:
		*error = answer_c_version(device, answer);
		return true;
	case CL_DEVICE_ILS_WITH_VERSION:
		*error = answer_ils(device, answer);
		return true;
	case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
		*error = answer_kernels(device, answer);
		return true;
	default:
		return false;
	}
}

static bool platform_info(cl_platform_id platform, cl_platform_info param_name,
			  const struct query_answer *answer, cl_int *error)
{
	cl_version version;

	if (param_name == CL_PLATFORM_EXTENSIONS_WITH_VERSION) {
		*error = extensions_of_platform(platform, true, answer);
		return true;
	}
	if (param_name != CL_PLATFORM_NUMERIC_VERSION)
		return false;
	version = ask_platform_version(platform);
	*error = answer_value(answer, version);
	return true;
}

const struct feature versioning = {
	.id = FEATURE_VERSIONING,
	.name = "extended_versioning",
	.extensions = { { "cl_khr_extended_versioning", CL_MAKE_VERSION(1, 0, 0), 0 } },
	.suits = suits,
	.device_info = device_info,
	.platform_info = platform_info,
};
