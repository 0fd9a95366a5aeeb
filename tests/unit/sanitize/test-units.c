/* SPDX-License-Identifier: Apache-2.0 */
/* units: what a program is made from, written and read; what is no such text. */
#include "sanitize/units.h"

#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static struct unit_header headers[] = { { "a.h", "int a;\n" }, { "deep/b.h", "" } };
static struct source_unit list[] = {
	{ .source = "kernel void k(void) {}\nlink 3\nabc\n", .options = "-DA=1" },
	{ .source = "", .options = "", .headers = headers, .header_count = 2 },
	{ .source = "# 1 \"<stdin>\"\n", .is_expanded = true, .options = "-w" },
};

static void compare(const struct units *units, const struct units *other)
{
	ck_assert_pstr_eq(units->link, other->link);
	ck_assert_uint_eq(units->count, other->count);
	for (size_t i = 0; i < units->count; i++) {
		const struct source_unit *one = &units->list[i], *two = &other->list[i];

		ck_assert_str_eq(one->source, two->source);
		ck_assert_str_eq(one->options, two->options);
		ck_assert_int_eq(one->is_expanded, two->is_expanded);
		ck_assert_uint_eq(one->header_count, two->header_count);
		for (size_t j = 0; j < one->header_count; j++) {
			ck_assert_str_eq(one->headers[j].name, two->headers[j].name);
			ck_assert_str_eq(one->headers[j].text, two->headers[j].text);
		}
	}
}

START_TEST(what_is_written_is_read)
{
	const struct units units = { .link = _i == 0   ? ""
					     : _i == 1 ? "-w"
						       : NULL,
				     .list = list,
				     .count = _i == 2 ? 1 : 3 };
	char *text = units_write(&units);
	struct units other;

	ck_assert_ptr_nonnull(text);
	ck_assert(units_read(&other, text, strlen(text)));
	compare(&units, &other);
	/* No text of it is one when it is cut off. */
	for (size_t length = 0; length < strlen(text); length++) {
		units_done(&other);
		if (units_read(&other, text, length))
			ck_assert_msg(text[length - 1] == '\n', "%zu", length);
	}
	units_done(&other);
	ck_assert_ptr_null(other.list);
	free(text);
}
END_TEST

static const char *const wrong[] = {
	"",
	"source",
	"source 1",
	"source 1\n",
	"source 1\na",
	"source 2\na\n",
	"source 0\na\n",
	"source \n\n",
	"source -1\na\n",
	"source 18446744073709551617\na\n",
	"source 99999999999999999999999\na\n",
	"sources 1\na\n",
	"other 1\na\n",
	"options 1\na\n",
	"link 1\na\n",
	"name 1\na\nheader 1\na\n",
	"source 1\na\nname 1\na\n",
	"source 1\na\nheader 1\na\n",
	"source 1\na\nname 1\na\nsource 1\na\n",
	"source 1\na\nname 1\na\nname 1\na\n",
	"source 1\na\nname 1\na\noptions 1\na\nheader 1\na\n",
	"source 1\na\nlink 1\na\n",
	/* Several sources are linked. */
	"source 1\na\nsource 1\na\n",
};

START_TEST(what_is_wrong_is_not_read)
{
	struct units units;

	ck_assert(!units_read(&units, wrong[_i], strlen(wrong[_i])));
	ck_assert_ptr_null(units.list);
	ck_assert_ptr_null(units.memory);
	ck_assert_uint_eq(units.count, 0);
}
END_TEST

START_TEST(a_nul_byte_is_not_read)
{
	struct units units;

	ck_assert(!units_read(&units, "source 1\n\0\n", 11));
	ck_assert(units_read(&units, "source 1\na\n", 11));
	units_done(&units);
}
END_TEST

START_TEST(there_are_not_too_many)
{
	static const char item[] = "source 0\n\n";
	const size_t length = sizeof(item) - 1;
	char *text = malloc((UNITS_MOST + 2) * length);
	struct units units;

	memcpy(text, "link 0\n\n", 8);
	for (size_t i = 0; i <= UNITS_MOST; i++)
		memcpy(text + 8 + i * length, item, length);
	ck_assert(units_read(&units, text, 8 + UNITS_MOST * length));
	ck_assert_uint_eq(units.count, UNITS_MOST);
	units_done(&units);
	ck_assert(!units_read(&units, text, 8 + (UNITS_MOST + 1) * length));
	free(text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("units");
	TCase *tcase = unit_tcase(suite, "units", 60);

	tcase_add_loop_test(tcase, what_is_written_is_read, 0, 3);
	tcase_add_loop_test(tcase, what_is_wrong_is_not_read, 0, UNIT_ROWS(wrong));
	tcase_add_test(tcase, a_nul_byte_is_not_read);
	tcase_add_test(tcase, there_are_not_too_many);
	return unit_run(suite);
}
