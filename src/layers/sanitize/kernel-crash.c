/* SPDX-License-Identifier: Apache-2.0 */
/*
 * kernel-crash: see kernel-crash.h. What the handler does is not safe in each signal handler: if
 * the thread holds a lock of the C library or of the layer, it would wait for ever, so after a time
 * limit the process dies without it. Code of kernels holds none. On a stack that is too small, such
 * as an alternate one of the program, the handler gets SIGSEGV itself, which is blocked: Linux ends
 * the process then, by that signal.
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

#define PATIENCE 5 /* seconds */

/* The signals, and what was done about them before. */
static struct crash_signal {
	int number;
	bool is_watched;
	struct sigaction old;
} signals[] = { { .number = SIGSEGV }, { .number = SIGBUS } };

static void (*_Atomic look_at_records)(void);
static atomic_int crashed; /* the signal that came first */
static atomic_bool has_looked;

static void restore(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
		if (signals[i].is_watched)
			sigaction(signals[i].number, &signals[i].old, NULL);
}

/* The time is over: this may be any thread. */
static void die(int number)
{
	sigset_t blocked;

	(void)number;
	restore();
	sigemptyset(&blocked);
	sigaddset(&blocked, atomic_load(&crashed));
	pthread_sigmask(SIG_UNBLOCK, &blocked, NULL);
	raise(atomic_load(&crashed));
}

static void look_in_time(void)
{
	const struct sigaction limit = { .sa_handler = die };
	sigset_t alarms, blocked;

	sigaction(SIGALRM, &limit, NULL);
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
	int none = 0;

	(void)context;
	if (!atomic_compare_exchange_strong(&crashed, &none, number)) {
		while (!atomic_load(&has_looked))
			usleep(1000);
	} else {
		look_in_time();
		restore();
		atomic_store(&has_looked, true);
	}
	/* An access is made again, now without this handler; a signal of kill(2) is not. */
	if (info->si_code <= 0)
		raise(number);
}

/* Has nobody but a driver's compiler, LLVM, asked for the signal? PoCL may have it in its own
 * library. */
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
	struct sigaction action = { .sa_sigaction = note_crash,
				    .sa_flags = SA_SIGINFO | SA_ONSTACK };

	/* A crash in the handler ends the process at once. */
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < ARRAY_SIZE(signals); i++)
		sigaddset(&action.sa_mask, signals[i].number);
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

void kernel_crash_leave(void)
{
	struct sigaction now;

	for (size_t i = 0; i < ARRAY_SIZE(signals); i++) {
		struct crash_signal *one = &signals[i];

		/* What the program has set since stays. */
		if (one->is_watched && sigaction(one->number, NULL, &now) == 0 &&
		    now.sa_sigaction == note_crash)
			sigaction(one->number, &one->old, NULL);
		one->is_watched = false;
	}
	atomic_store(&look_at_records, NULL);
}
