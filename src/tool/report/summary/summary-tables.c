/* SPDX-License-Identifier: Apache-2.0 */
/* summary-tables: see summary-tables.h. */
#include "tool/report/summary/summary-tables.h"

#include <inttypes.h>

#include "base/text.h"
#include "table/cell.h"

/* -- processes ---------------------------------------------------------------------------- */

/* "rank 3 on node7", or "process 4711 on node7". */
static void get_place(const void *row, struct table_value *value)
{
	const struct summary_process *process = row;
	const char *host = process->host ? process->host : "an unknown host";

	if (process->is_launcher)
		text_format(value->space, sizeof(value->space), "launcher %" PRIu64 " on %s",
			    process->process, host);
	else if (process->rank)
		text_format(value->space, sizeof(value->space), "rank %s on %s", process->rank,
			    host);
	else
		text_format(value->space, sizeof(value->space), "process %" PRIu64 " on %s",
			    process->process, host);
	value->text = value->space;
}

/* A launcher is none, even if its environment says so. */
static void get_rank(const void *rank, struct table_value *value)
{
	const size_t offset = offsetof(struct summary_process, rank);
	const struct summary_process *process =
		(const struct summary_process *)((const char *)rank - offset);

	value->text = process->is_launcher ? NULL : process->rank;
}

#define AT(member) TABLE_AT(struct summary_process, member)
static const struct table_column process_columns[] = {
	{ "host", TABLE_TEXT, AT(host) },
	{ "rank", TABLE_TEXT, AT(rank), .get = get_rank },
	{ "job", TABLE_TEXT, AT(job) },
	{ "program", TABLE_TEXT, AT(program) },
	{ "devices", TABLE_TEXT, AT(devices) },
	{ "end", TABLE_TEXT, AT(end) },
	{ "died_in", TABLE_TEXT, AT(died_in) },
	{ "process", TABLE_COUNT, AT(process) },
	{ "parent", TABLE_COUNT, AT(parent) },
	{ "launcher", TABLE_FLAG, AT(is_launcher) },
	{ "start", TABLE_COUNT, AT(start) },
	{ "run", TABLE_TIME, AT(run), "run", 9 },
	{ "inside", TABLE_TIME, AT(inside), "inside", 9 },
	{ "busy", TABLE_TIME, AT(busy), "device", 9, table_get_measured },
	{ "waits", TABLE_TIME, AT(waits) },
	{ "waits_cpu", TABLE_TIME, AT(waits_cpu) },
	{ "building", TABLE_TIME, AT(building), "builds", 9 },
	{ "builds", TABLE_COUNT, AT(builds) },
	{ "calls", TABLE_COUNT, AT(calls) },
	{ "commands", TABLE_COUNT, AT(commands) },
	{ "errors", TABLE_COUNT, AT(errors), "errors", 6 },
	{ "lost", TABLE_COUNT, AT(lost) },
	{ "damaged", TABLE_COUNT, AT(damaged) },
	{ "death", TABLE_COUNT, AT(death) },
	{ "signal", TABLE_COUNT, AT(signal) },
	{ "exit_status", TABLE_COUNT, AT(exit_status) },
};

/* Those that tell processes apart. */
static const struct table_column place_columns[] = {
	{ "host", TABLE_TEXT, AT(host) },
	{ "rank", TABLE_TEXT, AT(rank), .get = get_rank },
	{ "job", TABLE_TEXT, AT(job) },
	{ "process", TABLE_COUNT, AT(process) },
};

const struct table summary_json_processes = TABLE("processes", process_columns);
const struct table summary_exact_process = TABLE("process", process_columns);
const struct table summary_place = TABLE(NULL, place_columns);

static const struct table_column screen_process_columns[] = {
	{ NULL, TABLE_TEXT, .title = "", .get = get_place },
	{ NULL, TABLE_GROUP, .inner = &summary_json_processes },
};
const struct table summary_screen_processes = TABLE(NULL, screen_process_columns);

/* -- the process with the least, and the one with the most --------------------------------- */

