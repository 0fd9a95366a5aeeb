/* SPDX-License-Identifier: Apache-2.0 */
/* live-screen: see live-screen.h. */
#include "tool/report/live/view/live-screen.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "table/cell.h"
#include "tool/report/commands.h"

#define NS_PER_S 1000000000.0
#define HEAD_COLUMNS 40
#define MOST_COLUMNS (CELL_BYTES / 8)

/* A table while it is written. */
struct table {
	FILE *file;
	const struct live *live;
	const struct live_shown *shown;
	size_t name;		/* columns of the first column */
};

/* -- cells ------------------------------------------------------------------------ */

/* COUNT in NS, a second. */
static struct cell cell_frequency(uint64_t count, uint64_t ns)
{
	struct cell cell = { "-" };
	const double rate = ns > 0 ? (double)count * NS_PER_S / (double)ns : 0;

	if (ns > 0)
		text_format(cell.text, sizeof(cell.text), rate < 9.95 && count > 0 ? "%.1f" : "%.0f",
			    rate);
	return cell;
}

static struct cell cell_flow(uint64_t bytes, uint64_t ns)
{
	struct cell cell = { "-" };

	if (ns > 0)
		text_format(cell.text, sizeof(cell.text), "%s/s",
			    cell_bytes((uint64_t)((double)bytes * NS_PER_S / (double)ns)).text);
	return cell;
}

static struct cell cell_average(uint64_t time, uint64_t count, const char *mark)
{
	struct cell cell = { "-" };

	if (count > 0 && time > 0)
		text_format(cell.text, sizeof(cell.text), "%s%s", mark,
			    cell_time(time / count).text);
	return cell;
}

static struct cell cell_idle(const struct table *table, bool is_total,
			     const struct live_queue *queue)
{
	const struct live_view view = { LIVE_BY_TIME, is_total };
	const int idle = live_queue_idle(table->live, view, queue);
	struct cell cell = { "-" };

	if (idle >= 0)
		text_format(cell.text, sizeof(cell.text), "%d.%d %%", idle / 10, idle % 10);
	return cell;
}

static const char *mark_of(const struct live_work *work)
{
	return work->is_estimated ? "~" : "";
}

/* -- threads ---------------------------------------------------------------------- */

static const char *function_name(const struct live *live, unsigned int number)
{
	return live->functions[number] ? live->functions[number]->name : "a call";
}

static void put_thread(const struct table *table, const void *row)
{
	const struct live_thread *thread = row;
	const struct live *live = table->live;
	const uint64_t elapsed = live_elapsed(live, table->shown->view);
	const struct live_thread_numbers in =
		live_thread_in(live, table->shown->view, thread);
	const struct live_call *call =
		thread->depth > 0 ? &thread->calls[thread->depth - 1] : NULL;
	char name[LIVE_THREAD_NAME + 16];

	text_format(name, sizeof(name), "%s%s%" PRIu32, thread->name, *thread->name ? " " : "",
		    thread->id);
	fprintf(table->file, "%s %10s %8s  %s%s%s\n", cell_padded(name, table->name).text,
		cell_frequency(in.calls, elapsed).text, cell_share(in.inside, elapsed).text,
		call ? cell_name(function_name(live, call->function), HEAD_COLUMNS).text : "-",
		call ? " for " : "",
		call ? cell_time(live->now > call->begin ? live->now - call->begin : 0).text : "");
}

/* -- queues ----------------------------------------------------------------------- */

