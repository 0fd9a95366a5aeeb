/* SPDX-License-Identifier: Apache-2.0 */
/* launch-code: the part of launch-file.h that writes C, for maintainers of drivers to read. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "launch/launch-file.h"
#include "launch/launch-members.h"
#include "launch/launch-rules.h"
#include "table/table-exact.h"

#define MOST_LITERAL 4095 /* characters of a string that each compiler of C99 takes */
#define IN_A_LINE 64	  /* characters of a string */
#define MOST_IN_A_LINE 6  /* members */

/* -- strings and comments --------------------------------------------------------------------- */

static void put_character(FILE *file, char c)
{
	if (c == '"' || c == '\'' || c == '\\')
		fprintf(file, "\\%c", c);
	else if (c == '\n')
		fputs("\\n", file);
	else if (c == '\t')
		fputs("\\t", file);
	else if (c < ' ' || c > '~' || c == '?') /* no trigraphs */
		fprintf(file, "\\%03o", (unsigned char)c);
	else
		fputc(c, file);
}

static void put_string(FILE *file, const char *text, size_t size)
{
	fputc('"', file);
	for (size_t i = 0; i < size; i++) {
		if (i > 0 && i % IN_A_LINE == 0)
			fputs("\"\n\t\t\"", file);
		put_character(file, text[i]);
	}
	fputc('"', file);
}

/* What is too long for a string is an array, which lives as long. */
static void put_characters(FILE *file, const char *text, size_t size)
{
	if (size <= MOST_LITERAL) {
		put_string(file, text, size);
		return;
	}
	fputs("(const char[]){", file);
	for (size_t i = 0; i < size; i++) {
		fputs(i % (IN_A_LINE / 4) == 0 ? "\n\t\t'" : " '", file);
		put_character(file, text[i]);
		fputs("',", file);
	}
	fputs(" 0 }", file);
}

/* What text_take_shown() leaves of TEXT may still begin or end a comment, or be a trigraph. */
void launch_file_put_comment(FILE *file, const char *text)
{
	char shown[TEXT_SHOWN_SIZE] = "";

	while (*text) {
		const char last = *shown;

		text_take_shown(&text, shown);
		if (*shown == '?' || (unsigned char)*shown < ' ' || (last == '*' && *shown == '/') ||
		    (last == '/' && *shown == '*'))
			text_format(shown, sizeof(shown), ".");
		fputs(shown, file);
	}
}

/* -- the values of arguments, as numbers ------------------------------------------------------ */

/* With as few digits as needed to read the same number. IS_SINGLE: it is a float. */
static void put_real(FILE *file, double value, bool is_single)
{
	const int most = is_single ? 9 : 17;
	char text[32];
	double again;
	int digits = 1;

	do {
		snprintf(text, sizeof(text), "%.*g", digits, value);
		again = is_single ? (double)strtof(text, NULL) : strtod(text, NULL);
		/* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison,cert-*): 0 and -0 differ */
	} while (digits++ < most && memcmp(&again, &value, sizeof(value)) != 0);
	fputs(text, file);
}

static void put_number(FILE *file, const struct launch_type *type, const unsigned char *bytes)
{
	const unsigned int unused = (unsigned int)(64 - 8 * type->size);
	const uint64_t bits = launch_bits(bytes, type->size);

	if (type->as >= LAUNCH_FLOAT16)
		put_real(file, launch_real(bits, type->size), type->as != LAUNCH_FLOAT64);
	else if (type->is_signed)
		fprintf(file, "%" PRId64, (int64_t)(bits << unused) >> unused);
	else
		fprintf(file, "%" PRIu64, bits);
}

/* float4 (1, 2, 3, 4) */
static void put_value(FILE *file, const struct launch_argument *argument)
{
	struct launch_type type;

	if (!launch_find_type(launch_type_of(argument), &type) ||
	    argument->value.size != type.size * launch_in_memory(type.components))
		return;
	fprintf(file, ": %s", type.name);
	if (type.components > 1)
		fprintf(file, "%u", type.components);
	for (unsigned int i = 0; i < type.components; i++) {
		fputs(i > 0 ? ", " : type.components > 1 ? " (" : " ", file);
		put_number(file, &type, argument->value.bytes + i * type.size);
	}
	fputs(type.components > 1 ? ")" : "", file);
}

static void put_argument_comment(FILE *file, const struct launch_argument *argument, size_t number)
{
	fprintf(file, "\t/* argument %zu", number);
	if (argument->type) {
		fputs(", ", file);
		launch_file_put_comment(file, argument->type);
	}
	if (argument->name) {
		fputs(argument->type ? " " : ", ", file);
		launch_file_put_comment(file, argument->name);
	}
	put_value(file, argument);
	fputs(" */\n", file);
}

/* -- members ---------------------------------------------------------------------------------- */

/* "sub-buffer" stands for LAUNCH_SUB_BUFFER. */
static void put_enumerator(FILE *file, const char *word)
{
	fputs("LAUNCH_", file);
	for (; *word; word++)
		fputc(*word == '-'		     ? '_'
		      : *word >= 'a' && *word <= 'z' ? *word - 'a' + 'A'
						     : *word,
		      file);
}

