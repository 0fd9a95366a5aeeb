/* SPDX-License-Identifier: Apache-2.0 */
/*
 * glob: see glob.h. After a mismatch only the last star takes one more byte. Earlier stars need not
 * be tried again, because the last star can match whatever they would leave over. So the time is at
 * most the product of the lengths; a recursive matcher needs exponential time.
 */
#include "base/glob.h"

#include <string.h>

#include "base/os.h"
#include "base/text.h"

static const bool has_other_separator = OS_OTHER_SEPARATOR != '/';

/* A small letter for a capital one, and "/" for what else separates the parts of a path. */
static char fold(char c)
{
	return has_other_separator && c == OS_OTHER_SEPARATOR ? '/' : text_lower(c);
}

/* If a backslash separates the parts of a path, it cannot take the meaning from a character. */
static bool is_escape(char c)
{
	return c == '\\' && c != OS_OTHER_SEPARATOR;
}

static bool equal(char a, char b)
{
	return fold(a) == fold(b);
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

/* Reads one character of a set, which may have a backslash before it. Returns what follows. */
static const char *set_character(const char *at, char *c)
{
	if (is_escape(*at) && at[1])
		at++;
	*c = *at;
	return at + 1;
}

/*
 * Stores in *MATCHES whether C is matched by the set whose "[" is at SET. Returns what follows the
 * closing bracket, or NULL if there is none.
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
 * Matches C against the element at AT: a character, "?" or a set. Returns the pattern after that
 * element, or NULL if C does not match. *OPEN is the first "[" that was found to have no "]". No
 * "[" after it has one either, so their ends are not searched for again.
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
	if (is_escape(*at) && at[1])
		at++;
	return *at && equal(*at, c) ? at + 1 : NULL;
}

/*
 * The first place in TEXT at which PATTERN, the part after a star, could match. If it starts with a
 * plain character, only places with that character are tried.
 */
static const char *find_start(const char *pattern, const char *text, const char *end)
{
	char first = fold(*pattern);
	char other = has_other_separator && first == '/' ? OS_OTHER_SEPARATOR : upper(first);

	if (first == '*' || first == '?' || first == '[' || first == '\\')
		return text;
	if (!first)
		return end;
	while (text < end && *text != first && *text != other)
		text++;
	return text;
}

bool glob_matches_part(const char *pattern, const char *text, size_t length)
{
	const char *end = text + length;
	const char *star = NULL;	/* the pattern after the last star */
	const char *retry = NULL;	/* where in the text that was tried last */
	const char *open = NULL;	/* see match_one() */

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
