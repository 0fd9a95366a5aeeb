/* SPDX-License-Identifier: Apache-2.0 */
/* judge: see judge.h. */
#include "tool/diverge/judge.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/own-dir.h"
#include "launch/launch-file.h"
#include "launch/launch-format.h"
#include "tool/diverge/keep.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/replay/finish.h"
#include "tool/replay/notes.h"
#include "tool/replay/replay-drivers.h"
#include "tool/replay/replay-output.h"

#define MOST_DEATHS 3
#define MOST_KEPT 8
#define MOST_REASONS 32

/* A launch while it is compared. */
struct judging {
	struct diverge_judge *judge;
	struct diverge_kernel *kernel;
	const char *path;
	struct launch launch;
	struct arena arena;
	bool is_checked; /* A has run it twice */
};

void judge_leave(struct diverge_judge *judge, const char *text)
{
	struct arena *arena = &judge->tool->arena;
	struct diverge_reason *reason = judge->reasons;
	size_t count = 0;

	judge->left++;
	for (; reason && strcmp(reason->text, text) != 0; reason = reason->next)
		if (++count == MOST_REASONS)
			return;
	if (!reason) {
		reason = arena_append(arena, &judge->reasons, sizeof(*reason));
		text = arena_copy(arena, text, strlen(text));
		if (reason)
			reason->text = format_or(text, "?");
	}
	if (reason)
		reason->count++;
}

static struct diverge_kernel *find_kernel(struct diverge_judge *judge, const char *name)
{
	struct diverge_kernel *kernel = judge->kernels;
	struct arena *arena = &judge->tool->arena;

	while (kernel && strcmp(kernel->name, name) != 0)
		kernel = kernel->next;
	if (kernel)
		return kernel;
	kernel = arena_append(arena, &judge->kernels, sizeof(*kernel));
	name = arena_copy(arena, name, strlen(name));
	if (kernel)
		kernel->name = format_or(name, "?");
	return kernel;
}

/* -- the launch ------------------------------------------------------------------------------- */

/* Why LAUNCH cannot be compared; NULL: it is read. */
static const char *read_launch(struct judging *judging)
{
	const char *path = format_into(&judging->arena, "%s/" LAUNCH_FILE, judging->path);
	FILE *file = fopen(path, "re");
	char problem[LAUNCH_PROBLEM];
	bool is_read;

	if (!file)
		return strerror(errno);
	is_read = launch_file_read(&judging->launch, file, &judging->arena, problem);
	fclose(file);
	return is_read ? notes_refusal(&judging->launch, &judging->arena)
		       : format_into(&judging->arena, "%s", problem);
}

/* The launch in its directory becomes what is known of it now. */
static void write_launch(const struct judging *judging)
{
	struct own_dir directory;
	size_t size = 0;
	char *text = launch_file_text(&judging->launch, &size);

	if (text && own_dir_open(&directory, judging->path)) {
		own_dir_replace(&directory, LAUNCH_FILE, text, size);
		own_dir_close(&directory);
	}
	free(text);
}

static bool has_unknown(const struct launch *launch)
{
	size_t i = 0;

	while (i < launch->range_count && launch->ranges[i].as != LAUNCH_UNKNOWN)
		i++;
	return i < launch->range_count;
}

/* -- on A ------------------------------------------------------------------------------------- */

/* A's child stays if it is for the device where the launch was made. */
static bool find_a(struct judging *judging)
{
	const struct launch *launch = &judging->launch;
	struct diverge_judge *judge = judging->judge;
	struct replay_probe *device = &judge->on_a.device;
	const struct replay_choice choice = { .launch = launch, .is_exact = true };
	const char *name = format_into(&judging->arena, "%s: %s",
				       format_or(launch->platform.name, "(no name)"),
				       format_or(launch->device.name, "(no name)"));

	if (!judge->name_a || strcmp(judge->name_a, name) != 0) {
		replayer_end(&judge->on_a);
		*device = (struct replay_probe){ .candidate = NULL };
		judge->name_a = format_into(&judge->tool->arena, "%s", name);
		replay_drivers_find(judge->snapshot, &choice, judge->tool, device, NULL);
	}
	return device->candidate != NULL;
}

/* The types live as long as the kernel. */
static void keep_types(struct judging *judging, const char *const *types)
{
	struct arena *arena = &judging->judge->tool->arena;
	struct diverge_kernel *kernel = judging->kernel;

	kernel->type_count = judging->launch.argument_count;
	kernel->types = arena_alloc(arena, (kernel->type_count + 1) * sizeof(*kernel->types));
	for (size_t i = 0; kernel->types && i < kernel->type_count; i++)
		kernel->types[i] = types[i] ? format_into(arena, "%s", types[i]) : NULL;
}

