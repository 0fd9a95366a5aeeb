/* SPDX-License-Identifier: Apache-2.0 */
/* io: partial writes, interruptions by signals, and failures. */
#include "base/file/io.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/unit.h"

#define LARGE ((size_t)1 << 20)	/* bytes; more than the buffer of a pipe */

static void ignore(int number)
{
	(void)number;
}

/* Reads in small parts, and sends the writer a signal after each, to interrupt its write(). */
static void read_and_interrupt(int descriptor, pid_t writer)
{
	static char bytes[LARGE / 16];
	size_t sum = 0;
	ssize_t got;

	while ((got = io_read(descriptor, bytes, sizeof(bytes))) > 0) {
		sum += (size_t)got;
		kill(writer, SIGUSR1);
	}
	_exit(sum == LARGE && got == 0 ? 0 : 1);
}

START_TEST(signals_do_not_end_a_write)
{
	struct sigaction action = { .sa_handler = ignore };
	pid_t writer = getpid();
	static char bytes[LARGE];
	int ends[2];
	int status;
	pid_t reader;

	sigaction(SIGUSR1, &action, NULL);
	ck_assert_int_eq(pipe(ends), 0);
	reader = fork();
	if (reader == 0) {
		close(ends[1]);
		read_and_interrupt(ends[0], writer);
	}
	ck_assert(io_write_all(ends[1], bytes, sizeof(bytes)));
	close(ends[1]);
	while (waitpid(reader, &status, 0) < 0)
		ck_assert_int_eq(errno, EINTR);
	ck_assert_int_eq(status, 0);
}
END_TEST

START_TEST(failure_is_reported)
{
	char byte = 0;

	ck_assert_int_eq(io_read(-1, &byte, 1), -EBADF);
	ck_assert(!io_write_all(-1, &byte, 1));
	ck_assert_int_eq(errno, EBADF);
	ck_assert(io_write_all(-1, &byte, 0));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("io");
	TCase *tcase = unit_tcase(suite, "io", 10);

	tcase_add_test(tcase, signals_do_not_end_a_write);
	tcase_add_test(tcase, failure_is_reported);
	return unit_run(suite);
}
