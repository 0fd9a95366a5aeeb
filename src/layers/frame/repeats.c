/* SPDX-License-Identifier: Apache-2.0 */
/*
 * repeats: see repeats.h.
 */
#include "layers/frame/repeats.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/common/pointer-map.h"

static struct pointer_map places; /* the first finding of each */
static struct repeat *oldest;
static struct repeat **end = &oldest;

/* The one of FINDING, new if its count is 0; NULL: there is no memory. */
static struct repeat *find(const struct repeat *finding)
{
	static const char no_place;
	const void *place = finding->site ? finding->site : &no_place;
	struct repeat *first = (struct repeat *)pointer_map_get(&places, place);
	struct repeat *found;

	for (found = first; found; found = found->next)
		if (found->id == finding->id && found->slot == finding->slot &&
		    found->part == finding->part)
			return found;
	found = malloc(sizeof(*found));
	if (!found)
		return NULL;
	*found = *finding;
	found->next = first;
	found->newer = NULL;
	found->count = 0;
	found->is_written = false;
	if (!pointer_map_set(&places, place, (uintptr_t)found)) {
		free(found);
		return NULL;
	}
	*end = found;
	end = &found->newer;
	return found;
}

bool repeats_add(const struct repeat *finding)
{
	struct repeat *found = find(finding);

	if (!found)
		return true;
	found->count++;
	if (found->is_written)
		return false;
	return found->is_written = true;
}

void repeats_clear(void)
{
	for (struct repeat *repeat = oldest; repeat; repeat = repeat->newer)
		repeat->count = 0;
}

size_t repeats_end(void (*write)(const struct repeat *repeat))
{
	struct repeat *newer;
	size_t count = 0;

	for (struct repeat *repeat = oldest; repeat; repeat = newer) {
		newer = repeat->newer;
		count += repeat->count > 0;
		if (repeat->count > 1)
			write(repeat);
		free(repeat);
	}
	oldest = NULL;
	end = &oldest;
	pointer_map_done(&places);
	return count;
}
