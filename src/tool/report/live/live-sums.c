/* SPDX-License-Identifier: Apache-2.0 */
/* live-sums: see live-sums.h. */
#include "tool/report/live/live-sums.h"

#include "tool/report/live/live-functions.h"
#include "tool/report/sums.h"

void live_sums_begin(struct live *live)
{
	live->calls = live->failed = 0;
	live->error_count = 0;
	for (size_t i = 0; i < live->called_count; i++) {
		live->called[i]->now = (struct live_function_numbers){ 0 };
		live->called[i]->ended = 0;
	}
	for (size_t i = 0; i < live->threads.count; i++) {
		struct live_thread *thread = &live->threads.list[i];

		thread->now = (struct live_thread_numbers){ 0 };
		thread->ended = 0;
		thread->depth = 0;
	}
}

static void begin_call(struct live_thread *thread, const struct record_sum *sum)
{
	if (thread->depth < LIVE_THREAD_DEPTH)
		thread->calls[thread->depth++] = (struct live_call){ .begin = sum->last,
								     .function = sum->function };
}

static bool add_calls(struct live *live, const struct record_sum *sum, uint32_t id)
{
	struct live_thread *thread;
	struct live_function *function;

	if (sum->function >= MODEL_FUNCTIONS)
		return true;
	function = live_find_function(live, sum->function);
	thread = live_threads_find(&live->threads, id);
	if (!function || !thread)
		return false;
	function->now.count += sum->count;
	function->now.errors += sum->errors;
	function->ended += sum->times.total;
	live->calls += sum->count;
	thread->now.calls += sum->count;
	thread->ended += sum->times.total;
	if (sum->last > live->last)
		live->last = sum->last;
	if (sum->count > sum->times.count)
		begin_call(thread, sum);
	return true;
}

bool live_sums_add(struct live *live, const struct record *record, uint32_t thread)
{
	const struct record_sum *sum = (const struct record_sum *)record;

	if (!sums_are_sound(record))
		return true;
	if (record->detail == RECORD_SUM_CALL)
		return add_calls(live, sum, thread);
	if (record->detail == RECORD_SUM_ERROR)
		live_add_errors(live, sum->code, sum->count);
	return (record->detail != RECORD_SUM_COMMAND && record->detail != RECORD_SUM_KERNEL) ||
	       live_commands_add_sum(&live->commands, &live->known, sum);
}
