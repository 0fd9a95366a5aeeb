/* SPDX-License-Identifier: Apache-2.0 */
/* target-ends: see target-ends.h. */
#include "layers/target-ends.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "layers/layer-target.h"
#include "unit/unit.h"

#define CALLERS 4

static bool goes_on = true;

static void *call_again_and_again(void *calls)
{
	while (__atomic_load_n(&goes_on, __ATOMIC_RELAXED))
		(*(void (**)(void))calls)();
	return NULL;
}

static void start_callers(pthread_t *callers, void (**calls)(void))
{
	for (int i = 0; i < CALLERS; i++)
		ck_assert_int_eq(pthread_create(&callers[i], NULL, call_again_and_again, calls), 0);
	usleep(10000);
}

static void catch_errors(void)
{
	ck_assert_ptr_nonnull(freopen(unit_path("stderr"), "w", stderr));
}

static void expect_no_errors(void)
{
	const char *text = unit_read(unit_path("stderr"), NULL);

	ck_assert_msg(*text == '\0', "expected nothing on standard error, found: %.200s", text);
}

void target_end_during_calls(void (*calls)(void))
{
	pthread_t callers[CALLERS];

	catch_errors();
	start_callers(callers, &calls);
	for (int i = 0; i < 50; i++) {
		target_stop();
		usleep(1000);
		ck_assert_int_eq(target_start_again(), CL_SUCCESS);
		usleep(5000);
	}
	target_stop();
	usleep(20000);
	__atomic_store_n(&goes_on, false, __ATOMIC_RELAXED);
	for (int i = 0; i < CALLERS; i++)
		pthread_join(callers[i], NULL);
	expect_no_errors();
}

void target_exit_during_calls(void (*calls)(void))
{
	pthread_t callers[CALLERS];
	pid_t child = fork();
	int status;

	if (child == 0) {
		catch_errors();
		atexit(target_stop);
		start_callers(callers, &calls);
		exit(EXIT_SUCCESS);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_msg(status == 0, "the child process ends with wait status %#x", (unsigned)status);
	expect_no_errors();
}
