/* SPDX-License-Identifier: Apache-2.0 */
/* seen-binaries: see seen-binaries.h. */
#include "layers/sanitize/seen-binaries.h"

#include <stdlib.h>
#include <string.h>

#include "layers/sanitize/binary-cache.h"
#include "layers/sanitize/own-context.h"
#include "layers/sanitize/program-units.h"
#include "layers/sanitize/rewrite-request.h"
#include "state/facts.h"

#define MOST_DEVICES 64

/* The binaries that a program has got. */
struct seen_binaries {
	kept_calls *kept; /* of its program */
	struct own_context *context;
	const unsigned char *const *list;
	cl_device_id devices[MOST_DEVICES];
	size_t sizes[MOST_DEVICES];
	size_t count;
};

static bool ask(cl_program program, struct seen_binaries *seen)
{
	size_t devices = 0, sizes = 0;

	if (clrouter_target.clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof(seen->devices),
					     seen->devices, &devices) != CL_SUCCESS ||
	    clrouter_target.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(seen->sizes),
					     seen->sizes, &sizes) != CL_SUCCESS)
		return false;
	seen->count = devices / sizeof(seen->devices[0]);
	return seen->count <= MOST_DEVICES && sizes / sizeof(seen->sizes[0]) == seen->count;
}

/* What is preprocessed already needs no request. */
static bool is_expanded(const struct units *units)
{
	for (size_t i = 0; i < units->count; i++)
		if (!units->list[i].is_expanded)
			return false;
	return true;
}

/* Keeps the binary of device INDEX, which was made from TEXT. */
static void keep(const struct seen_binaries *seen, size_t index, const char *text)
{
	const struct device_macros *macros;
	struct exchange answer;
	struct units units;
	char reason[CONNECTION_REASON];

	if (!units_read(&units, text, strlen(text)))
		return;
	if (is_expanded(&units)) {
		binary_cache_add(seen->list[index], seen->sizes[index], text);
		units_done(&units);
		return;
	}
	macros = device_macros_ask(seen->context, seen->devices[index], units.list[0].options);
	units_done(&units);
	if (!macros || !rewrite_request(EXCHANGE_EXPAND, text, macros, &answer, reason))
		return;
	binary_cache_add(seen->list[index], seen->sizes[index], answer.texts[EXCHANGE_UNITS]);
	exchange_done(&answer);
}

static void keep_all(const struct seen_binaries *seen)
{
	char reason[PROGRAM_UNITS_REASON];

	for (size_t i = 0; i < seen->count; i++) {
		char *text = seen->list[i] && seen->sizes[i] > 0
				     ? program_units_text(seen->kept, seen->devices[i], reason)
				     : NULL;

		if (text)
			keep(seen, i, text);
		free(text);
	}
}

void seen_binaries_note(const struct call *call)
{
	const void *handle;
	struct facts_program *facts;
	struct seen_binaries seen = { .count = 0 };

	if (call->slot != CLROUTER_SLOT_clGetProgramInfo || !binary_cache_is_on() ||
	    call_number(call, ARG_clGetProgramInfo_param_name) != CL_PROGRAM_BINARIES)
		return;
	handle = call_pointer(call, ARG_clGetProgramInfo_program);
	facts = facts_of_program(handle);
	seen.list = call_pointer(call, ARG_clGetProgramInfo_param_value);
	if (!facts || !facts->any.context || !seen.list ||
	    !ask((cl_program)(uintptr_t)handle, &seen))
		return;
	seen.kept = &facts->any.kept;
	seen.context = own_context_take((cl_context)(uintptr_t)facts->any.context);
	if (!seen.context)
		return;
	keep_all(&seen);
	own_context_give(seen.context);
}
