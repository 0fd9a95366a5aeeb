/* SPDX-License-Identifier: Apache-2.0 */
/*
 * live-facts: see live-facts.h. Members are documented in clrouter(1): they may be added to, but do
 * not change. Those that begin with "interval_" are of the time since the round before, all others
 * of the time since the start.
 */
#include "tool/report/live/view/live-facts.h"

#include <stdlib.h>

#include "table/json.h"
#include "tool/report/commands.h"
#include "tool/report/export/facts.h"
#include "tool/report/live/view/live-rows.h"

static const struct live_view by_time = { LIVE_BY_TIME, false };

static void put_program(struct output *output, const struct live *live)
{
	const struct record_header *header = &live->follower.header;

	json_text(output, "file", live->follower.path);
	json_text(output, "program", live->program);
	json_open_array(output, "arguments");
	for (size_t i = 0; i < live->argument_count; i++)
		json_text(output, NULL, live->arguments[i]);
	json_close_array(output);
	json_unsigned(output, "process", header->process);
	json_text(output, "end", model_end_word(live->end));
	json_flag(output, "summary_only", header->has_sums != 0);
	json_unsigned(output, "run_ns", live->now - live->start);
	json_unsigned(output, "interval_ns", live_elapsed(live, by_time));
	json_unsigned(output, "calls", live->calls);
	json_unsigned(output, "interval_calls",
		      live_is_total(live, by_time) ? live->calls
						   : live->calls - live->calls_before);
	json_unsigned(output, "failed", live->failed);
	json_unsigned(output, "lost", header->lost);
	json_unsigned(output, "damaged", live->follower.bad_chunks + live->follower.bad_records);
}

static void put_errors(struct output *output, const struct live *live)
{
	json_open_array(output, "errors");
	for (size_t i = 0; i < live->error_count; i++) {
		json_open_object(output, NULL);
		facts_put_code(output, live->errors[i].code);
		json_unsigned(output, "count", live->errors[i].count);
		json_close_object(output);
	}
	json_close_array(output);
}

/* The calls that THREAD is in, the outermost first. */
static void put_calls(struct output *output, const struct live *live,
		      const struct live_thread *thread)
{
	json_open_array(output, "in");
	for (unsigned int i = 0; i < thread->depth; i++) {
		const struct live_call *call = &thread->calls[i];
		const struct live_function *function = live->functions[call->function];

		json_open_object(output, NULL);
		json_text(output, "function", function ? function->name : NULL);
		json_unsigned(output, "since_ns",
			      live->now > call->begin ? live->now - call->begin : 0);
		json_close_object(output);
	}
	json_close_array(output);
}

static void put_threads(struct output *output, const struct live *live)
{
	const struct live_rows rows = live_rows_threads(live, by_time);

	json_open_array(output, "threads");
	for (size_t i = 0; i < rows.count; i++) {
		const struct live_thread *thread = rows.list[i];
		const struct live_thread_numbers in = live_thread_in(live, by_time, thread);

		json_open_object(output, NULL);
		json_unsigned(output, "thread", thread->id);
		json_text(output, "name", *thread->name ? thread->name : NULL);
		json_unsigned(output, "calls", thread->now.calls);
		json_unsigned(output, "inside_ns", thread->now.inside);
		json_unsigned(output, "interval_calls", in.calls);
		json_unsigned(output, "interval_inside_ns", in.inside);
		put_calls(output, live, thread);
		json_close_object(output);
	}
	json_close_array(output);
	free(rows.list);
}

static void put_work(struct output *output, const struct live *live, const struct live_work *work)
{
	const struct live_work_numbers in = live_work_in(live, by_time, work);

	json_unsigned(output, "count", work->now.count);
	json_unsigned(output, "measured", work->measured);
	json_flag(output, "estimated", work->is_estimated);
	json_unsigned(output, "total_ns", work->now.time);
	json_unsigned(output, "interval_count", in.count);
	json_unsigned(output, "interval_total_ns", in.time);
}

