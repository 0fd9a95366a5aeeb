/* SPDX-License-Identifier: Apache-2.0 */
/* live-commands: see live-commands.h. */
#include "tool/report/live/live-commands.h"

#include <stdlib.h>
#include <string.h>

#include "opencl/args.h"
#include "record/recorded-call.h"
#include "tool/report/commands.h"
#include "tool/report/live/live-queues.h"
#include "tool/report/space.h"

#define MOST_CALL ((size_t)16 << 10) /* bytes of a call that enqueues a command */

/* -- work ------------------------------------------------------------------------- */

static void add_command(struct live_work *work, uint64_t bytes, bool is_sampled)
{
	work->now.count++;
	work->now.bytes += bytes;
	work->waiting += is_sampled;
}

static void add_time(struct live_work *work, uint64_t time, bool is_sampled)
{
	work->measured++;
	if (is_sampled) {
		work->samples++;
		work->sampled_time += time;
	} else {
		work->now.time += time;
	}
}

/* The samples of this round stand for the commands since the last round that had some. */
static void settle_work(struct live_work *work)
{
	uint64_t count = work->waiting;

	if (work->samples == 0)
		return;
	if (count < work->samples)
		count = work->samples;
	work->is_estimated |= count > work->samples;
	work->now.time += work->sampled_time / work->samples * count +
			  work->sampled_time % work->samples * count / work->samples;
	work->waiting = work->samples = work->sampled_time = 0;
}

static void begin_work(struct live_work *work, bool has_sums)
{
	work->before = work->now;
	if (!has_sums)
		return;
	work->now = (struct live_work_numbers){ 0 };
	work->measured = 0;
}

/* -- rows ------------------------------------------------------------------------- */

/* NULL: there is no memory. */
static struct live_kernel *find_kernel(struct live_commands *commands, const char *name)
{
	const size_t index = live_names_add(&commands->names, name);

	if (index == LIVE_NAMES_NONE)
		return NULL;
	if (index < commands->kernel_count)
		return &commands->kernels[index];
	if (!space_make(&commands->kernels, commands->kernel_count, sizeof(*commands->kernels)))
		return NULL;
	commands->kernels[index] = (struct live_kernel){
		.name = commands->names.list[index].text
	};
	commands->kernel_count++;
	return &commands->kernels[index];
}

/* Where COMMAND is added up beside its queue; *WORK NULL: nowhere. False: there is no memory. */
static bool find_work(struct live_commands *commands, const struct command *command,
		      struct live_work **work)
{
	struct live_kernel *kernel;

	*work = NULL;
	if (command->kind == COMMAND_OTHER)
		return true;
	if (command->kind != COMMAND_KERNEL) {
		*work = &commands->transfers[command->kind];
		return true;
	}
	kernel = find_kernel(commands, command->name ? command->name : "");
	*work = kernel ? &kernel->work : NULL;
	return kernel != NULL;
}

/* -- calls ------------------------------------------------------------------------- */

static bool add_enqueued(struct live_commands *commands, const struct history *history,
			 const struct record_call *call, const struct command *command,
			 uint64_t handle)
{
	const struct record_content *event = recorded_content(history->known, call, "event");
	struct live_queue *queue = live_queues_find(commands, history, handle);
	const bool is_sampled = queue && queue->profiling == RECORD_PROFILING_SAMPLED;
	struct live_work *work;

	if (!queue || !find_work(commands, command, &work))
		return false;
	if (work)
		add_command(work, command->bytes, is_sampled);
	add_command(&queue->work, 0, is_sampled);
	if (queue->first == 0 || call->begin < queue->first)
		queue->first = call->begin;
	if (!live_depth_add(&queue->pending, call->begin) ||
	    (recorded_is_wait(history->known, call) && !live_queues_done(queue, call->begin)))
		return false;
	return !event || event->size != history->pointer_size ||
	       live_queues_mark(commands, queue,
				signature_number(event + 1, history->pointer_size), call->begin);
}

/* The queues of the events are those of the commands that made them. */
static bool add_wait(struct live_commands *commands, const struct history *history,
		     const struct record_call *call)
{
	const struct record_content *events = recorded_content(history->known, call, "event_list");
	const size_t size = history->pointer_size;

	for (size_t i = 0; events && i < events->size / size; i++)
		if (!live_queues_event_done(
			    commands, signature_number((const char *)(events + 1) + i * size, size)))
			return false;
	return true;
}

/* A program may ask again and again whether a command is done. */
static bool add_query(struct live_commands *commands, const struct history *history,
		      const struct record_call *call)
{
	const struct record_content *value = recorded_content(history->known, call, "param_value");
	int32_t status;
	uint64_t name;

	recorded_argument(history->known, call, "param_name", &name);
	if (name != CL_EVENT_COMMAND_EXECUTION_STATUS || !value || value->size != sizeof(status))
		return true;
	memcpy(&status, value + 1, sizeof(status));
	return status > CL_COMPLETE ||
	       live_queues_event_done(commands, call->arguments[ARG_first]);
}

static void add_finish(struct live_commands *commands, const struct record_call *call)
{
	const size_t index = live_map_get(&commands->queue_map, call->arguments[ARG_first]);

	if (index > 0)
		live_depth_done_until(&commands->queues[index - 1].pending, call->begin);
}

