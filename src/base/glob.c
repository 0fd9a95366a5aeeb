/* SPDX-License-Identifier: Apache-2.0 */
/*
 * glob: see glob.h. Only the last star is ever tried again: what an earlier one
 * took can stay as it is, since a later star takes any rest. That keeps the
 * time at the product of the lengths; that of a recursive matcher grows exponentially.
 */
#include "base/glob.h"

#include <string.h>

#include "base/text.h"

static bool equal(char a, char b)
{
	return text_lower(a) == text_lower(b);
}

static bool in_range(char c, char low, char high)
{
	unsigned char byte = (unsigned char)c;

	return byte >= (unsigned char)low && byte <= (unsigned char)high;
}

static char upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* One character of a set, after its backslash if it has one. */
static const char *set_character(const char *at, char *c)
{
	if (*at == '\\' && at[1])
		at++;
	*c = *at;
	return at + 1;
}

/*
 * Is C in the set that starts after the bracket at SET? Returns what follows the closing bracket,
 * NULL if there is none.
 */
static const char *match_set(const char *set, char c, bool *matches)
{
	const char *at = set + 1;
	bool negated = *at == '!' || *at == '^';
	bool found = false;
	const char *first = at + negated;

	for (at = first; *at && (*at != ']' || at == first);) {
		char low;
		char high;

		at = set_character(at, &low);
		high = low;
		if (at[0] == '-' && at[1] && at[1] != ']')
			at = set_character(at + 1, &high);
		found |= in_range(text_lower(c), low, high) || in_range(upper(c), low, high);
	}
	*matches = found != negated;
	return *at ? at + 1 : NULL;
}

/*
 * Does C match the one-character pattern at AT? Returns what follows that, NULL if it does not.
 * *OPEN is the first bracket that was found not to be closed: no later one is closed either, so
 * that none of them is searched for its end again.
 */
static const char *match_one(const char *at, char c, const char **open)
{
	bool matches = false;
	const char *rest;

	if (*at == '?')
		return at + 1;
	if (*at == '[' && (!*open || at < *open)) {
		rest = match_set(at, c, &matches);
		if (rest)
			return matches ? rest : NULL;
		*open = at;
	}
	if (*at == '\\' && at[1])
		at++;
	return *at && equal(*at, c) ? at + 1 : NULL;
}

/*
 * The first place from TEXT on where PATTERN, which follows a star, could match: one plain
 * character is looked for without trying the whole pattern at each place.
 */
static const char *find_start(const char *pattern, const char *text, const char *end)
{
	char first = text_lower(*pattern);
	char capital = upper(first);

	if (first == '*' || first == '?' || first == '[' || first == '\\')
		return text;
	if (!first)
		return end;
	while (text < end && *text != first && *text != capital)
		text++;
	return text;
}

bool glob_matches_part(const char *pattern, const char *text, size_t length)
{
	const char *end = text + length;
	const char *star = NULL;	/* after the last star */
	const char *retry = NULL;	/* the place at which the rest of the pattern was tried last */
	const char *open = NULL;	/* a bracket that is not closed */

	while (text < end) {
		const char *rest;

		if (*pattern == '*') {
			star = ++pattern;
			text = retry = find_start(star, text, end);
			continue;
		}
		rest = match_one(pattern, *text, &open);
		if (rest) {
			pattern = rest;
			text++;
		} else if (star) {
			pattern = star;
			text = retry = find_start(star, retry + 1, end);
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}

bool glob_matches(const char *pattern, const char *text)
{
	return glob_matches_part(pattern, text, strlen(text));
}

bool glob_matches_path(const char *pattern, const char *path)
{
	bool has_slash = text_base_name(pattern) != pattern;

	return glob_matches(pattern, has_slash ? path : text_base_name(path));
}
