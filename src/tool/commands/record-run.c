/* SPDX-License-Identifier: Apache-2.0 */
/* record-run: see record-run.h. */
#include "tool/commands/record-run.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/common/file-name.h"
#include "base/common/line.h"
#include "base/common/record-status.h"
#include "base/file/safe-open.h"
#include "base/text.h"
#include "record/record-format.h"
#include "tool/commands/run.h"
#include "tool/doctor/shipped-layers.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/process/record-cause.h"
#include "tool/probe/process/start.h"
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

/* Without --output: a free name in the working directory, never in /tmp by itself. */
static const char *choose_file(struct tool *tool)
{
	const char *path = start_absolute(tool->record.output ? tool->record.output : "", &tool->arena);

	if (!path)
		return NULL;
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
	return start_set("OPENCL_RECORD_FILE", file) && start_set("OPENCL_RECORD_REPLACE", "no") &&
	       start_set("OPENCL_RECORD_FILTER", tool->record.filter) &&
	       start_set("OPENCL_RECORD_DURATION", tool->record.duration) &&
	       start_set("OPENCL_RECORD_LIMIT", tool->record.limit) &&
	       start_set("OPENCL_RECORD_PROFILE_QUEUES", choose_profiling(tool)) &&
	       start_set("OPENCL_RECORD_STACKS", tool->record.has_stacks ? "yes" : NULL) &&
	       start_set("OPENCL_RECORD_SUMMARY", tool->record.adds_up ? "yes" : NULL);
}

/* -- afterwards --------------------------------------------------------------- */

/* How a program has ended. */
struct death {
	pid_t id;
	int status;	/* of waitpid(2) */
	uint64_t time;	/* ns, CLOCK_MONOTONIC */
};

/*
 * A program that was killed cannot say when that was, so the record PATH is told, if it is one of the
 * process that was waited for.
 */
static void note_death(const char *path, const struct death *death)
{
	const int file = safe_open(path, SAFE_OPEN_READ | SAFE_OPEN_REGULAR);
	const bool is_signal = WIFSIGNALED(death->status);
	struct record_header header = { .process = 0 };
	const size_t begin = offsetof(struct record_header, death);
	const size_t size = offsetof(struct record_header, reserved) - begin;

	if (file < 0)
		return;
	if (pread(file, &header, sizeof(header), 0) == (ssize_t)sizeof(header) &&
	    memcmp(header.magic, RECORD_MAGIC, sizeof(header.magic)) == 0 &&
	    header.process == (uint32_t)death->id) {
		header.death = is_signal ? RECORD_DEATH_SIGNAL : RECORD_DEATH_EXIT;
		header.died = death->time;
		header.death_code = is_signal ? WTERMSIG(death->status) :
						WEXITSTATUS(death->status);
		(void)!pwrite(file, (const char *)&header + begin, size, (off_t)begin);
	}
	close(file);
}

/* ALL becomes the directory of FIRST, after a blank. */
static void set_directory(struct line *all, const char *first)
{
	const char *slash = strrchr(first, '/');

	*all = line_in(all->text, all->size);
	line_add(all, " %.*s", slash ? (int)(slash + 1 - first) : 1, slash ? first : ".");
}

/*
 * Reports the records that the file STATUS names, and tells them of DEATH; returns how many there are.
 * *LOADED: in how many processes the layer was.
 */
static size_t report_records(FILE *status, const struct death *death, size_t *loaded)
{
	char line[PATH_MAX + sizeof(RECORD_STATUS_RECORD) + 1];
	char buffer[MOST_SHOWN * PATH_MAX];
	char first[PATH_MAX] = "";
	struct line all = line_in(buffer, sizeof(buffer));
	size_t count = 0;

	while (fgets(line, sizeof(line), status)) {
		const char *path = text_skip_prefix(line, RECORD_STATUS_RECORD " ");

		line[strcspn(line, "\n")] = '\0';
		*loaded += strcmp(line, RECORD_STATUS_LOADED) == 0;
		if (!path)
			continue;
		note_death(path, death);
		if (count == 0)
			text_format(first, sizeof(first), "%s", start_shorten(path));
		if (count++ < MOST_SHOWN) {
			message_error("recorded: %s", start_shorten(path));
			line_add(&all, " %s", start_shorten(path));
		}
	}
	if (count > MOST_SHOWN)
		message_error("and %zu more, one for each process", count - MOST_SHOWN);
	/* A report of a directory is one of all records in it. */
	if (count > MOST_SHOWN)
		set_directory(&all, first);
	if (count > 0)
		message_error("to look at %s: clrouter report%s", count == 1 ? "it" : "them",
			      all.text);
	return count;
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

/* The loader loads layers at the first OpenCL call. What is known before, run_prepare() has said. */
static void report_nothing(struct tool *tool, const char *file, size_t loaded, int status,
			   const struct loader_watch *watch)
{
	if (loaded > 0)
		message_error("nothing was recorded: %s", explain_loaded(tool, loaded));
	else if (tool->is_told)
		message_error(
			"nothing was recorded: %s has another loader, as was said before it "
			"started",
			tool->operands[0]);
	else
		message_error(
			"nothing was recorded: no process of %s loaded the record layer: %s; "
			"\"clrouter doctor --program %s\" shows what a program gets",
			tool->operands[0],
			record_cause_find(tool->operands[0], status, watch, tool->record.refused,
					  &tool->arena),
			tool->operands[0]);
	if (!is_pattern(file))
		safe_remove_empty(file);
}

/* Each pause is twice as long as the one before: a program that runs long is hardly disturbed. */
#define FIRST_PAUSE 5	/* ms */
#define LONGEST_PAUSE 2000

/* Has a process said that the layer is loaded? */
static bool has_lines(int lines)
{
	struct stat status;

	return fstat(lines, &status) != 0 || status.st_size > 0;
}

int record_run_wait(struct tool *tool, pid_t id, int lines, struct loader_watch *watch)
{
	int status;

	for (int pause = FIRST_PAUSE; !watch->is_done && !has_lines(lines);) {
		if (started_program_ends_within(id, pause, &status))
			return status;
		loader_watch_look(watch, id, &tool->arena);
		pause = 2 * pause < LONGEST_PAUSE ? 2 * pause : LONGEST_PAUSE;
	}
	return started_program_wait(id);
}

void record_run_report(struct tool *tool, const char *file, int lines, pid_t id, int status,
		       const struct loader_watch *watch)
{
	FILE *stream = fdopen(lines, "r");
	struct death death = { .id = id, .status = status };
	struct timespec now;
	size_t loaded = 0;

	clock_gettime(CLOCK_MONOTONIC, &now);
	death.time = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;

	if (!stream)
		return;
	rewind(stream);
	if (report_records(stream, &death, &loaded) == 0)
		report_nothing(tool, file, loaded, status, watch);
	fclose(stream);
}

/* As the program ended: a shell sees the same. */
int record_run_end_as(int status)
{
	return start_end_as(status);
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
	return file && set_variables(tool, file) ? file : NULL;
}
