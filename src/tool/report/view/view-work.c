/* SPDX-License-Identifier: Apache-2.0 */
/* view-work: the columns of what was called, enqueued and allocated, by name. */
#include "tool/report/view/view-tables.h"

#include <inttypes.h>
#include <string.h>

#include "base/common/line.h"
#include "base/text.h"
#include "table/cell.h"

#define SIZES 5		   /* of a kernel, in JSON */
#define SIZE_COLUMNS 16

/* -- what was called or enqueued --------------------------------------------------------------------- */

static void get_name(const void *name, struct table_value *value)
{
	const char *text = *(const char *const *)name;

	value->text = text ? text : "(unknown)";
}

/* The time of calls that go on is known, although they have no duration yet. */
static enum table_mark mark_of_time(const struct view_row *row, uint64_t time)
{
	return row->mark == TABLE_UNMEASURED && time > 0 ? TABLE_KNOWN : row->mark;
}

static void get_total(const void *row, struct table_value *value)
{
	value->number = ((const struct view_row *)row)->all.time;
	value->mark = mark_of_time(row, value->number);
}

static void get_mean(const void *row, struct table_value *value)
{
	value->mark = ((const struct view_row *)row)->mark;
	value->number = ((const struct view_row *)row)->mean;
}

/* It is always measured. */
static void get_most(const void *row, struct table_value *value)
{
	value->mark = ((const struct view_row *)row)->mark;
	value->mark = value->mark == TABLE_ESTIMATED ? TABLE_KNOWN : value->mark;
	value->number = ((const struct view_row *)row)->most;
}

static void get_share(const void *row, struct table_value *value)
{
	value->number = ((const struct view_row *)row)->all.time;
	value->mark = mark_of_time(row, value->number);
	value->whole = ((const struct view_row *)row)->run;
}

/* What began in an earlier round counts in the one in which it is known to have ended. */
static void get_share_now(const void *row, struct table_value *value)
{
	const struct view_row *of = row;

	value->number = of->recent.time;
	value->mark = mark_of_time(of, value->number);
	value->whole = of->elapsed;
	if (of->elapsed != of->run && value->number > value->whole)
		value->number = value->whole;
}

static void get_rate(const void *row, struct table_value *value)
{
	const struct view_row *of = row;
	const double rate = of->elapsed > 0 ? 1e9 * (double)of->recent.count / (double)of->elapsed : 0;

	text_format(value->space, sizeof(value->space),
		    rate < 9.95 && of->recent.count > 0 ? "%.1f" : "%.0f", rate);
	value->text = value->space;
	if (of->elapsed == 0)
		value->mark = TABLE_UNKNOWN;
}

static void get_recent(const void *number, struct table_value *value)
{
	value->number = *(const uint64_t *)number;
	view_only_live(value);
}

#undef AT
#define AT(member) TABLE_AT(struct view_row, member)
#define COUNT { "count", TABLE_COUNT, AT(all.count), "count", 8 }
#define MEASURED { "measured", TABLE_COUNT, AT(measured) }
#define ESTIMATED { "estimated", TABLE_COUNT, AT(estimated) }
#define RATE { NULL, TABLE_FIGURE, .title = "/s", .width = 8, .get = get_rate, .screens = VIEW_TOP }
#define NOW { NULL, TABLE_SHARE, .title = "now", .width = 7, .get = get_share_now, .screens = VIEW_TOP }
#define SHARE { NULL, TABLE_SHARE, .title = "run", .width = 7, .get = get_share, .screens = VIEW_REPORT }
#define TOTAL { "total_ns", TABLE_TIME, .title = "total", .width = 8, .get = get_total }
#define MEAN { "mean_ns", TABLE_TIME, .title = "mean", .width = 8, .get = get_mean }
#define LEAST { "min_ns", TABLE_TIME, AT(least) }
#define RECENT_COUNT { "interval_count", TABLE_COUNT, AT(recent.count), .get = get_recent }
#define RECENT_TIME { "interval_total_ns", TABLE_TIME, AT(recent.time), .get = get_recent }

static const struct table_column function_columns[] = {
	{ "name", TABLE_TEXT, AT(name), "API calls by time", .get = get_name },
	RATE, NOW, COUNT, SHARE, TOTAL, MEAN, LEAST,
	{ "max_ns", TABLE_TIME, .title = "max", .width = 8, .get = get_most, .screens = VIEW_REPORT },
	{ "errors", TABLE_COUNT, AT(all.errors), "errors", 6 },
	RECENT_COUNT,
	RECENT_TIME,
	{ "interval_errors", TABLE_COUNT, AT(recent.errors), .get = get_recent },
};
const struct table view_functions_table = TABLE("functions", function_columns);

