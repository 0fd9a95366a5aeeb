/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace: libCLTrace.so writes down every OpenCL call: with its arguments, what it
 * returned and how long it took, as text or for Perfetto. opencl-layers(7) has the
 * variables that say what and where to.
 *
 * This file has the plot. Each part calls only parts that stand below it:
 *
 *	trace			the plot; calls all of the others
 *	  queues		when the commands of a queue ran; calls json
 *	  json			calls and commands as events; calls values
 *	  text			a call as a line; calls values and nesting
 *	    values		arguments and results as text; calls objects
 *	    nesting		the calls that a thread is in
 *	      objects		numbers for the objects
 *	  summary		times per function
 *	        state		the lock, the file and the clock
 *
 * Each call is timed without the lock and written with it, so threads wait for each
 * other only outside of what is measured.
 */
#include <pthread.h>
#include <string.h>

#include "layers/common/call.h"
#include "layers/common/option.h"
#include "layers/common/signature.h"
#include "layers/trace/json.h"
#include "layers/trace/objects.h"
#include "layers/trace/queues.h"
#include "layers/trace/state.h"
#include "layers/trace/summary.h"
#include "layers/trace/text.h"

/* What the variables say. Written at start only. */
static struct {
	struct option_copy file;	/* none: standard error */
	struct option_copy filter;
	const struct trace_output *output;
	bool shows_calls;
	bool shows_queues;
	bool shows_summary;
} options;

static bool is_open(void)
{
	return atomic_load_explicit(&trace.is_open, memory_order_acquire);
}

/* By the time a call returns an object may be gone and its address be another's. */
static void number_objects(struct call *call)
{
	const struct signature *function = &signatures[call->slot];

	for (int i = 0; i < function->param_count; i++)
		if (function->params[i].kind == PARAM_HANDLE)
			call->numbers[i] = trace_object_number(function->params[i].object,
							       *(void **)call->values[i]);
}

static bool call_before(struct call *call)
{
	call->is_ignored = !is_open();
	if (!call->is_ignored && options.shows_calls) {
		lock_take(&trace.lock);
		number_objects(call);
		options.output->before(call);
		lock_give(&trace.lock);
		if (options.shows_queues)
			trace_queues_before(call);
	}
	call->begin = trace_now();
	return true;
}

static void write_call(struct call *call, const void *result)
{
	call->end = trace_now();
	if (call->is_ignored)
		return;
	lock_take(&trace.lock);
	if (is_open()) {
		trace_summary_add(call);
		if (options.shows_calls)
			options.output->after(call, result);
	}
	lock_give(&trace.lock);
}

static void call_after(struct call *call, const void *result)
{
	write_call(call, result);
	if (!call->is_ignored && options.shows_queues &&
	    signature_succeeded(&signatures[call->slot], result))
		trace_queues_after(call);
}

/*
 * The driver is not called: it may hold a lock of its own. So an event that the trace put in
 * is not released.
 */
static void call_left(struct call *call)
{
	write_call(call, NULL);
}

static const struct call_hooks hooks = {
	.before = call_before, .after = call_after, .left = call_left,
};

static bool is_wanted(unsigned int slot)
{
	return option_selects_name(options.filter.text, signatures[slot].name);
}

static void lock(void)
{
	lock_take(&trace.lock);
}

static void unlock(void)
{
	lock_give(&trace.lock);
}

static void open_file(void)
{
	output_file_open(&trace.output, options.file.text, options.output->is_document);
	options.output->start();
}

/*
 * A forked child has a trace of its own if the file's name tells processes apart.
 * Otherwise it adds lines to its parent's; a document would be garbled, so there it is quiet.
 */
static void continue_in_child(void)
{
	atomic_fetch_add(&trace.process, 1);
	trace_queues_forget();
	trace_summary_clear();
	if (is_open() && options.file.text != NULL && strstr(options.file.text, "%p") != NULL)
		open_file();
	else if (options.output->is_document)
		atomic_store(&trace.is_open, false);
	unlock();
}

/* Without calls there is a summary, which is text. */
static const struct trace_output *choose_output(void)
{
	if (options.shows_calls && strcmp(option_word("OPENCL_TRACE_FORMAT", "text"), "json") == 0)
		return &trace_json;
	return option_flag("OPENCL_TRACE_ENTRY", false) ? &trace_text_entry : &trace_text;
}

static bool read_options(void)
{
	options.shows_calls = strcmp(option_word("OPENCL_TRACE_SUMMARY", "no"), "only") != 0;
	options.shows_summary = !options.shows_calls || option_flag("OPENCL_TRACE_SUMMARY", false);
	options.output = choose_output();
	options.shows_queues = options.output->has_queues &&
			       option_flag("OPENCL_TRACE_QUEUES", true);
	return option_keep(&options.file, option_word("OPENCL_TRACE_FILE", NULL)) &&
	       option_keep(&options.filter, option_word("OPENCL_TRACE_FILTER", "*"));
}

static cl_int start(struct clrouter_table *table)
{
	static bool watches_forks;

	if (!read_options())
		return CL_OUT_OF_HOST_MEMORY;
	if (!watches_forks)
		watches_forks = pthread_atfork(lock, unlock, continue_in_child) == 0;
	trace.start = trace_now();
	trace_summary_clear();
	open_file();
	call_wrap(table, &hooks, is_wanted);
	atomic_store(&trace.is_open, true);
	return CL_SUCCESS;
}

/* After the calls; a document must not be continued, so then on standard error. */
static void write_summary(void)
{
	struct output_file error;

	if (!options.output->is_document) {
		trace_summary_write(&trace.output);
	} else if (options.file.text != NULL) {
		output_file_open(&error, NULL, false);
		trace_summary_write(&error);
	}
}

static void stop(void)
{
	if (!is_open())
		return;
	if (options.shows_queues)
		trace_queues_stop();
	lock_take(&trace.lock);
	atomic_store(&trace.is_open, false);
	if (options.shows_summary)
		write_summary();
	output_file_close(&trace.output);
	trace_objects_forget();
	trace_queues_forget();
	lock_give(&trace.lock);
}

CLROUTER_LAYER("trace", start, stop)
