/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wait-queue: see wait-queue.h.
 */
#include "layers/wait/wait-queue.h"

#include "base/common/lock.h"
#include "layers/frame/ask.h"
#include "layers/wait/drivers.h"

#define PROBES 8	    /* entries at which a queue may be */
#define IS_WAIT 0x80000000u /* the bit that tells the number of a wait from 0 and 1 */

struct wait_queue wait_queue_table[WAIT_QUEUE_MOST];

/*
 * For the queues beyond the table. It is never asked about, so that their waits are the driver's.
 *
 */
static struct wait_queue others;

static struct wait_queue none; /* for NULL, which no driver takes for a queue */

static atomic_bool has_unseen;
static atomic_uint last_wait;
static struct lock lock = LOCK_INIT;

/* The entry with HANDLE near the entry of the queue NEAR. NULL: there is none. */
static struct wait_queue *find_entry(cl_command_queue handle, cl_command_queue near)
{
	for (size_t i = 0; i < PROBES; i++) {
		struct wait_queue *queue = wait_queue_at(wait_queue_place(near) + i);

		if (atomic_load(&queue->handle) == handle)
			return queue;
	}
	return NULL;
}

struct wait_queue *wait_queue_look(cl_command_queue handle)
{
	return handle ? find_entry(handle, handle) : NULL;
}

/* Only a queue that is new to the table takes the lock. */
struct wait_queue *wait_queue_add(cl_command_queue handle)
{
	struct wait_queue *queue = handle ? wait_queue_look(handle) : &none;

	if (queue)
		return queue;
	lock_take(&lock);
	queue = wait_queue_look(handle);
	if (!queue)
		queue = find_entry(WAIT_QUEUE_FREE, handle);
	if (queue)
		atomic_store(&queue->handle, handle);
	lock_give(&lock);
	return queue ? queue : &others;
}

void wait_queue_note_flush(struct wait_queue *queue)
{
	if (queue != &others)
		atomic_store(&queue->is_dirty, false);
}

/* Fills FACTS, which are all zero; those that stay so make each wait the driver's. */
static void ask(cl_command_queue handle, struct wait_queue_facts *facts)
{
	struct queue_facts found;
	cl_platform_id platform = NULL;

	if (!ask_queue(handle, &found) ||
	    ASK(clGetDeviceInfo, found.device, CL_DEVICE_PLATFORM, platform) != CL_SUCCESS)
		return;
	facts->context = found.context;
	facts->device = found.device;
	facts->driver = drivers_find(platform);
	facts->keeps_order = (found.properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
	facts->has_marker_lists = ask_device_version(found.device) >= CL_MAKE_VERSION(1, 2, 0);
	facts->is_usable = facts->driver && (found.properties & CL_QUEUE_ON_DEVICE) == 0;
}

struct wait_queue_facts wait_queue_ask(struct wait_queue *queue, cl_command_queue handle)
{
	struct wait_queue_facts facts = { .is_usable = false };
	bool is_asked;

	if (queue == &others || queue == &none)
		return facts;
	lock_take(&lock);
	is_asked = atomic_load(&queue->is_asked);
	if (is_asked)
		facts = queue->facts;
	lock_give(&lock);
	if (is_asked)
		return facts;
	ask(handle, &facts);
	lock_take(&lock);
	queue->facts = facts;
	atomic_store(&queue->is_asked, true);
	lock_give(&lock);
	return facts;
}

bool wait_queue_may_hang(const struct wait_queue *queue)
{
	if (atomic_load(&has_unseen))
		return true;
	if (atomic_load(&queue->waits_for_events) == 0)
		return false;
	if (atomic_load(&others.is_dirty))
		return true;
	for (size_t i = 0; i < WAIT_QUEUE_MOST; i++)
		if (&wait_queue_table[i] != queue &&
		    atomic_load_explicit(&wait_queue_table[i].is_dirty, memory_order_relaxed))
			return true;
	return false;
}

bool wait_queue_is_dirty(cl_command_queue handle)
{
	struct wait_queue *queue = wait_queue_look(handle);

	return queue && atomic_load(&queue->is_dirty);
}

void wait_queue_note_unseen(void)
{
	atomic_store(&has_unseen, true);
}

void wait_queue_note_list(cl_uint count, const cl_command_queue *list)
{
	if (count == 0 || !list)
		wait_queue_note_unseen();
	for (cl_uint i = 0; i < count && list; i++)
		wait_queue_note(wait_queue_find(list[i]), 1);
}

unsigned int wait_queue_begin_wait(struct wait_queue *queue)
{
	unsigned int before = atomic_load(&queue->waits_for_events);
	const unsigned int number = atomic_fetch_add(&last_wait, 1) | IS_WAIT;

	while (before != 0 &&
	       !atomic_compare_exchange_weak(&queue->waits_for_events, &before, number))
		continue;
	return number;
}

void wait_queue_end_wait(struct wait_queue *queue, unsigned int number)
{
	atomic_compare_exchange_strong(&queue->waits_for_events, &number, 0);
}

void wait_queue_set_barrier(struct wait_queue *queue, cl_event event)
{
	const cl_event before = queue == &others || queue == &none
					? event
					: atomic_exchange(&queue->barrier, event);

	if (before)
		clrouter_target.clReleaseEvent(before);
}

void wait_queue_forget(cl_command_queue handle, bool is_last)
{
	struct wait_queue *queue = wait_queue_look(handle);

	if (!queue)
		return;
	wait_queue_set_barrier(queue, NULL);
	lock_take(&lock);
	atomic_store(&queue->is_asked, false);
	if (is_last) {
		atomic_store(&queue->is_dirty, false);
		atomic_store(&queue->waits_for_events, 0);
		atomic_store(&queue->handle, WAIT_QUEUE_FREE);
	}
	lock_give(&lock);
}

void wait_queue_before_fork(void)
{
	lock_take(&lock);
}

void wait_queue_after_fork(void)
{
	lock_give(&lock);
}

void wait_queue_start(void)
{
	for (size_t i = 0; i < WAIT_QUEUE_MOST; i++) {
		atomic_store(&wait_queue_table[i].handle, WAIT_QUEUE_FREE);
		atomic_store(&wait_queue_table[i].is_asked, false);
		atomic_store(&wait_queue_table[i].is_dirty, false);
		atomic_store(&wait_queue_table[i].waits_for_events, 0);
	}
	atomic_store(&has_unseen, false);
}
