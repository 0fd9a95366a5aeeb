/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record: starts a program with the record layer nearest to it, waits for it, and says where the
 * records are. The tool ends as the program does: with its exit status, or by its signal.
 */
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file/safe-open.h"
#include "config/known-options.h"
#include "record/record-reader.h"
#include "tool/commands/record-run.h"
#include "tool/output/message.h"
#include "tool/probe/process/started-program.h"
#include "tool/tool.h"

static int start(struct tool *tool, const char *file)
{
	struct recorded_processes processes = { .arena = &tool->arena };
	const pid_t id = layer_status_open(&processes.lines, known_options[KNOWN_RECORD_STATUS].variable)
				 ? started_program_start(tool->operands, NULL) : -1;
	struct loader_watch watch = { 0 };
	int status;

	if (id < 0) {
		message_error("%s: cannot be started: %s", tool->operands[0], strerror(errno));
		return TOOL_PROBLEM;
	}
	status = record_run_wait(tool, id, &processes, &watch);
	started_program_end_forwarding();
	record_run_report(tool, file, &processes, status, &watch);
	recorded_processes_done(&processes);
	return started_program_end_as(status);
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
	file = record_run_prepare(tool, &status);
	return file ? start(tool, file) : status;
}
