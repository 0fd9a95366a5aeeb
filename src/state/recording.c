/* SPDX-License-Identifier: Apache-2.0 */
/*
 * recording: see recording.h.
 */
#include "state/recording.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/lock.h"
#include "base/common/pointer-map.h"

/* To which queue, NULL if it is not known, and after how many barriers. */
struct enqueue {
	const void *queue;
	unsigned int barriers;
};

struct recording {
	struct lock lock;
	const void *queues[RECORDING_QUEUES];
	size_t queue_count;
	cl_bitfield flags;
	cl_bitfield asserts;
	atomic_bool is_final;
	struct pointer_map points; /* one more than the sync point is the key */
	bool lacks_points;	   /* there was no memory for one */
	cl_event event;		   /* of the last enqueue; NULL: not known */
	struct enqueue last, next;
};

/* Forgets the event of the last enqueue, and holds NEXT instead. */
static void replace_event(struct recording *recording, cl_event next)
{
	cl_event old;

	lock_take(&recording->lock);
	old = recording->event;
	recording->event = next;
	recording->last = recording->next;
	lock_give(&recording->lock);
	if (old)
		clrouter_target.clReleaseEvent(old);
}

bool recording_begin(struct recording **place, const void *const *queues, size_t count,
		     cl_bitfield flags, cl_bitfield asserts)
{
	struct recording *recording = *place;

	if (!recording) {
		recording = calloc(1, sizeof(*recording));
		if (!recording)
			return false;
		recording->lock = (struct lock)LOCK_INIT;
		*place = recording;
	}
	replace_event(recording, NULL);
	lock_take(&recording->lock);
	pointer_map_done(&recording->points);
	recording->lacks_points = false;
	recording->queue_count = queues && count <= RECORDING_QUEUES ? count : 0;
	for (size_t i = 0; i < recording->queue_count; i++)
		recording->queues[i] = queues[i];
	recording->flags = flags;
	recording->asserts = asserts;
	lock_give(&recording->lock);
	atomic_store(&recording->is_final, false);
	return true;
}

size_t recording_queue_count(const struct recording *recording)
{
	return recording->queue_count;
}

const void *recording_queue(const struct recording *recording, size_t index)
{
	return recording->queues[index];
}

const void *recording_queue_of(const struct recording *recording, const void *const *queues,
			       size_t count)
{
	if (queues && count != 0)
		return count == 1 ? queues[0] : NULL;
	return recording->queue_count == 1 ? recording->queues[0] : NULL;
}

cl_bitfield recording_flags(const struct recording *recording)
{
	return recording->flags;
}

cl_bitfield recording_asserts(const struct recording *recording)
{
	return recording->asserts;
}

void recording_finalize(struct recording *recording)
{
	atomic_store(&recording->is_final, true);
}

bool recording_is_final(const struct recording *recording)
{
	return atomic_load(&recording->is_final);
}

static const void *point_key(cl_sync_point_khr point)
{
	return (const void *)((uintptr_t)point + 1);
}

/* The last number of 32 bits has no key if pointers have as many. */
static bool has_key(cl_sync_point_khr point)
{
	return point_key(point) != NULL;
}

void recording_add_point(struct recording *recording, cl_sync_point_khr point)
{
	lock_take(&recording->lock);
	if (!has_key(point) || !pointer_map_set(&recording->points, point_key(point), 1))
		recording->lacks_points = true;
	lock_give(&recording->lock);
}

bool recording_has_point(struct recording *recording, cl_sync_point_khr point)
{
	bool has_point;

	lock_take(&recording->lock);
	has_point = recording->lacks_points || !has_key(point) ||
		    pointer_map_get(&recording->points, point_key(point)) != 0;
	lock_give(&recording->lock);
	return has_point;
}

void recording_enqueueing(struct recording *recording, const void *queue, unsigned int barriers)
{
	lock_take(&recording->lock);
	recording->next = (struct enqueue){ queue, barriers };
	lock_give(&recording->lock);
}

void recording_enqueued(struct recording *recording, cl_event event)
{
	if (event && clrouter_target.clRetainEvent(event) != CL_SUCCESS)
		event = NULL;
	replace_event(recording, event);
}

bool recording_is_unordered(struct recording *recording, const void *queue, unsigned int barriers)
{
	bool is_unordered;

	lock_take(&recording->lock);
	is_unordered = queue && recording->last.queue == queue &&
		       recording->last.barriers == barriers;
	lock_give(&recording->lock);
	return is_unordered;
}

bool recording_is_pending(struct recording *recording)
{
	cl_int status = CL_COMPLETE;
	cl_event event;

	lock_take(&recording->lock);
	event = recording->event;
	if (event && clrouter_target.clRetainEvent(event) != CL_SUCCESS)
		event = NULL;
	lock_give(&recording->lock);
	if (!event)
		return false;
	if (clrouter_target.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
					   &status, NULL) != CL_SUCCESS)
		status = CL_COMPLETE;
	clrouter_target.clReleaseEvent(event);
	return status > CL_COMPLETE;
}
