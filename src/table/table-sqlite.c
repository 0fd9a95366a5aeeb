/* SPDX-License-Identifier: Apache-2.0 */
/* table-sqlite: see table-sqlite.h. */
#include "table/table-sqlite.h"

#include <errno.h>
#include <limits.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "base/common/line.h"
#include "base/common/own-dir.h"
#include "base/file/io.h"
#include "base/text.h"

#define FILE_NAME "database"
#define PART 65536 /* bytes that are copied at once */
#define STATEMENT 4096

/* It is written once, so it needs no journal. */
static const char settings[] = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN";

static bool complain(struct table_database *database, const char *what, const char *why)
{
	text_format(database->why, sizeof(database->why), "%s%s%s", what, *what ? ": " : "", why);
	return false;
}

/* Is RESULT what was EXPECTED? */
static bool check(struct table_database *database, int result, int expected)
{
	return result == expected || complain(database, "", sqlite3_errmsg(database->handle));
}

static bool execute(struct table_database *database, const char *statement)
{
	return check(database, sqlite3_exec(database->handle, statement, NULL, NULL, NULL),
		     SQLITE_OK);
}

static bool open_file(struct table_database *database, const char *parent)
{
	struct own_dir directory;
	char path[PATH_MAX];
	char file[PATH_MAX + sizeof(FILE_NAME)];
	bool is_good;

	if (!own_dir_make_temporary(&directory, parent, path))
		return complain(database, path, strerror(errno));
	text_format(file, sizeof(file), "%s/" FILE_NAME, path);
	is_good = own_dir_write(&directory, FILE_NAME, NULL, 0);
	database->file = own_dir_read(&directory, FILE_NAME);
	if (!is_good || database->file < 0)
		is_good = complain(database, file, strerror(errno));
	else
		is_good = check(database,
				sqlite3_open_v2(file, (sqlite3 **)&database->handle,
						SQLITE_OPEN_READWRITE, NULL),
				SQLITE_OK);
	own_dir_remove(&directory);
	return is_good;
}

bool table_database_open(struct table_database *database, const char *parent)
{
	*database = (struct table_database){ .file = -1 };
	return open_file(database, parent) && execute(database, settings);
}

/* -- rows ----------------------------------------------------------------------------------- */

/* The statements that make a table, and that add a row, while columns are added to them. */
struct statements {
	struct line create;
	struct line insert;
	const char *separator;
};

static void add_column(const struct table_column *column, struct table_value *value, void *data)
{
	struct statements *statements = data;

	(void)value;
	if (!table_is_cell(column))
		return;
	line_add(&statements->create, "%s\"%s\" %s", statements->separator, column->key,
		 table_is_text(column->kind) ? "TEXT" : "INTEGER");
	line_add(&statements->insert, "%s?", statements->separator);
	statements->separator = ", ";
}

bool table_database_add(struct table_database *database, struct table_in_database *in,
			const struct table *table)
{
	char create[STATEMENT];
	char insert[STATEMENT];
	struct statements statements = { line_in(create, STATEMENT), line_in(insert, STATEMENT),
					 "" };

	*in = (struct table_in_database){ .database = database, .table = table };
	line_add(&statements.create, "CREATE TABLE %s (", table->key);
	line_add(&statements.insert, "INSERT INTO %s VALUES (", table->key);
	table_each(table, NULL, NULL, add_column, &statements);
	line_add(&statements.create, ")");
	line_add(&statements.insert, ")");
	return execute(database, create) &&
	       check(database,
		     sqlite3_prepare_v2(database->handle, insert, -1,
					(sqlite3_stmt **)&in->statement, NULL),
		     SQLITE_OK);
}

struct row_binding {
	sqlite3_stmt *statement;
	int column; /* from 1 */
};

/* What is not bound is NULL. */
static void bind(const struct table_column *column, struct table_value *value, void *data)
{
	struct row_binding *binding = data;

	if (!table_is_cell(column))
		return;
	binding->column++;
	if (table_has(value) && table_is_text(column->kind))
		sqlite3_bind_text(binding->statement, binding->column, value->text, -1,
				  SQLITE_TRANSIENT);
	else if (table_has(value))
		sqlite3_bind_int64(binding->statement, binding->column,
				   (sqlite3_int64)value->number);
}

bool table_database_put(const struct table_in_database *in, const void *row, const void *context)
{
	struct row_binding binding = { .statement = in->statement };

	sqlite3_clear_bindings(in->statement);
	table_each(in->table, row, context, bind, &binding);
	return check(in->database, sqlite3_step(in->statement), SQLITE_DONE) &&
	       check(in->database, sqlite3_reset(in->statement), SQLITE_OK);
}

/* -- the end ---------------------------------------------------------------------------------- */

bool table_database_copy(struct table_database *database, int file)
{
	char bytes[PART];
	ssize_t size;

	if (!execute(database, "COMMIT"))
		return false;
	while ((size = io_read(database->file, bytes, sizeof(bytes))) > 0)
		if (!io_write_all(file, bytes, (size_t)size))
			return complain(database, "", strerror(errno));
	return size == 0 || complain(database, "", strerror((int)-size));
}

void table_database_close(struct table_database *database)
{
	sqlite3_stmt *statement;

	while (database->handle && (statement = sqlite3_next_stmt(database->handle, NULL)))
		sqlite3_finalize(statement);
	sqlite3_close(database->handle);
	if (database->file >= 0)
		close(database->file);
}
