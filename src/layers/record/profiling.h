/* SPDX-License-Identifier: Apache-2.0 */
/*
 * profiling: can queues of a device have profiling that the program did not ask for, so that the
 * program does the same as without, and nearly as fast?
 */
#ifndef CLROUTER_LAYERS_RECORD_PROFILING_H
#define CLROUTER_LAYERS_RECORD_PROFILING_H

#include <stdbool.h>

#include <clrouter/layer.h>

#include "record/record-format.h"

/*
 * RECORD_PROFILING_SAMPLED, or the reason why not. HAS_COMMAND_BUFFERS: the program makes command
 * buffers. Any thread may call this.
 */
enum record_profiling profiling_of_device(cl_device_id device, bool has_command_buffers);

#endif
