/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture: starts a program with the capture layer nearest to it, waits for it, and says where the
 * captured launches are, and what they have cost. The tool ends as the program does, but fails if the
 * program succeeds and nothing was captured.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/common/file-name.h"
#include "base/text.h"
#include "config/known-options.h"
#include "launch/launch-format.h"
#include "launch/launch-numbers.h"
#include "tool/commands/run.h"
#include "tool/doctor/shell.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/interruption.h"
#include "tool/probe/process/layer-status.h"
#include "tool/probe/process/started-program.h"
#include "tool/replay/finish.h"
#include "tool/tool.h"

#define DIRECTORY "opencl-capture-%p"

#define MOST_KERNELS 64 /* whose launches are counted; and that are named */
#define MOST_NAMED 16

/* May several launches be captured? */
static bool is_several(const struct tool *tool)
{
	struct launch_numbers numbers = { 1, 1 };

	if (tool->capture.count)
		return strtoull(tool->capture.count, NULL, 10) > 1;
	if (tool->capture.launch)
		launch_numbers_parse(tool->capture.launch, &numbers);
	else if (tool->capture.kernel)
		launch_numbers_after_glob(tool->capture.kernel, &numbers);
	return numbers.last > numbers.first;
}

/* Each process has a directory of its own, so the name may have placeholders. */
static const char *choose_directory(struct tool *tool)
{
	const char *path = started_program_absolute(tool->record.output ? tool->record.output : DIRECTORY,
					  &tool->arena);
	const char *first = path && is_several(tool) ? format_into(&tool->arena, "%s-1", path) : path;
	struct stat status;

	if (!path || *file_name_find(path) || lstat(first, &status) != 0)
		return path;
	message_error("%s: it exists already; name another directory by -o", first);
	return NULL;
}

static bool set_variables(const struct tool *tool, const char *directory)
{
	return started_program_set("OPENCL_CAPTURE_DIRECTORY", directory) &&
	       started_program_set("OPENCL_CAPTURE_KERNEL", tool->capture.kernel ? tool->capture.kernel : "") &&
	       started_program_set("OPENCL_CAPTURE_LAUNCH", tool->capture.launch ? tool->capture.launch : "") &&
	       started_program_set("OPENCL_CAPTURE_COUNT", tool->capture.count ? tool->capture.count : "") &&
	       started_program_set("OPENCL_CAPTURE_FAILING", tool->capture.takes_failing ? "yes" : "no") &&
	       started_program_set("OPENCL_CAPTURE_LIMIT", tool->record.limit);
}

/* -- afterwards --------------------------------------------------------------------------- */

struct launched_kernel {
	const char *name;
	unsigned long long count;	/* of its launches */
};

/* What the layer has said, in all processes of the program. */
struct outcome {
	struct tool *tool;
	size_t loaded;
	size_t captured;
	size_t refused;
	unsigned long long launches;
	struct launched_kernel kernels[MOST_KERNELS]; /* if none is one that is asked for */
	size_t kernel_count;
	size_t taken;
	unsigned long long last_taken;	/* the number of the launch */
	char begun[PATH_MAX];	/* a directory that is not whole; "": none */
	const char *directories;	/* that are whole, with blanks between them; NULL: none */
	unsigned long long device_bytes;
	unsigned long long file_bytes;
	unsigned long long call_ns;
	unsigned long long write_ns;
};

static double mebibytes(unsigned long long bytes)
{
	return (double)bytes / 1048576;
}

/* The capture in DIRECTORY is whole; its cost was said before. */
static void report_captured(struct outcome *outcome, const char *directory)
{
	struct tool *tool = outcome->tool;
	struct arena *arena = &tool->arena;
	const char *shown = started_program_shorten(directory);
	/* As an operand, a name that begins with a hyphen would be an option. */
	const char *word = shell_word(*shown == '-' ? directory : shown, arena);

	outcome->captured++;
	outcome->directories =
		format_joined(outcome->directories, " ", format_into(arena, "%s", word), arena);
	message_error("captured: %s", shown);
	message_error("it took %.1f MiB of files, %.1f MiB of memory on the device, %.3f ms in the call "
		      "of the launch and %.3f s to write",
		      mebibytes(outcome->file_bytes), mebibytes(outcome->device_bytes),
		      (double)outcome->call_ns / 1e6, (double)outcome->write_ns / 1e9);
	finish_capture(tool, directory);
	outcome->begun[0] = '\0';
}

