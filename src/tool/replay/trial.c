/* SPDX-License-Identifier: Apache-2.0 */
/* trial: see trial.h. */
#include "tool/replay/trial.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "opencl/names.h"
#include "tool/output/format.h"
#include "tool/probe/driver/report.h"

/* The functions of the driver, or of the layer above it. A child has one device only. */
static const struct api_table *functions;

#define CL(function) functions->function
#define CL_HAS(function) (functions->function != NULL)

/* NOLINTNEXTLINE(bugprone-suspicious-include): it calls OpenCL by these macros */
#include "launch/engine.c"

#define MOST_TYPE 256 /* bytes of the name of a type */

void trial_begin_step(const struct device_use *use, enum launch_step step)
{
	report_put_number(use->report, LAUNCH_SAYS_STEP, step);
}

/* -- for the engine --------------------------------------------------------------------------- */

/* What the engine's functions get. */
struct hearing {
	const struct trial *trial;
	unsigned char **first;	/* contents of each range after the first of two runs */
};

static void hear(void *data, const char *word, const char *text)
{
	const struct hearing *hearing = data;

	if (strcmp(word, LAUNCH_SAYS_LOG) == 0)
		device_use_put_log_text(&hearing->trial->use, text);
	else
		report_put(hearing->trial->use.report, word, text);
}

static void hear_nothing(void *data, const char *word, const char *text)
{
	(void)data;
	(void)word;
	(void)text;
}

static const char *name_of_code(cl_int code)
{
	const struct names_value *value = names_find(NAMES_cl_error, code);

	return value ? value->name : NULL;
}

static unsigned long long read_clock(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (unsigned long long)time.tv_sec * 1000000000 + (unsigned long long)time.tv_nsec;
}

/*
 * Keeps what the first run left, and reports which bytes are not the same in the capture and after
 * both runs. This is not about a rule: whether a launch is deterministic is a matter of bits.
 */
static void take_result(void *data, size_t index, const unsigned char *bytes)
{
	const struct hearing *hearing = data;
	const struct launch_range *range = &hearing->trial->launch->ranges[index];
	const struct device_use *use = &hearing->trial->use;
	unsigned char *first = hearing->first[index];
	uint64_t count = 0;
	uint64_t start = 0;

	if (!first) {
		first = malloc((size_t)range->size);
		if (first)
			memcpy(first, bytes, (size_t)range->size);
		hearing->first[index] = first;
		return;
	}
	for (uint64_t i = 0; i < range->size; i++)
		if ((first[i] != (range->new_bytes ? range->new_bytes[i] : 0) || bytes[i] != first[i]) &&
		    count++ == 0)
			start = i;
	if (count > 0)
		report_put(use->report, TRIAL_VARIES,
			   format_into(use->arena, "%zu %" PRIu64 " %" PRIu64, index, start, count));
}

/* -- types ------------------------------------------------------------------------------------ */

/* The type of argument INDEX, in the arena; NULL: it is not known. It is reported. */
static const char *put_type(const struct device_use *use, cl_kernel kernel, cl_uint index)
{
	char type[MOST_TYPE] = "";

	if (use->table->clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME, sizeof(type), type,
					   NULL) != CL_SUCCESS)
		return NULL;
	type[MOST_TYPE - 1] = '\0';
	report_put(use->report, TRIAL_TYPE, format_into(use->arena, "%u %s", index, type));
	return format_into(use->arena, "%s", type);
}

/*
 * Reports the types of the arguments. Drivers often know these only of a program that was built with
 * -cl-kernel-arg-info, so it is built once more. What fails is not reported.
 */
static void put_types(const struct trial *trial, const struct engine *engine)
{
	const struct launch *launch = engine->launch;
	const struct device_use *use = &trial->use;
	struct device_use place = *use;
	struct engine other = *engine;
	const char **types = arena_alloc(use->arena, (launch->argument_count + 1) * sizeof(*types));

	if (!types || device_version(engine) < 120 || !use->table->clGetKernelArgInfo ||
	    launch->programs[launch->call.program].kind == LAUNCH_BINARY)
		return;
	other.more_options = "-cl-kernel-arg-info";
	other.say = hear_nothing;
	if (!build(&other))
		return;
	for (cl_uint i = 0; i < launch->argument_count; i++)
		types[i] = put_type(use, other.kernel, i);
	place.context = engine->context;
	place.queue = engine->queue;
	trial_begin_step(use, LAUNCH_BUILDS);
	trial_put_named_types(&place, launch, types);
}

/* -- the child -------------------------------------------------------------------------------- */

static void run_twice(const struct trial *trial, struct engine *engine)
{
	const size_t count = engine->launch->range_count;
	struct hearing *hearing = engine->data;

	hearing->first = calloc(count + 1, sizeof(*hearing->first));
	if (!hearing->first) {
		say(engine, LAUNCH_SAYS_FAILED, "there is not enough memory");
		return;
	}
	engine->take = take_result;
	if (prepare_and_run(engine, 2))
		put_types(trial, engine);
	for (size_t i = 0; i < count; i++)
		free(hearing->first[i]);
	free(hearing->first);
}

/* Options lead to included files by paths that begin in the directory of the capture. */
static bool enter_directory(const struct trial *trial)
{
	if (trial->launch->include_count == 0 || !trial->directory || chdir(trial->directory) == 0)
		return true;
	report_put(trial->use.report, LAUNCH_SAYS_FAILED,
		   format_into(trial->use.arena, "the directory of the capture cannot be entered"));
	return false;
}

void trial_run(const struct trial *trial)
{
	struct hearing hearing = { .trial = trial };
	struct engine engine = {
		.launch = trial->launch,
		.bounds = trial->bounds,
		.platform = trial->use.platform,
		.device = trial->use.device,
		.writes_at_once = trial->writes_at_once,
		.data = &hearing,
		.say = hear,
		.name_of_code = name_of_code,
		.now = read_clock,
	};

	functions = trial->use.table;
	if (!enter_directory(trial))
		return;
	if (trial->repeat > 0)
		prepare_and_run(&engine, trial->repeat);
	else
		run_twice(trial, &engine);
	release(&engine);
}
