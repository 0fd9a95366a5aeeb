/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-glob: a pattern, a NUL byte and a text. The result must be the same as a second matcher's,
 * which works in another way: it splits the pattern into elements, and computes in a table which
 * beginnings of the text the elements so far match.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "base/glob.h"

const char fuzz_target[] = "glob";

#define MAX_LENGTH 64	/* bytes; longer texts are not compared */

/* One element of the pattern: a star, or the set of bytes that it matches. */
struct element {
	bool is_star;
	bool set[256];
};

static void add_byte(struct element *element, unsigned char byte)
{
	element->set[byte] = true;
	if (byte >= 'a' && byte <= 'z')
		element->set[byte - 'a' + 'A'] = true;
	if (byte >= 'A' && byte <= 'Z')
		element->set[byte - 'A' + 'a'] = true;
}

static unsigned char take_byte(const unsigned char **at)
{
	if (**at == '\\' && (*at)[1])
		(*at)++;
	return *(*at)++;
}

/* Reads the set whose "[" is at AT. Returns what follows it, or NULL if it has no "]". */
static const unsigned char *take_set(const unsigned char *at, struct element *element)
{
	bool is_negated = at[1] == '!' || at[1] == '^';
	const unsigned char *first = at + 1 + is_negated;

	for (at = first; *at != ']' || at == first;) {
		unsigned from;
		unsigned to;

		if (!*at)
			return NULL;
		from = to = take_byte(&at);
		if (at[0] == '-' && at[1] && at[1] != ']') {
			at++;
			to = take_byte(&at);
		}
		for (unsigned byte = from; byte <= to; byte++)
			add_byte(element, (unsigned char)byte);
	}
	for (int i = 0; is_negated && i < 256; i++)
		element->set[i] = !element->set[i];
	return at + 1;
}

static const unsigned char *take_element(const unsigned char *at, struct element *element)
{
	const unsigned char *rest = NULL;

	memset(element, 0, sizeof(*element));
	if (*at == '*') {
		element->is_star = true;
		return at + 1;
	}
	if (*at == '?') {
		memset(element->set, true, sizeof(element->set));
		return at + 1;
	}
	if (*at == '[')
		rest = take_set(at, element);
	if (rest)
		return rest;
	memset(element, 0, sizeof(*element));
	add_byte(element, take_byte(&at));
	return at;
}

/* matches[i] says whether the elements so far match the first I bytes of the text. */
static bool expect_match(const char *pattern, const char *text, size_t length)
{
	const unsigned char *at = (const unsigned char *)pattern;
	bool matches[MAX_LENGTH + 1] = { true };

	while (*at) {
		struct element element;
		bool before = false;

		at = take_element(at, &element);
		for (size_t i = 0; i <= length; i++) {
			bool now = matches[i];

			if (element.is_star)
				matches[i] = now || (i > 0 && matches[i - 1]);
			else
				matches[i] = i > 0 && before &&
					     element.set[(unsigned char)text[i - 1]];
			before = now;
		}
	}
	return matches[length];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input input = { (const char *)data, (const char *)data + size };
	struct arena arena = ARENA_INIT;
	const char *pattern = fuzz_take(&input, '\0', NULL, &arena);
	const char *text = fuzz_take(&input, '\0', NULL, &arena);

	if (text) {
		size_t length = strlen(text);
		bool answer = glob_matches(pattern, text);

		FUZZ_CHECK(answer == glob_matches_part(pattern, text, length));
		if (length <= MAX_LENGTH)
			FUZZ_CHECK(answer == expect_match(pattern, text, length));
	}
	arena_done(&arena);
	return 0;
}
