/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arguments: see arguments.h.
 */
#include "layers/compatibility/core/arguments.h"

#include <stdlib.h>
#include <string.h>

#include <clrouter/layer.h>

#include "base/common/list.h"
#include "base/common/pointer-map.h"
#include "layers/compatibility/core/argument.h"
#include "layers/compatibility/locks.h"

#define MOST_ARGUMENTS 4096 /* no device has so many */
#define MOST_SUGGESTIONS 256 /* of one kernel; then the oldest goes */

/* What clSetKernelExecInfo was given last for a name. */
struct info {
	cl_kernel_exec_info name;
	size_t size;
	unsigned char *value; /* NULL: there was no memory for it */
};

/* A local size, and a number for the arguments that it was suggested for. */
struct suggestion {
	struct launch launch;
	uint64_t arguments;
};

struct arguments {
	unsigned references; /* of the program; 0: not all were seen */
	bool lost_info;	     /* there was no memory for one more */
	struct info *infos;
	size_t info_count;
	struct suggestion *suggestions;
	size_t suggestion_count;
	size_t next; /* suggestion that is replaced */
	cl_uint count;
	struct argument list[];
};

static struct lock lock = LOCK_INIT;
static struct pointer_map map; /* from a kernel to its struct arguments */

void arguments_start(void)
{
	locks_add(&lock);
}

static struct arguments *find(cl_kernel kernel)
{
	return kernel == NULL ? NULL : (struct arguments *)pointer_map_get(&map, kernel);
}

void arguments_free(struct arguments *arguments)
{
	if (arguments == NULL)
		return;
	for (cl_uint i = 0; i < arguments->count; i++)
		free(arguments->list[i].large);
	for (size_t i = 0; i < arguments->info_count; i++)
		free(arguments->infos[i].value);
	free(arguments->infos);
	free(arguments->suggestions);
	free(arguments);
}

/* -- life ------------------------------------------------------------------------------ */

/* ARGUMENTS, which may be NULL, are those of KERNEL, in place of others. */
static bool put(cl_kernel kernel, struct arguments *arguments)
{
	struct arguments *old;
	bool is_put = false;

	lock_take(&lock);
	old = find(kernel);
	pointer_map_remove(&map, kernel);
	if (arguments != NULL)
		is_put = pointer_map_set(&map, kernel, (uintptr_t)arguments);
	lock_give(&lock);
	arguments_free(old);
	if (!is_put)
		arguments_free(arguments);
	return is_put;
}

static struct arguments *make(cl_uint count)
{
	struct arguments *arguments;

	if (count > MOST_ARGUMENTS)
		return NULL;
	arguments = calloc(1, sizeof(*arguments) + count * sizeof(*arguments->list));
	if (arguments != NULL)
		arguments->count = count;
	return arguments;
}

bool arguments_keep(cl_kernel kernel, cl_uint count, bool is_new)
{
	struct arguments *arguments = make(count);

	for (cl_uint i = 0; arguments != NULL && i < count && !is_new; i++)
		arguments->list[i].sort = ARGUMENT_EARLIER;
	if (arguments != NULL)
		arguments->references = is_new;
	return put(kernel, arguments);
}

bool arguments_adopt(struct arguments *arguments, cl_kernel kernel)
{
	arguments->references = 1;
	return put(kernel, arguments);
}

void arguments_forget(cl_kernel kernel)
{
	put(kernel, NULL);
}

bool arguments_are_kept(cl_kernel kernel)
{
	bool are_kept;

	lock_take(&lock);
	are_kept = find(kernel) != NULL;
	lock_give(&lock);
	return are_kept;
}

void arguments_retain(cl_kernel kernel)
{
	struct arguments *arguments;

	lock_take(&lock);
	arguments = find(kernel);
	if (arguments != NULL && arguments->references > 0)
		arguments->references++;
	lock_give(&lock);
}

