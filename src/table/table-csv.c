/* SPDX-License-Identifier: Apache-2.0 */
/* table-csv: see table-csv.h. */
#include "table/table-csv.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"

struct line_writing {
	FILE *file;
	bool has_cell;
};

/* Also the letters of full width, which spreadsheets in East Asia take for the others. */
static bool is_formula(const char *text)
{
	static const char *const wide[] = { "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20" };

	for (size_t i = 0; i < ARRAY_SIZE(wide); i++)
		if (strncmp(text, wide[i], strlen(wide[i])) == 0)
			return true;
	return *text && strchr("=+-@", *text);
}

static void put_text(FILE *file, const char *text)
{
	const bool is_quoted = text[strcspn(text, ",\"")];
	bool is_begin = true;
	char shown[TEXT_SHOWN_SIZE];

	fputs(is_quoted ? "\"" : "", file);
	while (*text) {
		fputs(is_begin && is_formula(text) ? "'" : "", file);
		fputs(*text == '"' ? "\"" : "", file);
		is_begin = *text == ';';
		text_take_shown(&text, shown);
		fputs(shown, file);
	}
	fputs(is_quoted ? "\"" : "", file);
}

/* Begins a cell; false: the column has none. */
static bool begin_cell(const struct table_column *column, struct line_writing *line)
{
	if (!table_is_cell(column))
		return false;
	fputs(line->has_cell ? "," : "", line->file);
	line->has_cell = true;
	return true;
}

static void put_key(const struct table_column *column, struct table_value *value, void *data)
{
	struct line_writing *line = data;

	(void)value;
	if (begin_cell(column, line))
		fputs(column->key, line->file);
}

static void put_cell(const struct table_column *column, struct table_value *value, void *data)
{
	struct line_writing *line = data;

	if (!begin_cell(column, line) || !table_has(value))
		return;
	if (table_is_text(column->kind))
		put_text(line->file, value->text);
	else if (column->kind == TABLE_NUMBER)
		fprintf(line->file, "%" PRId64, (int64_t)value->number);
	else
		fprintf(line->file, "%" PRIu64, value->number);
}

static void put_line(FILE *file, const struct table *table, const void *row, const void *context,
		     table_visit *put)
{
	struct line_writing line = { .file = file };

	table_each(table, row, context, put, &line);
	fputc('\n', file);
}

void table_csv_begin(FILE *file, const struct table *table)
{
	put_line(file, table, NULL, NULL, put_key);
}

void table_csv_put(FILE *file, const struct table *table, const void *row, const void *context)
{
	put_line(file, table, row, context, put_cell);
}
