/* SPDX-License-Identifier: Apache-2.0 */
/*
 * handle: reads the dispatch table of an OpenCL object (cl_khr_icd, "Inferring Vendors from
 * Function Call Arguments"). The loader reads no more of an object than its first word, which
 * points to the driver's table, and in ICD 2 its second word, which points to the loader's table
 * for the platform. src/loader/entry-points-x86_64.S does the same in assembly.
 *
 * HANDLE must be a valid object, not NULL. Both functions only read, so any thread may call them.
 */
#ifndef CLROUTER_API_HANDLE_H
#define CLROUTER_API_HANDLE_H

#include "api/api.h"
#include "clrouter/icd.h"

/* The driver's own table, which belongs to the driver. With ICD 2 it must not be called through. */
static inline const struct api_table *handle_driver_table(const void *handle)
{
	return *(const struct api_table *const *)handle;
}

/* The table to call through: with ICD 1 the driver's, with ICD 2 the loader's for the platform. */
static inline const struct api_table *handle_table(const void *handle)
{
	const struct api_table *const *words = handle;

	if ((uintptr_t)words[0]->clGetPlatformIDs == CLROUTER_ICD2_TAG)
		return words[1];
	return words[0];
}

#endif
