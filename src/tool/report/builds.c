/* SPDX-License-Identifier: Apache-2.0 */
/* builds: see builds.h. */
#include "tool/report/builds.h"

#include <stdlib.h>
#include <string.h>

#include "opencl/build-log.h"
#include "record/recorded-call.h"
#include "tool/report/numbers.h"
#include "tool/report/space.h"

#define MAX_OPTIONS 4096 /* bytes; the record layer keeps no more of a string */
#define MAX_SEARCH 1000	 /* builds; the log follows its build closely */

bool builds_is_build(unsigned int function)
{
	return function == CLROUTER_SLOT_clBuildProgram ||
	       function == CLROUTER_SLOT_clCompileProgram ||
	       function == CLROUTER_SLOT_clLinkProgram;
}

bool builds_add_call(struct model *model, const struct record_call *call,
		     const struct model_place *place)
{
	struct model_build build = { .place = *place, .duration = recorded_duration(call) };
	char options[MAX_OPTIONS];

	if (!builds_is_build(call->head.detail))
		return true;
	if (!recorded_argument(&model->known, call, "program", &build.program))
		build.program = call->result;
	build.number = history_number(model->history, OBJECT_PROGRAM, build.program, call->begin);
	recorded_failed(&model->known, call, &build.code);
	if (recorded_string(&model->known, call, "options", options, sizeof(options)) && *options)
		build.options = arena_copy(&model->arena, options, strlen(options));
	if (!space_make(&model->builds, model->build_count, sizeof(build)))
		return false;
	model->builds[model->build_count++] = build;
	return true;
}

/* With a log for each device, the first one that says "error" counts. */
static void take_log(struct model_build *build, const char *log, size_t size, struct arena *arena)
{
	struct build_log_line line;

	if (!build_log_find(log, size, &line) || (build->log && !line.has_error) ||
	    build->log_has_error)
		return;
	build->log = arena_copy(arena, line.text, line.length);
	build->log_has_error = line.has_error;
}

void builds_add_log(struct model *model, const struct record_object *asked, uint32_t thread)
{
	if (asked->head.detail != OBJECT_PROGRAM || asked->query != CL_PROGRAM_BUILD_LOG)
		return;
	for (size_t i = 0; i < model->build_count && i < MAX_SEARCH; i++) {
		struct model_build *build = &model->builds[model->build_count - 1 - i];

		if (build->program != asked->handle || build->place.thread != thread)
			continue;
		take_log(build, (const char *)(asked + 1), asked->head.size - sizeof(*asked),
			 &model->arena);
		return;
	}
}

static int compare_builds(const void *left, const void *right)
{
	const struct model_build *a = left;
	const struct model_build *b = right;

	return number_order(a->place.time, b->place.time);
}

void builds_sort(struct model *model)
{
	if (model->build_count > 0)
		qsort(model->builds, model->build_count, sizeof(*model->builds), compare_builds);
}