static void get_process(const void *process, struct table_value *value)
{
	value->row = *(const struct summary_process *const *)process;
}

#undef AT
#define AT(member) TABLE_AT(struct summary_extreme, member)
static const struct table_column extreme_columns[] = {
	{ "total", TABLE_COUNT, AT(total) },
	{ NULL, TABLE_GROUP, AT(process), .get = get_process, .inner = &summary_place },
};
static const struct table extreme_table = TABLE(NULL, extreme_columns);

const char *summary_short_place(const struct summary_process *process, char text[SUMMARY_PLACE])
{
	if (process->is_launcher)
		text_format(text, SUMMARY_PLACE, "launcher");
	else if (process->rank)
		text_format(text, SUMMARY_PLACE, "rank %s", cell_name(process->rank, 10).text);
	else
		text_format(text, SUMMARY_PLACE, "pid %" PRIu64, process->process);
	return text;
}

/* -- rows ----------------------------------------------------------------------------------- */

static void get_mean(const void *times, struct table_value *value)
{
	const struct durations *of = times;

	value->number = durations_mean(of);
	value->mark = of->count == 0	   ? TABLE_UNMEASURED
		      : of->estimated > 0 ? TABLE_ESTIMATED
					  : TABLE_KNOWN;
}

/* Calls that did not return have no duration, but take time. */
static void get_total(const void *total, struct table_value *value)
{
	const size_t offset = offsetof(struct summary_row, total);
	const struct summary_row *row =
		(const struct summary_row *)((const char *)total - offset);

	value->number = row->total;
	value->mark = row->total == 0 && row->times.count == 0 ? TABLE_UNMEASURED
		      : row->times.estimated > 0		? TABLE_ESTIMATED
								: TABLE_KNOWN;
}

/* It is always measured. */
static void get_most(const void *most, struct table_value *value)
{
	const size_t offset = offsetof(struct durations, most);
	const struct durations *times = (const struct durations *)((const char *)most - offset);

	value->number = times->most;
	value->mark = times->count > 0 ? TABLE_KNOWN : TABLE_UNMEASURED;
}

static void get_deviation(const void *times, struct table_value *value)
{
	value->number = (uint64_t)(summary_deviation(times) + 0.5);
}

/* How much more the process with the most has than all have on average: 1.00 is in balance. */
static void get_imbalance(const void *row, struct table_value *value)
{
	const struct summary_row *sums = row;
	const double mean = (double)sums->total / (double)sums->processes;

	if (sums->processes < 2 || mean <= 0)
		return;
	text_format(value->space, sizeof(value->space), "%.2f", (double)sums->most.total / mean);
	value->text = value->space;
}

static void get_most_place(const void *row, struct table_value *value)
{
	const struct summary_row *sums = row;

	value->text = sums->kind == SUMMARY_ERROR || (sums->processes > 1 && sums->total > 0)
			      ? summary_short_place(sums->most.process, value->space)
			      : "";
}

#undef AT
#define AT(member) TABLE_AT(struct summary_row, member)
static const struct table_column row_columns[] = {
	{ "name", TABLE_TEXT, AT(name), "" },
	{ "count", TABLE_COUNT, AT(count), "count", 8 },
	{ "errors", TABLE_COUNT, AT(errors) },
	{ "bytes", TABLE_COUNT, AT(bytes) },
	{ "measured", TABLE_COUNT, AT(times.count) },
	{ "estimated", TABLE_COUNT, AT(times.estimated) },
	{ "total", TABLE_TIME, AT(total), "total", 8, get_total },
	{ "durations", TABLE_TIME, AT(times.total) },
	{ NULL, TABLE_TIME, AT(times), "mean", 8, get_mean },
	{ "least", TABLE_TIME, AT(times.least) },
	{ "most", TABLE_TIME, AT(times.most), "max", 8, get_most },
	{ "squares", TABLE_COUNT, AT(times.squares) },
	{ "squares_high", TABLE_COUNT, AT(times.squares_high) },
	{ "processes", TABLE_COUNT, AT(processes) },
};
static const struct table row_table = TABLE(NULL, row_columns);

