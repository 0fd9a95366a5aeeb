/* SPDX-License-Identifier: Apache-2.0 */
/* time-word: the times that are understood, and those that are not. */
#include "tool/probe/time-word.h"

#include "unit/unit.h"

static const struct {
	const char *text;
	bool is_good;
	uint64_t ns;
} texts[] = {
	{ "0", true, 0 },
	{ "1", true, 1000000000 },
	{ "1.5", true, 1500000000 },
	{ "1.01 s", true, 1010000000 },
	{ "33.8 ms", true, 33800000 },
	{ "20ms", true, 20000000 },
	{ "300us", true, 300000 },
	{ "7 ns", true, 7 },
	{ "0.000000001", true, 1 },
	{ "0.0000000012", false, 0 },
	{ "1.9ns", true, 1 },
	{ "18446744072", true, UINT64_C(18446744072000000000) },
	{ "18446744073", false, 0 },
	{ "18446744073709551616", false, 0 },
	{ "99999999999999999999999", false, 0 },
	{ "18446744073709551614ns", true, UINT64_MAX - 1 },
	{ "", false, 0 },
	{ ".5", false, 0 },
	{ "1.", false, 0 },
	{ "1.s", false, 0 },
	{ "-1", false, 0 },
	{ "+1", false, 0 },
	{ "1e3", false, 0 },
	{ "1m", false, 0 },
	{ "1  s", false, 0 },
	{ "1s ", false, 0 },
	{ " 1", false, 0 },
	{ "s", false, 0 },
};

START_TEST(parses)
{
	uint64_t ns = 0;

	ck_assert_int_eq(time_word_parse(texts[_i].text, &ns), texts[_i].is_good);
	if (texts[_i].is_good)
		ck_assert_uint_eq(ns, texts[_i].ns);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("time-word");
	TCase *tcase = unit_tcase(suite, "time-word", 20);

	tcase_add_loop_test(tcase, parses, 0, UNIT_ROWS(texts));
	return unit_run(suite);
}
