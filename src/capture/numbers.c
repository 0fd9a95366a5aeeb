/* SPDX-License-Identifier: Apache-2.0 */
/* numbers: see numbers.h. */
#include "capture/numbers.h"

#include <string.h>

#include "base/array.h"

/*
 * The bounds are those that drivers keep which follow the specification: its functions may be wrong
 * by 16 ulp, and sums in another order by more. The absolute one is the smallest normal number, since
 * a smaller one may be 0. What an image keeps of a number may be rounded either way.
 */
#define BOUNDS(is_relative, is_absolute) \
	.relative = (is_relative), .absolute = (is_absolute), .relative_text = #is_relative, \
	.absolute_text = #is_absolute

const struct numbers_kind numbers_kinds[NUMBERS_KINDS] = {
	[CAPTURE_BITS] = { .name = "bits", .size = 1 },
	[CAPTURE_UNKNOWN] = { .name = "unknown", .size = 1 },
	[CAPTURE_FLOAT16] = { .name = "float16", .size = 2, .ulps = 4, BOUNDS(2e-3, 6.2e-5) },
	[CAPTURE_FLOAT32] = { .name = "float32", .size = 4, .ulps = 16, BOUNDS(1e-5, 1.2e-38) },
	[CAPTURE_FLOAT64] = { .name = "float64", .size = 8, .ulps = 16, BOUNDS(1e-12, 2.3e-308) },
	[CAPTURE_UNORM8] = { .name = "unorm8", .size = 1, .ulps = 1, BOUNDS(0, 0) },
	[CAPTURE_UNORM16] = { .name = "unorm16", .size = 2, .ulps = 1, BOUNDS(0, 0) },
	[CAPTURE_SNORM8] = { .name = "snorm8", .size = 1, .ulps = 1, BOUNDS(0, 0) },
	[CAPTURE_SNORM16] = { .name = "snorm16", .size = 2, .ulps = 1, BOUNDS(0, 0) },
};

static const struct {
	const char *text;
	struct numbers_type type;
} types[] = {
	{ "char", { "char", CAPTURE_BITS, 1, true, 1 } },
	{ "uchar", { "uchar", CAPTURE_BITS, 1, false, 1 } },
	{ "unsigned char", { "uchar", CAPTURE_BITS, 1, false, 1 } },
	{ "short", { "short", CAPTURE_BITS, 2, true, 1 } },
	{ "ushort", { "ushort", CAPTURE_BITS, 2, false, 1 } },
	{ "unsigned short", { "ushort", CAPTURE_BITS, 2, false, 1 } },
	{ "int", { "int", CAPTURE_BITS, 4, true, 1 } },
	{ "uint", { "uint", CAPTURE_BITS, 4, false, 1 } },
	{ "unsigned int", { "uint", CAPTURE_BITS, 4, false, 1 } },
	{ "unsigned", { "uint", CAPTURE_BITS, 4, false, 1 } },
	{ "long", { "long", CAPTURE_BITS, 8, true, 1 } },
	{ "ulong", { "ulong", CAPTURE_BITS, 8, false, 1 } },
	{ "unsigned long", { "ulong", CAPTURE_BITS, 8, false, 1 } },
	{ "half", { "half", CAPTURE_FLOAT16, 2, true, 1 } },
	{ "float", { "float", CAPTURE_FLOAT32, 4, true, 1 } },
	{ "double", { "double", CAPTURE_FLOAT64, 8, true, 1 } },
};

struct capture_rule numbers_rule(enum capture_as as, unsigned int components)
{
	const struct numbers_kind *kind = &numbers_kinds[as];

	return (struct capture_rule){ .as = as,
				      .size = kind->size,
				      .components = components,
				      .ulps = kind->ulps,
				      .relative = kind->relative,
				      .absolute = kind->absolute };
}

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

/* The type that TEXT begins with; its end, NULL: there is none. */
static const char *find_type(const char *text, struct numbers_type *type)
{
	const size_t length = strcspn(text, "0123456789*");
	const size_t digits = strspn(text + length, "0123456789");
	const unsigned int components = components_of(text + length, digits);

	for (size_t i = 0; components > 0 && i < ARRAY_SIZE(types); i++) {
		if (strlen(types[i].text) != length || memcmp(types[i].text, text, length) != 0)
			continue;
		*type = types[i].type;
		type->components = components;
		return text + length + digits;
	}
	return NULL;
}

bool numbers_find_type(const char *text, struct numbers_type *type)
{
	const char *end = find_type(text, type);

	return end && *end == '\0';
}

size_t numbers_in_memory(unsigned int components)
{
	return components == 3 ? 4 : components;
}

bool numbers_rule_of_type(const char *type, struct capture_rule *rule)
{
	struct numbers_type found;
	const char *end = find_type(type, &found);

	if (!end || strcmp(end, "*") != 0)
		return false;
	*rule = numbers_rule(found.as, found.components);
	rule->size = found.size;
	return true;
}
