/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait-time: adds up how long the program waited in OpenCL, and how much CPU time its threads used
 * meanwhile: drivers may spin. Asking for CPU time is a system call, so only calls that wait do it.
 * Any thread may call the functions.
 */
#ifndef CLROUTER_LAYERS_RECORD_WAIT_TIME_H
#define CLROUTER_LAYERS_RECORD_WAIT_TIME_H

#include <stdbool.h>
#include <stdint.h>

#include "layers/record/file/call-records.h"

/* Before a call, after event_begin(); IS_WAIT: it waits. Returns what wait_time_end() wants. */
uint64_t wait_time_begin(const struct event_frame *frame, bool is_wait);

/*
 * After that call, which was one of the function SLOT with ARGUMENTS, as event_begin() has them;
 * HAS_WAITED: it was to wait, and the driver has accepted it.
 */
void wait_time_end(const struct event_frame *frame, bool has_waited, uint64_t begun,
		   unsigned int slot, const uint64_t *arguments);

#endif