/* Why A does not do the launch again; NULL: it does, and the launch has what was found out. */
static const char *run_on_a(struct judging *judging)
{
	struct diverge_judge *judge = judging->judge;
	struct replay_probe probe;
	const char *problem;

	if (!find_a(judging))
		return "the device where the program runs was not found again";
	probe = replayer_run(&judge->on_a, judging->path, &judging->launch, 0, &judging->arena);
	if (probe.types && !judging->kernel->is_asked)
		keep_types(judging, probe.types);
	problem = replay_probe_failure(&probe, &judging->arena);
	if (problem || probe.outcome == REPLAY_DIFFERS)
		return format_into(&judging->arena, "%s: %s", judge->name_a,
				   format_or(problem, "it does not fail as it did"));
	judging->is_checked = true;
	finish_note_varying(&judging->launch, &probe);
	return NULL;
}

/* What cannot be run on A is said if B differs. */
static void use_types(struct judging *judging)
{
	struct diverge_kernel *kernel = judging->kernel;
	struct replay_probe known = { .types = NULL };

	if (!has_unknown(&judging->launch))
		return;
	if (!kernel->is_asked)
		run_on_a(judging);
	kernel->is_asked = true;
	if (kernel->type_count == judging->launch.argument_count)
		known.types = kernel->types;
	finish_note_types(&judging->launch, &known);
	write_launch(judging);
}

/* -- on B ------------------------------------------------------------------------------------- */

static struct replay_probe run_on_b(struct judging *judging)
{
	return replayer_run(&judging->judge->on_b, judging->path, &judging->launch, 1,
			    &judging->arena);
}

/* The first one of its kernel is reported, and kept, if there are not too many. */
static void blame(struct judging *judging, const struct replay_probe *probe)
{
	struct diverge_judge *judge = judging->judge;
	struct diverge_kernel *kernel = judging->kernel;
	struct arena *arena = &judge->tool->arena;
	const char *path = judge->output;

	if (probe->outcome == REPLAY_DIFFERS)
		kernel->differing++;
	else
		kernel->failing++;
	if (kernel->how)
		return;
	kernel->first = judging->launch.call.number;
	kernel->how =
		format_into(arena, "%s", format_or(replay_output_why(probe, &judging->arena), "?"));
	message_error("launch %llu, kernel %s, on %s: %s", kernel->first, kernel->name,
		      judge->name_b, kernel->how);
	if (judge->kept == MOST_KEPT)
		return;
	if (judge->kept++ > 0)
		path = format_into(arena, "%s-%zu", path, judge->kept);
	if (keep_launch(judging->path, path))
		kernel->kept = path;
}

/* Why the launch is not compared; NULL: it is. */
static const char *compare(struct judging *judging)
{
	struct diverge_kernel *kernel = judging->kernel;
	struct replay_probe probe = run_on_b(judging);
	enum replay_outcome first = probe.outcome;
	const char *problem = NULL;

	kernel->deaths = probe.child.end == CHILD_EXITED && probe.outcome != REPLAY_EXITED
				 ? 0
				 : kernel->deaths + 1;
	if (replay_probe_is_bad(first) && !judging->is_checked) {
		problem = run_on_a(judging);
		write_launch(judging);
	}
	/* Only what A has always the same is compared. It did differ, also if it does not now. */
	for (size_t i = 0; !problem && first == REPLAY_DIFFERS && i < judging->launch.range_count;
	     i++)
		if (judging->launch.ranges[i].varies > 0) {
			probe = run_on_b(judging);
			break;
		}
	if (problem)
		return problem;
	if (probe.child.end == CHILD_FAILED && probe.child.code == ETIME)
		return "the comparison ended meanwhile";
	if (probe.outcome == REPLAY_UNABLE || probe.outcome == REPLAY_NOT_TRIED)
		return format_into(&judging->arena, "%s: %s", judging->judge->name_b,
				   replay_probe_failure(&probe, &judging->arena));
	kernel->launches++;
	judging->judge->judged++;
	if (replay_probe_is_bad(probe.outcome))
		blame(judging, &probe);
	else
		kernel->varying += probe.outcome == REPLAY_VARIES || probe.outcome != first;
	return NULL;
}

void judge_launch(struct diverge_judge *judge, const char *path)
{
	struct judging judging = { .judge = judge, .path = path, .arena = ARENA_INIT };
	const char *problem = read_launch(&judging);

	if (!problem) {
		judging.kernel = find_kernel(judge, format_or(judging.launch.call.kernel, "?"));
		if (!judging.kernel)
			problem = "there is not enough memory";
		else if (judging.kernel->deaths >= MOST_DEATHS)
			problem = format_into(&judging.arena,
					      "kernel %s had ended the replay %d times in a row",
					      judging.kernel->name, MOST_DEATHS);
	}
	if (!problem) {
		use_types(&judging);
		problem = compare(&judging);
	}
	if (problem)
		judge_leave(judge, problem);
	arena_done(&judging.arena);
}
