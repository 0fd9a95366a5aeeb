/* SPDX-License-Identifier: Apache-2.0 */
/*
 * features: what the layer provides: the newer functions and queries of OpenCL itself, the small
 * extensions that follow from them, repairs of what drivers list and then refuse (all in core/), and
 * the features that have folders of their own.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_FEATURES_H
#define CLROUTER_LAYERS_COMPATIBILITY_FEATURES_H

#include "layers/compatibility/feature.h"

extern const struct feature core;	   /* core/core.c */
extern const struct feature create_queue;  /* core/create-queue.c: cl_khr_create_command_queue */
extern const struct feature pci_info;	   /* core/pci-info.c: cl_khr_pci_bus_info */
extern const struct feature spirv_queries; /* core/spirv-queries.c: cl_khr_spirv_queries */
extern const struct feature local_size;	   /* core/local-size.c: cl_khr_suggested_local_work_size */
extern const struct feature repair;	   /* core/repair.c */
extern const struct feature command_buffer_feature;
extern const struct feature semaphore_feature; /* cl_khr_semaphore with binary ones, in the process */

/*
 * Newer queries of devices and platforms whose drivers refuse them, as the functions of struct feature. A
 * driver that answers is right. Where nothing can be said honestly, the query stays refused.
 */
bool device_queries_answer(const struct known_device *device, cl_device_info param_name,
			   const struct query_answer *answer, cl_int *error);
bool device_queries_answer_platform(cl_platform_id platform, cl_platform_info param_name,
				    const struct query_answer *answer, cl_int *error);

/* Does the driver of DEVICE answer all queries of OpenCL 3.0? */
bool device_queries_are_complete(const struct known_device *device);

/* The PCI address of DEVICE, from what its vendor has for it. As device_info of struct feature. */
bool pci_info_answer(const struct known_device *device, cl_device_info param_name,
		     const struct query_answer *answer, cl_int *error);

#endif
