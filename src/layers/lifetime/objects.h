/* SPDX-License-Identifier: Apache-2.0 */
/*
 * objects: what is known of each object: its references, and which calls made and released
 * it. An object that is gone stays known, so that its use can be told from that of a handle
 * nobody has seen, until the driver gives its address to another. Called with the layer's
 * lock held.
 */
#ifndef CLROUTER_LAYERS_LIFETIME_OBJECTS_H
#define CLROUTER_LAYERS_LIFETIME_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layers/common/names.h"

#define STACK_FRAMES 24

struct stack {
	int depth;
	void *frames[STACK_FRAMES];
};

/*
 *	made --retain, release--> alive (references > 0) --last release--> gone
 *	                            ^                                       |
 *	                            '----- made again at that address ------'
 */
struct object {
	const void *handle;
	enum object_kind kind;
	uint32_t number;	/* among its kind */
	uint32_t serial;	/* among all */
	long references;	/* 0: gone */
	bool is_root;		/* a platform or root device: not counted */
	bool is_lent;		/* the driver handed it out again, or will to a callback */
	unsigned int made_by;	/* slots */
	unsigned int released_by;
	struct stack *made_at;	/* NULL: not asked for */
	struct stack *released_at;
};

/*
 * From now on stacks are kept. To be called at start: the first stack makes the C
 * library load another library, which is not for within a lock.
 */
void lifetime_keep_stacks(void);

/* What is known of HANDLE, NULL if nothing. */
struct object *lifetime_object(const void *handle);

/* The function in slot BY made HANDLE. */
void lifetime_made(enum object_kind kind, const void *handle, unsigned int by);

/* The driver handed HANDLE out without a reference. */
void lifetime_found(enum object_kind kind, const void *handle);

/* One reference less, by the function in slot BY. */
void lifetime_release(struct object *object, unsigned int by);

/* From now on the program can make objects that are not told to lifetime_made(). */
void lifetime_expect_unseen(void);

/* In a forked child: what the parent made is the parent's to release. */
void lifetime_inherit(void);

/* All objects that have references left, in the order of their making; free it. */
struct object **lifetime_left_over(size_t *count);

void lifetime_forget_all(void);

#endif
