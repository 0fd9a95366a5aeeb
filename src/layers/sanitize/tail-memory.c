/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tail-memory: see tail-memory.h. Buffers are copied to a buffer of the layer on the device first:
 * the program may have made one that the host must not read, and copies of all tails are read at
 * once.
 */
#include "layers/sanitize/tail-memory.h"

#include <stdlib.h>
#include <string.h>

#include "layers/sanitize/own-context.h"
#include "layers/sanitize/tail-places.h"

/* -- the pattern ------------------------------------------------------------------------------ */

/* Enqueues the pattern of TAIL. */
static bool enqueue_pattern(cl_command_queue queue, const struct tail *tail, cl_event *event)
{
	const cl_mem buffer = (cl_mem)(uintptr_t)tail->start;
	unsigned char pattern[TAIL_UNIT];
	const size_t unit = tails_pattern(tail, pattern);

	if (tail->is_svm)
		return clrouter_target.clEnqueueSVMMemFill(
			       queue, (char *)(uintptr_t)tail->start + tail->size, pattern, unit,
			       TAIL_BYTES, 0, NULL, event) == CL_SUCCESS;
	return clrouter_target.clEnqueueFillBuffer(queue, buffer, pattern, unit, tail->size,
						   TAIL_BYTES, 0, NULL, event) == CL_SUCCESS;
}

/* All commands of QUEUE up to EVENT, which may be NULL, have ended; false: not in time. */
static bool await(struct tail_place *place, cl_command_queue queue, cl_event event)
{
	bool is_late = false;
	bool is_good = event && own_context_await(queue, event, OWN_CONTEXT_PATIENCE, &is_late);

	if (is_late)
		tail_places_lose(place);
	return is_good;
}

/*
 * Enqueues the patterns of TAILS that have none. Returns those that are to have one now, a bit for
 * each, and stores the event of the last one.
 */
static uint64_t enqueue_patterns(struct tail_place *place, struct tail *const *tails, size_t count,
				 cl_event *last)
{
	const cl_command_queue queue = tail_places_queue(place, tails[0]->device);
	uint64_t enqueued = 0;

	for (size_t i = 0; i < count && queue; i++) {
		cl_event event = NULL;

		if (tails[i]->has_pattern || !enqueue_pattern(queue, tails[i], &event))
			continue;
		if (*last)
			clrouter_target.clReleaseEvent(*last);
		*last = event;
		enqueued |= UINT64_C(1) << i;
	}
	if (*last && !await(place, queue, *last))
		enqueued = 0;
	return enqueued;
}

void tail_memory_arm(struct tail *const *tails, size_t count)
{
	struct tail_place *place = tail_places_join(tails[0]->context, count);
	cl_event last = NULL;
	uint64_t written = 0;

	if (place && !tail_places_is_lost(place))
		written = enqueue_patterns(place, tails, count, &last);
	lock_take(&tails_lock);
	for (size_t i = 0; i < count; i++) {
		const bool is_armed = tails[i]->has_pattern || (written >> i & 1) != 0;

		tails[i]->state = !place ? TAIL_NEW : is_armed ? TAIL_ARMED : TAIL_LOST;
	}
	lock_give(&tails_lock);
}

/* -- reading ---------------------------------------------------------------------------------- */

/* What one read needs. */
struct tail_read {
	struct tail *const *tails;
	size_t count;
	unsigned char *bytes;
	cl_command_queue queue;
	cl_mem copies;
};

static bool has_kind(const struct tail_read *read, bool is_svm)
{
	for (size_t i = 0; i < read->count; i++)
		if (read->tails[i]->is_svm == is_svm && !read->tails[i]->is_fine)
			return true;
	return false;
}

/* Enqueues the copies of buffers, and the read of all of them: shared memory comes after it. */
static bool enqueue_buffers(const struct tail_read *read, cl_event *event)
{
	for (size_t i = 0; i < read->count; i++) {
		const struct tail *tail = read->tails[i];

		if (!tail->is_svm &&
		    clrouter_target.clEnqueueCopyBuffer(read->queue, (cl_mem)(uintptr_t)tail->start,
							read->copies, tail->size, i * TAIL_BYTES,
							TAIL_BYTES, 0, NULL, NULL) != CL_SUCCESS)
			return false;
	}
	return clrouter_target.clEnqueueReadBuffer(read->queue, read->copies, CL_FALSE, 0,
						   read->count * TAIL_BYTES, read->bytes, 0, NULL,
						   event) == CL_SUCCESS;
}

static bool enqueue_svm(const struct tail_read *read, cl_event *event)
{
	cl_event next;

	for (size_t i = 0; i < read->count; i++) {
		const struct tail *tail = read->tails[i];

		if (!tail->is_svm || tail->is_fine)
			continue;
		next = NULL;
		if (clrouter_target.clEnqueueSVMMemcpy(read->queue, CL_FALSE,
						       read->bytes + i * TAIL_BYTES,
						       (const char *)tail->start + tail->size,
						       TAIL_BYTES, 0, NULL, &next) != CL_SUCCESS)
			return false;
		if (*event)
			clrouter_target.clReleaseEvent(*event);
		*event = next;
	}
	return true;
}

static void read_fine(const struct tail_read *read)
{
	for (size_t i = 0; i < read->count; i++)
		if (read->tails[i]->is_fine)
			memcpy(read->bytes + i * TAIL_BYTES,
			       (const char *)read->tails[i]->start + read->tails[i]->size,
			       TAIL_BYTES);
}

/* Reads what the host cannot; false: that fails. */
static bool read_all(struct tail_place *place, struct tail_read *read)
{
	const bool has_buffers = has_kind(read, false);
	const bool has_svm = has_kind(read, true);
	cl_event event = NULL;
	bool is_good = true;

	if (!has_buffers && !has_svm)
		return true;
	read->queue = tail_places_queue(place, read->tails[0]->device);
	read->copies = read->queue && has_buffers ? tail_places_take_copies(place) : NULL;
	if (!read->queue || (has_buffers && !read->copies))
		return false;
	is_good = (!has_buffers || enqueue_buffers(read, &event)) &&
		  (!has_svm || enqueue_svm(read, &event));
	/* What was enqueued may still be written, also if the rest was refused. */
	is_good = await(place, read->queue, event) && is_good;
	if (read->copies)
		tail_places_give_copies(place, read->copies);
	return is_good;
}

unsigned char *tail_memory_read(struct tail *const *tails, size_t count)
{
	struct tail_place *place = tail_places_join(tails[0]->context, 1);
	struct tail_read read = { .tails = tails, .count = count };

	read.bytes = place && !tail_places_is_lost(place) ? malloc(count * TAIL_BYTES) : NULL;
	if (read.bytes && !read_all(place, &read)) {
		/* A late command writes to it. */
		if (!tail_places_is_lost(place))
			free(read.bytes);
		read.bytes = NULL;
	}
	if (read.bytes)
		read_fine(&read);
	if (place)
		tail_places_leave(place);
	return read.bytes;
}
