/* SPDX-License-Identifier: Apache-2.0 */
/* model-commands: see model-commands.h. */
#include "tool/report/model-commands.h"

#include <stdlib.h>
#include <string.h>

#include "opencl/args.h"
#include "record/recorded-call.h"
#include "tool/report/space.h"
#include "tool/report/threads.h"

#define READ_NS 10000 /* a read that takes longer has waited */

/* -- work ------------------------------------------------------------------------- */

static uint64_t unrepresented(const struct model_work *work)
{
	return work->times.count > 0 && work->sampled > work->represented
		       ? work->sampled - work->represented
		       : 0;
}

void work_times(const struct model_work *work, struct durations *times)
{
	*times = work->times;
	durations_add_estimates(times, durations_mean(&work->times), unrepresented(work));
}

uint64_t work_measured(const struct model_work *work)
{
	return work->times.count - work->times.estimated;
}

bool work_is_estimated(const struct model_work *work)
{
	return work->times.estimated > 0 || unrepresented(work) > 0;
}

bool work_is_measured(const struct model_work *work)
{
	return work->times.count >= work->count && !work_is_estimated(work);
}

struct model_numbers work_numbers(const struct model_work *work)
{
	return (struct model_numbers){
		.count = work->count,
		.bytes = work->bytes,
		.time = work->total + durations_mean(&work->times) * unrepresented(work),
	};
}

static void begin_work(struct model_work *work, bool has_sums)
{
	const struct model_numbers before = work_numbers(work);

	if (has_sums)
		*work = (struct model_work){ .count = 0 };
	work->before = before;
}

/* What is known of a measured command when it is added up. */
struct measured {
	uint64_t duration;
	uint64_t part;		/* ns of it that are in the range */
	uint64_t count;		/* for how many it stands */
	bool is_enqueued;	/* in the range */
	bool is_started;	/* in the range */
	bool is_sampled;
};

/* A command counts where it starts; one that is not measured, where it is enqueued. */
static void add_time(struct model_work *work, const struct measured *measured)
{
	work->count += (uint64_t)measured->is_started - (uint64_t)measured->is_enqueued;
	work->total += measured->part * measured->count;
	if (measured->is_started)
		durations_add_for(&work->times, measured->duration, measured->count);
	if (measured->is_sampled && measured->is_enqueued)
		work->represented += measured->count;
}

static void add_enqueued(struct model_work *work, uint64_t bytes, bool is_sampled)
{
	work->count++;
	work->bytes += bytes;
	work->sampled += is_sampled;
}

bool commands_have(const struct commands *commands, uint64_t time)
{
	return time >= commands->from && time < commands->to;
}

/* -- kernels ---------------------------------------------------------------------- */

/* Unknown names are one kernel. NULL: there is no memory. */
static struct kernel *find_kernel(struct commands *commands, const char *name)
{
	const size_t index = strings_add(&commands->names, name ? name : "");

	if (index == STRINGS_NONE)
		return NULL;
	if (index < commands->kernel_count)
		return &commands->kernels[index];
	if (!space_make(&commands->kernels, commands->kernel_count, sizeof(*commands->kernels)))
		return NULL;
	commands->kernels[index] = (struct kernel){
		.name = name && *name ? commands->names.list[index].text : NULL
	};
	commands->kernel_count++;
	return &commands->kernels[index];
}

static bool is_same_size(const struct command_sizes *a, const struct command_sizes *b)
{
	return a->dimensions == b->dimensions &&
	       memcmp(a->global, b->global, sizeof(a->global)) == 0 &&
	       memcmp(a->local, b->local, sizeof(a->local)) == 0;
}

static uint64_t hash_of(const struct command_sizes *sizes, size_t kernel)
{
	uint64_t hash = kernel + 1;

	for (int i = 0; i < COMMAND_DIMENSIONS; i++)
		hash = (hash * UINT64_C(0x9E3779B97F4A7C15)) ^ (sizes->global[i] * 31 + sizes->local[i]);
	return (hash ^ hash >> 29) + sizes->dimensions;
}

