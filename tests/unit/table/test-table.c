/* SPDX-License-Identifier: Apache-2.0 */
/* table: the values of columns, and rows as lines of a screen and as JSON. */
#include "table/table.h"

#include <inttypes.h>
#include <locale.h>
#include <string.h>

#include "table/json.h"
#include "unit/table/capture.h"
#include "unit/unit.h"

struct place {
	const char *function;
	uint32_t thread;
};

struct sample {
	const char *name;
	uint64_t count;
	uint64_t time;
	const struct place *place;
	enum table_mark mark;
};

struct numbers {
	uint8_t small;
	uint16_t half;
	int8_t tiny_code;
	int32_t code;
	int64_t large_code;
	bool is_good;
};

/* -- getters ------------------------------------------------------------------------------ */

static void get_marked(const void *time, struct table_value *value)
{
	const struct sample *sample = (const void *)((const char *)time -
						     offsetof(struct sample, time));

	value->number = sample->time;
	value->mark = sample->mark;
}

static void get_share(const void *count, struct table_value *value)
{
	value->number = *(const uint64_t *)count;
	value->whole = *(const uint64_t *)value->context;
}

static void get_place(const void *place, struct table_value *value)
{
	value->row = *(const struct place *const *)place;
	value->mark = value->row ? TABLE_KNOWN : TABLE_ABSENT;
}

static void get_place_or_null(const void *place, struct table_value *value)
{
	value->row = *(const struct place *const *)place;
	value->mark = value->row ? TABLE_KNOWN : TABLE_UNKNOWN;
}

static void get_call(const void *place, struct table_value *value)
{
	const struct place *call = *(const struct place *const *)place;

	if (!call)
		return;
	snprintf(value->space, sizeof(value->space), "%s:%" PRIu32, call->function, call->thread);
	value->text = value->space;
}

/* -- tables ------------------------------------------------------------------------------- */

static const struct table_column place_columns[] = {
	{ "function", TABLE_TEXT, TABLE_AT(struct place, function) },
	{ "thread", TABLE_COUNT, TABLE_AT(struct place, thread) },
};
static const struct table place_table = TABLE("places", place_columns);

#define AT(member) TABLE_AT(struct numbers, member)

static const struct table_column number_columns[] = {
	{ "small", TABLE_COUNT, AT(small), "small", 5 },
	{ "half", TABLE_COUNT, AT(half), "half", 6 },
	{ "tiny_code", TABLE_NUMBER, AT(tiny_code), "tiny", 5 },
	{ "code", TABLE_NUMBER, AT(code), "code", 11 },
	{ "large_code", TABLE_NUMBER, AT(large_code), "large", 21 },
	{ "good", TABLE_FLAG, AT(is_good), "good", 4 },
};
static const struct table numbers_table = TABLE("numbers", number_columns);

START_TEST(numbers_have_sizes_and_signs)
{
	const struct numbers rows[] = {
		{ .small = UINT8_MAX, .half = UINT16_MAX, .tiny_code = INT8_MIN, .code = INT32_MIN,
		  .large_code = INT64_MIN, .is_good = true },
		{ .tiny_code = INT8_MAX, .code = -1, .large_code = INT64_MAX },
	};
	static const char *const expected[] = {
		[OUTPUT_LINES] = "small   half  tiny        code                 large good\n"
				 "  255  65535  -128 -2147483648  -9223372036854775808  yes\n"
				 "    0      0   127          -1   9223372036854775807   no\n",
		[OUTPUT_JSON] = "[\n  {\n    \"small\": 255,\n    \"half\": 65535,\n"
				"    \"tiny_code\": -128,\n    \"code\": -2147483648,\n"
				"    \"large_code\": -9223372036854775808,\n    \"good\": true\n  },\n"
				"  {\n    \"small\": 0,\n    \"half\": 0,\n    \"tiny_code\": 127,\n"
				"    \"code\": -1,\n    \"large_code\": 9223372036854775807,\n"
				"    \"good\": false\n  }\n]\n",
	};
	struct table without_key = numbers_table;
	struct capture capture;
	struct table_view view = { .output = &capture.output,
				   .table = &without_key,
				   .is_close = true };

	without_key.key = NULL;
	capture_init(&capture, (enum output_form)_i);
	table_put_all(&view, rows, ARRAY_SIZE(rows), sizeof(*rows));
	ck_assert_str_eq(capture_text(&capture), expected[_i]);
	capture_done(&capture);
}
END_TEST

