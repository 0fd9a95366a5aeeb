/* SPDX-License-Identifier: Apache-2.0 */
/*
 * diverge: starts a program with the capture layer nearest to it, stays its parent, and compares
 * its launches on the driver that it uses with another one meanwhile (tool/diverge/). The exit
 * status says what was found, not how the program ended.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/common/own-dir.h"
#include "base/common/system.h"
#include "base/text.h"
#include "config/known-options.h"
#include "launch/compared.h"
#include "tool/commands/run.h"
#include "tool/diverge/judge.h"
#include "tool/diverge/keep.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/output/progress.h"
#include "tool/probe/driver/platform-names.h"
#include "tool/probe/interruption.h"
#include "tool/probe/process/layer-status.h"
#include "tool/probe/process/started-program.h"
#include "tool/replay/replay-drivers.h"
#include "tool/tool.h"

#define NOT_ALL 3    /* the exit status: none differs, but not everything was compared */
#define LIMIT "1024" /* MiB, the default */
#define ALL "1-18446744073709551615" /* launches */
#define MEMORY "/dev/shm"
#define LOOK_MS 5 /* between two looks for launches */

struct diverge_answer {
	struct tool *tool;
	struct snapshot snapshot;
	struct replay_options options;
	struct diverge_judge judge;
	struct own_dir directory; /* in memory, for launches */
	char path[PATH_MAX];
	struct layer_status lines;
	struct layer_status file; /* that COMPARED is in */
	struct compared *compared;
	unsigned long long open;     /* launches that are captured now */
	unsigned most;		     /* MiB that launches took at once */
	size_t loaded;		     /* processes that have loaded the layer */
	unsigned long long launches; /* that they have made */
};

/* -- what is asked for ------------------------------------------------------------------------- */

/* Finds B before the variables of the program are set, which may hide it. */
static bool find_b(struct diverge_answer *answer)
{
	struct tool *tool = answer->tool;
	const struct replay_choice choice = { .glob = tool->diverge.on };
	struct diverge_judge *judge = &answer->judge;

	snapshot_read(&answer->snapshot, tool);
	replay_drivers_add(&answer->snapshot, &choice, tool);
	replay_drivers_find(&answer->snapshot, &choice, tool, &judge->b, &judge->name_b);
	if (judge->b.candidate)
		return true;
	message_error("no driver or platform that \"%s\" names has a device%s", choice.glob,
		      platform_names_suggest(&answer->snapshot,
					     platform_names_ask(&answer->snapshot, tool),
					     choice.glob, &tool->arena));
	return false;
}

static bool choose_output(struct diverge_answer *answer)
{
	struct tool *tool = answer->tool;
	struct stat status;
	const char *path =
		format_or(tool->record.output,
			  format_into(&tool->arena, "opencl-diverge-%ld", (long)getpid()));

	answer->judge.output = started_program_absolute(path, &tool->arena);
	if (!answer->judge.output || lstat(answer->judge.output, &status) != 0)
		return answer->judge.output != NULL;
	message_error("%s: it exists already; name another directory by -o", path);
	return false;
}

/* Elsewhere than in memory, copies take long. */
static bool make_directory(struct diverge_answer *answer)
{
	const char *memory = access(MEMORY, W_OK) == 0 ? MEMORY : NULL;

	if (own_dir_make_temporary(&answer->directory, memory, answer->path))
		return true;
	message_error("no directory for launches can be made: %s", strerror(errno));
	return false;
}

/* Makes what is shared with the layer. */
static bool share(struct diverge_answer *answer)
{
	const size_t size = sizeof(*answer->compared);
	void *memory = MAP_FAILED;

	if (layer_status_open(&answer->file, "OPENCL_CAPTURE_COMPARED") &&
	    ftruncate(answer->file.file, (off_t)size) == 0)
		memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, answer->file.file, 0);
	if (memory == MAP_FAILED)
		return message_error("memory cannot be shared: %s", strerror(errno)), false;
	answer->compared = memory;
	atomic_store(&answer->compared->over, answer->judge.over);
	return layer_status_open(&answer->lines, known_options[KNOWN_CAPTURE_STATUS].variable);
}

