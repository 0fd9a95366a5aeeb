/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loader: see loader.h.
 *
 * The lock is recursive: a thread that gets it while the loader is RUNNING is
 * the initialising one itself. It is made, and the fork handler registered,
 * before it can be held, so that no child inherits it locked by a thread that
 * it does not have.
 */
#include "loader.h"

#include <pthread.h>

#include "terminator.h"

enum state { STATE_NEW, STATE_RUNNING, STATE_READY, STATE_LOST, STATE_CLOSED };

/* All that threads share; state and owner are written under the lock only. */
static struct {
	pthread_once_t once;
	pthread_mutex_t lock;
	pthread_t owner;	/* who initialises */
	enum state state;
	struct context context;
} loader = { .once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER };

static void make_lock(void)
{
	pthread_mutexattr_t attributes;

	pthread_mutexattr_init(&attributes);
	pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&loader.lock, &attributes);
	pthread_mutexattr_destroy(&attributes);
}

/* The child has one thread. If that is the initialising one it goes on with it. */
static void after_fork_in_child(void)
{
	make_lock();
	if (loader.state != STATE_RUNNING)
		return;
	if (pthread_equal(loader.owner, pthread_self())) {
		pthread_mutex_lock(&loader.lock);
	} else {
		loader.state = STATE_LOST;
		terminator_bind(NULL, NULL);
	}
}

static void prepare(void)
{
	make_lock();
	pthread_atfork(NULL, NULL, after_fork_in_child);
}

bool loader_use(struct route *route)
{
	bool is_ready;

	pthread_once(&loader.once, prepare);
	pthread_mutex_lock(&loader.lock);
	if (loader.state == STATE_NEW) {
		loader.owner = pthread_self();
		loader.state = STATE_RUNNING;
		context_start(&loader.context, route);
		loader.state = STATE_READY;
	}
	is_ready = loader.state == STATE_READY;
	pthread_mutex_unlock(&loader.lock);
	return is_ready;
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
	if (pthread_mutex_trylock(&loader.lock) != 0)
		return;
	if (loader.state == STATE_READY)
		context_stop(&loader.context);
	if (loader.state == STATE_READY || loader.state == STATE_NEW)
		loader.state = STATE_CLOSED;
	pthread_mutex_unlock(&loader.lock);
}
