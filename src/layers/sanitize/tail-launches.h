/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-launches: which launches may have written to which tail: those whose kernel has the memory,
 * or a part of it, as an argument, or was told of it by clSetKernelExecInfo. The first one that is
 * not checked gives a tail its pattern.
 *
 * Any thread may call the functions, with no lock held.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_TAIL_LAUNCHES_H
#define CLROUTER_LAYERS_SANITIZE_TAIL_LAUNCHES_H

#include "layers/sanitize/tails.h"

#define TAIL_LAUNCH_MOST 64 /* tails of one launch; others are not looked at */

/* CALL, a launch that is not checked, is about to be made: its tails get their patterns. */
void tail_launches_before(const struct call *call);

/* CALL has launched a kernel. IS_CHECKED: by the rewriter. */
void tail_launches_note(const struct call *call, bool is_checked);

/* How many launches were noted that are not checked. */
uint64_t tail_launches_count(void);

/* In a forked child: they are the parent's. */
void tail_launches_disown(void);

#endif
