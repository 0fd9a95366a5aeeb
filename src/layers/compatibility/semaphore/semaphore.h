/* SPDX-License-Identifier: Apache-2.0 */
/*
 * semaphore: cl_khr_semaphore with binary semaphores, for use within the process. A signal and a
 * wait are commands of the driver that events tie together.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_SEMAPHORE_SEMAPHORE_H
#define CLROUTER_LAYERS_COMPATIBILITY_SEMAPHORE_SEMAPHORE_H

#include "layers/compatibility/feature.h"

extern const struct feature semaphore_feature;

#endif
