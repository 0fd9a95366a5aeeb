/* SPDX-License-Identifier: Apache-2.0 */
/* json: see json.h. */
#include "table/json.h"

#include <inttypes.h>

#include "base/text.h"

void json_put_string(FILE *file, const char *text)
{
	char shown[TEXT_JSON_SIZE];

	fputc('"', file);
	while (*text) {
		text_take_json(&text, shown);
		fputs(shown, file);
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

void json_number(struct output *output, const char *key, int64_t number)
{
	if (begin_value(output, key))
		fprintf(output->file, "%" PRId64, number);
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
