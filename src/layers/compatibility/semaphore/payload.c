/* SPDX-License-Identifier: Apache-2.0 */
/*
 * payload: see payload.h.
 */
#include "layers/compatibility/semaphore/payload.h"

#include "layers/compatibility/locks.h"
#include "layers/compatibility/semaphore/signal-ends.h"

static struct lock lock = LOCK_INIT; /* of all payloads */

void payload_start(void)
{
	locks_add(&lock);
}

bool payload_is_full(struct payload *payload)
{
	bool is_full;

	lock_take(&lock);
	is_full = payload->count >= PAYLOAD_SIGNALS;
	lock_give(&lock);
	return is_full;
}

/* -- with the lock --------------------------------------------------------------------- */

static struct waiter_place *take_place(struct payload *payload)
{
	struct waiter_place *place = payload->places;

	if (place)
		payload->places = place->next;
	return place;
}

static void add_place(struct payload *payload, struct waiter_place *place)
{
	place->next = NULL;
	if (!payload->places)
		payload->places = place;
	else
		payload->last_place->next = place;
	payload->last_place = place;
}

static struct signal *take_signal(struct payload *payload)
{
	struct signal *signal = payload->signals;

	if (signal) {
		payload->signals = signal->next;
		payload->count--;
	}
	return signal;
}

static void add_signal(struct payload *payload, struct signal *signal, bool is_oldest)
{
	signal->next = is_oldest ? payload->signals : NULL;
	if (!payload->signals)
		payload->signals = payload->last_signal = signal;
	else if (is_oldest)
		payload->signals = signal;
	else
		payload->last_signal = payload->last_signal->next = signal;
	payload->count++;
}

/* -- without it ------------------------------------------------------------------------ */

/* For the oldest wait, else kept. */
static void give(struct payload *payload, struct signal *signal, bool is_oldest)
{
	struct waiter_place *place;

	lock_take(&lock);
	place = take_place(payload);
	if (!place)
		add_signal(payload, signal, is_oldest);
	lock_give(&lock);
	if (place)
		signal_ends_add(place, signal);
}

void payload_signal(struct payload *payload, struct signal *signal)
{
	give(payload, signal, false);
}

void payload_put_back(struct payload *payload, struct signal *signal)
{
	give(payload, signal, true);
}

struct signal *payload_take(struct payload *payload)
{
	struct signal *signal;

	lock_take(&lock);
	signal = take_signal(payload);
	lock_give(&lock);
	return signal;
}

void payload_wait(struct payload *payload, struct waiter_place *place)
{
	struct signal *signal;

	lock_take(&lock);
	signal = take_signal(payload);
	if (!signal)
		add_place(payload, place);
	lock_give(&lock);
	if (signal)
		signal_ends_add(place, signal);
}

bool payload_is_signaled(struct payload *payload)
{
	struct signal *signal;
	bool is_signaled;

	lock_take(&lock);
	signal = payload->signals;
	if (signal)
		signals_retain(signal);
	lock_give(&lock);
	is_signaled = signal && signals_status(signal) == CL_COMPLETE;
	signals_release(signal);
	return is_signaled;
}

void payload_done(struct payload *payload, cl_int error)
{
	struct signal *signal;
	struct waiter_place *place;

	while ((signal = payload_take(payload)))
		signals_release(signal);
	for (;;) {
		lock_take(&lock);
		place = take_place(payload);
		lock_give(&lock);
		if (!place)
			return;
		signal_ends_fail(place, error);
	}
}