static bool add_sizes(struct commands *commands, struct kernel *kernel,
		      const struct command_sizes *sizes)
{
	const size_t index = (size_t)(kernel - commands->kernels);
	const uint64_t hash = hash_of(sizes, index);
	const size_t first = number_map_get(&commands->size_map, hash);

	for (size_t at = first; at > 0; at = commands->sizes[at - 1].next)
		if (commands->sizes[at - 1].kernel == index &&
		    is_same_size(&commands->sizes[at - 1].sizes, sizes)) {
			commands->sizes[at - 1].count++;
			return true;
		}
	if (!space_make(&commands->sizes, commands->size_count, sizeof(*commands->sizes)))
		return false;
	commands->sizes[commands->size_count++] = (struct kernel_sizes){
		.sizes = *sizes, .count = 1, .kernel = index, .next = first
	};
	kernel->size_count++;
	return number_map_set(&commands->size_map, hash, commands->size_count) || space_is_short();
}

size_t commands_sizes(const struct commands *commands, const struct kernel *kernel,
		      const struct kernel_sizes **sizes, size_t count)
{
	const size_t index = (size_t)(kernel - commands->kernels);
	size_t found = 0;

	for (size_t i = 0; i < commands->size_count; i++) {
		const struct kernel_sizes *each = &commands->sizes[i];
		size_t at = found < count ? found : count;

		if (each->kernel != index)
			continue;
		for (; at > 0 && sizes[at - 1]->count < each->count; at--)
			if (at < count)
				sizes[at] = sizes[at - 1];
		if (at < count)
			sizes[at] = each;
		found += found < count;
	}
	return found;
}

/* -- calls of the host ------------------------------------------------------------- */

static void add_host_call(struct work_calls *calls, const struct model_command *command,
			  const struct model_place *place, const char *name)
{
	const uint64_t time = command->end > command->begin ? command->end - command->begin : 0;

	calls->count++;
	calls->time += time;
	place_choose(&calls->place, &calls->lead, place, time);
	if (calls->count > 1 && time <= calls->longest)
		return;
	calls->longest = time;
	calls->name = name;
}

/* The first launch is the one that was enqueued first; threads do not come in that order. */
static void add_launch(struct kernel *kernel, const struct model_command *command,
		       const struct model_place *place)
{
	struct work_calls *first = &kernel->first;

	if (first->count > 0 && first->place.time <= command->begin) {
		add_host_call(&kernel->later, command, place, kernel->name);
		return;
	}
	kernel->later.count += first->count;
	kernel->later.time += first->time;
	*first = (struct work_calls){ .count = 0 };
	add_host_call(first, command, place, kernel->name);
}

static uint64_t work_items(const struct command_sizes *sizes)
{
	uint64_t count = 1;

	for (int i = 0; i < sizes->dimensions; i++)
		count *= sizes->global[i] < UINT32_MAX ? sizes->global[i] : UINT32_MAX;
	return count;
}

static bool is_small_transfer(const struct model_command *command)
{
	return (command->kind == COMMAND_WRITE || command->kind == COMMAND_COPY ||
		command->kind == COMMAND_MAP) &&
	       command->bytes > 0 && command->bytes <= COMMANDS_SMALL;
}

/* A transfer is one too many if its thread has enqueued one of its kind to the same queue just before. */
static void add_small(struct commands *commands, const struct model_command *command,
		      const struct model_place *place, struct thread *thread)
{
	const bool is_small = is_small_transfer(command);

	if (command->kind == COMMAND_READ && command->bytes > 0 &&
	    command->bytes <= COMMANDS_SMALL && command->end >= command->begin + READ_NS)
		add_host_call(&commands->small_reads, command, place, NULL);
	if (is_small && thread->last.kind == command->kind && thread->last.queue == command->queue)
		add_host_call(&commands->small_transfers, command, place, NULL);
	thread->last = (struct thread_transfer){
		.queue = command->queue,
		.kind = is_small ? command->kind : COMMAND_NONE,
	};
}

