/* SPDX-License-Identifier: Apache-2.0 */
/* launch-check: see launch-check.h. Memory and its ranges are in launch-check-memory.c. */
#include "launch/launch-check.h"

#include <limits.h>

#include "api/api.h"
#include "base/text.h"
#include "launch/launch-format.h"

static bool is_flag(uint64_t value)
{
	return value <= 1;
}

static bool is_code(int64_t code)
{
	return code <= 0 && code >= INT32_MIN;
}

static bool is_too_long(const struct launch_bytes *bytes)
{
	return bytes->size > LAUNCH_MOST_BYTES;
}

static const char too_long[] = "it has too many bytes";

/* -- the call --------------------------------------------------------------------------------- */

/* Contents are in the byte order of the program. */
static const char *check_host(const struct launch_call *call)
{
	const char *own = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? "big" : "little";
	const char *order = call->host_order ? call->host_order : "";

	if (call->host_bits != 32 && call->host_bits != 64)
		return "host_bits is neither 32 nor 64";
	if (strcmp(order, "little") != 0 && strcmp(order, "big") != 0)
		return "host_order is neither little nor big";
	return strcmp(order, own) == 0 ? NULL
				       : "it was captured on a machine of another byte order";
}

static bool fits_sizes(const uint64_t *sizes)
{
	for (size_t i = 0; i < LAUNCH_DIMENSIONS; i++)
		if (sizes[i] > SIZE_MAX)
			return false;
	return true;
}

static const char *check_sizes(const struct launch_call *call)
{
	if (call->dimensions > LAUNCH_DIMENSIONS || (call->dimensions == 0 && call->error == 0))
		return "it has no dimensions, or more than three";
	if (!is_flag(call->has_offset) || !is_flag(call->has_global) || !is_flag(call->has_local) ||
	    !is_flag(call->has_suggested) || !is_flag(call->is_task))
		return "a number that says yes or no is neither 1 nor 0";
	if (!fits_sizes(call->offset) || !fits_sizes(call->global) || !fits_sizes(call->local) ||
	    !fits_sizes(call->suggested) || !fits_sizes(call->required))
		return "a size is too large for this host";
	return NULL;
}

const char *launch_check_call(const struct launch *launch, const void *row)
{
	const struct launch_call *call = row;
	const char *why = check_host(call);

	(void)launch;
	if (why)
		return why;
	if (!call->kernel)
		return "the kernel has no name";
	if (!is_code(call->error) || !is_code(call->status) || !is_code(call->wait_status))
		return "error, status or wait_status is neither 0 nor an error code";
	if (call->error != 0 && call->status != 0)
		return "a call that failed has no status";
	return check_sizes(call);
}

/* -- programs --------------------------------------------------------------------------------- */

const char *launch_check_program(const struct launch *launch, const void *row)
{
	const struct launch_program *program = row;

	(void)launch;
	if (program->kind == LAUNCH_BUILT_IN && !program->names)
		return "the kernels have no names";
	if (program->kind == LAUNCH_LINKED && program->build != LAUNCH_UNBUILT)
		return "a program that is linked is not built";
	if (program->kind == LAUNCH_BUILT_IN || program->kind == LAUNCH_LINKED)
		return program->hash ? "a program of this kind has no hash" : NULL;
	if (!launch_is_hash(program->hash))
		return "its hash is none";
	return program->size < SIZE_MAX ? NULL : "it is too large for this host";
}

/* The linked program comes after what it is made of. */
const char *launch_check_input(const struct launch *launch, const void *row)
{
	const struct launch_input *input = row;

	if (input->program >= launch->program_count ||
	    launch->programs[input->program].kind != LAUNCH_LINKED)
		return "program is none that is linked";
	return input->input < input->program ? NULL : "input is no program before it";
}

const char *launch_check_header(const struct launch *launch, const void *row)
{
	const struct launch_header *header = row;

	if (header->program >= launch->program_count ||
	    launch->programs[header->program].build != LAUNCH_COMPILED)
		return "program is none that was compiled";
	if (header->header >= header->program ||
	    launch->programs[header->header].kind != LAUNCH_SOURCE)
		return "header is no source before it";
	return header->name ? NULL : "it has no name";
}

const char *launch_check_constant(const struct launch *launch, const void *row)
{
	const struct launch_constant *constant = row;

	if (constant->program >= launch->program_count)
		return "there is no such program";
	if (constant->id > UINT32_MAX)
		return "its id is too large";
	return is_too_long(&constant->value) ? too_long : NULL;
}

