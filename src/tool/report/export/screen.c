/* SPDX-License-Identifier: Apache-2.0 */
/* screen: see screen.h. */
#include "tool/report/export/screen.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "base/text.h"
#include "record/recorded-call.h"
#include "table/cell.h"
#include "table/lines.h"
#include "tool/report/commands.h"
#include "tool/report/export/remark-words.h"
#include "tool/report/export/times.h"

#define KERNEL_COLUMNS 18
#define KERNEL_LINES 12
#define LINE_COLUMNS 64 /* of a name that has a line of its own */
#define MOST_ROWS 10 /* of functions and kernels; of other tables half of it */
#define MOST_UNKNOWN 5
#define MOST_DEVICES 4
#define NAME_COLUMNS 29
#define WIDE_COLUMNS 60
#define HOST_COLUMNS 20
#define SIZE_COLUMNS 16
#define CODE_COLUMNS 36
#define PLACE_COLUMNS 29

static void put_more(struct output *output, size_t count, size_t shown)
{
	if (count > shown)
		lines_plain(output, "  ... and %zu more; --json has all", count - shown);
}

static size_t at_most(size_t count, size_t most)
{
	return count < most ? count : most;
}

/* -- the program -------------------------------------------------------------- */

static const char *const end_texts[] = {
	[MODEL_ENDED] = "the program ended",
	[MODEL_KILLED] = "the program was killed or crashed",
	[MODEL_RUNS] = "the program still runs",
	[MODEL_FULL] = "recording ended early: no space for the file",
	[MODEL_LIMIT] = "recording ended early: the file reached its size limit",
};

static void put_program(struct output *output, const struct model *model)
{
	char line[4 * WIDE_COLUMNS] = "";
	size_t used = 0;

	for (size_t i = 0; i < model->argument_count && used + 1 < sizeof(line); i++)
		used += text_format(line + used, sizeof(line) - used, "%s%s", i > 0 ? " " : "",
				    model->arguments[i]);
	if (used == 0)
		text_format(line, sizeof(line), "%s", model->program ? model->program : "unknown");
	lines_plain(output, "%s, process %" PRIu32, cell_name(line, WIDE_COLUMNS).text,
		    model->reader->header.process);
}

/* When and where it ran, which one of which job it is, and its devices. */
static void put_where(struct output *output, const struct model *model)
{
	const time_t seconds = (time_t)(model->reader->header.realtime / 1000000000);
	char date[32] = "";
	struct tm tm;
	size_t count = 0;

	if (localtime_r(&seconds, &tm))
		strftime(date, sizeof(date), "%Y-%m-%d %H:%M:%S", &tm);
	lines_plain(output, "  %s%s%s%s%s%s%s", date, model->host ? ", host " : "",
		    model->host ? cell_name(model->host, HOST_COLUMNS).text : "",
		    model->rank ? ", rank " : "",
		    model->rank ? cell_name(model->rank, 10).text : "",
		    model->job ? ", job " : "",
		    model->job ? cell_name(model->job, WIDE_COLUMNS / 5).text : "");
	for (size_t i = 0; i < model->devices.count; i++) {
		const struct device *device = &model->devices.list[i];

		count += device->is_used;
		if (device->is_used && count <= MOST_DEVICES)
			lines_plain(
				output, "  device %s, driver %s",
				cell_name(device->name ? device->name : "unknown", WIDE_COLUMNS / 2)
					.text,
				device->driver ? cell_name(device->driver, WIDE_COLUMNS / 3).text
					       : "unknown");
	}
	put_more(output, count, MOST_DEVICES);
}

/* The share is that of the thread with the most, because threads wait at the same time. */
static void put_run(struct output *output, const struct model *model)
{
	const uint64_t run = model->run;
	uint64_t inside = 0;
	uint64_t most = 0;
	size_t count = 0;

	for (size_t i = 0; i < model->threads.count; i++) {
		const struct thread *thread = &model->threads.list[i];

		count += thread->calls > 0;
		inside += thread->inside;
		most = thread->inside > most ? thread->inside : most;
	}
	lines_plain(output,
		    "Run time %s, %s of it inside OpenCL (%s): %" PRIu64 " call%s in %zu thread%s",
		    cell_time(run).text, cell_time(most).text, cell_share(most, run).text,
		    model->calls, model->calls == 1 ? "" : "s", count, count == 1 ? "" : "s");
	if (model->options.from > 0 || model->options.to > 0)
		lines_plain(output, "  Only calls that began between %s and %s",
			    cell_time(model->options.from).text,
			    cell_time(model->options.from + run).text);
	if (count > 1)
		lines_plain(output, "  That is the thread with the most; all threads together %s",
			    cell_time(inside).text);
}

