/* SPDX-License-Identifier: Apache-2.0 */
/*
 * failed-builds: see failed-builds.h. Options and logs are asked for when a finding needs them:
 * drivers keep them until the next build, and most builds that fail have no finding.
 */
#include "layers/validation/failed-builds.h"

#include <stdlib.h>
#include <string.h>

#include "layers/frame/auto-free.h"
#include "layers/frame/place/place.h"
#include "layers/frame/place/symbols.h"
#include "layers/validation/arg-info.h"
#include "layers/validation/query.h"
#include "opencl/build-log.h"
#include "opencl/names.h"
#include "opencl/signature.h"
#include "state/facts.h"
#include "state/learn/learn.h"

#define SHOWN 300	/* bytes of a line of a log */
#define SHOWN_OPTIONS 200

void failed_builds_note(const struct call *call, cl_int code)
{
	struct facts_program *facts = learn_program_to_build(call);

	if (facts == NULL)
		return;
	atomic_store(&facts->failed_at, place_of_finding(call->site));
	atomic_store(&facts->failed_by, call->slot);
	atomic_store(&facts->failed_code, code);
}

/* -- what the driver says ------------------------------------------------------------------ */

/* What a build of PROGRAM has left for DEVICE. A driver may fail, and need not end a text. */
struct build {
	char *options;
	char *log;
	struct build_log_line line;	/* of the log; length 0: there is none */
};

static void free_build(void *build)
{
	free(((struct build *)build)->options);
	free(((struct build *)build)->log);
}

/*
 * Asks for the build of PROGRAM that failed: of several devices that of the first one whose log
 * says "error", else of the first one. False: none has failed.
 */
static bool find_failed(struct build *build, const void *program, const struct facts_program *facts)
{
	const unsigned int count = facts->devices.count + facts->devices.answered;
	const void *chosen = NULL;

	for (unsigned int i = 0; i < count && !build->line.has_error; i++) {
		struct build_log_line line;
		char *log;

		if (query_build(program, facts->devices.list[i]) != CL_BUILD_ERROR)
			continue;
		log = query_text(CLROUTER_SLOT_clGetProgramBuildInfo, program,
				 facts->devices.list[i], CL_PROGRAM_BUILD_LOG);
		if (log == NULL || !build_log_find(log, strlen(log), &line) ||
		    (build->log != NULL && !line.has_error)) {
			free(log);
			chosen = chosen != NULL ? chosen : facts->devices.list[i];
			continue;
		}
		free(build->log);
		build->log = log;
		build->line = line;
		chosen = facts->devices.list[i];
	}
	if (chosen != NULL)
		build->options = query_text(CLROUTER_SLOT_clGetProgramBuildInfo, program, chosen,
					    CL_PROGRAM_BUILD_OPTIONS);
	return chosen != NULL;
}

/* -- the sentence -------------------------------------------------------------------------- */

void failed_builds_add_call(struct line *line, unsigned slot, cl_int code, const void *site)
{
	const struct names_value *entry = names_find(NAMES_cl_error, code);

	line_add(line, "%s of it failed with %s at ", signatures[slot].name,
		 entry != NULL ? entry->name : "an error");
	symbols_add(line, site);
}

static void add_log_line(struct line *line, const struct build_log_line *found)
{
	const size_t length = found->length < SHOWN ? found->length : SHOWN;
	char text[SHOWN + 1];

	memcpy(text, found->text, length);
	text[length] = '\0';
	line_add(line, ": ");
	line_add_escaped(line, text);
	if (length < found->length)
		line_add(line, "...");
}

void failed_builds_add(struct line *line, const void *program)
{
	__attribute__((cleanup(free_build))) struct build build = { .options = NULL };
	struct facts_program *facts = facts_of_program(program);
	size_t length;
	cl_int code;

	if (facts == NULL)
		return;
	code = atomic_load(&facts->failed_code);
	if (!find_failed(&build, program, facts) && code == CL_SUCCESS)
		return;
	if (code == CL_SUCCESS)
		line_add(line, "its build failed");
	else
		failed_builds_add_call(line, atomic_load(&facts->failed_by), code,
				       atomic_load(&facts->failed_at));
	length = build.options != NULL ? arg_info_own(facts, build.options) : 0;
	if (length > 0) {
		line_add(line, ", options ");
		line_add_quoted(line, build.options, length, SHOWN_OPTIONS);
	}
	if (build.line.length > 0)
		add_log_line(line, &build.line);
}
