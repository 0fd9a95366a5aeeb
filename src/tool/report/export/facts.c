/* SPDX-License-Identifier: Apache-2.0 */
/*
 * facts: see facts.h. Members are documented in clrouter(1): they may be added to, but do not
 * change. Names that end in _ns are times or durations; times count from the record's start.
 */
#include "tool/report/export/facts.h"

#include <stdlib.h>

#include "record/recorded-call.h"
#include "base/text.h"
#include "table/cell.h"
#include "table/json.h"
#include "tool/report/export/callers.h"
#include "tool/report/commands.h"
#include "tool/report/export/remark-words.h"
#include "tool/report/export/remarks.h"

static void put_build_id(struct output *output, const struct module *module)
{
	char text[2 * RECORD_MODULE_ID + 1] = "";

	for (size_t i = 0; module && i < module->id_size; i++)
		text_format(text + 2 * i, sizeof(text) - 2 * i, "%02x", module->id[i]);
	json_text(output, "build_id", *text ? text : NULL);
}

static void put_code(struct output *output, const char *key, const struct code_place *code)
{
	json_open_object(output, key);
	json_unsigned(output, "address", code->address);
	json_text(output, "module", code->module ? code->module->path : NULL);
	put_build_id(output, code->module);
	json_unsigned(output, "offset", code->offset);
	json_text(output, "function", *code->function ? code->function : NULL);
	json_text(output, "file", *code->file ? code->file : NULL);
	json_number(output, "line", code->line);
	json_close_object(output);
}

/* The place in the program, and the whole stack if it was recorded. */
static void put_callers(struct output *output, const struct model *model,
			const struct model_place *place)
{
	const struct callers callers = callers_find(model, place);
	struct code_place code;

	if (callers.count > 0) {
		code = callers_get(model, place, &callers, 0);
		put_code(output, "caller", &code);
	}
	if (callers.count < 2)
		return;
	json_open_array(output, "stack");
	for (size_t i = 0; i < callers.count; i++) {
		code = callers_get(model, place, &callers, i);
		put_code(output, NULL, &code);
	}
	json_close_array(output);
}

static void put_place(struct output *output, const struct model *model,
		      const struct model_place *place)
{
	json_text(output, "function", model->functions[place->function].name);
	json_unsigned(output, "thread", place->thread);
	json_unsigned(output, "call", place->number);
	json_unsigned(output, "at_ns", model_since_start(model, place->time));
	put_callers(output, model, place);
}

void facts_put_code(struct output *output, int32_t code)
{
	const char *name = recorded_error_name(code);

	json_text(output, "code", code == RECORDED_NO_CODE ? NULL : name ? name : "unknown");
	json_number(output, "number", code == RECORDED_NO_CODE ? 0 : code);
}

static void put_program(struct output *output, const struct model *model)
{
	const struct record_header *header = &model->reader->header;

	json_text(output, "file", model->reader->path);
	json_text(output, "program", model->program);
	json_open_array(output, "arguments");
	for (size_t i = 0; i < model->argument_count; i++)
		json_text(output, NULL, model->arguments[i]);
	json_close_array(output);
	json_text(output, "directory", model->directory);
	json_text(output, "host", model->host);
	json_text(output, "rank", model->rank);
	json_text(output, "job", model->job);
	json_unsigned(output, "process", header->process);
	json_unsigned(output, "started_realtime_ns", header->realtime);
	json_unsigned(output, "from_ns", model->options.from);
	json_unsigned(output, "run_ns", model->run);
	json_text(output, "end", model_end_word(model->end));
	json_unsigned(output, "calls", model->calls);
	json_unsigned(output, "lost", header->lost);
	json_unsigned(output, "damaged", model->damaged);
	json_unsigned(output, "left", model->left_calls);
	json_unsigned(output, "unknown_functions", model->unknown_functions);
	json_open_array(output, "not_recorded");
	for (size_t i = 0; i < model->unknown_functions && i < MODEL_UNKNOWN; i++) {
		json_open_object(output, NULL);
		json_text(output, "name", model->unknown[i].name);
		json_text(output, "reason", model->unknown[i].reason);
		json_close_object(output);
	}
	json_close_array(output);
	json_unsigned(output, "unfinished_calls", model->unfinished_count);
	json_open_array(output, "unfinished");
	for (size_t i = 0; i < model->unfinished_count && i < MODEL_UNFINISHED; i++) {
		json_open_object(output, NULL);
		put_place(output, model, &model->unfinished[i]);
		json_close_object(output);
	}
	json_close_array(output);
}

