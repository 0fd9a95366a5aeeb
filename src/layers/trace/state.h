/* SPDX-License-Identifier: Apache-2.0 */
/*
 * state: the data that all parts of the trace share. It includes none of them.
 */
#ifndef CLROUTER_LAYERS_TRACE_STATE_H
#define CLROUTER_LAYERS_TRACE_STATE_H

#include <stdatomic.h>
#include <stdint.h>

#include "base/common/lock.h"
#include "layers/frame/output-file.h"

struct trace {
	uint64_t start;		/* time 0 of the trace, ns; written at start only */

	atomic_bool is_open;
	atomic_uint process;	/* counts forks: what a thread knows of itself is then old */

	struct lock lock;	/* for the output, and for what the parts keep */
	struct output_file output;
};

extern struct trace trace;

/* Monotonic, ns. */
uint64_t trace_now(void);

#endif