static bool set_variables(struct diverge_answer *answer)
{
	struct tool *tool = answer->tool;
	const char *kernel = format_or(tool->capture.kernel, "");
	const char *launch = format_or(tool->capture.launch, strchr(kernel, ':') ? "" : ALL);

	return started_program_set("OPENCL_CAPTURE_DIRECTORY",
				   format_into(&tool->arena, "%s/%%p", answer->path)) &&
	       started_program_set("OPENCL_CAPTURE_KERNEL", kernel) &&
	       started_program_set("OPENCL_CAPTURE_LAUNCH", launch) &&
	       started_program_set("OPENCL_CAPTURE_COUNT", "") &&
	       started_program_set("OPENCL_CAPTURE_FAILING", "no") &&
	       started_program_set("OPENCL_CAPTURE_LIMIT", format_or(tool->record.limit, LIMIT)) &&
	       share(answer);
}

/* -- while the program runs ------------------------------------------------------------------- */

/* A launch is ready: WORDS are the MiB that it takes, and its directory. */
static void take(struct diverge_answer *answer, const char *words)
{
	const char *name = strrchr(words, '/');
	struct own_dir directory;
	char path[PATH_MAX];

	/* Any process may have written the line: nothing else is removed. */
	if (!name || name[1] == '.' || name[1] == '\0')
		return;
	text_format(path, sizeof(path), "%s%s", answer->path, name);
	judge_launch(&answer->judge, path);
	if (own_dir_open(&directory, path))
		own_dir_remove_all(&directory);
	atomic_fetch_sub(&answer->compared->taken, (unsigned)strtoul(words, NULL, 10));
	answer->open--;
}

/* TEXT has the number of the launch before the reason. */
static void refuse(struct diverge_answer *answer, const char *text)
{
	const char *reason = strstr(text, ": ");

	judge_leave(&answer->judge, reason ? reason + 2 : text, 1);
	answer->open--;
}

/* Does what the layer asks for next. False: there is nothing now. */
static bool serve_next(struct diverge_answer *answer)
{
	struct compared *compared = answer->compared;
	const unsigned taken = atomic_load(&compared->taken);
	char line[STATUS_LINE_SIZE];
	const char *rest;

	atomic_store(&compared->is_busy, layer_status_next(&answer->lines, line));
	if (!atomic_load(&compared->is_busy))
		return false;
	answer->most = taken > answer->most ? taken : answer->most;
	if ((rest = layer_status_rest(line, STATUS_READY)))
		take(answer, rest);
	else if ((rest = layer_status_rest(line, STATUS_REFUSED)))
		refuse(answer, rest);
	else if (layer_status_rest(line, STATUS_TAKEN))
		answer->open++;
	else if ((rest = layer_status_rest(line, STATUS_LAUNCHES)))
		answer->launches += strtoull(rest, NULL, 10);
	else if (layer_status_rest(line, STATUS_LOADED))
		answer->loaded++;
	return true;
}

/* Compares until the program ID has ended, and what it has left. Returns its status. */
static int serve(struct diverge_answer *answer, pid_t id, sigset_t *mask)
{
	int status = 0;

	while (!started_program_ends_within(id, serve_next(answer) ? 0 : LOOK_MS, &status))
		;
	interruption_hold(mask);
	started_program_end_forwarding();
	while (serve_next(answer))
		;
	if (answer->open > 0)
		judge_leave(&answer->judge, "the program ended before it was copied", answer->open);
	atomic_store(&answer->compared->over, 0);
	child_end_service(&answer->judge.on_a.child);
	child_end_service(&answer->judge.on_b.child);
	own_dir_remove_all(&answer->directory);
	return started_program_exit_status(status);
}

/* -- afterwards ------------------------------------------------------------------------------- */

static const char *plural(unsigned long long count)
{
	return count == 1 ? "" : "es";
}

static void report_sums(const struct diverge_answer *answer)
{
	const struct diverge_judge *judge = &answer->judge;

	LIST_EACH(const struct diverge_group, reason, judge->reasons)
		message_error("not compared: %llu launch%s: %s", reason->launches,
			      plural(reason->launches), reason->name);
	message_error("%llu of %llu launch%s compared on %s, with copies of %u MiB at most at once",
		      judge->judged, judge->judged + judge->left,
		      plural(judge->judged + judge->left), judge->name_b, answer->most);
}

