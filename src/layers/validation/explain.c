/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain: see explain.h. Options and logs of builds are asked for when a finding needs them:
 * drivers keep them until the next build, and most builds that fail have no finding.
 */
#include "layers/validation/explain.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "layers/frame/auto-free.h"
#include "layers/frame/place/place.h"
#include "layers/frame/place/symbols.h"
#include "layers/validation/arg-info.h"
#include "layers/validation/query.h"
#include "layers/validation/validation-own.h"
#include "opencl/build-log.h"
#include "opencl/names.h"
#include "opencl/signature.h"
#include "state/facts.h"
#include "state/learn/learn.h"

#define WORD 128	/* bytes of a type or name that are shown */
#define SHOWN 300	/* bytes of a line of a log */
#define SHOWN_OPTIONS 200

/* -- programs that are not built --------------------------------------------------------- */

/* "clBuildProgram of it failed with CL_BUILD_PROGRAM_FAILURE at PLACE" */
static void add_failed(struct line *line, unsigned slot, cl_int code, const void *site)
{
	const struct names_value *entry = names_find(NAMES_cl_error, code);

	line_add(line, "%s of it failed with %s at ", signatures[slot].name,
		 entry ? entry->name : "an error");
	symbols_add(line, site);
}

/* What a build of PROGRAM has left for DEVICE. A driver may fail, and need not end a text. */
struct build {
	char *options;
	char *log;
	struct build_log_line line; /* of the log; length 0: there is none */
};

static void free_build(void *build)
{
	free(((struct build *)build)->options);
	free(((struct build *)build)->log);
}

/*
 * Asks for the build of PROGRAM that failed. If it failed for several devices, the first one whose
 * log says "error" is asked for, else the first one. False: none has failed.
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
		if (!log || !build_log_find(log, strlen(log), &line) ||
		    (build->log && !line.has_error)) {
			free(log);
			chosen = chosen ? chosen : facts->devices.list[i];
			continue;
		}
		free(build->log);
		build->log = log;
		build->line = line;
		chosen = facts->devices.list[i];
	}
	if (chosen)
		build->options = query_text(CLROUTER_SLOT_clGetProgramBuildInfo, program, chosen,
					    CL_PROGRAM_BUILD_OPTIONS);
	return chosen != NULL;
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

/* Why PROGRAM is not built; nothing if no build of it has failed. */
static void add_build(struct line *line, const void *program)
{
	__attribute__((cleanup(free_build))) struct build build = { .options = NULL };
	struct facts_program *facts = facts_of_program(program);
	size_t length;
	cl_int code;

	if (!facts)
		return;
	code = atomic_load(&facts->failed_code);
	if (!find_failed(&build, program, facts) && code == CL_SUCCESS)
		return;
	if (code == CL_SUCCESS)
		line_add(line, "its build failed");
	else
		add_failed(line, atomic_load(&facts->failed_by), code,
			   atomic_load(&facts->failed_at));
	length = build.options ? arg_info_own(facts, build.options) : 0;
	if (length > 0) {
		line_add(line, ", options ");
		line_add_quoted(line, build.options, length, SHOWN_OPTIONS);
	}
	if (build.line.length > 0)
		add_log_line(line, &build.line);
}

/* -- arguments of kernels ---------------------------------------------------------------- */

/* What the driver says of an argument's declaration; empty if it says nothing. */
static void ask(const void *kernel, cl_uint index, cl_kernel_arg_info what, char text[WORD])
{
	if (clrouter_target.clGetKernelArgInfo((cl_kernel)(uintptr_t)kernel, index, what, WORD, text,
					       NULL) != CL_SUCCESS)
		text[0] = '\0';
	text[WORD - 1] = '\0';
}

/* "argument 1 (int x)" */
static void add_argument(struct line *line, const void *kernel, cl_uint index)
{
	char type[WORD] = "";
	char name[WORD] = "";

	ask(kernel, index, CL_KERNEL_ARG_TYPE_NAME, type);
	ask(kernel, index, CL_KERNEL_ARG_NAME, name);
	line_add(line, "argument %u", (unsigned)index);
	if (type[0] == '\0' && name[0] == '\0')
		return;
	line_add(line, " (");
	line_add_escaped(line, type);
	line_add(line, "%s", type[0] != '\0' && name[0] != '\0' ? " " : "");
	line_add_escaped(line, name);
	line_add(line, ")");
}

