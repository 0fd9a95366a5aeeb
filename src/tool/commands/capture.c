/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture: starts a program with the capture layer nearest to it, waits for it, and says where the
 * captured launch is, and what it has cost. The tool ends as the program does, but fails if the
 * program succeeds and nothing was captured.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/common/file-name.h"
#include "base/text.h"
#include "capture/capture-format.h"
#include "launch/capture-status.h"
#include "tool/commands/run.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/interruption.h"
#include "tool/probe/process/start.h"
#include "tool/replay/finish.h"
#include "tool/tool.h"

#define DIRECTORY "opencl-capture-%p"

/* Each process has a directory of its own, so the name may have placeholders. */
static const char *choose_directory(struct tool *tool)
{
	const char *path = start_absolute(tool->record.output ? tool->record.output : DIRECTORY,
					  &tool->arena);
	struct stat status;

	if (!path || *file_name_find(path) || lstat(path, &status) != 0)
		return path;
	message_error("%s: it exists already; name another directory by -o", path);
	return NULL;
}

static bool set_variables(const struct tool *tool, const char *directory)
{
	return start_set("OPENCL_CAPTURE_DIRECTORY", directory) &&
	       start_set("OPENCL_CAPTURE_KERNEL", tool->capture.kernel ? tool->capture.kernel : "") &&
	       start_set("OPENCL_CAPTURE_LAUNCH", tool->capture.launch ? tool->capture.launch : "") &&
	       start_set("OPENCL_CAPTURE_FAILING", tool->capture.takes_failing ? "yes" : "no") &&
	       start_set("OPENCL_CAPTURE_LIMIT", tool->record.limit);
}

/* -- afterwards --------------------------------------------------------------------------- */

/* What the layer has said, in all processes of the program. */
struct outcome {
	struct tool *tool;
	size_t loaded;
	size_t captured;
	size_t refused;
	unsigned long long launches;
	unsigned long long taken;	/* the last launch that is not captured or refused; 0: none */
	char begun[PATH_MAX];	/* its directory, which is not whole; "": none */
	unsigned long long device_bytes;
	unsigned long long file_bytes;
	unsigned long long call_ns;
	unsigned long long write_ns;
};

static void settle(struct outcome *outcome)
{
	outcome->taken = 0;
	outcome->begun[0] = '\0';
}

static double mebibytes(unsigned long long bytes)
{
	return (double)bytes / 1048576;
}

/* The capture in DIRECTORY is whole; its cost was said before. */
static void report_captured(struct outcome *outcome, const char *directory)
{
	outcome->captured++;
	message_error("captured: %s", start_shorten(directory));
	message_error("it took %.1f MiB of files, %.1f MiB of memory on the device, %.3f ms in the call "
		      "of the launch and %.3f s to write",
		      mebibytes(outcome->file_bytes), mebibytes(outcome->device_bytes),
		      (double)outcome->call_ns / 1e6, (double)outcome->write_ns / 1e9);
	finish_capture(outcome->tool, directory);
	settle(outcome);
}

/* The rest of LINE if it begins with WORD and a blank; NULL: it does not. */
static const char *skip_word(const char *line, const char *word)
{
	const char *rest = text_skip_prefix(line, word);

	return rest && *rest == ' ' ? rest + 1 : NULL;
}

static void read_line(struct outcome *outcome, const char *line)
{
	const char *rest;

	if (strcmp(line, CAPTURE_STATUS_LOADED) == 0)
		outcome->loaded++;
	else if ((rest = skip_word(line, CAPTURE_STATUS_TAKEN)))
		outcome->taken = strtoull(rest, NULL, 10);
	else if ((rest = skip_word(line, CAPTURE_STATUS_BEGUN)))
		text_format(outcome->begun, sizeof(outcome->begun), "%s", rest);
	else if ((rest = skip_word(line, CAPTURE_STATUS_NOTE)))
		message_error("%s", rest);
	else if ((rest = skip_word(line, CAPTURE_STATUS_COST)))
		sscanf(rest, "%llu %llu %llu %llu", &outcome->device_bytes, &outcome->file_bytes,
		       &outcome->call_ns, &outcome->write_ns);
	else if ((rest = skip_word(line, CAPTURE_STATUS_CAPTURED)))
		report_captured(outcome, rest);
	else if ((rest = skip_word(line, CAPTURE_STATUS_LAUNCHES)))
		outcome->launches += strtoull(rest, NULL, 10);
	if ((rest = skip_word(line, CAPTURE_STATUS_REFUSED))) {
		outcome->refused++;
		settle(outcome);
		message_error("not captured: %s", rest);
	}
}