/* -- the screen ----------------------------------------------------------------------------- */

#undef AT
#define AT(member) TABLE_AT(struct sample, member)
static const struct table_column line_columns[] = {
	{ "name", TABLE_TEXT, AT(name), "Samples" },
	{ "count", TABLE_COUNT, AT(count), "count", 8 },
	{ NULL, TABLE_SHARE, AT(count), "share", 7, get_share },
	{ "time", TABLE_TIME, AT(time), "time", 9, get_marked },
	{ NULL, TABLE_RATE, AT(count), "rate", 11, get_share },
	{ NULL, TABLE_BYTES, AT(count), "bytes", 10 },
	{ NULL, TABLE_FIGURE, AT(place), "figure", 8, get_call },
	{ NULL, TABLE_TEXT, AT(place), "place", 7, get_call },
	{ NULL, TABLE_BELOW, AT(place), "in", 0, get_call },
};
static const struct table lines = TABLE("samples", line_columns);

static const struct place short_place = { "f", 1 };
static const struct place long_place = { "function", 1234567 };
static const uint64_t whole = 2000;

#define HEAD \
	"\nSamples         count   share      time        rate      bytes   figure  place\n"

static const struct {
	struct sample row;
	const char *expected;
} screen[] = {
	{ { "a", 1000, 1500000, &short_place, TABLE_KNOWN },
	  "  a              1000  50.0 %   1.50 ms   0.50 GB/s     1000 B      f:1  f:1\n"
	  "    in f:1\n" },
	{ { "a", 0, 1500000, NULL, TABLE_ESTIMATED },
	  "  a                 0   0.0 %  ~1.50 ms           -        0 B        -  -\n" },
	{ { "a", 0, 1500000, NULL, TABLE_UNMEASURED },
	  "  a                 0   0.0 %         -           -        0 B        -  -\n" },
	{ { "a", 0, 1500000, NULL, TABLE_UNKNOWN },
	  "  a                 0   0.0 %         -           -        0 B        -  -\n" },
	{ { "a", 0, 1500000, NULL, TABLE_ABSENT },
	  "  a                 0   0.0 %         -           -        0 B        -  -\n" },
	{ { NULL, 0, 0, NULL, TABLE_KNOWN },
	  "  -                 0   0.0 %      0 ns           -        0 B        -  -\n" },
	/* A text is cut, a number is not. */
	{ { "b", 0, 0, &long_place, TABLE_KNOWN },
	  "  b                 0   0.0 %      0 ns           -        0 B function:1234567"
	  "  func...\n    in function:1234567\n" },
	/* Characters are counted, and escapes as what is seen. */
	{ { "\xC3\xA4\xE2\x82\xAC", 1, 0, NULL, TABLE_KNOWN },
	  "  \xC3\xA4\xE2\x82\xAC                1   0.1 %      0 ns   0.00 GB/s        1 B"
	  "        -  -\n" },
	{ { "\x1B\n", 1, 0, NULL, TABLE_KNOWN },
	  "  \\x1B\\x0A          1   0.1 %      0 ns   0.00 GB/s        1 B        -  -\n" },
	/* A name that does not fit has a line of its own. */
	{ { "eleven_long", 1, 0, NULL, TABLE_KNOWN },
	  "  eleven_long\n"
	  "                    1   0.1 %      0 ns   0.00 GB/s        1 B        -  -\n" },
};

START_TEST(row_is_a_line)
{
	struct capture capture;
	struct table_view view = { .output = &capture.output,
				   .table = &lines,
				   .context = &whole,
				   .indent = 2 };

	capture_init(&capture, OUTPUT_LINES);
	table_put(&view, &screen[_i].row);
	table_end(&view);
	ck_assert_msg(strncmp(capture_text(&capture), HEAD, strlen(HEAD)) == 0, "%s",
		      capture_text(&capture));
	ck_assert_str_eq(capture_text(&capture) + strlen(HEAD), screen[_i].expected);
	capture_done(&capture);
}
END_TEST

