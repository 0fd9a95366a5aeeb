/* SPDX-License-Identifier: Apache-2.0 */
/* drain: see drain.h. */
#include "tool/report/drain.h"

static void count_pending(struct drain_device *device, struct drain_queue *queue)
{
	if (!queue->is_pending)
		device->pending++;
	queue->is_pending = true;
}

bool drain_add(struct drain_device *device, struct drain_queue *queue, uint64_t reference,
	       uint64_t begin, uint32_t thread, uint64_t from)
{
	const struct gap gap = { .begin = device->since > from ? device->since : from,
				 .end = begin,
				 .reference = reference };
	const bool has_gap = device->since > 0;

	device->has_threads |= device->thread != 0 && device->thread != thread;
	device->thread = thread;
	device->since = 0;
	queue->last = begin;
	count_pending(device, queue);
	return !has_gap || gaps_add(&device->gaps, &gap);
}

void drain_end(struct drain_device *device, struct drain_queue *queue, uint64_t begin, uint64_t end)
{
	if (!queue->is_pending || begin < queue->last)
		return;
	queue->is_pending = false;
	if (--device->pending == 0)
		device->since = end;
}
