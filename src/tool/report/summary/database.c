/* SPDX-License-Identifier: Apache-2.0 */
/* database: see database.h. */
#include "tool/report/summary/database.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/common/own-dir.h"
#include "base/file/io.h"
#include "base/text.h"
#include "record/recorded-call.h"
#include "tool/output/format.h"
#include "tool/output/message.h"
#include "tool/report/commands.h"
#include "tool/report/export/callers.h"
#include "tool/report/summary/summary-file.h"
#include "tool/report/summary/summary-model.h"

/* The file is new, and worth nothing if it is not complete: it needs no journal. */
static const char settings[] = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN";

static const char calls_table[] =
	"CREATE TABLE calls (file INTEGER, thread INTEGER, function TEXT, begin_ns INTEGER, "
	"end_ns INTEGER, error INTEGER, caller TEXT)";
static const char commands_table[] =
	"CREATE TABLE commands (file INTEGER, queue INTEGER, device TEXT, kind TEXT, name TEXT, "
	"thread INTEGER, enqueued_ns INTEGER, started_ns INTEGER, ended_ns INTEGER, "
	"stands_for INTEGER, "
	"bytes INTEGER, status INTEGER)";

#define FILE_NAME "database"
#define PART 65536 /* bytes that are copied at once */

struct database {
	const char *path;
	int file_read; /* what SQLite writes */
	sqlite3 *handle;
	sqlite3_stmt *calls;
	sqlite3_stmt *commands;
	sqlite3_int64 file; /* the number of the one that is being written, from 1 */
	const struct model *model;
};

static bool complain(const struct database *database)
{
	message_error("%s: %s", database->path, sqlite3_errmsg(database->handle));
	return false;
}

static bool execute(const struct database *database, const char *statement)
{
	return sqlite3_exec(database->handle, statement, NULL, NULL, NULL) == SQLITE_OK ||
	       complain(database);
}

static bool prepare(const struct database *database, const char *text, sqlite3_stmt **statement)
{
	return sqlite3_prepare_v2(database->handle, text, -1, statement, NULL) == SQLITE_OK ||
	       complain(database);
}

/* Adds the row whose values STATEMENT has, and prepares it for the next one. */
static bool add_row(const struct database *database, sqlite3_stmt *statement)
{
	if (sqlite3_step(statement) != SQLITE_DONE)
		return complain(database);
	sqlite3_reset(statement);
	sqlite3_clear_bindings(statement);
	return true;
}

static void bind_number(sqlite3_stmt *statement, int column, uint64_t number)
{
	sqlite3_bind_int64(statement, column, (sqlite3_int64)number);
}

static void bind_text(sqlite3_stmt *statement, int column, const char *text)
{
	if (text)
		sqlite3_bind_text(statement, column, text, -1, SQLITE_TRANSIENT);
}

/* -- sums ---------------------------------------------------------------------------------- */

/* A table with the columns FIRST, and one for each of MEMBERS. */
static bool create_table(struct database *database, const char *name, const char *first,
			 const struct summary_member *members)
{
	struct arena arena = ARENA_INIT;
	const char *text = format_into(&arena, "CREATE TABLE %s (%s", name, first);
	bool is_good;

	for (; members->key; members++)
		text = format_into(&arena, "%s, \"%s\" %s", text, members->key,
				   members->is_text ? "TEXT" : "INTEGER");
	is_good = execute(database, format_into(&arena, "%s)", text));
	arena_done(&arena);
	return is_good;
}

/* "INSERT INTO name VALUES (?, ?, ...)" with FIRST values before MEMBERS. */
static bool prepare_table(struct database *database, const char *name, int first,
			  const struct summary_member *members, sqlite3_stmt **statement)
{
	struct arena arena = ARENA_INIT;
	const char *text = format_into(&arena, "INSERT INTO %s VALUES (?", name);
	bool is_good;

	for (int i = 1; i < first; i++)
		text = format_into(&arena, "%s, ?", text);
	for (; members->key; members++)
		text = format_into(&arena, "%s, ?", text);
	is_good = prepare(database, format_into(&arena, "%s)", text), statement);
	arena_done(&arena);
	return is_good;
}

