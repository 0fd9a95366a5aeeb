/* SPDX-License-Identifier: Apache-2.0 */
/* waits: see waits.h. */
#include "tool/report/page/waits.h"

#include <stdlib.h>

#include "record/recorded-call.h"
#include "tool/report/space.h"

bool waits_add(struct waits *waits, const struct record_call *call, uint64_t reference)
{
	const struct model *model = waits->model;
	const uint64_t handle =
		recorded_event(&model->known, call, model->history->pointer_size);
	int32_t code;

	if (call->end == 0 || handle == 0 || recorded_failed(&model->known, call, &code))
		return true;
	if (!space_make(&waits->list, waits->count, sizeof(*waits->list)))
		return false;
	waits->list[waits->count++] = (struct event){ handle, RECORD_TIME(call->end), reference };
	return true;
}

static int compare_events(const void *left, const void *right)
{
	const struct event *a = left;
	const struct event *b = right;

	if (a->handle != b->handle)
		return a->handle < b->handle ? -1 : 1;
	return a->time < b->time ? -1 : a->time > b->time;
}

void waits_sort(struct waits *waits)
{
	if (waits->count > 0)
		qsort(waits->list, waits->count, sizeof(*waits->list), compare_events);
}

/* The last event with HANDLE that was there at TIME; NULL if there was none. */
static const struct event *find(const struct waits *waits, uint64_t handle, uint64_t time)
{
	const struct event key = { handle, time, 0 };
	size_t low = 0;
	size_t high = waits->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (compare_events(&waits->list[middle], &key) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 && waits->list[low - 1].handle == handle ? &waits->list[low - 1] : NULL;
}

size_t waits_find(const struct waits *waits, const struct record_call *call,
		  uint64_t references[WAITS_LENGTH])
{
	const struct record_content *content = recorded_waits(&waits->model->known, call);
	const size_t size = waits->model->history->pointer_size;
	size_t count = recorded_handle_count(content, size);

	if (count > WAITS_LENGTH)
		count = WAITS_LENGTH;
	for (size_t i = 0; i < count; i++) {
		const struct event *event =
			find(waits, recorded_handle(content, i, size), call->begin);

		references[i] = event ? event->reference : 0;
	}
	return count;
}

void waits_done(struct waits *waits)
{
	free(waits->list);
	*waits = (struct waits){ 0 };
}
