/* SPDX-License-Identifier: Apache-2.0 */
/*
 * thread: see thread.h.
 */
#include "layers/trace/thread.h"

#include <stdlib.h>

#include "layers/frame/thread-data.h"

void trace_thread_start(void)
{
	thread_data_start(free);
}

struct trace_thread *trace_thread(void)
{
	struct trace_thread *thread = thread_data_get();

	if (thread != NULL)
		return thread;
	thread = calloc(1, sizeof(*thread));
	if (thread != NULL && thread_data_set(thread))
		return thread;
	free(thread);
	return NULL;
}
