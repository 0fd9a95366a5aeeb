/* SPDX-License-Identifier: Apache-2.0 */
/*
 * local-size: the local size that cl_khr_suggested_local_work_size names is the one that a launch
 * of the same kernel gets. For features that launch kernels themselves.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_CORE_LOCAL_SIZE_H
#define CLROUTER_LAYERS_COMPATIBILITY_CORE_LOCAL_SIZE_H

#include <stdbool.h>

#include <CL/cl.h>

/*
 * Stores in LOCAL the size that was suggested for exactly this launch, whose local size is NULL.
 * False: none was. Any thread may call.
 */
bool local_size_suggested(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
			  const size_t *offset, const size_t *global, size_t local[3]);

#endif