/* The first argument that is not set, and the call that failed to set it, if one did. */
static void add_unset(struct line *line, const void *kernel, const struct facts_kernel *facts)
{
	const struct kernel_argument *argument = facts->state->arguments;
	cl_uint i = 0;
	cl_int code;

	while (i < facts->argument_count &&
	       atomic_load_explicit(&argument[i].value, memory_order_relaxed))
		i++;
	if (i == facts->argument_count)
		return;
	add_argument(line, kernel, i);
	line_add(line, " was never set");
	code = atomic_load(&argument[i].failed_code);
	if (code == CL_SUCCESS)
		return;
	line_add(line, "; ");
	add_failed(line, atomic_load(&argument[i].failed_by), code,
		   atomic_load(&argument[i].failed_at));
}

/* The first argument whose object is released, and what it was. */
static void add_released(struct line *line, const void *kernel, const struct facts_kernel *facts)
{
	const struct kernel_argument *argument = facts->state->arguments;
	const struct object *object;
	cl_uint i = 0;

	while (i < facts->argument_count && !kernels_is_gone(&argument[i]))
		i++;
	if (i == facts->argument_count)
		return;
	add_argument(line, kernel, i);
	object = live_record(atomic_load_explicit(&argument[i].value, memory_order_relaxed));
	line_add(line, " is a %s that was released",
		 !object || object->kind == OBJECT_MEM ? "memory object" :
								names_kind(object->kind));
}

/* Does CALL set an argument? The functions of extensions begin with kernel and index, too. */
static bool sets_argument(const struct call *call)
{
	return text_skip_prefix(signatures[call->slot].name, "clSetKernelArg") != NULL;
}

/* Parameter INDEX of CALL is a kernel: it and, if its arguments are known, its facts; else NULL. */
static const struct facts_kernel *kernel_of(const struct call *call, unsigned index,
					    const void **kernel)
{
	*kernel = call_pointer(call, index);
	return facts_of_kernel_with(*kernel, 0);
}

static void add_for_launch(struct line *line, const struct call *call,
			   const struct rule_test *test)
{
	const void *kernel;
	const struct facts_kernel *facts = kernel_of(call, test->param, &kernel);

	if (!facts)
		return;
	if (test->check == check_args_alive)
		add_released(line, kernel, facts);
	else
		add_unset(line, kernel, facts);
}

static void add_for_argument(struct line *line, const struct call *call)
{
	const void *kernel;
	const struct facts_kernel *facts = kernel_of(call, ARG_clSetKernelArg_kernel, &kernel);

	if (facts &&
	    call_number(call, ARG_clSetKernelArg_arg_index) < facts->argument_count)
		add_argument(line, kernel,
			     (cl_uint)call_number(call, ARG_clSetKernelArg_arg_index));
}

/* -- findings ---------------------------------------------------------------------------- */

/* The limit that TEST, which CALL fails, compares with, if any. Asks the check again. */
static void add_limit(struct line *line, const struct call *call, const struct rule_test *test)
{
	struct own_limit *limit = &validation_own(call)->limit;

	limit->name = NULL;
	if (test->check(call, test) || !limit->name)
		return;
	line_add(line, "%s%" PRIu64 " is %s %s, which is %" PRIu64, line->length > 0 ? "; " : "",
		 limit->number, limit->relation, limit->name, limit->limit);
}

void explain_add(struct line *line, const struct call *call, const struct rule_test *test)
{
	if (test->check == check_args_set || test->check == check_args_set_or_updatable ||
	    test->check == check_args_alive)
		add_for_launch(line, call, test);
	else if (test->check == check_built || test->check == check_built_query)
		add_build(line, call_pointer(call, test->param));
	else if (sets_argument(call))
		add_for_argument(line, call);
	add_limit(line, call, test);
}

/*
 * Learning that the program is built, or is being built, takes the code back (learn-programs.c).
 */
static void note_build(const struct call *call, cl_int code)
{
	struct facts_program *facts = learn_program_to_build(call);

	if (!facts)
		return;
	atomic_store(&facts->failed_at, place_of_finding(call->site));
	atomic_store(&facts->failed_by, call->slot);
	atomic_store(&facts->failed_code, code);
}

void explain_note_failed(const struct call *call, cl_int code)
{
	const void *kernel;
	const struct facts_kernel *facts =
		sets_argument(call) ? kernel_of(call, ARG_clSetKernelArg_kernel, &kernel) : NULL;
	struct kernel_argument *argument;

	note_build(call, code);
	if (!facts ||
	    call_number(call, ARG_clSetKernelArg_arg_index) >= facts->argument_count)
		return;
	argument = &facts->state->arguments[call_number(call, ARG_clSetKernelArg_arg_index)];
	atomic_store(&argument->failed_at, place_of_finding(call->site));
	atomic_store(&argument->failed_by, call->slot);
	atomic_store(&argument->failed_code, code);
}