static void put_queue(const struct table *table, const void *row)
{
	const struct live_queue *queue = row;
	const struct live *live = table->live;
	const struct live_work_numbers in =
		live_work_in(live, table->shown->view, &queue->work);
	const char *device = live_device_name(live, queue->device);
	char name[CELL_BYTES] = "all queues";
	char depth[32] = "-";

	if (queue->number > 0)
		text_format(name, sizeof(name), "%" PRIu32 " %s", queue->number,
			    device ? device : "unknown device");
	if (!live->follower.header.has_sums)
		text_format(depth, sizeof(depth), "%" PRIu64, queue->depth);
	fprintf(table->file, "%s %10s %8s %8s %8s  %s\n", cell_padded(name, table->name).text,
		cell_frequency(in.count, live_elapsed(live, table->shown->view)).text, depth,
		cell_idle(table, false, queue).text, cell_idle(table, true, queue).text,
		live->follower.header.has_sums	 ? ""
		: queue->work.measured == 0	 ? "not measured"
		: queue->work.is_estimated ? "samples"
						 : "measured");
}

/* -- transfers -------------------------------------------------------------------- */

static void put_transfer(const struct table *table, const void *row)
{
	const struct live_work *work = row;
	const struct live *live = table->live;
	const uint64_t elapsed = live_elapsed(live, table->shown->view);
	const struct live_work_numbers in = live_work_in(live, table->shown->view, work);
	const enum command_kind kind = (enum command_kind)(work - live->commands.transfers);

	fprintf(table->file, "%s %10s %13s %12s %10" PRIu64 " %12s\n",
		cell_padded(command_direction(kind), table->name).text,
		cell_frequency(in.count, elapsed).text, cell_flow(in.bytes, elapsed).text,
		cell_bytes(work->now.bytes).text, work->now.count,
		cell_rate(in.bytes, work->measured > 0 ? in.time : 0).text);
}

/* -- memory ----------------------------------------------------------------------- */

static void put_memory(const struct table *table, const void *row)
{
	const struct live_memory_row *memory = row;
	const struct live *live = table->live;
	const char *first =
		memory->device_count > 0 ? live_device_name(live, memory->devices[0]) : NULL;
	const bool has_grown = memory->bytes >= memory->before;
	char name[CELL_BYTES];
	char change[40];

	text_format(name, sizeof(name), "%s", first ? first : "unknown device");
	if (memory->device_count > 1)
		text_format(name, sizeof(name), "%s and %u more", first ? first : "unknown device",
			    memory->device_count - 1);
	text_format(change, sizeof(change), "%s%s", has_grown ? "+" : "-",
		    cell_bytes(has_grown ? memory->bytes - memory->before
					 : memory->before - memory->bytes)
			    .text);
	fprintf(table->file, "%s %11s %12s %11s %8" PRIu64 "\n",
		cell_padded(name, table->name).text, cell_bytes(memory->bytes).text,
		live_is_total(live, table->shown->view) ? "-" : change,
		cell_bytes(memory->most).text, memory->objects);
}

/* -- kernels and calls -------------------------------------------------------------- */

static void put_kernel(const struct table *table, const void *row)
{
	const struct live_kernel *kernel = row;
	const struct live_work *work = &kernel->work;
	const uint64_t elapsed = live_elapsed(table->live, table->shown->view);
	const struct live_work_numbers in =
		live_work_in(table->live, table->shown->view, work);
	const bool is_known = work->measured > 0;

	fprintf(table->file, "%s %10s %8s %9s %9s %9" PRIu64 "\n",
		cell_padded(*kernel->name ? kernel->name : "(unknown)", table->name).text,
		cell_frequency(in.count, elapsed).text,
		is_known ? cell_share(in.time, elapsed).text : "-",
		cell_average(in.time, in.count, mark_of(work)).text,
		is_known ? cell_average(work->now.time, 1, mark_of(work)).text : "-",
		work->now.count);
}

static void put_function(const struct table *table, const void *row)
{
	const struct live_function *function = row;
	const uint64_t elapsed = live_elapsed(table->live, table->shown->view);
	const struct live_function_numbers in =
		live_function_in(table->live, table->shown->view, function);

	fprintf(table->file, "%s %10s %8s %9s %9s %9" PRIu64 " %7" PRIu64 "\n",
		cell_padded(function->name, table->name).text,
		cell_frequency(in.count, elapsed).text, cell_share(in.time, elapsed).text,
		cell_average(in.time, in.count, "").text, cell_time(function->now.time).text,
		function->now.count, function->now.errors);
}