/* What a view changes: the text of three rows with these names, and a count of 1 to 3. */
static const struct table_column short_columns[] = {
	{ "name", TABLE_TEXT, AT(name), "Names" },
	{ "count", TABLE_COUNT, AT(count), "count", 69 },
};
static const struct table short_table = TABLE("short", short_columns);
static const struct table_column fixed_columns[] = {
	{ "count", TABLE_COUNT, AT(count), "count", 5 },
	{ "name", TABLE_TEXT, AT(name), "name", 0 },
};
static const struct table fixed_table = TABLE("fixed", fixed_columns);
static const struct table_column hidden_columns[] = {
	{ "count", TABLE_COUNT, AT(count) },
};
static const struct table hidden_table = TABLE("hidden", hidden_columns);

#define SPACES_65 "                                                                 "

static const struct {
	struct table_view view;
	const char *names[3];
	const char *expected;
} views[] = {
	{ { .table = &short_table, .is_close = true, .cuts_names = true },
	  { "a", "a_name_of_14", "c" },
	  "Names     " SPACES_65 "count\n"
	  "a         " SPACES_65 "    1\n"
	  "a_n...f_14" SPACES_65 "    2\n"
	  "c         " SPACES_65 "    3\n" },
	{ { .table = &short_table, .is_close = true, .most = 2, .title = "T" },
	  { "a", "b", "c" },
	  "T         " SPACES_65 "count\n"
	  "a         " SPACES_65 "    1\n"
	  "b         " SPACES_65 "    2\n"
	  "... and 1 more; --json has all\n" },
	/* The second row needs two lines, so the third is left out, too. */
	{ { .table = &short_table, .is_close = true, .most = 2, .title = "T" },
	  { "a", "long_long_long", "c" },
	  "T         " SPACES_65 "count\n"
	  "a         " SPACES_65 "    1\n"
	  "... and 2 more; --json has all\n" },
	{ { .table = &fixed_table },
	  { "a", "", "a long text is not cut at the end of a line, however long it is, if it is "
		     "the last one" },
	  "\ncount  name\n"
	  "    1  a\n"
	  "    2\n"
	  "    3  a long text is not cut at the end of a line, however long it is, if it is "
	  "the last one\n" },
	{ { .table = &hidden_table }, { "a", "b", "c" }, "" },
};

START_TEST(view_has_its_own_way)
{
	struct sample rows[3];
	const void *pointers[3];
	struct capture capture;
	struct table_view view = views[_i].view;

	capture_init(&capture, OUTPUT_LINES);
	view.output = &capture.output;
	for (size_t i = 0; i < 3; i++) {
		rows[i] = (struct sample){ .name = views[_i].names[i], .count = i + 1 };
		pointers[i] = &rows[i];
	}
	table_put_all(&view, pointers, 3, 0);
	ck_assert_str_eq(capture_text(&capture), views[_i].expected);
	capture_done(&capture);
}
END_TEST

/* -- JSON ----------------------------------------------------------------------------------- */

static const uint64_t sizes[] = { 1024, 16 };

static const struct table_column plain_columns[] = {
	{ NULL, TABLE_COUNT, .size = sizeof(uint64_t) },
};
static const struct table plain_table = TABLE("sizes", plain_columns);

static void put_sizes(struct table_view *view, const void *count)
{
	for (uint64_t i = 0; i < *(const uint64_t *)count; i++)
		table_put(view, &sizes[i]);
}

static void put_places(struct table_view *view, const void *member)
{
	const struct place *const *place = member;

	if (*place)
		table_put(view, *place);
}

static void get_some(const void *count, struct table_value *value)
{
	value->mark = *(const uint64_t *)count > 0 ? TABLE_KNOWN : TABLE_UNKNOWN;
}

static const struct table_column json_columns[] = {
	{ "name", TABLE_TEXT, AT(name) },
	{ NULL, TABLE_TEXT, AT(name), "of the screen only", 3 },
	{ "time", TABLE_TIME, AT(time), .get = get_marked },
	{ NULL, TABLE_GROUP, AT(place), .get = get_place, .inner = &place_table },
	{ "caller", TABLE_OBJECT, AT(place), .get = get_place, .inner = &place_table },
	{ "or_null", TABLE_OBJECT, AT(place), .get = get_place_or_null, .inner = &place_table },
	{ "sizes", TABLE_ROWS, AT(count), .get = get_some, .inner = &plain_table,
	  .rows = put_sizes },
	{ "stack", TABLE_ROWS, AT(place), .inner = &place_table, .rows = put_places },
};
static const struct table json_table = TABLE("samples", json_columns);

