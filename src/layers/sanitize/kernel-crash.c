/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel-crash: see kernel-crash.h. What the handler does is not safe in each signal handler: if
 * the thread holds a lock of the C library or of the layer, it would wait for ever, so a time limit
 * ends the process. Code of kernels holds none.
 */
#include "layers/sanitize/kernel-crash.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "layers/frame/place/place-library.h"

#define PATIENCE 10 /* seconds */

/* The signals, and what was done about them before. */
static struct crash_signal {
	int number;
	bool is_watched;
	struct sigaction old;
} signals[] = { { .number = SIGSEGV }, { .number = SIGBUS } };

static void (*_Atomic look_at_records)(void);
static atomic_bool has_crashed;
static atomic_bool has_looked;

static void look_in_time(void)
{
	const struct sigaction usual = { .sa_handler = SIG_DFL };
	sigset_t alarms, blocked;

	sigaction(SIGALRM, &usual, NULL);
	sigemptyset(&alarms);
	sigaddset(&alarms, SIGALRM);
	pthread_sigmask(SIG_UNBLOCK, &alarms, &blocked);
	alarm(PATIENCE);
	atomic_load (&look_at_records)();
	alarm(0);
	pthread_sigmask(SIG_SETMASK, &blocked, NULL);
}

/* Other threads that run the kernel may get the signal, too: they wait for the first one. */
static void note_crash(int number, siginfo_t *info, void *context)
{
	(void)context;
	if (atomic_exchange(&has_crashed, true)) {
		while (!atomic_load(&has_looked))
			usleep(1000);
	} else {
		look_in_time();
		for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
			if (signals[i].is_watched)
				sigaction(signals[i].number, &signals[i].old, NULL);
		atomic_store(&has_looked, true);
	}
	/* An access is made again, now without this handler; a signal of kill(2) is not. */
	if (info->si_code <= 0)
		raise(number);
}

/* Has nobody but a driver's compiler, LLVM, asked for the signal? PoCL may have it in its own library. */
static bool is_free(const struct sigaction *action)
{
	struct library library;
	const void *handler;

	if (!(action->sa_flags & SA_SIGINFO) && action->sa_handler == SIG_DFL)
		return true;
	memcpy(&handler, &action->sa_handler, sizeof(handler));
	return library_find(&library, handler) &&
	       (strstr(library.name, "LLVM") || strstr(library.name, "libpocl"));
}

void kernel_crash_watch(void (*look)(void))
{
	const struct sigaction action = { .sa_sigaction = note_crash,
					  .sa_flags = SA_SIGINFO | SA_ONSTACK };

	if (atomic_exchange(&look_at_records, look))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(signals); i++) {
		struct crash_signal *one = &signals[i];

		one->is_watched =
			sigaction(one->number, NULL, &one->old) == 0 && is_free(&one->old);
		if (one->is_watched)
			sigaction(one->number, &action, NULL);
	}
}