void arguments_release(cl_kernel kernel)
{
	struct arguments *arguments;

	lock_take(&lock);
	arguments = find(kernel);
	if (arguments != NULL && arguments->references > 0 && --arguments->references == 0)
		pointer_map_remove(&map, kernel);
	else
		arguments = NULL;
	lock_give(&lock);
	arguments_free(arguments);
}

/* -- setting --------------------------------------------------------------------------- */

static bool replace(cl_kernel kernel, cl_uint index, struct argument argument)
{
	struct arguments *arguments;
	unsigned char *unused = argument.large;

	lock_take(&lock);
	arguments = find(kernel);
	if (arguments != NULL && index < arguments->count) {
		unused = arguments->list[index].large;
		arguments->list[index] = argument;
	}
	lock_give(&lock);
	free(unused);
	return arguments != NULL;
}

bool arguments_set(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
	return replace(kernel, index, argument_of_value(size, value));
}

bool arguments_set_pointer(cl_kernel kernel, cl_uint index, const void *pointer)
{
	return replace(kernel, index, argument_of_pointer(pointer));
}

static struct info *find_info(struct arguments *arguments, cl_kernel_exec_info name)
{
	for (size_t i = 0; i < arguments->info_count; i++)
		if (arguments->infos[i].name == name)
			return &arguments->infos[i];
	if (!list_make_space(&arguments->infos, arguments->info_count,
			     sizeof(*arguments->infos)))
		return NULL;
	arguments->infos[arguments->info_count] = (struct info){ name, 0, NULL };
	return &arguments->infos[arguments->info_count++];
}

void arguments_set_info(cl_kernel kernel, cl_kernel_exec_info name, size_t size,
			const void *value)
{
	unsigned char *copy = malloc(size + 1);
	unsigned char *unused = copy;
	struct arguments *arguments;
	struct info *info;

	if (copy != NULL)
		memcpy(copy, value, size);
	lock_take(&lock);
	arguments = find(kernel);
	info = arguments == NULL ? NULL : find_info(arguments, name);
	if (info != NULL) {
		unused = info->value;
		*info = (struct info){ name, size, copy };
	} else if (arguments != NULL) {
		arguments->lost_info = true;
	}
	lock_give(&lock);
	free(unused);
}

enum arguments_state arguments_state(cl_kernel kernel)
{
	enum arguments_state state = ARGUMENTS_SET;
	const struct arguments *arguments;

	lock_take(&lock);
	arguments = find(kernel);
	if (arguments == NULL)
		state = ARGUMENTS_UNKNOWN;
	for (cl_uint i = 0; arguments != NULL && i < arguments->count; i++) {
		if (arguments->list[i].sort == ARGUMENT_NONE)
			state = ARGUMENTS_UNSET;
		else if (arguments->list[i].sort == ARGUMENT_EARLIER && state == ARGUMENTS_SET)
			state = ARGUMENTS_UNKNOWN;
	}
	lock_give(&lock);
	return state;
}

/* -- copies ---------------------------------------------------------------------------- */

static bool copy_info(struct arguments *copy, const struct info *info)
{
	struct info *place = info->value == NULL ? NULL : find_info(copy, info->name);

	if (place == NULL)
		return false;
	place->value = malloc(info->size + 1);
	if (place->value == NULL)
		return false;
	memcpy(place->value, info->value, info->size);
	place->size = info->size;
	return true;
}

static bool copy_all(struct arguments *copy, const struct arguments *arguments)
{
	if (arguments->lost_info)
		return false;
	for (cl_uint i = 0; i < copy->count; i++)
		if (!argument_copy(&copy->list[i], &arguments->list[i]))
			return false;
	for (size_t i = 0; i < arguments->info_count; i++)
		if (!copy_info(copy, &arguments->infos[i]))
			return false;
	return true;
}

struct arguments *arguments_copy(cl_kernel kernel)
{
	const struct arguments *arguments;
	struct arguments *copy = NULL;

	lock_take(&lock);
	arguments = find(kernel);
	if (arguments != NULL)
		copy = make(arguments->count);
	if (copy != NULL && !copy_all(copy, arguments)) {
		arguments_free(copy);
		copy = NULL;
	}
	lock_give(&lock);
	return copy;
}

