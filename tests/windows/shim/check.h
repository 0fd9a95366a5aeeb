/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check: what the call tests use of the library check, for Windows: each test is a call in this
 * process, and the first assertion that fails ends the program.
 */
#ifndef CLROUTER_TESTS_WINDOWS_CHECK_H
#define CLROUTER_TESTS_WINDOWS_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int count; } Suite;
typedef struct { int failed; } SRunner;
typedef struct { void (*set_up)(void); } TCase;

#define CK_ENV 0
#define START_TEST(name) static void name(int _i) { (void)_i;
#define END_TEST }

#define ck_assert(condition) \
	((condition) ? (void)0 : (printf("FAIL: %s:%d: %s\n", __FILE__, __LINE__, #condition), \
				  fflush(stdout), exit(1)))
#define ck_assert_int_eq(a, b) ck_assert((a) == (b))
#define ck_assert_uint_eq(a, b) ck_assert((a) == (b))
#define ck_assert_uint_gt(a, b) ck_assert((a) > (b))
#define ck_assert_ptr_eq(a, b) ck_assert((void *)(a) == (void *)(b))
#define ck_assert_ptr_ne(a, b) ck_assert((void *)(a) != (void *)(b))
#define ck_assert_ptr_null(a) ck_assert(!(a))
#define ck_assert_ptr_nonnull(a) ck_assert((a) != NULL)
#define ck_assert_mem_eq(a, b, size) ck_assert(memcmp((a), (b), (size)) == 0)
#define ck_assert_str_eq(a, b) ck_assert(strcmp((a), (b)) == 0)

static int check_count;
static TCase check_case;

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
	(void)name;
	return &check_case;
}

#define suite_add_tcase(suite, tcase) ((void)(suite))
#define tcase_set_timeout(tcase, seconds) ((void)0)
#define tcase_add_checked_fixture(tcase, before, after) ((tcase)->set_up = (before))

static inline void tcase_add_loop_test(TCase *tcase, void (*test)(int), int start, int end)
{
	for (int i = start; i < end; i++) {
		if (tcase->set_up)
			tcase->set_up();
		test(i);
		check_count++;
	}
}

#define tcase_add_test(tcase, test) tcase_add_loop_test((tcase), (test), 0, 1)

static inline void srunner_run_all(SRunner *runner, int how)
{
	(void)runner;
	(void)how;
	printf("%d calls passed\n", check_count);
}

#define srunner_ntests_failed(runner) ((runner)->failed)
#define srunner_free(runner) ((void)0)

#endif
