/* SPDX-License-Identifier: Apache-2.0 */
/* expectation: how long a wait is expected to take, and what a thread does then. */
#include "layers/wait/expectation.h"

#include "unit/unit.h"

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)
#define LATE (60 * US)

static const struct {
	const char *what;
	size_t count;
	uint64_t samples[EXPECTATION_SAMPLES];
	uint64_t expected;
} samples_rows[] = {
	{ "nothing is known", 0, { 0 }, 0 },
	{ "one wait", 1, { 500 }, 500 },
	{ "the shorter of two", 2, { 700, 500 }, 500 },
	{ "the shortest of seven", 7, { 9, 8, 7, 6, 7, 8, 9 }, 6 },
	{ "one short wait of eight", 8, { 900, 900, 901, 3, 902, 903, 904, 905 }, 900 },
	{ "two short waits of eight", 8, { 900, 900, 901, 3, 4, 903, 904, 905 }, 3 },
	{ "all alike", 8, { 5, 5, 5, 5, 5, 5, 5, 5 }, 5 },
	{ "the shortest is the last one", 8, { 9, 9, 9, 8, 8, 6, 5, 4 }, 5 },
	{ "the shortest is the first one", 8, { 4, 5, 6, 8, 8, 9, 9, 9 }, 5 },
	{ "one long wait of eight", 8, { 5, 4, 6, 70, 5, 5, 6, 7 }, 5 },
	{ "they are up to twice as long", 8, { 5, 4, 6, 10, 10, 70, 6, 7 }, 5 },
	{ "they scatter", 8, { 5, 4, 6, 11, 10, 70, 6, 7 }, 4 },
};

START_TEST(the_low_quantile_is_expected)
{
	ck_assert_msg(expectation_of(samples_rows[_i].samples, samples_rows[_i].count) ==
			      samples_rows[_i].expected,
		      "%s", samples_rows[_i].what);
}
END_TEST

static const struct {
	const char *what;
	struct expectation_course course;
	uint64_t lesson;
} lesson_rows[] = {
	{ "polling saw the end", { 5 * MS, 60 * US, 0, 0, 5 * MS, 5 * MS + US }, 5 * MS },
	{ "and earlier than expected", { 5 * MS, 60 * US, 0, 0, 2 * MS, 2 * MS + US }, 2 * MS },
	{ "and nothing was expected", { 0, 60 * US, 0, 0, 2 * MS, 2 * MS + US }, 2 * MS },
	{ "and after a sleep", { 5 * MS, 60 * US, 5 * US, 4 * MS, 5 * MS, 5 * MS + US }, 5 * MS },
	{ "it was over when the thread woke", { 5 * MS, 60 * US, 5 * US, 4900 * US, 5 * US, 4900 * US },
	  2450 * US },
	{ "that was seen at the second look", { 5 * MS, 60 * US, 5 * US, 4900 * US, 4901 * US, 4904 * US },
	  2452 * US },
	{ "the thread woke too late", { 5 * MS, 60 * US, 5 * US, 5 * MS, 5 * US, 5 * MS }, 0 },
	{ "or almost", { 5 * MS, 60 * US, 5 * US, 4970 * US, 5 * US, 4970 * US }, 0 },
	{ "it slept after what was expected", { 5 * MS, 60 * US, 9 * MS, 9090 * US, 9 * MS, 9100 * US }, 9 * MS },
	{ "it was over at the first look", { 5 * MS, 60 * US, 0, 0, 0, US }, 0 },
};

START_TEST(a_wait_teaches_its_duration)
{
	ck_assert_msg(expectation_lesson(&lesson_rows[_i].course) == lesson_rows[_i].lesson, "%s",
		      lesson_rows[_i].what);
}
END_TEST

static const struct {
	const char *what;
	uint64_t elapsed;
	uint64_t expected;
	uint64_t late;
	uint64_t pause;
	bool spares;
} pause_rows[] = {
	{ "each wait is polled first", 4 * US, 10 * MS, LATE, 0, false },
	{ "then the thread sleeps until shortly before the end", 5 * US, 10 * MS, LATE,
	  10 * MS - 5 * US - 60 * US - LATE, false },
	{ "and less if it wakes late", 5 * US, 10 * MS, MS, 9 * MS - 5 * US - 60 * US, false },
	{ "a wait of 0.18 ms", 5 * US, 180 * US, LATE, 55 * US, false },
	{ "nothing sleeps in a wait of 0.1 ms", 5 * US, 100 * US, LATE, 0, false },
	{ "and not in a shorter one", 5 * US, 70 * US, 0, 0, false },
	{ "a thread that woke early sleeps on", 5 * MS, 10 * MS, LATE, 5 * MS - 60 * US - LATE, false },
	{ "it polls at the end", 10 * MS - 100 * US, 10 * MS, LATE, 0, false },
	{ "and for a hundredth beyond it", 10 * MS + 100 * US, 10 * MS, LATE, 0, false },
	{ "then it sleeps for a hundredth of the time", 20 * MS, 10 * MS, LATE, 200 * US - LATE, false },
	{ "if nothing is expected, too", 20 * MS, 0, LATE, 200 * US - LATE, false },
	{ "but it polls where a sleep would be too long", 6 * MS, 0, LATE, 0, false },
	{ "a long wait", 10000 * MS, 0, LATE, 100 * MS - LATE, false },
	{ "a thread that spares the processor", 6 * MS, 0, LATE, MS, true },
	{ "and polls for a millisecond", 999 * US, 0, LATE, 0, true },
	{ "and when it expects the end", 10 * MS + 100 * US, 10 * MS, LATE, 0, true },
	{ "and after that", 11 * MS, 10 * MS, LATE, MS, true },
	{ "and in a long wait", 10000 * MS, 0, LATE, 100 * MS - LATE, true },
};

