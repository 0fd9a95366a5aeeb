/* SPDX-License-Identifier: Apache-2.0 */
/* table-json: the rows of a table as an array of JSON, and one as members of an object. */
#include "table/json.h"
#include "table/table.h"

struct members_writing {
	struct output *output;
	const void *context;
};

static void put_value(const struct table_column *column, struct table_value *value, void *data)
{
	struct output *output = ((struct members_writing *)data)->output;

	if (!table_has(value))
		json_text(output, column->key, NULL);
	else if (table_is_text(column->kind))
		json_text(output, column->key, value->text);
	else if (column->kind == TABLE_FLAG)
		json_flag(output, column->key, value->number != 0);
	else if (column->kind == TABLE_NUMBER)
		json_number(output, column->key, (int64_t)value->number);
	else
		json_unsigned(output, column->key, value->number);
}

static void put_rows(const struct table_column *column, const void *member,
		     const struct members_writing *writing)
{
	struct table_view view = { .output = writing->output,
				   .table = column->inner,
				   .context = writing->context,
				   .is_open = true };

	json_open_array(writing->output, column->key);
	column->rows(&view, member);
	table_json_end(&view);
}

static void put_member(const struct table_column *column, struct table_value *value, void *data)
{
	struct members_writing *writing = data;

	if (!column->key || value->mark == TABLE_ABSENT)
		return;
	if (table_is_cell(column) || !table_has(value)) {
		put_value(column, value, writing);
	} else if (column->kind == TABLE_ROWS) {
		put_rows(column, value->row, writing);
	} else if (column->kind == TABLE_OBJECT) {
		json_open_object(writing->output, column->key);
		table_json_members(writing->output, column->inner, value->row, writing->context);
		json_close_object(writing->output);
	}
}

void table_json_members(struct output *output, const struct table *table, const void *row,
			const void *context)
{
	struct members_writing writing = { output, context };

	table_each(table, row, context, put_member, &writing);
}

static void open_array(struct table_view *view)
{
	if (!view->is_open)
		json_open_array(view->output, view->table->key);
	view->is_open = true;
}

void table_json_put(struct table_view *view, const void *row)
{
	const struct table *table = view->table;
	struct members_writing writing = { view->output, view->context };

	open_array(view);
	if (table->count == 1 && !table->columns->key) {
		table_each(table, row, view->context, put_value, &writing);
		return;
	}
	json_open_object(view->output, NULL);
	table_each(table, row, view->context, put_member, &writing);
	json_close_object(view->output);
}

void table_json_end(struct table_view *view)
{
	open_array(view);
	json_close_array(view->output);
}
