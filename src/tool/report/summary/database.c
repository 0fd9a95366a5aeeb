/* SPDX-License-Identifier: Apache-2.0 */
/* database: see inputs.h. */
#include "tool/report/summary/inputs.h"

#include <stdlib.h>

#include "base/common/line.h"
#include "record/recorded-call.h"
#include "table/table-sqlite.h"
#include "tool/output/message.h"
#include "tool/report/model-commands.h"
#include "tool/report/view/callers.h"
#include "tool/report/summary/summary-file.h"
#include "tool/report/summary/summary-rows.h"
#include "tool/report/summary/summary-tables.h"

struct database {
	const char *path;
	struct table_database base;
	struct table_in_database processes;
	struct table_in_database sums;
	struct table_in_database calls;
	struct table_in_database commands;
	uint64_t file; /* the number of the one that is being written, from 1 */
	const struct model *model;
};

static bool complain(const struct database *database)
{
	message_error("%s: %s", database->path, database->base.why);
	return false;
}

static bool put_row(const struct database *database, const struct table_in_database *in,
		    const void *row, const void *context)
{
	return table_database_put(in, row, context) || complain(database);
}

/* -- calls and commands -------------------------------------------------------------------- */

/* What a call or command may have: it is not known if it is this, which is no time and no code. */
#define NONE (UINT64_C(1) << 63)

static void get_some(const void *member, struct table_value *value)
{
	value->number = *(const uint64_t *)member;
	value->mark = value->number == NONE ? TABLE_UNKNOWN : TABLE_KNOWN;
}

struct call_row {
	uint64_t file;
	uint64_t thread;
	const char *function;
	uint64_t begin;
	uint64_t end;
	uint64_t error;
	const char *caller;
};

#define AT(member) TABLE_AT(struct call_row, member)
static const struct table_column call_columns[] = {
	{ "file", TABLE_COUNT, AT(file) },
	{ "thread", TABLE_COUNT, AT(thread) },
	{ "function", TABLE_TEXT, AT(function) },
	{ "begin_ns", TABLE_TIME, AT(begin) },
	{ "end_ns", TABLE_TIME, AT(end), .get = get_some },
	{ "error", TABLE_NUMBER, AT(error), .get = get_some },
	{ "caller", TABLE_TEXT, AT(caller) },
};
static const struct table calls_table = TABLE("calls", call_columns);

struct command_row {
	uint64_t file;
	uint64_t queue;
	const char *device;
	const char *kind;
	const char *name;
	uint64_t thread;
	uint64_t enqueued;
	uint64_t started;
	uint64_t ended;
	uint64_t stands_for;
	uint64_t bytes;
	int32_t status;
};

#undef AT
#define AT(member) TABLE_AT(struct command_row, member)
static const struct table_column command_columns[] = {
	{ "file", TABLE_COUNT, AT(file) },
	{ "queue", TABLE_COUNT, AT(queue) },
	{ "device", TABLE_TEXT, AT(device) },
	{ "kind", TABLE_TEXT, AT(kind) },
	{ "name", TABLE_TEXT, AT(name) },
	{ "thread", TABLE_COUNT, AT(thread) },
	{ "enqueued_ns", TABLE_TIME, AT(enqueued) },
	{ "started_ns", TABLE_TIME, AT(started), .get = get_some },
	{ "ended_ns", TABLE_TIME, AT(ended), .get = get_some },
	{ "stands_for", TABLE_COUNT, AT(stands_for), .get = get_some },
	{ "bytes", TABLE_BYTES, AT(bytes) },
	{ "status", TABLE_NUMBER, AT(status) },
};
static const struct table commands_table = TABLE("commands", command_columns);

/* Where in the program the call was made; NULL if that is not known. */
static const char *find_caller(const struct model *model, const struct record_call *call,
			       struct record_place where, char *text, size_t size)
{
	const struct model_place place = { .time = call->begin, .reference = where.reference };
	struct code_place code;
	struct line line = line_in(text, size);

	if (!callers_choose(model, &place, &code))
		return NULL;
	code_add_text(&line, &code);
	return text;
}

