/* SPDX-License-Identifier: Apache-2.0 */
/* launch-choice: which launches of a program are captured, and which kernels are listed if none is. */
#include "layers/capture/launch-choice.h"

#include <string.h>

#include "base/common/line.h"
#include "unit/unit.h"

struct clrouter_table clrouter_target;

/* The handle of a kernel is its name. */
static cl_int CL_API_CALL get_kernel_info(cl_kernel kernel, cl_kernel_info query, size_t size,
					  void *value, size_t *stored)
{
	(void)stored;
	ck_assert_int_eq(query, CL_KERNEL_FUNCTION_NAME);
	ck_assert_uint_lt(strlen((const char *)kernel), size);
	strcpy(value, (const char *)kernel);
	return CL_SUCCESS;
}

static void set_up(const struct launch_choice *choice)
{
	clrouter_target.clGetKernelInfo = get_kernel_info;
	choice_start(choice);
}

static bool takes(const char *kernel)
{
	void *values[CALL_VALUES] = { NULL };
	struct call call = { .slot = CLROUTER_SLOT_clEnqueueNDRangeKernel, .values = values };

	values[ARG_clEnqueueNDRangeKernel_kernel] = (void *)&kernel;
	return choice_takes(&call, choice_count());
}

/* -- the launches that are taken ------------------------------------------------------------- */

/*
 * Launches of the kernels "a" and "b"; a capital is one that is refused if it is taken. A dot in
 * TAKEN is one that is not taken.
 */
static const struct {
	struct launch_choice choice;
	const char *launches;
	const char *taken;
	bool is_over;
} rows[] = {
	{ { .count = 0 }, "ab", "..", true },
	{ { .launch = { 2, 2 } }, "aaa", ".a.", true },
	{ { .launch = { 2, 2 } }, "a", ".", false },
	{ { .launch = { 2, 2 } }, "aAa", ".A.", true },
	{ { .launch = { 2, 4 } }, "aaaaaa", ".aaa..", true },
	{ { .launch = { 2, 4 } }, "aaAaaa", ".aAa..", true },
	{ { .launch = { 2, 4 }, .count = 2 }, "aaaaaa", ".aa...", true },
	{ { .launch = { 2, 4 }, .count = 2 }, "aAaaaa", ".Aaa..", true },
	{ { .launch = { 2, 4 }, .count = 9 }, "aaaaaa", ".aaa..", true },
	{ { .launch = { 2, 2 }, .count = 3 }, "aaAaaa", ".aAaa.", true },
	{ { .launch = { 1, 1 }, .count = 1 }, "AAaa", "AAa.", true },
	{ { .kernel = "a" }, "bbaa", "..a.", true },
	{ { .kernel = "a" }, "bbAa", "..A.", true },
	{ { .kernel = "a" }, "bbb", "...", false },
	{ { .kernel = "*:3" }, "abab", "..a.", true },
	{ { .kernel = "a:2-3" }, "abaaa", "..aa.", true },
	{ { .kernel = "a:2", .count = 2 }, "abaaa", "..aa.", true },
	{ { .kernel = "a", .count = 2 }, "aba", "a.a", true },
	{ { .kernel = "a", .count = 3 }, "aba", "a.a", false },
	{ { .kernel = "a:0" }, "aa", "..", false },
	{ { .kernel = "a:2-1" }, "aa", "..", false },
	{ { .launch = { 1, 99 } }, "AAAAAAAAAAAAAAAAAa", "AAAAAAAAAAAAAAAA..", true },
	{ { .launch = { 1, 99 } }, "AAAAAAAAAAAAAAAaAAa", "AAAAAAAAAAAAAAAaAAa", false },
	{ { .is_failing = true }, "aa", "..", false },
};

