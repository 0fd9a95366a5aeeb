/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-buffer: cl_khr_command_buffer with cl_khr_command_buffer_mutable_dispatch, for devices
 * whose drivers lack them. Commands are kept, and enqueued one by one whenever the program enqueues
 * the command buffer. That costs as much as if the program did it.
 *
 *	command-buffer --> buffer-, image-, kernel-commands --> buffers --> plan
 *	               --> update, info ------------------------'       '--> launch
 *	               --> replay ------------------------------'
 *	                      '--> own-events
 */
#ifndef CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_COMMAND_BUFFER_H
#define CLROUTER_LAYERS_COMPATIBILITY_COMMAND_BUFFER_COMMAND_BUFFER_H

#include "layers/compatibility/feature.h"

extern const struct feature command_buffer_feature;

#endif