static void report_nothing(const struct diverge_answer *answer)
{
	if (answer->loaded == 0)
		run_report_unloaded(answer->tool, "compared");
	else if (answer->judge.left > 0)
		message_error("nothing was compared");
	else if (answer->launches > 0)
		message_error(
			"nothing was compared: none of %llu launch%s is one that is asked for",
			answer->launches, plural(answer->launches));
	else
		message_error("nothing was compared: the program launched no kernel");
}

/* What is wrong with KERNEL on B. */
static void conclude(const struct diverge_judge *judge, const struct diverge_group *kernel)
{
	const char *what = kernel->differing == 0	     ? "fails"
			   : kernel->differing < kernel->bad ? "differs or fails"
							     : "differs";

	message_error("kernel %s %s on %s in %llu of %llu launch%s, first in launch %llu: %s",
		      kernel->name, what, judge->name_b, kernel->bad, kernel->launches,
		      plural(kernel->launches), kernel->first, kernel->how);
	if (kernel->kept)
		message_error("launch %llu is in %s, with replay.c", kernel->first,
			      started_program_shorten(kernel->kept));
	if (kernel->excuse)
		message_error("%s", kernel->excuse);
}

/* The last lines, and the exit status. */
static int report(struct diverge_answer *answer)
{
	const struct diverge_judge *judge = &answer->judge;
	bool is_all = judge->judged > 0 && judge->left == 0;
	bool is_any = false;
	bool is_blamed = false;

	LIST_EACH(const struct diverge_group, kernel, judge->kernels)
		if (kernel->varying > 0) {
			message_error(
				"kernel %s: %llu of %llu launch%s passed over: not "
				"deterministic on %s",
				kernel->name, kernel->varying, kernel->launches,
				plural(kernel->launches), judge->name_a);
			is_all = false;
		}
	LIST_EACH(struct diverge_group, kernel, judge->kernels)
		if (kernel->kept)
			keep_finish(judge, kernel);
	report_sums(answer);
	LIST_EACH(const struct diverge_group, kernel, judge->kernels)
		if (kernel->bad > 0) {
			conclude(judge, kernel);
			is_any = true;
			is_blamed |= !kernel->excuse;
		}
	if (is_blamed)
		return TOOL_PROBLEM;
	if (is_all && !is_any)
		message_error("no launch differs");
	else if (judge->judged == 0)
		report_nothing(answer);
	else if (!is_any)
		message_error("no launch that was compared differs");
	return is_all && !is_any ? TOOL_GOOD : NOT_ALL;
}

static int run_compared(struct diverge_answer *answer)
{
	char **operands = answer->tool->operands;
	const pid_t id = started_program_start(operands, NULL);
	sigset_t mask;
	int status;

	if (id < 0) {
		message_error("%s: cannot be started: %s", operands[0], strerror(errno));
		own_dir_remove_all(&answer->directory);
		return NOT_ALL;
	}
	status = serve(answer, id, &mask);
	if (status != 0)
		message_error("%s ended with status %d", operands[0], status);
	status = report(answer);
	interruption_release(&mask);
	return status;
}

int tool_diverge(struct tool *tool)
{
	static struct diverge_answer answer; /* children have a copy */
	struct diverge_judge *judge = &answer.judge;
	const char *duration = tool->record.duration;
	int status;

	if (!tool->diverge.on)
		return message_usage("diverge needs --on, the other driver"), TOOL_USAGE;
	if (tool->operand_count == 0)
		return message_usage("diverge needs a program"), TOOL_USAGE;
	answer.tool = judge->tool = tool;
	tool->capture.is_wanted = true;
	if (!replay_options_read(&answer.options, tool) || !find_b(&answer) ||
	    !choose_output(&answer) || !run_add_layer(tool, "capture", "libCLCapture.so"))
		return TOOL_USAGE;
	judge->snapshot = &answer.snapshot;
	judge->on_a.options = judge->on_b.options = &answer.options;
	judge->over =
		duration ? system_now() + strtoull(duration, NULL, 10) * 1000000000 : UINT64_MAX;
	progress_name(NULL);
	if (!run_prepare(tool, &status))
		return status;
	if (!make_directory(&answer))
		return TOOL_PROBLEM;
	if (set_variables(&answer))
		return run_compared(&answer);
	own_dir_remove_all(&answer.directory);
	return TOOL_PROBLEM;
}
