/* SPDX-License-Identifier: Apache-2.0 */
/* clang-options: see clang-options.h. */
#include "rewriter/clang-options.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/common/list.h"
#include "base/text.h"
#include "rewriter/growing-text.h"

enum option_use { USE_PREPROCESS = 1, USE_BUILD = 2, HAS_OPERAND = 4, IS_WHOLE = 8 };

/* The first one that an option begins with counts; IS_WHOLE: it has to be the same. */
static const struct {
	const char *start;
	unsigned use;
} known[] = {
	{ "-D", USE_PREPROCESS | HAS_OPERAND },
	{ "-U", USE_PREPROCESS | HAS_OPERAND },
	{ "-I", USE_PREPROCESS | HAS_OPERAND },
	{ "-include", USE_PREPROCESS | HAS_OPERAND | IS_WHOLE },
	{ "-cl-", USE_BUILD },
	{ "-O", USE_BUILD },
	{ "-w", USE_BUILD | IS_WHOLE },
};

/* The next word of *REST, without the quotation marks that hold it together; NULL: there is none.
 */
static const char *take_word(struct arena *arena, const char **rest)
{
	struct growing_text word = { 0 };
	bool is_quoted = false;
	const char *at = *rest, *copy;

	while (text_is_space(*at))
		at++;
	if (!*at)
		return NULL;
	for (; *at && (is_quoted || !text_is_space(*at)); at++) {
		if (*at == '"')
			is_quoted = !is_quoted;
		else if (*at == '\\' && (at[1] == '"' || at[1] == '\\'))
			growing_text_add_bytes(&word, ++at, 1);
		else
			growing_text_add_bytes(&word, at, 1);
	}
	*rest = at;
	copy = growing_text_copy(arena, word.length > 0 ? word.text : "", word.length);
	growing_text_done(&word);
	return copy;
}

static unsigned use_of(const char *word, const char **operand)
{
	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		const char *rest = text_skip_prefix(word, known[i].start);

		if (!rest || ((known[i].use & IS_WHOLE) && *rest))
			continue;
		*operand = rest;
		return known[i].use;
	}
	return 0;
}

static void add_word(struct arena *arena, struct clang_options *options, const char *word)
{
	if (!list_make_space_in(arena, &options->preprocess, options->count,
				sizeof(*options->preprocess)))
		exit(1);
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): there is space */
	options->preprocess[options->count++] = word;
}

static void take_option(struct arena *arena, struct clang_options *options,
			struct growing_text *build, const char *word, const char **rest)
{
	const char *operand = "";
	const unsigned use = use_of(word, &operand);

	if (use & USE_PREPROCESS) {
		const char *next = *operand ? NULL : take_word(arena, rest);

		if (*operand || next)
			add_word(arena, options, word);
		if (next)
			add_word(arena, options, next);
	}
	if (use & USE_BUILD)
		growing_text_add(build, "%s%s", build->length > 0 ? " " : "", word);
	if (text_skip_prefix(word, "-cl-std="))
		options->standard = text_skip_prefix(word, "-cl-std=");
	options->is_relaxed |= strcmp(word, "-cl-fast-relaxed-math") == 0;
}

struct clang_options clang_options_read(struct arena *arena, const char *options)
{
	struct clang_options read = { 0 };
	struct growing_text build = { 0 };
	const char *word;

	while ((word = take_word(arena, &options)))
		take_option(arena, &read, &build, word, &options);
	read.build = growing_text_copy(arena, build.length > 0 ? build.text : "", build.length);
	growing_text_done(&build);
	return read;
}
