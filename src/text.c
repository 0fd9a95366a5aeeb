/* SPDX-License-Identifier: Apache-2.0 */
/* text: see text.h. */
#include "text.h"

#include <string.h>

bool text_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

char text_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool text_has_word(const char *list, const char *word)
{
	size_t length = strlen(word);
	const char *at = list;

	if (length == 0)
		return false;
	while (*at) {
		const char *end = at;

		while (*end && !text_is_blank(*end))
			end++;
		if ((size_t)(end - at) == length && memcmp(at, word, length) == 0)
			return true;
		at = *end ? end + 1 : end;
	}
	return false;
}

bool text_has_suffix(const char *text, const char *suffix)
{
	size_t length = strlen(text);
	size_t suffix_length = strlen(suffix);

	return suffix_length <= length &&
	       memcmp(text + length - suffix_length, suffix, suffix_length) == 0;
}

const char *text_base_name(const char *text)
{
	const char *base = text;

	for (; *text; text++)
		if (*text == '/')
			base = text + 1;
	return base;
}

bool text_equal_nocase(const char *a, const char *b)
{
	while (*a && text_lower(*a) == text_lower(*b)) {
		a++;
		b++;
	}
	return text_lower(*a) == text_lower(*b);
}

bool text_parse_bool(const char *text, bool *value)
{
	/* Arrays, not pointers: a pointer table costs relocations at load. */
	static const char words[][6] = {
		"no", "yes", "false", "true", "off", "on", "0", "1"
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (text_equal_nocase(text, words[i])) {
			*value = i % 2 == 1;
			return true;
		}
	return false;
}

bool text_means_true(const char *text)
{
	static const char words[][5] = { "True", "true", "T", "1" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(text, words[i]) == 0)
			return true;
	return false;
}

bool text_parse_number(const char *text, unsigned *value)
{
	unsigned number = 0;
	size_t digits = 0;

	for (; text[digits] >= '0' && text[digits] <= '9' && digits < 9; digits++)
		number = number * 10 + (unsigned)(text[digits] - '0');
	if (digits == 0 || text[digits])
		return false;
	*value = number;
	return true;
}

const char *text_next_element(const char **rest, char separator, size_t *length)
{
	const char *element = *rest;
	size_t n = 0;

	while (element[n] && element[n] != separator)
		n++;
	*length = n;
	*rest = element[n] ? element + n + 1 : NULL;
	return element;
}

const char *text_find(const char *text, const char *part)
{
	size_t length = strlen(part);

	for (; *text; text++)
		if (strncmp(text, part, length) == 0)
			return text;
	return NULL;
}
