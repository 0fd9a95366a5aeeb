/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table-text: a table as lines of at most 80 columns. Numbers are on the right of their columns,
 * with one blank before the column, texts are on the left, with two. No line ends with blanks.
 */
#include <inttypes.h>
#include <string.h>

#include "base/common/line.h"
#include "base/text.h"
#include "table/cell.h"
#include "table/table.h"

#define COLUMNS 80
#define MOST_COLUMNS (CELL_BYTES / 8) /* of a text that may be cut */
#define LEAST_COLUMNS 10	      /* of the first one */
#define BELOW 2			      /* further blanks before a line below a row */
#define ROW_BYTES 8192

static bool is_on_screen(const struct table_view *view, const struct table_column *column)
{
	return column->title && (column->screens == 0 || (column->screens & view->screen) != 0);
}

static bool is_on_line(const struct table_view *view, const struct table_column *column)
{
	return is_on_screen(view, column) && column->kind != TABLE_BELOW;
}

static size_t gap_before(const struct table_column *column)
{
	return column->kind == TABLE_TEXT ? 2 : 1;
}

/* -- cells -------------------------------------------------------------------------------- */

static struct cell number_cell(enum table_kind kind, const struct table_value *value)
{
	struct cell cell;

	switch (kind) {
	case TABLE_TIME:
		return cell_time(value->number);
	case TABLE_BYTES:
		return cell_bytes(value->number);
	case TABLE_SHARE:
		return cell_share(value->number, value->whole);
	case TABLE_RATE:
		return cell_rate(value->number, value->whole);
	case TABLE_FLAG:
		text_format(cell.text, sizeof(cell.text), "%s", value->number ? "yes" : "no");
		break;
	case TABLE_NUMBER:
		text_format(cell.text, sizeof(cell.text), "%" PRId64, (int64_t)value->number);
		break;
	default:
		text_format(cell.text, sizeof(cell.text), "%" PRIu64, value->number);
	}
	return cell;
}

/* The whole text of a cell, not made harmless yet: it may be in VALUE. */
static const char *cell_text(const struct table_column *column, struct table_value *value)
{
	if (value->mark > TABLE_ESTIMATED)
		return "-";
	if (table_is_text(column->kind))
		return value->text;
	text_format(value->space, sizeof(value->space), "%s%s",
		    value->mark == TABLE_ESTIMATED ? "~" : "",
		    number_cell(column->kind, value).text);
	return value->space;
}

/* -- the lines of a row --------------------------------------------------------------------- */

/* A row while it is written, or the titles. */
struct row_writing {
	const struct table_view *view;
	bool is_head;
	bool has_first; /* the first column is written */
	size_t pending; /* blanks that count if something follows them */
	size_t lines;
	struct line text;
};

/* Adds TEXT, which is harmless, in a column of WIDTH. */
static void add_aligned(struct row_writing *row, const char *text, size_t width, bool is_left)
{
	const size_t columns = cell_columns(text);
	const size_t rest = width > columns ? width - columns : 0;

	row->pending += is_left ? 0 : rest;
	if (columns > 0) {
		line_add(&row->text, "%*s%s", (int)row->pending, "", text);
		row->pending = 0;
	}
	row->pending += is_left ? rest : 0;
}

/* A text that is too long has a line of its own before the others. Titles are not indented. */
static void add_first(struct row_writing *row, const char *text, bool is_left)
{
	const struct table_view *view = row->view;

	if (row->is_head) {
		add_aligned(row, view->title ? view->title : text, view->indent + view->first,
			    is_left);
		return;
	}
	if (!view->cuts_names && is_left && cell_columns(text) > view->first) {
		line_add(&row->text, "%*s%s\n", view->indent, "",
			 cell_ends(text, MOST_COLUMNS).text);
		row->lines++;
		text = "";
	}
	row->pending = view->indent;
	add_aligned(row, cell_ends(text, view->first).text, view->first, is_left);
}

