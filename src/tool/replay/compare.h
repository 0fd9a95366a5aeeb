/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compare: compares contents of memory with those that were captured, by the rule that the capture
 * has for them (doc/capture-format.md). Knows no OpenCL. Keeps no state.
 */
#ifndef CLROUTER_TOOL_REPLAY_COMPARE_H
#define CLROUTER_TOOL_REPLAY_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "capture/capture.h"

#define COMPARE_TEXT 64	/* bytes of a value as text */

struct difference {
	uint64_t count;		/* of elements that differ; 0: there is none */
	uint64_t first;		/* the offset of the first one in the contents */
	size_t size;		/* bytes of an element */
};

/* Compares SIZE bytes of FOUND with EXPECTED, which is NULL for zeros. */
struct difference compare_contents(const struct capture_rule *rule, const unsigned char *expected,
				   const unsigned char *found, uint64_t size);

/*
 * Bytes that are not the same in A, B and C; EXPECTED may be NULL for zeros. This is not about a rule:
 * whether a launch is deterministic is a matter of bits.
 */
struct difference compare_bytes(const unsigned char *expected, const unsigned char *one,
				const unsigned char *two, uint64_t size);

/*
 * The SIZE bytes at BYTES, or zeros if it is NULL, as text in TEXT of COMPARE_TEXT bytes: a number for
 * people if RULE says that it is one, and its bits.
 */
void compare_put_value(const struct capture_rule *rule, const unsigned char *bytes, size_t size,
		       char *text);

#endif
