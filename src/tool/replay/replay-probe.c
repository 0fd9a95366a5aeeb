/* SPDX-License-Identifier: Apache-2.0 */
/* replay-probe: see replay-probe.h. */
#include "tool/replay/replay-probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/os.h"
#include "driver/platform-info.h"
#include "tool/output/format.h"
#include "tool/probe/driver/report.h"

#define STEPS 8		/* at most, besides two for each run */
#define MOST_TEXT 1024

/* -- the child ------------------------------------------------------------------------------- */

static unsigned int version_of(const struct trial *trial)
{
	char text[MOST_TEXT] = "";

	if (trial->use.table->clGetDeviceInfo(trial->use.device, CL_DEVICE_VERSION, sizeof(text), text,
					  NULL) != CL_SUCCESS)
		return 1000;
	text[MOST_TEXT - 1] = '\0';
	return platform_info_version(text);
}

static void run_trial(struct trial *trial, unsigned int repeat)
{
	trial->version = trial->use.table->clGetDeviceInfo ? version_of(trial) : 1000;
	if (!trial_is_able(trial))
		return;
	if (trial_create_objects(trial) && trial_build(trial) && trial_set_arguments(trial)) {
		if (repeat > 0)
			trial_run(trial, repeat);
		else if (trial_run_twice(trial))
			trial_put_types(trial);
	}
	trial_release(trial);
}

static void set_variables(const struct replay_checker *checker)
{
	for (size_t i = 0; checker && i < checker->variable_count; i++)
		os_set_variable(checker->variables[i][0], checker->variables[i][1]);
}

static bool add_layer(struct trial *trial, const struct replay_checker *checker)
{
	return !checker || !checker->layer || trial_add_layer(trial, checker->layer);
}

static void replay(int report, void *argument)
{
	const struct replay_probe *probe = argument;
	static struct trial trial;	/* drivers keep pointers to both */
	static struct arena arena;
	bool is_found;

	trial = (struct trial){ .use = { .report = report, .arena = &arena },
				.capture = probe->capture,
				.writes_at_once = probe->checker && probe->checker->needs_whole_writes };
	trial_begin_step(&trial, TRIAL_LOAD);
	set_variables(probe->checker);
	is_found = device_use_find(&trial.use, probe->candidate, probe->settings, probe->platform,
				   probe->device);
	if (is_found && add_layer(&trial, probe->checker))
		run_trial(&trial, probe->repeat);
	trial_begin_step(&trial, TRIAL_EXIT);
}

/* -- the parent ------------------------------------------------------------------------------ */

static void take_difference(struct replay_probe *probe, const char *key, const char *value)
{
	const unsigned long long number = strtoull(value, NULL, 10);

	if (strcmp(key, TRIAL_MEMORY) == 0)
		probe->memory = (size_t)number;
	else if (strcmp(key, TRIAL_RANGE) == 0)
		probe->range = (size_t)number;
	else if (strcmp(key, TRIAL_OFFSET) == 0)
		probe->offset = number;
	else if (strcmp(key, TRIAL_ELEMENT) == 0)
		probe->element = (size_t)number;
	else if (strcmp(key, TRIAL_COUNT) == 0)
		probe->count = number;
	else if (strcmp(key, TRIAL_FOUND) == 0)
		probe->found = value;
	else if (strcmp(key, TRIAL_EXPECTED) == 0)
		probe->expected = value;
	else
		return;
	probe->has_difference = true;
}

static void take_varying(struct replay_probe *probe, const char *value, struct arena *arena)
{
	struct replay_varying *varying = arena_alloc(arena, sizeof(*varying));
	struct replay_varying **end = &probe->varying;

	if (!varying || sscanf(value, "%llu %llu %llu %llu", &varying->memory, &varying->range,
			       &varying->first, &varying->count) != 4)
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
		probe->types = arena_alloc(arena, (probe->capture->argument_count + 1) * sizeof(char *));
	if (probe->types && type && index < probe->capture->argument_count)
		probe->types[index] = type + 1;
}