static void put_sizes(FILE *file, const uint64_t *sizes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		fprintf(file, "%s%" PRIu64 "u", i == 0 ? "{ " : ", ", sizes[i]);
	fputs(" }", file);
}

static void put_integer(FILE *file, const struct table_column *column, uint64_t number)
{
	if (column->kind == TABLE_NUMBER && number == (uint64_t)INT64_MIN)
		fputs("INT64_MIN", file);
	else if (column->kind == TABLE_NUMBER)
		fprintf(file, "%" PRId64, (int64_t)number);
	else if (column->kind == TABLE_LINK && number == LAUNCH_NONE)
		fputs("LAUNCH_NONE", file);
	else
		fprintf(file, "%" PRIu64 "%s", number, number > INT64_MAX ? "u" : "");
}

/* A word is there even if it stands for 0, so that people see it. */
static bool is_empty(const struct table_column *column, const char *member)
{
	static const uint64_t zeros[LAUNCH_DIMENSIONS] = { 0 };
	struct table_bytes bytes;

	if (column->kind == TABLE_HEX) {
		memcpy(&bytes, member, sizeof(bytes));
		return bytes.size == 0;
	}
	if (column->kind == TABLE_TEXT)
		return !*(const char *const *)member;
	return column->kind != TABLE_WORD && memcmp(member, zeros, column->size) == 0;
}

static void put_member(FILE *file, const struct table_column *column, const void *member)
{
	struct table_bytes bytes;

	fprintf(file, ".%s = ", column->key);
	if (column->kind == TABLE_TEXT) {
		const char *text = *(const char *const *)member;

		put_characters(file, text, strlen(text));
	} else if (column->kind == TABLE_HEX) {
		memcpy(&bytes, member, sizeof(bytes));
		fputs("{ (const unsigned char *)", file);
		put_characters(file, (const char *)bytes.bytes, (size_t)bytes.size);
		fprintf(file, ", %" PRIu64 " }", bytes.size);
	} else if (column->kind == TABLE_SPARSE) {
		put_sizes(file, member, column->size / sizeof(uint64_t));
	} else if (column->kind == TABLE_WORD) {
		put_enumerator(file, column->words[*(const uint64_t *)member]);
	} else {
		put_integer(file, column, *(const uint64_t *)member);
	}
}

/* Does a new line begin after the member? */
static bool is_long(const struct table_column *column, const char *member)
{
	const size_t most = IN_A_LINE / 2;
	struct table_bytes bytes;

	if (column->kind == TABLE_TEXT)
		return strlen(*(const char *const *)member) > most;
	if (column->kind != TABLE_HEX)
		return false;
	memcpy(&bytes, member, sizeof(bytes));
	return bytes.size > most / 4;
}

static void put_row(FILE *file, const struct table *table, const char *row)
{
	const char *separator = "{ ";
	unsigned int count = 0;

	for (size_t i = 0; i < table->count; i++) {
		const struct table_column *column = &table->columns[i];

		if (is_empty(column, row + column->offset))
			continue;
		fputs(separator, file);
		put_member(file, column, row + column->offset);
		count = is_long(column, row + column->offset) ? 0 : (count + 1) % MOST_IN_A_LINE;
		separator = count == 0 ? ",\n\t\t" : ", ";
	}
	fputs(*separator == '{' ? "{ 0 }" : " }", file);
}

/* -- all -------------------------------------------------------------------------------------- */

static void put_array(FILE *file, const struct launch_rows *rows, const struct launch *launch)
{
	const bool is_arguments = rows->offset == offsetof(struct launch, arguments);
	size_t count;
	const char *row = launch_rows_of(rows, launch, &count);

	if (!rows->count || count == 0)
		return;
	fprintf(file, "static struct launch_%s %s[] = {\n", rows->table.key, rows->member);
	for (size_t i = 0; i < count; i++, row += rows->size) {
		if (is_arguments)
			put_argument_comment(file, &launch->arguments[i], i);
		fputc('\t', file);
		put_row(file, &rows->table, row);
		fputs(",\n", file);
	}
	fputs("};\n\n", file);
}

void launch_file_write_code(FILE *file, const struct launch *launch)
{
	for (size_t i = 0; i < LAUNCH_TABLES; i++)
		put_array(file, &launch_rows[i], launch);
	fputs("static const struct launch launch = {\n", file);
	for (size_t i = 0; i < LAUNCH_TABLES; i++) {
		const struct launch_rows *rows = &launch_rows[i];
		size_t count;
		const char *row = launch_rows_of(rows, launch, &count);

		if (rows->count && count > 0) {
			fprintf(file, "\t.%s = %s,\n\t.%s_count = %zu,\n", rows->member,
				rows->member, rows->table.key, count);
		} else if (!rows->count) {
			fprintf(file, "\t.%s = ", rows->member);
			put_row(file, &rows->table, row);
			fputs(",\n", file);
		}
	}
	fputs("};\n", file);
}
