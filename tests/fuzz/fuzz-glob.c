/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz-glob: a pattern, a NUL byte, a text. The answer must be that of a second
 * matcher, which is written the other way round: the pattern is cut into pieces
 * first, then a table says which pieces match which beginning of the text.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "base/glob.h"

const char fuzz_target[] = "glob";

#define MOST 64	/* pieces, and bytes of the text */

/* One piece: a star, or the set of bytes that it matches. */
struct piece {
	bool is_star;
	bool set[256];
};

static void add_byte(struct piece *piece, unsigned char byte)
{
	piece->set[byte] = true;
	if (byte >= 'a' && byte <= 'z')
		piece->set[byte - 'a' + 'A'] = true;
	if (byte >= 'A' && byte <= 'Z')
		piece->set[byte - 'A' + 'a'] = true;
}

static unsigned char take_byte(const unsigned char **at)
{
	if (**at == '\\' && (*at)[1])
		(*at)++;
	return *(*at)++;
}

/* The piece of a bracket at AT; what follows it, NULL if it is not closed. */
static const unsigned char *take_set(const unsigned char *at, struct piece *piece)
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
			add_byte(piece, (unsigned char)byte);
	}
	for (int i = 0; is_negated && i < 256; i++)
		piece->set[i] = !piece->set[i];
	return at + 1;
}

static const unsigned char *take_piece(const unsigned char *at, struct piece *piece)
{
	const unsigned char *rest = NULL;

	memset(piece, 0, sizeof(*piece));
	if (*at == '*') {
		piece->is_star = true;
		return at + 1;
	}
	if (*at == '?') {
		memset(piece->set, true, sizeof(piece->set));
		return at + 1;
	}
	if (*at == '[')
		rest = take_set(at, piece);
	if (rest)
		return rest;
	memset(piece, 0, sizeof(*piece));
	add_byte(piece, take_byte(&at));
	return at;
}

/* matches[i]: do the pieces so far match the first I bytes? */
static bool expect_match(const char *pattern, const char *text, size_t length)
{
	const unsigned char *at = (const unsigned char *)pattern;
	bool matches[MOST + 1] = { true };

	while (*at) {
		struct piece piece;
		bool before = false;

		at = take_piece(at, &piece);
		for (size_t i = 0; i <= length; i++) {
			bool now = matches[i];

			if (piece.is_star)
				matches[i] = now || (i > 0 && matches[i - 1]);
			else
				matches[i] = i > 0 && before &&
					     piece.set[(unsigned char)text[i - 1]];
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
		if (length <= MOST)
			FUZZ_CHECK(answer == expect_match(pattern, text, length));
	}
	arena_done(&arena);
	return 0;
}
