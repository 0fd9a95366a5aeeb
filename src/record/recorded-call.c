/* SPDX-License-Identifier: Apache-2.0 */
/* recorded-call: see recorded-call.h. */
#include "record/recorded-call.h"

#include <string.h>

#include "base/text.h"

/* The index of a parameter, -1 if the record does not have it. */
static int find_param(const struct known_functions *known, const struct record_call *call,
		      const char *name)
{
	const struct signature *function = known_functions_find(known, call->head.detail);

	if (!function)
		return -1;
	for (int i = 0; i < function->param_count && i < call->head.arguments; i++)
		if (strcmp(function->params[i].name, name) == 0)
			return i;
	return -1;
}

bool recorded_argument(const struct known_functions *known, const struct record_call *call,
		       const char *name, uint64_t *value)
{
	const int index = find_param(known, call, name);

	*value = index < 0 ? 0 : call->arguments[index];
	return index >= 0;
}

const struct record_content *recorded_content(const struct known_functions *known,
					      const struct record_call *call, const char *name)
{
	const int index = find_param(known, call, name);

	return index < 0 ? NULL : record_find_content(call, (unsigned int)index);
}

bool recorded_sizes(const struct known_functions *known, const struct record_call *call,
		    const char *name, size_t count, uint64_t *numbers)
{
	const struct record_content *content = recorded_content(known, call, name);
	const size_t size = content && count > 0 ? content->size / count : 0;

	memset(numbers, 0, count * sizeof(*numbers));
	if (size != sizeof(uint32_t) && size != sizeof(uint64_t))
		return false;
	for (size_t i = 0; i < count; i++)
		numbers[i] = signature_number((const char *)(content + 1) + i * size, size);
	return true;
}

size_t recorded_handle_count(const struct record_content *content, size_t size)
{
	return content ? content->size / size : 0;
}

uint64_t recorded_handle(const struct record_content *content, size_t index, size_t size)
{
	return index < recorded_handle_count(content, size)
		       ? signature_number((const char *)(content + 1) + index * size, size)
		       : 0;
}

/* The contents of the parameter of KIND that is about events; NULL: CALL has none. */
static const struct record_content *find_events(const struct known_functions *known,
						const struct record_call *call,
						enum param_kind kind)
{
	const struct signature *function = known_functions_find(known, call->head.detail);
	const int index = function ? signature_find(function, kind, OBJECT_EVENT) : -1;

	return index < 0 ? NULL : record_find_content(call, (unsigned int)index);
}

const struct record_content *recorded_waits(const struct known_functions *known,
					    const struct record_call *call)
{
	return find_events(known, call, PARAM_HANDLES);
}

uint64_t recorded_event(const struct known_functions *known, const struct record_call *call,
			size_t size)
{
	const struct signature *function = known_functions_find(known, call->head.detail);

	if (function && function->result.kind == PARAM_MADE &&
	    function->result.object == OBJECT_EVENT)
		return call->result;
	return recorded_handle(find_events(known, call, PARAM_MADE), 0, size);
}

bool recorded_string(const struct known_functions *known, const struct record_call *call,
		     const char *name, char *buffer, size_t size)
{
	const struct record_content *content = recorded_content(known, call, name);

	if (!content)
		return false;
	text_format(buffer, size, "%.*s", (int)strnlen((const char *)(content + 1), content->size),
		    (const char *)(content + 1));
	return true;
}

/* Of a function that returns an object; NULL is no failure if there is no place for a code. */
static bool failed_object(const struct known_functions *known, const struct record_call *call,
			  int32_t *code)
{
	const struct record_content *content = recorded_content(known, call, "errcode_ret");

	if (call->result != 0 || find_param(known, call, "errcode_ret") < 0)
		return false;
	*code = RECORDED_NO_CODE;
	if (content && content->size == sizeof(*code))
		memcpy(code, content + 1, sizeof(*code));
	return true;
}

bool recorded_failed(const struct known_functions *known, const struct record_call *call,
		     int32_t *code)
{
	const struct signature *function = known_functions_find(known, call->head.detail);

	*code = 0;
	if (!function || call->end == 0 || call->end & RECORD_LEFT)
		return false;
	if (function->result.kind == PARAM_MADE || function->result.kind == PARAM_POINTER)
		return failed_object(known, call, code);
	if (function->result.kind == PARAM_NAMES)
		*code = (int32_t)call->result;
	return *code != 0;
}

const char *recorded_error_name(int32_t code)
{
	const struct names_value *value = names_find(NAMES_cl_error, code);

	return value ? value->name : NULL;
}

static bool is_blocking(const struct known_functions *known, const struct record_call *call)
{
	const struct signature *function = known_functions_find(known, call->head.detail);
	const int index = function ? signature_find_blocking(function) : -1;

	return index >= 0 && index < call->head.arguments && call->arguments[index] != 0;
}

bool recorded_is_wait(const struct known_functions *known, const struct record_call *call)
{
	const unsigned int function = call->head.detail;

	return function == CLROUTER_SLOT_clFinish || function == CLROUTER_SLOT_clWaitForEvents ||
	       is_blocking(known, call);
}

bool recorded_is_measured(int32_t status, uint64_t started, uint64_t ended)
{
	return status >= 0 && ended >= started && started != 0;
}

uint64_t recorded_duration(const struct record_call *call)
{
	const uint64_t end = RECORD_TIME(call->end);

	return end > call->begin ? end - call->begin : 0;
}
