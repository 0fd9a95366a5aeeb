/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stages: what validation.c does with each call besides checking its rules, and at the end, in files of
 * their own.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_STAGES_H
#define CLROUTER_LAYERS_VALIDATION_STAGES_H

#include <stdbool.h>

#include "opencl/call.h"

/*
 * In quick.c: a look at the calls that programs make most, which finds out faster than their rules do
 * that they are right. A line "quick" of rules.list has the rules that it knows; the others are checked
 * in any case. Does CALL certainly keep them? Takes no lock.
 */
bool quick_is_right(const struct call *call);

/*
 * In pending.c: an execution of a command buffer gets an event if the program takes none, so that the
 * rules about the next one know whether it has ended. Only if there is such a rule. The event belongs
 * to one call of one thread, and then to the recording (recording.h).
 *
 * CALL is about to be passed on; it has returned, and was given an event, which nobody else sees; what
 * it has done is noted.
 */
void pending_before(struct call *call);
void pending_hide(struct call *call, const void *result);
void pending_after(struct call *call, const void *result);

/*
 * In never-released.c: the objects that the program has not released when it ends, one finding for each
 * place where it made some; and events, which are performance hints. With the layer's lock held.
 */
void never_released_end(void);
void never_released_events(void);

#endif
