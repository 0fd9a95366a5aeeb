/* SPDX-License-Identifier: Apache-2.0 */
/* table-sqlite: tables in a database, and one that cannot be written. */
#include "table/table-sqlite.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if UNIT_HAS_SQLITE
#include <sqlite3.h>
#endif

#include "unit/unit.h"

struct sample {
	const char *text;
	uint64_t count;
	int32_t code;
};

#define AT(member) TABLE_AT(struct sample, member)
static const struct table_column columns[] = {
	{ "end", TABLE_TEXT, AT(text) },
	{ "count", TABLE_COUNT, AT(count), .get = table_get_measured },
	{ NULL, TABLE_COUNT, AT(count), "of the screen only", 5 },
	{ "code", TABLE_NUMBER, AT(code) },
	{ "array", TABLE_ROWS, AT(text) },
};
static const struct table table = TABLE("samples", columns);

#if UNIT_HAS_SQLITE
static const struct sample rows[] = {
	{ "a'\n\xC3\xA4\"); DROP TABLE samples; --", INT64_MAX, INT32_MIN },
	{ NULL, 0, -1 },
};

static int add_text(void *data, int count, char **texts, char **names)
{
	for (int i = 0; i < count; i++) {
		strcat(data, names[i]);
		strcat(data, "=");
		strcat(data, texts[i] ? texts[i] : "NULL");
		strcat(data, " ");
	}
	return 0;
}

START_TEST(rows_are_there)
{
	const char *path = unit_path("base");
	const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	struct table_database database;
	struct table_in_database in;
	sqlite3 *handle;
	char found[512] = "";

	ck_assert_msg(table_database_open(&database, unit_dir), "%s", database.why);
	ck_assert_msg(table_database_add(&database, &in, &table), "%s", database.why);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		ck_assert_msg(table_database_put(&in, &rows[i], NULL), "%s", database.why);
	ck_assert_msg(table_database_copy(&database, file), "%s", database.why);
	table_database_close(&database);
	close(file);
	ck_assert_int_eq(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(handle, "SELECT *, typeof(code) FROM samples", add_text, found,
				      NULL), SQLITE_OK);
	ck_assert_str_eq(found,
			 "end=a'\n\xC3\xA4\"); DROP TABLE samples; -- count=9223372036854775807 "
			 "code=-2147483648 typeof(code)=integer "
			 "end=NULL count=0 code=-1 typeof(code)=integer ");
	sqlite3_close(handle);
}
END_TEST

START_TEST(failures_say_why)
{
	struct table_database database;
	struct table_in_database in;
	const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);

	unit_make("file=");
	ck_assert(!table_database_open(&database, unit_path("file")));
	ck_assert_msg(strstr(database.why, "Not a directory"), "%s", database.why);
	table_database_close(&database);
	ck_assert(table_database_open(&database, unit_dir));
	ck_assert(table_database_add(&database, &in, &table));
	ck_assert(!table_database_add(&database, &in, &table));
	ck_assert_msg(strstr(database.why, "already exists"), "%s", database.why);
	ck_assert(full < 0 || !table_database_copy(&database, full));
	ck_assert(full < 0 || strcmp(database.why, "No space left on device") == 0);
	table_database_close(&database);
}
END_TEST
#else
START_TEST(there_is_none)
{
	struct table_database database;
	struct table_in_database in;

	ck_assert(!table_database_open(&database, unit_dir));
	ck_assert_msg(strstr(database.why, "without SQLite"), "%s", database.why);
	ck_assert(!table_database_add(&database, &in, &table));
	ck_assert(!table_database_put(&in, NULL, NULL));
	ck_assert(!table_database_copy(&database, STDOUT_FILENO));
	table_database_close(&database);
}
END_TEST
#endif

int main(void)
{
	Suite *suite = suite_create("sqlite");
	TCase *tcase = unit_tcase(suite, "sqlite", 10);

#if UNIT_HAS_SQLITE
	tcase_add_test(tcase, rows_are_there);
	tcase_add_test(tcase, failures_say_why);
#else
	tcase_add_test(tcase, there_is_none);
#endif
	return unit_run(suite);
}
