/* SPDX-License-Identifier: Apache-2.0 */
/* record-run: see record-run.h. */
#include "tool/commands/record-run.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/common/file-name.h"
#include "base/common/line.h"
#include "base/common/own-dir.h"
#include "base/file/safe-open.h"
#include "tool/commands/record-ranges.h"
#include "tool/commands/run.h"
#include "tool/doctor/shipped-layers.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/process/record-cause.h"
#include "tool/probe/process/started-program.h"

#define MOST_SHOWN 10 /* records */

/*
 * The user has named the file, so it is replaced; the layer replaces nothing, so that processes of
 * the program do not replace each other's records.
 */
static bool empty_file(const char *path)
{
	int file = safe_open(path, SAFE_OPEN_CREATE | SAFE_OPEN_REGULAR);

	if (file < 0) {
		message_error("%s: %s", path, safe_open_error(errno));
		return false;
	}
	if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
		message_error("%s: another process records into it, so names get the process ID",
			      path);
	else
		(void)!ftruncate(file, 0);
	close(file);
	return true;
}

/* Can processes have different names by PATH? The layer finds out which, because it is in them. */
static bool is_pattern(const char *path)
{
	return path[strlen(path) - 1] == '/' || *file_name_find(path);
}

/*
 * Can a file be made where PATH says, as far as that is known before the program runs? Not what is
 * below a directory whose name has a placeholder.
 */
static bool check_directory(const char *path, struct arena *arena)
{
	const char *end = file_name_find(path);
	const int mode = strchr(end, '/') ? X_OK : W_OK | X_OK;
	const char *directory;

	while (end > path && end[-1] != '/')
		end--;
	directory = format_into(arena, "%.*s", (int)(end - path), path);
	if (directory && access(directory, mode) == 0)
		return true;
	message_error("%s: %s; name a file in another directory by -o",
		      directory ? directory : path, strerror(errno));
	return false;
}

/* Makes the directory that PATH is, unless it is there, or its name depends on the process. */
static void make_directory(const char *path)
{
	struct own_dir directory;

	if (path[strlen(path) - 1] == '/' && !*file_name_find(path) && own_dir_make(&directory, path))
		own_dir_close(&directory);
}

/* Without --output: a free name in the working directory, never in /tmp by itself. */
static const char *choose_file(struct tool *tool)
{
	const char *path = started_program_absolute(tool->record.output ? tool->record.output : "", &tool->arena);

	if (!path)
		return NULL;
	make_directory(path);
	if (is_pattern(path))
		return check_directory(path, &tool->arena) ? path : NULL;
	return empty_file(path) ? path : NULL;
}

/* What the user has set counts, unless an option says otherwise. NULL: that. */
static const char *choose_profiling(const struct tool *tool)
{
	if (tool->record.profiles_queues)
		return "yes";
	if (tool->record.leaves_queues)
		return "no";
	return getenv("OPENCL_RECORD_PROFILE_QUEUES") ? NULL : "sampled";
}

static bool set_variables(const struct tool *tool, const char *file)
{
	return started_program_set("OPENCL_RECORD_FILE", file) && started_program_set("OPENCL_RECORD_REPLACE", "no") &&
	       started_program_set("OPENCL_RECORD_FILTER", tool->record.filter) &&
	       started_program_set("OPENCL_RECORD_DURATION", tool->record.duration) &&
	       started_program_set("OPENCL_RECORD_LIMIT", tool->record.limit) &&
	       started_program_set("OPENCL_RECORD_PROFILE_QUEUES", choose_profiling(tool)) &&
	       started_program_set("OPENCL_RECORD_STACKS", tool->record.has_stacks ? "yes" : NULL) &&
	       started_program_set("OPENCL_RECORD_SUMMARY", tool->record.adds_up ? "yes" : NULL);
}

/* -- afterwards --------------------------------------------------------------- */

/* ALL becomes the directory of FIRST, after a blank. */
static void set_directory(struct line *all, const char *first)
{
	const char *slash = strrchr(first, '/');

	*all = line_in(all->text, all->size);
	line_add(all, " %.*s", slash ? (int)(slash + 1 - first) : 1, slash ? first : ".");
}

