/* SPDX-License-Identifier: Apache-2.0 */
/* json: see json.h. */
#include "tool/output/json.h"

#include <inttypes.h>
#include <string.h>

/* No overlong forms, no surrogates, nothing beyond U+10FFFF (RFC 3629). */
size_t json_sequence_length(const unsigned char *text)
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

void json_put_string(FILE *file, const char *text)
{
	const unsigned char *at = (const unsigned char *)text;

	fputc('"', file);
	while (*at) {
		size_t length = json_sequence_length(at);

		if (length == 0)
			fputs("\\uFFFD", file);
		else if (*at == '"' || *at == '\\')
			fprintf(file, "\\%c", *at);
		else if (*at < 0x20 || *at == 0x7F)
			fprintf(file, "\\u%04X", *at);
		else
			fwrite(at, 1, length, file);
		at += length ? length : 1;
	}
	fputc('"', file);
}

static void put_line_start(const struct output *output)
{
	fputc('\n', output->file);
	for (unsigned i = 0; i < output->depth; i++)
		fputs("  ", output->file);
}

/* Writes what precedes every value: comma, new line and key. False if JSON is not wanted. */
static bool begin_value(struct output *output, const char *key)
{
	if (output->form != OUTPUT_JSON)
		return false;
	if (output->has_value)
		fputc(',', output->file);
	if (output->depth > 0)
		put_line_start(output);
	if (key) {
		json_put_string(output->file, key);
		fputs(": ", output->file);
	}
	output->has_value = true;
	return true;
}

static void open_brackets(struct output *output, const char *key, char bracket)
{
	if (!begin_value(output, key))
		return;
	fputc(bracket, output->file);
	output->depth++;
	output->has_value = false;
}

static void close_brackets(struct output *output, char bracket)
{
	bool is_empty = !output->has_value;

	if (output->form != OUTPUT_JSON)
		return;
	output->depth--;
	if (!is_empty)
		put_line_start(output);
	output->has_value = true;
	fputc(bracket, output->file);
	if (output->depth == 0)
		fputc('\n', output->file);
}

void json_open_object(struct output *output, const char *key)
{
	open_brackets(output, key, '{');
}

void json_close_object(struct output *output)
{
	close_brackets(output, '}');
}

void json_open_array(struct output *output, const char *key)
{
	open_brackets(output, key, '[');
}

void json_close_array(struct output *output)
{
	close_brackets(output, ']');
}

void json_text(struct output *output, const char *key, const char *text)
{
	if (!begin_value(output, key))
		return;
	if (text)
		json_put_string(output->file, text);
	else
		fputs("null", output->file);
}

void json_number(struct output *output, const char *key, long number)
{
	if (begin_value(output, key))
		fprintf(output->file, "%ld", number);
}

void json_flag(struct output *output, const char *key, bool flag)
{
	if (begin_value(output, key))
		fputs(flag ? "true" : "false", output->file);
}

void json_unsigned(struct output *output, const char *key, uint64_t number)
{
	if (begin_value(output, key))
		fprintf(output->file, "%" PRIu64, number);
}
