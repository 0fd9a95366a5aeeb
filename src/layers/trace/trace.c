/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace: libCLTrace.so writes down every OpenCL call: with its arguments, what it
 * returned and how long it took, as text or for Perfetto. opencl-layers(7) has the
 * variables that say what and where to.
 *
 * Each call is timed without the lock and written with it, so threads wait for each
 * other only outside of what is measured.
 */
#include "layers/trace/trace.h"

#include <string.h>
#include <time.h>

#include "layers/common/option.h"

struct trace trace = { .lock = PTHREAD_MUTEX_INITIALIZER, .process = 1 };

/* The call that this thread is in. */
static __thread struct call *innermost;

uint64_t trace_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static bool is_open(void)
{
	return atomic_load_explicit(&trace.is_open, memory_order_acquire);
}

/* By the time a call returns an object may be gone and its address be another's. */
static void number_objects(struct call *call)
{
	const struct signature *function = &signatures[call->slot];

	for (int i = 0; i < function->param_count; i++)
		if (function->params[i].how == HOW_HANDLE)
			call->numbers[i] = trace_object_number(function->params[i].kind,
							       *(void **)call->values[i]);
}

bool call_before(struct call *call)
{
	call->outer = innermost;
	innermost = call;
	call->is_ignored = !is_open();
	if (!call->is_ignored && trace.shows_calls) {
		pthread_mutex_lock(&trace.lock);
		number_objects(call);
		if (!trace.is_json && trace.shows_entry)
			trace_text_begin(call);
		else if (!trace.is_json && call->outer != NULL)
			trace_text_begin(call->outer);
		pthread_mutex_unlock(&trace.lock);
		if (trace.shows_queues)
			trace_queue_before(call);
	}
	call->begin = trace_now();
	return true;
}

static void write_call(struct call *call, const void *result)
{
	trace_summary_add(call);
	if (!trace.shows_calls)
		return;
	if (trace.is_json)
		trace_json_call(call, result);
	else
		trace_text_end(call, result);
}

void call_after(struct call *call, const void *result)
{
	call->end = trace_now();
	innermost = call->outer;
	if (call->is_ignored)
		return;
	pthread_mutex_lock(&trace.lock);
	if (is_open())
		write_call(call, result);
	pthread_mutex_unlock(&trace.lock);
	if (trace.shows_queues && signature_succeeded(&signatures[call->slot], result))
		trace_queue_after(call);
}

static bool is_wanted(unsigned int slot)
{
	return option_selects(trace.filter, signatures[slot].name);
}

static void lock(void)
{
	pthread_mutex_lock(&trace.lock);
}

static void unlock(void)
{
	pthread_mutex_unlock(&trace.lock);
}

/*
 * A forked child has a trace of its own where the file's name tells processes apart.
 * Otherwise it adds lines to its parent's; JSON would be garbled, so there it is quiet.
 */
static void continue_in_child(void)
{
	atomic_fetch_add(&trace.process, 1);
	trace_queue_forget();
	trace_summary_clear();
	if (trace.file != NULL && strstr(trace.file, "%p") != NULL) {
		sink_open(&trace.sink, trace.file, trace.is_json);
		if (trace.is_json)
			trace_json_start();
	} else if (trace.is_json) {
		atomic_store(&trace.is_open, false);
	}
	unlock();
}

static void read_options(void)
{
	const char *summary = option_word("OPENCL_TRACE_SUMMARY", "no");

	trace.file = option_word("OPENCL_TRACE_FILE", NULL);
	trace.filter = option_word("OPENCL_TRACE_FILTER", "*");
	trace.is_json = strcmp(option_word("OPENCL_TRACE_FORMAT", "text"), "json") == 0;
	trace.shows_entry = option_flag("OPENCL_TRACE_ENTRY", false);
	trace.shows_calls = strcmp(summary, "only") != 0;
	trace.shows_summary = !trace.shows_calls || option_flag("OPENCL_TRACE_SUMMARY", false);
	trace.is_json = trace.is_json && trace.shows_calls;
	trace.shows_queues = trace.is_json && option_flag("OPENCL_TRACE_QUEUES", true);
}

static cl_int start(struct clrouter_table *table)
{
	static bool watches_forks;

	read_options();
	if (!watches_forks)
		watches_forks = pthread_atfork(lock, unlock, continue_in_child) == 0;
	trace.start = trace_now();
	trace_summary_clear();
	sink_open(&trace.sink, trace.file, trace.is_json);
	if (trace.is_json)
		trace_json_start();
	call_wrap(table, is_wanted);
	atomic_store(&trace.is_open, true);
	return CL_SUCCESS;
}

/* Behind the calls; but behind JSON nothing may stand, so then on standard error. */
static void write_summary(void)
{
	struct sink error;

	if (!trace.is_json) {
		trace_summary_write(&trace.sink);
	} else if (trace.file != NULL) {
		sink_open(&error, NULL, false);
		trace_summary_write(&error);
	}
}

static void stop(void)
{
	if (!is_open())
		return;
	if (trace.shows_queues)
		trace_queue_stop();
	pthread_mutex_lock(&trace.lock);
	atomic_store(&trace.is_open, false);
	if (trace.shows_summary)
		write_summary();
	sink_close(&trace.sink);
	pointer_map_done(&trace.objects);
	memset(trace.object_count, 0, sizeof(trace.object_count));
	trace_queue_forget();
	pthread_mutex_unlock(&trace.lock);
}

CLROUTER_LAYER("trace", start, stop)
