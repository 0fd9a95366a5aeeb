/* SPDX-License-Identifier: Apache-2.0 */
/*
 * entry-points: what the exported functions in C go by; they are generated from api.list
 * (api-entries.c). entry-points-x86_64.S is the same in assembly.
 */
#ifndef CLROUTER_LOADER_ENTRY_POINTS_H
#define CLROUTER_LOADER_ENTRY_POINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/dispatch.h"

#define ENTRY_POINT __attribute__((visibility("default")))

extern struct dispatch dispatch API_HIDDEN;

/* One unsigned comparison finds a NULL handle and slow mode. */
static inline bool goes_to_slot(const void *handle)
{
	return __builtin_expect(
		(uintptr_t)handle <= __atomic_load_n(&dispatch.slow_mode, __ATOMIC_RELAXED), 0);
}

#endif
