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
#include <sys/stat.h>
#include <unistd.h>

#include "base/common/own-dir.h"
#include "base/common/system.h"
#include "base/os.h"
#include "base/text.h"
#include "config/known-options.h"
#include "launch/launch-format.h"
#include "tool/commands/run.h"
#include "tool/diverge/judge.h"
#include "tool/diverge/keep.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/driver/platform-names.h"
#include "tool/probe/interruption.h"
#include "tool/probe/process/layer-status.h"
#include "tool/probe/process/started-program.h"
#include "tool/replay/replay-drivers.h"
#include "tool/tool.h"

#define NOT_ALL 3    /* the exit status: none differs, but not everything was compared */
#define LIMIT "1024" /* MiB, the default */
#define MEMORY "/dev/shm"
#define LOOK_MS 5 /* between two looks for launches */
#define OVER "--duration was over"

struct diverge_answer {
	struct tool *tool;
	struct snapshot snapshot;
	struct replay_options options;
	struct diverge_judge judge;
	struct own_dir
		directory; /* in memory, with the claims of launches (layers/capture/claim.h) */
	char path[PATH_MAX];
	const char *limit;	     /* MiB */
	unsigned long long most;     /* bytes that all claims took at once */
	size_t loaded;		     /* processes that have loaded the layer */
	unsigned long long launches; /* that they have made */
	struct layer_status lines;
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
	replay_drivers_find(&answer->snapshot, &choice, tool, &judge->on_b.device, &judge->name_b);
	if (judge->on_b.device.candidate)
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
	if (own_dir_make_temporary(&answer->directory, MEMORY, answer->path))
		return true;
	message_error("note: " MEMORY ": %s: launches are copied into files in /tmp",
		      strerror(errno));
	if (own_dir_make_temporary(&answer->directory, NULL, answer->path))
		return true;
	message_error("no directory for launches can be made: %s", strerror(errno));
	return false;
}

static bool set_variables(struct diverge_answer *answer)
{
	const struct tool *tool = answer->tool;

	return started_program_set("OPENCL_CAPTURE_COMPARED", answer->path) &&
	       started_program_set("OPENCL_CAPTURE_KERNEL", format_or(tool->capture.kernel, "")) &&
	       started_program_set("OPENCL_CAPTURE_LAUNCH", format_or(tool->capture.launch, "")) &&
	       started_program_set("OPENCL_CAPTURE_COUNT", "") &&
	       started_program_set("OPENCL_CAPTURE_FAILING", "no") &&
	       started_program_set("OPENCL_CAPTURE_LIMIT", answer->limit) &&
	       layer_status_open(&answer->lines, known_options[KNOWN_CAPTURE_STATUS].variable);
}

/* -- while the program runs ------------------------------------------------------------------- */

static void remove_claim(const char *path)
{
	struct own_dir directory;

	if (own_dir_open(&directory, path))
		own_dir_remove_all(&directory);
}

/* Stores the claim with the smallest number, one whose launch is whole if IS_WHOLE. False: there is
 * none. */
static bool find_claim(struct diverge_answer *answer, bool is_whole, char claim[PATH_MAX])
{
	unsigned long long first = 0;
	unsigned long long taken = 0;
	char path[PATH_MAX];
	struct os_dir dir = { .name = "" };

	if (os_dir_open(&dir, answer->path) != 0)
		return false;
	while (os_dir_next(&dir) > 0) {
		char *end;
		const unsigned long long number = strtoull(dir.name, &end, 10);

		taken += number > 0 && *end == '-' ? strtoull(end + 1, NULL, 10) : 0;
		text_format(path, sizeof(path), "%s/%s/" CLAIM_LAUNCH "/" LAUNCH_FILE, answer->path,
			    dir.name);
		if (number == 0 || (first != 0 && number >= first) ||
		    (is_whole && access(path, F_OK) != 0))
			continue;
		first = number;
		text_format(claim, PATH_MAX, "%s/%s", answer->path, dir.name);
	}
	os_dir_close(&dir);
	answer->most = taken > answer->most ? taken : answer->most;
	return first != 0;
}

