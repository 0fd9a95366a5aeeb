/* SPDX-License-Identifier: Apache-2.0 */
/* explain: see explain.h. */
#include "layers/validation/explain.h"

#include "base/text.h"
#include "layers/frame/place/place.h"
#include "layers/validation/checks/limit.h"
#include "layers/validation/failed-builds.h"
#include "state/facts.h"

#define WORD 128	/* bytes of a type or name that are shown */

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
	       atomic_load_explicit(&argument[i].value, memory_order_relaxed) != NULL)
		i++;
	if (i == facts->argument_count)
		return;
	add_argument(line, kernel, i);
	line_add(line, " was never set");
	code = atomic_load(&argument[i].failed_code);
	if (code == CL_SUCCESS)
		return;
	line_add(line, "; ");
	failed_builds_add_call(line, atomic_load(&argument[i].failed_by), code,
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
		 object == NULL || object->kind == OBJECT_MEM ? "memory object" :
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

	if (facts == NULL)
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

	if (facts != NULL &&
	    call_number(call, ARG_clSetKernelArg_arg_index) < facts->argument_count)
		add_argument(line, kernel,
			     (cl_uint)call_number(call, ARG_clSetKernelArg_arg_index));
}

void explain_add(struct line *line, const struct call *call, const struct rule_test *test)
{
	if (test->check == check_args_set || test->check == check_args_set_or_updatable ||
	    test->check == check_args_alive)
		add_for_launch(line, call, test);
	else if (test->check == check_built || test->check == check_built_query)
		failed_builds_add(line, call_pointer(call, test->param));
	else if (sets_argument(call))
		add_for_argument(line, call);
	limit_add(line, call, test);
}

void explain_note_failed(const struct call *call, cl_int code)
{
	const void *kernel;
	const struct facts_kernel *facts =
		sets_argument(call) ? kernel_of(call, ARG_clSetKernelArg_kernel, &kernel) : NULL;
	struct kernel_argument *argument;

	failed_builds_note(call, code);
	if (facts == NULL ||
	    call_number(call, ARG_clSetKernelArg_arg_index) >= facts->argument_count)
		return;
	argument = &facts->state->arguments[call_number(call, ARG_clSetKernelArg_arg_index)];
	atomic_store(&argument->failed_at, place_of_finding(call->site));
	atomic_store(&argument->failed_by, call->slot);
	atomic_store(&argument->failed_code, code);
}