bool live_commands_add(struct live_commands *commands, const struct history *history,
		       const struct signature *function, const struct record_call *call)
{
	struct command command;
	uint64_t queue;

	if (call->head.arguments == 0 || function->param_count == 0)
		return true;
	if (commands_describe(history, call, &command, &queue))
		return add_enqueued(commands, history, call, &command, queue);
	switch (call->head.detail) {
	case CLROUTER_SLOT_clFinish:
		add_finish(commands, call);
		return true;
	case CLROUTER_SLOT_clWaitForEvents:
		return add_wait(commands, history, call);
	case CLROUTER_SLOT_clGetEventInfo:
		return add_query(commands, history, call);
	case CLROUTER_SLOT_clReleaseEvent:
		live_queues_unmark(commands, call->arguments[ARG_first]);
		return true;
	default:
		return live_queues_add(commands, history, function, call);
	}
}

/* -- times -------------------------------------------------------------------------- */

/* Commands of a queue may overlap: time is counted once. */
static void add_busy(struct live_queue *queue, const struct record_command *times, bool is_sampled)
{
	const uint64_t from = !is_sampled && queue->until > times->started ? queue->until
									   : times->started;

	add_time(&queue->work, times->ended > from ? times->ended - from : 0, is_sampled);
	if (times->ended > queue->until)
		queue->until = times->ended;
}

static bool are_measured(const struct record_command *times)
{
	return recorded_is_measured(times->status, times->started, times->ended);
}

bool live_commands_add_times(struct live_commands *commands, const struct history *history,
			     struct record_follower *follower, const struct record_command *times)
{
	const struct record *record = record_follower_get(follower, times->call, MOST_CALL);
	const struct record_call *call = (const struct record_call *)record;
	struct live_queue *queue = live_queues_find(commands, history, times->queue);
	const bool is_sampled = queue && queue->profiling == RECORD_PROFILING_SAMPLED;
	struct live_work *work = NULL;
	struct command command;
	uint64_t handle;

	if (!queue)
		return false;
	if (are_measured(times))
		add_busy(queue, times, is_sampled);
	if (!record || !record_is_call(record) ||
	    !commands_describe(history, call, &command, &handle))
		return true;
	if (!find_work(commands, &command, &work))
		return false;
	if (work && are_measured(times))
		add_time(work, times->ended - times->started, is_sampled);
	return live_queues_done(queue, call->begin);
}

/* -- sums ---------------------------------------------------------------------------- */

static void join(struct live_work *work, const struct record_sum *sum)
{
	work->now.count += sum->count;
	work->now.bytes += sum->bytes;
	work->now.time += sum->times.total;
	work->measured += sum->times.count - sum->times.estimated;
	work->is_estimated |= sum->times.estimated > 0;
}

bool live_commands_add_sum(struct live_commands *commands, const struct known_functions *known,
			   const struct record_sum *sum)
{
	const struct signature *function = known_functions_find(known, sum->function);
	const char *text = (const char *)(sum + 1);
	struct live_queue *all = live_queues_unknown(commands);
	struct live_kernel *kernel;
	char name[1024];
	enum command_kind kind;
	size_t length;

	if (!all)
		return false;
	join(&all->work, sum);
	if (sum->head.detail == RECORD_SUM_KERNEL) {
		length = strnlen(text, sum->head.size - sizeof(*sum));
		if (length >= sizeof(name))
			length = sizeof(name) - 1;
		memcpy(name, text, length);
		name[length] = '\0';
		kernel = find_kernel(commands, name);
		if (kernel)
			join(&kernel->work, sum);
		return kernel != NULL;
	}
	kind = function ? command_kind_of(function->name) : COMMAND_OTHER;
	if (kind != COMMAND_OTHER && kind != COMMAND_KERNEL)
		join(&commands->transfers[kind], sum);
	return true;
}

/* -- rounds ---------------------------------------------------------------------------- */

void live_commands_begin(struct live_commands *commands, bool has_sums)
{
	for (size_t i = 0; i < commands->kernel_count; i++)
		begin_work(&commands->kernels[i].work, has_sums);
	for (int kind = 0; kind < COMMAND_KINDS; kind++)
		begin_work(&commands->transfers[kind], has_sums);
	for (size_t i = 0; i < commands->queue_count; i++)
		begin_work(&commands->queues[i].work, has_sums);
}

void live_commands_settle(struct live_commands *commands)
{
	for (size_t i = 0; i < commands->kernel_count; i++)
		settle_work(&commands->kernels[i].work);
	for (int kind = 0; kind < COMMAND_KINDS; kind++)
		settle_work(&commands->transfers[kind]);
	for (size_t i = 0; i < commands->queue_count; i++) {
		settle_work(&commands->queues[i].work);
		commands->queues[i].depth = live_depth_settle(&commands->queues[i].pending);
	}
}

void live_commands_done(struct live_commands *commands)
{
	live_names_done(&commands->names);
	free(commands->kernels);
	live_queues_done_all(commands);
	*commands = (struct live_commands){ .kernels = NULL };
}
