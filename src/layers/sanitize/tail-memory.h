/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-memory: the commands by which tails get their pattern and are read, in queues of the layer
 * (own-context.h): they keep no order with the program's, and only use what is beyond the end of
 * its memory. Any thread may call the functions, with no lock held.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_TAIL_MEMORY_H
#define CLROUTER_LAYERS_SANITIZE_TAIL_MEMORY_H

#include "layers/sanitize/tail-places.h"
#include "layers/sanitize/tails.h"

/* Tails that are written or read together. */
#define TAIL_MEMORY_MOST (TAIL_PLACES_COPIES / TAIL_BYTES)

/*
 * Each of the COUNT TAILS, TAIL_MEMORY_MOST at most, of one context, and TAIL_ARMING, gets its
 * pattern, and is TAIL_ARMED then, or TAIL_LOST.
 */
void tail_memory_arm(struct tail *const *tails, size_t count);

/*
 * The tails of the COUNT TAILS, TAIL_MEMORY_MOST at most and of one context: TAIL_BYTES of each,
 * one after the other; free() it. NULL: they cannot be read any more.
 */
unsigned char *tail_memory_read(struct tail *const *tails, size_t count);

#endif
