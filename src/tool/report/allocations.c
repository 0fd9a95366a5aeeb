/* SPDX-License-Identifier: Apache-2.0 */
/* allocations: see allocations.h. */
#include "tool/report/allocations.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "opencl/args.h"
#include "record/recorded-call.h"
#include "tool/report/space.h"

#define MOST_ROWS 256 /* with known devices; contexts with others count as unknown */

/* -- contexts ------------------------------------------------------------------- */

static bool is_same(const struct allocations_row *a, const struct allocations_row *b)
{
	return a->device_count == b->device_count &&
	       memcmp(a->devices, b->devices, sizeof(a->devices)) == 0;
}

/* The index of the row like ROW, plus 1; 0: there is no memory. Unknown devices share a row. */
static size_t find_row(struct allocations *memory, const struct allocations_row *row)
{
	static const struct allocations_row unknown;

	if (row->device_count == 0 && memory->unknown > 0)
		return memory->unknown;
	for (size_t i = 0; i < memory->row_count; i++)
		if (is_same(&memory->rows[i], row))
			return i + 1;
	if (memory->row_count >= MOST_ROWS && row->device_count > 0)
		return find_row(memory, &unknown);
	if (!space_make(&memory->rows, memory->row_count, sizeof(*row)))
		return 0;
	memory->rows[memory->row_count++] = *row;
	if (row->device_count == 0)
		memory->unknown = memory->row_count;
	return memory->row_count;
}

static bool add_context(struct allocations *memory, const struct history *history,
			const struct record_call *call)
{
	const struct record_content *devices = recorded_content(history->known, call, "devices");
	struct allocations_row row = { .device_count = 0 };
	const size_t size = history->pointer_size;
	size_t index;

	row.device_count = (unsigned int)recorded_handle_count(devices, size);
	for (size_t i = 0; i < row.device_count && i < ALLOCATIONS_DEVICES; i++)
		row.devices[i] = recorded_handle(devices, i, size);
	index = find_row(memory, &row);
	return index > 0 &&
	       (number_map_set(&memory->contexts, call->result, index) || space_is_short());
}

/* -- allocations ------------------------------------------------------------------ */

/* For a timeline: BYTES more than before, or less. */
static bool note_change(struct allocations *memory, size_t row, uint64_t time, int64_t bytes)
{
	if (!memory->keeps_changes)
		return true;
	if (!space_make(&memory->changes, memory->change_count, sizeof(*memory->changes)))
		return false;
	memory->changes[memory->change_count++] = (struct allocations_change){ time, row, bytes };
	return true;
}

/* A release at TIME; the object may be as new as LATEST. */
static bool release(struct allocations *memory, uint64_t key, uint64_t time, uint64_t latest)
{
	const size_t index = number_map_get(&memory->map, key);
	struct allocations_object *allocation = index > 0 ? &memory->list[index - 1] : NULL;

	/* A release before that is one of what had the handle before. */
	if (!allocation || allocation->time > latest || --allocation->references > 0)
		return true;
	memory->rows[allocation->row].bytes -= allocation->bytes;
	memory->rows[allocation->row].objects--;
	allocation->next = memory->free;
	memory->free = index;
	number_map_remove(&memory->map, key);
	return note_change(memory, allocation->row, time, -(int64_t)allocation->bytes);
}

static void retain(struct allocations *memory, uint64_t key, uint64_t time)
{
	const size_t index = number_map_get(&memory->map, key);

	if (index > 0 && memory->list[index - 1].time <= time)
		memory->list[index - 1].references++;
}

/* The index of a free allocation, plus 1; 0: there is no memory. */
static size_t take_free(struct allocations *memory)
{
	const size_t index = memory->free;

	if (index > 0) {
		memory->free = memory->list[index - 1].next;
		return index;
	}
	if (!space_make(&memory->list, memory->count, sizeof(*memory->list)))
		return 0;
	return ++memory->count;
}

static void count(struct allocations_row *row, uint64_t bytes)
{
	row->was_used = true;
	row->objects++;
	row->bytes += bytes;
	if (row->bytes > row->most)
		row->most = row->bytes;
}

/* A driver that gives a handle again has freed what had it. */
static bool allocate(struct allocations *memory, uint64_t key, uint64_t context, uint64_t bytes,
		     uint64_t time)
{
	static const struct allocations_row unknown;
	size_t row = number_map_get(&memory->contexts, context);
	size_t index = number_map_get(&memory->map, key);

	if (index > 0) {
		memory->list[index - 1].references = 1;
		if (!release(memory, key, time, UINT64_MAX))
			return false;
	}
	if (row == 0)
		row = find_row(memory, &unknown);
	index = row > 0 ? take_free(memory) : 0;
	if (index == 0)
		return false;
	memory->list[index - 1] = (struct allocations_object){
		.time = time, .bytes = bytes, .row = row - 1, .references = 1
	};
	count(&memory->rows[row - 1], bytes);
	if (!note_change(memory, row - 1, time, (int64_t)bytes))
		return false;
	return number_map_set(&memory->map, key, index) || space_is_short();
}

