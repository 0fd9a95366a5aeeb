/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel-arguments: see kernel-arguments.h.
 */
#include "layers/compatibility/core/kernel-arguments.h"

#include <stdlib.h>
#include <string.h>

#include <clrouter/layer.h>

#include "base/common/list.h"
#include "layers/compatibility/core/core-objects.h"
#include "layers/compatibility/notes/handle-notes.h"
#include "state/setup.h"

#define MOST_SUGGESTIONS 256	/* of one kernel; then the oldest goes */
#define NOT_ALL_SEEN (1u << 30) /* references: the program may have had some before */

/* A local size, and a number for the arguments that it was suggested for. */
struct size_suggestion {
	struct sized_launch launch;
	uint64_t arguments;
};

struct kernel_arguments {
	struct note note;
	struct setup setup;
	struct size_suggestion *suggestions;
	size_t suggestion_count;
	size_t next; /* suggestion that is replaced */
};

/* With the lock until give(); NULL: they are not kept, and there is no lock. */
static struct kernel_arguments *take(cl_kernel kernel)
{
	return notes_take(kernel, NOTE_ARGUMENTS);
}

static void give(void)
{
	notes_unlock(NOTE_ARGUMENTS);
}

/* -- life ------------------------------------------------------------------------------ */

void arguments_free(struct kernel_arguments *arguments)
{
	if (!arguments)
		return;
	setup_done(&arguments->setup);
	free(arguments->suggestions);
	free(arguments);
}

static void destroy(struct note *note)
{
	arguments_free((struct kernel_arguments *)note);
}

bool arguments_adopt(struct kernel_arguments *arguments, cl_kernel kernel)
{
	if (notes_add(kernel, NOTE_ARGUMENTS, &arguments->note, destroy))
		return true;
	/* What is known of an older kernel is not true of this one. */
	notes_forget(kernel, NOTE_ARGUMENTS);
	arguments_free(arguments);
	return false;
}

bool arguments_keep(cl_kernel kernel, cl_uint count, bool is_new)
{
	struct kernel_arguments *arguments = calloc(1, sizeof(*arguments));

	if (!arguments || !setup_make_space(&arguments->setup, count)) {
		notes_forget(kernel, NOTE_ARGUMENTS);
		free(arguments);
		return false;
	}
	for (cl_uint i = 0; i < count && !is_new; i++)
		arguments->setup.arguments[i].sort = SETUP_EARLIER;
	if (!is_new)
		arguments->note.references = NOT_ALL_SEEN;
	return arguments_adopt(arguments, kernel);
}

/* -- setting --------------------------------------------------------------------------- */

/* The object that VALUE of SIZE bytes may be. */
static const void *as_object(size_t size, const void *value)
{
	const void *object = NULL;

	if (size == sizeof(object) && value)
		memcpy(&object, value, sizeof(object));
	return object;
}

static bool replace(cl_kernel kernel, cl_uint index, const struct setup_value *value)
{
	struct kernel_arguments *arguments = take(kernel);
	void *unused = value->large;

	if (arguments) {
		if (index < arguments->setup.count)
			unused = setup_set_argument(&arguments->setup, index, value);
		give();
	}
	if (unused)
		free(unused);
	return arguments != NULL;
}

bool arguments_set(cl_kernel kernel, cl_uint index, size_t size, const void *bytes)
{
	struct setup_value value = setup_bytes(CLROUTER_SLOT_clSetKernelArg, size, bytes);

	value.serial = objects_serial(as_object(size, bytes));
	return replace(kernel, index, &value);
}

bool arguments_set_pointer(cl_kernel kernel, cl_uint index, const void *pointer)
{
	const struct setup_value value =
		setup_pointer(CLROUTER_SLOT_clSetKernelArgSVMPointer, pointer);

	return replace(kernel, index, &value);
}

void arguments_set_info(cl_kernel kernel, cl_kernel_exec_info name, size_t size, const void *bytes)
{
	struct setup_value value = setup_bytes(CLROUTER_SLOT_clSetKernelExecInfo, size, bytes);
	struct kernel_arguments *arguments = take(kernel);
	void *unused = value.large;

	value.name = name;
	if (arguments) {
		unused = setup_set_info(&arguments->setup, &value);
		give();
	}
	free(unused);
}

enum arguments_state arguments_state(cl_kernel kernel)
{
	enum arguments_state state = ARGUMENTS_SET;
	const struct kernel_arguments *arguments = take(kernel);

	if (!arguments)
		return ARGUMENTS_UNKNOWN;
	for (size_t i = 0; i < arguments->setup.count; i++) {
		const enum setup_sort sort = arguments->setup.arguments[i].sort;

		if (sort == SETUP_UNSET)
			state = ARGUMENTS_UNSET;
		else if (sort == SETUP_EARLIER && state == ARGUMENTS_SET)
			state = ARGUMENTS_UNKNOWN;
	}
	give();
	return state;
}

/* -- copies ---------------------------------------------------------------------------- */

struct kernel_arguments *arguments_copy(cl_kernel kernel)
{
	const struct kernel_arguments *arguments = take(kernel);
	struct kernel_arguments *copy;

	if (!arguments)
		return NULL;
	copy = calloc(1, sizeof(*copy));
	if (copy && !setup_copy(&copy->setup, &arguments->setup)) {
		arguments_free(copy);
		copy = NULL;
	}
	give();
	return copy;
}

