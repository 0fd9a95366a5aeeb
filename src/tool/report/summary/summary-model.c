/* SPDX-License-Identifier: Apache-2.0 */
/* summary-model: see summary-rows.h. */
#include "tool/report/summary/summary-rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/common/line.h"
#include "record/recorded-call.h"
#include "tool/report/view/view-tables.h"

#define MOST_ROWS 256 /* of calls, and of kernels */
#define OTHERS "(other)"
#define MOST_DEVICES 1024 /* bytes */

/* A row of the process; its time is both extremes, because there is one process. */
static bool add_row(struct summary *summary, const struct summary_process *process,
		    struct summary_row row)
{
	const uint64_t total = row.kind == SUMMARY_ERROR ? row.count : row.total;

	row.processes = 1;
	row.least = row.most = (struct summary_extreme){ .process = process, .total = total };
	return summary_add_row(summary, &row);
}

/* -- the process -------------------------------------------------------------------- */

/* Each once, in the order in which the program saw them. */
static void list_devices(const struct model *model, struct line *line)
{
	for (size_t i = 0; i < model->devices.count; i++) {
		const struct model_device *device = &model->devices.list[i];
		char buffer[256];
		struct line text = line_in(buffer, sizeof(buffer));

		if (!device->is_used)
			continue;
		line_add(&text, "%s, driver %s", device->name ? device->name : "unknown",
			 device->driver ? device->driver : "unknown");
		if (!strstr(line->text, buffer))
			line_add(line, "%s%s", line->length > 0 ? "; " : "", buffer);
	}
}

static const unsigned int build_functions[] = { CLROUTER_SLOT_clBuildProgram,
						CLROUTER_SLOT_clCompileProgram,
						CLROUTER_SLOT_clLinkProgram };

/* The builds by FUNCTION. If the process has added up its calls itself, those are known only. */
static struct summary_row sum_builds(const struct model *model, unsigned int function)
{
	const struct model_function *calls = model->functions[function];
	struct summary_row row = { .kind = SUMMARY_BUILD,
				   .name = model_function_name(model, function) };

	if (calls && model->reader->header.has_sums) {
		row.count = calls->now.count;
		row.errors = calls->now.errors;
		row.times = calls->times;
		row.total = calls->now.time;
	}
	for (size_t i = 0; i < model->build_count; i++) {
		const struct model_build *build = &model->builds[i];

		if (build->place.function != function)
			continue;
		row.count++;
		row.errors += build->code != 0;
		durations_add(&row.times, build->duration);
		row.total += build->duration;
	}
	return row;
}

static bool add_queues(const struct model *model, struct summary_process *process)
{
	const struct view view = { .model = model };
	const struct view_rows rows = view_queues(&view);

	for (size_t i = 0; rows.list && i < rows.count; i++) {
		process->busy += rows.list[i].all.time;
		process->commands += rows.list[i].all.count;
	}
	free(rows.list);
	return rows.list != NULL;
}

static bool add_up(const struct model *model, struct summary_process *process)
{
	for (size_t i = 0; i < model->threads.count; i++)
		if (model->threads.list[i].now.time > process->inside)
			process->inside = model->threads.list[i].now.time;
	for (size_t i = 0; i < ARRAY_SIZE(build_functions); i++) {
		const struct summary_row row = sum_builds(model, build_functions[i]);

		process->builds += row.count;
		process->building += row.total;
	}
	for (size_t i = 0; i < model->error_count; i++)
		process->errors += model->errors[i].count;
	return add_queues(model, process);
}

static void set_death(struct summary_process *process, const struct record_header *header)
{
	if (header->death == RECORD_DEATH_SIGNAL)
		process->signal = (uint64_t)header->death_code;
	if (header->death == RECORD_DEATH_EXIT)
		process->exit_status = (uint64_t)header->death_code;
	if (header->state == RECORD_OPEN && header->died > header->monotonic)
		process->death = header->realtime + (header->died - header->monotonic);
}

static const struct summary_process *add_process(struct summary *summary, const struct model *model,
						 bool *is_known)
{
	const struct record_header *header = &model->reader->header;
	char devices[MOST_DEVICES] = "";
	struct line line = line_in(devices, sizeof(devices));
	const struct model_wait *died_in = model_died_in(model);
	struct summary_process process = {
		.host = model->host,
		.rank = model->rank,
		.job = model->job,
		.program = model->program,
		.end = model_end_words[model->end],
		.process = header->process,
		.parent = header->parent,
		.start = header->realtime,
		.run = model->run,
		.calls = model->calls,
		.lost = header->lost,
		.damaged = model->damaged,
	};

	if (model_has_waits(model)) {
		process.waits = header->wait_time;
		process.waits_cpu = header->wait_cpu;
	}
	list_devices(model, &line);
	if (line.length > 0)
		process.devices = devices;
	if (died_in)
		process.died_in = model_function_name(model, died_in->place.function);
	set_death(&process, header);
	if (add_up(model, &process))
		return summary_add_process(summary, &process, is_known);
	*is_known = false;
	return NULL;
}

/* -- the rows ------------------------------------------------------------------------ */

/* What is not measured is taken to be as what is. */
static struct summary_row row_of_work(enum summary_kind kind, const char *name,
				      const struct model_work *work)
{
	struct summary_row row = { .kind = kind,
				   .name = name,
				   .count = work->count,
				   .bytes = work->bytes,
				   .total = work_numbers(work).time };

	work_times(work, &row.times);
	return row;
}

