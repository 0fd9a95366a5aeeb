/* SPDX-License-Identifier: Apache-2.0 */
/* started-program: within a time limit the child's output and exit status are the program's, and it is killed in time. */
#include "tool/probe/process/started-program.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/unit.h"

enum ending { EXITS, EXITS_UNSEEN, IS_KILLED, HANGS, HANGS_DEAF };

static const struct {
	enum ending ending;
	unsigned seconds;	/* a child that ends by itself has time enough on any machine */
	int status;
} endings[] = {
	{ EXITS, 1000, 5 }, { EXITS_UNSEEN, 5, 0 }, { IS_KILLED, 1000, 128 + SIGKILL },
	{ HANGS, 1, 99 }, { HANGS_DEAF, 1, 99 },
};

static void behave(enum ending ending)
{
	if (ending == EXITS || ending == EXITS_UNSEEN)
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
		/* Then the kernel keeps no status. */
		if (endings[_i].ending == EXITS_UNSEEN)
			signal(SIGCHLD, SIG_IGN);
		if (started_program_limit_time(endings[_i].seconds))
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
	Suite *suite = suite_create("started-program");
	TCase *tcase = unit_tcase(suite, "started-program", 30);

	tcase_add_loop_test(tcase, ending_is_passed_on, 0, UNIT_ROWS(endings));
	return unit_run(suite);
}
