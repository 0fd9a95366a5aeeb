/* SPDX-License-Identifier: Apache-2.0 */
/* text: see text.h. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/os.h"

const char *text_skip_prefix(const char *text, const char *prefix)
{
	for (; *prefix; prefix++, text++)
		if (*text != *prefix)
			return NULL;
	return text;
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
	const char *separator = os_last_separator(text);

	return separator ? separator + 1 : text;
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
	/* Arrays of characters: each pointer in a table would be a relocation in every process. */
	static const char words[][6] = {
		"no", "yes", "false", "true", "off", "on", "0", "1"
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (text_equal_nocase(text, words[i])) {
			*value = i % 2 == 1;
			return true;
		}
	return false;
}

bool text_means_true(const char *text)
{
	static const char words[][5] = { "True", "true", "T", "1" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
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
	const char *end = strchr(element, separator);

	*length = end ? (size_t)(end - element) : strlen(element);
	*rest = end ? end + 1 : NULL;
	return element;
}

size_t text_format(char *buffer, size_t size, const char *format, ...)
{
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = vsnprintf(buffer, size, format, arguments);
	va_end(arguments);
	if (length < 0 || size == 0)
		return 0;
	return (size_t)length < size ? (size_t)length : size - 1;
}

bool text_has_word(const char *words, const char *word)
{
	const size_t length = strlen(word);

	for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
		if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
			return true;
	return false;
}

uint32_t text_hash(const char *text)
{
	uint32_t hash = 2166136261u;

	for (; *text != '\0'; text++)
		hash = (hash ^ (unsigned char)*text) * 16777619u;
	return hash;
}
