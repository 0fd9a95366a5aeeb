/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kept: the calls that made an object and set it up, copied with what their arguments point to:
 * with what it was created, the sources and options of a program, the values of a kernel's
 * arguments. They are a part of its facts (facts.h), and kept only of the kinds that the layer
 * wants them of.
 *
 * A program that was linked, or compiled with headers, has parts: what was kept of these programs
 * at that moment. They may be released or built again, and their parts still are what they were.
 *
 * Any thread may call these functions. They take the lock of this module, and no other.
 */
#ifndef CLROUTER_STATE_KEPT_H
#define CLROUTER_STATE_KEPT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "opencl/call.h"
#include "state/setup.h"

enum kept_sort {
	KEPT_MADE,    /* made the object; of an event, enqueued its command */
	KEPT_BUILT,   /* built or compiled the program last */
	KEPT_CONSTANT /* specialized the constant of a program last; one for each */
};

#define KEPT_CONSTANTS 4096 /* of a program; of more, none is kept */

struct kept;

/* The calls of one record; NULL: there are none. It stays when another object gets the record. */
typedef _Atomic(struct kept *) kept_calls;

/* For the layer's start: the lock of this module is taken over a fork. */
void kept_start(void);

/*
 * Copies CALL, in place of the one of SORT and INDEX that was kept; INDEX is the number of a constant,
 * else 0. If memory is short there is none afterwards.
 */
void kept_set(kept_calls *calls, enum kept_sort sort, size_t index, const struct call *call);

/* A copy of the call of SORT and INDEX; free() it. NULL: there is none, or no memory. */
struct call *kept_get(kept_calls *calls, enum kept_sort sort, size_t index);

/* Is there a call of SORT and INDEX? Then kept_get() fails only without memory. */
bool kept_has(kept_calls *calls, enum kept_sort sort, size_t index);

/*
 * A copy of the call of the constant that is at POSITION, in the order in which they were first set;
 * free() it. NULL: there is none there, or no memory.
 */
struct call *kept_get_constant(kept_calls *calls, size_t position);

/*
 * Argument INDEX of a kernel, or what clSetKernelExecInfo was given for a name, is VALUE from now on,
 * whose memory belongs to CALLS then.
 */
void kept_set_argument(kept_calls *calls, size_t index, const struct setup_value *value);
void kept_set_info(kept_calls *calls, const struct setup_value *value);

/*
 * A copy of what argument INDEX is set to, or of what is at POSITION, in the order in which names were
 * first given; free() it. NULL: nothing, or no memory.
 */
struct setup_value *kept_get_argument(kept_calls *calls, size_t index);
struct setup_value *kept_get_info(kept_calls *calls, size_t position);

/* Was memory short for what had to be kept? Then it is not known what there was. */
bool kept_has_lost(kept_calls *calls);

/* COPY gets the setup of the kernel of CALLS, and loses its own. */
void kept_copy_setup(kept_calls *copy, kept_calls *calls);

/*
 * The parts of CALLS are what is kept now of the COUNT programs at PARTS, which may be NULL. If
 * memory is short there are none.
 */
void kept_set_parts(kept_calls *calls, kept_calls *const *parts, size_t count);

/*
 * Part INDEX of CALLS, which does not change any more; NULL: it is not known. To be read like any
 * other, by a variable kept_calls that has this value. The caller gives it back.
 */
size_t kept_part_count(kept_calls *calls);
struct kept *kept_take_part(kept_calls *calls, size_t index);
void kept_give_back(struct kept *part);

/* Another object has got the record: frees them. */
void kept_forget(kept_calls *calls);

#endif
