/* SPDX-License-Identifier: Apache-2.0 */
/* claim: which launches get memory while they are compared, which wait for it, and which do not. */
#include "layers/capture/claim.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "launch/compared.h"
#include "layers/capture/launch-choice.h"
#include "unit/unit.h"

#define MIB (1u << 20)

static bool is_ended;
static bool is_held;
static int looks;	    /* of launches that wait; each takes its time */
static int give_back_after; /* so many */
static uint64_t milliseconds = 1000;

int __wrap_poll(struct pollfd *files, nfds_t count, int wait);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);
static struct compared *compared;

int __wrap_poll(struct pollfd *files, nfds_t count, int wait)
{
	ck_assert(!files && count == 0);
	milliseconds += (uint64_t)wait;
	if (++looks == give_back_after)
		atomic_fetch_sub(&compared->taken, 25);
	return 0;
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
	ck_assert_int_eq(clock, CLOCK_MONOTONIC);
	time->tv_sec = (time_t)(milliseconds / 1000);
	time->tv_nsec = (long)(milliseconds % 1000) * 1000000;
	return 0;
}

void choice_end(void)
{
	is_ended = true;
}

bool memory_may_be_held(void)
{
	return is_held;
}

/* What the tool has made: a file that both map, for launches of LIMIT MiB together. */
static void start(uint64_t limit)
{
	static const struct compared nothing = { .over = UINT64_MAX };
	FILE *file;

	unit_write("shared", &nothing, sizeof(nothing));
	ck_assert(claim_start(unit_path("shared"), limit));
	file = fopen(unit_path("shared"), "r+");
	compared =
		mmap(NULL, sizeof(*compared), PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
	ck_assert_ptr_ne(compared, MAP_FAILED);
	fclose(file);
}

/* A launch that reads and writes a buffer of SIZE bytes. */
static struct job *make_job(uint64_t size)
{
	struct job *job = arena_alloc(&unit_arena, sizeof(*job));

	job->launch.memory = arena_alloc(&unit_arena, sizeof(*job->launch.memory));
	job->launch.memory[0] = (struct launch_memory){ .size = size, .parent = LAUNCH_NONE };
	job->launch.memory_count = 1;
	job->launch.ranges = arena_alloc(&unit_arena, sizeof(*job->launch.ranges));
	job->launch.ranges[0].size = size;
	job->launch.range_count = 1;
	job->ranges = arena_alloc(&unit_arena, sizeof(*job->ranges));
	job->ranges[0].is_written = true;
	return job;
}

START_TEST(nothing_is_done_if_nobody_compares)
{
	struct job *job = make_job(MIB);

	ck_assert(claim_start(NULL, 0));
	ck_assert(!claim_is_wanted());
	ck_assert(claim_make(job));
	ck_assert_uint_eq(job->claim, 0);
	claim_drop(job);
}
END_TEST

/* A file that is not the tool's; mapped memory after its end would end the program. */
START_TEST(file_must_be_whole)
{
	unit_write("short", "1234", 4);
	ck_assert(!claim_start(unit_path("short"), 10));
	ck_assert(!claim_is_wanted());
	ck_assert(!claim_start(unit_path("none"), 10));
	ck_assert(!claim_is_wanted());
}
END_TEST

/* Contents before and after, on the device, in files and where they are compared; the object there;
 * the rest. */
START_TEST(memory_is_taken_and_given_back)
{
	struct job *job = make_job(4 * MIB);
	struct job *small = make_job(1);

	start(100);
	ck_assert(claim_make(job));
	ck_assert_uint_eq(job->claim, 25);
	ck_assert_uint_eq(compared->taken, 25);
	ck_assert(claim_make(small));
	ck_assert_uint_eq(small->claim, 1);
	ck_assert_uint_eq(compared->taken, 26);
	claim_drop(job);
	ck_assert_uint_eq(compared->taken, 1);
}
END_TEST

START_TEST(launch_above_the_limit_is_refused)
{
	struct job *job = make_job(4 * MIB);

	start(24);
	ck_assert(!claim_make(job));
	ck_assert_str_eq(job->reason, "it takes 25 MiB, more than --limit allows");
	ck_assert_uint_eq(compared->taken, 0);
	claim_drop(job);
	ck_assert_uint_eq(compared->taken, 0);
}
END_TEST

/* While the tool compares, memory comes, also if the program may hold other launches. */
START_TEST(launch_waits_while_the_tool_compares)
{

	start(40);
	is_held = true;
	compared->is_busy = true;
	give_back_after = 100000; /* minutes */
	ck_assert(claim_make(make_job(4 * MIB)));
	ck_assert(claim_make(make_job(4 * MIB)));
	ck_assert_int_eq(looks, give_back_after);
	ck_assert_uint_eq(compared->taken, 25);
}
END_TEST

/* One that is ready is compared soon. */
START_TEST(launch_waits_a_moment_for_the_tool)
{
	start(40);
	is_held = true;
	give_back_after = 10;
	ck_assert(claim_make(make_job(4 * MIB)));
	ck_assert(claim_make(make_job(4 * MIB)));
}
END_TEST

START_TEST(launch_does_not_wait_for_the_program)
{
	struct job *job = make_job(4 * MIB);

	start(40);
	is_held = true;
	ck_assert(claim_make(make_job(4 * MIB)));
	ck_assert(!claim_make(job));
	ck_assert_str_eq(job->reason, "--limit was reached by launches that do not end");
	ck_assert_uint_eq(compared->taken, 25);
	ck_assert(!is_ended);
}
END_TEST

/* Memory that a dead process has is never given back: only the first launch waits long for it. */
START_TEST(one_launch_waits_for_the_dead)
{

	start(40);
	compared->taken = 30;
	ck_assert(!claim_make(make_job(4 * MIB)));
	ck_assert_uint_gt(milliseconds, 10000);
	for (int i = 0; i < 10; i++)
		ck_assert(!claim_make(make_job(4 * MIB)));
	ck_assert_uint_lt(milliseconds, 13000);
	compared->taken = 0;
	ck_assert(claim_make(make_job(4 * MIB)));
	compared->taken = 30;
	ck_assert(!claim_make(make_job(4 * MIB)));
	ck_assert_uint_gt(milliseconds, 21000);
}
END_TEST

/* By time, or because the tool is gone, with which /proc/PID/fd is. */
START_TEST(end_of_the_comparison)
{
	struct job *job = make_job(MIB);

	start(40);
	if (_i == 0)
		compared->over = 1;
	else
		unlink(unit_path("shared"));
	ck_assert(!claim_make(job));
	ck_assert_str_eq(job->reason, "--duration was over");
	ck_assert(is_ended);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("claim");
	TCase *tcase = unit_tcase(suite, "claim", 20);

	tcase_add_test(tcase, nothing_is_done_if_nobody_compares);
	tcase_add_test(tcase, file_must_be_whole);
	tcase_add_test(tcase, memory_is_taken_and_given_back);
	tcase_add_test(tcase, launch_above_the_limit_is_refused);
	tcase_add_test(tcase, launch_waits_while_the_tool_compares);
	tcase_add_test(tcase, launch_waits_a_moment_for_the_tool);
	tcase_add_test(tcase, launch_does_not_wait_for_the_program);
	tcase_add_test(tcase, one_launch_waits_for_the_dead);
	tcase_add_loop_test(tcase, end_of_the_comparison, 0, 2);
	return unit_run(suite);
}
