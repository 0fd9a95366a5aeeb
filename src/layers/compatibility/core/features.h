/* SPDX-License-Identifier: Apache-2.0 */
/*
 * features: what this folder provides: the newer functions and queries of OpenCL itself, the small
 * extensions that follow from them, and repairs of what drivers list and then refuse.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_CORE_FEATURES_H
#define CLROUTER_LAYERS_COMPATIBILITY_CORE_FEATURES_H

#include "layers/compatibility/feature.h"

extern const struct feature core;	   /* core.c */
extern const struct feature create_queue;  /* create-queue.c: cl_khr_create_command_queue */
extern const struct feature pci_info;	   /* pci-info.c: cl_khr_pci_bus_info */
extern const struct feature spirv_queries; /* spirv-queries.c: cl_khr_spirv_queries */
extern const struct feature local_size;	   /* local-size.c: cl_khr_suggested_local_work_size */
extern const struct feature repair;	   /* repair.c */

/* The PCI address of DEVICE, from what its vendor has for it. As device_info of struct feature. */
bool pci_info_answer(const struct known_device *device, cl_device_info param_name,
		     const struct query_answer *answer, cl_int *error);

#endif
