/* SPDX-License-Identifier: Apache-2.0 */
/* replay-probe: see replay-probe.h. */
#include "tool/replay/replay-probe.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file/io.h"
#include "base/os.h"
#include "base/text.h"
#include "launch/launch-contents.h"
#include "launch/launch-file.h"
#include "launch/launch-rules.h"
#include "tool/output/format.h"
#include "tool/probe/driver/device-layer.h"
#include "tool/probe/driver/report.h"
#include "tool/probe/process/started-program.h"
#include "tool/replay/trial.h"

#define STEPS 8		/* at most, besides two for each run */

/* -- the child ------------------------------------------------------------------------------- */

static void set_variables(const struct replay_checker *checker)
{
	for (size_t i = 0; checker && i < checker->variable_count; i++)
		os_set_variable(checker->variables[i][0], checker->variables[i][1]);
}

/* All that goes through the layer is released before it ends. */
static void run_with_layer(struct trial *trial, const char *library)
{
	if (!device_layer_add(&trial->use, library))
		return;
	trial_run(trial);
	device_layer_end();
}

static void replay(int report, void *argument)
{
	const struct replay_probe *probe = argument;
	const struct replay_checker *checker = probe->checker;
	static struct trial trial;	/* drivers keep pointers to both */
	static struct arena arena;
	bool is_found;

	trial = (struct trial){ .use = { .report = report, .arena = &arena },
				.launch = probe->launch,
				.bounds = probe->bounds,
				.directory = probe->directory,
				.writes_at_once = checker && checker->needs_whole_writes,
				.repeat = probe->repeat };
	trial_begin_step(&trial.use, LAUNCH_LOADS);
	set_variables(checker);
	is_found = device_use_find(&trial.use, probe->candidate, probe->settings, probe->platform,
				   probe->device);
	if (is_found && checker && checker->layer)
		run_with_layer(&trial, checker->layer);
	else if (is_found)
		trial_run(&trial);
	trial_begin_step(&trial.use, LAUNCH_ENDS);
}

/* What the child of a service is to do next. */
struct order {
	unsigned int repeat;
	char directory[OS_PATH_SIZE];
};

/* Makes the launch, changed as the user has said. False: it has failed. */
static bool obey(struct trial *trial, const struct replay_options *options, const struct order *order)
{
	struct launch_bounds bounds[LAUNCH_KINDS];
	struct arena arena = ARENA_INIT;
	char problem[LAUNCH_PROBLEM];
	struct launch launch;
	bool is_good;

	*trial = (struct trial){ trial->use, &launch, bounds, .repeat = order->repeat };
	trial->use.arena = &arena;
	memcpy(bounds, launch_bounds, sizeof(bounds));
	is_good = launch_contents_read(&launch, order->directory, &arena, problem);
	if (is_good) {
		replay_options_apply(options, &launch, bounds, &arena, problem);
		is_good = trial_run_next(trial);
		launch_contents_done(&launch);
	} else {
		report_put(trial->use.report, LAUNCH_SAYS_UNABLE, problem);
	}
	arena_done(&arena);
	return is_good;
}

static bool find_device(struct device_use *use, const struct replay_probe *probe)
{
	trial_begin_step(use, LAUNCH_LOADS);
	return use->table || device_use_find(use, probe->candidate, probe->settings,
					     probe->platform, probe->device);
}

/* What has failed does not spoil the next launch: another child makes it. */
static void serve(int report, void *argument)
{
	static struct trial trial;	/* drivers keep pointers to both */
	static struct arena arena;
	const struct replay_probe *probe = argument;
	struct order order;
	bool is_good = true;

	started_program_end_forwarding();
#ifdef M_MMAP_THRESHOLD
	/* Memory for contents goes back to the system when it is freed. */
	mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
	trial.use = (struct device_use){ .report = report, .arena = &arena };
	while (is_good && io_read(probe->service->child.orders, &order, sizeof(order)) > 0) {
		is_good = find_device(&trial.use, probe) &&
			  obey(&trial, probe->service->options, &order);
		trial_begin_step(&trial.use, LAUNCH_ENDS);
	}
	/* Drivers may hang or crash when they end, which is nothing to any launch. */
	_exit(EXIT_SUCCESS);
}

/* -- the parent ------------------------------------------------------------------------------ */

static void take_difference(struct replay_probe *probe, const char *key, const char *value)
{
	const unsigned long long number = strtoull(value, NULL, 10);

	if (strcmp(key, LAUNCH_SAYS_RANGE) == 0)
		probe->range = (size_t)number;
	else if (strcmp(key, LAUNCH_SAYS_OFFSET) == 0)
		probe->offset = number;
	else if (strcmp(key, LAUNCH_SAYS_ELEMENT) == 0)
		probe->element = (size_t)number;
	else if (strcmp(key, LAUNCH_SAYS_COUNT) == 0)
		probe->count = number;
	else if (strcmp(key, LAUNCH_SAYS_FOUND) == 0)
		probe->found = value;
	else if (strcmp(key, LAUNCH_SAYS_EXPECTED) == 0)
		probe->expected = value;
	else
		return;
	probe->has_difference = true;
}

