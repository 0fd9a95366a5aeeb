/* SPDX-License-Identifier: Apache-2.0 */
/*
 * place: see place.h.
 */
#include "layers/frame/place/place.h"

#include "base/common/system.h"
#include "layers/frame/place/layer-code.h"
#include "state/life.h"

#define FRAMES 64 /* a layer between has few of them for each call */

/* glibc has a lock here on i386, as older ones have; a forked child must not find it locked. */
static struct lock lock = LOCK_INIT;

static int take_stack(void **frames)
{
	int count;

	lock_take(&lock);
	count = system_take_stack(frames, FRAMES);
	lock_give(&lock);
	return count;
}

void place_start(void)
{
	void *frames[FRAMES];

	life_add_lock(&lock);
	if (layer_code_lock() != NULL)
		life_add_lock(layer_code_lock());
	take_stack(frames);
}

const void *place_of(const void *site)
{
	void *frames[FRAMES];
	const void *place = site;
	int count;
	int i = 0;

	if (!layer_code_has(site))
		return site;
	count = take_stack(frames);
	while (i < count && frames[i] != site)
		i++;
	for (; i < count && layer_code_has(place); i++)
		place = frames[i];
	return place;
}
