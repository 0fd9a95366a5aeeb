/* SPDX-License-Identifier: Apache-2.0 */
/* view-screen: see view.h. */
#include "tool/report/view/view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "base/text.h"
#include "table/cell.h"
#include "table/lines.h"
#include "tool/report/view/callers.h"
#include "tool/report/view/view-tables.h"

#define PROGRAM_BYTES 256
#define MOST_UNKNOWN 5
#define MOST_DEVICES 4
#define PLACE_COLUMNS 60
#define NAME_COLUMNS 30
#define HOST_COLUMNS 20

static size_t at_most(uint64_t count, size_t most)
{
	return count < most ? (size_t)count : most;
}

static const char *plural(uint64_t count)
{
	return count == 1 ? "" : "s";
}

/* -- the program ------------------------------------------------------------------------- */

void view_screen_add_program(struct line *line, const struct model *model, bool is_short)
{
	const char *name = model->argument_count > 0 ? model->arguments[0]
			   : model->program	     ? model->program
						     : "unknown";

	line_add_text(line, is_short ? text_base_name(name) : name);
	for (size_t i = 1; i < model->argument_count; i++)
		line_add(line, " %s", model->arguments[i]);
}

static void put_program(struct output *output, const struct model *model)
{
	char text[PROGRAM_BYTES];
	struct line line = line_in(text, sizeof(text));

	view_screen_add_program(&line, model, false);
	lines_plain(output, "%s, process %" PRIu32, cell_name(text, PLACE_COLUMNS).text,
		    model->reader->header.process);
}

/* When and where it ran, and which one of which job it is. */
static void put_where(struct output *output, const struct model *model)
{
	const time_t seconds = (time_t)(model->reader->header.realtime / 1000000000);
	char date[32] = "";
	struct tm tm;

	if (localtime_r(&seconds, &tm))
		strftime(date, sizeof(date), "%Y-%m-%d %H:%M:%S", &tm);
	lines_plain(output, "  %s%s%s%s%s%s%s", date, model->host ? ", host " : "",
		    model->host ? cell_name(model->host, HOST_COLUMNS).text : "",
		    model->rank ? ", rank " : "",
		    model->rank ? cell_name(model->rank, 10).text : "",
		    model->job ? ", job " : "", model->job ? cell_name(model->job, 12).text : "");
}

static void put_devices(struct output *output, const struct model_devices *devices)
{
	size_t count = 0;

	for (size_t i = 0; i < devices->count; i++) {
		const struct model_device *device = &devices->list[i];

		count += device->is_used;
		if (!device->is_used || count > MOST_DEVICES)
			continue;
		lines_plain(output, "  device %s, driver %s",
			    cell_name(device->name ? device->name : "unknown", NAME_COLUMNS).text,
			    cell_name(device->driver ? device->driver : "unknown", HOST_COLUMNS).text);
	}
	lines_more(output, count, MOST_DEVICES);
}

/* -- the run ------------------------------------------------------------------------------- */

static void put_range(struct output *output, const struct model *model)
{
	if (model->options.from == 0 && model->options.to == 0)
		return;
	lines_plain(output, "  Only what was between %s and %s",
		    cell_time(model->options.from).text,
		    cell_time(model->options.from + model->run).text);
	if (model->calls == 0)
		lines_plain(output, "  No call began in this time");
}

/* The share is of the thread with the most, because threads wait at the same time. */
static void put_run(struct output *output, const struct model *model)
{
	const uint64_t run = model->run;
	uint64_t inside = 0;
	uint64_t most = 0;
	size_t count = 0;

	for (size_t i = 0; i < model->threads.count; i++) {
		const struct model_numbers *numbers = &model->threads.list[i].now;

		count += numbers->count > 0 || numbers->time > 0;
		inside += numbers->time;
		most = numbers->time > most ? numbers->time : most;
	}
	lines_plain(output,
		    "Run time %s%s, %s of it inside OpenCL (%s): %" PRIu64 " call%s in %zu thread%s",
		    model_is_cut(model) ? "at least " : "", cell_time(run).text, cell_time(most).text,
		    cell_share(most, run).text, model->calls, plural(model->calls), count,
		    plural(count));
	put_range(output, model);
	if (count > 1)
		lines_plain(output, "  That is the thread with the most; all threads together %s",
			    cell_time(inside).text);
}

/* Drivers may use a processor for as long as they wait. */
static void put_waits(struct output *output, const struct model *model)
{
	const struct record_header *header = &model->reader->header;

	if (model_has_waits(model) && header->wait_time > model->run / 100)
		lines_plain(output, "  Long waits %s, in which threads used %s of CPU time",
			    cell_time(header->wait_time).text, cell_time(header->wait_cpu).text);
}

/* -- the end ------------------------------------------------------------------------------- */

