/* SPDX-License-Identifier: Apache-2.0 */
/* loader-info: see loader-info.h. */
#include "config.h"

#include "dispatch/loader-info.h"

#include <string.h>

cl_int CL_API_CALL loader_info_get(cl_uint param_name, size_t value_size, void *value,
				   size_t *size_ret)
{
	const char *text;
	size_t size;

	switch (param_name) {
	case LOADER_INFO_OCL_VERSION:
		text = "OpenCL 3.1";
		break;
	case LOADER_INFO_VERSION:
		text = PACKAGE_VERSION;
		break;
	case LOADER_INFO_NAME:
	case LOADER_INFO_VENDOR:
		text = "clrouter";
		break;
	default:
		return CL_INVALID_VALUE;
	}
	size = strlen(text) + 1;
	if (value && value_size < size)
		return CL_INVALID_VALUE;
	if (value)
		memcpy(value, text, size);
	if (size_ret)
		*size_ret = size;
	return CL_SUCCESS;
}