static void put_devices(struct output *output, const struct devices *devices)
{
	json_open_array(output, "devices");
	for (size_t i = 0; i < devices->count; i++) {
		json_open_object(output, NULL);
		json_text(output, "name", devices->list[i].name);
		json_text(output, "version", devices->list[i].version);
		json_text(output, "driver_version", devices->list[i].driver);
		json_flag(output, "used", devices->list[i].is_used);
		json_close_object(output);
	}
	json_close_array(output);
}

static void put_remarks(struct output *output, const struct model *model)
{
	struct remarks remarks;
	const bool is_good = remarks_find(&remarks, model);

	json_open_array(output, "remarks");
	for (size_t i = 0; is_good && i < remarks.count; i++) {
		const struct remark *remark = &remarks.list[i];
		char words[2 * CELL_BYTES];
		struct line line = line_in(words, sizeof(words));

		remark_words_add(&line, remark);
		json_open_object(output, NULL);
		json_text(output, "id", remark_word(remark->id));
		json_text(output, "text", words);
		json_unsigned(output, "cost_ns", remark->cost);
		json_unsigned(output, "count", remark->count);
		json_unsigned(output, "time_ns", remark->time);
		json_text(output, "name", remark->name);
		json_text(output, "device", remark->device);
		if (remark->place.time > 0)
			put_place(output, model, &remark->place);
		json_close_object(output);
	}
	json_close_array(output);
}

static void put_threads(struct output *output, const struct model *model)
{
	json_open_array(output, "threads");
	for (size_t i = 0; i < model->threads.count; i++) {
		const struct thread *thread = &model->threads.list[i];

		json_open_object(output, NULL);
		json_unsigned(output, "thread", thread->id);
		json_text(output, "name", thread->name);
		json_unsigned(output, "calls", thread->calls);
		json_unsigned(output, "inside_ns", thread->inside);
		json_close_object(output);
	}
	json_close_array(output);
}

static void put_functions(struct output *output, const struct model *model)
{
	size_t count;
	unsigned int *list = model_functions_by_time(model, &count);

	json_open_array(output, "functions");
	for (size_t i = 0; list && i < count; i++) {
		const struct model_function *function = &model->functions[list[i]];
		const struct durations *times = model_times(function);

		json_open_object(output, NULL);
		json_text(output, "name", function->name);
		json_unsigned(output, "count", function->count);
		json_unsigned(output, "total_ns", times->total);
		json_unsigned(output, "mean_ns", durations_mean(times));
		json_unsigned(output, "min_ns", times->least);
		json_unsigned(output, "max_ns", times->most);
		json_unsigned(output, "errors", function->errors);
		json_close_object(output);
	}
	json_close_array(output);
	free(list);
}

static void put_sum(struct output *output, const struct command_sum *sum)
{
	json_unsigned(output, "count", sum->count);
	json_unsigned(output, "measured", sum->times.count - sum->times.estimated);
	json_unsigned(output, "estimated", sum->times.estimated);
	json_unsigned(output, "total_ns", sum->times.total);
	json_unsigned(output, "mean_ns", durations_mean(&sum->times));
	json_unsigned(output, "min_ns", sum->times.least);
	json_unsigned(output, "max_ns", sum->times.most);
}

static void put_sizes(struct output *output, const char *key, const uint64_t *sizes, int count)
{
	json_open_array(output, key);
	for (int i = 0; i < count; i++)
		json_unsigned(output, NULL, sizes[i]);
	json_close_array(output);
}