/* WORDS are the number of launches of a kernel, and its name. */
static void add_kernel(struct outcome *outcome, const char *words)
{
	char *name;
	const unsigned long long count = strtoull(words, &name, 10);
	size_t i = 0;

	name += *name == ' ';
	while (i < outcome->kernel_count && strcmp(outcome->kernels[i].name, name) != 0)
		i++;
	if (i == MOST_KERNELS)
		return;
	if (i == outcome->kernel_count)
		outcome->kernels[outcome->kernel_count++].name =
			format_into(&outcome->tool->arena, "%s", name);
	outcome->kernels[i].count += count;
}

static void add_cost(struct outcome *outcome, const char *words)
{
	unsigned long long *const numbers[] = { &outcome->device_bytes, &outcome->file_bytes,
						&outcome->call_ns, &outcome->write_ns };

	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		char *end;

		*numbers[i] = strtoull(words, &end, 10);
		words = end;
	}
}

static void add_taken(struct outcome *outcome, const char *number)
{
	outcome->taken++;
	outcome->last_taken = strtoull(number, NULL, 10);
}

static void report_refused(struct outcome *outcome, const char *text)
{
	outcome->refused++;
	outcome->begun[0] = '\0';
	message_error("not captured: %s", text);
}

static void read_line(struct outcome *outcome, const char *line)
{
	const char *rest;

	if (layer_status_rest(line, STATUS_LOADED))
		outcome->loaded++;
	else if ((rest = layer_status_rest(line, STATUS_TAKEN)))
		add_taken(outcome, rest);
	else if ((rest = layer_status_rest(line, STATUS_BEGUN)))
		text_format(outcome->begun, sizeof(outcome->begun), "%s", rest);
	else if ((rest = layer_status_rest(line, STATUS_NOTE)))
		message_error("%s", rest);
	else if ((rest = layer_status_rest(line, STATUS_COST)))
		add_cost(outcome, rest);
	else if ((rest = layer_status_rest(line, STATUS_CAPTURED)))
		report_captured(outcome, rest);
	else if ((rest = layer_status_rest(line, STATUS_LAUNCHES)))
		outcome->launches += strtoull(rest, NULL, 10);
	else if ((rest = layer_status_rest(line, STATUS_KERNEL)))
		add_kernel(outcome, rest);
	else if ((rest = layer_status_rest(line, STATUS_REFUSED)))
		report_refused(outcome, rest);
}

static void read_lines(struct outcome *outcome, struct layer_status *lines)
{
	char line[STATUS_LINE_SIZE];

	while (layer_status_next(lines, line))
		read_line(outcome, line);
	layer_status_close(lines);
}

/* Is the capture in DIRECTORY whole? LAUNCH_FILE is the last file. */
static bool is_whole(struct tool *tool, const char *directory)
{
	const char *path = format_into(&tool->arena, "%s/" LAUNCH_FILE, directory);

	return path && access(path, F_OK) == 0;
}

static int compare_kernels(const void *a, const void *b)
{
	const struct launched_kernel *x = a;
	const struct launched_kernel *y = b;

	return x->count != y->count ? (x->count < y->count) - (x->count > y->count)
				    : strcmp(x->name, y->name);
}

/* "; kernels launched: a (8), b (4)", those with the most launches first; "" if there is none. */
static const char *list_kernels(struct outcome *outcome)
{
	struct arena *arena = &outcome->tool->arena;
	const char *list = "";

	qsort(outcome->kernels, outcome->kernel_count, sizeof(*outcome->kernels), compare_kernels);
	for (size_t i = 0; i < outcome->kernel_count && i < MOST_NAMED; i++)
		list = format_into(arena, "%s%s%s (%llu)", list,
				   i > 0 ? ", " : "; kernels launched: ", outcome->kernels[i].name,
				   outcome->kernels[i].count);
	return outcome->kernel_count > MOST_NAMED ? format_into(arena, "%s, and others", list) : list;
}

