/* SPDX-License-Identifier: Apache-2.0 */
/* view-tables: see view-tables.h. */
#include "tool/report/view/view-tables.h"

#include <stdlib.h>
#include <string.h>

#include "tool/report/numbers.h"
#include "tool/report/space.h"

const struct model *view_model(const void *context)
{
	return ((const struct view *)context)->model;
}

void view_only_live(struct table_value *value)
{
	if (!((const struct view *)value->context)->is_live)
		value->mark = TABLE_ABSENT;
}

const struct table *const view_tables[VIEW_TABLES] = {
	[VIEW_UNKNOWN] = &view_unknown_table,
	[VIEW_UNFINISHED] = &view_unfinished_table,
	[VIEW_EARLIER] = &view_earlier_table,
	[VIEW_DEVICES] = &view_devices_table,
	[VIEW_REMARKS] = &view_remarks_table,
	[VIEW_THREADS] = &view_threads_table,
	[VIEW_QUEUES] = &view_queues_table,
	[VIEW_IDLE] = &view_idle_table,
	[VIEW_TRANSFERS] = &view_transfers_table,
	[VIEW_MEMORY] = &view_memory_table,
	[VIEW_KERNELS] = &view_kernels_table,
	[VIEW_FUNCTIONS] = &view_functions_table,
	[VIEW_BUILDS] = &view_builds_table,
	[VIEW_ERRORS] = &view_errors_table,
	[VIEW_WAITS] = &view_waits_table,
	[VIEW_RANGES] = &view_ranges_table,
};

static struct view_array array_of(const struct view_rows rows)
{
	return (struct view_array){ rows.list, rows.count, sizeof(*rows.list), rows.list };
}

static struct view_array those(const void *rows, uint64_t count, size_t most, size_t size)
{
	return (struct view_array){ rows, count < most ? (size_t)count : most, size, NULL };
}

#define THOSE(rows, count, most) those(rows, count, most, sizeof(*(rows)))

/* Many contexts never have memory. */
static struct view_array used_memory(const struct allocations *memory)
{
	const void **rows = calloc(memory->row_count + 1, sizeof(*rows));
	size_t count = 0;

	if (!rows)
		space_is_short();
	for (size_t i = 0; rows && i < memory->row_count; i++)
		if (memory->rows[i].was_used)
			rows[count++] = &memory->rows[i];
	return (struct view_array){ rows, count, 0, rows };
}

/* Marks come last. */
static int compare_ranges(const void *left, const void *right)
{
	const struct range_row *a = *(const struct range_row *const *)left;
	const struct range_row *b = *(const struct range_row *const *)right;
	int order = number_order_then(a->kind == RANGE_MARK, b->kind == RANGE_MARK, b->total, a->total);

	if (order == 0)
		order = number_order(b->count, a->count);
	if (order == 0)
		order = strcmp(a->name, b->name);
	return order ? order : strcmp(a->domain ? a->domain : "", b->domain ? b->domain : "");
}

static struct view_array ranges_by_time(const struct ranges *ranges)
{
	const void **rows = calloc(ranges->row_count + 1, sizeof(*rows));
	size_t count = 0;

	if (!rows)
		space_is_short();
	for (size_t i = 0; rows && i < ranges->row_count; i++)
		if (ranges->rows[i].count > 0 || ranges->rows[i].total > 0)
			rows[count++] = &ranges->rows[i];
	if (count > 0)
		qsort(rows, count, sizeof(*rows), compare_ranges);
	return (struct view_array){ rows, count, 0, rows };
}

struct view_array view_rows_of(const struct view *view, enum view_table table)
{
	const struct model *model = view->model;

	switch (table) {
	case VIEW_UNKNOWN:
		return THOSE(model->unknown, model->unknown_functions, MODEL_UNKNOWN);
	case VIEW_UNFINISHED:
		return THOSE(model->unfinished.list, model->unfinished.count, MODEL_OPEN);
	case VIEW_EARLIER:
		return THOSE(model->earlier.list, model->earlier.count, MODEL_OPEN);
	case VIEW_DEVICES:
		return THOSE(model->devices.list, model->devices.count, SIZE_MAX);
	case VIEW_REMARKS:
		return THOSE(view->remarks.list, view->remarks.count, REMARKS_MOST);
	case VIEW_THREADS:
		return array_of(view_threads(view));
	case VIEW_QUEUES:
		return array_of(view_queues(view));
	case VIEW_IDLE:
		return THOSE(model->idle.sums, model->idle.count, SIZE_MAX);
	case VIEW_TRANSFERS:
		return array_of(view_transfers(view));
	case VIEW_MEMORY:
		return used_memory(&model->allocations);
	case VIEW_KERNELS:
		return array_of(view_kernels(view));
	case VIEW_FUNCTIONS:
		return array_of(view_functions(view));
	case VIEW_BUILDS:
		return THOSE(model->builds, model->build_count, SIZE_MAX);
	case VIEW_ERRORS:
		return THOSE(view->errors, model->error_count, MODEL_ERRORS);
	case VIEW_WAITS:
		return THOSE(model->waits, model->wait_count, MODEL_WAITS);
	case VIEW_RANGES:
		return ranges_by_time(&model->ranges);
	default:
		return (struct view_array){ .count = 0 };
	}
}

void view_json_put(struct output *output, const struct view *view)
{
	if (output->form != OUTPUT_JSON)
		return;
	table_json_members(output, &view_record, view->model, view);
	for (int i = 0; i < VIEW_TABLES; i++) {
		struct table_view table = { .output = output,
					    .table = view_tables[i],
					    .context = view };
		const struct view_array rows = view_rows_of(view, (enum view_table)i);

		if (view->is_live || i != VIEW_MEMORY)
			table_put_all(&table, rows.rows, rows.count, rows.size);
		free(rows.owned);
	}
}
