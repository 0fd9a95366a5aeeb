/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arg-info: see arg-info.h. The driver returns the options of a build as it got them, so the option
 * that was added is at their end.
 */
#include "layers/validation/arg-info.h"

#include <stdlib.h>
#include <string.h>

#include "layers/validation/checks/check.h"
#include "layers/validation/query.h"
#include "layers/validation/validation-own.h"

#define ADDED " -cl-kernel-arg-info"

static bool is_on;

void arg_info_start(bool on)
{
	is_on = on;
}

/* -- builds ------------------------------------------------------------------------------ */

static void add_option(struct call *call)
{
	struct facts_program *facts =
		facts_of_program(call_pointer(call, ARG_clBuildProgram_program));
	const char *options = call_pointer(call, ARG_clBuildProgram_options);
	const size_t length = !options ? 0 : strlen(options);
	char *text;

	if (!facts)
		return;
	atomic_store(&facts->has_arg_info, false);
	if (options && strstr(options, ADDED + 1))
		return;
	text = malloc(length + sizeof(ADDED));
	if (!text)
		return;
	if (length != 0)
		memcpy(text, options, length);
	memcpy(text + length, ADDED, sizeof(ADDED));
	validation_own(call)->options = text;
	memcpy(call->values[ARG_clBuildProgram_options], &text, sizeof(text));
	atomic_store(&facts->has_arg_info, true);
}

static bool is_build(const struct call *call)
{
	return call->slot == CLROUTER_SLOT_clBuildProgram ||
	       call->slot == CLROUTER_SLOT_clCompileProgram;
}

void arg_info_after(struct call *call, const void *result)
{
	(void)result;
	if (!is_on || !is_build(call))
		return;
	free(validation_own(call)->options);
	validation_own(call)->options = NULL;
}

/* -- queries ----------------------------------------------------------------------------- */

static bool is_about_options(const struct call *call)
{
	const struct facts_program *facts;

	if (!is_on || call->slot != CLROUTER_SLOT_clGetProgramBuildInfo ||
	    call_number(call, ARG_clGetProgramBuildInfo_param_name) != CL_PROGRAM_BUILD_OPTIONS)
		return false;
	facts = facts_of_program(call_pointer(call, ARG_clGetProgramBuildInfo_program));
	return facts && atomic_load(&facts->has_arg_info);
}

/* The options as the driver has them, NULL if it does not say; free it. */
static char *ask_options(const struct call *call)
{
	return query_text(call->slot, call_pointer(call, ARG_clGetProgramBuildInfo_program),
			  call_pointer(call, ARG_clGetProgramBuildInfo_device),
			  CL_PROGRAM_BUILD_OPTIONS);
}

/* How much of TEXT the program knows of. PoCL leaves out the blank if there is nothing before it. */
static size_t seen_length(const char *text)
{
	const size_t length = strlen(text);
	const size_t added = sizeof(ADDED) - 1;

	if (strcmp(text, ADDED + 1) == 0)
		return 0;
	return length >= added && strcmp(text + length - added, ADDED) == 0 ? length - added
									    : length;
}

size_t arg_info_own(const struct facts_program *facts, const char *options)
{
	return atomic_load(&facts->has_arg_info) ? seen_length(options) : strlen(options);
}

size_t arg_info_hidden(const struct call *call)
{
	char *text = is_about_options(call) ? ask_options(call) : NULL;
	const size_t hidden = !text ? 0 : strlen(text) - seen_length(text);

	free(text);
	return hidden;
}

static cl_int answer(const struct call *call, char *text)
{
	const size_t length = seen_length(text);
	const size_t size = call_number(call, ARG_clGetProgramBuildInfo_param_value_size);
	void *value = *(void **)call->values[ARG_clGetProgramBuildInfo_param_value];
	size_t *size_ret = *(void **)call->values[ARG_clGetProgramBuildInfo_param_value_size_ret];

	if (value && size <= length)
		return CL_INVALID_VALUE;
	text[length] = '\0';
	if (value)
		memcpy(value, text, length + 1);
	if (size_ret)
		*size_ret = length + 1;
	return CL_SUCCESS;
}

bool arg_info_before(struct call *call)
{
	char *text;

	validation_own(call)->options = NULL;
	if (is_on && is_build(call))
		add_option(call);
	if (!is_about_options(call))
		return true;
	text = ask_options(call);
	if (!text)
		return true;
	call->refusal = answer(call, text);
	free(text);
	return false;
}