/* A local size of zeros is the driver's choice. */
static void put_kernel(struct output *output, const struct kernel *kernel)
{
	json_open_object(output, NULL);
	json_text(output, "name", kernel->name);
	put_sum(output, &kernel->sum);
	json_unsigned(output, "different_sizes", kernel->size_count);
	json_open_array(output, "sizes");
	for (size_t i = 0; i < kernel->size_count && i < KERNEL_SIZES; i++) {
		const struct command *command = kernel->sizes[i].command;

		json_open_object(output, NULL);
		put_sizes(output, "global", command->sizes[0], command->dimensions);
		put_sizes(output, "local", command->sizes[1], command->dimensions);
		json_unsigned(output, "count", kernel->sizes[i].count);
		json_close_object(output);
	}
	json_close_array(output);
	json_close_object(output);
}

static void put_commands(struct output *output, const struct commands *commands)
{
	json_open_array(output, "kernels");
	for (size_t i = 0; i < commands->kernel_count; i++)
		put_kernel(output, &commands->kernels[i]);
	json_close_array(output);
	json_open_array(output, "transfers");
	for (int kind = COMMAND_WRITE; kind < COMMAND_KINDS; kind++) {
		const struct transfer *transfer = &commands->transfers[kind];

		if (transfer->sum.count == 0)
			continue;
		json_open_object(output, NULL);
		json_text(output, "direction", command_direction((enum command_kind)kind));
		put_sum(output, &transfer->sum);
		json_unsigned(output, "bytes", transfer->bytes);
		json_unsigned(output, "measured_bytes", transfer->measured_bytes);
		json_unsigned(output, "measured_ns", transfer->measured_time);
		json_close_object(output);
	}
	json_close_array(output);
}

static void put_queues(struct output *output, const struct commands *commands)
{
	json_open_array(output, "queues");
	for (size_t i = 0; i < commands->queue_count; i++) {
		const struct queue *queue = &commands->queues[i];

		if (queue->sum.count == 0)
			continue;
		json_open_object(output, NULL);
		json_unsigned(output, "queue", queue->number);
		json_text(output, "device", queue->device);
		json_unsigned(output, "commands", queue->sum.count);
		json_text(output, "profiling", command_profiling_word(queue->profiling));
		json_unsigned(output, "measured",
			      queue->sum.times.count - queue->sum.times.estimated);
		json_unsigned(output, "busy_ns", queue->busy);
		json_unsigned(output, "idle_ns", queue->idle);
		json_close_object(output);
	}
	json_close_array(output);
}

static void put_builds(struct output *output, const struct model *model)
{
	json_open_array(output, "builds");
	for (size_t i = 0; i < model->build_count; i++) {
		const struct model_build *build = &model->builds[i];

		json_open_object(output, NULL);
		put_place(output, model, &build->place);
		json_unsigned(output, "program",
			      history_number(&model->history, OBJECT_PROGRAM, build->program,
					     build->place.time));
		json_unsigned(output, "duration_ns", build->duration);
		facts_put_code(output, build->code);
		json_text(output, "options", build->options);
		json_text(output, "log", build->log);
		json_close_object(output);
	}
	json_close_array(output);
}

static void put_errors(struct output *output, const struct model *model)
{
	json_open_array(output, "errors");
	for (size_t i = 0; i < model->error_count; i++) {
		json_open_object(output, NULL);
		facts_put_code(output, model->errors[i].code);
		json_unsigned(output, "count", model->errors[i].count);
		put_place(output, model, &model->errors[i].first);
		json_close_object(output);
	}
	json_close_array(output);
}

static void put_waits(struct output *output, const struct model *model)
{
	json_open_array(output, "waits");
	for (size_t i = 0; i < model->wait_count; i++) {
		json_open_object(output, NULL);
		put_place(output, model, &model->waits[i].place);
		json_unsigned(output, "duration_ns", model->waits[i].duration);
		json_close_object(output);
	}
	json_close_array(output);
}

void facts_put(struct output *output, const struct model *model)
{
	if (output->form != OUTPUT_JSON)
		return;
	put_program(output, model);
	put_devices(output, &model->devices);
	put_remarks(output, model);
	put_threads(output, model);
	put_functions(output, model);
	put_commands(output, &model->commands);
	put_queues(output, &model->commands);
	put_builds(output, model);
	put_errors(output, model);
	put_waits(output, model);
}
