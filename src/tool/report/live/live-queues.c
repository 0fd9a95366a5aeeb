/* SPDX-License-Identifier: Apache-2.0 */
/* live-queues: see live-queues.h. */
#include "tool/report/live/live-queues.h"

#include <stdlib.h>
#include <string.h>

#include "opencl/args.h"
#include "record/recorded-call.h"
#include "tool/report/space.h"

/* -- queues -------------------------------------------------------------------------- */

static struct live_queue *add(struct live_commands *commands, uint64_t handle)
{
	if (!space_make(&commands->queues, commands->queue_count, sizeof(*commands->queues)))
		return NULL;
	commands->queues[commands->queue_count] = (struct live_queue){ .handle = handle,
								       .references = 1 };
	return &commands->queues[commands->queue_count++];
}

struct live_queue *live_queues_unknown(struct live_commands *commands)
{
	return commands->queue_count > 0 ? commands->queues : add(commands, 0);
}

/* A queue that was made since the round before is known to the history already. */
struct live_queue *live_queues_find(struct live_commands *commands, const struct history *history,
				    uint64_t handle)
{
	const size_t index = live_map_get(&commands->queue_map, handle);
	const struct history_object *object;
	struct live_queue *queue;

	if (index > 0)
		return &commands->queues[index - 1];
	if (!live_queues_unknown(commands))
		return NULL;
	object = history_find(history, OBJECT_QUEUE, handle, UINT64_MAX);
	if (!object)
		return commands->queues;
	queue = add(commands, handle);
	if (!queue)
		return NULL;
	queue->number = object->number;
	queue->device = object->device;
	if (live_map_set(&commands->queue_map, handle, commands->queue_count))
		return queue;
	space_is_short();
	return NULL;
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

/* Of a queue whose handle another one had, nothing of that is left but the sums. */
static bool make(struct live_commands *commands, const struct history *history,
		 const struct record_call *call)
{
	const struct history_object *object =
		history_find(history, OBJECT_QUEUE, call->result, RECORD_TIME(call->end));
	struct live_queue *queue = live_queues_find(commands, history, call->result);

	if (!queue || !object || queue->handle != call->result)
		return queue != NULL;
	if (queue->number != object->number) {
		live_depth_free(&queue->pending);
		*queue = (struct live_queue){ .handle = queue->handle,
					      .number = object->number,
					      .device = object->device };
	}
	queue->references = 1;
	queue->is_out_of_order = (properties_of(history, call) &
				  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
	return true;
}

bool live_queues_add(struct live_commands *commands, const struct history *history,
		     const struct signature *function, const struct record_call *call)
{
	const size_t index = live_map_get(&commands->queue_map, call->arguments[ARG_first]);
	struct live_queue *queue = index > 0 ? &commands->queues[index - 1] : NULL;

	if (function->result.kind == PARAM_MADE && function->result.object == OBJECT_QUEUE)
		return make(commands, history, call);
	if (!queue || function->params->object != OBJECT_QUEUE)
		return true;
	if (function->action == ACTION_RETAIN)
		queue->references++;
	else if (function->action == ACTION_RELEASE && queue->references > 0)
		queue->references--;
	return true;
}

bool live_queues_set_profiling(struct live_commands *commands, const struct history *history,
			       const struct record_queue *record, unsigned int profiling)
{
	struct live_queue *queue = live_queues_find(commands, history, record->handle);

	if (queue && queue->number > 0 && profiling <= RECORD_PROFILING_REFUSED)
		queue->profiling = (enum record_profiling)profiling;
	return queue != NULL;
}

bool live_queues_done(struct live_queue *queue, uint64_t time)
{
	if (queue->is_out_of_order)
		return live_depth_done_alone(&queue->pending, time);
	live_depth_done_until(&queue->pending, time);
	return true;
}

/* -- events --------------------------------------------------------------------------- */

bool live_queues_mark(struct live_commands *commands, const struct live_queue *queue,
		      uint64_t event, uint64_t time)
{
	const struct live_mark mark = { (size_t)(queue - commands->queues), time };
	size_t index = live_map_get(&commands->events, event);

	if (event == 0)
		return true;
	if (index == 0 && commands->free_mark > 0) {
		index = commands->free_mark;
		commands->free_mark = commands->marks[index - 1].queue;
	}
	if (index == 0) {
		if (!space_make(&commands->marks, commands->mark_count, sizeof(mark)))
			return false;
		index = ++commands->mark_count;
	}
	commands->marks[index - 1] = mark;
	return live_map_set(&commands->events, event, index) || space_is_short();
}

void live_queues_unmark(struct live_commands *commands, uint64_t event)
{
	const size_t index = live_map_get(&commands->events, event);

	if (index == 0)
		return;
	commands->marks[index - 1].queue = commands->free_mark;
	commands->free_mark = index;
	live_map_remove(&commands->events, event);
}

bool live_queues_event_done(struct live_commands *commands, uint64_t event)
{
	const size_t index = live_map_get(&commands->events, event);
	const struct live_mark *mark = index > 0 ? &commands->marks[index - 1] : NULL;

	return !mark || live_queues_done(&commands->queues[mark->queue], mark->time);
}

void live_queues_done_all(struct live_commands *commands)
{
	for (size_t i = 0; i < commands->queue_count; i++)
		live_depth_free(&commands->queues[i].pending);
	free(commands->queues);
	free(commands->marks);
	pointer_map_done(&commands->queue_map);
	pointer_map_done(&commands->events);
}
