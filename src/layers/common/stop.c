/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stop: see stop.h.
 */
#include "layers/common/stop.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static enum stop_action wanted;
static atomic_bool is_due;

const char *const stop_words[] = { "no", "abort", "trap", NULL };

void stop_start(enum stop_action action)
{
	wanted = action;
	atomic_store(&is_due, false);
}

void stop_request(void)
{
	atomic_store(&is_due, wanted != STOP_NO);
}

/*
 * LLVM, which many drivers have inside, handles SIGTRAP and goes on. With the default action a
 * debugger stops, and without one the process ends.
 */
static void trap(void)
{
	const struct sigaction plain = { .sa_handler = SIG_DFL };
	struct sigaction before;

	sigaction(SIGTRAP, &plain, &before);
	raise(SIGTRAP);
	sigaction(SIGTRAP, &before, NULL);
}

void stop_now(void)
{
	if (!atomic_exchange(&is_due, false))
		return;
	if (wanted == STOP_ABORT)
		abort();
	trap();
}