/* Compares the next launch. False: there is none now. */
static bool compare_next(struct diverge_answer *answer)
{
	char claim[PATH_MAX];
	char path[PATH_MAX];

	if (!find_claim(answer, true, claim))
		return false;
	text_format(path, sizeof(path), "%s/" CLAIM_LAUNCH, claim);
	judge_launch(&answer->judge, path);
	remove_claim(claim);
	return true;
}

/*
 * No launch can be copied any more. Those that are left are not compared, because of REASON. If the
 * program has not ended, the layer reports the launches that are not whole.
 */
static void stop(struct diverge_answer *answer, const char *reason, bool has_ended)
{
	char claim[PATH_MAX];

	while (find_claim(answer, !has_ended, claim)) {
		judge_leave(&answer->judge, reason);
		remove_claim(claim);
	}
	own_dir_remove_all(&answer->directory);
	replayer_end(&answer->judge.on_a);
	replayer_end(&answer->judge.on_b);
}

static bool is_over(const struct diverge_answer *answer)
{
	return system_now() >= answer->judge.on_b.over;
}

/* Compares until the program ID has ended. */
static int serve(struct diverge_answer *answer, pid_t id)
{
	int status = 0;

	for (;;) {
		const bool has_ended = started_program_ends_within(
			id, compare_next(answer) ? 0 : LOOK_MS, &status);

		if (has_ended)
			return status;
		if (is_over(answer)) {
			stop(answer, OVER, false);
			return started_program_wait(id);
		}
	}
}

/* What the program has left is compared after its end, which a signal ends, too. */
static void serve_rest(struct diverge_answer *answer)
{
	while (!is_over(answer) && !interruption_is_pending() && compare_next(answer))
		;
	stop(answer,
	     is_over(answer)		 ? OVER
	     : interruption_is_pending() ? "a signal has ended the comparison"
					 : "the program ended before it was copied",
	     true);
}

/* -- afterwards ------------------------------------------------------------------------------- */

/* TEXT without the number of the launch before it. */
static const char *reason_of(const char *text)
{
	const char *rest = strstr(text, ": ");

	return rest ? rest + 2 : text;
}

static void read_lines(struct diverge_answer *answer)
{
	char line[STATUS_LINE_SIZE];
	const char *rest;

	while (layer_status_next(&answer->lines, line)) {
		if (layer_status_rest(line, STATUS_LOADED))
			answer->loaded++;
		else if ((rest = layer_status_rest(line, STATUS_LAUNCHES)))
			answer->launches += strtoull(rest, NULL, 10);
		else if ((rest = layer_status_rest(line, STATUS_REFUSED)))
			judge_leave(&answer->judge, is_over(answer) ? OVER : reason_of(rest));
	}
	layer_status_close(&answer->lines);
}

static const char *plural(unsigned long long count)
{
	return count == 1 ? "" : "es";
}

