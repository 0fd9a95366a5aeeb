/* SPDX-License-Identifier: Apache-2.0 */
/* rules: see rules.h. */
#include "capture/rules.h"

#include <string.h>

#include "base/array.h"

static const struct {
	const char *name;
	enum capture_as as;
	size_t size;
	unsigned int ulps;
	double relative;
	double absolute;	/* the smallest normal number: smaller ones may be 0 */
} types[] = {
	{ "char", CAPTURE_BITS, 1, 0, 0, 0 },
	{ "uchar", CAPTURE_BITS, 1, 0, 0, 0 },
	{ "unsigned char", CAPTURE_BITS, 1, 0, 0, 0 },
	{ "short", CAPTURE_BITS, 2, 0, 0, 0 },
	{ "ushort", CAPTURE_BITS, 2, 0, 0, 0 },
	{ "unsigned short", CAPTURE_BITS, 2, 0, 0, 0 },
	{ "int", CAPTURE_BITS, 4, 0, 0, 0 },
	{ "uint", CAPTURE_BITS, 4, 0, 0, 0 },
	{ "unsigned int", CAPTURE_BITS, 4, 0, 0, 0 },
	{ "long", CAPTURE_BITS, 8, 0, 0, 0 },
	{ "ulong", CAPTURE_BITS, 8, 0, 0, 0 },
	{ "unsigned long", CAPTURE_BITS, 8, 0, 0, 0 },
	{ "half", CAPTURE_FLOAT16, 2, 4, 2e-3, 6.2e-5 },
	{ "float", CAPTURE_FLOAT32, 4, 16, 1e-5, 1.2e-38 },
	{ "double", CAPTURE_FLOAT64, 8, 16, 1e-12, 2.3e-308 },
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

bool rules_of_type(const char *type, struct capture_rule *rule)
{
	const size_t length = strcspn(type, "0123456789*");
	const size_t digits = strspn(type + length, "0123456789");
	const unsigned int components = components_of(type + length, digits);

	if (components == 0 || strcmp(type + length + digits, "*") != 0)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		if (strlen(types[i].name) != length || memcmp(types[i].name, type, length) != 0)
			continue;
		*rule = (struct capture_rule){ .as = types[i].as,
					       .size = types[i].size,
					       .components = components,
					       .ulps = types[i].ulps,
					       .relative = types[i].relative,
					       .absolute = types[i].absolute };
		return true;
	}
	return false;
}

/* Does ARGUMENT reach RANGE of the memory INDEX? An image of a buffer may reach all of it. */
static bool reaches(const struct capture *capture, const struct capture_argument *argument,
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

static void complete(const struct capture *capture, size_t index, struct capture_range *range)
{
	struct capture_rule found = { .as = CAPTURE_UNKNOWN };

	for (size_t i = 0; i < capture->argument_count; i++) {
		struct capture_rule rule;

		if (!reaches(capture, &capture->arguments[i], index, range))
			continue;
		if (!rules_of_type(capture->arguments[i].type, &rule) ||
		    (found.as != CAPTURE_UNKNOWN &&
		     (found.as != rule.as || found.size != rule.size ||
		      found.components != rule.components)))
			return;
		found = rule;
	}
	if (range->rule.as == CAPTURE_BITS && found.as == CAPTURE_BITS)
		range->rule.size = found.size;
	else if (range->rule.as == CAPTURE_UNKNOWN && found.as != CAPTURE_UNKNOWN)
		range->rule = found;
}

void rules_complete(struct capture *capture)
{
	for (size_t i = 0; i < capture->memory_count; i++)
		for (size_t j = 0; j < capture->memory[i].range_count; j++)
			if (capture->memory[i].ranges[j].rule.as < CAPTURE_FLOAT16)
				complete(capture, i, &capture->memory[i].ranges[j]);
}
