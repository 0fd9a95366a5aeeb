/* SPDX-License-Identifier: Apache-2.0 */
/*
 * entry-points: the dispatch of this process, and what initialises the loader.
 *
 * An exported function with a handle goes to the table in the handle. It never asks
 * whether the loader is initialised: a handle exists only afterwards. With NULL, and in
 * slow mode, it goes to its slot. The functions that can be a program's first call start
 * with a function in their slot that initialises the loader.
 */
#include "loader/entry-points.h"

#include <stddef.h>

#include "dispatch/terminator-list.h"
#include "loader/loader.h"

#include "loader/api-first-use.inc"

/* Alone on its cache lines: nothing beside it is written later on. */
struct dispatch dispatch __attribute__((aligned(64))) = {
	.slots = {
#include "loader/api-slots.inc"
	},
	.find_export = find_export,
};

/* entry-points-x86_64.S takes this for granted. */
_Static_assert(offsetof(struct dispatch, slow_mode) == 0, "the switch comes first");
_Static_assert(offsetof(struct dispatch, slots) == sizeof(void *), "the slots follow it");
