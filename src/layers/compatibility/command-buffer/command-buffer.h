/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-buffer: cl_khr_command_buffer with cl_khr_command_buffer_mutable_dispatch, for devices
 * whose drivers lack them. Commands are kept, and enqueued one by one whenever the program enqueues
 * the command buffer. That costs as much as if the program did it.
 *
 *	command-buffer --> buffer-, image-, kernel-commands --> buffers --> plan
 *	               --> update, info ------------------------'       '--> launch
 *	               --> replay ------------------------------'
 *	                      '--> events
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_COMMAND_BUFFER_H
#define CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_COMMAND_BUFFER_H

#include "layers/compatibility/features.h"

/* For the start of the feature: each file gives its functions to lookup_add(). */
void buffer_commands_start(void);
void image_commands_start(void);
void kernel_commands_start(void);
void update_start(void);
void info_start(void);
void replay_start(void);

/* What can be updated in a kernel command (CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR). */
cl_bitfield kernel_commands_fields(cl_device_id device);

/* What queries of devices say, as struct feature has it. */
bool info_of_device(const struct known_device *device, cl_device_info param_name,
		    const struct query_answer *answer, cl_int *error);

#endif
