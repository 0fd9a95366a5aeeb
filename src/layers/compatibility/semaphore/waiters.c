/* SPDX-License-Identifier: Apache-2.0 */
/*
 * waiters: see waiters.h.
 */
#include "layers/compatibility/semaphore/waiters.h"

#include <stdlib.h>

#include <clrouter/layer.h>

struct waiter *waiters_new(cl_context context, size_t count, cl_int *error)
{
	struct waiter *waiter = calloc(1, sizeof(*waiter) + count * sizeof(waiter->places[0]));

	*error = CL_OUT_OF_HOST_MEMORY;
	if (!waiter)
		return NULL;
	waiter->user_event = clrouter_target.clCreateUserEvent(context, error);
	if (!waiter->user_event) {
		free(waiter);
		return NULL;
	}
	atomic_init(&waiter->left, count);
	atomic_init(&waiter->is_set, false);
	for (size_t i = 0; i < count; i++)
		waiter->places[i].waiter = waiter;
	return waiter;
}

static void set(struct waiter *waiter, cl_int status)
{
	if (!atomic_exchange_explicit(&waiter->is_set, true, memory_order_acq_rel))
		clrouter_target.clSetUserEventStatus(waiter->user_event, status);
}

static void free_waiter(struct waiter *waiter)
{
	clrouter_target.clReleaseEvent(waiter->user_event);
	free(waiter);
}

/* NVIDIA's driver does not free a context in which a user event was never set. */
void waiters_abandon(struct waiter *waiter)
{
	set(waiter, CL_COMPLETE);
	free_waiter(waiter);
}

void waiters_count_down(struct waiter_place *place, cl_int status)
{
	struct waiter *waiter = place->waiter;

	if (status < 0)
		set(waiter, status);
	if (atomic_fetch_sub_explicit(&waiter->left, 1, memory_order_acq_rel) != 1)
		return;
	set(waiter, CL_COMPLETE);
	free_waiter(waiter);
}
