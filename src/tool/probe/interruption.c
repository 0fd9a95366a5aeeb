/* SPDX-License-Identifier: Apache-2.0 */
/* interruption: see interruption.h. */
#include "tool/probe/interruption.h"

#include <stddef.h>

#include "base/array.h"

static const int numbers[] = { SIGHUP, SIGINT, SIGTERM };

/* A signal that is ignored would be kept while it is blocked. */
void interruption_hold(sigset_t *mask)
{
	struct sigaction action;
	sigset_t signals;

	sigemptyset(&signals);
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(&signals, numbers[i]);
	sigprocmask(SIG_BLOCK, &signals, mask);
}

bool interruption_is_pending(void)
{
	sigset_t pending;
	bool is_any = false;

	if (sigpending(&pending) != 0)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		is_any |= sigismember(&pending, numbers[i]) == 1;
	return is_any;
}

void interruption_release(const sigset_t *mask)
{
	sigprocmask(SIG_SETMASK, mask, NULL);
}

void interruption_allow(void)
{
	sigset_t signals;

	sigemptyset(&signals);
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		sigaddset(&signals, numbers[i]);
	sigprocmask(SIG_UNBLOCK, &signals, NULL);
}
