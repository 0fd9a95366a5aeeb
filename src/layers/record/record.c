/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record: libCLRecord writes every OpenCL call into a binary file, for "clrouter report".
 * It must not change what it measures: a call costs two readings of the clock and a copy of its
 * arguments, and nothing is formatted. doc/record-format.md describes the file, opencl-layers(7)
 * the variables.
 *
 * This file has the settings, the start, the end and forks. Each part calls only parts that are
 * below it:
 *
 *	itt, nvtx		what the program calls of its own to name its work
 *	  program-ranges	... as records
 *	record			settings, start, fork, stop
 *	  look-ups		what the program looks up: the switch, command buffers
 *	    record-wrappers	generated: one recording function for each OpenCL function
 *	      record-objects	the names of devices and kernels, build logs
 *	      timed-callbacks	how long callbacks of the program take
 *	      timed-commands	which of them are measured
 *		queues		which queues have profiling, or get it
 *		  profiling	... depending on the device
 *		  in-flight	measured commands until they have ended
 *		samples		which commands of a queue are measured
 *	      wait-time		how long the program waits, and what that costs
 *	      transfer-bytes	how much a command moves
 *	      extension-records	what the functions of extensions are
 *	        function-text	... as text
 *	      call-records	a record in the chunk of the calling thread
 *	        call-contents	what arguments point to
 *	        places		from where a thread calls
 *	          module	... and what has an address
 *	        sums		... or calls and commands added up
 *	          kernel-names	... by these
 *	        store		the chunks of the file, which are mapped
 *	          record-file	its name
 *	            raw-file	... as the system has files
 *	      own-process	what the system knows of the process
 */
#include "layers/record/record.h"

#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/common/job.h"
#include "base/common/lock.h"
#include "base/common/status-line.h"
#include "base/common/system.h"
#include "base/common/word-list.h"
#include "base/os.h"
#include "layers/frame/option.h"
#include "layers/frame/status.h"
#include "layers/frame/unseen.h"
#include "layers/record/timed-commands.h"
#include "layers/record/file/call-records.h"
#include "layers/record/file/extension-records.h"
#include "layers/record/record-objects.h"
#include "layers/record/file/own-process.h"
#include "layers/record/file/store.h"
#include "layers/record/record-wrappers.h"
#include "opencl/signature.h"

#define LIMIT_MIB 1024 /* the default */
#define MOST_MIB ((uint64_t)1 << 24)
#define MOST_SECONDS ((uint64_t)1 << 30)
#define NS_PER_S 1000000000u

static struct option file_option = OPTION(RECORD_FILE);
static struct option replace_option = OPTION(RECORD_REPLACE);
static struct option limit_option = OPTION(RECORD_LIMIT);
static struct option filter_option = OPTION(RECORD_FILTER);
static struct option duration_option = OPTION(RECORD_DURATION);
static struct option profile_option = OPTION(RECORD_PROFILE_QUEUES);
static struct option paused_option = OPTION(RECORD_PAUSED);
static struct option summary_option = OPTION(RECORD_SUMMARY);
static struct option stacks_option = OPTION(RECORD_STACKS);
static struct option status_option = OPTION(RECORD_STATUS);

/* What the settings say. Written at start only. */
static struct {
	struct option_copy file;
	struct option_copy filter;
} options;

/* How far the recording is. */
static struct {
	struct lock lock;
	bool is_begun;	  /* the file is open, or will be with the first record */
	bool has_calls;	  /* the loader has started the layer */
	atomic_bool has_ended; /* nothing is recorded before it is started again */
} recording = { .lock = LOCK_INIT };

/* Of the functions that the filter selects. */
static void note_unseen(const struct clrouter_extension_missed *missed)
{
	if (!word_list_selects_name(options.filter.text, missed->name))
		return;
	function_note_unseen(missed->name, missed->reason);
	unseen_complain("record", missed);
}

static bool is_wanted(unsigned int slot)
{
	return word_list_selects_name(options.filter.text, signatures[slot].name);
}

static void add_text(enum record_process what, const char *text)
{
	event_add(RECORD_PROCESS, what, NULL, 0, text, strlen(text) + 1);
}

static void add_program(void)
{
	char path[OS_PATH_SIZE];

	if (own_process_program(path, sizeof(path)))
		add_text(RECORD_PROGRAM, path);
	if (os_working_directory(path, sizeof(path)))
		add_text(RECORD_DIRECTORY, path);
}

/* The same of all processes of a job, but for the rank. */
static void add_job(void)
{
	char host[256];

	system_host_name(host, sizeof(host));
	add_text(RECORD_HOST, host);
	if (job_rank())
		add_text(RECORD_RANK, job_rank());
	if (job_id())
		add_text(RECORD_JOB, job_id());
}

static void add_argument(const char *argument)
{
	add_text(RECORD_ARGUMENT, argument);
}

static void add_variable(const char *variable)
{
	if (option_concerns_opencl(variable))
		add_text(RECORD_VARIABLE, variable);
}

static void add_process(void)
{
	add_program();
	add_job();
	own_process_visit_arguments(add_argument);
	system_visit_variables(add_variable);
}