/* -- tables ------------------------------------------------------------------------ */

static const struct {
	const char *name;
	const char *columns;	/* the heads of the others, whose width is that of a row's */
	void (*put)(const struct table *table, const void *row);
} tables[LIVE_TABLES] = {
	[LIVE_THREADS] = { "THREAD", "    CALLS/s   INSIDE  IN THE CALL                         ", put_thread },
	[LIVE_QUEUES] = { "QUEUE", " COMMANDS/s    DEPTH     IDLE IDLE ALL  TIMES       ", put_queue },
	[LIVE_TRANSFERS] = { "TRANSFER", "    COUNT/s       BYTES/s        BYTES      COUNT    ON DEVICE",
			     put_transfer },
	[LIVE_MEMORY] = { "MEMORY", "       BYTES       CHANGE        MOST  OBJECTS", put_memory },
	[LIVE_KERNELS] = { "KERNEL", "    COUNT/s    SHARE      MEAN     TOTAL     COUNT", put_kernel },
	[LIVE_CALLS] = { "CALL", "    COUNT/s    SHARE      MEAN     TOTAL     COUNT  ERRORS",
			 put_function },
};

static struct live_rows rows_of_array(const void *array, size_t count, size_t size)
{
	struct live_rows rows = { calloc(count + 1, sizeof(*rows.list)), 0 };

	for (size_t i = 0; rows.list && i < count; i++)
		rows.list[rows.count++] = (const char *)array + i * size;
	return rows;
}

static struct live_rows rows_of_transfers(const struct live *live)
{
	struct live_rows rows = rows_of_array(live->commands.transfers, COMMAND_KINDS,
					      sizeof(*live->commands.transfers));
	size_t kept = 0;

	for (size_t i = 0; i < rows.count; i++)
		if (((const struct live_work *)rows.list[i])->now.count > 0 &&
		    i >= COMMAND_WRITE)
			rows.list[kept++] = rows.list[i];
	rows.count = kept;
	return rows;
}

/* Those in which something was allocated. */
static struct live_rows rows_of_memory(const struct live *live)
{
	struct live_rows rows = rows_of_array(live->memory.rows, live->memory.row_count,
					      sizeof(*live->memory.rows));
	size_t kept = 0;

	for (size_t i = 0; i < rows.count; i++)
		if (((const struct live_memory_row *)rows.list[i])->was_used)
			rows.list[kept++] = rows.list[i];
	rows.count = kept;
	return rows;
}

static struct live_rows rows_of(const struct live *live, struct live_view view,
				enum live_table table)
{
	switch (table) {
	case LIVE_THREADS:
		return live_rows_threads(live, view);
	case LIVE_QUEUES:
		return live_rows_queues(live);
	case LIVE_TRANSFERS:
		return rows_of_transfers(live);
	case LIVE_MEMORY:
		return rows_of_memory(live);
	case LIVE_KERNELS:
		return live_rows_kernels(live, view);
	default:
		return live_rows_functions(live, view);
	}
}

/* The head takes all columns, so that it can be seen as one. */
static void put_table(FILE *file, const struct live *live, const struct live_shown *shown,
		      enum live_table number, const struct live_rows *rows, size_t most)
{
	const size_t others = strlen(tables[number].columns);
	struct table table = { file, live, shown, MOST_COLUMNS };
	const size_t skipped = shown->table >= 0 && shown->skipped < rows->count ? shown->skipped : 0;

	if (shown->columns < others + MOST_COLUMNS)
		table.name = shown->columns > others + 10 ? shown->columns - others : 10;
	fprintf(file, "%s%s%s%s\n", shown->has_marks ? "\033[7m" : "",
		cell_padded(tables[number].name, table.name).text, tables[number].columns,
		shown->has_marks ? "\033[0m" : "");
	for (size_t i = skipped; i < rows->count && i - skipped < most; i++)
		tables[number].put(&table, rows->list[i]);
}