static void report_sums(const struct diverge_answer *answer)
{
	const struct diverge_judge *judge = &answer->judge;

	LIST_EACH(const struct diverge_reason, reason, judge->reasons)
		message_error("not compared: %llu launch%s: %s", reason->count,
			      plural(reason->count), reason->text);
	message_error(
		"%llu of %llu launch%s compared on %s, with copies of %llu MiB at most at once",
		judge->judged, judge->judged + judge->left, plural(judge->judged + judge->left),
		judge->name_b, (answer->most + (1 << 20) - 1) >> 20);
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

static bool is_bad(const struct diverge_kernel *kernel)
{
	return kernel->differing > 0 || kernel->failing > 0;
}

/* What is wrong with KERNEL on B. */
static void conclude(const struct diverge_answer *answer, const struct diverge_kernel *kernel,
		     const char *excuse)
{
	const char *fails = kernel->failing == 0     ? ""
			    : kernel->differing == 0 ? "fails"
						     : " or fails";

	message_error("kernel %s %s%s on %s in %llu of %llu launch%s, first in launch %llu: %s",
		      kernel->name, kernel->differing > 0 ? "differs" : "", fails,
		      answer->judge.name_b, kernel->differing + kernel->failing, kernel->launches,
		      plural(kernel->launches), kernel->first, kernel->how);
	if (kernel->kept)
		message_error("launch %llu is in %s, with replay.c", kernel->first,
			      started_program_shorten(kernel->kept));
	if (excuse)
		message_error("%s", excuse);
}

/* Looks at the launches that were kept, and says what they show. Is B to blame for any? */
static bool report_bad(struct diverge_answer *answer)
{
	struct diverge_judge *judge = &answer->judge;
	bool is_blamed = false;

	LIST_EACH(struct diverge_kernel, kernel, judge->kernels) {
		if (!is_bad(kernel) || !kernel->kept)
			continue;
		message_error("kernel %s, launch %llu:", kernel->name, kernel->first);
		kernel->excuse = keep_finish(kernel->kept, &judge->on_b.device, judge->name_b,
					     &answer->options, answer->tool);
	}
	report_sums(answer);
	LIST_EACH(const struct diverge_kernel, kernel, judge->kernels)
		if (is_bad(kernel)) {
			conclude(answer, kernel, kernel->excuse);
			is_blamed |= kernel->excuse == NULL;
		}
	return is_blamed;
}

/* The last lines, and the exit status. */
static int report(struct diverge_answer *answer)
{
	const struct diverge_judge *judge = &answer->judge;
	bool is_all = judge->judged > 0 && judge->left == 0;
	bool is_any = false;

	LIST_EACH(const struct diverge_kernel, kernel, judge->kernels) {
		if (kernel->varying > 0)
			message_error(
				"kernel %s: %llu of %llu launch%s passed over: not "
				"deterministic on %s",
				kernel->name, kernel->varying, kernel->launches,
				plural(kernel->launches), judge->name_a);
		is_any |= is_bad(kernel);
		is_all &= kernel->varying == 0 && !is_bad(kernel);
	}
	if (report_bad(answer))
		return TOOL_PROBLEM;
	if (is_all)
		message_error("no launch differs");
	else if (judge->judged == 0)
		report_nothing(answer);
	else if (!is_any)
		message_error("no launch that was compared differs");
	return is_all ? TOOL_GOOD : NOT_ALL;
}

static int run_compared(struct diverge_answer *answer)
{
	struct tool *tool = answer->tool;
	sigset_t mask;
	int status = 0;
	const pid_t id = started_program_start(tool->operands, NULL);

	if (id < 0)
		message_error("%s: cannot be started: %s", tool->operands[0], strerror(errno));
	else
		status = serve(answer, id);
	interruption_hold(&mask);
	started_program_end_forwarding();
	serve_rest(answer);
	if (started_program_exit_status(status) != 0)
		message_error("%s ended with status %d", tool->operands[0],
			      started_program_exit_status(status));
	read_lines(answer);
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
	answer.limit = format_or(tool->record.limit, LIMIT);
	tool->capture.is_wanted = true;
	if (!replay_options_read(&answer.options, tool) || !find_b(&answer) ||
	    !choose_output(&answer) || !run_add_layer(tool, "capture", "libCLCapture.so"))
		return TOOL_USAGE;
	judge->snapshot = &answer.snapshot;
	judge->on_a.options = judge->on_b.options = &answer.options;
	judge->on_a.seconds = judge->on_b.seconds = tool->timeout;
	judge->on_a.over = judge->on_b.over =
		duration ? system_now() + strtoull(duration, NULL, 10) * 1000000000 : UINT64_MAX;
	if (!run_prepare(tool, &status))
		return status;
	if (!make_directory(&answer))
		return TOOL_PROBLEM;
	if (set_variables(&answer))
		return run_compared(&answer);
	own_dir_remove_all(&answer.directory);
	return TOOL_PROBLEM;
}
