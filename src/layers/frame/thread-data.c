/* SPDX-License-Identifier: Apache-2.0 */
/*
 * thread-data: see thread-data.h. The C library calls a function at the end of a thread that has a
 * value for the function's key.
 */
#include "layers/frame/thread-data.h"

#include <pthread.h>
#include <stddef.h>

#include "base/common/system.h"

THREAD_DATA_LOCAL void *thread_data_own;

static bool has_started;
static void (*call_at_end)(void *data);	/* NULL: there is no key */
static pthread_key_t key;

static void end(void *data)
{
	thread_data_own = NULL;
	call_at_end(data);
}

bool thread_data_start(void (*at_end)(void *data))
{
	system_stay_loaded((const void *)end);
	if (!has_started && (!at_end || pthread_key_create(&key, end) == 0)) {
		call_at_end = at_end;
		has_started = true;
	}
	return has_started;
}

bool thread_data_set(void *data)
{
	if (!has_started || (call_at_end && pthread_setspecific(key, data) != 0))
		return false;
	thread_data_own = data;
	return true;
}