/* -- queues ------------------------------------------------------------------------ */

/* Number 0 are those that are not known. NULL: there is no memory. */
static struct model_queue *get_queue(struct commands *commands, const struct history_object *object)
{
	const uint32_t number = object ? object->number : 0;

	while (commands->queue_count <= number) {
		if (!space_make(&commands->queues, commands->queue_count,
				sizeof(struct model_queue *)))
			return NULL;
		commands->queues[commands->queue_count++] = NULL;
	}
	if (commands->queues[number])
		return commands->queues[number];
	commands->queues[number] = calloc(1, sizeof(struct model_queue));
	if (!commands->queues[number])
		return space_is_short(), NULL;
	*commands->queues[number] = (struct model_queue){
		.handle = object ? object->handle : 0,
		.number = number,
		.device = object ? object->device : 0,
		.is_out_of_order = object && object->is_out_of_order,
		.references = 1,
	};
	return commands->queues[number];
}

static struct model_queue *find_queue(struct commands *commands, const struct history *history,
				      uint64_t handle, uint64_t time)
{
	return get_queue(commands, handle ? history_find(history, OBJECT_QUEUE, handle, time) : NULL);
}

bool commands_set_profiling(struct commands *commands, const struct history *history,
			    const struct record_queue *record, unsigned int profiling)
{
	struct model_queue *queue = find_queue(commands, history, record->handle, record->time);

	if (queue && queue->number > 0 && profiling <= RECORD_PROFILING_REFUSED)
		queue->profiling = (enum record_profiling)profiling;
	return queue != NULL;
}

static bool mark_done(struct model_queue *queue, uint64_t time)
{
	if (queue->is_out_of_order)
		return depth_done_alone(&queue->pending, time);
	depth_done_until(&queue->pending, time);
	return true;
}

static bool is_release(const struct signature *function)
{
	return function->action == ACTION_RELEASE && function->params->object == OBJECT_QUEUE;
}

/* Of a queue that was released, the times need not be kept one by one. */
static bool change_references(struct commands *commands, const struct history *history,
			      const struct signature *function, const struct record_call *call)
{
	const struct history_object *object =
		history_find(history, OBJECT_QUEUE, call->arguments[ARG_first], call->begin);
	struct model_queue *queue = object && object->number < commands->queue_count
					    ? commands->queues[object->number]
					    : NULL;

	if (!queue)
		return true;
	if (function->action == ACTION_RETAIN)
		queue->references++;
	else if (is_release(function) && queue->references > 0 && --queue->references == 0)
		return busy_settle(&queue->busy);
	return true;
}

/* -- what the host knows of a device ------------------------------------------------------ */

/* NULL: there is no memory. */
static struct device_work *find_device(struct commands *commands, uint64_t handle)
{
	for (size_t i = 0; i < commands->device_count; i++)
		if (commands->devices[i].device == handle)
			return &commands->devices[i];
	if (!space_make(&commands->devices, commands->device_count, sizeof(*commands->devices)))
		return NULL;
	commands->devices[commands->device_count] = (struct device_work){ .device = handle };
	return &commands->devices[commands->device_count++];
}

/* CALL has waited for all that is in QUEUE. */
static bool end_drain(struct commands *commands, struct model_queue *queue,
		      const struct record_call *call)
{
	struct device_work *device = find_device(commands, queue->device);

	if (device)
		drain_end(&device->drain, &queue->drain, call->begin, RECORD_TIME(call->end));
	return device != NULL;
}

static bool add_drain(struct commands *commands, const struct history *history,
		      struct model_queue *queue, const struct record_call *call,
		      const struct model_place *place)
{
	struct device_work *device = find_device(commands, queue->device);

	if (!device || !drain_add(&device->drain, &queue->drain, place->reference, call->begin,
				  place->thread, commands->from))
		return false;
	return queue->is_out_of_order || !recorded_is_wait(history->known, call) ||
	       end_drain(commands, queue, call);
}

/* -- events -------------------------------------------------------------------------- */