static void put_queues(struct output *output, const struct live *live)
{
	const struct live_rows rows = live_rows_queues(live);

	json_open_array(output, "queues");
	for (size_t i = 0; i < rows.count; i++) {
		const struct live_queue *queue = rows.list[i];
		const int idle = live_queue_idle(live, by_time, queue);

		json_open_object(output, NULL);
		json_unsigned(output, "queue", queue->number);
		json_text(output, "device", live_device_name(live, queue->device));
		json_text(output, "profiling", command_profiling_word(queue->profiling));
		json_flag(output, "out_of_order", queue->is_out_of_order);
		put_work(output, live, &queue->work);
		json_unsigned(output, "depth", queue->depth);
		if (idle >= 0)
			json_number(output, "interval_idle_permille", idle);
		json_close_object(output);
	}
	json_close_array(output);
	free(rows.list);
}

static void put_transfers(struct output *output, const struct live *live)
{
	json_open_array(output, "transfers");
	for (int kind = COMMAND_WRITE; kind < COMMAND_KINDS; kind++) {
		const struct live_work *work = &live->commands.transfers[kind];

		if (work->now.count == 0)
			continue;
		json_open_object(output, NULL);
		json_unsigned(output, "interval_bytes", live_work_in(live, by_time, work).bytes);
		json_unsigned(output, "bytes", work->now.bytes);
		json_text(output, "direction", command_direction((enum command_kind)kind));
		put_work(output, live, work);
		json_close_object(output);
	}
	json_close_array(output);
}

static void put_memory(struct output *output, const struct live *live)
{
	json_open_array(output, "memory");
	for (size_t i = 0; i < live->memory.row_count; i++) {
		const struct live_memory_row *row = &live->memory.rows[i];

		if (!row->was_used)
			continue;
		json_open_object(output, NULL);
		json_open_array(output, "devices");
		for (unsigned int k = 0; k < row->device_count && k < LIVE_MEMORY_DEVICES; k++)
			json_text(output, NULL, live_device_name(live, row->devices[k]));
		json_close_array(output);
		json_unsigned(output, "device_count", row->device_count);
		json_unsigned(output, "objects", row->objects);
		json_unsigned(output, "bytes", row->bytes);
		json_unsigned(output, "most_bytes", row->most);
		json_close_object(output);
	}
	json_close_array(output);
}

static void put_kernels(struct output *output, const struct live *live)
{
	const struct live_rows rows = live_rows_kernels(live, by_time);

	json_open_array(output, "kernels");
	for (size_t i = 0; i < rows.count; i++) {
		const struct live_kernel *kernel = rows.list[i];

		json_open_object(output, NULL);
		json_text(output, "name", *kernel->name ? kernel->name : NULL);
		put_work(output, live, &kernel->work);
		json_close_object(output);
	}
	json_close_array(output);
	free(rows.list);
}

static void put_functions(struct output *output, const struct live *live)
{
	const struct live_rows rows = live_rows_functions(live, by_time);

	json_open_array(output, "functions");
	for (size_t i = 0; i < rows.count; i++) {
		const struct live_function *function = rows.list[i];
		const struct live_function_numbers in = live_function_in(live, by_time, function);

		json_open_object(output, NULL);
		json_text(output, "name", function->name);
		json_unsigned(output, "errors", function->now.errors);
		json_unsigned(output, "total_ns", function->now.time);
		json_unsigned(output, "count", function->now.count);
		json_unsigned(output, "interval_total_ns", in.time);
		json_unsigned(output, "interval_count", in.count);
		json_unsigned(output, "interval_errors", in.errors);
		json_close_object(output);
	}
	json_close_array(output);
	free(rows.list);
}

void live_facts_put(struct output *output, const struct live *live)
{
	if (output->form != OUTPUT_JSON)
		return;
	put_program(output, live);
	put_errors(output, live);
	put_threads(output, live);
	put_queues(output, live);
	put_transfers(output, live);
	put_memory(output, live);
	put_kernels(output, live);
	put_functions(output, live);
}
