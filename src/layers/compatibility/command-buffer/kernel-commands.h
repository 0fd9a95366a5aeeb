/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel-commands: records kernels. Keeps no state.
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_KERNEL_COMMANDS_H
#define CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_KERNEL_COMMANDS_H

#include <stdbool.h>

#include <CL/cl.h>

/* What can be updated in a kernel command (CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR). */
cl_bitfield kernel_commands_fields(cl_device_id device);

/* For the start of the feature. */
void kernel_commands_start(void);

#endif