/* -- kernels ------------------------------------------------------------------------------------------ */

static void put_numbers(struct table_view *view, const struct command_sizes *sizes,
			const uint64_t *numbers)
{
	for (int i = 0; i < sizes->dimensions; i++)
		table_put(view, &numbers[i]);
}

static void put_global(struct table_view *view, const void *sizes)
{
	put_numbers(view, sizes, ((const struct command_sizes *)sizes)->global);
}

/* Zeros are the driver's choice. */
static void put_local(struct table_view *view, const void *sizes)
{
	put_numbers(view, sizes, ((const struct command_sizes *)sizes)->local);
}

static const struct table_column number_column[] = { { NULL, TABLE_COUNT, .size = sizeof(uint64_t) } };
static const struct table number_table = TABLE(NULL, number_column);

static const struct table_column size_columns[] = {
	{ "global", TABLE_ROWS, TABLE_AT(struct kernel_sizes, sizes), .inner = &number_table,
	  .rows = put_global },
	{ "local", TABLE_ROWS, TABLE_AT(struct kernel_sizes, sizes), .inner = &number_table,
	  .rows = put_local },
	{ "count", TABLE_COUNT, TABLE_AT(struct kernel_sizes, count) },
};
static const struct table sizes_table = TABLE(NULL, size_columns);

static void put_sizes(struct table_view *view, const void *row)
{
	const struct kernel *kernel = ((const struct view_row *)row)->of;
	const struct kernel_sizes *sizes[SIZES];
	const size_t count =
		commands_sizes(&view_model(view->context)->commands, kernel, sizes, SIZES);

	for (size_t i = 0; i < count; i++)
		table_put(view, sizes[i]);
}

static void get_different_sizes(const void *row, struct table_value *value)
{
	value->number = ((const struct kernel *)((const struct view_row *)row)->of)->size_count;
}

static void add_size(struct line *line, const uint64_t *size, int dimensions)
{
	for (int i = 0; i < dimensions; i++)
		line_add(line, "%s%" PRIu64, i > 0 ? "x" : "", size[i]);
}

/* "1024x1024/16x16 +2": the most frequent sizes, without the local ones if the driver chooses them. */
static void get_sizes(const void *row, struct table_value *value)
{
	const struct kernel *kernel = ((const struct view_row *)row)->of;
	const struct kernel_sizes *first;
	char more[32] = "";
	char sizes[128] = "?";
	struct line line = line_in(sizes, sizeof(sizes));

	value->text = value->space;
	if (commands_sizes(&view_model(value->context)->commands, kernel, &first, 1) > 0 &&
	    first->sizes.dimensions > 0) {
		add_size(&line, first->sizes.global, first->sizes.dimensions);
		line_add_text(&line, first->sizes.local[0] > 0 ? "/" : "");
		if (first->sizes.local[0] > 0)
			add_size(&line, first->sizes.local, first->sizes.dimensions);
	} else {
		line_add_text(&line, "?");
	}
	if (kernel->size_count > 1)
		text_format(more, sizeof(more), " +%zu", kernel->size_count - 1);
	text_format(value->space, sizeof(value->space), "%s%s",
		    cell_name(sizes, SIZE_COLUMNS - strlen(more)).text, more);
}

static const struct table_column kernel_columns[] = {
	{ "name", TABLE_TEXT, AT(name) },
	{ NULL, TABLE_TEXT, AT(name), "Kernels by time", .get = get_name },
	RATE, NOW, COUNT, MEASURED, ESTIMATED, SHARE, TOTAL, MEAN, LEAST,
	{ "max_ns", TABLE_TIME, .title = "max", .width = 8, .get = get_most },
	{ "different_sizes", TABLE_COUNT, .get = get_different_sizes },
	{ "sizes", TABLE_ROWS, .inner = &sizes_table, .rows = put_sizes },
	{ NULL, TABLE_TEXT, .title = "global/local", .width = SIZE_COLUMNS, .get = get_sizes,
	  .screens = VIEW_REPORT },
	RECENT_COUNT,
	RECENT_TIME,
};
const struct table view_kernels_table = TABLE("kernels", kernel_columns);

/* -- transfers ---------------------------------------------------------------------------------------- */

static void get_flow(const void *row, struct table_value *value)
{
	value->number = ((const struct view_row *)row)->moved;
	value->whole = ((const struct view_row *)row)->moving;
}

