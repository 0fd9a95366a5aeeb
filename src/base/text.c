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

static uint32_t decode(const unsigned char *bytes, size_t length)
{
	uint32_t code = length == 1 ? bytes[0] : bytes[0] & (0xFFu >> (length + 1));

	for (size_t i = 1; i < length; i++)
		code = code << 6 | (bytes[i] & 0x3Fu);
	return code;
}

size_t text_character(const char *text, size_t size, uint32_t *code)
{
	/* The least code of each length: a shorter form of the same character is the right one. */
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *bytes = (const unsigned char *)text;
	size_t length;

	if (size == 0)
		return 0;
	length = bytes[0] < 0x80   ? 1
		 : bytes[0] < 0xC0 ? 0
		 : bytes[0] < 0xE0 ? 2
		 : bytes[0] < 0xF0 ? 3
		 : bytes[0] < 0xF8 ? 4
				   : 0;
	for (size_t i = 1; i < length; i++)
		if (i >= size || (bytes[i] & 0xC0) != 0x80)
			return 0;
	*code = decode(bytes, length);
	if (*code < least[length] || (*code >= 0xD800 && *code <= 0xDFFF) || *code > 0x10FFFF)
		return 0;
	return length;
}

bool text_is_harmless(uint32_t code)
{
	/*
	 * Controls, separators, and what Unicode calls default ignorable, except for U+FE00 to
	 * U+FE0F, which select how the character before them looks.
	 */
	static const struct {
		uint32_t first;
		uint32_t last;
	} harmful[] = {
		{ 0x0000, 0x001F },   { 0x007F, 0x009F },   { 0x00AD, 0x00AD },
		{ 0x034F, 0x034F },   { 0x061C, 0x061C },   { 0x115F, 0x1160 },
		{ 0x17B4, 0x17B5 },   { 0x180B, 0x180F },   { 0x200B, 0x200F },
		{ 0x2028, 0x202E },   { 0x2060, 0x206F },   { 0x3164, 0x3164 },
		{ 0xFEFF, 0xFEFF },   { 0xFFA0, 0xFFA0 },   { 0xFFF0, 0xFFFB },
		{ 0x1BCA0, 0x1BCA3 }, { 0x1D173, 0x1D17A }, { 0xE0000, UINT32_MAX },
	};
	size_t i = 0;

	while (code > harmful[i].last)
		i++;
	return code < harmful[i].first;
}

/* Stores the LENGTH bytes of a character. */
static size_t take(const char *character, size_t length, char *shown)
{
	memcpy(shown, character, length);
	shown[length] = '\0';
	return length;
}

size_t text_take_shown(const char **text, char shown[TEXT_SHOWN_SIZE])
{
	uint32_t code;
	size_t length = text_character(*text, SIZE_MAX, &code);

	if (length > 0 && text_is_harmless(code)) {
		*text += length;
		return take(*text - length, length, shown);
	}
	length = text_format(shown, TEXT_SHOWN_SIZE, "\\x%02X", (unsigned char)**text);
	*text += 1;
	return length;
}

size_t text_take_json(const char **text, char shown[TEXT_JSON_SIZE])
{
	uint32_t code;
	const size_t length = text_character(*text, SIZE_MAX, &code);
	const char *const first = *text;

	*text += length > 0 ? length : 1;
	if (length == 0)
		return text_format(shown, TEXT_JSON_SIZE, "\\uFFFD");
	if (code == '"' || code == '\\')
		return text_format(shown, TEXT_JSON_SIZE, "\\%c", (char)code);
	if (text_is_harmless(code))
		return take(first, length, shown);
	if (code <= 0xFFFF)
		return text_format(shown, TEXT_JSON_SIZE, "\\u%04X", (unsigned)code);
	return text_format(shown, TEXT_JSON_SIZE, "\\u%04X\\u%04X", (unsigned)(code >> 10) + 0xD7C0,
			   (unsigned)(code & 0x3FF) + 0xDC00);
}

uint32_t text_hash(const char *text)
{
	uint32_t hash = 2166136261u;

	for (; *text != '\0'; text++)
		hash = (hash ^ (unsigned char)*text) * 16777619u;
	return hash;
}
