/* SPDX-License-Identifier: Apache-2.0 */
/* raw-file: whose lock is waited for. Pauses are functions of the test. */
#include "layers/record/file/raw-file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "record/record-format.h"
#include "unit/unit.h"

static int locked;		/* a descriptor with the lock of another opening */
static unsigned pauses;
static unsigned last_pause;	/* after it, the lock is given up */

int __wrap_nanosleep(const struct timespec *time, struct timespec *left);
int __wrap_nanosleep(const struct timespec *time, struct timespec *left)
{
	(void)left;
	ck_assert_int_eq(time->tv_sec, 0);
	if (++pauses == last_pause)
		close(locked);
	return 0;
}

/* A record of PROCESS that is locked. */
static const char *make_record(pid_t process)
{
	const struct record_header header = { .process = (uint32_t)process };
	const char *path = unit_path("record");

	locked = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
	ck_assert_int_ge(locked, 0);
	ck_assert_int_eq(write(locked, &header, sizeof(header)), (ssize_t)sizeof(header));
	ck_assert_int_eq(flock(locked, LOCK_EX), 0);
	pauses = 0;
	return path;
}

/* The ID of a process that has ended. */
static pid_t ended_process(void)
{
	const pid_t child = fork();

	if (child == 0)
		_exit(0);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	return child;
}

START_TEST(lock_of_an_ended_process_is_waited_for)
{
	struct raw_file file;
	bool is_taken;

	last_pause = 3;
	ck_assert_ptr_null(raw_file_open(&file, make_record(ended_process()), false, &is_taken));
	ck_assert_uint_eq(pauses, 3);
	close((int)file.handle);
}
END_TEST

START_TEST(wait_has_an_end)
{
	struct raw_file file;
	bool is_taken;

	last_pause = 0;
	ck_assert_str_eq(raw_file_open(&file, make_record(ended_process()), false, &is_taken),
			 "is written by another process");
	ck_assert(is_taken);
	ck_assert_uint_eq(pauses, 100);
	close(locked);
}
END_TEST

START_TEST(lock_of_a_living_process_is_not)
{
	struct raw_file file;
	bool is_taken;

	ck_assert_str_eq(raw_file_open(&file, make_record(getppid()), false, &is_taken),
			 "is written by another process");
	ck_assert_uint_eq(pauses, 0);
	close(locked);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("raw-file");
	TCase *tcase = unit_tcase(suite, "raw-file", 20);

	tcase_add_test(tcase, lock_of_an_ended_process_is_waited_for);
	tcase_add_test(tcase, wait_has_an_end);
	tcase_add_test(tcase, lock_of_a_living_process_is_not);
	return unit_run(suite);
}