static bool put_call(const struct record *record, struct record_place place, void *data)
{
	const struct database *database = data;
	const struct model *model = database->model;
	const struct record_call *call = (const struct record_call *)record;
	struct call_row row = { .file = database->file, .thread = place.thread };
	char caller[2 * CODE_NAME];
	int32_t code;

	if (!record_is_call(record) || !model_has(model, call->begin))
		return true;
	row.function = model_function_name(model, call->head.detail);
	row.begin = model_since_start(model, call->begin);
	row.end = call->end ? model_since_start(model, RECORD_TIME(call->end)) : NONE;
	row.error = recorded_failed(&model->known, call, &code) && code != RECORDED_NO_CODE
			    ? (uint64_t)(int64_t)code
			    : NONE;
	row.caller = find_caller(model, call, place, caller, sizeof(caller));
	return put_row(database, &database->calls, &row, NULL);
}

static bool put_command(const struct database *database, const struct model_command *command)
{
	const struct model *model = database->model;
	const struct model_queue *queue = model->commands.queues[command->queue];
	const bool is_measured = command->is_measured;
	const struct command_row row = {
		.file = database->file,
		.queue = queue->number,
		.device = model_device_name(model, queue->device),
		.kind = command_kind_name((enum command_kind)command->kind),
		.name = command->name,
		.thread = command->thread,
		.enqueued = model_since_start(model, command->begin),
		.started = is_measured ? model_since_start(model, command->host_started) : NONE,
		.ended = is_measured ? model_since_start(model, command->host_ended) : NONE,
		.stands_for = is_measured ? command->stands_for : NONE,
		.bytes = command->bytes,
		.status = command->status,
	};

	return put_row(database, &database->commands, &row, NULL);
}

static bool put_model(struct database *database, const struct model *model)
{
	bool is_good;

	database->model = model;
	is_good = record_reader_visit(model->reader, put_call, database);
	for (size_t i = 0; is_good && i < model->commands.list.count; i++)
		is_good = put_command(database, &model->commands.list.list[i]);
	return is_good;
}

/* Calls and commands of PATH, unless it is a summary. What could not be read has its message. */
static bool put_record(struct database *database, const struct inputs *inputs, const char *path)
{
	struct model_options options = inputs->options;
	struct model model;
	bool is_good;

	options.keeps_commands = true;
	is_good = model_open(&model, path, &options) && model_refresh(&model) &&
		  put_model(database, &model);
	model_done(&model);
	return is_good;
}

/* -- all ------------------------------------------------------------------------------------ */

static bool put_summary(const struct database *database, const struct summary *summary,
			const char *path)
{
	const struct summary_source source = summary_source_of(summary, path, database->file);
	bool is_good = true;

	for (size_t i = 0; is_good && i < summary->process_count; i++)
		is_good = put_row(database, &database->processes, summary->processes[i], &source);
	for (size_t i = 0; is_good && i < summary->row_count; i++)
		is_good = put_row(database, &database->sums, summary->rows[i], &source);
	return is_good;
}

static bool put_input(struct database *database, const struct inputs *inputs, const char *path)
{
	struct summary summary = { 0 };
	bool is_good;

	database->file++;
	is_good = inputs_read(inputs, &summary, path);
	summary_sort(&summary);
	is_good = is_good && put_summary(database, &summary, path) &&
		  (summary_file_is_one(path) || put_record(database, inputs, path));
	summary_done(&summary);
	return is_good;
}

static bool begin(struct database *database)
{
	struct table_database *base = &database->base;

	return (table_database_open(base, getenv("TMPDIR")) &&
		table_database_add(base, &database->processes, &summary_database_processes) &&
		table_database_add(base, &database->sums, &summary_database_sums) &&
		table_database_add(base, &database->calls, &calls_table) &&
		table_database_add(base, &database->commands, &commands_table)) ||
	       complain(database);
}

bool database_put(const char *path, int file, const struct inputs *inputs)
{
	struct database database = { .path = path };
	const bool is_written = begin(&database);
	bool is_good = is_written;

	for (size_t i = 0; is_written && i < inputs->count; i++)
		is_good = put_input(&database, inputs, inputs->paths[i]) && is_good;
	if (is_written && !table_database_copy(&database.base, file))
		is_good = complain(&database);
	table_database_close(&database.base);
	return is_good;
}