static void bind_members(sqlite3_stmt *statement, int column, const void *object,
			 const struct summary_member *members)
{
	for (; members->key; members++, column++)
		if (members->is_text)
			bind_text(statement, column, summary_text(object, members));
		else
			bind_number(statement, column, summary_number(object, members));
}

static bool put_processes(struct database *database, const struct summary *summary,
			  const char *source)
{
	sqlite3_stmt *statement = NULL;
	bool is_good = prepare_table(database, "processes", 2, summary_process_members, &statement);

	for (size_t i = 0; is_good && i < summary->process_count; i++) {
		sqlite3_bind_int64(statement, 1, database->file);
		bind_text(statement, 2, source);
		bind_members(statement, 3, summary->processes[i], summary_process_members);
		is_good = add_row(database, statement);
	}
	sqlite3_finalize(statement);
	return is_good;
}

static bool put_sums(struct database *database, const struct summary *summary)
{
	sqlite3_stmt *statement = NULL;
	bool is_good = prepare_table(database, "sums", 4, summary_row_members, &statement);

	for (size_t i = 0; is_good && i < summary->row_count; i++) {
		const struct summary_row *row = summary->rows[i];

		sqlite3_bind_int64(statement, 1, database->file);
		bind_text(statement, 2, summary_kind_name(row->kind));
		bind_number(statement, 3, durations_mean(&row->times));
		sqlite3_bind_double(statement, 4, summary_deviation(&row->times));
		bind_members(statement, 5, row, summary_row_members);
		is_good = add_row(database, statement);
	}
	sqlite3_finalize(statement);
	return is_good;
}

/* -- calls and commands -------------------------------------------------------------------- */

/* Where in the program the call was made; nothing if that is not known. */
static void bind_caller(sqlite3_stmt *statement, int column, const struct model *model,
			const struct record_call *call, struct record_place where)
{
	const struct model_place place = { .time = call->begin,
					   .offset = where.offset,
					   .reference = where.reference };
	struct code_place code;
	char text[2 * CODE_NAME];
	struct line line = line_in(text, sizeof(text));

	if (!callers_choose(model, &place, &code))
		return;
	code_add_text(&line, &code);
	bind_text(statement, column, text);
}

static bool put_call(const struct record *record, struct record_place place, void *data)
{
	struct database *database = data;
	const struct model *model = database->model;
	const struct record_call *call = (const struct record_call *)record;
	int32_t code;

	if (!record_is_call(record) || !model_has(model, call->begin))
		return true;
	sqlite3_bind_int64(database->calls, 1, database->file);
	sqlite3_bind_int64(database->calls, 2, place.thread);
	bind_text(database->calls, 3, model->functions[call->head.detail].name);
	bind_number(database->calls, 4, model_since_start(model, call->begin));
	if (call->end != 0)
		bind_number(database->calls, 5, model_since_start(model, RECORD_TIME(call->end)));
	if (recorded_failed(&model->known, call, &code) && code != RECORDED_NO_CODE)
		sqlite3_bind_int(database->calls, 6, code);
	bind_caller(database->calls, 7, model, call, place);
	return add_row(database, database->calls);
}

static bool put_command(struct database *database, const struct command *command)
{
	const struct model *model = database->model;
	const struct queue *queue = &model->commands.queues[command->queue];
	sqlite3_stmt *statement = database->commands;

	sqlite3_bind_int64(statement, 1, database->file);
	bind_number(statement, 2, queue->number);
	bind_text(statement, 3, queue->device);
	bind_text(statement, 4, command_kind_name((enum command_kind)command->kind));
	bind_text(statement, 5, command->name);
	bind_number(statement, 6, command->thread);
	bind_number(statement, 7, model_since_start(model, command->begin));
	if (command->is_measured) {
		bind_number(statement, 8, model_since_start(model, command->host_started));
		bind_number(statement, 9, model_since_start(model, command->host_ended));
		bind_number(statement, 10, command->stands_for);
	}
	bind_number(statement, 11, command->bytes);
	sqlite3_bind_int(statement, 12, command->status);
	return add_row(database, statement);
}

