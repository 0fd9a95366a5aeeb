/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-places: see tail-places.h.
 */
#include "layers/sanitize/tail-places.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "layers/sanitize/own-context.h"
#include "state/life.h"
#include "state/live.h"

struct tail_place {
	struct tail_place *next;
	cl_context handle;
	size_t references;
	bool is_forgotten;   /* by the program */
	atomic_bool is_lost; /* the driver has not answered in time */
	struct own_context *context;
	cl_mem copies; /* NULL: none, or a thread has it */
};

static struct lock lock = LOCK_INIT; /* of the list; not held while the driver is called */
static struct tail_place *places;

void tail_places_start(void)
{
	life_add_lock(&lock);
}

/* -- places ----------------------------------------------------------------------------------- */

/* With the lock. */
static struct tail_place *find(cl_context handle)
{
	struct tail_place *place = places;

	while (place && place->handle != handle)
		place = place->next;
	return place;
}

struct tail_place *tail_places_join(cl_context handle, size_t count)
{
	struct own_context *context = own_context_take(handle);
	struct tail_place *place;

	if (!context)
		return NULL;
	lock_take(&lock);
	place = find(handle);
	if (!place) {
		place = calloc(1, sizeof(*place));
		if (place) {
			place->handle = handle;
			/* The program may have released the context: its queues keep it. */
			place->is_forgotten = !live_is_live(live_record(handle), OBJECT_CONTEXT);
			place->references = place->is_forgotten ? 0 : 1;
			place->context = context;
			place->next = places;
			places = place;
			context = NULL;
		}
	}
	if (place)
		place->references += count;
	lock_give(&lock);
	own_context_give(context);
	return place;
}

void tail_places_leave(struct tail_place *place)
{
	struct tail_place **link = &places;
	bool is_last;

	lock_take(&lock);
	is_last = --place->references == 0;
	while (is_last && *link != place)
		link = &(*link)->next;
	if (is_last)
		*link = place->next;
	lock_give(&lock);
	if (!is_last)
		return;
	if (place->copies)
		clrouter_target.clReleaseMemObject(place->copies);
	own_context_give(place->context);
	free(place);
}

void tail_places_leave_context(cl_context context)
{
	struct tail_place *place;

	lock_take(&lock);
	place = find(context);
	lock_give(&lock);
	if (place)
		tail_places_leave(place);
}

void tail_places_forget(cl_context context)
{
	struct tail_place *place;
	cl_mem copies = NULL;
	bool is_first;

	lock_take(&lock);
	place = find(context);
	is_first = place && !place->is_forgotten;
	if (is_first) {
		place->is_forgotten = true;
		copies = place->copies;
		place->copies = NULL;
	}
	lock_give(&lock);
	if (copies)
		clrouter_target.clReleaseMemObject(copies);
	if (is_first)
		tail_places_leave(place);
}

/* -- what it has ------------------------------------------------------------------------------ */

cl_command_queue tail_places_queue(struct tail_place *place, cl_device_id device)
{
	return own_context_queue(place->context, device);
}

void tail_places_lose(struct tail_place *place)
{
	atomic_store(&place->is_lost, true);
}

bool tail_places_is_lost(const struct tail_place *place)
{
	return atomic_load(&place->is_lost);
}

cl_mem tail_places_take_copies(struct tail_place *place)
{
	cl_mem copies;

	lock_take(&lock);
	copies = place->copies;
	place->copies = NULL;
	lock_give(&lock);
	if (copies)
		return copies;
	return clrouter_target.clCreateBuffer(place->handle, CL_MEM_READ_WRITE, TAIL_PLACES_COPIES,
					      NULL, NULL);
}

void tail_places_give_copies(struct tail_place *place, cl_mem copies)
{
	lock_take(&lock);
	if (!place->copies && !place->is_forgotten) {
		place->copies = copies;
		copies = NULL;
	}
	lock_give(&lock);
	if (copies)
		clrouter_target.clReleaseMemObject(copies);
}