/* Where in the program the call of the line before was made. */
static void put_caller(struct output *output, const struct model *model,
		       const struct model_place *place)
{
	const struct cell_name code = remark_words_caller(model, place, WIDE_COLUMNS);

	if (*code.text)
		lines_plain(output, "    in %s", code.text);
}

static void put_end(struct output *output, const struct model *model)
{
	const uint64_t count = model->unfinished_count;

	if (model->end != MODEL_ENDED || count > 0)
		lines_plain(output, "At the end: %s", end_texts[model->end]);
	for (size_t i = 0; i < at_most(count, MODEL_UNFINISHED); i++) {
		const struct model_place *place = &model->unfinished[i];

		lines_plain(
			output, "  in %s of thread %" PRIu32 ", since %s (call %" PRIu64 ")",
			cell_name(model->functions[place->function].name, WIDE_COLUMNS / 2).text,
			place->thread, cell_time(model_since_start(model, place->time)).text,
			place->number);
		put_caller(output, model, place);
	}
	put_more(output, count, MODEL_UNFINISHED);
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
	put_count(output, "Functions that the program got by name, whose calls are not recorded",
		  model->unknown_functions);
	for (size_t i = 0; i < at_most(model->unknown_functions, MOST_UNKNOWN); i++)
		lines_plain(output, "  %s: %s",
			    cell_name(model->unknown[i].name, WIDE_COLUMNS / 2).text,
			    model->unknown[i].reason);
	put_more(output, model->unknown_functions, MOST_UNKNOWN);
}

/* -- tables ------------------------------------------------------------------- */

static void put_functions(struct output *output, const struct model *model)
{
	const uint64_t run = model->run;
	size_t count;
	unsigned int *list = model_functions_by_time(model, &count);

	lines_empty(output);
	lines_plain(output, "%-29s %8s %7s %8s %8s %8s %6s", "API calls by time", "count", "run",
		    "total", "mean", "max", "errors");
	for (size_t i = 0; list && i < at_most(count, MOST_ROWS); i++) {
		const struct model_function *function = &model->functions[list[i]];
		const struct durations *times = model_times(function);

		lines_plain(output, "  %s %8" PRIu64 " %7s %8s %8s %8s %6" PRIu64,
			    cell_padded(function->name, 27).text, function->count,
			    cell_share(times->total, run).text, cell_time(times->total).text,
			    cell_time(durations_mean(times)).text, cell_time(times->most).text,
			    function->errors);
	}
	put_more(output, count, MOST_ROWS);
	free(list);
}

/* "1024x1024/16x16"; only the global size if the driver chooses the local one. */
static struct cell_name size_text(const struct command *command)
{
	struct cell_name cell = { "?" };
	size_t used = 0;

	for (int part = 0; part < 2 && command->dimensions > 0; part++) {
		const uint64_t *sizes = command->sizes[part];

		if (part == 1 && sizes[0] == 0)
			break;
		for (int i = 0; i < command->dimensions; i++)
			used += text_format(cell.text + used, sizeof(cell.text) - used,
					    "%s%" PRIu64, i > 0 ? "x" : part > 0 ? "/" : "",
					    sizes[i]);
	}
	return cell;
}

static const char *kernel_name(const struct kernel *kernel)
{
	return kernel->name ? kernel->name : "(unknown)";
}

/* A name that does not fit beside the numbers has a line of its own. */
static bool is_long(const struct kernel *kernel)
{
	return cell_columns(kernel_name(kernel)) > KERNEL_COLUMNS;
}

