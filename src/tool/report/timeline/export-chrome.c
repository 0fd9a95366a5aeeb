/* SPDX-License-Identifier: Apache-2.0 */
/* export-chrome: see export-chrome.h. */
#include "tool/report/timeline/export-chrome.h"

#include <inttypes.h>

#include "base/text.h"
#include "record/recorded-call.h"
#include "table/json.h"
#include "tool/report/commands.h"
#include "tool/report/timeline/rows.h"

/* Rows of queues: beyond the IDs of threads (Linux has 2^22), and below 2^32, as readers want. */
#define FIRST_QUEUE UINT32_C(0xf0000000)
#define MOST_QUEUES ((UINT32_MAX - FIRST_QUEUE) / LANES)

struct writer {
	struct chrome *chrome;
	FILE *file;
	const struct model *model;
	uint64_t process; /* a number for it that is unique in the file */
	uint64_t delay;	  /* ns, from the start of the first process to its own */
};

/* Begins an event, up to its row: PH is its phase. */
static void begin_event(struct writer *writer, const char *ph, uint64_t row)
{
	fprintf(writer->file, "%s\n{\"ph\":\"%s\",\"pid\":%" PRIu64 ",\"tid\":%" PRIu64,
		writer->chrome->has_event ? "," : "", ph, writer->process, row);
	writer->chrome->has_event = true;
}

static void put_name(struct writer *writer, const char *name)
{
	fputs(",\"name\":", writer->file);
	json_put_string(writer->file, name);
}

/* In microseconds. */
static void put_time(struct writer *writer, const char *key, uint64_t ns)
{
	fprintf(writer->file, ",\"%s\":%" PRIu64 ".%03u", key, ns / 1000, (unsigned)(ns % 1000));
}

/* When it was, since the start of the first process. */
static void put_moment(struct writer *writer, uint64_t time)
{
	put_time(writer, "ts", writer->delay + model_since_start(writer->model, time));
}

static void name_row(struct writer *writer, const char *what, uint64_t row, const char *name)
{
	begin_event(writer, "M", row);
	fprintf(writer->file, ",\"name\":\"%s\",\"args\":{\"name\":", what);
	json_put_string(writer->file, name);
	fputs("}}", writer->file);
}

static void begin_span(struct writer *writer, uint64_t row, const char *name, const char *category,
		       uint64_t begin, uint64_t end)
{
	begin_event(writer, "X", row);
	put_name(writer, name);
	fprintf(writer->file, ",\"cat\":\"%s\"", category);
	put_moment(writer, begin);
	put_time(writer, "dur", end > begin ? end - begin : 0);
	fputs(",\"args\":{", writer->file);
}

/* -- calls -------------------------------------------------------------------- */

static bool put_call(const struct record *record, struct record_place place, void *data)
{
	struct writer *writer = data;
	const struct record_call *call = (const struct record_call *)record;
	const char *separator = "";
	char arguments[ROW_ARGUMENTS];
	const char *name;
	int32_t code;

	if (!record_is_call(record) || !model_has(writer->model, call->begin))
		return true;
	name = writer->model->functions[call->head.detail].name;
	begin_span(writer, place.thread, name ? name : "unknown", "call", call->begin,
		   call->end ? RECORD_TIME(call->end) : writer->model->last);
	if (writer->model->options.has_arguments) {
		row_arguments(arguments, writer->model, call);
		fputs("\"arguments\":", writer->file);
		json_put_string(writer->file, arguments);
		separator = ",";
	}
	if (call->end == 0)
		fprintf(writer->file, "%s\"unfinished\":true", separator);
	else if (recorded_failed(&writer->model->known, call, &code) && code != RECORDED_NO_CODE)
		fprintf(writer->file, "%s\"error\":%" PRId32, separator, code);
	fputs("}}", writer->file);
	return true;
}

/* -- commands ----------------------------------------------------------------- */

