/* SPDX-License-Identifier: Apache-2.0 */
/* time-limit: the child's output and exit status are the program's, and it is killed in time. */
#include "tool/probe/time-limit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/unit.h"

enum ending { EXITS, IS_KILLED, HANGS, HANGS_DEAF };

static const struct {
	enum ending ending;
	unsigned seconds;	/* a child that ends by itself has time enough on any machine */
	int status;
} endings[] = {
	{ EXITS, 1000, 5 }, { IS_KILLED, 1000, 128 + SIGKILL },
	{ HANGS, 1, 99 }, { HANGS_DEAF, 1, 99 },
};

static void behave(enum ending ending)
{
	if (ending == EXITS)
		_exit(5);
	if (ending == IS_KILLED)
		raise(SIGKILL);
	if (ending == HANGS_DEAF)
		signal(SIGTERM, SIG_IGN);
	for (;;)
		pause();
}

START_TEST(ending_is_passed_on)
{
	int status = 0;
	pid_t child = fork();

	ck_assert_int_ge(child, 0);
	if (child == 0) {
		if (time_limit_begin(endings[_i].seconds))
			behave(endings[_i].ending);
		_exit(99);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), endings[_i].status);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("time-limit");
	TCase *tcase = unit_tcase(suite, "time-limit", 30);

	tcase_add_loop_test(tcase, ending_is_passed_on, 0, UNIT_ROWS(endings));
	return unit_run(suite);
}