static void put_kernel(struct output *output, const struct kernel *kernel, uint64_t run)
{
	const struct durations *times = &kernel->sum.times;
	const char *name = is_long(kernel) ? "" : kernel_name(kernel);
	const struct cell_name size = size_text(kernel->sizes[0].command);
	char more[32] = "";

	if (kernel->size_count > 1)
		text_format(more, sizeof(more), " +%zu", kernel->size_count - 1);
	if (is_long(kernel))
		lines_plain(output, "  %s", cell_ends(kernel_name(kernel), LINE_COLUMNS).text);
	lines_plain(output, "  %s %8" PRIu64 " %7s %8s %8s %8s  %s%s",
		    cell_padded(name, KERNEL_COLUMNS).text, kernel->sum.count,
		    times->count > 0 ? cell_share(times->total, run).text : "-",
		    times_total(times).text, times_mean(times).text,
		    times->count > 0 ? cell_time(times->most).text : "-",
		    cell_name(size.text, SIZE_COLUMNS - strlen(more)).text, more);
}

static void put_kernels(struct output *output, const struct model *model)
{
	const struct commands *commands = &model->commands;
	size_t left = KERNEL_LINES;
	size_t shown = 0;

	if (commands->kernel_count == 0)
		return;
	lines_empty(output);
	lines_plain(output, "%-20s %8s %7s %8s %8s %8s  %s", "Kernels by time", "count", "run",
		    "total", "mean", "max", "global/local");
	for (; shown < at_most(commands->kernel_count, MOST_ROWS); shown++) {
		const size_t lines = is_long(&commands->kernels[shown]) ? 2 : 1;

		if (lines > left)
			break;
		left -= lines;
		put_kernel(output, &commands->kernels[shown], model->run);
	}
	put_more(output, commands->kernel_count, shown);
}

static void put_transfers(struct output *output, const struct model *model)
{
	const uint64_t run = model->run;
	bool has_head = false;

	for (int kind = COMMAND_WRITE; kind < COMMAND_KINDS; kind++) {
		const struct transfer *transfer = &model->commands.transfers[kind];
		const struct durations *times = &transfer->sum.times;

		if (transfer->sum.count == 0)
			continue;
		if (!has_head) {
			lines_empty(output);
			lines_plain(output, "%-20s %8s %7s %8s %8s %10s %12s", "Transfers",
				    "count", "run", "total", "mean", "bytes", "rate");
		}
		has_head = true;
		lines_plain(output, "  %-18s %8" PRIu64 " %7s %8s %8s %10s %12s",
			    command_direction((enum command_kind)kind), transfer->sum.count,
			    times->count > 0 ? cell_share(times->total, run).text : "-",
			    times_total(times).text, times_mean(times).text,
			    transfer->bytes ? cell_bytes(transfer->bytes).text : "-",
			    cell_rate(transfer->measured_bytes, transfer->measured_time).text);
	}
}

static void put_queue(struct output *output, const struct queue *queue, uint64_t run)
{
	const struct durations *times = &queue->sum.times;
	struct durations busy = { .count = times->count,
				  .estimated = times->estimated,
				  .total = queue->busy };
	const bool has_idle = times->count > 0 && times->estimated == 0;
	char name[128];

	text_format(name, sizeof(name), "queue#%" PRIu32 " %s", queue->number,
		    queue->device ? queue->device : "");
	lines_plain(output, "  %s %9" PRIu64 " %9" PRIu64 " %7s %8s %9s",
		    cell_padded(name, NAME_COLUMNS - 2).text, queue->sum.count,
		    times->count - times->estimated,
		    times->count > 0 ? cell_share(queue->busy, run).text : "-",
		    times_total(&busy).text, has_idle ? cell_time(queue->idle).text : "-");
}

static void put_queues(struct output *output, const struct model *model)
{
	const struct commands *commands = &model->commands;
	size_t shown = 0;
	size_t count = 0;

	for (size_t i = 0; i < commands->queue_count; i++)
		count += commands->queues[i].sum.count > 0;
	if (count == 0)
		return;
	lines_empty(output);
	lines_plain(output, "%-*s %9s %9s %7s %8s %9s", NAME_COLUMNS, "Queues", "commands",
		    "measured", "run", "busy", "idle");
	for (size_t i = 0; i < commands->queue_count && shown < MOST_ROWS / 2; i++) {
		if (commands->queues[i].sum.count == 0)
			continue;
		shown++;
		put_queue(output, &commands->queues[i], model->run);
	}
	put_more(output, count, shown);
}