/*
 * How many rows each table gets of LINES, of which each takes one for its head: one after the other
 * gets one more, until all have theirs or there is no line left.
 */
static void share_lines(const struct live_rows *rows, size_t lines, size_t *most)
{
	bool has_given = true;

	memset(most, 0, LIVE_TABLES * sizeof(*most));
	while (has_given && lines > 0) {
		has_given = false;
		for (int i = LIVE_TABLES - 1; i >= 0; i--) {
			const size_t needed = most[i] == 0 ? 2 : 1;

			if (most[i] == rows[i].count || lines < needed)
				continue;
			most[i]++;
			lines -= needed;
			has_given = true;
		}
	}
}

void live_screen_put_tables(FILE *file, const struct live *live, const struct live_shown *shown)
{
	const size_t lines = shown->lines > 0 ? shown->lines : SIZE_MAX / 2;
	struct live_rows rows[LIVE_TABLES] = { { NULL, 0 } };
	size_t most[LIVE_TABLES];

	for (int i = 0; i < LIVE_TABLES; i++)
		if (shown->table < 0 || shown->table == i)
			rows[i] = rows_of(live, shown->view, (enum live_table)i);
	share_lines(rows, lines, most);
	for (int i = 0; i < LIVE_TABLES; i++)
		if (most[i] > 0 || shown->table == i)
			put_table(file, live, shown, (enum live_table)i, &rows[i], most[i]);
	for (int i = 0; i < LIVE_TABLES; i++)
		free(rows[i].list);
}

/* -- the head ---------------------------------------------------------------------- */

static void name_program(const struct live *live, char *text, size_t size)
{
	size_t used = 0;

	*text = '\0';
	for (size_t i = 0; i < live->argument_count && used + 1 < size; i++)
		used += text_format(text + used, size - used, "%s%s", i > 0 ? " " : "",
				    i > 0 ? live->arguments[i]
					  : text_base_name(live->arguments[i]));
	if (used == 0)
		text_format(text, size, "%s",
			    live->program ? text_base_name(live->program) : "a program");
}

static const char *end_text(enum model_end end)
{
	static const char *const texts[] = {
		[MODEL_ENDED] = "has ended",
		[MODEL_KILLED] = "was killed or has crashed",
		[MODEL_RUNS] = "runs",
		[MODEL_FULL] = "is no longer recorded: no space for the file",
		[MODEL_LIMIT] = "is no longer recorded: size limit",
	};

	return texts[end];
}

void live_screen_put_head(FILE *file, const struct live *live, struct live_view view)
{
	const struct record_header *header = &live->follower.header;
	const uint64_t calls = live_is_total(live, view) ? live->calls
							 : live->calls - live->calls_before;
	const uint64_t damaged = live->follower.bad_chunks + live->follower.bad_records;
	char name[4 * HEAD_COLUMNS];

	name_program(live, name, sizeof(name));
	fprintf(file, "%s, process %" PRIu32 " %s, %s%s\n", cell_name(name, HEAD_COLUMNS).text,
		header->process, end_text(live->end), cell_time(live->now - live->start).text,
		header->has_sums ? ", sums only" : "");
	fprintf(file, "%s calls/s, %" PRIu64 " in all, %" PRIu64 " failed",
		cell_frequency(calls, live_elapsed(live, view)).text, live->calls, live->failed);
	if (header->lost > 0)
		fprintf(file, ", %" PRIu64 " not recorded", header->lost);
	if (damaged > 0)
		fprintf(file, ", %" PRIu64 " damaged", damaged);
	fprintf(file, "; %s %s\n",
		live_is_total(live, view) ? "all of" : "in the last",
		cell_time(live_elapsed(live, view)).text);
}
