/* SPDX-License-Identifier: Apache-2.0 */
/* launch-rules: see launch-rules.h. */
#include "launch/launch-rules.h"

#include <string.h>

#include "api/api.h"
#include "base/array.h"

/*
 * The bounds are those that drivers keep which follow the specification: its functions may be wrong
 * by 16 ulp, and sums in another order by more. The absolute one is the smallest normal number,
 * since a smaller one may be 0. What an image keeps of a number may be rounded either way.
 */
const struct launch_bounds launch_bounds[LAUNCH_KINDS] = {
	[LAUNCH_FLOAT16] = { .ulps = 4, .relative = 2e-3, .absolute = 6.2e-5 },
	[LAUNCH_FLOAT32] = { .ulps = 16, .relative = 1e-5, .absolute = 1.2e-38 },
	[LAUNCH_FLOAT64] = { .ulps = 16, .relative = 1e-12, .absolute = 2.3e-308 },
	[LAUNCH_UNORM8] = { .ulps = 1 },
	[LAUNCH_UNORM16] = { .ulps = 1 },
	[LAUNCH_SNORM8] = { .ulps = 1 },
	[LAUNCH_SNORM16] = { .ulps = 1 },
};

/* -- types --------------------------------------------------------------------------------- */

static const struct {
	const char *text;
	struct launch_type type;
} types[] = {
	{ "char", { "char", LAUNCH_BITS, 1, true, 1 } },
	{ "uchar", { "uchar", LAUNCH_BITS, 1, false, 1 } },
	{ "unsigned char", { "uchar", LAUNCH_BITS, 1, false, 1 } },
	{ "short", { "short", LAUNCH_BITS, 2, true, 1 } },
	{ "ushort", { "ushort", LAUNCH_BITS, 2, false, 1 } },
	{ "unsigned short", { "ushort", LAUNCH_BITS, 2, false, 1 } },
	{ "int", { "int", LAUNCH_BITS, 4, true, 1 } },
	{ "uint", { "uint", LAUNCH_BITS, 4, false, 1 } },
	{ "unsigned int", { "uint", LAUNCH_BITS, 4, false, 1 } },
	{ "unsigned", { "uint", LAUNCH_BITS, 4, false, 1 } },
	{ "long", { "long", LAUNCH_BITS, 8, true, 1 } },
	{ "ulong", { "ulong", LAUNCH_BITS, 8, false, 1 } },
	{ "unsigned long", { "ulong", LAUNCH_BITS, 8, false, 1 } },
	{ "half", { "half", LAUNCH_FLOAT16, 2, true, 1 } },
	{ "float", { "float", LAUNCH_FLOAT32, 4, true, 1 } },
	{ "double", { "double", LAUNCH_FLOAT64, 8, true, 1 } },
};

/* The number of components that TEXT, "" or "16", begins with; 0: there is no such vector. */
static unsigned int components_of(const char *text, size_t length)
{
	static const struct {
		const char *text;
		unsigned int count;
	} counts[] = { { "", 1 }, { "2", 2 }, { "3", 3 }, { "4", 4 }, { "8", 8 }, { "16", 16 } };

	for (size_t i = 0; i < ARRAY_SIZE(counts); i++)
		if (strlen(counts[i].text) == length && memcmp(counts[i].text, text, length) == 0)
			return counts[i].count;
	return 0;
}

/* Is TEXT, which may be NULL, a type of numbers with END after it? */
static bool find_type(const char *text, const char *end, struct launch_type *type)
{
	const size_t length = text ? strcspn(text, "0123456789*") : 0;
	const size_t digits = text ? strspn(text + length, "0123456789") : 0;
	const unsigned int components = text ? components_of(text + length, digits) : 0;

	if (components == 0 || strcmp(text + length + digits, end) != 0)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		if (strlen(types[i].text) != length || memcmp(types[i].text, text, length) != 0)
			continue;
		*type = types[i].type;
		type->components = components;
		return true;
	}
	return false;
}

bool launch_find_type(const char *text, struct launch_type *type)
{
	return find_type(text, "", type);
}

bool launch_find_pointed_type(const char *text, struct launch_type *type)
{
	return find_type(text, "*", type);
}

size_t launch_in_memory(unsigned int components)
{
	return components == 3 ? 4 : components;
}

void launch_set_range_type(struct launch_range *range, const struct launch_type *type)
{
	range->as = type->as;
	range->element = type->size;
	range->components = type->components;
}

/* -- what arguments reach -------------------------------------------------------------------- */

/* The type that all arguments agree on which reach RANGE; `as` of it is LAUNCH_UNKNOWN: none. */
static struct launch_type agreed_type(const struct launch *launch, const struct launch_range *range)
{
	static const struct launch_type none = { .as = LAUNCH_UNKNOWN };
	struct launch_type found = none;

	for (size_t i = 0; i < launch->argument_count; i++) {
		struct launch_type type;

		if (!launch_reaches(launch, &launch->arguments[i], range))
			continue;
		if (!launch_find_pointed_type(launch_type_of(&launch->arguments[i]), &type) ||
		    (found.as != LAUNCH_UNKNOWN &&
		     (found.as != type.as || found.size != type.size)))
			return none;
		/* All components are compared, also the fourth that a vector of 3 does not have. */
		if (found.as != LAUNCH_UNKNOWN && found.components != type.components)
			type.components = 1;
		found = type;
	}
	return found;
}

void launch_complete_ranges(struct launch *launch)
{
	for (size_t i = 0; i < launch->range_count; i++) {
		struct launch_range *range = &launch->ranges[i];
		struct launch_type type;

		if (range->as > LAUNCH_BITS)
			continue;
		type = agreed_type(launch, range);
		if (range->as == LAUNCH_UNKNOWN && type.as != LAUNCH_UNKNOWN)
			launch_set_range_type(range, &type);
		else if (type.as == LAUNCH_BITS)
			range->element = type.size;
	}
}

size_t launch_count_varying(const struct launch *launch)
{
	size_t count = 0;

	for (size_t i = 0; i < launch->range_count; i++)
		count += launch->ranges[i].varies > 0;
	return count;
}

bool launch_has_failed_outside(const struct launch *launch)
{
	switch (launch->call.error) {
	case CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST:
	case CL_INVALID_EVENT_WAIT_LIST:
	case CL_INVALID_EVENT:
	case CL_INVALID_COMMAND_QUEUE:
	case CL_INVALID_CONTEXT:
	case CL_INVALID_KERNEL:
		return true;
	default:
		return launch->call.status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST ||
		       (launch->call.status < 0 && launch->call.wait_status < 0);
	}
}