static bool add_mark(struct commands *commands, const struct model_queue *queue, uint64_t event,
		     uint64_t time)
{
	size_t index = number_map_get(&commands->events, event);

	if (event == 0)
		return true;
	if (index == 0 && commands->free_mark > 0) {
		index = commands->free_mark;
		commands->free_mark = commands->marks[index - 1].next;
	}
	if (index == 0) {
		if (!space_make(&commands->marks, commands->mark_count, sizeof(*commands->marks)))
			return false;
		index = ++commands->mark_count;
	}
	commands->marks[index - 1] = (struct commands_mark){ .queue = queue->number, .time = time };
	return number_map_set(&commands->events, event, index) || space_is_short();
}

static void remove_mark(struct commands *commands, uint64_t event)
{
	const size_t index = number_map_get(&commands->events, event);

	if (index == 0)
		return;
	commands->marks[index - 1].next = commands->free_mark;
	commands->free_mark = index;
	number_map_remove(&commands->events, event);
}

/* CALL has shown that the command of EVENT is done. */
static bool mark_event_done(struct commands *commands, uint64_t event, const struct record_call *call)
{
	const size_t index = number_map_get(&commands->events, event);
	const struct commands_mark *mark = index > 0 ? &commands->marks[index - 1] : NULL;
	struct model_queue *queue = mark ? commands->queues[mark->queue] : NULL;

	if (!queue)
		return true;
	return mark_done(queue, mark->time) &&
	       (queue->is_out_of_order || mark->time < queue->drain.last ||
		end_drain(commands, queue, call));
}

/* The queues of the events are the queues of the commands that made them. */
static bool add_wait(struct commands *commands, const struct history *history,
		     const struct record_call *call)
{
	const struct record_content *events = recorded_waits(history->known, call);
	const size_t size = history->pointer_size;

	for (size_t i = 0; i < recorded_handle_count(events, size); i++)
		if (!mark_event_done(commands, recorded_handle(events, i, size), call))
			return false;
	return true;
}

/* A program may ask again and again whether a command is done. */
static bool add_query(struct commands *commands, const struct history *history,
		      const struct record_call *call)
{
	const struct record_content *value = recorded_content(history->known, call, "param_value");
	int32_t status;
	uint64_t name;

	recorded_argument(history->known, call, "param_name", &name);
	if (name != CL_EVENT_COMMAND_EXECUTION_STATUS || !value || value->size != sizeof(status))
		return true;
	memcpy(&status, value + 1, sizeof(status));
	return status > CL_COMPLETE || mark_event_done(commands, call->arguments[ARG_first], call);
}

static bool add_finish(struct commands *commands, const struct history *history,
		       const struct record_call *call)
{
	struct model_queue *queue =
		find_queue(commands, history, call->arguments[ARG_first], call->begin);

	if (!queue || queue->number == 0)
		return queue != NULL;
	depth_done_until(&queue->pending, call->begin);
	return end_drain(commands, queue, call);
}

/* -- commands ------------------------------------------------------------------------ */

static bool add_to_row(struct commands *commands, const struct model_command *command,
		       const struct model_place *place, bool is_sampled)
{
	struct kernel *kernel;

	if (command_is_transfer(command->kind)) {
		add_enqueued(&commands->transfers[command->kind].work, command->bytes, is_sampled);
		return true;
	}
	if (command->kind != COMMAND_KERNEL)
		return true;
	kernel = find_kernel(commands, command->name);
	if (!kernel)
		return false;
	add_enqueued(&kernel->work, 0, is_sampled);
	add_launch(kernel, command, place);
	if (command->sizes.dimensions > 0 && work_items(&command->sizes) < COMMANDS_WORK_ITEMS)
		add_host_call(&commands->small_launches, command, place, kernel->name);
	return add_sizes(commands, kernel, &command->sizes);
}

