/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record: starts a program with the record layer nearest to it, waits for it, and says where the
 * records are. The tool ends as the program does: with its exit status, or by its signal.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
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
#include "record/record-reader.h"
#include "tool/commands/run.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/process/started-program.h"
#include "tool/tool.h"

#define MOST_SHOWN 10 /* records */

static bool set(const char *variable, const char *value)
{
	if (!value || setenv(variable, value, 1) == 0)
		return true;
	message_error("there is not enough memory");
	return false;
}

/* The program may change its working directory before its first OpenCL call. */
static const char *absolute(const char *path, struct arena *arena)
{
	char directory[PATH_MAX];

	if (path[0] == '/')
		return path;
	if (!getcwd(directory, sizeof(directory))) {
		message_error("the working directory cannot be found: %s", strerror(errno));
		return NULL;
	}
	return format_into(arena, "%s/%s", strcmp(directory, "/") == 0 ? "" : directory, path);
}

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
	const char *path = absolute(tool->record.output ? tool->record.output : "", &tool->arena);

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
	return set("OPENCL_RECORD_FILE", file) && set("OPENCL_RECORD_REPLACE", "no") &&
	       set("OPENCL_RECORD_FILTER", tool->record.filter) &&
	       set("OPENCL_RECORD_DURATION", tool->record.duration) &&
	       set("OPENCL_RECORD_LIMIT", tool->record.limit) &&
	       set("OPENCL_RECORD_PROFILE_QUEUES", choose_profiling(tool)) &&
	       set("OPENCL_RECORD_STACKS", tool->record.has_stacks ? "yes" : NULL) &&
	       set("OPENCL_RECORD_SUMMARY", tool->record.adds_up ? "yes" : NULL);
}

/* -- afterwards --------------------------------------------------------------- */

/* PATH as a user in this directory writes it. */
static const char *shorten(const char *path)
{
	char directory[PATH_MAX];
	const char *rest =
		getcwd(directory, sizeof(directory)) ? text_skip_prefix(path, directory) : NULL;

	return rest && rest[0] == '/' && rest[1] ? rest + 1 : path;
}

/* ALL becomes the directory of FIRST, after a blank. */
static void set_directory(struct line *all, const char *first)
{
	const char *slash = strrchr(first, '/');

	*all = line_in(all->text, all->size);
	line_add(all, " %.*s", slash ? (int)(slash + 1 - first) : 1, slash ? first : ".");
}

/*
 * Reports the records that the file STATUS names; returns how many there are. *LOADED: in how many
 * processes the layer was.
 */
