/* SPDX-License-Identifier: Apache-2.0 */
/*
 * follow: see follow.h.
 */
#include "state/learn/follow.h"

#include "state/facts.h"
#include "state/life.h"
#include "state/track.h"

/* Functions with a callback: it may use the object after its last release. */
static bool has_callback[CLROUTER_ALL_SLOTS];

void follow_start(void)
{
	track_start();
	for (unsigned slot = 0; slot < CLROUTER_ALL_SLOTS; slot++)
		for (unsigned i = 0; i < signatures[slot].param_count; i++)
			if (signatures[slot].params[i].kind == PARAM_CALLBACK)
				has_callback[slot] = true;
}

static void count(struct call *call)
{
	const void *first = track_is_counted(call->slot) ? call_pointer(call, ARG_first) : NULL;
	const struct object *object;
	bool is_gone;

	if (!life_lock_if_open())
		return;
	track_before(call);
	object = first ? live_object(first) : NULL;
	is_gone = object && object->kind == OBJECT_KERNEL && object->references == 0;
	life_unlock();
	if (is_gone)
		facts_note_kernel_gone(first);
}

void follow_before(struct call *call)
{
	if (track_is_counted(call->slot) || has_callback[call->slot])
		count(call);
}

void follow_after(struct call *call, const void *result)
{
	if (!track_has_news(call, result) || !life_lock_if_open())
		return;
	track_after(call, result);
	life_unlock();
}