static void take_varying(struct replay_probe *probe, const char *value, struct arena *arena)
{
	struct replay_varying *varying = arena_alloc(arena, sizeof(*varying));
	struct replay_varying **end = &probe->varying;

	if (!varying || sscanf(value, "%llu %llu %llu", &varying->range, &varying->first,
			       &varying->count) != 3)
		return;
	while (*end)
		end = &(*end)->next;
	*end = varying;
}

static void take_type(struct replay_probe *probe, const char *value, struct arena *arena)
{
	const char *type = strchr(value, ' ');
	const unsigned long index = strtoul(value, NULL, 10);

	if (!probe->types)
		probe->types = arena_alloc(arena, (probe->launch->argument_count + 1) * sizeof(char *));
	if (probe->types && type && index < probe->launch->argument_count)
		probe->types[index] = type + 1;
}

static void take_result(struct replay_probe *probe, const char *key, const char *value)
{
	if (strcmp(key, LAUNCH_SAYS_SAME) == 0)
		probe->same++;
	else
		probe->differing++;
	if (*value && (!probe->text || probe->differing == 1))
		probe->text = value;
}

static void take_time(uint64_t *time, const char *value)
{
	const uint64_t number = strtoull(value, NULL, 10);

	if (*time == 0 || number < *time)
		*time = number;
}

static void take_text(struct replay_probe *probe, const char *key, const char *value)
{
	if (strcmp(key, LAUNCH_SAYS_UNABLE) == 0) {
		probe->unable = value;
	} else if (strcmp(key, LAUNCH_SAYS_LOG) == 0) {
		probe->log = value;
	} else if (strcmp(key, LAUNCH_SAYS_FAILED) == 0 && !probe->failed) {
		probe->failed = value;
		probe->failed_in = probe->step;
	}
}

/* A program is built once more: what failed before does not count. */
static void take_portable(struct replay_probe *probe, const char *value)
{
	if (!probe->refused) {
		probe->refused = probe->failed;
		probe->portable = value;
	}
	probe->failed = NULL;
	probe->log = NULL;
}

static void take_step(struct replay_probe *probe, long number)
{
	if (number >= LAUNCH_LOADS && number <= LAUNCH_ENDS)
		probe->step = (enum launch_step)number;
}

struct taking {
	struct replay_probe *probe;
	struct arena *arena;
};

static void take(void *data, const char *key, const char *value)
{
	const struct taking *taking = data;
	struct replay_probe *probe = taking->probe;

	if (strcmp(key, LAUNCH_SAYS_STEP) == 0)
		take_step(probe, report_number(value));
	else if (strcmp(key, LAUNCH_SAYS_BUILD_NS) == 0)
		take_time(&probe->build_ns, value);
	else if (strcmp(key, LAUNCH_SAYS_LAUNCH_NS) == 0)
		take_time(&probe->launch_ns, value);
	else if (strcmp(key, LAUNCH_SAYS_SAME) == 0 || strcmp(key, LAUNCH_SAYS_DIFFERS) == 0)
		take_result(probe, key, value);
	else if (strcmp(key, LAUNCH_SAYS_OPTIONS) == 0)
		take_portable(probe, value);
	else if (strcmp(key, TRIAL_TYPE) == 0)
		take_type(probe, value, taking->arena);
	else if (strcmp(key, TRIAL_VARIES) == 0)
		take_varying(probe, value, taking->arena);
	else
		take_text(probe, key, value);
	take_difference(probe, key, value);
}

/* Only what varied where it was captured: then the first difference is of such contents. */
static bool only_varies(const struct replay_probe *probe)
{
	return probe->has_difference && probe->range < probe->launch->range_count &&
	       probe->launch->ranges[probe->range].varies > 0;
}

static enum replay_outcome outcome_of_death(const struct child *child)
{
	switch (child->end) {
	case CHILD_KILLED:
		return REPLAY_CRASHED;
	case CHILD_TIMED_OUT:
	case CHILD_LEFT_BEHIND:
		return REPLAY_HUNG;
	case CHILD_FAILED:
		return REPLAY_NOT_TRIED;
	case CHILD_EXITED:
		break;
	}
	return REPLAY_EXITED;
}

static enum replay_outcome outcome_of(const struct replay_probe *probe)
{
	if (probe->child.end != CHILD_EXITED || probe->step != LAUNCH_ENDS)
		return outcome_of_death(&probe->child);
	if (probe->unable)
		return REPLAY_UNABLE;
	if (probe->differing > 0)
		return only_varies(probe) ? REPLAY_VARIES : REPLAY_DIFFERS;
	if (probe->failed)
		return probe->failed_in == LAUNCH_BUILDS ? REPLAY_NO_BUILD : REPLAY_NO_LAUNCH;
	return REPLAY_SAME;
}

