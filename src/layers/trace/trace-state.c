/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace-state: see trace-state.h.
 */
#include "layers/trace/trace-state.h"

#include <stdlib.h>

#include "layers/frame/thread-data.h"

struct trace trace = { .lock = LOCK_INIT, .process = 1 };

void trace_thread_start(void)
{
	thread_data_start(free);
}

struct trace_thread *trace_thread(void)
{
	struct trace_thread *thread = thread_data_get();

	if (thread)
		return thread;
	thread = calloc(1, sizeof(*thread));
	if (thread && thread_data_set(thread))
		return thread;
	free(thread);
	return NULL;
}
