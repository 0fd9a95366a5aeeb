/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program-callbacks: see program-callbacks.h.
 */
#include "layers/frame/program-callbacks.h"

#include <stdlib.h>

#include "layers/frame/thread-data.h"

struct program_callback {
	union {
		program_callbacks_context *context;
		program_callbacks_event *event;
		program_callbacks_free *free;
		program_callbacks_memory *memory;
		program_callbacks_program *program;
	} notify;
	void *user_data;
};

/* What the thread's pointer is in a callback. It points to nothing that is read. */
static char inside;

/* A callback may come after the layer's end: the layer stays in memory. */
bool program_callbacks_start(void)
{
	return thread_data_start(NULL);
}

bool program_callbacks_are_running(void)
{
	return thread_data_get() != NULL;
}

/* Also if an exception or the end of the thread leaves the callback. */
static void leave(void **before)
{
	thread_data_set(*before);
}

/* The callback that DATA points to, whose memory is freed. */
static struct program_callback take(void *data)
{
	const struct program_callback callback = *(struct program_callback *)data;

	free(data);
	return callback;
}

static bool keep(struct program_callback callback, void **data)
{
	struct program_callback *kept = malloc(sizeof(*kept));

	if (!kept)
		return false;
	*kept = callback;
	*data = kept;
	return true;
}

/* What is alike for each kind: run_KIND is what the driver gets, and calls the member KIND. */
#define CALLBACK(kind, parameters, arguments) \
	static void CL_CALLBACK run_##kind parameters \
	{ \
		const struct program_callback callback = take(data); \
		void *before __attribute__((cleanup(leave))) = thread_data_get(); \
\
		thread_data_set(&inside); \
		callback.notify.kind arguments; \
	} \
\
	bool program_callbacks_keep_##kind(program_callbacks_##kind **notify, void **user_data) \
	{ \
		if (!*notify) \
			return true; \
		if (!keep((struct program_callback){ { .kind = *notify }, *user_data }, \
			  user_data)) \
			return false; \
		*notify = run_##kind; \
		return true; \
	}

CALLBACK(context, (cl_context context, void *data), (context, callback.user_data))
CALLBACK(event, (cl_event event, cl_int status, void *data), (event, status, callback.user_data))
CALLBACK(free, (cl_command_queue queue, cl_uint count, void **pointers, void *data),
	 (queue, count, pointers, callback.user_data))
CALLBACK(memory, (cl_mem memory, void *data), (memory, callback.user_data))
CALLBACK(program, (cl_program program, void *data), (program, callback.user_data))