static void note_end(void *data, const char *key, const char *value)
{
	if (strcmp(key, LAUNCH_SAYS_STEP) == 0 && report_number(value) == LAUNCH_ENDS)
		*(bool *)data = true;
}

static bool is_done(const char *report, size_t size)
{
	bool has_ended = false;

	report_visit(report, size, note_end, &has_ended);
	return has_ended;
}

static void run_by_service(struct replay_probe *probe, unsigned limit, struct arena *arena)
{
	struct child_service *service = &probe->service->child;
	struct order order = { .repeat = probe->repeat };

	text_format(order.directory, sizeof(order.directory), "%s", probe->directory);
	service->work = serve;
	service->argument = probe;
	service->is_done = is_done;
	child_order(service, &order, sizeof(order), limit, &probe->child, arena);
}

void replay_probe_run(struct replay_probe *probe, unsigned limit, struct arena *arena)
{
	const uint64_t steps = STEPS + (uint64_t)(probe->repeat > 2 ? probe->repeat : 2) * 2;
	const uint64_t whole = steps * limit;
	struct taking taking = { probe, arena };

	if (probe->service)
		run_by_service(probe, limit, arena);
	else
		child_run_steps(&probe->child, replay, probe, limit,
				whole < UINT32_MAX / 2 ? (unsigned)whole : UINT32_MAX / 2,
				child_no_step, NULL, arena);
	report_visit(probe->child.report, probe->child.report_size, take, &taking);
	probe->outcome = outcome_of(probe);
}

const char *replay_probe_step_text(enum launch_step step)
{
	static const char *const texts[] = {
		[LAUNCH_LOADS] = "while its library was loaded",
		[LAUNCH_CREATES] = "while it created a context, a queue and memory",
		[LAUNCH_BUILDS] = "while it built the program",
		[LAUNCH_PREPARES] = "while arguments and contents were set",
		[LAUNCH_RUNS] = "while it ran the kernel",
		[LAUNCH_RELEASES] = "while its objects were released",
		[LAUNCH_ENDS] = "while the program ended",
	};

	return (size_t)step < ARRAY_SIZE(texts) ? texts[step] : texts[LAUNCH_ENDS];
}

/* Did the process die because the allocator of its C library, glibc, found that the heap is broken? */
static bool is_heap_broken(const struct replay_probe *probe, struct arena *arena)
{
	static const char *const parts[] = {
		"malloc(): ", "malloc_consolidate(): ", "sysmalloc", "realloc(): ", "free(): ",
		"munmap_chunk(): ", "double free or corruption", "corrupted size vs. prev_size",
		"corrupted double-linked list",
	};
	const char *words = child_last_words(&probe->child, arena);

	for (size_t i = 0; words && i < ARRAY_SIZE(parts); i++)
		if (strstr(words, parts[i]))
			return probe->outcome == REPLAY_CRASHED;
	return false;
}

const char *replay_probe_failure(const struct replay_probe *probe, struct arena *arena)
{
	switch (probe->outcome) {
	case REPLAY_SAME:
	case REPLAY_DIFFERS:
	case REPLAY_VARIES:
		return NULL;
	case REPLAY_UNABLE:
		return format_or(probe->unable, "the device cannot have it");
	case REPLAY_NO_BUILD:
	case REPLAY_NO_LAUNCH:
		return format_or(probe->failed, "a function failed");
	case REPLAY_NOT_TRIED:
		return child_end_text(&probe->child, arena);
	default:
		return format_into(arena, "%s, %s%s", child_end_text(&probe->child, arena),
				   replay_probe_step_text(probe->step),
				   is_heap_broken(probe, arena) ?
					   ": the heap of the process was broken, so the kernel or the driver "
					   "has written outside of its memory" : "");
	}
}

const char *replay_probe_outcome(enum replay_outcome outcome)
{
	static const char *const words[REPLAY_OUTCOMES] = {
		[REPLAY_SAME] = "same", [REPLAY_DIFFERS] = "differs", [REPLAY_VARIES] = "varies",
		[REPLAY_NO_BUILD] = "no-build", [REPLAY_NO_LAUNCH] = "no-launch",
		[REPLAY_UNABLE] = "unable", [REPLAY_CRASHED] = "crashed", [REPLAY_HUNG] = "hung",
		[REPLAY_EXITED] = "exited", [REPLAY_NOT_TRIED] = "not-tried",
	};

	return words[outcome];
}

bool replay_probe_is_bad(enum replay_outcome outcome)
{
	switch (outcome) {
	case REPLAY_SAME:
	case REPLAY_VARIES:
	case REPLAY_UNABLE:
	case REPLAY_NOT_TRIED:
		return false;
	default:
		return true;
	}
}