/* The totals of one process, and its index, are there also if they are 0. */
static const struct table_column exact_row_columns[] = {
	{ NULL, TABLE_GROUP, .inner = &row_table },
	{ "buckets", TABLE_SPARSE, AT(times.buckets) },
	{ "least_sum", TABLE_INDEX, AT(least.total) },
	{ "least_sum_process", TABLE_INDEX, AT(least.index) },
	{ "most_sum", TABLE_INDEX, AT(most.total) },
	{ "most_sum_process", TABLE_INDEX, AT(most.index) },
};
const struct table summary_exact_row = TABLE(NULL, exact_row_columns);

static const struct table_column sum_columns[] = {
	{ "kind", TABLE_TEXT, AT(kind), .words = summary_kind_names },
	{ NULL, TABLE_GROUP, .inner = &row_table },
	{ "mean", TABLE_TIME, AT(times), .get = get_mean },
	{ "deviation", TABLE_TIME, AT(times), .get = get_deviation },
};
static const struct table sum_table = TABLE(NULL, sum_columns);

static const struct table_column json_row_columns[] = {
	{ NULL, TABLE_GROUP, .inner = &sum_table },
	{ "least_sum", TABLE_OBJECT, AT(least), .inner = &extreme_table },
	{ "most_sum", TABLE_OBJECT, AT(most), .inner = &extreme_table },
};
const struct table summary_json_rows = TABLE("rows", json_row_columns);

static const struct table_column screen_row_columns[] = {
	{ NULL, TABLE_GROUP, .inner = &row_table },
	{ NULL, TABLE_FIGURE, .title = "imbal", .width = 5, .get = get_imbalance },
	{ NULL, TABLE_TEXT, .title = "most", .width = 9, .get = get_most_place },
};
const struct table summary_screen_rows = TABLE(NULL, screen_row_columns);

static const struct table_column screen_error_columns[] = {
	{ NULL, TABLE_TEXT, AT(name), "Errors" },
	{ NULL, TABLE_COUNT, AT(count), "count", 9 },
	{ NULL, TABLE_COUNT, AT(processes), "processes", 9 },
	{ NULL, TABLE_TEXT, .title = "most", .width = 22, .get = get_most_place },
};
const struct table summary_screen_errors = TABLE(NULL, screen_error_columns);

/* -- rows of several files -------------------------------------------------------------------- */

struct summary_source summary_source_of(const struct summary *summary, const char *path,
					uint64_t file)
{
	return (struct summary_source){
		.path = path,
		.file = file,
		.process = summary->process_count == 1 ? summary->processes[0] : NULL,
	};
}

static void get_path(const void *row, struct table_value *value)
{
	(void)row;
	value->text = ((const struct summary_source *)value->context)->path;
}

static void get_file(const void *row, struct table_value *value)
{
	(void)row;
	value->number = ((const struct summary_source *)value->context)->file;
}

static void get_source_process(const void *row, struct table_value *value)
{
	(void)row;
	value->row = ((const struct summary_source *)value->context)->process;
}

static const struct table_column csv_columns[] = {
	{ "file", TABLE_TEXT, .get = get_path },
	{ NULL, TABLE_GROUP, .get = get_source_process, .inner = &summary_place },
	{ NULL, TABLE_GROUP, .inner = &sum_table },
};
const struct table summary_csv_rows = TABLE(NULL, csv_columns);

static const struct table_column database_process_columns[] = {
	{ "file", TABLE_COUNT, .get = get_file },
	{ "path", TABLE_TEXT, .get = get_path },
	{ NULL, TABLE_GROUP, .inner = &summary_json_processes },
};
const struct table summary_database_processes = TABLE("processes", database_process_columns);

static const struct table_column database_sum_columns[] = {
	{ "file", TABLE_COUNT, .get = get_file },
	{ NULL, TABLE_GROUP, .inner = &sum_table },
};
const struct table summary_database_sums = TABLE("sums", database_sum_columns);
