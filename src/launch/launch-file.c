/* SPDX-License-Identifier: Apache-2.0 */
/* launch-file: see launch-file.h. launch_file_write_code() is in launch-code.c. */
#include "launch/launch-file.h"

#include <stdlib.h>
#include <string.h>

#include "base/common/list.h"
#include "base/text.h"
#include "launch/launch-check.h"
#include "launch/launch-format.h"
#include "launch/launch-members.h"
#include "table/table-exact.h"

void launch_file_write(FILE *file, const struct launch *launch)
{
	fputs(LAUNCH_HEAD "\n", file);
	for (size_t i = 0; i < LAUNCH_TABLES; i++) {
		const struct launch_rows *rows = &launch_rows[i];
		size_t count;
		const char *row = launch_rows_of(rows, launch, &count);

		for (size_t j = 0; j < count; j++)
			table_exact_put(file, rows->table.key, &rows->table, row + j * rows->size);
	}
	table_exact_end(file);
}

char *launch_file_text(const struct launch *launch, size_t *size)
{
	char *text = NULL;
	FILE *file = open_memstream(&text, size);
	bool is_good;

	if (!file)
		return NULL;
	launch_file_write(file, launch);
	is_good = !ferror(file);
	if (fclose(file) == 0 && is_good)
		return text;
	free(text);
	return NULL;
}

void launch_file_program(const struct launch_program *program, unsigned int number, char *name,
			 size_t size)
{
	static const char *const endings[] = { [LAUNCH_SOURCE] = LAUNCH_SOURCE_END,
					       [LAUNCH_IL] = LAUNCH_IL_END,
					       [LAUNCH_BINARY] = LAUNCH_BINARY_END };

	text_format(name, size, LAUNCH_PROGRAM, number, endings[program->kind]);
}

/* -- reading -------------------------------------------------------------------------------- */

struct launch_reading {
	struct launch *launch;
	struct arena *arena;
	size_t next;	  /* the first table that may come next */
	const char *name; /* of the table whose row is being read */
};

static const char no_memory[] = "there is not enough memory";

/* Where the next of ROWS is to be stored; NULL: no memory. */
static void *next_row(struct launch_reading *reading, const struct launch_rows *rows)
{
	char *member = (char *)reading->launch + rows->offset;
	const size_t *count = (const size_t *)((char *)reading->launch + rows->count);

	if (!rows->count)
		return member;
	if (!list_make_space_in(reading->arena, member, *count, rows->size))
		return NULL;
	return *(char **)member + *count * rows->size;
}

/* An index that is not in the line is none, all else is 0. */
static void clear_row(const struct launch_rows *rows, char *row)
{
	memset(row, 0, rows->size);
	for (size_t i = 0; i < rows->table.count; i++) {
		const struct table_column *column = &rows->table.columns[i];

		if (column->kind == TABLE_INDEX || column->kind == TABLE_LINK)
			*(uint64_t *)(row + column->offset) = LAUNCH_NONE;
	}
}

static const char *take_row(struct launch_reading *reading, const struct launch_rows *rows,
			    char *words)
{
	size_t *count = (size_t *)((char *)reading->launch + rows->count);
	void *row = next_row(reading, rows);
	const char *why;

	if (!row)
		return no_memory;
	if (rows->count && *count >= rows->most)
		return "there are too many of them";
	clear_row(rows, row);
	why = table_exact_take(words, &rows->table, row);
	if (!why && !table_exact_keep(&rows->table, row, reading->arena))
		why = no_memory;
	if (!why && rows->check)
		why = rows->check(reading->launch, row);
	if (rows->count)
		++*count;
	return why;
}

/* Rows come in the order of their tables, so that what a row refers to was read. */
static const char *take_rows(struct launch_reading *reading, size_t table, char *words)
{
	const struct launch_rows *rows = &launch_rows[table];

	if (table < reading->next || (table > 0 && reading->next == 0))
		return "it is there twice, or in another place than it must be";
	reading->next = rows->count ? table : table + 1;
	return take_row(reading, rows, words);
}

/* Lines of another kind are for a later version. */
static const char *take_line(void *data, const char *name, char *words)
{
	struct launch_reading *reading = data;
	const char *why = NULL;

	for (size_t i = 0; i < LAUNCH_TABLES && !why; i++)
		if (strcmp(launch_rows[i].table.key, name) == 0) {
			reading->name = launch_rows[i].table.key;
			why = take_rows(reading, i, words);
		}
	if (!why)
		reading->name = NULL;
	return why;
}

bool launch_file_read(struct launch *launch, FILE *file, struct arena *arena, char *problem)
{
	struct launch_reading reading = { .launch = launch, .arena = arena };
	const char *why;
	size_t line;

	memset(launch, 0, sizeof(*launch));
	problem[0] = '\0';
	why = table_exact_read(file, LAUNCH_HEAD, take_line, &reading, &line);
	if (why && line <= 1)
		text_format(
			problem, LAUNCH_PROBLEM,
			"its first line is not \"%s\": another version of clrouter wrote it, or it "
			"is no capture",
			LAUNCH_HEAD);
	else if (why)
		text_format(problem, LAUNCH_PROBLEM, "line %zu: %s%s%s", line,
			    reading.name ? reading.name : "", reading.name ? ": " : "", why);
	else if ((why = launch_check_whole(launch)))
		text_format(problem, LAUNCH_PROBLEM, "%s", why);
	return !why;
}
