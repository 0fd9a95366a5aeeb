/* SPDX-License-Identifier: Apache-2.0 */
/* table-exact: what is written is read back, and nothing that is read is trusted. */
#include "table/table-exact.h"

#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

#define HEAD "samples 1"

struct part {
	uint64_t low;
	uint64_t high;
};

struct sample {
	const char *name;
	uint64_t count;
	uint64_t index;
	struct part sum;
	uint64_t sparse[4];
	uint32_t other;
};

static void get_nothing(const void *member, const void *context, struct table_value *value)
{
	(void)member;
	(void)context;
	value->mark = TABLE_ABSENT;
}

static const struct table_column part_columns[] = {
	{ "low", TABLE_COUNT, TABLE_AT(struct part, low) },
	{ "high", TABLE_COUNT, TABLE_AT(struct part, high) },
};
static const struct table part_table = TABLE("part", part_columns);

#define AT(member) TABLE_AT(struct sample, member)
static const struct table_column columns[] = {
	{ "name", TABLE_TEXT, AT(name) },
	/* What a getter says does not count. */
	{ "count", TABLE_TIME, AT(count), "count", 8, get_nothing },
	{ NULL, TABLE_TIME, AT(count), "of the screen only", 8 },
	{ NULL, TABLE_GROUP, AT(sum), .inner = &part_table },
	{ "sparse", TABLE_SPARSE, AT(sparse) },
	{ "index", TABLE_INDEX, AT(index) },
	/* These cannot be read back. */
	{ "other", TABLE_COUNT, AT(other) },
	{ "signed", TABLE_NUMBER, AT(count) },
};
static const struct table table = TABLE("sample", columns);

/* -- rows ----------------------------------------------------------------------------------- */

static const struct {
	struct sample row;
	const char *expected;
} rows[] = {
	{ { NULL, 0, 0, { 0, 0 }, { 0 }, 0 }, "sample\tindex=0\n" },
	{ { "", 0, 0, { 0, 0 }, { 0 }, 7 }, "sample\tname=\tindex=0\n" },
	{ { "a", 1, 2, { 3, UINT64_MAX }, { 0, 1, 0, UINT64_MAX }, 0 },
	  "sample\tname=a\tcount=1\tlow=3\thigh=18446744073709551615"
	  "\tsparse=1:1,3:18446744073709551615\tindex=2\n" },
	{ { "t\tn\nb\\x41\xFF\xC3\xA4\xE2\x80\xAE=", 0, 0, { 0, 0 }, { 0 }, 0 },
	  "sample\tname=t\\x09n\\x0Ab\\x5Cx41\\xFF\xC3\xA4\\xE2\\x80\\xAE=\tindex=0\n" },
};

static char *text_of(const struct sample *row)
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	table_exact_put(file, "sample", &table, row);
	fclose(file);
	return text;
}

START_TEST(row_is_read_back)
{
	const struct sample *row = &rows[_i].row;
	struct sample again = { 0 };
	char *text = text_of(row);
	char *copy = strdup(text);

	ck_assert_str_eq(text, rows[_i].expected);
	copy[strlen(copy) - 1] = '\0';
	ck_assert_pstr_eq(table_exact_take(copy + strlen("sample\t"), &table, &again), NULL);
	ck_assert_pstr_eq(again.name, row->name);
	again.name = row->name;
	again.other = row->other;
	ck_assert(memcmp(&again, row, sizeof(again)) == 0);
	free(copy);
	free(text);
}
END_TEST

static const struct {
	const char *words;
	bool is_good;
	struct sample expected;
} words[] = {
	/* Any order, and keys that are not known, or not stored. */
	{ "index=2\tcount=1\tname=a", true, { "a", 1, 2, { 0, 0 }, { 0 }, 0 } },
	{ "future=\tcount=1\tnew=x=y\tother=5\tsigned=-1", true, { .count = 1 } },
	{ "count=1\tcount=2", true, { .count = 2 } },
	{ "name=\\x41\\x4\\x4g\\", true, { .name = "A\\x4\\x4g\\" } },
	{ "name=a\\x00b", true, { .name = "a\\x00b" } },
	{ "name=\\x5Cx41", true, { .name = "\\x41" } },
	{ "count=18446744073709551615", true, { .count = UINT64_MAX } },
	{ "count=007", true, { .count = 7 } },
	{ "count=18446744073709551616", false, { 0 } },
	{ "count=-1", false, { 0 } },
	{ "count=+1", false, { 0 } },
	{ "count= 1", false, { 0 } },
	{ "count=1 ", false, { 0 } },
	{ "count=0x1", false, { 0 } },
	{ "count=", false, { 0 } },
	{ "count=1,", false, { 0 } },
	{ "count=1:2", false, { 0 } },
	{ "count", false, { 0 } },
	{ "", false, { 0 } },
	{ "count=1\t", false, { 0 } },
	{ "future", false, { 0 } },
	{ "sparse=3:9", true, { .sparse = { 0, 0, 0, 9 } } },
	{ "sparse=0:1,1:2,0:3", true, { .sparse = { 3, 2 } } },
	{ "sparse=4:1", false, { 0 } },
	{ "sparse=18446744073709551615:1", false, { 0 } },
	{ "sparse=", false, { 0 } },
	{ "sparse=1", false, { 0 } },
	{ "sparse=1:", false, { 0 } },
	{ "sparse=1:2,", false, { 0 } },
	{ "sparse=1:2,3", false, { 0 } },
	{ "sparse=1:2x", false, { 0 } },
	{ "sparse=:2", false, { 0 } },
	{ "sparse=-1:2", false, { 0 } },
};

