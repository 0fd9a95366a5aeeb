/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loader: see loader.h.
 *
 *   NEW ----> thread that initialises ----> READY ----> CLOSED
 *    |               |                                    ^
 *    |               +--> LOST (it is not there any more) |
 *    +----------------------------------------------------+
 *
 * One word says all that. That it holds the thread makes others see that nobody
 * will finish what was begun: in a child forked meanwhile, or when a driver has
 * ended the thread. A mutex would be locked there for ever, and a fork handler
 * come too late for a fork in between. Linux waits for such a word (futex).
 */
#include "loader/loader.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "dispatch/terminator.h"

enum { STATE_NEW = 0, STATE_READY = -1, STATE_LOST = -2, STATE_CLOSED = -3 };

/* All that threads share. */
static struct {
	int state;		/* one of the above, or a thread */
	bool is_awaited;
	const void *owner;	/* the thread that initialises, as its child knows itself too */
	struct context context;
} loader;

/* Every thread has its own errno, and keeps it in a child. */
static const void *own_thread(void)
{
	return &errno;
}

static int get_state(void)
{
	return __atomic_load_n(&loader.state, __ATOMIC_ACQUIRE);
}

static bool change_state(int from, int to)
{
	return __atomic_compare_exchange_n(&loader.state, &from, to, false, __ATOMIC_SEQ_CST,
					   __ATOMIC_ACQUIRE);
}

/* Of this process: in a child there is no other thread of the parent's. */
static bool is_thread(int thread)
{
	return syscall(SYS_tgkill, syscall(SYS_getpid), thread, 0) == 0 || errno != ESRCH;
}

static void start(struct route *route)
{
	context_start(&loader.context, route);
	__atomic_store_n(&loader.state, STATE_READY, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&loader.is_awaited, __ATOMIC_SEQ_CST))
		syscall(SYS_futex, &loader.state, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

/* A thread that is cancelled in here, in a driver's read() say, would leave it half done. */
static void initialise(struct route *route)
{
	int before;

	__atomic_store_n(&loader.owner, own_thread(), __ATOMIC_RELAXED);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
	start(route);
	pthread_setcancelstate(before, &before);
}

/* False for a driver that calls back, and where nobody is left to wait for. */
static bool wait_for_others(void)
{
	/* Not struct timespec, which may not be the kernel's on 32-bit systems. */
	static const long second[] = { 1, 0 };
	int state;

	while ((state = get_state()) > 0) {
		if (__atomic_load_n(&loader.owner, __ATOMIC_RELAXED) == own_thread())
			return false;
		if (!is_thread(state)) {
			/* It may have been ready before it went. */
			if (change_state(state, STATE_LOST))
				terminator_bind(NULL, NULL);
			continue;
		}
		__atomic_store_n(&loader.is_awaited, true, __ATOMIC_SEQ_CST);
		syscall(SYS_futex, &loader.state, FUTEX_WAIT_PRIVATE, state, second, NULL, 0);
	}
	return state == STATE_READY;
}

bool loader_use(struct route *route)
{
	if (get_state() == STATE_NEW && change_state(STATE_NEW, (int)syscall(SYS_gettid)))
		initialise(route);
	return wait_for_others();
}

const struct context *loader_context(void)
{
	return &loader.context;
}

/*
 * Runs at exit and at dlclose, and cannot tell which. Waits for nobody: a
 * thread that is initialising while the process ends may never come back.
 */
__attribute__((destructor)) static void shut_down(void)
{
	if (change_state(STATE_READY, STATE_CLOSED))
		context_stop(&loader.context);
	else
		change_state(STATE_NEW, STATE_CLOSED);
}
