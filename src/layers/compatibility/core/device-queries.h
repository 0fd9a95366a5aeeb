/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device-queries: newer queries of devices and platforms whose drivers refuse them. A driver that
 * answers is right. Where nothing can be said honestly, the query stays refused.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_CORE_DEVICE_QUERIES_H
#define CLROUTER_LAYERS_COMPATIBILITY_CORE_DEVICE_QUERIES_H

#include "layers/compatibility/feature.h"
#include "layers/compatibility/known-devices.h"

/* As the functions of struct feature. */
bool device_queries_answer(const struct known_device *device, cl_device_info param_name,
			   const struct query_answer *answer, cl_int *error);
bool device_queries_answer_platform(cl_platform_id platform, cl_platform_info param_name,
				    const struct query_answer *answer, cl_int *error);

/* Does the driver of DEVICE answer all queries of OpenCL 3.0? */
bool device_queries_are_complete(const struct known_device *device);

#endif
