/* SPDX-License-Identifier: Apache-2.0 */
/*
 * places: from where a thread calls. A place is a return address; the program or library that has it
 * is described in the file once for each chunk, so a thread remembers which ones are.
 */
#ifndef CLROUTER_LAYERS_RECORD_FILE_PLACES_H
#define CLROUTER_LAYERS_RECORD_FILE_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/record-format.h"

#define PLACES_MODULES 16 /* most programs call from fewer, also through their libraries */
#define PLACES_FRAMES 64  /* of a stack */

/* Addresses that need no description. */
struct place_range {
	uintptr_t begin;
	uintptr_t size;		/* bytes; 0: none */
};

/* Of one thread, which alone uses it. All zero: none. */
struct places {
	struct place_range ranges[PLACES_MODULES]; /* the last call's range is the first */
};

/* The call may be a function's last instruction: then its return address is after the end. */
static inline bool place_is_in(const struct place_range *range, uint64_t place)
{
	return (uintptr_t)place - 1 - range->begin < range->size;
}

/* Is PLACE where the last call was? */
static inline bool places_have_first(const struct places *places, uint64_t place)
{
	return place_is_in(&places->ranges[0], place);
}

/* Makes the range that has PLACE the first one. False: none has it. */
bool places_find(struct places *places, uint64_t place);

/*
 * Stores in MODULE, but for the time, and in PATH, of SIZE bytes, which program or library has PLACE.
 * False: no file has it, because it was made while the program ran; MODULE is its page then. With no
 * lock held.
 */
bool places_describe(uint64_t place, struct record_module *module, char *path, size_t size);

/* Makes MODULE the first range; the oldest one is forgotten. */
void places_add(struct places *places, const struct record_module *module);

/*
 * Takes the stack of the calling thread into FRAMES, of PLACES_FRAMES elements, without the layer's own
 * functions: from PLACE on. Returns how many there are. With no lock held.
 */
size_t places_take_stack(uint64_t *frames, uint64_t place);

#endif
