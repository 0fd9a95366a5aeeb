/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-status: the lines that layers write, and what any process of the program can write in their place:
 * lines without an end, longer ones than a layer writes, and a file whose position another process moves.
 */
#include "tool/probe/process/layer-status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/unit.h"

#define VARIABLE "LAYER_STATUS_OF_A_TEST"
#define TOO_MANY 3000	/* twice as many bytes are more than a line has */

/* Every "~" in TEXT is so many letters. */
static void add(const char *text)
{
	FILE *file = fopen(getenv(VARIABLE), "ae");

	ck_assert_ptr_nonnull(file);
	for (; *text; text++)
		for (int i = 0; i < (*text == '~' ? TOO_MANY : 1); i++)
			fputc(*text, file);
	ck_assert_int_eq(fclose(file), 0);
}

/* The lines that are there, each with "|" after it; of a long one its length. */
static const char *take(struct layer_status *status)
{
	static char all[1000];
	char line[STATUS_LINE_SIZE];
	size_t length = 0;

	all[0] = '\0';
	while (layer_status_next(status, line))
		length += (size_t)snprintf(all + length, sizeof(all) - length,
					   strlen(line) < 100 ? "%s|" : "%.0s%zu|", line, strlen(line));
	return all;
}

static const struct {
	const char *first;
	const char *then;
	const char *lines;	/* of the first part */
	const char *more;	/* of both */
} rows[] = {
	{ "", "", "", "" },
	{ "loaded\n", "record /x\n", "loaded|", "record /x|" },
	{ "loaded\nrec", "ord /x\n", "loaded|", "record /x|" },
	{ "loaded", "", "", "" },
	{ "\n\n", "x\n", "||", "x|" },
	{ "a~\nb\n", "", "3001|b|", "" },
	{ "~~\nb\n", "", "b|", "" },
	{ "~~~~~~finding 1\n", "finding 2\n", "", "finding 2|" },
	{ "~~", "finding 1\nb\n", "", "b|" },
	{ "~~~", "\n", "", "" },
};

START_TEST(lines)
{
	struct layer_status status;

	ck_assert(layer_status_open(&status, VARIABLE));
	add(rows[_i].first);
	ck_assert_str_eq(take(&status), rows[_i].lines);
	add(rows[_i].then);
	lseek(status.file, 0, SEEK_SET);
	/* A long line that was left out before its end. */
	ck_assert_str_eq(take(&status), rows[_i].more);
	layer_status_close(&status);
	ck_assert_int_lt(status.file, 0);
}
END_TEST

static const struct {
	const char *line;
	const char *word;
	const char *rest;	/* NULL: the line does not begin with it */
} words[] = {
	{ "loaded", "loaded", "" },	   { "loaded 1", "loaded", "1" }, { "loaded ", "loaded", "" },
	{ "loadedx", "loaded", NULL },	   { "load", "loaded", NULL },	  { "", "loaded", NULL },
	{ "record  /a b", "record", " /a b" },
};

START_TEST(words_of_lines)
{
	const char *rest = layer_status_rest(words[_i].line, words[_i].word);

	if (words[_i].rest)
		ck_assert_str_eq(rest, words[_i].rest);
	else
		ck_assert_ptr_null(rest);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("layer-status");
	TCase *tcase = unit_tcase(suite, "layer-status", 10);

	tcase_add_loop_test(tcase, lines, 0, UNIT_ROWS(rows));
	tcase_add_loop_test(tcase, words_of_lines, 0, UNIT_ROWS(words));
	return unit_run(suite);
}