static const struct {
	struct sample row;
	const char *expected;
} objects[] = {
	{ { "\"a\"", 2, 5, &short_place, TABLE_KNOWN },
	  "    {\n"
	  "      \"name\": \"\\\"a\\\"\",\n"
	  "      \"time\": 5,\n"
	  "      \"function\": \"f\",\n"
	  "      \"thread\": 1,\n"
	  "      \"caller\": {\n"
	  "        \"function\": \"f\",\n"
	  "        \"thread\": 1\n"
	  "      },\n"
	  "      \"or_null\": {\n"
	  "        \"function\": \"f\",\n"
	  "        \"thread\": 1\n"
	  "      },\n"
	  "      \"sizes\": [\n"
	  "        1024,\n"
	  "        16\n"
	  "      ],\n"
	  "      \"stack\": [\n"
	  "        {\n"
	  "          \"function\": \"f\",\n"
	  "          \"thread\": 1\n"
	  "        }\n"
	  "      ]\n"
	  "    }\n" },
	{ { NULL, 0, 5, NULL, TABLE_UNMEASURED },
	  "    {\n"
	  "      \"name\": null,\n"
	  "      \"time\": 5,\n"
	  "      \"or_null\": null,\n"
	  "      \"sizes\": null,\n"
	  "      \"stack\": []\n"
	  "    }\n" },
	{ { "a", 0, 5, NULL, TABLE_UNKNOWN },
	  "    {\n"
	  "      \"name\": \"a\",\n"
	  "      \"time\": null,\n"
	  "      \"or_null\": null,\n"
	  "      \"sizes\": null,\n"
	  "      \"stack\": []\n"
	  "    }\n" },
	{ { "a", 0, 5, NULL, TABLE_ABSENT },
	  "    {\n"
	  "      \"name\": \"a\",\n"
	  "      \"or_null\": null,\n"
	  "      \"sizes\": null,\n"
	  "      \"stack\": []\n"
	  "    }\n" },
};

START_TEST(row_is_an_object)
{
	struct capture capture;
	struct table_view view = { .output = &capture.output, .table = &json_table };
	char expected[1024];

	capture_init(&capture, OUTPUT_JSON);
	json_open_object(&capture.output, NULL);
	table_put(&view, &objects[_i].row);
	table_end(&view);
	json_close_object(&capture.output);
	snprintf(expected, sizeof(expected), "{\n  \"samples\": [\n%s  ]\n}\n", objects[_i].expected);
	ck_assert_str_eq(capture_text(&capture), expected);
	capture_done(&capture);
}
END_TEST

START_TEST(row_is_members)
{
	const struct sample row = { .count = 7 };
	struct capture capture;

	capture_init(&capture, OUTPUT_JSON);
	json_open_object(&capture.output, NULL);
	table_json_members(&capture.output, &hidden_table, &row, NULL);
	json_close_object(&capture.output);
	ck_assert_str_eq(capture_text(&capture), "{\n  \"count\": 7\n}\n");
	capture_done(&capture);
}
END_TEST

/* No row: an array without elements, and nothing on the screen. */
START_TEST(table_is_empty)
{
	static const char *const expected[] = { [OUTPUT_LINES] = "", [OUTPUT_JSON] = "[]\n" };
	struct table without_key = lines;
	struct capture capture;
	struct table_view view = { .output = &capture.output, .table = &without_key };

	without_key.key = NULL;
	capture_init(&capture, (enum output_form)_i);
	table_end(&view);
	ck_assert_str_eq(capture_text(&capture), expected[_i]);
	capture_done(&capture);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("table");
	TCase *tcase = unit_tcase(suite, "table", 10);

	tcase_add_loop_test(tcase, numbers_have_sizes_and_signs, OUTPUT_LINES, OUTPUT_JSON + 1);
	tcase_add_loop_test(tcase, row_is_a_line, 0, UNIT_ROWS(screen));
	tcase_add_loop_test(tcase, view_has_its_own_way, 0, UNIT_ROWS(views));
	tcase_add_loop_test(tcase, row_is_an_object, 0, UNIT_ROWS(objects));
	tcase_add_test(tcase, row_is_members);
	tcase_add_loop_test(tcase, table_is_empty, OUTPUT_LINES, OUTPUT_JSON + 1);
	return unit_run(suite);
}
