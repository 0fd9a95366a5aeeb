/* SPDX-License-Identifier: Apache-2.0 */
/*
 * recording: the state of a command buffer: its queues, whether it still records, and the sync
 * points that its commands have returned. It is a part of its facts (facts.h).
 *
 * Any thread may call these functions; each recording has a lock.
 */
#ifndef CLROUTER_STATE_RECORDING_H
#define CLROUTER_STATE_RECORDING_H

#include <stdbool.h>
#include <stddef.h>

#include <clrouter/extension.h>

#define RECORDING_QUEUES 16 /* of a command buffer with more, none is known */

struct recording;

/*
 * Makes *RECORDING, which may be NULL or an older command buffer's recording, one of COUNT QUEUES
 * with FLAGS and ASSERTS. False: there is no memory.
 */
bool recording_begin(struct recording **recording, const void *const *queues, size_t count,
		     cl_bitfield flags, cl_bitfield asserts);

/* What it was created with. The number of queues is 0 if they are not known. */
size_t recording_queue_count(const struct recording *recording);
const void *recording_queue(const struct recording *recording, size_t index);
/* The one queue of an enqueue to COUNT QUEUES, or to its own; NULL: several, or it is not known. */
const void *recording_queue_of(const struct recording *recording, const void *const *queues,
			       size_t count);
cl_bitfield recording_flags(const struct recording *recording);
cl_bitfield recording_asserts(const struct recording *recording);

void recording_finalize(struct recording *recording);
bool recording_is_final(const struct recording *recording);

/* A command returned POINT; and has one done so, or is that not known? */
void recording_add_point(struct recording *recording, cl_sync_point_khr point);
bool recording_has_point(struct recording *recording, cl_sync_point_khr point);

/* The command buffer is about to be enqueued to QUEUE, which has had so many BARRIERS; NULL: not known. */
void recording_enqueueing(struct recording *recording, const void *queue, unsigned int barriers);

/* It was enqueued, EVENT is about that; NULL: not known. The recording retains it. */
void recording_enqueued(struct recording *recording, cl_event event);

/* Is it certain that the last enqueue has not finished? Calls the driver. */
bool recording_is_pending(struct recording *recording);

/* Was the last one to QUEUE, too, and has there been no barrier since, if it has had BARRIERS? */
bool recording_is_unordered(struct recording *recording, const void *queue, unsigned int barriers);

#endif
