/* SPDX-License-Identifier: Apache-2.0 */
/* json: see json.h. */
#include "tool/output/json.h"

#include <stdio.h>
#include <string.h>

/*
 * The length of the UTF-8 sequence at TEXT, 0 if there is none: no overlong
 * forms, no surrogates, nothing beyond U+10FFFF (RFC 3629).
 */
static size_t sequence_length(const unsigned char *text)
{
	size_t length = text[0] < 0x80 ? 1 : text[0] < 0xC2 ? 0 : text[0] < 0xE0 ? 2 :
			text[0] < 0xF0 ? 3 : text[0] < 0xF5 ? 4 : 0;

	for (size_t i = 1; i < length; i++)
		if ((text[i] & 0xC0) != 0x80)
			return 0;
	if ((text[0] == 0xE0 && text[1] < 0xA0) || (text[0] == 0xED && text[1] > 0x9F) ||
	    (text[0] == 0xF0 && text[1] < 0x90) || (text[0] == 0xF4 && text[1] > 0x8F))
		return 0;
	return length;
}

static void put_string(const char *text)
{
	const unsigned char *at = (const unsigned char *)text;

	putchar('"');
	while (*at) {
		size_t length = sequence_length(at);

		if (length == 0)
			fputs("\\uFFFD", stdout);
		else if (*at == '"' || *at == '\\')
			printf("\\%c", *at);
		else if (*at < 0x20 || *at == 0x7F)
			printf("\\u%04X", *at);
		else
			fwrite(at, 1, length, stdout);
		at += length ? length : 1;
	}
	putchar('"');
}

static void put_line_start(const struct json *json)
{
	putchar('\n');
	for (unsigned i = 0; i < json->depth; i++)
		fputs("  ", stdout);
}

/* Comma, new line and key: what stands before every value. */
static void put_lead(struct json *json, const char *key)
{
	if (json->has_value)
		putchar(',');
	if (json->depth > 0)
		put_line_start(json);
	if (key) {
		put_string(key);
		fputs(": ", stdout);
	}
	json->has_value = true;
}

static void open_brackets(struct json *json, const char *key, char bracket)
{
	put_lead(json, key);
	putchar(bracket);
	json->depth++;
	json->has_value = false;
}

static void close_brackets(struct json *json, char bracket)
{
	bool is_empty = !json->has_value;

	json->depth--;
	if (!is_empty)
		put_line_start(json);
	json->has_value = true;
	putchar(bracket);
	if (json->depth == 0)
		putchar('\n');
}

void json_open_object(struct json *json, const char *key)
{
	open_brackets(json, key, '{');
}

void json_close_object(struct json *json)
{
	close_brackets(json, '}');
}

void json_open_array(struct json *json, const char *key)
{
	open_brackets(json, key, '[');
}

void json_close_array(struct json *json)
{
	close_brackets(json, ']');
}

void json_text(struct json *json, const char *key, const char *text)
{
	put_lead(json, key);
	if (text)
		put_string(text);
	else
		fputs("null", stdout);
}

void json_number(struct json *json, const char *key, long number)
{
	put_lead(json, key);
	printf("%ld", number);
}

void json_seconds(struct json *json, const char *key, double seconds)
{
	put_lead(json, key);
	printf("%.3f", seconds);
}

void json_flag(struct json *json, const char *key, bool flag)
{
	put_lead(json, key);
	fputs(flag ? "true" : "false", stdout);
}