static bool put_model(struct database *database, const struct model *model)
{
	bool is_good;

	database->model = model;
	is_good = record_reader_visit(model->reader, put_call, database);
	for (size_t i = 0; is_good && i < model->commands.count; i++)
		is_good = put_command(database, &model->commands.list[i]);
	return is_good;
}

/* Calls and commands of PATH, unless it is a summary. What could not be read has its message. */
static bool put_record(struct database *database, const struct inputs *inputs, const char *path)
{
	struct record_reader reader;
	struct model model = { 0 };
	bool is_good;

	if (!record_reader_open(&reader, path))
		return false;
	is_good = model_read(&model, &reader, &inputs->options) && put_model(database, &model);
	model_done(&model);
	record_reader_close(&reader);
	return is_good;
}

/* -- all ------------------------------------------------------------------------------------ */

static bool put_input(struct database *database, const struct inputs *inputs, const char *path)
{
	struct summary summary = { 0 };
	bool is_good;

	database->file++;
	is_good = inputs_read(inputs, &summary, path);
	summary_sort(&summary);
	is_good = is_good && put_processes(database, &summary, path) &&
		  put_sums(database, &summary) &&
		  (summary_file_is_one(path) || put_record(database, inputs, path));
	summary_done(&summary);
	return is_good;
}

static bool complain_of_file(const char *path)
{
	message_error("%s: %s", path, strerror(errno));
	return false;
}

/*
 * SQLite opens files by name only, and somebody else may have put another file at the name of the one
 * that is wanted. So it writes to a file of its own, which has no name any more once it is open.
 */
static bool open_file(struct database *database)
{
	struct own_dir directory;
	char path[PATH_MAX];
	char file[PATH_MAX + sizeof(FILE_NAME)];
	bool is_good;

	if (!own_dir_make_temporary(&directory, getenv("TMPDIR"), path))
		return complain_of_file(path);
	text_format(file, sizeof(file), "%s/" FILE_NAME, path);
	is_good = own_dir_write(&directory, FILE_NAME, NULL, 0);
	database->file_read = own_dir_read(&directory, FILE_NAME);
	if (!is_good || database->file_read < 0)
		is_good = complain_of_file(file);
	else
		is_good = sqlite3_open_v2(file, &database->handle, SQLITE_OPEN_READWRITE, NULL) ==
				  SQLITE_OK ||
			  complain(database);
	own_dir_remove(&directory);
	return is_good;
}

static bool copy_file(const struct database *database, int file)
{
	char bytes[PART];
	ssize_t size;

	while ((size = io_read(database->file_read, bytes, sizeof(bytes))) > 0)
		if (!io_write_all(file, bytes, (size_t)size))
			return complain_of_file(database->path);
	errno = (int)-size;
	return size == 0 || complain_of_file(database->path);
}

static bool begin(struct database *database)
{
	return open_file(database) && execute(database, settings) &&
	       create_table(database, "processes", "file INTEGER, path TEXT",
			    summary_process_members) &&
	       create_table(database, "sums", "file INTEGER, kind TEXT, mean INTEGER, deviation REAL",
			    summary_row_members) &&
	       execute(database, calls_table) && execute(database, commands_table) &&
	       prepare(database, "INSERT INTO calls VALUES (?, ?, ?, ?, ?, ?, ?)", &database->calls) &&
	       prepare(database,
		       "INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		       &database->commands);
}

bool database_put(const char *path, int file, const struct inputs *inputs)
{
	struct database database = { .path = path, .file_read = -1 };
	bool is_written = begin(&database);
	bool is_good = is_written;

	for (size_t i = 0; is_written && i < inputs->count; i++)
		is_good = put_input(&database, inputs, inputs->paths[i]) && is_good;
	if (is_written)
		is_good = execute(&database, "COMMIT") && is_good;
	sqlite3_finalize(database.calls);
	sqlite3_finalize(database.commands);
	sqlite3_close(database.handle);
	is_good = is_written && copy_file(&database, file) && is_good;
	if (database.file_read >= 0)
		close(database.file_read);
	return is_good;
}
