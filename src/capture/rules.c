/* SPDX-License-Identifier: Apache-2.0 */
/* rules: see rules.h. */
#include "capture/rules.h"

#include "capture/numbers.h"

bool rules_reaches(const struct capture *capture, const struct capture_argument *argument,
		   size_t index, const struct capture_range *range)
{
	const struct capture_memory *memory;

	if (argument->kind != CAPTURE_OBJECT && argument->kind != CAPTURE_POINTER)
		return false;
	memory = &capture->memory[argument->index];
	if (memory->kind != CAPTURE_SUB_BUFFER)
		return capture_root(capture, argument->index) == index;
	return memory->parent == index && memory->origin < range->offset + range->size &&
	       range->offset < memory->origin + memory->size;
}

size_t rules_argument_of(const struct capture *capture, size_t index, const struct capture_range *range)
{
	size_t found = capture->argument_count;

	for (size_t i = 0; i < capture->argument_count; i++) {
		if (!rules_reaches(capture, &capture->arguments[i], index, range))
			continue;
		if (!capture->arguments[i].is_const)
			return i;
		if (found == capture->argument_count)
			found = i;
	}
	return found;
}

void rules_set_type(struct capture_argument *argument, const char *type)
{
	if (!*argument->type)
		argument->type = type;
	argument->numbers = type;
}

static bool is_same_kind(const struct capture_rule *a, const struct capture_rule *b)
{
	return a->as == b->as && a->size == b->size;
}

static void complete(const struct capture *capture, size_t index, struct capture_range *range)
{
	struct capture_rule found = { .as = CAPTURE_UNKNOWN };

	for (size_t i = 0; i < capture->argument_count; i++) {
		struct capture_rule rule;

		if (!rules_reaches(capture, &capture->arguments[i], index, range))
			continue;
		if (!numbers_rule_of_type(capture->arguments[i].numbers, &rule) ||
		    (found.as != CAPTURE_UNKNOWN && !is_same_kind(&found, &rule)))
			return;
		/* All components are compared, also the fourth that a vector of 3 does not have. */
		if (found.as != CAPTURE_UNKNOWN && found.components != rule.components)
			rule.components = 1;
		found = rule;
	}
	if (range->rule.as == CAPTURE_BITS && found.as == CAPTURE_BITS)
		range->rule.size = found.size;
	else if (range->rule.as == CAPTURE_UNKNOWN && found.as != CAPTURE_UNKNOWN)
		range->rule = found;
}

bool rules_are_alike(const struct capture_rule *a, const struct capture_rule *b)
{
	if (a->as != b->as || a->as < CAPTURE_FLOAT16)
		return a->as == b->as;
	return a->ulps == b->ulps && !(a->relative < b->relative) && !(a->relative > b->relative) &&
	       !(a->absolute < b->absolute) && !(a->absolute > b->absolute);
}

void rules_complete(struct capture *capture)
{
	for (size_t i = 0; i < capture->memory_count; i++)
		for (size_t j = 0; j < capture->memory[i].range_count; j++)
			if (capture->memory[i].ranges[j].rule.as < CAPTURE_FLOAT16)
				complete(capture, i, &capture->memory[i].ranges[j]);
}