/* -- images ------------------------------------------------------------------------ */

static uint64_t or_one(uint64_t number)
{
	return number > 0 ? number : 1;
}

/* Of an image made of a buffer or another image: nothing. A pitch is the program's. */
static uint64_t described_bytes(const struct history *history, const struct record_call *call,
				uint32_t element)
{
	const struct record_content *content =
		recorded_content(history->known, call, "image_desc");
	cl_image_desc desc;

	if (!content || content->size != sizeof(desc))
		return 0;
	memcpy(&desc, content + 1, sizeof(desc));
	if (desc.mem_object)
		return 0;
	return element * or_one(desc.image_width) * or_one(desc.image_height) *
	       or_one(desc.image_depth) * or_one(desc.image_array_size);
}

static uint64_t named_number(const struct history *history, const struct record_call *call,
			     const char *name)
{
	uint64_t value;

	recorded_argument(history->known, call, name, &value);
	return value;
}

/* What the call that has made a memory object says of its size. */
static uint64_t object_bytes(const struct history *history, const struct record_call *call)
{
	const struct history_object *object =
		history_find(history, OBJECT_MEM, call->result, RECORD_TIME(call->end));
	const uint64_t size = named_number(history, call, "size");
	const uint64_t packet = named_number(history, call, "pipe_packet_size");
	const uint32_t element = object ? object->element : 0;

	if (size > 0)
		return size;
	if (packet > 0)
		return packet * named_number(history, call, "pipe_max_packets");
	if (named_number(history, call, "image_width") > 0)
		return element * named_number(history, call, "image_width") *
		       or_one(named_number(history, call, "image_height")) *
		       or_one(named_number(history, call, "image_depth"));
	return described_bytes(history, call, element);
}

/* -- calls -------------------------------------------------------------------------- */

static bool is_named(const struct signature *function, const char *const *names, size_t number)
{
	for (size_t i = 0; i < number; i++)
		if (strcmp(function->name, names[i]) == 0)
			return true;
	return false;
}

/* Memory that is known by its address. */
static bool add_pointer(struct allocations *memory, const struct history *history,
			const struct signature *function, const struct record_call *call)
{
	static const char *const allocating[] = { "clSVMAlloc", "clSVMAllocARM",
						  "clHostMemAllocINTEL", "clDeviceMemAllocINTEL",
						  "clSharedMemAllocINTEL" };
	static const char *const freeing[] = { "clSVMFree", "clSVMFreeARM",
					       "clSVMFreeWithPropertiesKHR", "clMemFreeINTEL",
					       "clMemBlockingFreeINTEL" };
	uint64_t pointer;

	if (is_named(function, allocating, ARRAY_SIZE(allocating)))
		return call->result == 0 ||
		       allocate(memory, call->result, call->arguments[ARG_first],
				named_number(history, call, "size"), RECORD_TIME(call->end));
	if (is_named(function, freeing, ARRAY_SIZE(freeing))) {
		if (!recorded_argument(history->known, call, "svm_pointer", &pointer))
			recorded_argument(history->known, call, "ptr", &pointer);
		return release(memory, pointer, call->begin, call->begin);
	}
	return true;
}

bool allocations_add(struct allocations *memory, const struct history *history,
		     const struct signature *function, const struct record_call *call)
{
	const struct signature_param *first = function->params;

	if (call->head.arguments == 0 || function->param_count == 0)
		return true;
	if (function->result.kind == PARAM_MADE && function->result.object == OBJECT_CONTEXT)
		return add_context(memory, history, call);
	if (function->result.kind == PARAM_MADE && function->result.object == OBJECT_MEM)
		return first->object != OBJECT_CONTEXT || /* a part of another object */
		       allocate(memory, call->result, call->arguments[ARG_first],
				object_bytes(history, call), RECORD_TIME(call->end));
	if (function->action == ACTION_RETAIN && first->object == OBJECT_MEM)
		retain(memory, call->arguments[ARG_first], call->begin);
	else if (function->action == ACTION_RELEASE && first->object == OBJECT_MEM)
		return release(memory, call->arguments[ARG_first], call->begin, call->begin);
	else if (first->object == OBJECT_CONTEXT)
		return add_pointer(memory, history, function, call);
	return true;
}

void allocations_begin(struct allocations *memory)
{
	for (size_t i = 0; i < memory->row_count; i++)
		memory->rows[i].before = memory->rows[i].bytes;
}

void allocations_done(struct allocations *memory)
{
	free(memory->rows);
	free(memory->list);
	free(memory->changes);
	pointer_map_done(&memory->contexts);
	pointer_map_done(&memory->map);
	*memory = (struct allocations){ .rows = NULL };
}