/* One end of an arrow: PH is "s" where it starts, and "f" at the span that it points to. */
static void put_arrow(struct writer *writer, const char *ph, uint64_t row, uint64_t time,
		      uint64_t id)
{
	begin_event(writer, ph, row);
	fprintf(writer->file, "%s,\"name\":\"enqueue\",\"cat\":\"flow\",\"id\":%" PRIu64,
		ph[0] == 'f' ? ",\"bp\":\"e\"" : "", id);
	put_moment(writer, time);
	fputs("}", writer->file);
}

static void put_sizes(struct writer *writer, const struct command *command)
{
	static const char *const keys[] = { "global", "local" };

	for (int part = 0; part < 2; part++) {
		fprintf(writer->file, ",\"%s\":[", keys[part]);
		for (int i = 0; i < command->dimensions; i++)
			fprintf(writer->file, "%s%" PRIu64, i > 0 ? "," : "",
				command->sizes[part][i]);
		fputs("]", writer->file);
	}
}

static void put_command(struct writer *writer, const struct command *command, uint64_t row,
			uint64_t id)
{
	const char *kind = command_kind_name((enum command_kind)command->kind);

	begin_span(writer, row, row_command_name(command), kind, command->host_started,
		   command->host_ended);
	fprintf(writer->file, "\"device_ns\":%" PRIu64, command->ended - command->started);
	if (command->stands_for > 1)
		fprintf(writer->file, ",\"stands_for\":%" PRIu32, command->stands_for);
	if (command->kind == COMMAND_KERNEL)
		put_sizes(writer, command);
	else if (command->bytes > 0)
		fprintf(writer->file, ",\"bytes\":%" PRIu64, command->bytes);
	fputs("}}", writer->file);
	put_arrow(writer, "s", command->thread, command->begin, id);
	put_arrow(writer, "f", row, command->host_started, id);
}

static void put_commands(struct writer *writer)
{
	const struct commands *commands = &writer->model->commands;
	struct lanes lanes = { .count = 0 };

	for (size_t i = 0; i < commands->ordered_count; i++) {
		const struct command *command = commands->ordered[i];
		char name[ROW_NAME];
		uint64_t row;

		lanes_next(&lanes, commands, i);
		row = FIRST_QUEUE + (uint64_t)(command->queue % MOST_QUEUES) * LANES + lanes.lane;
		if (lanes.is_new) {
			row_lane_name(name, &commands->queues[command->queue], lanes.lane);
			name_row(writer, "thread_name", row, name);
		}
		put_command(writer, command, row, ++writer->chrome->arrows);
	}
}

/* -- processes ------------------------------------------------------------------ */

void chrome_begin(struct chrome *chrome, FILE *file, uint64_t start)
{
	*chrome = (struct chrome){ .file = file, .start = start };
	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", file);
}

bool chrome_put(struct chrome *chrome, const struct model *model, uint64_t process)
{
	const uint64_t start = model->reader->header.realtime;
	struct writer writer = { .chrome = chrome,
				 .file = chrome->file,
				 .model = model,
				 .process = process,
				 .delay = start > chrome->start ? start - chrome->start : 0 };
	char process_name[ROW_NAME];
	bool is_good;

	row_process_name(process_name, model);
	name_row(&writer, "process_name", 0, process_name);
	for (size_t i = 0; i < model->threads.count; i++) {
		const struct thread *thread = &model->threads.list[i];
		char name[64];

		text_format(name, sizeof(name), "thread %" PRIu32, thread->id);
		name_row(&writer, "thread_name", thread->id, thread->name ? thread->name : name);
	}
	is_good = record_reader_visit(model->reader, put_call, &writer);
	put_commands(&writer);
	return is_good;
}

void chrome_end(struct chrome *chrome)
{
	fputs("\n]}\n", chrome->file);
}

bool export_chrome(FILE *file, const struct model *model)
{
	const struct record_header *header = &model->reader->header;
	struct chrome chrome;
	bool is_good;

	chrome_begin(&chrome, file, header->realtime);
	is_good = chrome_put(&chrome, model, header->process);
	chrome_end(&chrome);
	return is_good;
}
