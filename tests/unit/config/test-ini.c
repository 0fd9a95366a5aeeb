/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ini: what the stand-in for inih finds in texts. tests/fuzz/fuzz-ini.c compares it with inih.
 */
#include "config/ini.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

/* src/config/ini.c, compiled with another name of its function. */
int own_ini_parse_stream(ini_reader reader, void *stream, ini_handler handler, void *user);

#define TEN "0123456789"

/* The calls of the handler as "section|name|value", each with a ";" after it. */
static const struct {
	const char *text;
	const char *calls;
	int error;
} rows[] = {
	{ "", "", 0 },
	{ "a=b", "|a|b;", 0 },
	{ " a = b c \n", "|a|b c;", 0 },
	{ "a: b = c\n", "|a|b = c;", 0 },
	{ "a=b=c\n", "|a|b=c;", 0 },
	{ "=\n", "||;", 0 },
	{ "[s]\na=1\n[t]\nb=2\n", "s|a|1;t|b|2;", 0 },
	{ "[s] rest\na=1\n", "s|a|1;", 0 },
	{ "[s;t]\na=1\n", "s;t|a|1;", 0 },
	{ "[s ;t]\na=1\n", "|a|1;", 1 },
	{ "[s\na=1\n", "|a|1;", 1 },
	{ "# x\n; y\n\n  # z\na=1\n", "|a|1;", 0 },
	{ "a=1 ; x\nb=1;x\nc=;x\n", "|a|1;|b|1;x;|c|;x;", 0 },
	{ "a=1\n b\n  c ; x\n", "|a|1;|a|b;|a|c;", 0 },
	{ "a=1\n # b\n\n b\n", "|a|1;|a|b;", 0 },
	{ "a=1\n[s]\n b=2\n", "|a|1;s|b|2;", 0 },
	{ "a=1\n b=2\n", "|a|1;|a|b=2;", 0 },
	{ "word\na=1\nword\n", "|a|1;", 1 },
	{ "a=1\nword\n", "|a|1;", 2 },
	{ "a=refuse\nb=refuse\n", "|a|refuse;|b|refuse;", 1 },
	{ "\xEF\xBB\xBF" "a=1\n", "|a|1;", 0 },
	{ "[" TEN TEN TEN TEN TEN "]\na=1\n", TEN TEN TEN TEN "012345678|a|1;", 0 },
	{ TEN TEN TEN TEN TEN "=1\n 2\n",
	  "|" TEN TEN TEN TEN TEN "|1;|" TEN TEN TEN TEN "012345678|2;", 0 },
};

static char *next_line(char *line, int size, void *stream)
{
	const char **at = stream;
	size_t length = strcspn(*at, "\n");

	if (**at == '\0')
		return NULL;
	ck_assert_uint_lt(length + 1, (size_t)size);
	snprintf(line, (size_t)size, "%.*s\n", (int)length, *at);
	*at += length + ((*at)[length] == '\n');
	return line;
}

static int take_value(void *user, const char *section, const char *name, const char *value)
{
	char *calls = user;

	sprintf(calls + strlen(calls), "%s|%s|%s;", section, name, value);
	return strcmp(value, "refuse") != 0;
}

START_TEST(texts)
{
	const char *at = rows[_i].text;
	char calls[512] = "";
	int error = own_ini_parse_stream(next_line, &at, take_value, calls);

	ck_assert_str_eq(calls, rows[_i].calls);
	ck_assert_int_eq(error, rows[_i].error);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ini");
	TCase *tcase = unit_tcase(suite, "ini", 10);

	tcase_add_loop_test(tcase, texts, 0, UNIT_ROWS(rows));
	return unit_run(suite);
}