START_TEST(launches_are_taken)
{
	char taken[64];
	struct line line = line_in(taken, sizeof(taken));

	set_up(&rows[_i].choice);
	for (const char *at = rows[_i].launches; *at != '\0'; at++) {
		const bool is_good = *at == 'a' || *at == 'b';
		const bool is_taken = takes(*at == 'a' || *at == 'A' ? "a" : "b");

		line_add_bytes(&line, is_taken ? at : ".", 1);
		if (is_taken)
			choice_settle(is_good);
	}
	ck_assert_str_eq(taken, rows[_i].taken);
	ck_assert_int_eq(choice_is_over(), rows[_i].is_over);
}
END_TEST

START_TEST(launches_that_fail_are_taken)
{
	const struct launch_choice choice = { .is_failing = true, .count = 2 };

	set_up(&choice);
	ck_assert(!takes("a"));
	ck_assert(choice_takes_failed());
	ck_assert(choice_takes_failed());
	ck_assert(!choice_takes_failed());
	choice_settle(false);
	ck_assert(!choice_is_over());
	ck_assert(choice_takes_failed());
	choice_settle(true);
	choice_settle(true);
	ck_assert(choice_is_over());
	ck_assert_uint_eq(choice_captured(), 2);
}
END_TEST

/* Calls are noted until what was taken is written: a later launch may be taken for it. */
START_TEST(a_launch_that_is_open_counts)
{
	const struct launch_choice choice = { .launch = { 1, 2 } };

	set_up(&choice);
	ck_assert(choice_is_several());
	ck_assert(takes("a"));
	ck_assert(takes("a"));
	ck_assert(!takes("a"));
	choice_settle(true);
	ck_assert(!choice_is_over());
	choice_settle(false);
	ck_assert(choice_is_over());
	choice_restart();
	ck_assert(!choice_is_over());
	ck_assert(takes("a"));
}
END_TEST

/* -- the kernels ----------------------------------------------------------------------------- */

static char said[1024];

static void take_name(const char *name, uint64_t count)
{
	const size_t length = strlen(said);
	struct line line = { .text = said, .size = sizeof(said), .length = length };

	line_add(&line, "%s %llu,", name, (unsigned long long)count);
}

START_TEST(kernels_are_counted)
{
	const struct launch_choice choice = { .kernel = "c" };

	set_up(&choice);
	takes("a");
	takes("b");
	takes("a");
	choice_say_kernels(take_name);
	ck_assert_str_eq(said, "a 2,b 1,");
	said[0] = '\0';
	takes("c");
	choice_say_kernels(take_name);
	ck_assert_str_eq(said, "");
	choice_restart();
	takes("b");
	choice_say_kernels(take_name);
	ck_assert_str_eq(said, "b 1,");
}
END_TEST

/* -- numbers --------------------------------------------------------------------------------- */

static const struct {
	const char *text;
	uint64_t first; /* 0: it is refused */
	uint64_t last;
} numbers[] = {
	{ "1", 1, 1 },
	{ "12", 12, 12 },
	{ "2-5", 2, 5 },
	{ "7-7", 7, 7 },
	{ "1-18446744073709551615", 1, UINT64_MAX },
	{ "", 0, 0 },
	{ "0", 0, 0 },
	{ "0-3", 0, 0 },
	{ "5-3", 0, 0 },
	{ "3-", 0, 0 },
	{ "-3", 0, 0 },
	{ "1-2-3", 0, 0 },
	{ " 1", 0, 0 },
	{ "+1", 0, 0 },
	{ "1- 2", 0, 0 },
	{ "1x", 0, 0 },
};

START_TEST(numbers_are_read)
{
	struct launch_numbers found = { 0 };

	ck_assert_int_eq(launch_numbers_parse(numbers[_i].text, &found), numbers[_i].first != 0);
	ck_assert_uint_eq(found.first, numbers[_i].first);
	ck_assert_uint_eq(found.last, numbers[_i].last);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("choice");
	TCase *tcase = unit_tcase(suite, "choice", 20);

	tcase_add_loop_test(tcase, launches_are_taken, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, launches_that_fail_are_taken);
	tcase_add_test(tcase, a_launch_that_is_open_counts);
	tcase_add_test(tcase, kernels_are_counted);
	tcase_add_loop_test(tcase, numbers_are_read, 0, UNIT_ROWS(numbers));
	return unit_run(suite);
}
