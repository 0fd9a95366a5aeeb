/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loader: see loader.h.
 *
 * The whole state is one futex word. While the loader is initialised, the word holds the ID of
 * the thread that does it, so that waiting threads notice if that thread is gone: in a child that
 * was forked meanwhile, or because a driver has ended the thread. A mutex would stay locked in
 * these cases, and a fork handler would not help if the fork comes before it is registered.
 *
 *   NEW ----> thread ID ----> READY ----> CLOSED
 *    |            |                         ^
 *    |            +----> ABANDONED          |
 *    +--------------------------------------+
 */
#include "loader/loader.h"

#include "base/os.h"
#include "config/choice.h"
#include "dispatch/terminator.h"

enum { STATE_NEW = 0, STATE_READY = -1, STATE_ABANDONED = -2, STATE_CLOSED = -3 };

/* All state that threads share. */
static struct {
	int state;		/* one of the above, or the ID of the thread that initialises */
	bool has_waiters;	/* a thread has waited; it never becomes false again */
	uintptr_t owner;	/* the thread that initialises; the same in a child that it forks */
	struct context context;
} loader;

static int get_state(void)
{
	return __atomic_load_n(&loader.state, __ATOMIC_ACQUIRE);
}

static bool change_state(int from, int to)
{
	return __atomic_compare_exchange_n(&loader.state, &from, to, false, __ATOMIC_SEQ_CST,
					   __ATOMIC_ACQUIRE);
}

static bool is_owner(void)
{
	return __atomic_load_n(&loader.owner, __ATOMIC_RELAXED) == os_thread_self();
}

static void wake_waiters(void)
{
	if (__atomic_load_n(&loader.has_waiters, __ATOMIC_SEQ_CST))
		os_wake_all(&loader.state);
}

static void finish_start(void)
{
	int state = get_state();

	/* Another thread may have declared the start abandoned. */
	if (state > 0)
		change_state(state, STATE_READY);
	wake_waiters();
}

/*
 * Declares the start by the thread STATE abandoned: it will never be finished. From then on there
 * are no platforms. STATE is the value that the caller has read; nothing is done if the state has
 * changed since, or if STATE is not a thread ID.
 */
static void abandon_start(int state)
{
	if (state <= 0 || !change_state(state, STATE_ABANDONED))
		return;
	terminator_bind(NULL, NULL);
	wake_waiters();
}

/*
 * The fork handler for the child. If the thread that initialises has forked, it is the child's
 * only thread and goes on there, with another thread ID.
 */
static void follow_fork(void)
{
	int state = get_state();

	if (state > 0 && is_owner())
		change_state(state, os_thread_id());
}

/* A driver has ended the thread, or an exception of a driver goes on to the program. */
static void abandon_own_start(void)
{
	abandon_start(get_state());
}

static void start_context(void *dispatch)
{
	context_start(&loader.context, dispatch);
	finish_start();
}

static void initialise(struct dispatch *dispatch)
{
	__atomic_store_n(&loader.owner, os_thread_self(), __ATOMIC_RELAXED);
	os_run_start(start_context, dispatch, abandon_own_start, follow_fork);
}

/* Waits until the thread STATE may have finished the start; for a second at most. */
static void wait_for_thread(int state)
{
	/* If the thread finished before it ended, the state has changed, and this does nothing. */
	if (!os_thread_exists(state)) {
		abandon_start(state);
		return;
	}
	__atomic_store_n(&loader.has_waiters, true, __ATOMIC_SEQ_CST);
	os_wait(&loader.state, state);
}

/*
 * Waits until no other thread is initialising. Returns false if this thread is (a driver calls
 * the loader), or if the loader is not READY afterwards.
 */
static bool wait_for_others(void)
{
	int state;

	while ((state = get_state()) > 0) {
		if (is_owner())
			return false;
		wait_for_thread(state);
	}
	return state == STATE_READY;
}

bool loader_use(struct dispatch *dispatch)
{
	if (get_state() == STATE_NEW && change_state(STATE_NEW, os_thread_id()))
		initialise(dispatch);
	return wait_for_others();
}

const struct context *loader_context(void)
{
	return &loader.context;
}

/*
 * Runs at exit and at dlclose, and cannot tell which of them it is. It does not wait for a thread
 * that is initialising, because that thread may never finish while the process ends.
 */
OS_DESTRUCTOR static void shut_down(void)
{
	if (change_state(STATE_READY, STATE_CLOSED))
		context_stop(&loader.context);
	else if (change_state(STATE_NEW, STATE_CLOSED))
		choice_free(choice_close());
}