static void add_other(struct row_writing *row, const struct table_column *column, const char *text)
{
	const bool is_left = column->kind == TABLE_TEXT;

	row->pending += gap_before(column);
	if (row->is_head || !is_left) {
		add_aligned(row, text, column->width, is_left);
	} else if (column->width > 0) {
		add_aligned(row, cell_name(text, column->width).text, column->width, true);
	} else if (*text) {
		line_add(&row->text, "%*s", (int)row->pending, "");
		line_add_escaped(&row->text, text);
	}
}

static void add_column(const struct table_column *column, struct table_value *value, void *data)
{
	struct row_writing *row = data;

	if (is_on_line(row->view, column)) {
		const char *text = row->is_head ? column->title : cell_text(column, value);

		if (row->has_first)
			add_other(row, column, text);
		else
			add_first(row, text, column->kind == TABLE_TEXT);
		row->has_first = true;
	} else if (is_on_screen(row->view, column) && !row->is_head && table_has(value)) {
		line_add(&row->text, "\n%*s%s%s%s", row->view->indent + BELOW, "", column->title,
			 *column->title ? " " : "", cell_name(value->text, MOST_COLUMNS).text);
		row->lines++;
	}
}

/* All columns of the screen are marked, so that the titles are seen as one line. */
static void put_marked(const struct table_view *view, const char *titles)
{
	const size_t used = cell_columns(titles);
	const size_t rest = view->columns > used ? view->columns - used : 0;

	fprintf(view->output->file, "\033[7m%s%*s\033[0m\n", titles, (int)rest, "");
}

/* ROW, or the titles if it is NULL. If MOST is not 0 and it needs more lines, it is not written. */
static size_t put_row(const struct table_view *view, const void *row, size_t most)
{
	char buffer[ROW_BYTES];
	struct row_writing writing = {
		.view = view, .is_head = !row, .lines = 1, .text = line_in(buffer, sizeof(buffer))
	};

	table_each(view->table, row, view->context, add_column, &writing);
	if (most > 0 && writing.lines > most)
		return 0;
	if (!row && view->is_marked)
		put_marked(view, buffer);
	else
		fprintf(view->output->file, "%s\n", buffer);
	return writing.lines;
}

/* -- the table ------------------------------------------------------------------------------ */

struct widths {
	const struct table_view *view;
	const struct table_column *first;
	size_t others; /* with the blanks before them */
};

static void add_width(const struct table_column *column, struct table_value *value, void *data)
{
	struct widths *widths = data;

	(void)value;
	if (!is_on_line(widths->view, column))
		return;
	if (widths->first)
		widths->others += column->width + gap_before(column);
	else
		widths->first = column;
}

/* The first column, if it has no width, gets what the others leave. Without titles it has none. */
static void open_table(struct table_view *view)
{
	struct widths widths = { .view = view, .others = view->indent };
	const size_t columns = view->columns > 0 ? view->columns : COLUMNS;

	view->is_open = true;
	table_each(view->table, NULL, NULL, add_width, &widths);
	if (!widths.first)
		return;
	if (widths.first->width > 0)
		view->first = widths.first->width;
	else if (widths.others + LEAST_COLUMNS > columns)
		view->first = LEAST_COLUMNS;
	else
		view->first = columns - widths.others;
	if (view->first > MOST_COLUMNS)
		view->first = MOST_COLUMNS;
	if (!view->is_close)
		fputc('\n', view->output->file);
	put_row(view, NULL, 0);
}

/* If a row was left out, so are all that follow. */
void table_text_put(struct table_view *view, const void *row)
{
	size_t lines;

	if (!view->is_open)
		open_table(view);
	if (view->first == 0)
		return;
	if (view->shown == view->count && (view->most == 0 || view->lines < view->most)) {
		lines = put_row(view, row, view->most > 0 ? view->most - view->lines : 0);
		view->lines += lines;
		view->shown += lines > 0;
	}
	view->count++;
}

void table_text_end(const struct table_view *view)
{
	if (view->count > view->shown)
		fprintf(view->output->file, "%*s... and %zu more; --json has all\n", view->indent,
			"", view->count - view->shown);
}