cl_int arguments_apply(const struct arguments *arguments, cl_kernel kernel)
{
	cl_int error = CL_SUCCESS;

	for (cl_uint i = 0; i < arguments->count && error == CL_SUCCESS; i++)
		error = argument_apply(&arguments->list[i], kernel, i);
	for (size_t i = 0; i < arguments->info_count && error == CL_SUCCESS; i++)
		error = clrouter_target.clSetKernelExecInfo(kernel, arguments->infos[i].name,
							    arguments->infos[i].size,
							    arguments->infos[i].value);
	return error;
}

cl_int arguments_apply_empty(const struct arguments *arguments, cl_kernel kernel)
{
	cl_int error = CL_SUCCESS;

	for (cl_uint i = 0; i < arguments->count && error == CL_SUCCESS; i++)
		if (argument_is_empty(&arguments->list[i]))
			error = argument_apply(&arguments->list[i], kernel, i);
	return error;
}

/* -- suggested sizes ------------------------------------------------------------------- */

/* Equal for equal arguments; false: one is not known well enough. */
static bool number_of(const struct arguments *arguments, uint64_t *number)
{
	bool is_known = true;

	*number = ARGUMENT_FIRST_NUMBER;
	for (cl_uint i = 0; i < arguments->count; i++)
		is_known &= argument_add_to(number, &arguments->list[i]);
	return is_known;
}

static bool is_same(const struct launch *a, const struct launch *b)
{
	return a->device == b->device && a->dimensions == b->dimensions &&
	       memcmp(a->offset, b->offset, sizeof(a->offset)) == 0 &&
	       memcmp(a->global, b->global, sizeof(a->global)) == 0;
}

static struct suggestion *find_suggestion(const struct arguments *arguments,
					  const struct launch *launch, uint64_t number)
{
	for (size_t i = 0; i < arguments->suggestion_count; i++)
		if (arguments->suggestions[i].arguments == number &&
		    is_same(&arguments->suggestions[i].launch, launch))
			return &arguments->suggestions[i];
	return NULL;
}

/* Where a new suggestion is stored; NULL: no memory. */
static struct suggestion *make_suggestion(struct arguments *arguments)
{
	if (arguments->suggestion_count == MOST_SUGGESTIONS)
		return &arguments->suggestions[arguments->next++ % MOST_SUGGESTIONS];
	if (!list_make_space(&arguments->suggestions, arguments->suggestion_count,
			     sizeof(*arguments->suggestions)))
		return NULL;
	return &arguments->suggestions[arguments->suggestion_count++];
}

bool arguments_suggest(cl_kernel kernel, const struct launch *launch)
{
	struct arguments *arguments;
	struct suggestion *suggestion = NULL;
	uint64_t number;

	lock_take(&lock);
	arguments = find(kernel);
	if (arguments != NULL && number_of(arguments, &number)) {
		suggestion = find_suggestion(arguments, launch, number);
		if (suggestion == NULL)
			suggestion = make_suggestion(arguments);
		if (suggestion != NULL)
			*suggestion = (struct suggestion){ *launch, number };
	}
	lock_give(&lock);
	return suggestion != NULL;
}

bool arguments_suggested(cl_kernel kernel, struct launch *launch)
{
	const struct arguments *arguments;
	const struct suggestion *suggestion = NULL;
	uint64_t number;

	lock_take(&lock);
	arguments = find(kernel);
	if (arguments != NULL && arguments->suggestion_count > 0 && number_of(arguments, &number))
		suggestion = find_suggestion(arguments, launch, number);
	if (suggestion != NULL)
		memcpy(launch->local, suggestion->launch.local, sizeof(launch->local));
	lock_give(&lock);
	return suggestion != NULL;
}

bool arguments_have_suggestions(cl_kernel kernel)
{
	const struct arguments *arguments;
	bool have_some;

	lock_take(&lock);
	arguments = find(kernel);
	have_some = arguments != NULL && arguments->suggestion_count > 0;
	lock_give(&lock);
	return have_some;
}
