/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-findings: what a tail says: which bytes beyond the end of which memory were changed, and by
 * which launches that may have been. The lines are
 *
 *	clrouter: sanitize: error: KERNEL: N bytes were written beyond the end of buffer NUMBER
 *(SIZE bytes), from byte FIRST to byte LAST; by 1 launch; enqueued at PLACE; made at PLACE
 */
#ifndef CLROUTER_LAYERS_SANITIZE_TAIL_FINDINGS_H
#define CLROUTER_LAYERS_SANITIZE_TAIL_FINDINGS_H

#include "layers/sanitize/tails.h"

/* What a look has found. */
struct tail_change {
	bool is_svm;
	bool is_mapped; /* so the host may have written it */
	unsigned number;
	size_t size;
	const void *made;
	size_t first; /* changed byte, from the end of the memory on */
	size_t last;
	size_t bytes;
	struct tail_group
		groups[TAIL_GROUPS]; /* that may have done it, the first one not checked */
	unsigned group_count;
	uint64_t more;
};

/* Writes CHANGE, if it is news. Any thread may call it, with no lock held. */
void tail_findings_report(const struct tail_change *change);

#endif