static const struct table_column transfer_columns[] = {
	{ "direction", TABLE_TEXT, AT(name), "Transfers" },
	RATE, NOW, COUNT, MEASURED, ESTIMATED, SHARE, TOTAL,
	{ "mean_ns", TABLE_TIME, .title = "mean", .width = 8, .get = get_mean, .screens = VIEW_REPORT },
	LEAST,
	{ "max_ns", TABLE_TIME, AT(most) },
	{ "bytes", TABLE_BYTES, AT(all.bytes), "bytes", 10, table_get_measured },
	{ NULL, TABLE_RATE, .title = "rate", .width = 12, .get = get_flow },
	{ "measured_bytes", TABLE_COUNT, AT(moved) },
	{ "measured_ns", TABLE_TIME, AT(moving) },
	RECENT_COUNT,
	RECENT_TIME,
	{ "interval_bytes", TABLE_COUNT, AT(recent.bytes), .get = get_recent },
};
const struct table view_transfers_table = TABLE("transfers", transfer_columns);

/* -- queues ------------------------------------------------------------------------------------------- */

static const struct model_queue *queue_of(const void *row)
{
	return ((const struct view_row *)row)->of;
}

static void get_queue(const void *row, struct table_value *value)
{
	const bool has_sums = view_model(value->context)->reader->header.has_sums != 0;
	const struct view_row *of = row;

	text_format(value->space, sizeof(value->space), "queue#%" PRIu64 " %s", of->number,
		    of->name ? of->name : "");
	value->text = of->number > 0 ? value->space : has_sums ? "all queues" : "unknown queue";
}

static void get_profiling(const void *row, struct table_value *value)
{
	value->text = command_profiling_word(queue_of(row)->profiling);
}

static void get_out_of_order(const void *row, struct table_value *value)
{
	value->number = queue_of(row)->is_out_of_order;
}

/* Only where each command was measured, nothing can have been executed in between. */
static void get_idle(const void *row, struct table_value *value)
{
	value->number = commands_queue_idle(queue_of(row));
	value->mark = work_is_measured(&queue_of(row)->work) ? TABLE_KNOWN : TABLE_UNMEASURED;
}

static void get_depth(const void *row, struct table_value *value)
{
	value->number = queue_of(row)->depth;
	if (view_model(value->context)->reader->header.has_sums)
		value->mark = TABLE_UNKNOWN;
	view_only_live(value);
}

/* While commands are on their way whose times are not known yet, nothing is said. */
static void get_idle_permille(const void *row, struct table_value *value)
{
	const struct view_row *of = row;

	value->number = of->elapsed > 0
				? (uint64_t)(1000.5 - 1000.0 * (double)of->recent.time / (double)of->elapsed)
				: 0;
	if (of->measured == 0 || of->elapsed == 0 ||
	    (of->recent.time == 0 && queue_of(row)->depth > 0))
		value->mark = TABLE_ABSENT;
	view_only_live(value);
}

static const struct table_column queue_columns[] = {
	{ NULL, TABLE_TEXT, .title = "Queues", .get = get_queue },
	{ "queue", TABLE_COUNT, AT(number) },
	{ "device", TABLE_TEXT, AT(name) },
	RATE, NOW,
	{ "commands", TABLE_COUNT, AT(all.count), "commands", 9 },
	{ "profiling", TABLE_TEXT, .get = get_profiling },
	{ "out_of_order", TABLE_FLAG, .get = get_out_of_order },
	{ "measured", TABLE_COUNT, AT(measured), "measured", 9 },
	SHARE,
	{ "busy_ns", TABLE_TIME, .title = "busy", .width = 8, .get = get_total },
	{ "idle_ns", TABLE_TIME, .title = "idle", .width = 9, .get = get_idle, .screens = VIEW_REPORT },
	{ "depth", TABLE_COUNT, .title = "depth", .width = 6, .get = get_depth, .screens = VIEW_TOP },
	RECENT_COUNT,
	RECENT_TIME,
	{ "interval_idle_permille", TABLE_COUNT, .get = get_idle_permille },
};
const struct table view_queues_table = TABLE("queues", queue_columns);

/* -- threads ------------------------------------------------------------------------------------------ */

static const struct thread *thread_of(const void *row)
{
	return ((const struct view_row *)row)->of;
}

static void get_thread(const void *row, struct table_value *value)
{
	const struct view_row *of = row;

	text_format(value->space, sizeof(value->space), "%s%s%" PRIu64, of->name ? of->name : "",
		    of->name ? " " : "", of->number);
	value->text = value->space;
}

