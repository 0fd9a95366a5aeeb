/* SPDX-License-Identifier: Apache-2.0 */
/*
 * repeats: what a layer has found at each place in the program: it is written once and counted, so
 * that a wrong call in a loop is one finding. One layer, one list. Called with the layer's lock held.
 */
#ifndef CLROUTER_LAYERS_FRAME_REPEATS_H
#define CLROUTER_LAYERS_FRAME_REPEATS_H

#include <stdbool.h>
#include <stddef.h>

/* What was found at a place: findings are the same if site, id, slot and part are. */
struct repeat {
	struct repeat *next;	/* of the same place */
	struct repeat *newer;
	const void *site;	/* the place; NULL: it is not known */
	const char *id;		/* of the layer, and compared by its address, so it has to stay */
	unsigned int slot;	/* of the function */
	size_t part;		/* of the call, a parameter for example */
	int level;		/* of the layer, which alone reads it */
	unsigned long count;	/* how often it was found in this process */
	bool is_written;	/* by this process or the one that forked it */
};

/*
 * Counts FINDING, of which all up to the level is set. True if it is to be written: it is new,
 * or there is no memory to know that.
 */
bool repeats_add(const struct repeat *finding);

/* In a forked child: what was found so far is the parent's. */
void repeats_clear(void);

/*
 * For the end: calls WRITE for what was found more than once, in the order in which it was found
 * first, and forgets everything. Returns how many different findings there were.
 */
size_t repeats_end(void (*write)(const struct repeat *repeat));

#endif
