/* SPDX-License-Identifier: Apache-2.0 */
/* build-options: see build-options.h. */
#include "launch/build-options.h"

#include <stdbool.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"

/* What OpenCL 3.0 and cl_khr_spir have; an option that ends in '=' has a value. */
static const char *const known[] = {
	"-w", "-Werror", "-g",
	"-cl-denorms-are-zero", "-cl-fast-relaxed-math", "-cl-finite-math-only",
	"-cl-fp32-correctly-rounded-divide-sqrt", "-cl-kernel-arg-info", "-cl-mad-enable",
	"-cl-no-signed-zeros", "-cl-no-subgroup-ifp", "-cl-opt-disable",
	"-cl-single-precision-constant", "-cl-std=", "-cl-strict-aliasing",
	"-cl-uniform-work-group-size", "-cl-unsafe-math-optimizations",
	"-create-library", "-enable-link-options", "-spir-std=",
};

/* A word of options: what is between blanks that are not in quotes. */
struct word {
	const char *text;
	size_t length;
};

static struct word next_word(const char **rest)
{
	const char *at = *rest;
	struct word word;
	char quote = '\0';

	while (text_is_space(*at))
		at++;
	word.text = at;
	for (; *at && (quote || !text_is_space(*at)); at++) {
		if (*at == '\\' && at[1])
			at++;
		else if (quote ? *at == quote : *at == '"' || *at == '\'')
			quote = quote ? '\0' : *at;
	}
	word.length = (size_t)(at - word.text);
	*rest = at;
	return word;
}

static bool is_known(const struct word *word)
{
	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		const size_t length = strlen(known[i]);
		const bool has_value = known[i][length - 1] == '=';

		if ((has_value ? word->length > length : word->length == length) &&
		    memcmp(word->text, known[i], length) == 0)
			return true;
	}
	return false;
}

static bool is_word(const struct word *word, const char *text)
{
	return word->length == strlen(text) && memcmp(word->text, text, word->length) == 0;
}

/* Does the option WORD stay, and is its argument the next word? */
typedef bool stays_fn(const struct word *word, bool *has_next);

static bool is_portable(const struct word *word, bool *has_next)
{
	const bool is_definition = word->length >= 2 && memcmp(word->text, "-D", 2) == 0;

	*has_next = is_word(word, "-D") || is_word(word, "-I") || is_word(word, "-x");
	return is_definition || is_word(word, "-x") || is_known(word);
}

static bool is_no_folder(const struct word *word, bool *has_next)
{
	*has_next = is_word(word, "-D") || is_word(word, "-U") || is_word(word, "-I") ||
		    is_word(word, "-x");
	return word->length < 2 || memcmp(word->text, "-I", 2) != 0;
}

/* OPTIONS with those words that stay. */
static const char *reduce(const char *options, stays_fn *stays, struct arena *arena)
{
	const char *rest = options;
	const size_t size = options ? strlen(options) + 2 : 0;
	char *reduced = options ? arena_alloc(arena, size) : NULL;
	size_t used = 0;
	bool is_all = true;
	bool is_taken = false;
	bool is_argument = false;

	if (!reduced)
		return options;
	while (true) {
		const struct word word = next_word(&rest);

		if (word.length == 0)
			break;
		if (is_argument)
			is_argument = false;
		else
			is_taken = stays(&word, &is_argument);
		is_all = is_all && is_taken;
		if (!is_taken)
			continue;
		used += text_format(reduced + used, size - used, "%s%.*s",
				    used > 0 ? " " : "", (int)word.length, word.text);
	}
	return is_all ? options : reduced;
}

const char *build_options_portable(const char *options, struct arena *arena)
{
	return reduce(options, is_portable, arena);
}

const char *build_options_without_folders(const char *options, struct arena *arena)
{
	return reduce(options, is_no_folder, arena);
}

/* WORD without quotes, and without backslashes that take the meaning from a character. */
static const char *unquote(struct word word, struct arena *arena)
{
	char *text = arena_copy(arena, word.text, word.length);
	char *end = text;
	char quote = '\0';

	for (const char *at = text; at && *at; at++) {
		if (*at == '\\' && at[1] && quote != '\'')
			*end++ = *++at;
		else if (quote ? *at == quote : *at == '"' || *at == '\'')
			quote = quote ? '\0' : *at;
		else
			*end++ = *at;
	}
	if (text)
		*end = '\0';
	return text;
}

const char *build_options_next(const char **rest, char letter, struct arena *arena)
{
	while (*rest) {
		struct word word = next_word(rest);

		if (word.length == 0)
			return NULL;
		if (word.length < 2 || word.text[0] != '-' || word.text[1] != letter)
			continue;
		if (word.length == 2)
			word = next_word(rest);
		else
			word = (struct word){ word.text + 2, word.length - 2 };
		return unquote(word, arena);
	}
	return NULL;
}
