/* SPDX-License-Identifier: Apache-2.0 */
/* progress: the line on a terminal, after which time there is one, and where there is none. */
#include "tool/output/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit/unit.h"

static const struct {
	const char *term;
	const char *what;
	long milliseconds;
	unsigned limit;
	const char *expected;
} lines[] = {
	{ "xterm", "driver", 999, 10, "" },
	{ "xterm", "driver", 1000, 1, "\r\033[Kdriver: 1 of at most 1 second" },
	{ "xterm", "driver", 2999, 10, "\r\033[Kdriver: 2 of at most 10 seconds" },
	{ "xterm", "two\nlines", 1000, 2, "\r\033[Ktwo\\x0Alines: 1 of at most 2 seconds" },
	/* The tool was not executed for a while. */
	{ "xterm", "driver", 3500, 1, "\r\033[Kdriver: 1 of at most 1 second" },
	{ "dumb", "driver", 1000, 1, "" },
	{ "xterm", NULL, 1000, 1, "" },
};

/*
 * Standard error becomes a terminal; returns the end at which its text is read. -1: there are no
 * terminals here, as in a chroot without /dev/pts.
 */
static int open_terminal(void)
{
	int terminal = posix_openpt(O_RDWR | O_NOCTTY);
	int other;

	if (terminal < 0)
		return -1;
	ck_assert_int_eq(grantpt(terminal), 0);
	ck_assert_int_eq(unlockpt(terminal), 0);
	other = open(ptsname(terminal), O_RDWR | O_NOCTTY);
	ck_assert_int_ge(other, 0);
	ck_assert_int_eq(dup2(other, STDERR_FILENO), STDERR_FILENO);
	return terminal;
}

/* What the terminal has got since the last time. It arrives in parts, so a mark is its end. */
static void expect(int terminal, const char *expected)
{
	char text[256] = "";
	size_t size = 0;

	ck_assert_int_eq(write(STDERR_FILENO, "$", 1), 1);
	while (!strchr(text, '$') && size < sizeof(text) - 1) {
		ssize_t got = read(terminal, text + size, sizeof(text) - 1 - size);

		ck_assert_int_gt(got, 0);
		size += (size_t)got;
	}
	text[size - 1] = '\0';
	ck_assert_str_eq(text, expected);
}

START_TEST(line_of_a_terminal)
{
	int terminal = open_terminal();

	if (terminal < 0) {
		printf("not tested: progress: no terminal: %s\n", strerror(errno));
		return;
	}
	setenv("TERM", lines[_i].term, 1);
	progress_name(lines[_i].what);
	progress_show(lines[_i].milliseconds, lines[_i].limit);
	expect(terminal, lines[_i].expected);
	progress_show(lines[_i].milliseconds, lines[_i].limit);
	progress_erase();
	expect(terminal, *lines[_i].expected ? "\r\033[K" : "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("progress");
	TCase *tcase = unit_tcase(suite, "progress", 10);

	tcase_add_loop_test(tcase, line_of_a_terminal, 0, UNIT_ROWS(lines));
	return unit_run(suite);
}
