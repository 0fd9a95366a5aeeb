/* SPDX-License-Identifier: Apache-2.0 */
/*
 * entry-points: what the exported functions need that are generated in C from api.list
 * (api-entries.c). On x86-64 they are in assembly instead (entry-points-x86_64.S).
 *
 * The exported functions may be called from any thread at any time, even before constructors run
 * and while the process ends.
 */
#ifndef CLROUTER_LOADER_ENTRY_POINTS_H
#define CLROUTER_LOADER_ENTRY_POINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "dispatch/dispatch.h"

#define ENTRY_POINT __attribute__((visibility("default")))

extern struct dispatch dispatch API_HIDDEN;

/*
 * Must the call go to its slot instead of the table in HANDLE? One unsigned comparison finds a
 * NULL handle (slow_mode is 0) and slow mode (slow_mode is UINTPTR_MAX).
 */
static inline bool goes_to_slot(const void *handle)
{
	return __builtin_expect(
		(uintptr_t)handle <= __atomic_load_n(&dispatch.slow_mode, __ATOMIC_RELAXED), 0);
}

/*
 * The address of a function by which a program chooses layers for itself, NULL if NAME is none of them
 * (program.c). Any thread may call it; include/clrouter/loader.h is the contract of the functions.
 */
__attribute__((cold))
void *entry_points_find(const char *name);

#endif