START_TEST(words_are_not_trusted)
{
	struct sample row = { 0 };
	char *text = strdup(words[_i].words);
	const char *why = table_exact_take(text, &table, &row);

	ck_assert_msg(words[_i].is_good == !why, "%s", why ? why : "it is good");
	if (!why) {
		ck_assert_pstr_eq(row.name, words[_i].expected.name);
		row.name = words[_i].expected.name;
		ck_assert(memcmp(&row, &words[_i].expected, sizeof(row)) == 0);
	}
	free(text);
}
END_TEST

/* Memory of the words is not needed afterwards. */
START_TEST(texts_are_kept)
{
	struct sample row = { 0 };
	char text[] = "name=a\tcount=1";

	ck_assert_pstr_eq(table_exact_take(text, &table, &row), NULL);
	ck_assert(table_exact_keep(&table, &row, &unit_arena));
	memset(text, 'x', sizeof(text));
	ck_assert_str_eq(row.name, "a");
	row.name = NULL;
	ck_assert(table_exact_keep(&table, &row, &unit_arena));
	ck_assert_ptr_null(row.name);
	ck_assert_uint_eq(row.count, 1);
}
END_TEST

/* -- files ------------------------------------------------------------------------------------ */

/* The names of the lines, one after the other. */
static const char *note(void *data, const char *name, char *rest)
{
	strcat(data, name);
	return strcmp(rest, "bad=") == 0 ? "it is bad" : NULL;
}

#define FILE_OF(text) text, sizeof(text) - 1

static const struct {
	const char *text;
	size_t size;
	const char *names;
	const char *why;	/* NULL: the file is good */
	size_t line;
} files[] = {
	{ FILE_OF(HEAD "\nend\n"), "", NULL, 2 },
	{ FILE_OF(HEAD "\na\tx=1\nalone\nb\tx=1\nend\n"), "ab", NULL, 5 },
	{ FILE_OF(HEAD "\n\n\t\nend\n"), "", NULL, 4 },
	{ FILE_OF(HEAD "\nend\tx=1\n"), "", NULL, 2 },
	{ FILE_OF(HEAD "\na\tx=1\nb\tbad=\nc\tx=1\nend\n"), "ab", "it is bad", 3 },
	{ FILE_OF(""), "", "the rest of the file is missing", 0 },
	{ FILE_OF("samples 2\nend\n"), "", "another first line was expected", 1 },
	{ FILE_OF(HEAD "\n"), "", "the rest of the file is missing", 1 },
	{ FILE_OF(HEAD), "", "the line is cut off", 1 },
	{ FILE_OF(HEAD "\na\tx=1"), "", "the line is cut off", 2 },
	{ FILE_OF(HEAD "\nend"), "", "the line is cut off", 2 },
	{ FILE_OF(HEAD "\nend\nend\n"), "", "something follows the end", 3 },
	{ FILE_OF(HEAD "\na\tx=\0001\nend\n"), "", "there is a NUL byte in it", 2 },
	{ FILE_OF(HEAD "\r\nend\r\n"), "", "another first line was expected", 1 },
};

START_TEST(file_has_lines)
{
	char names[16] = "";
	size_t line = 0;
	FILE *file = files[_i].size > 0 ? fmemopen((void *)files[_i].text, files[_i].size, "r")
					: fopen("/dev/null", "r");

	ck_assert_pstr_eq(table_exact_read(file, HEAD, note, names, &line), files[_i].why);
	ck_assert_str_eq(names, files[_i].names);
	ck_assert_uint_eq(line, files[_i].line);
	fclose(file);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("exact");
	TCase *tcase = unit_tcase(suite, "exact", 10);

	tcase_add_loop_test(tcase, row_is_read_back, 0, UNIT_ROWS(rows));
	tcase_add_loop_test(tcase, words_are_not_trusted, 0, UNIT_ROWS(words));
	tcase_add_test(tcase, texts_are_kept);
	tcase_add_loop_test(tcase, file_has_lines, 0, UNIT_ROWS(files));
	return unit_run(suite);
}