static void report_no_match(struct outcome *outcome)
{
	const struct tool *tool = outcome->tool;
	const char *plural = outcome->launches == 1 ? "" : "es";

	if (outcome->launches == 0)
		message_error("nothing was captured: the program launched no kernel");
	else if (tool->capture.kernel)
		message_error("nothing was captured: no launch of \"%s\" in %llu launch%s%s",
			      tool->capture.kernel, outcome->launches, plural,
			      list_kernels(outcome));
	else if (tool->capture.takes_failing)
		message_error("nothing was captured: no launch that the driver refuses in %llu launch%s",
			      outcome->launches, plural);
	else
		message_error("nothing was captured: no launch %s in %llu launch%s",
			      tool->capture.launch, outcome->launches, plural);
}

/* What the layer began, and has not ended. */
static bool report_unfinished(const struct outcome *outcome)
{
	if (outcome->begun[0])
		message_error("not captured: the program ended before %s was whole: it has no "
			      LAUNCH_FILE ", and can be removed",
			      started_program_shorten(outcome->begun));
	else if (outcome->taken > outcome->captured + outcome->refused)
		message_error("not captured: the program ended before launch %llu was copied",
			      outcome->last_taken);
	else
		return false;
	return true;
}

static void report_nothing(struct outcome *outcome)
{
	if (outcome->refused > 0)
		return;
	if (outcome->loaded > 0)
		report_no_match(outcome);
	else
		run_report_unloaded(outcome->tool, "captured");
}

static void report_fewer(const struct outcome *outcome)
{
	const char *count = outcome->tool->capture.count;

	if (count && outcome->captured > 0 && outcome->captured < strtoull(count, NULL, 10))
		message_error("only %zu launch%s captured of the %s that --count asks for",
			      outcome->captured, outcome->captured == 1 ? " was" : "es were", count);
}

/* What was captured, and what to do with it. */
static void report_all(struct outcome *outcome)
{
	/* It was killed after the last file was written, before it could say so. */
	if (outcome->begun[0] && is_whole(outcome->tool, outcome->begun))
		report_captured(outcome, outcome->begun);
	if (!report_unfinished(outcome) && outcome->captured == 0)
		report_nothing(outcome);
	report_fewer(outcome);
	if (outcome->captured > 0)
		message_error("replay %s with: clrouter replay %s",
			      outcome->captured == 1 ? "it" : "them", outcome->directories);
}

static int run_captured(struct tool *tool)
{
	struct outcome outcome = { .tool = tool };
	struct layer_status lines;
	sigset_t mask;
	const int status = layer_status_open(&lines, known_options[KNOWN_CAPTURE_STATUS].variable)
				   ? started_program_run(tool->operands) : -1;
	int result;

	interruption_hold(&mask);
	started_program_end_forwarding();
	if (status < 0) {
		message_error("%s: cannot be started: %s", tool->operands[0], strerror(errno));
		layer_status_close(&lines);
		return TOOL_PROBLEM;
	}
	read_lines(&outcome, &lines);
	report_all(&outcome);
	interruption_release(&mask);
	result = started_program_end_as(status);
	return result == TOOL_GOOD && outcome.captured == 0 ? TOOL_PROBLEM : result;
}

/* No kernel has a colon in its name. */
static bool is_kernel(const char *text)
{
	struct launch_numbers numbers;

	return !strchr(text, ':') || text[launch_numbers_after_glob(text, &numbers)] == ':';
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
	if (tool->capture.kernel && !is_kernel(tool->capture.kernel))
		return message_usage("--kernel needs GLOB, GLOB:N or GLOB:FROM-TO, found \"%s\"",
				     tool->capture.kernel),
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
