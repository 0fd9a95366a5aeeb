/* SPDX-License-Identifier: Apache-2.0 */
/* waits: see waits.h. */
#include "tool/report/page/waits.h"

#include <stdlib.h>
#include <string.h>

#include "record/recorded-call.h"
#include "tool/report/space.h"

enum { NO_PARAMETER = -1, NOT_KNOWN = -2 };

bool waits_init(struct waits *waits, const struct model *model)
{
	*waits = (struct waits){ .model = model };
	waits->made = malloc(MODEL_FUNCTIONS);
	waits->waited = malloc(MODEL_FUNCTIONS);
	if (!waits->made || !waits->waited)
		return space_is_short();
	memset(waits->made, NOT_KNOWN, MODEL_FUNCTIONS);
	memset(waits->waited, NOT_KNOWN, MODEL_FUNCTIONS);
	return true;
}

static signed char find_parameter(const struct signature *function, enum param_kind kind)
{
	for (int i = 0; function && i < function->param_count; i++)
		if (function->params[i].kind == kind && function->params[i].object == OBJECT_EVENT)
			return (signed char)i;
	return NO_PARAMETER;
}

/* The contents of the parameter of KIND that is about events; NULL if CALL has none. */
static const struct record_content *find_content(const struct waits *waits, signed char *parameters,
						 const struct record_call *call,
						 enum param_kind kind)
{
	signed char *parameter = &parameters[call->head.detail];

	if (*parameter == NOT_KNOWN)
		*parameter = find_parameter(
			known_functions_find(&waits->model->known, call->head.detail), kind);
	return *parameter < 0 ? NULL : record_find_content(call, (unsigned int)*parameter);
}

/* A function that returns an event has it as its result, such as clCreateUserEvent. */
static uint64_t made_event(struct waits *waits, const struct record_call *call)
{
	const struct signature *function =
		known_functions_find(&waits->model->known, call->head.detail);
	const struct record_content *content = find_content(waits, waits->made, call, PARAM_MADE);
	const size_t size = waits->model->history->pointer_size;

	if (content && content->size >= size)
		return signature_number(content + 1, size);
	return function && function->result.kind == PARAM_MADE &&
			       function->result.object == OBJECT_EVENT
		       ? call->result
		       : 0;
}

bool waits_add(struct waits *waits, const struct record_call *call, uint64_t reference)
{
	const uint64_t handle = call->end ? made_event(waits, call) : 0;
	int32_t code;

	if (handle == 0 || recorded_failed(&waits->model->known, call, &code))
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

size_t waits_find(struct waits *waits, const struct record_call *call,
		  uint64_t references[WAITS_LENGTH])
{
	const struct record_content *content =
		find_content(waits, waits->waited, call, PARAM_HANDLES);
	const size_t size = waits->model->history->pointer_size;
	size_t count = content ? content->size / size : 0;

	if (count > WAITS_LENGTH)
		count = WAITS_LENGTH;
	for (size_t i = 0; i < count; i++) {
		const uint64_t handle =
			signature_number((const char *)(content + 1) + i * size, size);
		const struct event *event = find(waits, handle, call->begin);

		references[i] = event ? event->reference : 0;
	}
	return count;
}

void waits_done(struct waits *waits)
{
	free(waits->list);
	free(waits->made);
	free(waits->waited);
	*waits = (struct waits){ 0 };
}
