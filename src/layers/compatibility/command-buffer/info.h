/* SPDX-License-Identifier: Apache-2.0 */
/*
 * info: what queries say of emulated command buffers, of their commands, and of devices that have
 * them. Keeps no state.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_INFO_H
#define CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_INFO_H

#include "layers/compatibility/feature.h"

/* As struct feature has it. */
bool info_of_device(const struct device *device, cl_device_info param_name,
		    const struct answer *answer, cl_int *error);

/* For the start of the feature. */
void info_start(void);

#endif
