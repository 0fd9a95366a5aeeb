/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stub-driver: a driver that computes nothing and records every call. A test that has the library
 * open reads the record through stub_get_state (dlsym). All functions of the dispatch table are
 * generated from api.list; those whose answer a loader or a test needs are written by hand.
 *
 * The source is built several times, with other macros each time: see stub-driver.c.
 */
#ifndef STUB_DRIVER_H
#define STUB_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "api/api.h"

#define STUB_ARGUMENTS 16

struct stub_state {
	/* true: the functions only record the call; they return stub_result_of() */
	bool record_only;

	/* the last call: its slot, and the bytes of each argument, followed by zeros */
	unsigned slot;
	unsigned count;
	uint64_t arguments[STUB_ARGUMENTS];

	unsigned calls[API_SLOTS];	/* by slot */
	unsigned dispatch_data_set;	/* calls of clIcdSetPlatformDispatchDataKHR */
	unsigned lookups;		/* calls of clGetExtensionFunctionAddress */
};

/* Never returns NULL. The state is valid while the library is open. */
typedef struct stub_state *stub_get_state_fn(void);

/* The start of every object, also of those that tests make. */
struct stub_object {
	const void *table;
	void *dispatch_data;
};

/* What a function that only records returns: as many of these bytes as its type has. */
static inline uint64_t stub_result_of(unsigned slot)
{
	return UINT64_C(0x9E3779B97F4A7C15) * (slot + 1);
}

#endif
