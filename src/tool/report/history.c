/* SPDX-License-Identifier: Apache-2.0 */
/* history: see history.h. */
#include "tool/report/history.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "opencl/image-format.h"
#include "record/recorded-call.h"
#include "tool/report/numbers.h"
#include "tool/report/space.h"

#define MAX_NAME 4096 /* bytes; the record layer keeps no more of a string */

/* -- adding ----------------------------------------------------------------- */

static bool add(struct history *history, const struct history_object *object)
{
	if (object->handle == 0 || (object->kind == OBJECT_EVENT && !history->has_events))
		return true;
	if (!space_make(&history->objects, history->count, sizeof(*object)))
		return false;
	history->objects[history->count] = *object;
	history->objects[history->count].order = history->count;
	history->count++;
	return true;
}

/* The value of a queue's properties, as a number or in a list of pairs. */
static uint64_t properties_of(const struct history *history, const struct record_call *call)
{
	const struct record_content *pairs = recorded_content(history->known, call, "properties");
	const size_t size = 8; /* of cl_queue_properties, on any machine */
	const char *at;
	uint64_t value;

	if (!pairs) {
		recorded_argument(history->known, call, "properties", &value);
		return call->head.detail == CLROUTER_SLOT_clCreateCommandQueue ? value : 0;
	}
	at = (const char *)(pairs + 1);
	for (size_t i = 0; i + 1 < pairs->size / size; i += 2)
		if (signature_number(at + i * size, size) == CL_QUEUE_PROPERTIES)
			return signature_number(at + (i + 1) * size, size);
	return 0;
}

static void describe_queue(const struct history *history, const struct record_call *call,
			   struct history_object *object)
{
	recorded_argument(history->known, call, "device", &object->device);
	object->is_out_of_order =
		(properties_of(history, call) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
}

/* What the arguments of CALL say of the object that it has made. */
static void describe(struct history *history, const struct record_call *call,
		     struct history_object *object)
{
	const struct record_content *format =
		recorded_content(history->known, call, "image_format");
	char name[MAX_NAME];

	recorded_argument(history->known, call, "size", &object->size);
	if (object->kind == OBJECT_QUEUE)
		describe_queue(history, call, object);
	if (object->kind == OBJECT_KERNEL)
		recorded_argument(history->known, call, "program", &object->program);
	if (object->kind == OBJECT_KERNEL &&
	    recorded_string(history->known, call, "kernel_name", name, sizeof(name)))
		object->name = arena_copy(history->arena, name, strlen(name));
	if (format && format->size == sizeof(cl_image_format)) {
		cl_image_format copy;

		memcpy(&copy, format + 1, sizeof(copy));
		object->element = (uint32_t)image_format_size(&copy, true);
	}
}

/* The objects in the array that argument INDEX of CALL points to. */
static bool add_array(struct history *history, const struct record_call *call,
		      const struct signature_param *param, int index)
{
	const struct record_content *content = record_find_content(call, (unsigned int)index);
	struct history_object object = { .kind = param->object,
					 .is_new = param->kind == PARAM_MADE,
					 .time = RECORD_TIME(call->end) };

	if (object.kind == OBJECT_KERNEL)
		recorded_argument(history->known, call, "program", &object.program);
	for (size_t i = 0; i < recorded_handle_count(content, history->pointer_size); i++) {
		object.handle = recorded_handle(content, i, history->pointer_size);
		if (!add(history, &object))
			return false;
	}
	return true;
}

static bool add_call(struct history *history, const struct record_call *call)
{
	const struct signature *function = known_functions_find(history->known, call->head.detail);
	struct history_object object = { .is_new = true,
					 .handle = call->result,
					 .time = RECORD_TIME(call->end) };
	int32_t code;

	if (!function || call->end == 0 || call->end & RECORD_LEFT ||
	    recorded_failed(history->known, call, &code))
		return true;
	for (int i = 0; i < function->param_count && i < call->head.arguments; i++)
		if ((function->params[i].kind == PARAM_MADE ||
		     function->params[i].kind == PARAM_FOUND) &&
		    !add_array(history, call, &function->params[i], i))
			return false;
	if (function->result.kind != PARAM_MADE)
		return true;
	object.kind = function->result.object;
	describe(history, call, &object);
	return add(history, &object);
}

/* The record layer has asked for the name of a device or kernel. */
static bool add_query(struct history *history, const struct record_object *asked)
{
	const char *value = (const char *)(asked + 1);
	struct history_object object = { .kind = asked->head.detail,
					 .handle = asked->handle,
					 .time = asked->time };

	if (!(object.kind == OBJECT_DEVICE && asked->query == CL_DEVICE_NAME) &&
	    !(object.kind == OBJECT_KERNEL && asked->query == CL_KERNEL_FUNCTION_NAME))
		return true;
	object.name = arena_copy(history->arena, value,
				 strnlen(value, asked->head.size - sizeof(*asked)));
	return add(history, &object);
}

bool history_add_record(struct history *history, const struct record *record)
{
	if (record_is_call(record))
		return add_call(history, (const struct record_call *)record);
	if (record->type == RECORD_OBJECT && record->size >= sizeof(struct record_object))
		return add_query(history, (const struct record_object *)record);
	return true;
}

/* -- sorting ---------------------------------------------------------------- */

static int compare_times(const void *left, const void *right)
{
	const struct history_object *a = left;
	const struct history_object *b = right;

	return a->kind != b->kind ? number_order(a->kind, b->kind)
				  : number_order_then(a->time, b->time, a->order, b->order);
}

int history_compare(const void *left, const void *right)
{
	const struct history_object *a = left;
	const struct history_object *b = right;
	const int order = number_order_then(a->kind, b->kind, a->handle, b->handle);

	if (order || a->time != b->time)
		return order ? order : number_order(a->time, b->time);
	return number_order_then(b->is_new, a->is_new, a->order, b->order);
}

/* What is not new is the object that the handle meant before; it may say the name of it. */
static void merge(struct history *history)
{
	size_t kept = 0;

	for (size_t i = 0; i < history->count; i++) {
		struct history_object *object = &history->objects[i];
		struct history_object *before = kept > 0 ? &history->objects[kept - 1] : NULL;

		if (!before || object->is_new || before->kind != object->kind ||
		    before->handle != object->handle)
			history->objects[kept++] = *object;
		else if (!before->name)
			before->name = object->name;
	}
	history->count = kept;
}

static void sort(struct history *history, int (*compare)(const void *, const void *))
{
	if (history->count > 0)
		qsort(history->objects, history->count, sizeof(*history->objects), compare);
}

void history_sort(struct history *history)
{
	sort(history, history_compare);
	merge(history);
	sort(history, compare_times);
	for (size_t i = 0; i < history->count; i++)
		history->objects[i].number = ++history->counts[history->objects[i].kind];
	sort(history, history_compare);
}

/* -- finding ---------------------------------------------------------------- */

const struct history_object *history_find(const struct history *history, enum object_kind kind,
					  uint64_t handle, uint64_t time)
{
	const struct history_object key = {
		.kind = kind, .handle = handle, .time = time, .order = SIZE_MAX
	};
	/* The first object after the key is at END. */
	const size_t end = number_find_end(&key, history->objects, history->count, sizeof(key),
					   history_compare);
	const struct history_object *found = end > 0 ? &history->objects[end - 1] : NULL;

	if (found && found->kind == kind && found->handle == handle)
		return found;
	found = history->older ? history_find(history->older, kind, handle, time) : NULL;
	if (found)
		return found;
	found = end < history->count ? &history->objects[end] : NULL;
	return found && found->kind == kind && found->handle == handle ? found : NULL;
}

uint32_t history_number(const struct history *history, enum object_kind kind, uint64_t handle,
			uint64_t time)
{
	const struct history_object *object =
		handle ? history_find(history, kind, handle, time) : NULL;

	return object ? object->number : 0;
}

const struct history_object *history_find_argument(const struct history *history, uint64_t handle,
						   uint64_t time)
{
	static const enum object_kind kinds[] = { OBJECT_MEM, OBJECT_SAMPLER, OBJECT_QUEUE };
	const struct history_object *best = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		const struct history_object *found = history_find(history, kinds[i], handle, time);

		if (found && found->time <= time && (!best || found->time > best->time))
			best = found;
	}
	return best;
}