START_TEST(a_thread_sleeps_and_polls)
{
	const struct expectation_sleep sleep = { pause_rows[_i].late, 60 * US };
	const uint64_t pause = expectation_pause(pause_rows[_i].elapsed, pause_rows[_i].expected,
						 sleep, pause_rows[_i].spares);

	ck_assert_msg(pause == pause_rows[_i].pause, "%s: %llu", pause_rows[_i].what,
		      (unsigned long long)pause);
}
END_TEST

START_TEST(kinds_are_told_apart)
{
	static const char objects[3];
	const struct expectation_kind kind = { &objects[0], &objects[1], 7, 1 };
	const struct expectation_kind others[] = {
		{ &objects[2], &objects[1], 7, 1 },
		{ &objects[0], &objects[2], 7, 1 },
		{ &objects[0], &objects[1], 8, 1 },
		{ &objects[0], &objects[1], 7, 2 },
	};

	expectation_start();
	ck_assert_uint_eq(expectation_find(&kind), 0);
	for (unsigned int i = 0; i < 100; i++)
		expectation_learn(&kind, 1000 + i);
	ck_assert_uint_eq(expectation_find(&kind), 1000 + 93);
	for (int i = 0; i < UNIT_ROWS(others); i++)
		ck_assert_uint_eq(expectation_find(&others[i]), 0);
	expectation_start();
	ck_assert_uint_eq(expectation_find(&kind), 0);
}
END_TEST

/* However many kinds there are, and each keeps what it has learnt last. */
START_TEST(memory_does_not_grow)
{
	struct expectation_kind kind = { .slot = 3 };

	expectation_start();
	for (kind.work = 0; kind.work < 100000; kind.work++) {
		expectation_learn(&kind, 5000);
		ck_assert_uint_eq(expectation_find(&kind), 5000);
	}
}
END_TEST

START_TEST(lateness_is_learnt)
{
	expectation_start();
	for (unsigned int i = 0; i < 200; i++)
		expectation_learn_sleep(MS, MS + 5 * US);
	ck_assert_uint_lt(expectation_sleep().late, 6 * US);
	for (unsigned int i = 0; i < 200; i++)
		expectation_learn_sleep(MS, 100 * MS);
	ck_assert_uint_le(expectation_sleep().late, MS);
	ck_assert_uint_gt(expectation_sleep().late, 900 * US);
	/* A signal ends a sleep too early. */
	for (unsigned int i = 0; i < 200; i++)
		expectation_learn_sleep(MS, 1);
	ck_assert_uint_lt(expectation_sleep().late, 10 * US);
}
END_TEST

/* Sleeps that are late by LATE us, and by so many more every second time. */
static const struct {
	const char *what;
	unsigned int more, least, most;
} margin_rows[] = {
	{ "all alike", 0, 25, 25 },
	{ "nearly alike", 10, 25, 30 },
	{ "rather different", 20, 36, 44 },
	{ "very different", 200, 60, 60 },
};

START_TEST(a_margin_is_learnt)
{
	expectation_start();
	ck_assert_uint_eq(expectation_sleep().margin, 60 * US);
	for (unsigned int i = 0; i < 200; i++)
		expectation_learn_sleep(MS, MS + LATE + i % 2 * margin_rows[_i].more * US);
	ck_assert_msg(expectation_sleep().margin >= margin_rows[_i].least * US &&
			      expectation_sleep().margin <= margin_rows[_i].most * US,
		      "%s: %llu", margin_rows[_i].what,
		      (unsigned long long)expectation_sleep().margin);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("expectation");
	TCase *tcase = unit_tcase(suite, "expectation", 20);

	tcase_add_loop_test(tcase, the_low_quantile_is_expected, 0, UNIT_ROWS(samples_rows));
	tcase_add_loop_test(tcase, a_wait_teaches_its_duration, 0, UNIT_ROWS(lesson_rows));
	tcase_add_loop_test(tcase, a_thread_sleeps_and_polls, 0, UNIT_ROWS(pause_rows));
	tcase_add_test(tcase, kinds_are_told_apart);
	tcase_add_test(tcase, memory_does_not_grow);
	tcase_add_test(tcase, lateness_is_learnt);
	tcase_add_loop_test(tcase, a_margin_is_learnt, 0, UNIT_ROWS(margin_rows));
	return unit_run(suite);
}