/* No other thread may have a lock when the process is copied. */
static void before_fork(void)
{
	lock_take(&recording.lock);
	objects_before_fork();
	commands_before_fork();
	events_before_fork();
	store_before_fork();
}

static void after_fork_in_parent(void)
{
	store_after_fork_in_parent();
	events_after_fork_in_parent();
	commands_after_fork_in_parent();
	objects_after_fork_in_parent();
	lock_give(&recording.lock);
}

static void after_fork_in_child(void)
{
	store_after_fork_in_child();
	events_after_fork_in_child();
	commands_after_fork_in_child();
	objects_after_fork_in_child();
	lock_give(&recording.lock);
}

static void watch_forks(void)
{
	static atomic_bool watches;

	if (!atomic_exchange(&watches, true) &&
	    !system_watch_forks(before_fork, after_fork_in_parent, after_fork_in_child))
		atomic_store(&watches, false);
}

static bool read_options(void)
{
	const char *filter = option_word(&filter_option, "*");

	option_check_words(&filter_option, filter, signature_names_any, NULL);
	return option_keep(&options.file, option_file(&file_option)) &&
	       option_keep(&options.filter, filter);
}

static uint64_t stop_time(void)
{
	const uint64_t seconds = option_number(&duration_option, MOST_SECONDS, 0);

	return seconds == 0 ? UINT64_MAX : system_now() + seconds * NS_PER_S;
}

static void start_store(bool adds_up)
{
	const struct store_options store = {
		.path = options.file.text,
		.has_sums = adds_up,
		.keeps = !option_flag(&replace_option, true),
		.limit = option_number(&limit_option, MOST_MIB, LIMIT_MIB) << 20,
	};

	status_start(option_file(&status_option), false);
	store_start(&store);
}

/* -- start and stop ------------------------------------------------------------ */

/* Opens no file yet. False: there is no memory. */
static bool prepare(struct events_options *events)
{
	*events = (struct events_options){ .describe = add_process };
	if (!read_options())
		return false;
	/* Threads run this code when they end, and drivers when a command has ended. */
	system_stay_loaded(&options);
	events->adds_up = option_flag(&summary_option, false);
	events->has_stacks = option_flag(&stacks_option, false);
	events->stop_at = stop_time();
	start_store(events->adds_up);
	return true;
}

static void start_calls(struct clrouter_table *table)
{
	record_calls_start(is_wanted);
	*table = record_calls;
	objects_start();
	commands_start((enum queues_change)option_choice(&profile_option));
	clrouter_extension_start(table, note_unseen);
	look_ups_start(table, option_flag(&paused_option, false));
}

/* Each process once, also if it starts the layer again. */
static void say_loaded(void)
{
	static long loaded_in;

	if (loaded_in != (long)getpid())
		status_say(STATUS_LOADED, NULL);
	loaded_in = (long)getpid();
}

/* The loader starts the layer: was the recording not begun before, by a range? It is, after this. */
static bool take_start(void)
{
	bool is_first;

	lock_take(&recording.lock);
	is_first = !recording.is_begun;
	recording.is_begun = recording.has_calls = true;
	atomic_store(&recording.has_ended, false);
	lock_give(&recording.lock);
	return is_first;
}

static void give_up_start(void)
{
	lock_take(&recording.lock);
	recording.is_begun = recording.has_calls = false;
	lock_give(&recording.lock);
}

static cl_int start(struct clrouter_table *table)
{
	struct events_options events;
	bool is_first;

	/* Nobody may make a privileged program write files. */
	if (os_is_elevated())
		return CL_SUCCESS;
	watch_forks();
	is_first = take_start();
	if (is_first && !prepare(&events)) {
		give_up_start();
		return CL_OUT_OF_HOST_MEMORY;
	}
	say_loaded();
	start_calls(table);
	if (!is_first || events_start(&events))
		return CL_SUCCESS;
	give_up_start();
	return CL_OUT_OF_HOST_MEMORY;
}

/* With the lock. */
static void begin_without_calls(void)
{
	struct events_options events;

	recording.is_begun = prepare(&events) && events_start(&events);
	if (!recording.is_begun)
		atomic_store(&recording.has_ended, true);
}

bool record_begin(void)
{
	if (events_are_recorded())
		return true;
	if (atomic_load(&recording.has_ended) || os_is_elevated())
		return false;
	watch_forks();
	lock_take(&recording.lock);
	if (!recording.is_begun && !atomic_load(&recording.has_ended))
		begin_without_calls();
	lock_give(&recording.lock);
	return events_are_recorded();
}

static void stop(void)
{
	const bool is_recorded = events_are_recorded();

	lock_take(&recording.lock);
	recording.is_begun = recording.has_calls = false;
	atomic_store(&recording.has_ended, true);
	lock_give(&recording.lock);
	if (!is_recorded)
		return;
	events_stop();
	store_close();
}

/* A loader stops the layers that it has started. */
__attribute__((destructor)) static void stop_without_calls(void)
{
	if (recording.is_begun && !recording.has_calls)
		stop();
}

CLROUTER_LAYER("record", start, stop)
