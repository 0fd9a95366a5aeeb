/* SPDX-License-Identifier: Apache-2.0 */
/* view-ranges: the columns of the program's own ranges and marks. */
#include "tool/report/view/view-tables.h"

#include "base/common/line.h"

static const struct range_row *row_of(const void *row)
{
	return row;
}

static bool has_times(const struct range_row *row)
{
	return row->kind != RANGE_MARK;
}

static void get_title(const void *row, struct table_value *value)
{
	struct line line = line_in(value->space, sizeof(value->space));

	line_add_text(&line, has_times(row) ? "" : "mark ");
	ranges_add_name(&line, row);
	value->text = value->space;
}

static void get_total(const void *row, struct table_value *value)
{
	value->number = row_of(row)->total;
	value->mark = has_times(row) ? TABLE_KNOWN : TABLE_UNMEASURED;
}

/* Ranges of several threads, or inside of each other, may take more than the run time. */
static void get_share(const void *row, struct table_value *value)
{
	get_total(row, value);
	value->whole = view_model(value->context)->run;
}

static void get_time(const void *row, struct table_value *value, uint64_t time)
{
	value->number = time;
	value->mark = row_of(row)->times.count > 0 ? TABLE_KNOWN : TABLE_UNMEASURED;
}

static void get_mean(const void *row, struct table_value *value)
{
	get_time(row, value, durations_mean(&row_of(row)->times));
}

static void get_least(const void *row, struct table_value *value)
{
	get_time(row, value, row_of(row)->times.least);
}

static void get_most(const void *row, struct table_value *value)
{
	get_time(row, value, row_of(row)->times.most);
}

static void get_calls(const void *row, struct table_value *value)
{
	value->number = row_of(row)->calls;
	value->mark = has_times(row) ? TABLE_KNOWN : TABLE_UNMEASURED;
}

/* Of commands none of which was measured, or only a part, the time is not known, or more. */
static void get_device(const void *row, struct table_value *value)
{
	const struct range_row *of = row_of(row);

	value->number = of->device;
	value->mark = !has_times(of) || (of->commands > 0 && of->measured + of->estimated == 0)
			      ? TABLE_UNMEASURED
		      : of->measured < of->commands ? TABLE_ESTIMATED
						    : TABLE_KNOWN;
}

#undef AT
#define AT(member) TABLE_AT(struct range_row, member)
static const struct table_column range_columns[] = {
	{ NULL, TABLE_TEXT, .title = "Ranges of the program", .get = get_title },
	{ "name", TABLE_TEXT, AT(name) },
	{ "domain", TABLE_TEXT, AT(domain) },
	{ "kind", TABLE_TEXT, AT(kind), .words = range_words },
	{ "count", TABLE_COUNT, AT(count), "count", 8 },
	{ "without_end", TABLE_COUNT, AT(open) },
	{ NULL, TABLE_SHARE, .title = "run", .width = 7, .get = get_share },
	{ "total_ns", TABLE_TIME, .title = "total", .width = 8, .get = get_total },
	{ "mean_ns", TABLE_TIME, .title = "mean", .width = 8, .get = get_mean },
	{ "min_ns", TABLE_TIME, .get = get_least },
	{ "max_ns", TABLE_TIME, .get = get_most },
	{ "calls", TABLE_COUNT, .title = "calls", .width = 7, .get = get_calls },
	{ "commands", TABLE_COUNT, AT(commands) },
	{ "measured", TABLE_COUNT, AT(measured) },
	{ "estimated", TABLE_COUNT, AT(estimated) },
	{ "device_ns", TABLE_TIME, .title = "device", .width = 9, .get = get_device },
};
const struct table view_ranges_table = TABLE("ranges", range_columns);