static struct summary_row row_of_kernel(const void *of)
{
	const struct kernel *kernel = of;

	return row_of_work(SUMMARY_KERNEL, kernel->name ? kernel->name : "(unknown)", &kernel->work);
}

static struct summary_row row_of_function(const void *of)
{
	const struct model_function *function = of;

	return (struct summary_row){ .kind = SUMMARY_CALL,
				     .name = function->name,
				     .count = function->now.count,
				     .errors = function->now.errors,
				     .total = function->now.time,
				     .times = function->times };
}

static void join_row(struct summary_row *row, const struct summary_row *part)
{
	row->count += part->count;
	row->errors += part->errors;
	row->total += part->total;
	durations_join(&row->times, &part->times);
}

/* The first rows; those beyond them are one. Frees ROWS. */
static bool add_ranked(struct summary *summary, const struct summary_process *process,
		       struct view_rows rows, struct summary_row (*row_of)(const void *of))
{
	struct summary_row others = { .name = OTHERS };
	bool is_good = rows.list != NULL;

	for (size_t i = 0; is_good && i < rows.count; i++) {
		const struct summary_row row = row_of(rows.list[i].of);

		if (i < MOST_ROWS) {
			is_good = add_row(summary, process, row);
			continue;
		}
		others.kind = row.kind;
		join_row(&others, &row);
	}
	free(rows.list);
	return is_good && (others.count == 0 || add_row(summary, process, others));
}

/* Its name is written to NAME: "mark NAME (DOMAIN)". */
static struct summary_row row_of_range(const struct range_row *range, char name[RANGES_NAME])
{
	struct line line = line_in(name, RANGES_NAME);

	line_add_text(&line, range->kind == RANGE_MARK ? "mark " : "");
	ranges_add_name(&line, range);
	return (struct summary_row){ .kind = SUMMARY_RANGE,
				     .name = name,
				     .count = range->count,
				     .total = range->total,
				     .times = range->times };
}

/* Rows of one name become one row of the process. */
static bool add_named(struct summary *summary, const struct summary_process *process,
		      const struct range_row *const *rows, size_t count)
{
	char name[RANGES_NAME];
	char other[RANGES_NAME];
	bool is_good = true;

	for (size_t i = 0; is_good && i < count; i++) {
		struct summary_row row = row_of_range(rows[i], name);
		bool is_first = true;

		for (size_t k = 0; k < count; k++) {
			const struct summary_row part = row_of_range(rows[k], other);

			if (k == i || strcmp(name, other) != 0)
				continue;
			is_first = is_first && k > i;
			join_row(&row, &part);
		}
		is_good = !is_first || add_row(summary, process, row);
	}
	return is_good;
}

static bool add_ranges(struct summary *summary, const struct view *view,
		       const struct summary_process *process)
{
	const struct view_array rows = view_rows_of(view, VIEW_RANGES);
	const struct range_row *const *list = rows.rows;
	const size_t named = rows.count < MOST_ROWS ? rows.count : MOST_ROWS;
	struct summary_row others = { .kind = SUMMARY_RANGE, .name = OTHERS };
	char name[RANGES_NAME];
	bool is_good = list && add_named(summary, process, list, named);

	for (size_t i = named; is_good && i < rows.count; i++) {
		const struct summary_row row = row_of_range(list[i], name);

		join_row(&others, &row);
	}
	free(rows.owned);
	return is_good && (others.count == 0 || add_row(summary, process, others));
}

static bool add_transfers(struct summary *summary, const struct commands *commands,
			  const struct summary_process *process)
{
	for (int kind = COMMAND_WRITE; kind < COMMAND_KINDS; kind++) {
		const struct summary_row row =
			row_of_work(SUMMARY_TRANSFER, command_direction((enum command_kind)kind),
				    &commands->transfers[kind].work);

		if (row.count > 0 && !add_row(summary, process, row))
			return false;
	}
	return true;
}

/* By function: the options of a program may be different in each process. */
static bool add_builds(struct summary *summary, const struct model *model,
		       const struct summary_process *process)
{
	for (size_t i = 0; i < ARRAY_SIZE(build_functions); i++) {
		const struct summary_row row = sum_builds(model, build_functions[i]);

		if (row.count > 0 && !add_row(summary, process, row))
			return false;
	}
	return true;
}

static bool add_errors(struct summary *summary, const struct model *model,
		       const struct summary_process *process)
{
	for (size_t i = 0; i < model->error_count; i++) {
		const char *name = recorded_error_name(model->errors[i].code);
		char number[32];
		struct line line = line_in(number, sizeof(number));
		const struct summary_row row = { .kind = SUMMARY_ERROR,
						 .name = name ? name : number,
						 .count = model->errors[i].count };

		if (model->errors[i].code == RECORDED_NO_CODE)
			line_add(&line, "(code not asked for)");
		else
			line_add(&line, "%" PRId32, model->errors[i].code);
		if (!add_row(summary, process, row))
			return false;
	}
	return true;
}

bool summary_add_model(struct summary *summary, const struct model *model, bool *is_known)
{
	const struct view view = { .model = model };
	const struct summary_process *process = add_process(summary, model, is_known);

	return process &&
	       add_ranked(summary, process, view_functions(&view), row_of_function) &&
	       add_ranked(summary, process, view_kernels(&view), row_of_kernel) &&
	       add_transfers(summary, &model->commands, process) &&
	       add_builds(summary, model, process) && add_errors(summary, model, process) &&
	       add_ranges(summary, &view, process);
}