static bool add_pending(struct commands *commands, const struct history *history,
			const struct record_call *call, struct model_queue *queue)
{
	if (queue->first == 0 || call->begin < queue->first)
		queue->first = call->begin;
	if (!depth_add(&queue->pending, call->begin) ||
	    (recorded_is_wait(history->known, call) && !mark_done(queue, call->begin)))
		return false;
	return add_mark(commands, queue,
			recorded_event(history->known, call, history->pointer_size), call->begin);
}

/* The number that ranges have for the kind of COMMAND; 0: none, it is not added up. */
static uint32_t range_kind_of(struct commands *commands, const struct model_command *command)
{
	const struct kernel *kernel =
		command->kind == COMMAND_KERNEL ? find_kernel(commands, command->name) : NULL;

	if (kernel)
		return COMMAND_KINDS + (uint32_t)(kernel - commands->kernels);
	return command_is_transfer(command->kind) ? command->kind : COMMAND_NONE;
}

static bool add_to_ranges(struct commands *commands, const struct model_command *command,
			  uint64_t time, bool is_sampled)
{
	const uint32_t kind = commands->ranges && commands->ranges->span_count > 0
				      ? range_kind_of(commands, command)
				      : COMMAND_NONE;

	return kind == COMMAND_NONE || ranges_add_command(commands->ranges, command->thread, time,
							  kind, is_sampled);
}

static bool add_command(struct commands *commands, const struct history *history,
			const struct record_call *call, struct model_command *command,
			uint64_t handle, const struct model_place *place, struct thread *thread)
{
	struct model_queue *queue = find_queue(commands, history, handle, call->begin);
	const bool is_sampled = queue && queue->profiling == RECORD_PROFILING_SAMPLED;

	if (!queue)
		return false;
	command->queue = queue->number;
	command->reference = place->reference;
	command->thread = place->thread;
	if (commands->keeps_list && !command_list_add(&commands->list, command))
		return false;
	if (commands_have(commands, call->begin)) {
		add_enqueued(&queue->work, 0, is_sampled);
		add_small(commands, command, place, thread);
		if (!add_to_row(commands, command, place, is_sampled) ||
		    !add_to_ranges(commands, command, call->begin, is_sampled))
			return false;
	}
	return add_drain(commands, history, queue, call, place) &&
	       add_pending(commands, history, call, queue);
}

bool commands_add_call(struct commands *commands, const struct history *history,
		       const struct signature *function, const struct record_call *call,
		       const struct model_place *place, struct thread *thread)
{
	struct model_command command;
	uint64_t queue;

	if (call->head.arguments == 0 || function->param_count == 0)
		return true;
	if (enqueue_describe(history, call, &command, &queue))
		return add_command(commands, history, call, &command, queue, place, thread);
	switch (call->head.detail) {
	case CLROUTER_SLOT_clFinish:
		return add_finish(commands, history, call);
	case CLROUTER_SLOT_clWaitForEvents:
		return add_wait(commands, history, call);
	case CLROUTER_SLOT_clGetEventInfo:
		return add_query(commands, history, call);
	case CLROUTER_SLOT_clReleaseEvent:
		remove_mark(commands, call->arguments[ARG_first]);
		return true;
	default:
		return function->params->object != OBJECT_QUEUE ||
		       change_references(commands, history, function, call);
	}
}

/* -- times ---------------------------------------------------------------------------- */

/* Where a command with these TIMES was executed, by the clock of the host. */
static uint64_t host_start(struct model_queue *queue, const struct record_command *times,
			   const struct record_call *call)
{
	if (!call)
		return times->started;
	if (!clock_offset_narrow(&queue->offset, call->begin, RECORD_TIME(call->end), times->queued)) {
		queue->offset.is_known = false;
		clock_offset_narrow(&queue->offset, call->begin, RECORD_TIME(call->end),
				    times->queued);
	}
	return clock_offset_start(&queue->offset, call->begin, times->started);
}

