/* SPDX-License-Identifier: Apache-2.0 */
/* time-limit: see time-limit.h. The child's end of a pipe is closed when it ends, however it does. */
#include "tool/probe/time-limit.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* False if SECONDS have passed before the other end of PIPE is closed. */
static bool wait_for_end(int pipe, unsigned seconds)
{
	const long long end = now_ms() + seconds * 1000LL;
	struct pollfd poll_for = { .fd = pipe };
	long long left;

	while ((left = end - now_ms()) > 0)
		if (poll(&poll_for, 1, left < 1000000 ? (int)left : 1000000) > 0)
			return true;
	return false;
}

/* As a shell does, the status of a child that was killed is 128 and the number of the signal. */
static int exit_status(pid_t child)
{
	int status = 0;

	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		continue;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool time_limit_begin(unsigned seconds)
{
	int ends[2];
	pid_t child;

	fflush(NULL);
	if (pipe2(ends, O_CLOEXEC) != 0)
		return true;
	child = fork();
	if (child <= 0) {
		close(ends[0]);
		/* Who interrupts the parent means the child, too. */
		if (child == 0)
			prctl(PR_SET_PDEATHSIG, SIGKILL);
		else
			close(ends[1]);
		return true;
	}
	close(ends[1]);
	if (wait_for_end(ends[0], seconds))
		_exit(exit_status(child));
	kill(child, SIGKILL);
	close(ends[0]);
	return false;
}
