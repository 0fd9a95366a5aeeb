/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loader-info: clGetICDLoaderInfoOCLICD, by which programs (clinfo) ask which
 * loader they run on. Reached through clGetExtensionFunctionAddress only.
 */
#ifndef CLROUTER_DISPATCH_LOADER_INFO_H
#define CLROUTER_DISPATCH_LOADER_INFO_H

#include <stddef.h>

#include "api/api.h"

enum loader_info {
	LOADER_INFO_OCL_VERSION = 1,
	LOADER_INFO_VERSION = 2,
	LOADER_INFO_NAME = 3,
	LOADER_INFO_VENDOR = 4,
};

/*
 * Writes the text that PARAM_NAME asks for, terminated, to VALUE (if not NULL)
 * and its size in bytes to SIZE_RET (if not NULL). CL_INVALID_VALUE for another
 * name, or a VALUE_SIZE too small. Safe from any thread.
 */
cl_int CL_API_CALL loader_info_get(cl_uint param_name, size_t value_size, void *value,
				   size_t *size_ret);

#endif