/* The part of TIMES, which began at HOST by the host's clock, that is in the range. */
static struct busy_span cut(const struct commands *commands, const struct record_command *times,
			    uint64_t host)
{
	const uint64_t duration = times->ended - times->started;
	const uint64_t before = commands->from > host ? commands->from - host : 0;
	const uint64_t until = commands->to > host ? commands->to - host : 0;
	struct busy_span span = { .start = times->started + before,
				  .end = times->started + (until < duration ? until : duration),
				  .host = host + before,
				  .reference = times->call };

	if (span.end < span.start || before > duration)
		span.end = span.start;
	return span;
}

/* Of CALL, which may be NULL, the thread and number are not known. */
static void add_longest(const struct history *history, struct work_calls *calls,
			const struct busy_span *span, const struct record_call *call)
{
	const uint64_t time = span->end - span->start;
	const struct model_place place = {
		.function = call ? call->head.detail : 0,
		.time = call ? call->begin : 0,
		.reference = span->reference,
		.code = call ? place_code(history, call) : 0,
	};

	calls->count++;
	calls->time += time;
	place_choose(&calls->place, &calls->lead, &place, time);
	if (calls->count > 1 && time <= calls->longest)
		return;
	calls->longest = time;
	calls->name = span->name;
}

static enum busy_kind busy_kind_of(const struct history *history, const struct record_call *call,
				   const struct model_command *command)
{
	const unsigned int kind = command ? command->kind : COMMAND_NONE;

	if (kind == COMMAND_KERNEL || kind == COMMAND_COMMAND_BUFFER || kind == COMMAND_COPY ||
	    kind == COMMAND_FILL)
		return BUSY_WORK;
	return call && recorded_is_wait(history->known, call) ? BUSY_BLOCKS : BUSY_MOVES;
}

/* Rectangles and images are slow for other reasons. */
static enum link_direction direction_of(const struct record_call *call)
{
	return call->head.detail == CLROUTER_SLOT_clEnqueueWriteBuffer	? LINK_TO_DEVICE
	       : call->head.detail == CLROUTER_SLOT_clEnqueueReadBuffer ? LINK_TO_HOST
									: LINK_NONE;
}

static bool add_to_link(struct commands *commands, const struct history *history,
			struct model_queue *queue, const struct busy_span *span,
			const struct record_call *call)
{
	const enum link_direction direction = call ? direction_of(call) : LINK_NONE;
	struct device_work *device;
	uint64_t pointer;
	uint64_t size;

	if (direction == LINK_NONE || !recorded_argument(history->known, call, "size", &size) ||
	    size < LINK_LEAST || !recorded_argument(history->known, call, "ptr", &pointer))
		return true;
	device = find_device(commands, queue->device);
	return device && link_load_add(&device->links[direction], span, size,
				       pinned_has(&commands->pinned, pointer));
}

static bool add_busy(struct commands *commands, const struct history *history,
		     struct model_queue *queue, const struct busy_span *span,
		     const struct record_call *call)
{
	struct device_work *device;

	if (span->end == span->start && commands->from > 0)
		return true;
	device = find_device(commands, queue->device);
	if (!device)
		return false;
	device->busy.gaps = &device->gaps;
	add_longest(history, &queue->commands, span, call);
	add_longest(history, &device->moves[span->kind], span, call);
	return busy_add(&queue->busy, span) && busy_add(&device->busy, span);
}

/* Adds a measured command to its row. */
static bool add_to_row_times(struct commands *commands, const struct model_command *command,
			     const struct measured *measured)
{
	struct transfer *transfer = &commands->transfers[command->kind];
	struct kernel *kernel;

	if (command->kind == COMMAND_KERNEL) {
		kernel = find_kernel(commands, command->name);
		if (kernel)
			add_time(&kernel->work, measured);
		return kernel != NULL;
	}
	if (!command_is_transfer(command->kind))
		return true;
	add_time(&transfer->work, measured);
	transfer->work.bytes += command->bytes * ((uint64_t)measured->is_started -
						  (uint64_t)measured->is_enqueued);
	if (command->bytes > 0 && measured->is_started) {
		transfer->measured_bytes += command->bytes;
		transfer->measured_time += measured->duration;
	}
	return true;
}

