/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check: what the tests use of the library check, for Windows. Each test is a call in this process,
 * and the first assertion that fails ends the program; tests/windows/unit-windows.c gives each test
 * a process of its own, as the fork mode of check does.
 */
#ifndef CLROUTER_TESTS_WINDOWS_CHECK_H
#define CLROUTER_TESTS_WINDOWS_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

typedef struct { int count; } Suite;
typedef struct { int failed; } SRunner;
typedef struct TCase {
	void (*set_up)(void);
	/* NULL: in this process */
	void (*run)(struct TCase *tcase, const char *name, void (*test)(int), int index);
} TCase;

#define CK_ENV 0
#define START_TEST(name) static void name(int _i) { (void)_i;
#define END_TEST }

#define ck_assert_msg(condition, ...) \
	((condition) ? (void)0 : (printf("FAIL: %s:%d: %s: ", __FILE__, __LINE__, #condition), \
				  printf(__VA_ARGS__), printf("\n"), fflush(stdout), exit(1)))
#define ck_abort_msg(...) ck_assert_msg(0, __VA_ARGS__)
#define ck_assert(condition) ck_assert_msg(condition, "expected it to be true")
#define ck_assert_int_eq(a, b) \
	do { \
		long long a_ = (a), b_ = (b); \
		ck_assert_msg(a_ == b_, "%s is %lld, %s is %lld", #a, a_, #b, b_); \
	} while (0)
#define ck_assert_uint_eq(a, b) ck_assert_int_eq(a, b)
#define ck_assert_uint_gt(a, b) ck_assert((a) > (b))
#define ck_assert_uint_lt(a, b) ck_assert((a) < (b))
#define ck_assert_ptr_eq(a, b) ck_assert((void *)(a) == (void *)(b))
#define ck_assert_ptr_ne(a, b) ck_assert((void *)(a) != (void *)(b))
#define ck_assert_ptr_null(a) ck_assert(!(a))
#define ck_assert_ptr_nonnull(a) ck_assert((a) != NULL)
#define ck_assert_mem_eq(a, b, size) ck_assert(memcmp((a), (b), (size)) == 0)
#define ck_assert_str_eq(a, b) \
	do { \
		const char *a_ = (a), *b_ = (b); \
		ck_assert_msg(strcmp(a_, b_) == 0, "\"%s\" is not \"%s\"", a_, b_); \
	} while (0)
#define ck_assert_str_ne(a, b) \
	do { \
		const char *a_ = (a), *b_ = (b); \
		ck_assert_msg(strcmp(a_, b_) != 0, "both are \"%s\"", a_); \
	} while (0)

static int check_count;

static inline Suite *suite_create(const char *name)
{
	static Suite suite;

	(void)name;
	return &suite;
}

static inline SRunner *srunner_create(Suite *suite)
{
	static SRunner runner;

	(void)suite;
	return &runner;
}

static inline TCase *tcase_create(const char *name)
{
	static TCase tcase;

	(void)name;
	return &tcase;
}

#define suite_add_tcase(suite, tcase) ((void)(suite))
#define tcase_set_timeout(tcase, seconds) ((void)(seconds))
#define tcase_add_checked_fixture(tcase, before, after) ((tcase)->set_up = (before))

static inline void check_add(TCase *tcase, const char *name, void (*test)(int), int start, int end)
{
	for (int i = start; i < end; i++) {
		check_count++;
		if (tcase->run) {
			tcase->run(tcase, name, test, i);
			continue;
		}
		if (tcase->set_up)
			tcase->set_up();
		test(i);
	}
}

#define tcase_add_loop_test(tcase, test, start, end) \
	check_add((tcase), #test, (test), (start), (end))
#define tcase_add_test(tcase, test) tcase_add_loop_test((tcase), test, 0, 1)

static inline void srunner_run_all(SRunner *runner, int how)
{
	(void)runner;
	(void)how;
	printf("%d calls passed\n", check_count);
}

#define srunner_ntests_failed(runner) ((runner)->failed)
#define srunner_free(runner) ((void)0)

#endif
