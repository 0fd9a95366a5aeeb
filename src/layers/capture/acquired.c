/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acquired: see acquired.h.
 */
#include "layers/capture/acquired.h"

#include "base/common/lock.h"
#include "base/common/pointer-map.h"
#include "base/text.h"
#include "state/life.h"

static struct lock lock = LOCK_INIT;
static struct pointer_map acquired;

/* What the functions do: nothing, hand over, or hand back. */
enum effect { EFFECT_NONE, EFFECT_ACQUIRE, EFFECT_RELEASE };
static unsigned char effects[CLROUTER_ALL_SLOTS];

void acquired_start(void)
{
	for (unsigned int slot = 0; slot < CLROUTER_ALL_SLOTS; slot++) {
		if (text_skip_prefix(signatures[slot].name, "clEnqueueAcquire"))
			effects[slot] = EFFECT_ACQUIRE;
		else if (text_skip_prefix(signatures[slot].name, "clEnqueueRelease"))
			effects[slot] = EFFECT_RELEASE;
	}
	life_add_lock(&lock);
}

static void note(enum effect effect, const void *handle)
{
	if (!handle)
		return;
	if (effect == EFFECT_ACQUIRE)
		pointer_map_set(&acquired, handle, 1);
	else
		pointer_map_remove(&acquired, handle);
}

void acquired_note(const struct call *call)
{
	const struct signature *function = &signatures[call->slot];
	const void *const *handles;
	size_t count;

	if (effects[call->slot] == EFFECT_NONE)
		return;
	lock_take(&lock);
	for (unsigned int i = 0; i < function->param_count; i++) {
		if (function->params[i].kind != PARAM_HANDLES ||
		    function->params[i].object != OBJECT_MEM)
			continue;
		handles = call_array(call, i, &count);
		for (size_t j = 0; j < count; j++)
			note(effects[call->slot], handles[j]);
	}
	lock_give(&lock);
}

bool acquired_is(const void *handle)
{
	bool is_there;

	lock_take(&lock);
	is_there = pointer_map_get(&acquired, handle) != 0;
	lock_give(&lock);
	return is_there;
}
