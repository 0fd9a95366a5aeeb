/* SPDX-License-Identifier: Apache-2.0 */
/*
 * state: what all parts of the trace share. It knows none of them.
 */
#ifndef CLROUTER_LAYERS_TRACE_STATE_H
#define CLROUTER_LAYERS_TRACE_STATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "layers/common/sink.h"

struct trace {
	uint64_t start;		/* time 0 of the trace, ns; written at start only */

	atomic_bool is_open;
	atomic_uint process;	/* counts forks: what a thread knows of itself is then old */

	/* For the sink, and for what the parts keep. Not held while the driver is called. */
	pthread_mutex_t lock;
	struct sink sink;
};

extern struct trace trace;

/* Monotonic, ns. */
uint64_t trace_now(void);

#endif
