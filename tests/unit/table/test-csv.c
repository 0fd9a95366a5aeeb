/* SPDX-License-Identifier: Apache-2.0 */
/* table-csv: cells that have to be quoted, and those that a spreadsheet must not compute. */
#include "table/table-csv.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

struct sample {
	const char *text;
	uint64_t count;
	int32_t code;
	bool is_good;
};

#define AT(member) TABLE_AT(struct sample, member)
static const struct table_column columns[] = {
	{ "text", TABLE_TEXT, AT(text) },
	{ NULL, TABLE_TEXT, AT(text), "of the screen only", 5 },
	{ "count", TABLE_COUNT, AT(count) },
	{ "code", TABLE_NUMBER, AT(code) },
	{ "good", TABLE_FLAG, AT(is_good) },
	{ "array", TABLE_ROWS, AT(text) },
	{ "object", TABLE_OBJECT, AT(text) },
	{ "sparse", TABLE_SPARSE, AT(count) },
};
static const struct table table = TABLE("samples", columns);

static const struct {
	struct sample row;
	const char *expected;
} rows[] = {
	{ { "plain", 1, 0, true }, "plain,1,0,1" },
	{ { NULL, UINT64_MAX, INT32_MIN, false }, ",18446744073709551615,-2147483648,0" },
	{ { "", 0, -1, false }, ",0,-1,0" },
	{ { "a,b", 0, 0, false }, "\"a,b\",0,0,0" },
	{ { "a\"b", 0, 0, false }, "\"a\"\"b\",0,0,0" },
	{ { "\"", 0, 0, false }, "\"\"\"\",0,0,0" },
	{ { "a\r\n\tb\xFF", 0, 0, false }, "a\\x0D\\x0A\\x09b\\xFF,0,0,0" },
	{ { "\xC3\xA4", 0, 0, false }, "\xC3\xA4,0,0,0" },
	{ { "=1+2", 0, 0, false }, "'=1+2,0,0,0" },
	{ { "+1", 0, 0, false }, "'+1,0,0,0" },
	{ { "-1", 0, 0, false }, "'-1,0,0,0" },
	{ { "@SUM(A1)", 0, 0, false }, "'@SUM(A1),0,0,0" },
	{ { "=\"a\",1", 0, 0, false }, "\"'=\"\"a\"\",1\",0,0,0" },
	{ { "\t=1", 0, 0, false }, "\\x09=1,0,0,0" },
	{ { "\r=1", 0, 0, false }, "\\x0D=1,0,0,0" },
	{ { "\uFF1D1", 0, 0, false }, "'\uFF1D1,0,0,0" },
	/* Where a semicolon separates cells. */
	{ { "a;=1;b", 0, 0, false }, "a;'=1;b,0,0,0" },
	{ { "a;;-1;", 0, 0, false }, "a;;'-1;,0,0,0" },
	{ { "a=b+c-d@e", 0, 0, false }, "a=b+c-d@e,0,0,0" },
};

static char *text_of(const struct sample *row)
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	table_csv_begin(file, &table);
	table_csv_put(file, &table, row, NULL);
	fclose(file);
	return text;
}

/* Numbers have neither points nor separators, whatever the locale says. */
START_TEST(row_is_a_line)
{
	static const char *const locales[] = { "C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8" };
	char expected[256];

	snprintf(expected, sizeof(expected), "text,count,code,good\n%s\n", rows[_i].expected);
	for (size_t i = 0; i < ARRAY_SIZE(locales); i++) {
		char *text;

		setlocale(LC_ALL, locales[i]);
		text = text_of(&rows[_i].row);
		ck_assert_str_eq(text, expected);
		free(text);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("csv");
	TCase *tcase = unit_tcase(suite, "csv", 10);

	tcase_add_loop_test(tcase, row_is_a_line, 0, UNIT_ROWS(rows));
	return unit_run(suite);
}
