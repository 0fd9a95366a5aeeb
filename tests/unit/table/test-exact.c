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
	uint64_t link;
	struct part sum;
	uint64_t sparse[4];
	uint32_t other;
	int64_t level;
	uint64_t word;
	struct table_bytes bytes;
};

static const char *const listed[] = { "first", "second-one", NULL };

static void get_nothing(const void *member, struct table_value *value)
{
	(void)member;
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
	{ "link", TABLE_LINK, AT(link) },
	/* This cannot be read back. */
	{ "other", TABLE_COUNT, AT(other) },
	{ "level", TABLE_NUMBER, AT(level) },
	{ "word", TABLE_WORD, AT(word), .words = listed },
	{ "bytes", TABLE_HEX, AT(bytes) },
};
static const struct table table = TABLE("sample", columns);

/* -- rows ----------------------------------------------------------------------------------- */

static const struct {
	struct sample row;
	const char *expected;
} rows[] = {
	{ { .name = NULL }, "sample\tindex=0\tlink=0\tword=first\n" },
	{ { .name = "", .other = 7, .index = UINT64_MAX, .link = TABLE_NO_LINK },
	  "sample\tname=\tindex=18446744073709551615\tword=first\n" },
	{ { .name = "a", .count = 1, .index = 2, .sum = { 3, UINT64_MAX },
	    .sparse = { 0, 1, 0, UINT64_MAX } },
	  "sample\tname=a\tcount=1\tlow=3\thigh=18446744073709551615"
	  "\tsparse=1:1,3:18446744073709551615\tindex=2\tlink=0\tword=first\n" },
	{ { .name = "t\tn\nb\\x41\xFF\xC3\xA4\xE2\x80\xAE=" },
	  "sample\tname=t\\x09n\\x0Ab\\x5Cx41\\xFF\xC3\xA4\\xE2\\x80\\xAE=\tindex=0\tlink=0\tword=first\n" },
	{ { .level = -1, .word = 1, .bytes = { (const unsigned char *)"\0\xFF\n", 3 } },
	  "sample\tindex=0\tlink=0\tlevel=-1\tword=second-one\tbytes=00ff0a\n" },
	{ { .level = INT64_MIN }, "sample\tindex=0\tlink=0\tlevel=-9223372036854775808\tword=first\n" },
	{ { .level = INT64_MAX }, "sample\tindex=0\tlink=0\tlevel=9223372036854775807\tword=first\n" },
};

static void check_same(struct sample *row, const struct sample *expected)
{
	ck_assert_pstr_eq(row->name, expected->name);
	row->name = expected->name;
	row->other = expected->other;
	ck_assert_uint_eq(row->bytes.size, expected->bytes.size);
	if (row->bytes.size > 0)
		ck_assert(memcmp(row->bytes.bytes, expected->bytes.bytes, row->bytes.size) == 0);
	row->bytes.bytes = expected->bytes.bytes;
	ck_assert(memcmp(row, expected, sizeof(*row)) == 0);
}

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
	struct sample again = { .link = row->link };
	char *text = text_of(row);
	char *copy = strdup(text);

	ck_assert_str_eq(text, rows[_i].expected);
	copy[strlen(copy) - 1] = '\0';
	ck_assert_pstr_eq(table_exact_take(copy + strlen("sample\t"), &table, &again), NULL);
	check_same(&again, row);
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
	{ "index=2\tcount=1\tname=a", true, { .name = "a", .count = 1, .index = 2 } },
	{ "future=\tcount=1\tnew=x=y\tother=5\tsigned=-1", true, { .count = 1 } },
	{ NULL, true, { 0 } },
	{ "level=-0", true, { 0 } },
	{ "level=-9223372036854775808", true, { .level = INT64_MIN } },
	{ "level=-9223372036854775809", false, { 0 } },
	{ "level=9223372036854775808", false, { 0 } },
	{ "level=--1", false, { 0 } },
	{ "level=-", false, { 0 } },
	{ "level=", false, { 0 } },
	{ "level=- 1", false, { 0 } },
	{ "level=1x", false, { 0 } },
	{ "word=second-one", true, { .word = 1 } },
	{ "word=second", false, { 0 } },
	{ "word=", false, { 0 } },
	{ "word=1", false, { 0 } },
	{ "bytes=00ff", true, { .bytes = { (const unsigned char *)"\0\xFF", 2 } } },
	{ "bytes=", true, { 0 } },
	{ "bytes=0", false, { 0 } },
	{ "bytes=00f", false, { 0 } },
	{ "bytes=0g", false, { 0 } },
	{ "bytes=0A", false, { 0 } },
	{ "bytes=00 ff", false, { 0 } },
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
	char *text = words[_i].words ? strdup(words[_i].words) : NULL;
	const char *why = table_exact_take(text, &table, &row);

	ck_assert_msg(words[_i].is_good == !why, "%s", why ? why : "it is good");
	if (!why)
		check_same(&row, &words[_i].expected);
	free(text);
}
END_TEST

/* Memory of the words is not needed afterwards. */
START_TEST(texts_are_kept)
{
	struct sample row = { 0 };
	char text[] = "name=a\tcount=1\tbytes=616263";

	ck_assert_pstr_eq(table_exact_take(text, &table, &row), NULL);
	ck_assert(table_exact_keep(&table, &row, &unit_arena));
	memset(text, 'x', sizeof(text));
	ck_assert_str_eq(row.name, "a");
	ck_assert(row.bytes.size == 3 && memcmp(row.bytes.bytes, "abc", 3) == 0);
	row.name = NULL;
	row.bytes = (struct table_bytes){ .bytes = NULL };
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
	return rest && strcmp(rest, "bad=") == 0 ? "it is bad" : NULL;
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
	{ FILE_OF(HEAD "\na\tx=1\nalone\nb\tx=1\nend\n"), "aaloneb", NULL, 5 },
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
