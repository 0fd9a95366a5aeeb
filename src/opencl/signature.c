/* SPDX-License-Identifier: Apache-2.0 */
/*
 * signature: see signature.h.
 */
#include "opencl/signature.h"

#include <string.h>

#include "base/glob.h"

#define MOST_DIMENSIONS 3

const char *signature_kind(enum param_kind kind)
{
	static const char *const words[PARAM_KINDS] = {
		"nothing", "number", "signed", "names",	 "handle", "handles",  "found",
		"made",	   "numbers", "result", "string", "strings", "bytes",   "value",
		"pairs",   "list",   "format", "desc",	 "callback", "pointer",
	};

	return words[kind];
}

static bool begins_with(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

enum command_kind signature_command(const char *name)
{
	for (unsigned int slot = 0; slot < CLROUTER_ALL_SLOTS; slot++)
		if (strcmp(signatures[slot].name, name) == 0)
			return signatures[slot].command;
	return begins_with(name, "clEnqueue") ? COMMAND_OTHER : COMMAND_NONE;
}

int signature_find(const struct signature *function, enum param_kind kind, enum object_kind object)
{
	for (int i = 0; i < function->param_count; i++)
		if (function->params[i].kind == kind && function->params[i].object == object)
			return i;
	return -1;
}

int signature_find_image(const struct signature *function)
{
	for (int i = 0; i < function->param_count; i++)
		if (function->params[i].object == OBJECT_MEM &&
		    glob_matches("*image", function->params[i].name))
			return i;
	return -1;
}

int signature_find_blocking(const struct signature *function)
{
	for (int i = 0; i < function->param_count; i++)
		if (begins_with(function->params[i].name, "blocking"))
			return i;
	return -1;
}

uint64_t signature_number(const void *address, size_t size)
{
	uint32_t word = 0;
	uint64_t number = 0;

	if (size == sizeof(word)) {
		memcpy(&word, address, sizeof(word));
		return word;
	}
	memcpy(&number, address, size < sizeof(number) ? size : sizeof(number));
	return number;
}

/* The pointer that parameter INDEX is. */
static const void *pointer_value(int index, void *const *values)
{
	const void *pointer;

	memcpy(&pointer, values[index], sizeof(pointer));
	return pointer;
}

size_t signature_size(const struct signature_param *param)
{
	switch (param->kind) {
	case PARAM_NUMBER:
	case PARAM_SIGNED:
	case PARAM_NAMES:
		return param->size;
	default:
		return sizeof(void *);
	}
}

size_t signature_count(const struct signature_param *param, void *const *values)
{
	if (param->count < 0)
		return param->fixed;
	return param->count_size == sizeof(size_t) ? *(const size_t *)values[param->count] :
						     *(const cl_uint *)values[param->count];
}

size_t signature_shown(const struct signature *function, const struct signature_param *param,
		       void *const *values, const void *list, size_t most)
{
	const size_t count = signature_count(param, values);
	const char *bytes = list;

	if (param->count >= 0 && count > MOST_DIMENSIONS &&
	    strcmp(function->params[param->count].name, "work_dim") == 0)
		return 0;
	if (count > SIGNATURE_MOST)
		return 0;
	for (size_t i = 0; count > most && i < most; i++)
		if (signature_number(bytes + i * param->size, param->size) == 0)
			return i + 1;
	return count;
}

size_t signature_stored(const struct signature_param *param, void *const *values)
{
	size_t buffer = signature_count(param, values);
	const cl_uint *there = param->by < 0 ? NULL : pointer_value(param->by, values);

	return there && *there < buffer ? *there : buffer;
}

const struct names_value *signature_query(const struct signature *function,
					  const struct signature_param *param, void *const *values)
{
	const struct signature_param *query = &function->params[param->by];

	if (query->kind != PARAM_NAMES)
		return NULL;
	return names_find(query->group,
			  (int64_t)signature_number(values[param->by], query->size));
}

size_t signature_value_size(const struct signature *function,
			    const struct signature_param *param, void *const *values)
{
	size_t buffer = *(const size_t *)values[param->count];
	const size_t *size = pointer_value((int)(param - function->params) + 1, values);

	return size && *size < buffer ? *size : buffer;
}

bool signature_succeeded(const struct signature *function, void *const *values,
			 const void *result)
{
	const cl_int *errcode;

	if (function->result.kind == PARAM_NOTHING)
		return true;
	if (function->result.kind == PARAM_NAMES)
		return *(const cl_int *)result == CL_SUCCESS;
	errcode = function->has_errcode ? pointer_value(function->param_count - 1, values) : NULL;
	return *(void *const *)result && (!errcode || *errcode >= CL_SUCCESS);
}

bool signature_names_any(const char *glob, const void *nothing)
{
	(void)nothing;
	for (unsigned int slot = 0; slot < CLROUTER_ALL_SLOTS; slot++)
		if (glob_matches(glob, signatures[slot].name))
			return true;
	return false;
}
