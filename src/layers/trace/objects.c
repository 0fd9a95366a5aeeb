/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace-objects: gives each object a number, per kind and in the order of appearance,
 * so that a trace reads context#1 and two runs can be compared. Drivers use an address
 * again when its object is gone: who makes an object always gets a new number.
 */
#include "layers/trace/trace.h"

/* A word of the map: the kind in the upper bits, the number below. */
#define NUMBER_BITS 27
#define NUMBER_MASK (((uintptr_t)1 << NUMBER_BITS) - 1)

uint32_t trace_object_made(enum kind kind, const void *object)
{
	uint32_t number;

	if (object == NULL)
		return 0;
	number = ++trace.object_count[kind] & NUMBER_MASK;
	/* Without memory it has another number the next time: no worse than no trace. */
	pointer_map_set(&trace.objects, object, (uintptr_t)kind << NUMBER_BITS | number);
	return number;
}

uint32_t trace_object_number(enum kind kind, const void *object)
{
	uintptr_t word = object != NULL ? pointer_map_get(&trace.objects, object) : 0;

	if (word >> NUMBER_BITS == kind)
		return (uint32_t)(word & NUMBER_MASK);
	return trace_object_made(kind, object);
}

enum kind trace_object_kind(const void *object)
{
	return object != NULL ? pointer_map_get(&trace.objects, object) >> NUMBER_BITS : KIND_NONE;
}
