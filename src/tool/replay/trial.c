/* SPDX-License-Identifier: Apache-2.0 */
/* trial: see trial.h. */
#include "tool/replay/trial.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "launch/launch-file.h"
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

/* Releases kernel and programs of ENGINE, whose other objects are another one's. */
static void release_programs(struct engine engine)
{
	engine.context = NULL;
	engine.queue = NULL;
	engine.memory = NULL;
	engine.samplers = NULL;
	release(&engine);
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
	other.programs = NULL;
	other.kernel = NULL;
	if (build(&other))
		for (cl_uint i = 0; i < launch->argument_count; i++)
			types[i] = put_type(use, other.kernel, i);
	release_programs(other);
	place.context = engine->context;
	place.queue = engine->queue;
	trial_begin_step(use, LAUNCH_BUILDS);
	trial_put_named_types(&place, launch, types);
}

/* -- what stays from launch to launch ---------------------------------------------------------- */

/* Of one device, for a trial that is one of many: the engine of the last one, and programs of all. */
static struct engine last;
static struct {
	char *made_of;
	cl_program *programs;
} kept[64];
static size_t kept_count;

/* May a file that the source includes be another one the next time? */
static bool may_change(const struct launch *launch)
{
	for (size_t i = 0; i < launch->program_count; i++)
		if (launch->programs[i].kind == LAUNCH_SOURCE && launch->programs[i].text &&
		    memmem(launch->programs[i].text, (size_t)launch->programs[i].size, "include", 7))
			return true;
	return false;
}

/*
 * What the programs of LAUNCH are made of, to be freed; NULL: that may be something else the next time, or
 * there is no memory.
 */
static char *describe_programs(const struct launch *launch)
{
	struct launch programs = *launch;
	size_t size;

	programs.call = (struct launch_call){ .created = NULL };
	programs.sampler_count = programs.memory_count = programs.range_count = 0;
	programs.argument_count = programs.setting_count = programs.note_count = 0;
	return may_change(launch) ? NULL : launch_file_text(&programs, &size);
}

/* The index of programs that are made of TEXT; KEPT_COUNT: there are none. */
static size_t find_kept(const char *text)
{
	size_t i = 0;

	while (i < kept_count && (!text || strcmp(kept[i].made_of, text) != 0))
		i++;
	return i;
}

/* ENGINE was good: keeps its programs, if they are made of TEXT, and releases what the next one does not have. */
static void keep(struct engine *engine, char *text, size_t index)
{
	last = *engine;
	if (text && index == kept_count && index < ARRAY_SIZE(kept)) {
		kept[kept_count].made_of = text;
		kept[kept_count++].programs = engine->programs;
	} else {
		free(text);
	}
	if (index < kept_count)
		engine->programs = NULL;
	CL(clRetainCommandQueue)(engine->queue);
	CL(clRetainContext)(engine->context);
	release(engine);
}

/* -- the child -------------------------------------------------------------------------------- */

static bool run_twice(const struct trial *trial, struct engine *engine)
{
	const size_t count = engine->launch->range_count;
	struct hearing *hearing = engine->data;
	bool is_good;

	hearing->first = calloc(count + 1, sizeof(*hearing->first));
	if (!hearing->first) {
		say(engine, LAUNCH_SAYS_FAILED, "there is not enough memory");
		return false;
	}
	engine->take = take_result;
	is_good = prepare_and_run(engine, 2);
	if (is_good)
		put_types(trial, engine);
	for (size_t i = 0; i < count; i++)
		free(hearing->first[i]);
	free(hearing->first);
	return is_good;
}

/*
 * Options lead to included files by paths that begin in the directory of the capture; without copies there, in
 * the program's working directory.
 */
static bool enter_directory(const struct trial *trial, const char *directory)
{
	if (!directory || chdir(directory) == 0)
		return true;
	report_put(trial->use.report, LAUNCH_SAYS_FAILED,
		   format_into(trial->use.arena, "the directory %s cannot be entered", directory));
	return false;
}

static struct engine make_engine(const struct trial *trial, struct hearing *hearing)
{
	*hearing = (struct hearing){ .trial = trial };
	functions = trial->use.table;
	return (struct engine){
		.launch = trial->launch,
		.bounds = trial->bounds,
		.platform = trial->use.platform,
		.device = trial->use.device,
		.writes_at_once = trial->writes_at_once,
		.data = hearing,
		.say = hear,
		.name_of_code = name_of_code,
		.now = read_clock,
	};
}

/* Does the launch, or both of two. The caller releases what ENGINE has then. */
static bool run_trial(const struct trial *trial, struct engine *engine)
{
	return trial->repeat > 0 ? prepare_and_run(engine, trial->repeat) : run_twice(trial, engine);
}

void trial_run(const struct trial *trial)
{
	struct hearing hearing;
	struct engine engine = make_engine(trial, &hearing);

	if (!enter_directory(trial, trial->launch->include_count > 0 ? trial->directory : NULL))
		return;
	run_trial(trial, &engine);
	release(&engine);
}

bool trial_run_next(const struct trial *trial)
{
	struct hearing hearing;
	struct engine engine = make_engine(trial, &hearing);
	char *text = describe_programs(trial->launch);
	const size_t index = find_kept(text);

	engine.context = last.context;
	engine.queue = last.queue;
	engine.programs = index < kept_count ? kept[index].programs : NULL;
	if (!enter_directory(trial, trial->launch->call.directory) || !run_trial(trial, &engine))
		return false;
	keep(&engine, text, index);
	return true;
}
