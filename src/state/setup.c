/* SPDX-License-Identifier: Apache-2.0 */
/*
 * setup: see setup.h.
 */
#include "state/setup.h"

#include <stdlib.h>
#include <string.h>

#include "base/common/list.h"

void setup_large(struct setup_value *value, size_t size, const void *bytes)
{
	value->large = malloc(size);
	if (!value->large)
		value->sort = SETUP_LOST;
	else
		memcpy(value->large, bytes, size);
}

struct setup_value setup_pointer(unsigned int by, const void *pointer)
{
	return (struct setup_value){ .sort = SETUP_POINTER, .by = by, .pointer = pointer };
}

bool setup_make_space(struct setup *setup, size_t count)
{
	struct setup_value *arguments;

	if (count <= setup->count)
		return true;
	if (count > SETUP_ARGUMENTS)
		return false;
	arguments = realloc(setup->arguments, count * sizeof(*arguments));
	if (!arguments)
		return false;
	memset(arguments + setup->count, 0, (count - setup->count) * sizeof(*arguments));
	setup->arguments = arguments;
	setup->count = count;
	return true;
}

void *setup_set_info(struct setup *setup, const struct setup_value *value)
{
	void *unused;
	size_t i = 0;

	while (i < setup->info_count && setup->infos[i].name != value->name)
		i++;
	if (i == setup->info_count) {
		if (!list_make_space(&setup->infos, i, sizeof(*setup->infos))) {
			setup->has_lost = true;
			return value->large;
		}
		setup->infos[setup->info_count++] = (struct setup_value){ .sort = SETUP_UNSET };
	}
	unused = setup->infos[i].large;
	setup->infos[i] = *value;
	return unused;
}

bool setup_copy_value(struct setup_value *copy, const struct setup_value *value)
{
	*copy = *value;
	if (!value->large)
		return value->sort != SETUP_LOST;
	copy->large = malloc(value->size);
	if (!copy->large)
		copy->sort = SETUP_LOST;
	else
		memcpy(copy->large, value->large, value->size);
	return copy->large != NULL;
}

struct setup_value *setup_get(const struct setup_value *value)
{
	const size_t size = value->large ? value->size : 0;
	struct setup_value *copy;

	if (value->sort == SETUP_UNSET || value->sort == SETUP_LOST)
		return NULL;
	copy = malloc(sizeof(*copy) + size);
	if (!copy)
		return NULL;
	*copy = *value;
	if (size > 0)
		copy->large = memcpy(copy + 1, value->large, size);
	return copy;
}

bool setup_copy(struct setup *copy, const struct setup *setup)
{
	struct setup_value value;
	bool is_whole;

	*copy = (struct setup){ .has_lost = setup->has_lost };
	is_whole = setup_make_space(copy, setup->count);
	for (size_t i = 0; i < copy->count; i++)
		is_whole &= setup_copy_value(&copy->arguments[i], &setup->arguments[i]);
	for (size_t i = 0; i < setup->info_count; i++) {
		is_whole &= setup_copy_value(&value, &setup->infos[i]);
		free(setup_set_info(copy, &value));
	}
	return is_whole && !copy->has_lost;
}

static void free_values(struct setup_value *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(values[i].large);
	free(values);
}

void setup_done(struct setup *setup)
{
	free_values(setup->arguments, setup->count);
	free_values(setup->infos, setup->info_count);
	*setup = (struct setup){ .count = 0 };
}