static void take_result(struct replay_probe *probe, const char *key, const char *value)
{
	if (strcmp(key, TRIAL_RIGHT) == 0)
		probe->right++;
	else
		probe->wrong++;
	if (*value && (!probe->text || probe->wrong == 1))
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
	if (strcmp(key, TRIAL_UNABLE) == 0) {
		probe->unable = value;
	} else if (strcmp(key, DEVICE_USE_LOG) == 0) {
		probe->log = value;
	} else if (strcmp(key, DEVICE_USE_FAILED) == 0 && !probe->failed) {
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
	if (number >= TRIAL_LOAD && number <= TRIAL_EXIT)
		probe->step = (enum trial_step)number;
}

struct taking {
	struct replay_probe *probe;
	struct arena *arena;
};

static void take(void *data, const char *key, const char *value)
{
	const struct taking *taking = data;
	struct replay_probe *probe = taking->probe;

	if (strcmp(key, TRIAL_STEP) == 0)
		take_step(probe, report_number(value));
	else if (strcmp(key, TRIAL_BUILD_NS) == 0)
		take_time(&probe->build_ns, value);
	else if (strcmp(key, TRIAL_LAUNCH_NS) == 0)
		take_time(&probe->launch_ns, value);
	else if (strcmp(key, TRIAL_RIGHT) == 0 || strcmp(key, TRIAL_WRONG) == 0)
		take_result(probe, key, value);
	else if (strcmp(key, TRIAL_PORTABLE) == 0)
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
	const struct capture *capture = probe->capture;

	return probe->has_difference && probe->memory < capture->memory_count &&
	       probe->range < capture->memory[probe->memory].range_count &&
	       capture->memory[probe->memory].ranges[probe->range].varies;
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
	if (probe->child.end != CHILD_EXITED || probe->step != TRIAL_EXIT)
		return outcome_of_death(&probe->child);
	if (probe->unable)
		return REPLAY_UNABLE;
	if (probe->wrong > 0)
		return only_varies(probe) ? REPLAY_VARIES : REPLAY_WRONG;
	if (probe->failed)
		return probe->failed_in == TRIAL_BUILD ? REPLAY_NO_BUILD : REPLAY_NO_LAUNCH;
	return REPLAY_RIGHT;
}

/* What the child reports begins the time of a step anew. */
static uintptr_t no_step(const void *data)
{
	return (uintptr_t)data;
}

void replay_probe_run(struct replay_probe *probe, unsigned limit, struct arena *arena)
{
	const uint64_t steps = STEPS + (uint64_t)(probe->repeat > 2 ? probe->repeat : 2) * 2;
	const uint64_t whole = steps * limit;
	struct taking taking = { probe, arena };

	child_run_steps(&probe->child, replay, probe, limit,
			whole < UINT32_MAX / 2 ? (unsigned)whole : UINT32_MAX / 2, no_step, NULL,
			arena);
	report_visit(probe->child.report, probe->child.report_size, take, &taking);
	probe->outcome = outcome_of(probe);
}

const char *replay_probe_step_text(enum trial_step step)
{
	static const char *const texts[] = {
		[TRIAL_LOAD] = "while its library was loaded",
		[TRIAL_CREATE] = "while it created a context, a queue and memory",
		[TRIAL_BUILD] = "while it built the program",
		[TRIAL_PREPARE] = "while arguments and contents were set",
		[TRIAL_RUN] = "while it ran the kernel",
		[TRIAL_RELEASE] = "while its objects were released",
		[TRIAL_EXIT] = "while the program ended",
	};

	return (size_t)step < ARRAY_SIZE(texts) ? texts[step] : texts[TRIAL_EXIT];
}

const char *replay_probe_failure(const struct replay_probe *probe, struct arena *arena)
{
	switch (probe->outcome) {
	case REPLAY_RIGHT:
	case REPLAY_WRONG:
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
		return format_into(arena, "%s, %s", child_end_text(&probe->child, arena),
				   replay_probe_step_text(probe->step));
	}
}

const char *replay_probe_outcome(enum replay_outcome outcome)
{
	static const char *const words[REPLAY_OUTCOMES] = {
		[REPLAY_RIGHT] = "right", [REPLAY_WRONG] = "wrong", [REPLAY_VARIES] = "varies",
		[REPLAY_NO_BUILD] = "no-build", [REPLAY_NO_LAUNCH] = "no-launch",
		[REPLAY_UNABLE] = "unable", [REPLAY_CRASHED] = "crashed", [REPLAY_HUNG] = "hung",
		[REPLAY_EXITED] = "exited", [REPLAY_NOT_TRIED] = "not-tried",
	};

	return words[outcome];
}

bool replay_probe_is_bad(enum replay_outcome outcome)
{
	switch (outcome) {
	case REPLAY_RIGHT:
	case REPLAY_VARIES:
	case REPLAY_UNABLE:
	case REPLAY_NOT_TRIED:
		return false;
	default:
		return true;
	}
}