void view_screen_add_end(struct line *line, const struct model *model)
{
	static const char *const texts[] = {
		[MODEL_ENDED] = "ended",
		[MODEL_KILLED] = "was killed or crashed",
		[MODEL_RUNS] = "still runs",
		[MODEL_FULL] = "is no longer recorded: no space for the file",
		[MODEL_LIMIT] = "is no longer recorded: the file has reached its size limit",
	};
	const struct record_header *header = &model->reader->header;

	if (model->end == MODEL_KILLED && header->death == RECORD_DEATH_SIGNAL)
		line_add(line, "was ended by signal %" PRId32 " (%s)", header->death_code,
			 strsignal(header->death_code));
	else if (model->end == MODEL_KILLED && header->death == RECORD_DEATH_EXIT)
		line_add(line, "ended with status %" PRId32 " without a word", header->death_code);
	else
		line_add_text(line, texts[model->end]);
}

/* Where in the program the call of the line before was made. */
static void put_caller(struct output *output, const struct model *model,
		       const struct model_place *place)
{
	const struct cell_name code = callers_text(model, place, PLACE_COLUMNS);

	if (*code.text)
		lines_plain(output, "    in %s", code.text);
}

static const char *number_text(const struct model_place *place, char *text, size_t size)
{
	struct line line = line_in(text, size);

	if (place->number > 0)
		line_add(&line, " (call %" PRIu64 ")", place->number);
	return text;
}

static void put_place(struct output *output, const struct model *model,
		      const struct model_place *place, const char *before)
{
	char number[32];

	lines_plain(output, "    %s", before);
	lines_plain(output, "    %s of thread %" PRIu32 ", at %s%s",
		    cell_name(model_function_name(model, place->function), NAME_COLUMNS).text,
		    place->thread, cell_time(model_since_start(model, place->time)).text,
		    number_text(place, number, sizeof(number)));
	put_caller(output, model, place);
}

static void put_hang(struct output *output, const struct model *model, const struct hang *hang)
{
	if (hang->pending > 0)
		lines_plain(output, "    %" PRIu64 " command%s of queue#%" PRIu32
			    " %s not known to have ended", hang->pending, plural(hang->pending),
			    hang->pending_queue, hang->pending == 1 ? "is" : "are");
	if (hang->kind == HANG_USER_EVENT)
		put_place(output, model, &hang->place,
			  "it waits for a user event that nobody has set, made by");
	else if (hang->kind == HANG_COMMAND)
		put_place(output, model, &hang->place, "it waits for this command, enqueued by");
}

static void put_open(struct output *output, const struct model *model,
		     const struct model_wait *wait, bool is_least)
{
	const struct model_place *place = &wait->place;
	char number[32];

	lines_plain(output, "  in %s of thread %" PRIu32 " since %s, for %s%s%s",
		    cell_name(model_function_name(model, place->function), NAME_COLUMNS).text,
		    place->thread, cell_time(model_since_start(model, place->time)).text,
		    is_least ? "at least " : "", cell_time(wait->duration).text,
		    number_text(place, number, sizeof(number)));
	put_caller(output, model, place);
}

static void put_end(struct output *output, const struct view *view)
{
	const struct model *model = view->model;
	const struct model_open *unfinished = &model->unfinished;
	char text[128];
	struct line line = line_in(text, sizeof(text));

	view_screen_add_end(&line, model);
	if (model->end != MODEL_ENDED || unfinished->count > 0)
		lines_plain(output, "At the end: the program %s", text);
	for (size_t i = 0; i < at_most(unfinished->count, MODEL_OPEN); i++) {
		put_open(output, model, &unfinished->list[i], model_is_cut(model));
		put_hang(output, model, &view->hangs[i]);
	}
	lines_more(output, unfinished->count, MODEL_OPEN);
}

static void put_earlier(struct output *output, const struct model *model)
{
	const struct model_open *earlier = &model->earlier;

	if (earlier->count > 0)
		lines_plain(output, "At the beginning: %" PRIu64 " call%s that had begun before",
			    earlier->count, plural(earlier->count));
	for (size_t i = 0; i < at_most(earlier->count, MODEL_OPEN); i++)
		put_open(output, model, &earlier->list[i], false);
	lines_more(output, earlier->count, MODEL_OPEN);
}

static void put_count(struct output *output, const char *what, uint64_t count)
{
	if (count > 0)
		lines_plain(output, "%s: %" PRIu64, what, count);
}

static void put_lost(struct output *output, const struct model *model)
{
	put_count(output, "Calls and commands that could not be recorded",
		  model->reader->header.lost);
	put_count(output, "Places in the file that are damaged and could not be read",
		  model->damaged);
	put_count(output, "Calls that an exception or the end of a thread left", model->left_calls);
	put_count(output, "Ends of ranges that had not begun", model->ranges.unpaired);
	put_count(output, "Ranges that are too many to say what was called in them",
		  model->ranges.left_out);
	put_count(output, "Functions that the program got by name, whose calls are not recorded",
		  model->unknown_functions);
	for (size_t i = 0; i < at_most(model->unknown_functions, MOST_UNKNOWN); i++)
		lines_plain(output, "  %s: %s", cell_name(model->unknown[i].name, NAME_COLUMNS).text,
			    model->unknown[i].reason);
	lines_more(output, model->unknown_functions, MOST_UNKNOWN);
}

