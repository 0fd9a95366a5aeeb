/* SPDX-License-Identifier: Apache-2.0 */
/* top-screen: see top-screen.h. */
#include "tool/report/top/top-screen.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "table/cell.h"
#include "tool/report/view/view.h"
#include "tool/report/view/view-tables.h"

#define HEAD_COLUMNS 40

/* In the order of the keys. What is not on a screen with all is more of the past than of the present. */
static const struct {
	enum view_table table;
	bool is_alone;
	const char *title; /* NULL: as in the report */
} tables[TOP_TABLES] = {
	{ VIEW_THREADS, false, NULL },	    { VIEW_QUEUES, false, NULL },
	{ VIEW_TRANSFERS, false, NULL },    { VIEW_MEMORY, false, NULL },
	{ VIEW_KERNELS, false, "Kernels" }, { VIEW_FUNCTIONS, false, "API calls" },
	{ VIEW_BUILDS, true, NULL },	    { VIEW_ERRORS, true, NULL },
	{ VIEW_WAITS, true, NULL },	    { VIEW_IDLE, false, NULL },
};

/* -- tables ------------------------------------------------------------------------------------ */

/* A terminal has no lines for empty ones, but it can show a head otherwise. */
static void put_table(struct output *output, const struct view *view, const struct top_shown *shown,
		      int number, const struct view_array *rows, size_t most)
{
	const size_t skipped = shown->table >= 0 && shown->skipped < rows->count ? shown->skipped : 0;
	struct table_view table = { .output = output,
				    .table = view_tables[tables[number].table],
				    .title = tables[number].title,
				    .screen = VIEW_TOP,
				    .context = view,
				    .columns = shown->columns,
				    .is_close = shown->columns > 0,
				    .is_marked = shown->columns > 0,
				    .cuts_names = true };

	for (size_t i = skipped; i < rows->count && i - skipped < most; i++)
		table_put(&table, table_row(rows->rows, i, rows->size));
	table_end(&table);
}

/*
 * How many rows each table gets of LINES, of which each takes one for its head: one after the other
 * gets one more, until all have theirs or there is no line left.
 */
static void share_lines(const struct view_array *rows, size_t lines, size_t *most)
{
	bool has_given = true;

	memset(most, 0, TOP_TABLES * sizeof(*most));
	while (has_given && lines > 0) {
		has_given = false;
		for (int i = TOP_TABLES - 1; i >= 0; i--) {
			const size_t needed = most[i] == 0 ? 2 : 1;

			if (most[i] == rows[i].count || lines < needed)
				continue;
			most[i]++;
			lines -= needed;
			has_given = true;
		}
	}
}

static bool is_shown(const struct top_shown *shown, int table)
{
	return shown->table < 0 ? !tables[table].is_alone || shown->lines == 0
				: shown->table == table;
}

void top_screen_put_tables(struct output *output, const struct view *view,
			   const struct top_shown *shown)
{
	const size_t lines = shown->lines > 0 ? shown->lines : SIZE_MAX / 2;
	struct view_array rows[TOP_TABLES] = { { NULL, 0, 0, NULL } };
	size_t most[TOP_TABLES];

	for (int i = 0; i < TOP_TABLES; i++)
		if (is_shown(shown, i))
			rows[i] = view_rows_of(view, tables[i].table);
	share_lines(rows, lines, most);
	for (int i = 0; i < TOP_TABLES; i++) {
		if (most[i] > 0)
			put_table(output, view, shown, i, &rows[i], most[i]);
		free(rows[i].owned);
	}
}

/* -- the head ------------------------------------------------------------------------------------ */

void top_screen_put_head(struct output *output, const struct view *view)
{
	const struct model *model = view->model;
	const struct record_header *header = &model->reader->header;
	const uint64_t elapsed = view_elapsed(view);
	const bool is_total = elapsed == model->run;
	const uint64_t calls = is_total ? model->calls : model->calls - model->calls_before;
	char program[4 * HEAD_COLUMNS];
	char end[128];
	struct line program_line = line_in(program, sizeof(program));
	struct line end_line = line_in(end, sizeof(end));

	view_screen_add_program(&program_line, model, true);
	view_screen_add_end(&end_line, model);
	fprintf(output->file, "%s, process %" PRIu32 " %s, %s%s%s\n", cell_name(program, HEAD_COLUMNS).text,
		header->process, end, model_is_cut(model) ? "at least " : "", cell_time(model->run).text,
		header->has_sums ? ", sums only" : "");
	fprintf(output->file, "%.0f calls/s, %" PRIu64 " in all, %" PRIu64 " failed",
		elapsed > 0 ? 1e9 * (double)calls / (double)elapsed : 0, model->calls, model->failed);
	if (header->lost > 0)
		fprintf(output->file, ", %" PRIu64 " not recorded", header->lost);
	if (model->damaged > 0)
		fprintf(output->file, ", %" PRIu64 " damaged", model->damaged);
	fprintf(output->file, "; %s %s\n", is_total ? "all of" : "in the last", cell_time(elapsed).text);
}