/* Sets it by a call of the driver, if it is set. An object that is gone is left out. */
static cl_int apply(const struct setup_value *value, cl_kernel kernel, cl_uint index)
{
	const void *bytes = setup_bytes_of(value);

	switch (value->sort) {
	case SETUP_BYTES:
		if (value->serial != 0 &&
		    objects_serial(as_object(value->size, bytes)) != value->serial)
			return CL_SUCCESS;
		return clrouter_target.clSetKernelArg(kernel, index, value->size, bytes);
	case SETUP_LOCAL:
		return clrouter_target.clSetKernelArg(kernel, index, value->size, NULL);
	case SETUP_POINTER:
		return clrouter_target.clSetKernelArgSVMPointer(kernel, index, value->pointer);
	default:
		return CL_SUCCESS;
	}
}

/* Is it local memory, or may it be an object or pointer that is NULL? */
static bool is_empty(const struct setup_value *value)
{
	switch (value->sort) {
	case SETUP_BYTES:
		return value->size == sizeof(void *) &&
		       !as_object(value->size, setup_bytes_of(value));
	case SETUP_LOCAL:
		return true;
	default:
		return value->sort == SETUP_POINTER && !value->pointer;
	}
}

cl_int arguments_apply(const struct kernel_arguments *arguments, cl_kernel kernel)
{
	const struct setup *setup = &arguments->setup;
	cl_int error = CL_SUCCESS;

	for (size_t i = 0; i < setup->count && error == CL_SUCCESS; i++)
		error = apply(&setup->arguments[i], kernel, (cl_uint)i);
	for (size_t i = 0; i < setup->info_count && error == CL_SUCCESS; i++)
		error = clrouter_target.clSetKernelExecInfo(kernel, setup->infos[i].name,
							    setup->infos[i].size,
							    setup_bytes_of(&setup->infos[i]));
	return error;
}

cl_int arguments_apply_empty(const struct kernel_arguments *arguments, cl_kernel kernel)
{
	const struct setup *setup = &arguments->setup;
	cl_int error = CL_SUCCESS;

	for (size_t i = 0; i < setup->count && error == CL_SUCCESS; i++)
		if (is_empty(&setup->arguments[i]))
			error = apply(&setup->arguments[i], kernel, (cl_uint)i);
	return error;
}

/* -- suggested sizes ------------------------------------------------------------------- */

/* FNV-1a */
static void add_bytes(uint64_t *number, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;

	for (size_t i = 0; i < size; i++)
		/* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): all SIZE bytes are set */
		*number = (*number ^ at[i]) * 0x100000001B3u;
}

/* Equal for equal arguments; false: one is not known well enough. */
static bool number_of(const struct kernel_arguments *arguments, uint64_t *number)
{
	bool is_known = true;

	*number = 0xCBF29CE484222325u;
	for (size_t i = 0; i < arguments->setup.count; i++) {
		const struct setup_value *value = &arguments->setup.arguments[i];
		const uint64_t parts[] = { value->sort, value->serial, value->size,
					   (uintptr_t)value->pointer };

		add_bytes(number, parts, sizeof(parts));
		add_bytes(number, setup_bytes_of(value),
			  value->large ? value->size : SETUP_SMALL);
		is_known &= value->sort != SETUP_LOST;
	}
	return is_known;
}

static bool is_same(const struct sized_launch *a, const struct sized_launch *b)
{
	return a->device == b->device && a->dimensions == b->dimensions &&
	       memcmp(a->offset, b->offset, sizeof(a->offset)) == 0 &&
	       memcmp(a->global, b->global, sizeof(a->global)) == 0;
}

static struct size_suggestion *find_suggestion(const struct kernel_arguments *arguments,
					       const struct sized_launch *launch, uint64_t number)
{
	for (size_t i = 0; i < arguments->suggestion_count; i++)
		if (arguments->suggestions[i].arguments == number &&
		    is_same(&arguments->suggestions[i].launch, launch))
			return &arguments->suggestions[i];
	return NULL;
}

/* Where a new suggestion is stored; NULL: no memory. */
static struct size_suggestion *make_suggestion(struct kernel_arguments *arguments)
{
	if (arguments->suggestion_count == MOST_SUGGESTIONS)
		return &arguments->suggestions[arguments->next++ % MOST_SUGGESTIONS];
	if (!list_make_space(&arguments->suggestions, arguments->suggestion_count,
			     sizeof(*arguments->suggestions)))
		return NULL;
	return &arguments->suggestions[arguments->suggestion_count++];
}

bool arguments_suggest(cl_kernel kernel, const struct sized_launch *launch)
{
	struct kernel_arguments *arguments = take(kernel);
	struct size_suggestion *suggestion = NULL;
	uint64_t number;

	if (!arguments)
		return false;
	if (number_of(arguments, &number)) {
		suggestion = find_suggestion(arguments, launch, number);
		if (!suggestion)
			suggestion = make_suggestion(arguments);
		if (suggestion)
			*suggestion = (struct size_suggestion){ *launch, number };
	}
	give();
	return suggestion != NULL;
}

bool arguments_suggested(cl_kernel kernel, struct sized_launch *launch)
{
	const struct kernel_arguments *arguments = take(kernel);
	const struct size_suggestion *suggestion = NULL;
	uint64_t number;

	if (!arguments)
		return false;
	if (arguments->suggestion_count > 0 && number_of(arguments, &number))
		suggestion = find_suggestion(arguments, launch, number);
	if (suggestion)
		memcpy(launch->local, suggestion->launch.local, sizeof(launch->local));
	give();
	return suggestion != NULL;
}

bool arguments_have_suggestions(cl_kernel kernel)
{
	const struct kernel_arguments *arguments = take(kernel);
	bool have_some;

	if (!arguments)
		return false;
	have_some = arguments->suggestion_count > 0;
	give();
	return have_some;
}
