/* SPDX-License-Identifier: Apache-2.0 */
/* judge: see judge.h. */
#include "tool/diverge/judge.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/common/own-dir.h"
#include "base/common/system.h"
#include "launch/launch-file.h"
#include "launch/launch-format.h"
#include "launch/launch-rules.h"
#include "tool/diverge/keep.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/probe/interruption.h"
#include "tool/replay/finish.h"
#include "tool/replay/notes.h"
#include "tool/replay/replay-drivers.h"
#include "tool/replay/replay-output.h"

#define MOST_FAILURES 3
#define MOST_KEPT 8

/* A launch while it is compared. */
struct judging {
	struct diverge_judge *judge;
	struct diverge_group *kernel;
	const char *path;
	struct launch launch;
	struct arena arena;
	bool is_checked; /* A has run it twice */
};

/* The group with this KEY; NULL: there is no memory for it. */
static struct diverge_group *find_group(struct arena *arena, struct diverge_group **groups,
					const char *key, const char *name)
{
	struct diverge_group *group = *groups;

	while (group && strcmp(group->key, key) != 0)
		group = group->next;
	if (group)
		return group;
	group = arena_append(arena, groups, sizeof(*group));
	if (group) {
		group->key = format_or(format_into(arena, "%s", key), "");
		group->name = format_or(format_into(arena, "%s", name), "?");
	}
	return group;
}

void judge_leave(struct diverge_judge *judge, const char *text, unsigned long long count)
{
	struct diverge_group *reason = find_group(&judge->tool->arena, &judge->reasons, text, text);

	judge->left += count;
	if (reason)
		reason->launches += count;
}

/* -- the launch ------------------------------------------------------------------------------- */

/* Why the launch cannot be compared; NULL: it is read. */
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

/* Kernels of the same name in other programs are others, with arguments of other types. */
static struct diverge_group *find_kernel(struct judging *judging)
{
	const struct launch *launch = &judging->launch;
	const char *name = format_or(launch->call.kernel, "?");
	const char *key = format_into(&judging->arena, "%s %zu", name, launch->argument_count);
	struct diverge_judge *judge = judging->judge;

	for (size_t i = 0; i < launch->program_count; i++)
		key = format_into(&judging->arena, "%s %s %s", key,
				  format_or(launch->programs[i].hash, "-"),
				  format_or(launch->programs[i].options, ""));
	return key ? find_group(&judge->tool->arena, &judge->kernels, key, name) : NULL;
}

/* -- the two drivers -------------------------------------------------------------------------- */

/* A's child stays if it is for the device where the launch was made. */
static void find_a(struct judging *judging)
{
	const struct launch *launch = &judging->launch;
	struct diverge_judge *judge = judging->judge;
	const struct replay_choice choice = { .launch = launch, .is_exact = true };
	const char *name = format_into(&judging->arena, "%s: %s",
				       format_or(launch->platform.name, "(no name)"),
				       format_or(launch->device.name, "(no name)"));

	if (judge->name_a && strcmp(judge->name_a, name) == 0)
		return;
	child_end_service(&judge->on_a.child);
	judge->a = (struct replay_probe){ .service = &judge->on_a };
	judge->name_a = format_into(&judge->tool->arena, "%s", name);
	replay_drivers_find(judge->snapshot, &choice, judge->tool, &judge->a, NULL);
}

/*
 * Why A does not do the launch again; NULL: it does. The launch has what was found out. The types
 * live as long as the kernel.
 */
static const char *run_on_a(struct judging *judging)
{
	struct diverge_judge *judge = judging->judge;
	struct diverge_group *kernel = judging->kernel;
	struct arena *arena = kernel->is_asked ? &judging->arena : &judge->tool->arena;
	struct replay_probe probe;
	const char *problem;

	find_a(judging);
	probe = judge->a;
	probe.launch = &judging->launch;
	probe.directory = judging->path;
	problem = finish_run_twice(&judging->launch, &probe, judge->tool->timeout, arena);
	if (!kernel->is_asked)
		kernel->types = probe.types;
	kernel->is_asked = true;
	judging->is_checked = !problem;
	return problem ? format_into(&judging->arena, "kernel %s on %s: %s", kernel->name,
				     judge->name_a, problem)
		       : NULL;
}