bool launch_is_path(const char *path)
{
	const size_t length = strlen(path);

	if (length == 0 || length > LAUNCH_MOST_PATH)
		return false;
	while (path) {
		size_t part;
		const char *name = text_next_element(&path, '/', &part);

		/* An absolute path begins with a part that is empty. */
		if (part == 0 || part > NAME_MAX || (part <= 2 && memcmp(name, "..", part) == 0))
			return false;
	}
	return true;
}

const char *launch_check_include(const struct launch *launch, const void *row)
{
	const struct launch_include *include = row;
	uint64_t left = LAUNCH_MOST_INCLUDED;

	if (!include->path || !launch_is_path(include->path))
		return "its path may not be one of a capture";
	if (!launch_is_hash(include->hash))
		return "its hash is none";
	for (size_t i = 0; i < launch->include_count; i++) {
		if (strcmp(launch->includes[i].path, include->path) == 0)
			return "its path is there twice";
		left -= launch->includes[i].size;
	}
	return include->size <= left ? NULL : "the included files are too large";
}

const char *launch_check_missing(const struct launch *launch, const void *row)
{
	const struct launch_missing *missing = row;

	if (missing->program >= launch->program_count ||
	    launch->programs[missing->program].kind != LAUNCH_SOURCE)
		return "program is no source";
	return missing->name ? NULL : "it has no name";
}

/* -- arguments and samplers ------------------------------------------------------------------- */

const char *launch_check_sampler(const struct launch *launch, const void *row)
{
	const struct launch_sampler *sampler = row;
	const char *properties = sampler->properties ? sampler->properties : "";

	(void)launch;
	if (!is_flag(sampler->normalized) || sampler->addressing > UINT32_MAX ||
	    sampler->filter > UINT32_MAX)
		return "a number is too large";
	return properties[strspn(properties, "0123456789 ")] ? "properties are no numbers" : NULL;
}

static const char *check_place(const struct launch *launch, const struct launch_argument *argument)
{
	const bool is_pointer = argument->kind == LAUNCH_POINTER;

	if (argument->index >= launch->memory_count)
		return "there is no such memory";
	if ((launch->memory[argument->index].kind == LAUNCH_SVM) != is_pointer)
		return is_pointer ? "the memory is not shared" : "the memory is no object";
	if (is_pointer && argument->offset > launch->memory[argument->index].size)
		return "its offset is beyond the end of the memory";
	return NULL;
}

const char *launch_check_argument(const struct launch *launch, const void *row)
{
	const struct launch_argument *argument = row;

	if (!is_flag(argument->is_const))
		return "is_const is neither 1 nor 0";
	switch (argument->kind) {
	case LAUNCH_VALUE:
		if (is_too_long(&argument->value))
			return too_long;
		return argument->size == argument->value.size
			       ? NULL
			       : "its size is not the number of its bytes";
	case LAUNCH_MEMORY:
	case LAUNCH_POINTER:
		return check_place(launch, argument);
	case LAUNCH_SAMPLER:
		return argument->index < launch->sampler_count ? NULL : "there is no such sampler";
	case LAUNCH_UNSET:
		return launch->call.error != 0 ? NULL : "it is not set, but the call did not fail";
	default:
		return argument->size <= SIZE_MAX ? NULL : "it is too large for this host";
	}
}

/* Those that are no addresses. */
const char *launch_check_setting(const struct launch *launch, const void *row)
{
	const struct launch_setting *setting = row;

	(void)launch;
	if (is_too_long(&setting->value))
		return too_long;
	if (setting->name == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM ||
	    (setting->name == CL_KERNEL_EXEC_INFO_SVM_PTRS && setting->value.size == 0))
		return NULL;
	return "it cannot be replayed";
}

/* -- notes ------------------------------------------------------------------------------------ */

const char *launch_check_note(const struct launch *launch, const void *row)
{
	const struct launch_note *note = row;
	size_t count = 1;

	if (!note->text || strlen(note->text) > LAUNCH_MOST_NOTE)
		return "it has no text, or too long a text";
	for (size_t i = 0; i < launch->note_count; i++)
		count += launch->notes[i].kind == note->kind;
	return count <= LAUNCH_MOST_NOTES ? NULL : "there are too many of its kind";
}

/* -- all -------------------------------------------------------------------------------------- */

const char *launch_check_whole(const struct launch *launch)
{
	if (!launch->call.kernel)
		return "it has no line of the call";
	return launch->call.program < launch->program_count ? NULL
							    : "the kernel's program is not there";
}
