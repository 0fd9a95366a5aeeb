/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stub-driver: a vendor library that computes nothing. It writes down every
 * call that arrives; a test that has opened the library reads that through
 * stub_get_state (dlsym). All functions of the table exist, generated from
 * api.list; the few that a loader or a test needs an answer from give one.
 *
 * Built many times from one source, each time with other -D: see stub-driver.c.
 */
#ifndef STUB_DRIVER_H
#define STUB_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "api/api.h"

#define STUB_ARGUMENTS 16

struct stub_state {
	/* true: the functions answer nothing, they only write down the call */
	bool record_only;

	/* the last call: its slot, and the bytes of each argument, rest zero */
	unsigned slot;
	unsigned count;
	uint64_t arguments[STUB_ARGUMENTS];

	unsigned calls[API_SLOTS];	/* by slot */
	unsigned dispatch_data_set;	/* calls of clIcdSetPlatformDispatchDataKHR */
	unsigned lookups;		/* calls of clGetExtensionFunctionAddress */
};

/* Never NULL; valid while the library is open. */
typedef struct stub_state *stub_get_state_fn(void);

/* What every object of the driver starts with, and the tests' own ones too. */
struct stub_object {
	const void *table;
	void *dispatch_data;
};

/* What a function returns when it only writes down: as many bytes as fit. */
static inline uint64_t stub_result_of(unsigned slot)
{
	return UINT64_C(0x9E3779B97F4A7C15) * (slot + 1);
}

#endif