/* Is the capture in DIRECTORY whole? Its manifest is the last file. */
static bool has_manifest(struct tool *tool, const char *directory)
{
	const char *path = format_into(&tool->arena, "%s/" CAPTURE_MANIFEST, directory);

	return path && access(path, F_OK) == 0;
}

static void report_nothing(const struct tool *tool, const struct outcome *outcome)
{
	if (outcome->begun[0])
		message_error("not captured: the program ended before %s was whole: it has no "
			      CAPTURE_MANIFEST ", and can be removed",
			      start_shorten(outcome->begun));
	else if (outcome->taken)
		message_error("not captured: the program ended before launch %llu was copied",
			      outcome->taken);
	else if (outcome->refused > 0)
		return;
	else if (outcome->loaded > 0)
		message_error("nothing was captured: of %llu launches none is the one that %s asks for",
			      outcome->launches,
			      tool->capture.takes_failing ? "--failing"
			      : tool->capture.kernel	  ? "--kernel"
							  : "--launch");
	else if (tool->is_told)
		message_error(
			"nothing was captured: %s has another loader, as was said before it "
			"started",
			tool->operands[0]);
	else
		message_error("nothing was captured: no process of %s loaded the capture layer: they made "
			      "no OpenCL call, or got it from another loader; \"clrouter doctor --program "
			      "%s\" shows which one a program gets",
			      tool->operands[0], tool->operands[0]);
}

/*
 * Reads LINES to their end before any is acted on: a forked child shares the position in the file, and
 * moves it back by what it has not read when it ends.
 */
static void read_lines(struct outcome *outcome, FILE *lines)
{
	char *text = NULL;
	size_t size = 0;
	char *next;
	bool is_read;

	if (!lines)
		return;
	is_read = getdelim(&text, &size, '\0', lines) >= 0;
	if (!is_read && ferror(lines))
		message_error("what the layer has said cannot be read: %s", strerror(errno));
	fclose(lines);
	for (char *line = text; is_read && *line; line = next) {
		const size_t length = strcspn(line, "\n");

		next = line + length + (line[length] != '\0');
		line[length] = '\0';
		read_line(outcome, line);
	}
	free(text);
}

static int run_captured(struct tool *tool)
{
	struct outcome outcome = { .tool = tool };
	FILE *lines;
	sigset_t mask;
	const int status = start_program(tool, CAPTURE_STATUS_VARIABLE, &lines, &mask);
	int result;

	if (status < 0)
		return TOOL_PROBLEM;
	read_lines(&outcome, lines);
	/* It was killed after the last file was written, before it could say so. */
	if (outcome.begun[0] && has_manifest(tool, outcome.begun))
		report_captured(&outcome, outcome.begun);
	if (outcome.captured == 0)
		report_nothing(tool, &outcome);
	interruption_release(&mask);
	result = start_end_as(status);
	return result == TOOL_GOOD && outcome.captured == 0 ? TOOL_PROBLEM : result;
}

int tool_capture(struct tool *tool)
{
	const int choices = (tool->capture.kernel != NULL) + (tool->capture.launch != NULL) +
			    tool->capture.takes_failing;
	const char *directory;
	int status;

	if (choices != 1)
		return message_usage("capture needs one of --kernel, --launch and --failing"),
		       TOOL_USAGE;
	if (tool->operand_count == 0)
		return message_usage("capture needs a program"), TOOL_USAGE;
	tool->capture.is_wanted = true;
	if (!run_add_layer(tool, "capture", "libCLCapture.so"))
		return TOOL_USAGE;
	if (!run_prepare(tool, &status))
		return status;
	directory = choose_directory(tool);
	if (!directory || !set_variables(tool, directory))
		return TOOL_PROBLEM;
	return run_captured(tool);
}