/* -- notes below the queues -------------------------------------------------------------------- */

/* Without device times the tables above have dashes; this is how to get them. */
static void put_unmeasured(struct output *output, const struct commands *commands)
{
	uint64_t missing = 0;

	for (size_t i = 0; i < commands->queue_count; i++) {
		const struct model_queue *queue = commands->queues[i];

		if (queue && queue->number > 0 && queue->profiling == RECORD_PROFILING_AS_MADE &&
		    queue->work.count > work_measured(&queue->work))
			missing += queue->work.count - work_measured(&queue->work);
	}
	if (missing > 0)
		lines_plain(output,
			    "  %" PRIu64 " command%s no device times; record --profile-queues measures all",
			    missing, missing == 1 ? " has" : "s have");
}

/* What was done to the queues for device times, and what was not, and why. */
static void put_profiling(struct output *output, const struct commands *commands)
{
	static const char *const reasons[] = {
		[RECORD_PROFILING_SAMPLED] =
			"measured now and then, ~ is scaled; --profile-queues measures all",
		[RECORD_PROFILING_OUT_OF_ORDER] = "no device times: it is an out-of-order queue",
		[RECORD_PROFILING_COMMAND_BUFFERS] =
			"no device times: the program makes command buffers",
		[RECORD_PROFILING_SLOW] = "no device times: profiling makes this driver slow",
		[RECORD_PROFILING_REFUSED] = "no device times: the driver refuses profiling",
	};
	size_t counts[ARRAY_SIZE(reasons)] = { 0 };

	for (size_t i = 0; i < commands->queue_count; i++) {
		const struct model_queue *queue = commands->queues[i];

		if (queue && queue->work.count > 0 && !work_is_measured(&queue->work))
			counts[queue->profiling]++;
	}
	for (size_t i = 0; i < ARRAY_SIZE(reasons); i++)
		if (reasons[i] && counts[i] > 0)
			lines_plain(output, "  %zu queue%s: %s", counts[i], plural(counts[i]),
				    reasons[i]);
	put_unmeasured(output, commands);
}

/* Commands of several queues, or of one without order. */
static void put_overlap(struct output *output, const struct commands *commands)
{
	uint64_t all = 0;
	uint64_t busy = 0;

	for (size_t i = 0; i < commands->queue_count; i++)
		if (commands->queues[i] && work_is_measured(&commands->queues[i]->work))
			all += commands->queues[i]->work.total;
	for (size_t i = 0; i < commands->device_count; i++)
		busy += busy_sum(&commands->devices[i].busy).busy;
	if (all > busy + busy / 100)
		lines_plain(output, "  Commands overlap: they take %s, in %s of the time",
			    cell_time(all).text, cell_time(busy).text);
}

/* -- all ------------------------------------------------------------------------------------- */

static const struct {
	enum view_table table;
	size_t most; /* lines of rows */
} parts[] = {
	{ VIEW_REMARKS, (size_t)4 * REMARKS_MOST }, { VIEW_RANGES, 12 }, { VIEW_FUNCTIONS, 10 }, { VIEW_KERNELS, 12 },
	{ VIEW_TRANSFERS, COMMAND_KINDS },  { VIEW_QUEUES, 5 },	    { VIEW_IDLE, 5 },
	{ VIEW_BUILDS, 8 },
	{ VIEW_ERRORS, 10 },		    { VIEW_WAITS, MODEL_WAITS },
};

static void put_tables(struct output *output, const struct view *view)
{
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		const struct view_array rows = view_rows_of(view, parts[i].table);
		struct table_view table = { .output = output,
					    .table = view_tables[parts[i].table],
					    .screen = VIEW_REPORT,
					    .context = view,
					    .indent = 2,
					    .cuts_names = parts[i].table == VIEW_QUEUES,
					    .most = parts[i].most };

		table_put_all(&table, rows.rows, rows.count, rows.size);
		free(rows.owned);
		if (parts[i].table == VIEW_REMARKS && callers_need_names(view->model))
			lines_plain(output, "  record --stacks python3 -X perf ... says which functions of "
					    "Python call");
		if (parts[i].table == VIEW_QUEUES) {
			put_profiling(output, &view->model->commands);
			put_overlap(output, &view->model->commands);
		}
	}
}

void view_screen_put(struct output *output, const struct view *view)
{
	if (output->form != OUTPUT_LINES)
		return;
	put_program(output, view->model);
	put_where(output, view->model);
	put_devices(output, &view->model->devices);
	put_run(output, view->model);
	put_waits(output, view->model);
	put_earlier(output, view->model);
	put_end(output, view);
	put_lost(output, view->model);
	put_tables(output, view);
}