/* Without device times the tables above have dashes; this is how to get them. */
static void put_unmeasured(struct output *output, const struct commands *commands)
{
	size_t missing = 0;

	for (size_t i = 0; i < commands->count; i++) {
		const struct command *command = &commands->list[i];

		missing += !command->is_measured && command->kind != COMMAND_OTHER &&
			   commands->queues[command->queue].profiling == RECORD_PROFILING_AS_MADE;
	}
	if (missing > 0)
		lines_plain(output,
			    "  %zu command%s no device times; record --profile-queues measures all",
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

	for (size_t i = 0; i < commands->queue_count; i++)
		counts[commands->queues[i].profiling] += commands->queues[i].sum.count > 0;
	for (size_t i = 0; i < ARRAY_SIZE(reasons); i++)
		if (reasons[i] && counts[i] > 0)
			lines_plain(output, "  %zu queue%s: %s", counts[i],
				    counts[i] == 1 ? "" : "s", reasons[i]);
	put_unmeasured(output, commands);
}

static void put_build(struct output *output, const struct model_build *build)
{
	const char *code = build->code == 0 ? "good" : recorded_error_name(build->code);
	struct cell_name options = { "" };

	if (build->options)
		options = cell_name(build->options, CODE_COLUMNS);
	lines_plain(output, "  %9s  %s%s%s", cell_time(build->duration).text,
		    code ? code : "failed", build->options ? "  " : "", options.text);
	if (build->log)
		lines_plain(output, "             %s", cell_name(build->log, WIDE_COLUMNS).text);
}

static void put_builds(struct output *output, const struct model *model)
{
	if (model->build_count == 0)
		return;
	lines_empty(output);
	lines_plain(output, "Builds");
	for (size_t i = 0; i < at_most(model->build_count, MOST_ROWS / 2); i++)
		put_build(output, &model->builds[i]);
	put_more(output, model->build_count, MOST_ROWS / 2);
}

static void put_errors(struct output *output, const struct model *model)
{
	if (model->error_count == 0)
		return;
	lines_empty(output);
	lines_plain(output, "%-*s %6s  %s", CODE_COLUMNS, "Errors", "count", "first");
	for (size_t i = 0; i < at_most(model->error_count, MOST_ROWS / 2); i++) {
		const struct model_error *error = &model->errors[i];
		const char *name = recorded_error_name(error->code);
		char code[64];

		if (error->code == RECORDED_NO_CODE)
			text_format(code, sizeof(code), "(code not asked for)");
		else
			text_format(code, sizeof(code), "%s (%" PRId32 ")", name ? name : "unknown",
				    error->code);
		lines_plain(output, "  %s %6" PRIu64 "  %s, %s",
			    cell_padded(code, CODE_COLUMNS - 2).text, error->count,
			    cell_time(model_since_start(model, error->first.time)).text,
			    cell_name(model->functions[error->first.function].name, 24).text);
		put_caller(output, model, &error->first);
	}
	put_more(output, model->error_count, MOST_ROWS / 2);
}

static void put_waits(struct output *output, const struct model *model)
{
	if (model->wait_count == 0)
		return;
	lines_empty(output);
	lines_plain(output, "%-*s %8s %9s  %s", NAME_COLUMNS, "Longest waits", "waited", "at",
		    "place");
	for (size_t i = 0; i < model->wait_count; i++) {
		const struct model_wait *wait = &model->waits[i];
		struct cell_name code = remark_words_caller(model, &wait->place, PLACE_COLUMNS);

		if (!*code.text)
			text_format(code.text, sizeof(code.text),
				    "thread %" PRIu32 ", call %" PRIu64, wait->place.thread,
				    wait->place.number);
		lines_plain(output, "  %s %8s %9s  %s",
			    cell_padded(model->functions[wait->place.function].name,
					NAME_COLUMNS - 2).text,
			    cell_time(wait->duration).text,
			    cell_time(model_since_start(model, wait->place.time)).text,
			    code.text);
	}
}

void screen_put(struct output *output, const struct model *model)
{
	struct remarks remarks;

	if (output->form != OUTPUT_LINES)
		return;
	put_program(output, model);
	put_where(output, model);
	put_run(output, model);
	put_end(output, model);
	put_lost(output, model);
	if (remarks_find(&remarks, model))
		remark_words_put(output, model, &remarks);
	put_functions(output, model);
	put_kernels(output, model);
	put_transfers(output, model);
	put_queues(output, model);
	put_profiling(output, &model->commands);
	put_builds(output, model);
	put_errors(output, model);
	put_waits(output, model);
}