/* Names the records, of which there is at least one. */
static void name_records(const struct recorded_processes *processes)
{
	char buffer[MOST_SHOWN * PATH_MAX];
	struct line all = line_in(buffer, sizeof(buffer));
	const size_t count = processes->count;

	for (size_t i = 0; i < count && i < MOST_SHOWN; i++) {
		message_error("recorded: %s", started_program_shorten(processes->list[i].path));
		line_add(&all, " %s", started_program_shorten(processes->list[i].path));
	}
	if (count > MOST_SHOWN)
		message_error("and %zu more, one for each process", count - MOST_SHOWN);
	/* A report of a directory is one of all records in it. */
	if (count > MOST_SHOWN)
		set_directory(&all, started_program_shorten(processes->list[0].path));
	message_error("to look at %s: clrouter report%s", count == 1 ? "it" : "them", all.text);
}

/* The layer was there, but has written nothing. */
static const char *explain_loaded(struct tool *tool, size_t loaded)
{
	return format_into(&tool->arena, "the layer was loaded in %zu process%s, but %s", loaded,
			   loaded == 1 ? "" : "es",
			   tool->record.filter ? "--filter selects none of the calls that were made"
					       : "no file could be written, or the program has "
						 "switched recording off");
}

/*
 * The loader loads layers at the first OpenCL call. What is known before, run_prepare() has said. NOTHING
 * says what is missing.
 */
static void report_unloaded(struct tool *tool, const char *nothing, int status,
			    const struct loader_watch *watch)
{
	if (tool->is_told)
		message_error("%s: %s has another loader, as was said before it started", nothing,
			      tool->operands[0]);
	else
		message_error(
			"%s: no process of %s loaded the record layer: %s; "
			"\"clrouter doctor --program %s\" shows what a program gets",
			nothing, tool->operands[0],
			record_cause_find(tool->operands[0], status, watch, tool->record.refused,
					  &tool->arena),
			tool->operands[0]);
}

static void report_nothing(struct tool *tool, const char *file, size_t loaded, int status,
			   const struct loader_watch *watch)
{
	if (loaded > 0)
		message_error("nothing was recorded: %s", explain_loaded(tool, loaded));
	else
		report_unloaded(tool, "nothing was recorded", status, watch);
	if (!is_pattern(file))
		safe_remove_empty(file);
}

/*
 * Each pause is twice as long as the one before: a program that runs long is hardly disturbed. Once it is
 * recorded there is less to look at, and a process that begins and is killed in a pause has no time.
 */
#define FIRST_PAUSE 5	/* ms */
#define LONGEST_PAUSE 2000
#define LONGEST_RECORDED 100

static int longer(int pause, const struct recorded_processes *processes)
{
	const int most = processes->count > 0 ? LONGEST_RECORDED : LONGEST_PAUSE;

	return 2 * pause < most ? 2 * pause : most;
}

int record_run_wait(struct tool *tool, pid_t id, struct recorded_processes *processes,
		    struct loader_watch *watch)
{
	int status;

	for (int pause = FIRST_PAUSE;; pause = longer(pause, processes)) {
		const bool has_waited = recorded_processes_wait(processes, id, pause);

		if (started_program_ends_within(id, has_waited ? 0 : pause, &status))
			break;
		recorded_processes_look(processes);
		if (!watch->is_done && processes->loaded == 0)
			loader_watch_look(watch, id, &tool->arena);
	}
	recorded_processes_end(processes, id, status);
	return status;
}

void record_run_report(struct tool *tool, const char *file,
		       const struct recorded_processes *processes, int status,
		       const struct loader_watch *watch)
{
	if (processes->count > 0 && processes->loaded == 0)
		report_unloaded(tool, "no OpenCL call was recorded, but ranges of the program", status,
				watch);
	if (processes->count > 0)
		name_records(processes);
	else
		report_nothing(tool, file, processes->loaded, status, watch);
}

const char *record_run_prepare(struct tool *tool, int *status)
{
	const char *problem;
	const char *file;

	*status = TOOL_USAGE;
	if (tool->record.profiles_queues && tool->record.leaves_queues) {
		message_usage("--profile-queues and --leave-queues exclude each other");
		return NULL;
	}
	if (tool->record.adds_up && tool->record.has_stacks) {
		message_usage("--summary-only and --stacks exclude each other");
		return NULL;
	}
	problem = shipped_layers_judge_value(&known_options[KNOWN_RECORD_FILTER],
					     format_or(tool->record.filter, ""), &tool->arena);
	if (tool->record.filter && problem) {
		message_usage("--filter: %s", problem);
		return NULL;
	}
	tool->record.is_wanted = true;
	if (!run_add_layer(tool, "record", "libCLRecord.so") || !run_prepare(tool, status))
		return NULL;
	*status = TOOL_PROBLEM;
	file = choose_file(tool);
	return file && set_variables(tool, file) && record_ranges_set(tool) ? file : NULL;
}
