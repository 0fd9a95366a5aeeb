/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loader: see loader.h.
 *
 * The whole state is one futex word. While initialising it holds the thread ID, so that
 * waiters notice when that thread is gone: in a child forked meanwhile, or when a driver has
 * ended the thread. A mutex would be locked there for ever, and a fork handler would come too
 * late for a fork in between.
 *
 *   NEW ----> thread that initialises ----> READY ----> CLOSED
 *    |               |                                    ^
 *    |               +--> LOST: nobody will finish it     |
 *    +----------------------------------------------------+
 */
#include "loader/loader.h"

#include <pthread.h>

#include "base/os.h"
#include "dispatch/terminator.h"

enum { STATE_NEW = 0, STATE_READY = -1, STATE_LOST = -2, STATE_CLOSED = -3 };

/* All that threads share. */
static struct {
	int state;		/* one of the above, or the ID of the thread that initialises */
	bool is_awaited;
	pthread_t owner;	/* that thread; the same in a child that it forks */
	int cancel_state;	/* of that thread, to be restored */
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
	return pthread_equal(__atomic_load_n(&loader.owner, __ATOMIC_RELAXED), pthread_self());
}

static void wake_waiters(void)
{
	if (__atomic_load_n(&loader.is_awaited, __ATOMIC_SEQ_CST))
		os_wake_all(&loader.state);
}

static void finish_start(void)
{
	int state = get_state();

	/* It may have been given up for lost. */
	if (state > 0)
		change_state(state, STATE_READY);
	wake_waiters();
}

/* The start in state STATE (a thread ID) will never be finished: there are no platforms. */
static void lose_start(int state)
{
	if (state <= 0 || !change_state(state, STATE_LOST))
		return;
	terminator_bind(NULL, NULL);
	wake_waiters();
}

/* In a child: the thread that forked is its only one, and has another ID there. */
static void follow_fork(void)
{
	int state = get_state();

	if (state > 0 && is_owner())
		change_state(state, os_thread_id());
}

/*
 * What the unwinder calls for the frame of initialise() when a C++ exception or pthread_exit()
 * of a driver leaves it. A cleanup attribute would do the same, but its personality routine
 * lies in libgcc_s, which would then be loaded into every OpenCL process.
 */
#ifndef __ARM_EABI__
#define UNWIND_CLEANUP_PHASE 2		/* _UA_CLEANUP_PHASE of the Itanium C++ ABI, 1.6.2 */
#define UNWIND_CONTINUE 8		/* _URC_CONTINUE_UNWIND, 1.2.1 */

extern int loader_unwind(int version, int actions, uint64_t exception_class, void *exception,
			 void *unwinding) API_HIDDEN __attribute__((used));

int loader_unwind(int version, int actions, uint64_t exception_class, void *exception,
		  void *unwinding)
{
	(void)version;
	(void)exception_class;
	(void)exception;
	(void)unwinding;
	if (actions & UNWIND_CLEANUP_PHASE) {
		lose_start(get_state());
		pthread_setcancelstate(loader.cancel_state, NULL);
	}
	return UNWIND_CONTINUE;
}

/* 0x1b: the routine's address as the distance to it, in 32 bits (DW_EH_PE_pcrel | sdata4). */
#define CALLS_LOADER_UNWIND() __asm__ volatile(".cfi_personality 0x1b, loader_unwind")
#else
#define CALLS_LOADER_UNWIND() ((void)0)
#endif

/*
 * A thread that is cancelled in here, for example while a driver reads a file, would leave
 * the start half done. Not inlined: the personality routine is for this frame only.
 */
__attribute__((noinline)) static void initialise(struct dispatch *dispatch)
{
	CALLS_LOADER_UNWIND();
	__atomic_store_n(&loader.owner, pthread_self(), __ATOMIC_RELAXED);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &loader.cancel_state);
	pthread_atfork(NULL, NULL, follow_fork);
	context_start(&loader.context, dispatch);
	finish_start();
	pthread_setcancelstate(loader.cancel_state, NULL);
}

/* Waits for the thread STATE, a second at most. */
static void wait_for_thread(int state)
{
	/* It may have been ready before it went. */
	if (!os_thread_exists(state)) {
		lose_start(state);
		return;
	}
	__atomic_store_n(&loader.is_awaited, true, __ATOMIC_SEQ_CST);
	os_wait(&loader.state, state);
}

/* False for a driver that calls back, and if nobody is left to wait for. */
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
