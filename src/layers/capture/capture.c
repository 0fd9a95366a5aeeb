/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture: libCLCapture.so copies launches into directories, from which they can be made again, on
 * any driver. doc/capture-format.md describes a directory; opencl-layers(7) has the variables. The
 * program is not changed: it gets what it would get without the layer, and nothing waits for what it
 * does later.
 *
 * This file looks at the calls. Each part calls only parts that are below it:
 *
 *	capture			settings, and what is noted of calls
 *	  capture-call		what is done around the call of a launch
 *	    answers		the event that the program gets
 *	    describe		fills a struct launch: arguments, programs, memory
 *	      acquired		objects of other interfaces
 *	    writer		the thread that writes
 *	      files		what is written, in which order
 *	        ask		names of drivers
 *	        contents	... of memory
 *	          directory	names, holes, hashes
 *	      copies		of contents, on the device
 *	  claim			memory, if launches are compared at once
 *	  choice		which launches
 *	  job			all that is known of a launch
 *	  outcome		says what became of it
 */
#include <string.h>

#include "base/common/system.h"
#include "base/os.h"
#include "layers/capture/acquired.h"
#include "layers/capture/claim.h"
#include "layers/capture/event-answers.h"
#include "layers/capture/capture-call.h"
#include "layers/capture/launch-choice.h"
#include "layers/capture/outcome.h"
#include "layers/capture/write/job-files.h"
#include "layers/capture/writer.h"
#include "layers/frame/option.h"
#include "layers/frame/status.h"
#include "layers/frame/unseen.h"
#include "opencl/call.h"
#include "state/facts.h"
#include "state/learn/follow.h"
#include "state/formats.h"
#include "state/life.h"
#include "state/memory.h"
#include "state/track.h"

#define LIMIT_MIB 4096 /* the default */
#define MOST_MIB ((uint64_t)1 << 24)

/* The kinds of objects that a launch may use; and the kinds whose calls are kept. */
#define KINDS \
	(FACTS_KIND(OBJECT_CONTEXT) | FACTS_KIND(OBJECT_QUEUE) | FACTS_KIND(OBJECT_MEM) | \
	 FACTS_KIND(OBJECT_SAMPLER) | FACTS_KIND(OBJECT_PROGRAM) | FACTS_KIND(OBJECT_KERNEL) | \
	 FACTS_KIND(OBJECT_EVENT))
#define KEPT_KINDS \
	(FACTS_KIND(OBJECT_MEM) | FACTS_KIND(OBJECT_SAMPLER) | FACTS_KIND(OBJECT_PROGRAM) | \
	 FACTS_KIND(OBJECT_KERNEL))

static struct option launch_option = OPTION(CAPTURE_LAUNCH);
static struct option kernel_option = OPTION(CAPTURE_KERNEL);
static struct option count_option = OPTION(CAPTURE_COUNT);
static struct option failing_option = OPTION(CAPTURE_FAILING);
static struct option directory_option = OPTION(CAPTURE_DIRECTORY);
static struct option limit_option = OPTION(CAPTURE_LIMIT);
static struct option compared_option = OPTION(CAPTURE_COMPARED);
static struct option status_option = OPTION(CAPTURE_STATUS);

/* What the settings say. Written at start only. */
static struct {
	struct option_copy directory;
	struct option_copy compared;
} options;

static struct capture_call *own(const struct call *call)
{
	return call_own(call);
}

/* -- before the call --------------------------------------------------------------------- */

static bool before(struct call *call)
{
	uint64_t number;

	own(call)->job = NULL;
	own(call)->number = 0;
	/* The event of the launch lives on after it was captured. */
	if (event_answers_call(call))
		return false;
	call->is_ignored = !life_is_open() || choice_is_over();
	if (choice_is_launch(call) && life_is_open()) {
		number = choice_count();
		if (!call->is_ignored && choice_takes(call, number))
			capture_call_before(call, own(call), number);
		own(call)->number = number;
	}
	if (call->is_ignored)
		return true;
	track_ask_stored(call);
	facts_note_before(call);
	follow_before(call);
	return true;
}

/* -- after the call ---------------------------------------------------------------------- */

