/* SPDX-License-Identifier: Apache-2.0 */
/* samples: which commands are measured, by a clock of the test. */
#include "layers/record/samples.h"

#include "unit/unit.h"

#define START UINT64_C(1000000000000)
#define SECOND UINT64_C(1000000000)

enum { WRITE, READ }; /* slots of two functions */

static char handles[4];
static cl_kernel kernel = (cl_kernel)&handles[0];
static cl_kernel same = (cl_kernel)&handles[1];
static cl_kernel other = (cl_kernel)&handles[2];

static void start(void)
{
	samples_start(START);
	kernel_names_set(kernel, "add");
	kernel_names_set(same, "add");
	kernel_names_set(other, "multiply");
}

/* How many of COUNT launches of KERNEL, each STEP ns after the one before, are measured. */
static unsigned int launch(cl_kernel each, unsigned int count, uint64_t *now, uint64_t step)
{
	unsigned int taken = 0;

	for (unsigned int i = 0; i < count; i++, *now += step)
		taken += samples_take(WRITE, kernel_names_find(each), *now) > 0;
	return taken;
}

START_TEST(the_first_ones_are_all_measured)
{
	uint64_t now = START;

	start();
	ck_assert_uint_eq(launch(kernel, SAMPLES_FIRST, &now, 1), SAMPLES_FIRST);
	ck_assert_uint_eq(launch(kernel, 100, &now, 1), 0);
	ck_assert_uint_eq(launch(other, SAMPLES_FIRST, &now, 1), SAMPLES_FIRST);
	ck_assert_uint_eq(launch(NULL, SAMPLES_FIRST, &now, 1), SAMPLES_FIRST);
}
END_TEST

/* A program may make a kernel object for each launch. */
START_TEST(kernels_of_one_name_count_together)
{
	uint64_t now = START;

	start();
	ck_assert_uint_eq(launch(kernel, SAMPLES_FIRST / 2, &now, 1), SAMPLES_FIRST / 2);
	ck_assert_uint_eq(launch(same, SAMPLES_FIRST, &now, 1), SAMPLES_FIRST / 2);
}
END_TEST

START_TEST(another_kernel_at_the_same_address_is_another)
{
	uint64_t now = START;

	start();
	launch(kernel, 2 * SAMPLES_FIRST, &now, 1);
	kernel_names_set(kernel, "divide");
	ck_assert_uint_eq(launch(kernel, SAMPLES_FIRST, &now, 1), SAMPLES_FIRST);
}
END_TEST

START_TEST(functions_count_by_themselves)
{
	uint64_t now = START;

	start();
	launch(NULL, 2 * SAMPLES_FIRST, &now, 1);
	ck_assert(samples_take(READ, KERNEL_NONE, now));
}
END_TEST

START_TEST(each_stands_for_those_since_the_one_before)
{
	uint64_t now = START;
	unsigned int taken = 0;
	unsigned int last = 0;
	uint64_t sum = 0;

	start();
	for (unsigned int i = 1; i <= SECOND / 1000; i++, now += 1000) {
		const uint32_t count = samples_take(WRITE, kernel_names_find(kernel), now);

		sum += count;
		taken += count > 0;
		last = count > 0 ? i : last;
	}
	ck_assert_uint_gt(last, taken);
	ck_assert_uint_eq(sum, last);
}
END_TEST

static const uint64_t steps[] = { 1000, 4300, 20000, 100000 };

/* Launches of any length: what is measured costs a tenth of the run time, and not much less. */
START_TEST(costs_a_share)
{
	const uint64_t step = steps[_i];
	const unsigned int count = (unsigned int)(2 * SECOND / step);
	uint64_t now = START;
	unsigned int taken;

	start();
	taken = launch(kernel, count, &now, step);
	ck_assert_uint_le((uint64_t)taken * SAMPLES_COST,
			  (now - START) / SAMPLES_SHARE + SAMPLES_FIRST * SAMPLES_COST);
	ck_assert_uint_ge((uint64_t)taken * SAMPLES_COST, (now - START) / SAMPLES_SHARE / 4);
}
END_TEST

START_TEST(slow_commands_are_all_measured)
{
	uint64_t now = START + SECOND;

	start();
	ck_assert_uint_eq(launch(kernel, 10000, &now, SAMPLES_COST * SAMPLES_SHARE), 10000);
}
END_TEST

/* Of launches in turn of two lengths, both are measured about equally often. */
START_TEST(a_period_is_not_followed)
{
	uint64_t now = START;
	unsigned int taken[2] = { 0, 0 };

	start();
	for (unsigned int i = 0; i < 500000; i++, now += 4300)
		taken[i % 2] += samples_take(WRITE, kernel_names_find(kernel), now);
	ck_assert_uint_gt(taken[0], 2500);
	ck_assert_uint_lt(taken[0], taken[1] * 2);
	ck_assert_uint_lt(taken[1], taken[0] * 2);
}
END_TEST

/* A second before is not made up for. */
START_TEST(idle_time_pays_for_a_second_only)
{
	uint64_t now = START + 3600 * SECOND;

	start();
	ck_assert_uint_le(launch(kernel, 1000000, &now, 1),
			  SAMPLES_FIRST + SAMPLES_CREDIT / SAMPLES_COST / SAMPLES_SHARE + 1);
}
END_TEST

START_TEST(nothing_is_needed_of_a_kernel)
{
	uint64_t now = START;

	start();
	kernel_names_set(NULL, "x");
	kernel_names_set(kernel, NULL);
	ck_assert_uint_eq(launch((cl_kernel)&handles[3], 10, &now, 1), 10);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("samples");
	TCase *tcase = unit_tcase(suite, "samples", 20);

	tcase_add_test(tcase, the_first_ones_are_all_measured);
	tcase_add_test(tcase, kernels_of_one_name_count_together);
	tcase_add_test(tcase, another_kernel_at_the_same_address_is_another);
	tcase_add_test(tcase, functions_count_by_themselves);
	tcase_add_test(tcase, each_stands_for_those_since_the_one_before);
	tcase_add_loop_test(tcase, costs_a_share, 0, UNIT_ROWS(steps));
	tcase_add_test(tcase, slow_commands_are_all_measured);
	tcase_add_test(tcase, a_period_is_not_followed);
	tcase_add_test(tcase, idle_time_pays_for_a_second_only);
	tcase_add_test(tcase, nothing_is_needed_of_a_kernel);
	return unit_run(suite);
}
