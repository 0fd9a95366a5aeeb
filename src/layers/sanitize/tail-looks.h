/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-looks: when tails are read: after a call that has waited, the tails of launches that have ended;
 * before one that releases a context; and at the end. What is found is never written back, so a
 * second launch that writes the same there is not found.
 *
 * Any thread may call the functions, with no lock held.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_TAIL_LOOKS_H
#define CLROUTER_LAYERS_SANITIZE_TAIL_LOOKS_H

#include "layers/sanitize/tails.h"

/* The number of the last command in the queue of CALL, which is about to be made and may wait. */
size_t tail_looks_number(const struct call *call);

/*
 * CALL, which waits, has returned *RESULT; LAST: see above. IS_DEAD: the context of the device has
 * died, so it is not asked.
 */
void tail_looks_after(const struct call *call, size_t last, cl_int code);

/* CALL releases the last reference to a queue or a context, and is about to be made. */
void tail_looks_before_release(const struct call *call);

/* CALL is about to free shared memory: what used it must have ended. */
void tail_looks_before_free(const struct call *call);

/* The process or the loader ends. */
void tail_looks_at_end(void);

#endif