static uint64_t time_in(const struct model *model, const struct thread_call *call)
{
	return model->stop > call->begin ? model->stop - call->begin : 0;
}

static void get_innermost(const void *row, struct table_value *value)
{
	const struct thread *thread = thread_of(row);
	const struct model *model = view_model(value->context);
	const struct thread_call *call = thread->depth > 0 ? &thread->calls[thread->depth - 1] : NULL;

	text_format(value->space, sizeof(value->space), call ? "%s for %s%s" : "-",
		    call ? model_function_name(model, call->function) : "",
		    model_is_cut(model) ? "at least " : "",
		    call ? cell_time(time_in(model, call)).text : "");
	value->text = value->space;
}

static void get_since(const void *call, struct table_value *value)
{
	value->number = time_in(view_model(value->context), call);
}

static const struct table_column call_columns[] = {
	{ "function", TABLE_TEXT, TABLE_AT(struct thread_call, function), .get = view_get_function },
	{ "since_ns", TABLE_TIME, .get = get_since },
};
static const struct table calls_table = TABLE(NULL, call_columns);

static void put_calls(struct table_view *view, const void *row)
{
	const struct thread *thread = thread_of(row);

	for (unsigned int i = 0; i < thread->depth; i++)
		table_put(view, &thread->calls[i]);
}

static void get_calls(const void *row, struct table_value *value)
{
	(void)row;
	view_only_live(value);
}

static const struct table_column thread_columns[] = {
	{ NULL, TABLE_TEXT, .title = "Threads", .get = get_thread },
	{ "thread", TABLE_COUNT, AT(number) },
	{ "name", TABLE_TEXT, AT(name) },
	RATE, NOW,
	{ "calls", TABLE_COUNT, AT(all.count), "calls", 8 },
	{ "inside_ns", TABLE_TIME, AT(all.time) },
	{ "interval_calls", TABLE_COUNT, AT(recent.count), .get = get_recent },
	{ "interval_inside_ns", TABLE_TIME, AT(recent.time), .get = get_recent },
	{ "in", TABLE_ROWS, .get = get_calls, .inner = &calls_table, .rows = put_calls },
	{ NULL, TABLE_TEXT, .title = "in the call", .width = 34, .get = get_innermost },
};
const struct table view_threads_table = TABLE("threads", thread_columns);

/* -- memory ------------------------------------------------------------------------------------------- */

static const char *device_name(const void *context, uint64_t handle)
{
	const char *name = model_device_name(view_model(context), handle);

	return name ? name : "unknown device";
}

static void get_devices(const void *memory, struct table_value *value)
{
	const struct allocations_row *row = memory;
	const char *first = device_name(value->context, row->device_count > 0 ? row->devices[0] : 0);

	text_format(value->space, sizeof(value->space), row->device_count > 1 ? "%s and %u more" : "%s",
		    first, row->device_count - 1);
	value->text = value->space;
}

static void put_devices(struct table_view *view, const void *memory)
{
	const struct allocations_row *row = memory;

	for (unsigned int i = 0; i < row->device_count && i < ALLOCATIONS_DEVICES; i++) {
		const char *name = model_device_name(view_model(view->context), row->devices[i]);

		table_put(view, &name);
	}
}

static void get_change(const void *memory, struct table_value *value)
{
	const struct allocations_row *row = memory;
	const bool has_grown = row->bytes >= row->before;

	text_format(value->space, sizeof(value->space), "%s%s", has_grown ? "+" : "-",
		    cell_bytes(has_grown ? row->bytes - row->before : row->before - row->bytes).text);
	value->text = value->space;
	if (view_elapsed(value->context) == view_model(value->context)->run)
		value->mark = TABLE_UNKNOWN;
}

#undef AT
#define AT(member) TABLE_AT(struct allocations_row, member)
static const struct table_column memory_columns[] = {
	{ NULL, TABLE_TEXT, .title = "Memory", .get = get_devices },
	{ "devices", TABLE_ROWS, .inner = &view_texts, .rows = put_devices },
	{ "device_count", TABLE_COUNT, AT(device_count) },
	{ "bytes", TABLE_BYTES, AT(bytes), "bytes", 11 },
	{ NULL, TABLE_FIGURE, .title = "change", .width = 12, .get = get_change },
	{ "most_bytes", TABLE_BYTES, AT(most), "most", 11 },
	{ "objects", TABLE_COUNT, AT(objects), "objects", 8 },
};
const struct table view_memory_table = TABLE("memory", memory_columns);
