/* SPDX-License-Identifier: Apache-2.0 */
/*
 * handle: what the loader may look at in an OpenCL object, which is its first
 * word, and its second if the first leads to a table with the ICD 2 tag. The
 * same, in assembly: calls-asm.S.
 */
#ifndef CLROUTER_API_HANDLE_H
#define CLROUTER_API_HANDLE_H

#include "api/api.h"
#include "clrouter/icd.h"

/* The driver's own table. */
static inline const struct api_table *handle_driver_table(const void *handle)
{
	return *(const struct api_table *const *)handle;
}

/* The table to call through: the loader's for that platform in ICD 2. */
static inline const struct api_table *handle_table(const void *handle)
{
	const struct api_table *const *words = handle;

	if ((uintptr_t)words[0]->clGetPlatformIDs == CLROUTER_ICD2_TAG)
		return words[1];
	return words[0];
}

#endif