static struct replay_probe run_on_b(struct judging *judging)
{
	struct replay_probe probe = judging->judge->b;
	struct own_dir directory;

	if (own_dir_open(&directory, judging->path)) {
		finish_write_launch(&judging->launch, &directory, judging->path);
		own_dir_close(&directory);
	}
	probe.launch = &judging->launch;
	probe.directory = judging->path;
	probe.repeat = 1;
	probe.service = &judging->judge->on_b;
	replay_probe_run(&probe, judging->judge->tool->timeout, &judging->arena);
	return probe;
}

/* A program that B does not build has no results that could be wrong. */
static bool is_bad(const struct replay_probe *probe)
{
	return replay_probe_is_bad(probe->outcome) && probe->outcome != REPLAY_NO_BUILD;
}

/* The first bad launch of a kernel is reported, and kept, if there are not too many. */
static void blame(struct judging *judging, const struct replay_probe *probe)
{
	struct diverge_judge *judge = judging->judge;
	struct diverge_group *kernel = judging->kernel;
	struct arena *arena = &judge->tool->arena;
	const char *path = judge->output;

	kernel->differing += probe->outcome == REPLAY_DIFFERS;
	if (kernel->bad++ > 0)
		return;
	kernel->first = judging->launch.call.number;
	kernel->outcome = probe->outcome;
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

/*
 * Why the launch is not compared; NULL: it is. Only what A has always the same is compared; but
 * what did differ once did so, also if it does not any more.
 */
static const char *compare(struct judging *judging)
{
	struct diverge_judge *judge = judging->judge;
	struct diverge_group *kernel = judging->kernel;
	struct replay_probe probe;
	const char *problem = NULL;
	enum replay_outcome first;

	if (!kernel->is_asked)
		run_on_a(judging); /* if that fails, it is said if B differs */
	finish_note_types(&judging->launch, kernel->types);
	probe = run_on_b(judging);
	first = probe.outcome;
	if (is_bad(&probe) && !judging->is_checked)
		problem = run_on_a(judging);
	if (problem)
		return problem;
	if (first == REPLAY_DIFFERS && launch_count_varying(&judging->launch) > 0)
		probe = run_on_b(judging);
	problem = replay_probe_failure(&probe, &judging->arena);
	if (!problem)
		kernel->failures = 0;
	if (problem && !is_bad(&probe))
		return format_into(&judging->arena, "kernel %s on %s: %s", kernel->name,
				   judge->name_b, problem);
	kernel->launches++;
	judge->judged++;
	if (is_bad(&probe))
		blame(judging, &probe);
	else
		kernel->varying += probe.outcome == REPLAY_VARIES || probe.outcome != first;
	return NULL;
}

/* The same for one that is read. */
static const char *compare_read(struct judging *judging)
{
	struct diverge_group *kernel = find_kernel(judging);

	if (!kernel)
		return "there is not enough memory";
	if (kernel->failures == MOST_FAILURES)
		return format_into(&judging->arena, "kernel %s had failed %d times in a row",
				   kernel->name, MOST_FAILURES);
	kernel->failures++;
	judging->kernel = kernel;
	return compare(judging);
}

void judge_launch(struct diverge_judge *judge, const char *path)
{
	struct judging judging = { .judge = judge, .path = path, .arena = ARENA_INIT };
	const char *problem = system_now() >= judge->over ? "--duration was over"
			      : interruption_is_pending() ? "a signal has ended the comparison"
							  : read_launch(&judging);

	if (!problem)
		problem = compare_read(&judging);
	if (problem)
		judge_leave(judge, problem, 1);
	arena_done(&judging.arena);
}
