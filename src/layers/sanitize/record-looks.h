/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-looks: when the records are looked at: after a call that has waited, before one that
 * releases the last reference to a queue or a context, and at the end.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_RECORD_LOOKS_H
#define CLROUTER_LAYERS_SANITIZE_RECORD_LOOKS_H

#include "opencl/call.h"

/* CALL releases the last reference to a queue or a context, and is about to be made. */
void record_looks_before_release(const struct call *call);

/* CALL has returned *RESULT; MOMENT is the shadows' moment when it began. Returns its error code.
 */
cl_int record_looks_after(const struct call *call, const void *result, uint64_t moment);

/* The process or the loader ends. */
void record_looks_at_end(void);

/* A kernel has ended the process: looks at records that can be read without a driver. */
void record_looks_in_crash(void);

#endif