void history_done(struct history *history)
{
	free(history->objects);
	history->objects = NULL;
	history->count = 0;
}

/* -- rounds ------------------------------------------------------------------ */

void history_begin(struct history_rounds *rounds, const struct known_functions *known,
		   struct strings *names, const struct record_header *header)
{
	*rounds = (struct history_rounds){ .names = names };
	rounds->fresh = (struct history){
		.older = &rounds->known,
		.arena = &rounds->arena,
		.known = known,
		.has_places = header->minor >= RECORD_MINOR_PLACES,
		.pointer_size = header->pointer_size == 4 ? 4 : 8,
	};
}

/* Of the others, nothing is asked later. */
static bool is_kept(const struct history_object *object)
{
	return object->kind == OBJECT_QUEUE || object->kind == OBJECT_KERNEL ||
	       object->kind == OBJECT_DEVICE || object->kind == OBJECT_MEM;
}

/* The name of OBJECT becomes one that stays. */
static bool keep_name(struct history_rounds *rounds, struct history_object *object)
{
	size_t name;

	if (!object->name)
		return true;
	name = strings_add(rounds->names, object->name);
	if (name == STRINGS_NONE)
		return false;
	object->name = rounds->names->list[name].text;
	return true;
}

/* Among the first COUNT known ones, which are sorted: OBJECT takes the place of what had its handle. */
static bool replace(const struct history *known, size_t count, const struct history_object *object)
{
	const struct history sorted = { .objects = known->objects, .count = count };
	const struct history_object *found =
		history_find(&sorted, object->kind, object->handle, UINT64_MAX);
	struct history_object *older = found ? known->objects + (found - known->objects) : NULL;

	if (!older)
		return false;
	if (object->is_new)
		*older = *object;
	else if (object->name)
		older->name = object->name;
	return true;
}

static bool append(struct history *known, const struct history_object *object)
{
	if (!space_make(&known->objects, known->count, sizeof(*object)))
		return false;
	known->objects[known->count++] = *object;
	return true;
}

/* FRESH is by kind, handle and time: the last one of a handle is the one that is kept. */
static bool is_last(const struct history *fresh, size_t index)
{
	const struct history_object *object = &fresh->objects[index];

	return index + 1 == fresh->count || object[1].kind != object->kind ||
	       object[1].handle != object->handle;
}

bool history_settle(struct history_rounds *rounds)
{
	struct history *fresh = &rounds->fresh;
	struct history *known = &rounds->known;
	const size_t count = known->count;

	for (size_t i = 0; i < fresh->count; i++) {
		struct history_object *object = &fresh->objects[i];

		if (!is_kept(object) || !is_last(fresh, i))
			continue;
		if (!keep_name(rounds, object))
			return false;
		if (!replace(known, count, object) && !append(known, object))
			return false;
	}
	if (known->count > count)
		qsort(known->objects, known->count, sizeof(*known->objects),
		      history_compare);
	history_done(fresh);
	arena_done(&rounds->arena);
	return true;
}

void history_rounds_done(struct history_rounds *rounds)
{
	history_done(&rounds->fresh);
	history_done(&rounds->known);
	arena_done(&rounds->arena);
}
