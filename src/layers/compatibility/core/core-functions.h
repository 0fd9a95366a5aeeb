/* SPDX-License-Identifier: Apache-2.0 */
/*
 * core-functions: the functions of the dispatch table that core.c has put in place, apart from
 * the functions of kernels.
 *
 * life: what the program makes, retains and releases with drivers older than OpenCL 3.0 is noted,
 * and the program's function is called when a context is gone (clSetContextDestructorCallback).
 *
 * create: functions that make objects with a list of properties, by means of those that OpenCL had
 * before. What these cannot do is refused with the code that the newer function has for it.
 *
 * object_queries: what objects are asked, and drivers older than the query do not know.
 *
 * refusals: what no layer can have right fails as OpenCL 3.0 has it for devices without the feature
 * (OpenCL API, appendix H). The driver's table, which may end before such a function, is not read.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_CORE_CORE_FUNCTIONS_H
#define CLROUTER_LAYERS_COMPATIBILITY_CORE_CORE_FUNCTIONS_H

#include <clrouter/layer.h>

/* For the layer's start. */
void core_life_start(struct clrouter_table *table);
void create_start(struct clrouter_table *table);
void object_queries_start(struct clrouter_table *table);
void refusals_start(struct clrouter_table *table);

/* clCreateCommandQueueWithProperties for any driver. */
cl_command_queue create_queue_with(cl_context context, cl_device_id device,
				   const cl_queue_properties *properties, cl_int *errcode_ret);

#endif