/* What the gap before a command comes after, for people. */
static const char *name_of(struct commands *commands, const struct history *history,
			   const struct model_command *command)
{
	const struct signature *function = known_functions_find(history->known, command->function);
	const struct kernel *kernel =
		command->kind == COMMAND_KERNEL ? find_kernel(commands, command->name) : NULL;

	return kernel && kernel->name ? kernel->name : function ? function->name : "a command";
}

static bool add_measured(struct commands *commands, const struct history *history,
			 struct model_queue *queue, const struct record_command *times,
			 const struct record_call *call, const struct model_command *command)
{
	const uint64_t host = host_start(queue, times, call);
	struct busy_span span = cut(commands, times, host);
	const struct measured measured = {
		.duration = times->ended - times->started,
		.part = span.end - span.start,
		.count = times->stands_for > 0 ? times->stands_for : 1,
		.is_enqueued = !call || commands_have(commands, call->begin),
		.is_started = !call || commands_have(commands, host),
		.is_sampled = queue->profiling == RECORD_PROFILING_SAMPLED,
	};

	if (!measured.is_enqueued && !measured.is_started && measured.part == 0)
		return true;
	commands->earlier += !measured.is_started && measured.part > 0;
	span.name = command ? name_of(commands, history, command) : "a command";
	span.kind = busy_kind_of(history, call, command);
	add_time(&queue->work, &measured);
	if (commands->ranges && call && !measured.is_sampled && measured.is_enqueued && command &&
	    range_kind_of(commands, command) != COMMAND_NONE)
		ranges_add_work(commands->ranges, times->call, call->begin, measured.duration);
	return add_busy(commands, history, queue, &span, call) &&
	       (!measured.is_started || add_to_link(commands, history, queue, &span, call)) &&
	       (!command || add_to_row_times(commands, command, &measured));
}

/*
 * A call may not say in which queue its command is, which QUEUE, the one of its times, does. False: there
 * is no memory.
 */
static bool move_command(struct commands *commands, const struct history *history,
			 struct model_queue *queue, uint64_t handle, const struct record_call *call)
{
	struct model_queue *said = find_queue(commands, history, handle, call->begin);

	if (!said || said->number > 0 || queue->number == 0)
		return said != NULL;
	if (commands_have(commands, call->begin)) {
		said->work.count--;
		queue->work.count++;
	}
	return depth_done_alone(&said->pending, call->begin);
}

bool commands_add_times(struct commands *commands, const struct history *history,
			const struct record_command *times, const struct record_call *call)
{
	const uint64_t when = call ? call->begin : times->completed;
	struct model_queue *queue = find_queue(commands, history, times->queue, when);
	struct model_command command;
	uint64_t handle;
	const bool is_known = call && enqueue_describe(history, call, &command, &handle);

	if (!queue || (is_known && !move_command(commands, history, queue, handle, call)) ||
	    (commands->keeps_list &&
	     !command_list_add_times(&commands->list, times, queue->number)))
		return false;
	if (recorded_is_measured(times->status, times->started, times->ended) &&
	    !add_measured(commands, history, queue, times, is_known ? call : NULL,
			  is_known ? &command : NULL))
		return false;
	return !is_known || mark_done(queue, call->begin);
}

/* -- sums ---------------------------------------------------------------------------- */

static void join(struct model_work *work, const struct record_sum *sum)
{
	work->count += sum->count;
	work->bytes += sum->bytes;
	work->total += sum->times.total;
	durations_join(&work->times, &sum->times);
}

bool commands_add_sum(struct commands *commands, const struct known_functions *known,
		      const struct record_sum *sum)
{
	const struct signature *function = known_functions_find(known, sum->function);
	const char *text = (const char *)(sum + 1);
	struct model_queue *all = get_queue(commands, NULL);
	struct kernel *kernel;
	char name[1024];

	if (!all)
		return false;
	join(&all->work, sum);
	if (sum->head.detail == RECORD_SUM_KERNEL) {
		size_t length = strnlen(text, sum->head.size - sizeof(*sum));

		if (length >= sizeof(name))
			length = sizeof(name) - 1;
		memcpy(name, text, length);
		name[length] = '\0';
		kernel = find_kernel(commands, name);
		if (kernel)
			join(&kernel->work, sum);
		return kernel != NULL;
	}
	if (function && command_is_transfer(function->command))
		join(&commands->transfers[function->command].work, sum);
	return true;
}

