/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-launches: which launches may have written to which tail: those whose kernel has the memory,
 * or a part of it, as an argument or by clSetKernelExecInfo. The first one that is
 * not checked gives a tail its pattern.
 *
 * Any thread may call the functions, with no lock held.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_TAIL_LAUNCHES_H
#define CLROUTER_LAYERS_SANITIZE_TAIL_LAUNCHES_H

#include "layers/sanitize/tails.h"

#define TAIL_LAUNCH_MOST 64 /* tails of one launch; others are not looked at */

/* The tails of a launch, each with a user. */
struct tail_list {
	struct tail *tails[TAIL_LAUNCH_MOST];
	size_t count;
};

/* Adds the tail of START, unless it is there; nothing if it has none. */
void tail_launches_add(struct tail_list *list, const void *start);

/* Adds those that the kernel HANDLE has as arguments. */
void tail_launches_find(struct tail_list *list, const void *handle);

/* Those that have no pattern get it. */
void tail_launches_arm(const struct tail_list *list);

/* The launches of GROUP may write to LIST, which is given back. */
void tail_launches_blame(struct tail_list *list, const struct tail_group *group);
void tail_launches_give(struct tail_list *list);

/* The name of the kernel HANDLE, which stays until the end. */
const char *tail_launches_name(const void *handle);

/* CALL, a launch that is not checked, is about to be made: its tails get their patterns. */
void tail_launches_before(const struct call *call);

/* CALL has launched a kernel. IS_CHECKED: by the rewriter. */
void tail_launches_note(const struct call *call, bool is_checked);

/* How many launches were noted that are not checked. */
uint64_t tail_launches_count(void);

/* In a forked child: they are the parent's. */
void tail_launches_disown(void);

#endif
