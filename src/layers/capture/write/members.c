/* SPDX-License-Identifier: Apache-2.0 */
/*
 * members: see members.h.
 */
#include "layers/capture/write/members.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static void add(struct members *json, const char *bytes, size_t length)
{
	size_t size = json->size != 0 ? json->size : 4096;
	char *text;

	while (size - json->length <= length && size < SIZE_MAX / 2)
		size *= 2;
	if (size != json->size && !json->has_failed) {
		text = realloc(json->text, size);
		json->has_failed = text == NULL;
		if (text != NULL) {
			json->text = text;
			json->size = size;
		}
	}
	if (json->has_failed)
		return;
	memcpy(json->text + json->length, bytes, length);
	json->length += length;
	json->text[json->length] = '\0';
}

void member_raw(struct members *json, const char *text)
{
	add(json, text, strlen(text));
}

/* Characters of JSON that stand for the bytes of TEXT. */
static void add_escaped(struct members *json, const char *text)
{
	char escaped[8];

	member_raw(json, "\"");
	while (*text != '\0') {
		const size_t plain = strcspn(text, "\"\\");
		size_t length = 0;

		while (length < plain && text[length] >= ' ' && text[length] <= '~')
			length++;
		add(json, text, length);
		text += length;
		if (*text == '\0')
			break;
		text_format(escaped, sizeof(escaped), "\\u%04x", (unsigned char)*text++);
		member_raw(json, escaped);
	}
	member_raw(json, "\"");
}

/* What comes before a value: a comma, the indentation, the name. */
static void begin(struct members *json, const char *name)
{
	if (json->depth > 0 && !json->is_first)
		member_raw(json, ",");
	if (json->depth > 0 && !json->is_flat) {
		member_raw(json, "\n");
		for (unsigned int i = 0; i < json->depth; i++)
			member_raw(json, "  ");
	} else if (!json->is_first && json->depth > 0) {
		member_raw(json, " ");
	}
	json->is_first = false;
	if (name == NULL)
		return;
	add_escaped(json, name);
	member_raw(json, ": ");
}

void member_open(struct members *json, const char *name, char bracket)
{
	begin(json, name);
	add(json, &bracket, 1);
	json->depth++;
	json->is_first = true;
}

void member_close(struct members *json, char bracket)
{
	json->depth--;
	if (!json->is_first && !json->is_flat) {
		member_raw(json, "\n");
		for (unsigned int i = 0; i < json->depth; i++)
			member_raw(json, "  ");
	}
	add(json, &bracket, 1);
	json->is_first = false;
	json->is_flat = false;
}

void member_open_flat(struct members *json, const char *name, char bracket)
{
	member_open(json, name, bracket);
	json->is_flat = true;
}

void member_word(struct members *json, const char *name, const char *word)
{
	begin(json, name);
	member_raw(json, word);
}

void member_number(struct members *json, const char *name, uint64_t number)
{
	char text[32];

	text_format(text, sizeof(text), "%" PRIu64, number);
	member_word(json, name, text);
}

void member_signed(struct members *json, const char *name, int64_t number)
{
	char text[32];

	text_format(text, sizeof(text), "%" PRId64, number);
	member_word(json, name, text);
}

void member_text(struct members *json, const char *name, const char *text)
{
	begin(json, name);
	add_escaped(json, text);
}

void member_bytes(struct members *json, const char *name, const void *bytes, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *at = bytes;
	char pair[2];

	begin(json, name);
	member_raw(json, "\"");
	for (size_t i = 0; i < size; i++) {
		pair[0] = digits[at[i] >> 4];
		pair[1] = digits[at[i] & 15];
		add(json, pair, sizeof(pair));
	}
	member_raw(json, "\"");
}

void member_sizes(struct members *json, const char *name, const size_t *numbers, size_t count)
{
	char text[32];

	if (numbers == NULL) {
		member_word(json, name, "null");
		return;
	}
	begin(json, name);
	member_raw(json, "[");
	for (size_t i = 0; i < count; i++) {
		text_format(text, sizeof(text), "%s%zu", i > 0 ? ", " : "", numbers[i]);
		member_raw(json, text);
	}
	member_raw(json, "]");
}
