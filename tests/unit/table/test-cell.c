/* SPDX-License-Identifier: Apache-2.0 */
/* cell: numbers with units, and texts that must not harm a terminal. */
#include "table/cell.h"

#include <string.h>

#include "unit/unit.h"

static const struct {
	uint64_t ns;
	const char *expected;
} times[] = {
	{ 0, "0 ns" },		 { 999, "999 ns" },	     { 1000, "1.00 us" },
	{ 9994, "9.99 us" },	 { 9996, "10.0 us" },	     { 99960, "100 us" },
	{ 999499, "999 us" },	 { 999600, "1.00 ms" },	     { 1500000000, "1.50 s" },
	{ 86400000000000, "86400 s" }, { UINT64_MAX, "18446744074 s" },
};

START_TEST(time_has_unit)
{
	ck_assert_str_eq(cell_time(times[_i].ns).text, times[_i].expected);
}
END_TEST

START_TEST(bytes_have_unit)
{
	ck_assert_str_eq(cell_bytes(0).text, "0 B");
	ck_assert_str_eq(cell_bytes(1023).text, "1023 B");
	ck_assert_str_eq(cell_bytes(1536).text, "1.50 KiB");
	ck_assert_str_eq(cell_bytes(UINT64_MAX).text, "16.0 EiB");
}
END_TEST

START_TEST(ratios_of_nothing_are_dashes)
{
	ck_assert_str_eq(cell_rate(2000, 1000).text, "2.00 GB/s");
	ck_assert_str_eq(cell_rate(0, 1000).text, "-");
	ck_assert_str_eq(cell_rate(1000, 0).text, "-");
	ck_assert_str_eq(cell_share(1, 8).text, "12.5 %");
	ck_assert_str_eq(cell_share(1, 0).text, "-");
}
END_TEST

static const struct {
	const char *text;
	size_t columns;
	const char *expected;
} names[] = {
	{ "", 5, "" },
	{ "abcde", 5, "abcde" },
	{ "abcdef", 5, "ab..." },
	{ "\x1B[2J", 20, "\\x1B[2J" },
	/* An escape is shortened as a whole. */
	{ "abc\x1B"
	  "def",
	  9, "abc..." },
	{ "\x7F\n", 20, "\\x7F\\x0A" },
	{ "\xC3\xA4"
	  "bc",
	  3,
	  "\xC3\xA4"
	  "bc" },
	{ "\xE2\x80\xAE", 12, "\\xE2\\x80\\xAE" },
};

START_TEST(name_is_harmless)
{
	ck_assert_str_eq(cell_name(names[_i].text, names[_i].columns).text, names[_i].expected);
}
END_TEST

START_TEST(both_ends_stay)
{
	ck_assert_str_eq(cell_ends("\xC3\xA4", 3).text, "\xC3\xA4");
	ck_assert_str_eq(cell_ends("abc", 3).text, "abc");
	ck_assert_str_eq(cell_ends("abcd", 3).text, "...");
	ck_assert_str_eq(cell_ends("kernel_of_many_v12", 10).text, "ker..._v12");
	ck_assert_str_eq(cell_ends("abcdefg\x01hij", 10).text, "abc...hij");
	ck_assert_str_eq(cell_ends("abc\x01\x02ghijkl", 10).text, "abc...ijkl");
}
END_TEST

/* The widest characters in the most columns fit. */
START_TEST(longest_name_fits)
{
	char text[1024] = "";

	for (int i = 0; i < 200; i++)
		strcat(text, "\xF0\x9F\x98\x80");
	ck_assert_uint_eq(strlen(cell_ends(text, CELL_BYTES / 8).text), 4 * (CELL_BYTES / 8 - 3) + 3);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cell");
	TCase *tcase = unit_tcase(suite, "cell", 10);

	tcase_add_loop_test(tcase, time_has_unit, 0, UNIT_ROWS(times));
	tcase_add_test(tcase, bytes_have_unit);
	tcase_add_test(tcase, ratios_of_nothing_are_dashes);
	tcase_add_loop_test(tcase, name_is_harmless, 0, UNIT_ROWS(names));
	tcase_add_test(tcase, both_ends_stay);
	tcase_add_test(tcase, longest_name_fits);
	return unit_run(suite);
}
