/* SPDX-License-Identifier: Apache-2.0 */
/*
 * trace: libCLTrace.so writes a line for each OpenCL call with its arguments, its result and its
 * duration. opencl-layers(7) has its settings.
 *
 * This file decides what is called when. Each part calls only parts that stand below it:
 *
 *	trace			reads the settings, looks at the calls; calls all of the others
 *	  text			a call as a line; calls values and nesting
 *	    values		arguments and results as text; calls objects
 *	    nesting		the calls that a thread is in
 *	      objects		numbers for the objects
 *	  summary		times per function
 *	        state		the lock, the file and the clock
 *
 * Each call is timed without the lock and written with the lock held, so threads wait for each
 * other only outside of the time that is measured.
 */
#include <string.h>

#include "base/common/system.h"
#include "layers/frame/option.h"
#include "layers/frame/unseen.h"
#include "layers/trace/trace-objects.h"
#include "layers/trace/trace-state.h"
#include "layers/trace/trace-text.h"
#include "opencl/call.h"
#include "opencl/signature.h"

/* What the variables say. Written at start only. */
static struct {
	struct option_copy file;	/* none: standard error */
	struct option_copy filter;
	bool shows_calls;
	bool shows_entries;	/* a line at the beginning of each call, too */
	bool shows_summary;
} options;

static struct option file_option = OPTION(TRACE_FILE);
static struct option filter_option = OPTION(TRACE_FILTER);
static struct option entry_option = OPTION(TRACE_ENTRY);
static struct option summary_option = OPTION(TRACE_SUMMARY);

/* In the order of the words in known-options.h. */
enum { SUMMARY_NO, SUMMARY_YES, SUMMARY_ONLY };

static bool is_open(void)
{
	return atomic_load_explicit(&trace.is_open, memory_order_acquire);
}

/* By the time a call returns an object may be gone and its address be another's. */
static void number_objects(struct call *call)
{
	const struct signature_param *param;

	for (unsigned i = 0; i < signatures[call->slot].param_count; i++) {
		param = call_param(call, i);
		if (param->kind == PARAM_HANDLE)
			trace_own(call)->numbers[i] =
				trace_object_number(param->object, call_pointer(call, i));
	}
}

/* False: another thread has ended the trace meanwhile. */
static bool begin_call(struct call *call)
{
	bool is_traced;

	lock_take(&trace.lock);
	is_traced = is_open();
	if (is_traced) {
		number_objects(call);
		trace_text_before(call);
	}
	lock_give(&trace.lock);
	return is_traced;
}

static bool call_before(struct call *call)
{
	trace_own(call)->depth = 0;
	call->is_ignored = !is_open();
	if (!call->is_ignored && options.shows_calls)
		call->is_ignored = !begin_call(call);
	trace_own(call)->begin = system_now();
	if (!call->is_ignored && options.shows_calls)
		trace_text_began(call);
	return true;
}

/* A call that began before the trace was started again is in neither trace. */
static void call_after(struct call *call, const void *result)
{
	trace_own(call)->end = system_now();
	if (call->is_ignored)
		return;
	lock_take(&trace.lock);
	if (is_open() && trace_own(call)->begin >= trace.start) {
		trace_summary_add(call);
		if (options.shows_calls)
			trace_text_after(call, result);
	}
	lock_give(&trace.lock);
}

static void call_left(struct call *call)
{
	call_after(call, NULL);
}

/*
 * Only of functions that the filter selects. The loader's own go through the layers. A version is
 * written for one function of the extension.
 */
static void note_unseen(const struct clrouter_extension_missed *missed)
{
	const char *why = names_unseen(missed->reason);
	char text[UNSEEN_TEXT];

	if (missed->reason == CLROUTER_EXTENSION_SOURCE || !options.shows_calls || !is_open() ||
	    !word_list_selects_name(options.filter.text, missed->name))
		return;
	if (unseen_has_version(missed)) {
		if (!unseen_is_news(missed))
			return;
		why = unseen_reason(missed, text);
	}
	lock_take(&trace.lock);
	if (is_open())
		trace_text_unseen(missed->name, why);
	lock_give(&trace.lock);
}

static const struct call_hooks hooks = {
	.before = call_before, .after = call_after, .left = call_left, .unseen = note_unseen,
};

static bool is_wanted(unsigned int slot)
{
	return word_list_selects_name(options.filter.text, signatures[slot].name);
}

/* A child must not write the lines of its parent, too. */
static void lock(void)
{
	lock_take(&trace.lock);
	if (is_open())
		trace_text_flush();
}

static void unlock(void)
{
	lock_give(&trace.lock);
}

static void open_file(void)
{
	output_file_open(&trace.output, options.file.text, OUTPUT_TEXT);
	trace_text_start(options.shows_entries);
}

/*
 * A forked child has a trace of its own if the file's name tells processes apart. Otherwise it adds
 * lines to its parent's.
 */
static void continue_in_child(void)
{
	atomic_fetch_add(&trace.process, 1);
	trace_summary_clear();
	if (is_open() && options.file.text && strstr(options.file.text, "%p")) {
		output_file_close(&trace.output);
		open_file();
	}
	unlock();
}

static bool read_options(void)
{
	unsigned summary = option_choice(&summary_option);

	options.shows_calls = summary != SUMMARY_ONLY;
	options.shows_summary = summary != SUMMARY_NO;
	options.shows_entries = option_flag(&entry_option, false);
	if (!option_keep(&options.file, option_file(&file_option)) ||
	    !option_keep(&options.filter, option_word(&filter_option, "*")))
		return false;
	option_check_words(&filter_option, options.filter.text, signature_names_any, NULL);
	return true;
}

static cl_int start(struct clrouter_table *table)
{
	static bool watches_forks;

	if (!read_options())
		return CL_OUT_OF_HOST_MEMORY;
	trace_thread_start();
	if (!watches_forks)
		watches_forks = system_watch_forks(lock, unlock, continue_in_child);
	trace.start = system_now();
	trace_summary_clear();
	open_file();
	call_wrap(table, &hooks, is_wanted);
	atomic_store(&trace.is_open, true);
	return CL_SUCCESS;
}

static void stop(void)
{
	if (!is_open())
		return;
	lock_take(&trace.lock);
	atomic_store(&trace.is_open, false);
	trace_text_flush();
	if (options.shows_summary)
		trace_summary_write(&trace.output);
	output_file_close(&trace.output);
	trace_objects_forget();
	lock_give(&trace.lock);
}

CLROUTER_LAYER("trace", start, stop)
