/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kept: the calls that made an object and set it up, copied with what their arguments point to:
 * with what it was created, the sources and options of a program, the values of a kernel's
 * arguments. They are a part of its facts (facts.h), and kept only of the kinds that the layer
 * wants them of.
 *
 * Any thread may call these functions. They take the lock of this module, and no other.
 */
#ifndef CLROUTER_STATE_KEPT_H
#define CLROUTER_STATE_KEPT_H

#include <stdatomic.h>
#include <stddef.h>

#include "opencl/call.h"

enum kept_sort {
	KEPT_MADE,    /* made the object; of an event, enqueued its command */
	KEPT_BUILT,   /* built or compiled the program last */
	KEPT_ARGUMENT /* set the argument last; there is one for each */
};

struct kept;

/* The calls of one record; NULL: there are none. It stays when another object gets the record. */
typedef _Atomic(struct kept *) kept_calls;

/* For the layer's start: the lock of this module is taken over a fork. */
void kept_start(void);

/*
 * Copies CALL, in place of the one of SORT and INDEX that was kept; INDEX is that of an argument,
 * else 0. If memory is short there is none afterwards.
 */
void kept_set(kept_calls *calls, enum kept_sort sort, size_t index, const struct call *call);

/* A copy of the call of SORT and INDEX; free() it. NULL: there is none, or no memory. */
struct call *kept_get(kept_calls *calls, enum kept_sort sort, size_t index);

/* COPY gets the arguments of CALLS, and loses its own. */
void kept_copy_arguments(kept_calls *copy, kept_calls *calls);

/* Another object has got the record: frees them. */
void kept_forget(kept_calls *calls);

#endif