static void note_failed_launch(const struct call *call, const void *result)
{
	cl_int error;

	memcpy(&error, result, sizeof(error));
	if (error != CL_SUCCESS && choice_takes_failed())
		capture_call_failed(call, own(call)->number, error);
}

static void after(struct call *call, const void *result)
{
	const bool is_launch = choice_is_launch(call);

	if (is_launch && own(call)->job)
		capture_call_after(call, own(call), result);
	if (call->is_ignored || !life_is_open())
		return;
	if (is_launch)
		note_failed_launch(call, result);
	follow_after(call, result);
	if (signature_succeeded(&signatures[call->slot], call->values, result)) {
		facts_note(call, result);
		acquired_note(call);
	} else {
		facts_note_failed(call);
	}
	track_returned(call);
}

/* -- start and end ----------------------------------------------------------------------- */

static void note_unseen(const struct clrouter_extension_missed *missed)
{
	unseen_complain("capture", missed);
	life_note_unseen(missed);
}

/* What the parent captures is the parent's. */
static void begin_child(void)
{
	writer_forget();
	choice_restart();
}

static const struct call_hooks hooks = {
	.before = before, .after = after, .unseen = note_unseen,
};

/* The text of an option that is N or FROM-TO. */
static struct launch_numbers read_numbers(struct option *option)
{
	const char *text = option_word(option, NULL);
	struct launch_numbers numbers = { 0 };

	if (text && !launch_numbers_parse(text, &numbers))
		option_complain(option, text, "is ignored, expected a number above 0, or two with \"-\"");
	return numbers;
}

static bool read_options(void)
{
	struct launch_choice choice = {
		.launch = read_numbers(&launch_option),
		.kernel = option_word(&kernel_option, NULL),
		.is_failing = option_flag(&failing_option, false),
		.count = option_number(&count_option, UINT64_MAX, 0),
		.is_stream = option_file(&compared_option) != NULL,
	};
	const uint64_t limit = option_number(&limit_option, MOST_MIB, LIMIT_MIB);

	if (!option_keep(&options.directory, option_file(&directory_option)) ||
	    !option_keep(&options.compared, option_file(&compared_option)))
		return false;
	if (!claim_start(options.compared.text, limit))
		choice = (struct launch_choice){ .kernel = NULL };
	choice_start(&choice);
	status_start(option_file(&status_option), false);
	files_start(options.directory.text && *options.directory.text != '\0'
			    ? options.directory.text
			    : "opencl-capture-%p");
	capture_call_set_up(limit << 20);
	return true;
}

/*
 * The thread and the exit handler call the target, but a program may close its loader before. This
 * loader ends its layers then; others may be unloaded without a word to them.
 */
static void keep_target(const struct clrouter_table *target)
{
	const void *function;

	if (clrouter_layer_service("clGetLayerOptionCLROUTER"))
		return;
	/* A layer below has its own functions, and the loader's where it does not change them. */
	for (size_t slot = 0; slot < CLROUTER_SLOTS; slot++) {
		memcpy(&function, (const char *)target + slot * sizeof(function), sizeof(function));
		if (function)
			system_stay_loaded(function);
	}
}

static cl_int start(struct clrouter_table *table)
{
	/* Nobody may make a privileged program write files. */
	if (os_is_elevated())
		return CL_SUCCESS;
	if (!read_options())
		return CL_OUT_OF_HOST_MEMORY;
	/* A thread runs this code, and drivers when a command has ended. */
	system_stay_loaded(&options);
	keep_target(&clrouter_target);
	follow_start();
	facts_start(KINDS, KEPT_KINDS);
	formats_start();
	memory_start();
	acquired_start();
	writer_start();
	life_start(table, &hooks, begin_child);
	outcome_say(STATUS_LOADED, NULL);
	return CL_SUCCESS;
}

static void end(void)
{
	memory_forget_all();
}

static void say_kernel(const char *name, uint64_t count)
{
	outcome_say(STATUS_KERNEL, "%llu %s", (unsigned long long)count, name);
}

static void stop(void)
{
	writer_end();
	choice_say_kernels(say_kernel);
	outcome_say(STATUS_LAUNCHES, "%llu", (unsigned long long)choice_launches());
	life_end(end);
}

CLROUTER_LAYER("capture", start, stop)
