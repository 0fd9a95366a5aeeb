/* SPDX-License-Identifier: Apache-2.0 */
/* builtin: see builtin.h. */
#include "rewriter/builtin.h"

#include <string.h>

#include "base/array.h"
#include "base/text.h"

static const struct {
	const char *name;
	struct builtin builtin;
} named[] = {
	{ "fract", { .kind = BUILTIN_POINTER, .access = SITES_WRITE, .pointer = BUILTIN_LAST } },
	{ "modf", { .kind = BUILTIN_POINTER, .access = SITES_WRITE, .pointer = BUILTIN_LAST } },
	{ "sincos", { .kind = BUILTIN_POINTER, .access = SITES_WRITE, .pointer = BUILTIN_LAST } },
	{ "frexp", { .kind = BUILTIN_POINTER, .access = SITES_WRITE, .pointer = BUILTIN_LAST } },
	{ "remquo", { .kind = BUILTIN_POINTER, .access = SITES_WRITE, .pointer = BUILTIN_LAST } },
	{ "lgamma_r", { .kind = BUILTIN_POINTER, .access = SITES_WRITE, .pointer = BUILTIN_LAST } },
	{ "async_work_group_copy", { .kind = BUILTIN_COPY } },
	{ "async_work_group_strided_copy", { .kind = BUILTIN_COPY, .is_strided = true } },
	{ "prefetch", { .kind = BUILTIN_NONE } },
	{ "printf", { .kind = BUILTIN_NONE } },
	{ "wait_group_events", { .kind = BUILTIN_NONE } },
};

/* Names that begin so; what begins with a longer one comes first. */
static const struct {
	const char *prefix;
	struct builtin builtin;
} families[] = {
	{ "atomic_load", { .kind = BUILTIN_POINTER, .access = SITES_READ } },
	{ "atomic_store", { .kind = BUILTIN_POINTER, .access = SITES_WRITE } },
	{ "atomic_init", { .kind = BUILTIN_POINTER, .access = SITES_WRITE } },
	{ "atomic_flag_clear", { .kind = BUILTIN_POINTER, .access = SITES_WRITE } },
	{ "atomic_work_item_fence", { .kind = BUILTIN_NONE } },
	{ "atomic_compare_exchange",
	  { .kind = BUILTIN_POINTER, .access = SITES_UPDATE, .others = 1 } },
	{ "atomic_", { .kind = BUILTIN_POINTER, .access = SITES_UPDATE } },
	{ "atom_", { .kind = BUILTIN_POINTER, .access = SITES_UPDATE } },
	{ "get_", { .kind = BUILTIN_NONE } },
	{ "to_", { .kind = BUILTIN_NONE } },
	{ "__to_", { .kind = BUILTIN_NONE } },
	{ "enqueue_", { .kind = BUILTIN_NONE } },
	{ "__enqueue_", { .kind = BUILTIN_NONE } },
	{ "read_pipe", { .kind = BUILTIN_NONE } },
	{ "write_pipe", { .kind = BUILTIN_NONE } },
	{ "__builtin_", { .kind = BUILTIN_NONE } },
};

static bool is_rounding(const char *text)
{
	static const char *const words[] = { "", "_rte", "_rtz", "_rtp", "_rtn" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strcmp(text, words[i]) == 0)
			return true;
	return false;
}

/* The number of elements at the start of *TEXT, which is moved after it; 1: there is none. */
static unsigned take_elements(const char **text)
{
	static const char *const numbers[] = { "16", "2", "3", "4", "8" };
	static const unsigned values[] = { 16, 2, 3, 4, 8 };

	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++) {
		const char *rest = text_skip_prefix(*text, numbers[i]);

		if (rest) {
			*text = rest;
			return values[i];
		}
	}
	return 1;
}

/* vload2, vload_half, vstorea_half4_rte and the like. */
static bool find_vector(const char *name, struct builtin *builtin)
{
	static const struct {
		const char *prefix;
		enum sites_access access;
		bool is_aligned;
	} forms[] = {
		{ "vload_half", SITES_READ, false },   { "vloada_half", SITES_READ, true },
		{ "vload", SITES_READ, false },	       { "vstore_half", SITES_WRITE, false },
		{ "vstorea_half", SITES_WRITE, true }, { "vstore", SITES_WRITE, false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(forms); i++) {
		const char *rest = text_skip_prefix(name, forms[i].prefix);
		const bool is_store = forms[i].access == SITES_WRITE;
		unsigned elements;

		if (!rest)
			continue;
		elements = take_elements(&rest);
		*builtin = (struct builtin){ .kind = BUILTIN_VECTOR,
					     .access = forms[i].access,
					     .offset = is_store ? 1 : 0,
					     .pointer = is_store ? 2 : 1,
					     .elements = elements,
					     .stride = elements == 3 && forms[i].is_aligned
							       ? 4
							       : elements };
		return is_rounding(rest);
	}
	return false;
}

struct builtin builtin_find(const char *name)
{
	struct builtin builtin;

	for (size_t i = 0; i < ARRAY_SIZE(named); i++)
		if (strcmp(name, named[i].name) == 0)
			return named[i].builtin;
	for (size_t i = 0; i < ARRAY_SIZE(families); i++)
		if (text_skip_prefix(name, families[i].prefix))
			return families[i].builtin;
	if (find_vector(name, &builtin))
		return builtin;
	return (struct builtin){ .kind = BUILTIN_UNKNOWN };
}