/* -- rounds ---------------------------------------------------------------------------- */

void commands_begin(struct commands *commands, bool has_sums)
{
	for (size_t i = 0; i < commands->kernel_count; i++)
		begin_work(&commands->kernels[i].work, has_sums);
	for (int kind = 0; kind < COMMAND_KINDS; kind++)
		begin_work(&commands->transfers[kind].work, has_sums);
	for (size_t i = 0; i < commands->queue_count; i++)
		if (commands->queues[i])
			begin_work(&commands->queues[i]->work, has_sums);
}

/*
 * Of what was not measured it is not known whether it overlaps. Sums of a process do not say for any of
 * the commands.
 */
static uint64_t find_busy(struct model_queue *queue)
{
	const struct busy_sum sum = busy_sum(&queue->busy);
	const uint64_t all = work_numbers(&queue->work).time;

	if (sum.has_any && !work_is_estimated(&queue->work))
		return sum.busy;
	return all > sum.busy ? all : sum.busy;
}

/* The commands of a program that has ended are not pending any more. */
void commands_settle(struct commands *commands, bool is_over)
{
	for (size_t i = 0; i < commands->queue_count; i++) {
		struct model_queue *queue = commands->queues[i];

		if (!queue)
			continue;
		queue->busy_before = queue->busy_now;
		queue->busy_now = find_busy(queue);
		queue->depth = is_over ? 0 : depth_settle(&queue->pending);
	}
}

uint64_t commands_queue_idle(const struct model_queue *queue)
{
	return work_is_measured(&queue->work) ? queue->busy.all.idle : 0;
}

static void add_queue(struct device_queues *queues, struct model_queue *queue)
{
	const uint64_t busy = busy_sum(&queue->busy).busy;

	queues->count++;
	queues->busy += busy;
	if (!queues->most || busy > queues->longest) {
		queues->second = queues->most;
		queues->most = queue;
		queues->longest = busy;
	} else if (!queues->second || busy > queues->second->busy.all.busy) {
		queues->second = queue;
	}
}

struct device_queues commands_queues(const struct commands *commands, uint64_t device)
{
	struct device_queues queues = { .count = 0 };

	for (size_t i = 0; i < commands->queue_count; i++) {
		struct model_queue *queue = commands->queues[i];

		if (!queue || queue->device != device || queue->work.count == 0)
			continue;
		if (!work_is_measured(&queue->work))
			return (struct device_queues){ .count = 0 };
		add_queue(&queues, queue);
	}
	return queues;
}

static void free_device(struct device_work *device)
{
	device->busy.gaps = NULL;
	busy_settle(&device->busy);
	gaps_clear(&device->gaps);
	gaps_clear(&device->drain.gaps);
	for (int i = 0; i < LINK_DIRECTIONS; i++)
		link_load_done(&device->links[i]);
}

void commands_done(struct commands *commands)
{
	for (size_t i = 0; i < commands->queue_count; i++)
		if (commands->queues[i]) {
			busy_settle(&commands->queues[i]->busy);
			depth_free(&commands->queues[i]->pending);
			free(commands->queues[i]);
		}
	for (size_t i = 0; i < commands->device_count; i++)
		free_device(&commands->devices[i]);
	strings_done(&commands->names);
	free(commands->kernels);
	free(commands->sizes);
	free(commands->queues);
	free(commands->devices);
	free(commands->marks);
	pointer_map_done(&commands->size_map);
	pointer_map_done(&commands->events);
	pinned_done(&commands->pinned);
	command_list_done(&commands->list);
	*commands = (struct commands){ .kernels = NULL };
}
