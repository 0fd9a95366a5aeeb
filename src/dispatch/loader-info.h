/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loader-info: clGetICDLoaderInfoOCLICD, with which programs such as clinfo ask the loader for
 * its name and version. ocl-icd introduced the function. It is not exported; programs get its
 * address from clGetExtensionFunctionAddress.
 */
#ifndef CLROUTER_DISPATCH_LOADER_INFO_H
#define CLROUTER_DISPATCH_LOADER_INFO_H

#include <stddef.h>

#include "api/api.h"

enum loader_info {
	LOADER_INFO_OCL_VERSION = 1,	/* the newest OpenCL version whose functions are exported */
	LOADER_INFO_VERSION = 2,	/* the version of clrouter */
	LOADER_INFO_NAME = 3,
	LOADER_INFO_VENDOR = 4,
};

/*
 * Writes the text for PARAM_NAME (enum loader_info) to VALUE unless that is NULL, and its size in
 * bytes including the terminator to SIZE_RET unless that is NULL. Any thread may call it.
 *
 * Returns CL_SUCCESS, or CL_INVALID_VALUE if PARAM_NAME is not known, or if VALUE is not NULL and
 * VALUE_SIZE is too small.
 */
cl_int CL_API_CALL loader_info_get(cl_uint param_name, size_t value_size, void *value,
				   size_t *size_ret);

#endif