static size_t report_records(FILE *status, size_t *loaded)
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
		if (count == 0)
			text_format(first, sizeof(first), "%s", shorten(path));
		if (count++ < MOST_SHOWN) {
			message_error("recorded: %s", shorten(path));
			line_add(&all, " %s", shorten(path));
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

/* The loader loads layers at the first OpenCL call. What is known before, run_prepare() has said. */
static void report_nothing(const struct tool *tool, const char *file, size_t loaded)
{
	struct stat status;

	if (loaded > 0)
		message_error(
			"nothing was recorded: the layer was loaded in %zu process%s, but %s",
			loaded, loaded == 1 ? "" : "es",
			tool->record.filter ? "--filter selects none of the calls that were made"
					    : "no file could be written, or the program has "
					      "switched recording off");
	else
		message_error(
			"nothing was recorded: no process of %s loaded the record layer: they made "
			"no OpenCL call, or got it from another loader; \"clrouter doctor --program "
			"%s\" shows which one a program gets",
			tool->operands[0], tool->operands[0]);
	if (!is_pattern(file) && stat(file, &status) == 0 && S_ISREG(status.st_mode) &&
	    status.st_size == 0)
		unlink(file);
}

/* As the program ended: a shell sees the same. */
static int end_as(int status)
{
	const struct rlimit none = { 0, 0 };

	if (WIFSIGNALED(status)) {
		setrlimit(RLIMIT_CORE, &none);
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
	}
	return started_program_exit_status(status);
}

static int start(const struct tool *tool, const char *file)
{
	int lines = started_program_open_status(RECORD_STATUS_VARIABLE);
	int status = lines < 0 ? -1 : started_program_run(tool->operands);
	size_t loaded = 0;
	FILE *stream;

	if (status < 0) {
		message_error("%s: cannot be started: %s", tool->operands[0], strerror(errno));
		return TOOL_PROBLEM;
	}
	stream = fdopen(lines, "r");
	if (stream)
		rewind(stream);
	if (stream && report_records(stream, &loaded) == 0)
		report_nothing(tool, file, loaded);
	if (stream)
		fclose(stream);
	return end_as(status);
}

/* -- stopping ------------------------------------------------------------------ */

#define STOP_TRIES 100
#define STOP_PAUSE_NS 10000000

/* Does a program write to the record READER? The reason, if it cannot be stopped. */
static bool is_recorded(const struct record_reader *reader)
{
	if (reader->header.state == RECORD_OPEN && record_reader_is_written(reader))
		return true;
	message_error("%s: %s", reader->path,
		      reader->header.state == RECORD_OPEN ? "its program does not run any more"
							  : "the recording has ended before");
	return false;
}

/* The program sees the word at its next call, as the layer has the header mapped. */
static bool ask_to_stop(const struct record_reader *reader, int file)
{
	const uint32_t stop = 1;

	errno = EBUSY;		/* another file has got the name meanwhile */
	if (record_reader_is_file(reader, file) &&
	    pwrite(file, &stop, sizeof(stop), offsetof(struct record_header, stop)) ==
		    (ssize_t)sizeof(stop))
		return true;
	message_error("%s: %s", reader->path, strerror(errno));
	return false;
}

static bool has_stopped(const struct record_reader *reader)
{
	const struct timespec moment = { .tv_nsec = STOP_PAUSE_NS };
	uint32_t state = RECORD_OPEN;

	for (int i = 0; i < STOP_TRIES && state == RECORD_OPEN; i++) {
		nanosleep(&moment, NULL);
		if (pread(reader->descriptor, &state, sizeof(state),
			  offsetof(struct record_header, state)) != (ssize_t)sizeof(state))
			break;
	}
	return state != RECORD_OPEN;
}

/* FILE is the record PATH, open for writing. */
static bool stop_file(const char *path, int file)
{
	struct record_reader reader;
	bool is_asked;

	if (!record_reader_open(&reader, path)) {
		message_error("%s: %s", path, reader.why);
		return false;
	}
	is_asked = is_recorded(&reader) && ask_to_stop(&reader, file);
	if (is_asked && has_stopped(&reader))
		message_error("stopped: %s", path);
	else if (is_asked)
		message_error("%s: it ends with the next OpenCL call of its program", path);
	record_reader_close(&reader);
	return is_asked;
}

/* The file is opened for writing first: that is refused without an effect on what is no record. */
static int stop_record(const char *path)
{
	int file = safe_open(path, SAFE_OPEN_REGULAR);
	bool is_asked;

	if (file < 0) {
		message_error("%s: %s", path, safe_open_error(errno));
		return TOOL_PROBLEM;
	}
	is_asked = stop_file(path, file);
	close(file);
	return is_asked ? TOOL_GOOD : TOOL_PROBLEM;
}

int tool_record(struct tool *tool)
{
	const char *file;
	int status;

	if (tool->record.stop && tool->operand_count > 0)
		return message_usage("--stop takes no program"), TOOL_USAGE;
	if (tool->record.stop)
		return stop_record(tool->record.stop);
	if (tool->operand_count == 0)
		return message_usage("record needs a program"), TOOL_USAGE;
	if (tool->record.profiles_queues && tool->record.leaves_queues)
		return message_usage("--profile-queues and --leave-queues exclude each other"),
		       TOOL_USAGE;
	if (tool->record.adds_up && tool->record.has_stacks)
		return message_usage("--summary-only and --stacks exclude each other"), TOOL_USAGE;
	tool->record.is_wanted = true;
	if (!run_add_layer(tool, "record", "libCLRecord.so"))
		return TOOL_USAGE;
	if (!run_prepare(tool, &status))
		return status;
	file = choose_file(tool);
	if (!file || !set_variables(tool, file))
		return TOOL_PROBLEM;
	return start(tool, file);
}
