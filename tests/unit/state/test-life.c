/* SPDX-License-Identifier: Apache-2.0 */
/* life: start and end, the lock in a forked child, and functions that are not seen. */
#include "state/life.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "state/live.h"
#include "state/track.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char object;
static int children, reports;
static struct clrouter_table table;
static const struct call_hooks hooks;

static void in_child(void)
{
	children++;
}

static void report(void)
{
	reports++;
	ck_assert(!life_is_open());
	ck_assert_ptr_nonnull(live_object(&object));
}

START_TEST(is_open_from_start_to_end)
{
	for (int i = 1; i <= 2; i++) {
		ck_assert(!life_is_open());
		ck_assert(!life_lock_if_open());
		life_end(report);
		ck_assert_int_eq(reports, i - 1);
		life_start(&table, &hooks, in_child);
		ck_assert(table.clFinish);
		ck_assert(life_lock_if_open());
		live_made(OBJECT_MEM, &object, 0, NULL);
		life_unlock();
		life_end(report);
		ck_assert_int_eq(reports, i);
		ck_assert_ptr_null(live_object(&object));
	}
}
END_TEST

/* In the child all locks can be taken, and what the parent made is the parent's. */
START_TEST(a_child_goes_on)
{
	static struct lock locks[] = { LOCK_INIT, LOCK_INIT };
	size_t count = 1;
	int status;
	pid_t child;

	/* Adding a lock twice does not take it twice, which would wait for ever. */
	for (int i = 0; i < 4; i++)
		life_add_lock(&locks[i % 2]);
	life_start(&table, &hooks, in_child);
	live_made(OBJECT_MEM, &object, 0, NULL);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		life_lock();
		lock_take(&locks[0]);
		lock_take(&locks[1]);
		free(live_left_over(&count));
		_exit(children == 1 && count == 0 ? 0 : 1);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	ck_assert_int_eq(children, 0);
	life_lock();
	lock_take(&locks[1]);
	lock_give(&locks[1]);
	free(live_left_over(&count));
	life_unlock();
	ck_assert_uint_eq(count, 1);
}
END_TEST

START_TEST(unseen_functions_count_while_it_is_open)
{
	const struct clrouter_extension_missed missed = { .name = "clCreateSecretINTEL" };

	track_start();
	life_note_unseen(&missed);
	ck_assert(!live_expects_unseen());
	life_start(&table, &hooks, in_child);
	life_note_unseen(&missed);
	ck_assert(live_expects_unseen());
	ck_assert_str_eq(track_unknown_function(), missed.name);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("life");
	TCase *tcase = unit_tcase(suite, "life", 20);

	tcase_add_test(tcase, is_open_from_start_to_end);
	tcase_add_test(tcase, a_child_goes_on);
	tcase_add_test(tcase, unseen_functions_count_while_it_is_open);
	return unit_run(suite);
}
