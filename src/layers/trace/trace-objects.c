/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace-objects: see trace-objects.h. Drivers use an address again when its object is gone, so an
 * object that a call makes always gets a new number.
 */
#include "layers/trace/trace-objects.h"

#include <string.h>

#include "base/common/pointer-map.h"

/* A word of the map: the kind in the upper bits, the number below. */
#define NUMBER_BITS 27
#define NUMBER_MASK (((uintptr_t)1 << NUMBER_BITS) - 1)

static struct pointer_map objects;
static uint32_t counts[OBJECT_KINDS];

uint32_t trace_object_made(enum object_kind kind, const void *object)
{
	uint32_t number;

	if (!object)
		return 0;
	number = ++counts[kind] & NUMBER_MASK;
	/* Without memory it has another number the next time: no worse than no trace. */
	pointer_map_set(&objects, object, (uintptr_t)kind << NUMBER_BITS | number);
	return number;
}

uint32_t trace_object_number(enum object_kind kind, const void *object)
{
	uintptr_t word = object ? pointer_map_get(&objects, object) : 0;

	if (word >> NUMBER_BITS == kind)
		return (uint32_t)(word & NUMBER_MASK);
	return trace_object_made(kind, object);
}

enum object_kind trace_object_kind(const void *object)
{
	return object ? pointer_map_get(&objects, object) >> NUMBER_BITS : OBJECT_NONE;
}

void trace_objects_forget(void)
{
	pointer_map_done(&objects);
	memset(counts, 0, sizeof(counts));
}
