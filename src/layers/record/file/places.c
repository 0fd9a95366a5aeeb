/* SPDX-License-Identifier: Apache-2.0 */
/*
 * places: see places.h.
 */
#include "layers/record/file/places.h"

#include <string.h>

#include "layers/record/file/module.h"

#define PAGE 4096 /* bytes */

bool places_find(struct places *places, uint64_t place)
{
	struct place_range *ranges = places->ranges;

	for (size_t i = 0; i < PLACES_MODULES; i++)
		if (place_is_in(&ranges[i], place)) {
			const struct place_range found = ranges[i];

			ranges[i] = ranges[0];
			ranges[0] = found;
			return true;
		}
	return false;
}

bool places_describe(uint64_t place, struct record_module *module, char *path, size_t size)
{
	const uintptr_t inside = (uintptr_t)place - 1;

	*module = (struct record_module){ .begin = inside & ~(uintptr_t)(PAGE - 1), .size = PAGE };
	return module_find((const void *)inside, module, path, size);
}

void places_add(struct places *places, const struct record_module *module)
{
	struct place_range *ranges = places->ranges;

	memmove(&ranges[1], &ranges[0], (PLACES_MODULES - 1) * sizeof(ranges[0]));
	ranges[0] = (struct place_range){ (uintptr_t)module->begin, (uintptr_t)module->size };
}

size_t places_take_stack(uint64_t *frames, uint64_t place)
{
	void *all[PLACES_FRAMES];
	const int taken = module_take_stack(all, PLACES_FRAMES);
	const size_t count = taken > 0 ? (size_t)taken : 0;
	size_t first = 0;

	while (first < count && (uintptr_t)all[first] != place)
		first++;
	for (size_t i = first; i < count; i++)
		frames[i - first] = (uintptr_t)all[i];
	return count - first;
}
