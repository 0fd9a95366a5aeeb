/* SPDX-License-Identifier: Apache-2.0 */
/*
 * thread: what the trace keeps for each thread. Only the thread itself reads and writes it, so it
 * needs no lock.
 */
#ifndef CLROUTER_LAYERS_TRACE_THREAD_H
#define CLROUTER_LAYERS_TRACE_THREAD_H

#include "layers/trace/nesting.h"

/* All zero at first. The numbers of processes are those of struct trace: 0 is none. */
struct trace_thread {
	struct nesting nesting;
	uint64_t id;
	unsigned int id_of;	/* the process in which it has this ID */
};

/* To be called by the layer's start function. */
void trace_thread_start(void);

/* That of the calling thread; NULL: there is no memory. */
struct trace_thread *trace_thread(void);

#endif
