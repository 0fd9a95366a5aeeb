/* SPDX-License-Identifier: Apache-2.0 */
/*
 * queues: see queues.h.
 */
#include "layers/trace/queues.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "layers/trace/json.h"
#include "layers/trace/state.h"
#include "opencl/signature.h"
#include "state/pointer-map.h"

/* Beyond any thread's ID; LANES apart, for commands that overlap. */
#define FIRST_ROW 10000000u
#define LANES 100u
#define STOP_MS 250

/* A queue, by its number. */
struct row {
	uint32_t number;
	bool is_measured;
	bool is_ordered;
	bool has_offset;
	int64_t low;	/* host clock - device clock is between these */
	int64_t high;
	unsigned lanes;
	uint64_t lane_end[LANES];
};

struct command {
	cl_event event;
	uint32_t queue;		/* number */
	bool is_measured;
	bool is_ending;		/* its callback has come, and uses this */
	uint64_t begin;		/* of the enqueue call */
	uint64_t end;
	char name[64];
};

struct measured {
	cl_ulong queued, start, end;
};

/* With the lock. */
static struct pointer_map rows;		/* number of a queue -> struct row */
static struct pointer_map commands;	/* number of a command -> struct command */
static uint32_t command_count;

static const void *key_of(uint32_t number)
{
	return (const void *)(uintptr_t)number;
}

/* The index of the event that CALL may return, -1 if it enqueues nothing. */
static int event_index(const struct call *call)
{
	const struct signature *function = &signatures[call->slot];

	if (function->param_count == 0 || function->params[0].object != OBJECT_QUEUE)
		return -1;
	for (int i = function->param_count - 1; i > 0; i--)
		if (function->params[i].kind == PARAM_MADE &&
		    function->params[i].object == OBJECT_EVENT)
			return i;
	return -1;
}

/* An event that follows a wait list is optional; a marker without an event is an error. */
void trace_queues_before(struct call *call)
{
	int index = event_index(call);
	cl_event **event = index < 0 ? NULL : call->values[index];

	if (event == NULL || *event != NULL ||
	    signatures[call->slot].params[index - 1].kind != PARAM_HANDLES)
		return;
	*event = &call->event;
	call->owns_event = true;
}

static struct row *get_row(uint32_t number)
{
	return (struct row *)pointer_map_get(&rows, key_of(number));
}

/*
 * Sees to it that the queue has a row. The driver is asked outside of the lock: two
 * threads may both do that, the first one's row stays.
 */
static bool make_row(cl_command_queue queue, uint32_t number, bool *is_measured)
{
	cl_command_queue_properties properties = 0;
	struct row *row;

	lock_take(&trace.lock);
	row = get_row(number);
	if (row != NULL)
		*is_measured = row->is_measured;
	lock_give(&trace.lock);
	if (row != NULL)
		return true;
	clrouter_target.clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(properties),
					      &properties, NULL);
	row = calloc(1, sizeof(*row));
	if (row == NULL)
		return false;
	row->number = number;
	row->is_measured = *is_measured = properties & CL_QUEUE_PROFILING_ENABLE;
	row->is_ordered = !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	lock_take(&trace.lock);
	if (!atomic_load(&trace.is_open) || get_row(number) != NULL ||
	    !pointer_map_set(&rows, key_of(number), (uintptr_t)row))
		free(row);
	lock_give(&trace.lock);
	return true;
}

/* The command of a kernel has the name of the kernel. */
static void name_command(struct command *command, const struct call *call)
{
	const struct signature *function = &signatures[call->slot];
	const size_t prefix = strlen("clEnqueue");

	snprintf(command->name, sizeof(command->name), "%s", function->name + prefix);
	for (int i = 1; i < function->param_count; i++) {
		const struct signature_param *param = &function->params[i];

		if (param->kind == PARAM_HANDLE && param->object == OBJECT_KERNEL)
			clrouter_target.clGetKernelInfo(*(cl_kernel *)call->values[i],
							CL_KERNEL_FUNCTION_NAME,
							sizeof(command->name), command->name, NULL);
	}
}

/* The command KEY, for the first caller only: that one has to end the command. */
static struct command *take(const void *key)
{
	struct command *command;

	lock_take(&trace.lock);
	command = (struct command *)pointer_map_get(&commands, key);
	if (command != NULL && command->is_ending)
		command = NULL;
	if (command != NULL)
		command->is_ending = true;
	lock_give(&trace.lock);
	return command;
}

/* The event goes first: as long as the command is there, trace_queues_stop() waits. */
static void end_command(struct command *command, const void *key)
{
	clrouter_target.clReleaseEvent(command->event);
	lock_take(&trace.lock);
	pointer_map_remove(&commands, key);
	lock_give(&trace.lock);
	free(command);
}

static bool measure(cl_event event, struct measured *measured)
{
	struct clrouter_table *target = &clrouter_target;

	return target->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED,
					       sizeof(cl_ulong), &measured->queued, NULL) == 0 &&
	       target->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START,
					       sizeof(cl_ulong), &measured->start, NULL) == 0 &&
	       target->clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END,
					       sizeof(cl_ulong), &measured->end, NULL) == 0 &&
	       measured->end >= measured->start;
}

/*
 * The device's clock is its own. But a command was queued while the enqueue call ran,
 * so each command narrows down how far the clocks are apart. Where they could be the
 * same, they are; where they drift, it starts again.
 */
static int64_t clock_offset(struct row *row, const struct command *command, cl_ulong queued)
{
	int64_t low = (int64_t)(command->begin - queued);
	int64_t high = (int64_t)(command->end - queued);

	if (row->has_offset && row->low <= high && low <= row->high) {
		low = low > row->low ? low : row->low;
		high = high < row->high ? high : row->high;
	}
	row->has_offset = true;
	row->low = low;
	row->high = high;
	return low <= 0 && high >= 0 ? 0 : low + (high - low) / 2;
}

/* A lane of the queue's row that is free since BEGIN. */
static uint32_t pick_lane(struct row *row, uint64_t begin, uint64_t end)
{
	unsigned lane = 0;
	char name[64];

	while (lane < row->lanes && row->lane_end[lane] > begin && lane < LANES - 1)
		lane++;
	row->lane_end[lane] = end;
	if (lane == row->lanes) {
		row->lanes++;
		snprintf(name, sizeof(name), "queue#%" PRIu32 "%s%.0u", row->number,
			 lane > 0 ? " lane " : "", lane);
		trace_json_name("thread_name", FIRST_ROW + row->number * LANES + lane, name);
	}
	return FIRST_ROW + row->number * LANES + lane;
}

/* With the lock. */
static void draw(const struct command *command, const struct measured *measured, uint64_t now)
{
	struct row *row = get_row(command->queue);
	uint64_t begin = command->begin;
	uint64_t end = now;

	if (row == NULL)
		return;
	if (measured != NULL) {
		int64_t offset = clock_offset(row, command, measured->queued);

		begin = measured->start + (uint64_t)offset;
		end = measured->end + (uint64_t)offset;
	}
	/* Commands in order do not overlap; where they seem to, the clocks are to blame. */
	if (row->is_ordered && row->lanes > 0 && row->lane_end[0] > begin)
		begin = row->lane_end[0];
	if (begin < trace.start)
		begin = trace.start;
	/* Two that ended at once may have come in the other order. */
	if (end < begin)
		end = begin;
	trace_json_command(pick_lane(row, begin, end), command->name, begin, end,
			   measured != NULL ? "device" : "host");
}

static void CL_CALLBACK on_complete(cl_event event, cl_int status, void *key)
{
	uint64_t now = trace_now();
	struct measured measured;
	struct command *command = take(key);
	bool is_measured;

	if (command == NULL)
		return;
	is_measured = command->is_measured && measure(event, &measured);
	lock_take(&trace.lock);
	if (status >= 0 && atomic_load(&trace.is_open))
		draw(command, is_measured ? &measured : NULL, now);
	lock_give(&trace.lock);
	end_command(command, key);
}

/* Takes over the reference to EVENT. */
static struct command *new_command(const struct call *call, cl_event event)
{
	struct command *command = calloc(1, sizeof(*command));

	if (command == NULL ||
	    !make_row(*(cl_command_queue *)call->values[0], call->numbers[0],
		      &command->is_measured)) {
		clrouter_target.clReleaseEvent(event);
		free(command);
		return NULL;
	}
	command->event = event;
	command->queue = call->numbers[0];
	command->begin = call->begin;
	command->end = call->end;
	name_command(command, call);
	return command;
}

/* The key is what the callback is given: the command may be gone by then. */
static void follow(struct command *command)
{
	const cl_event event = command->event;
	const void *key;
	bool is_kept;

	lock_take(&trace.lock);
	key = key_of(++command_count);
	is_kept = atomic_load(&trace.is_open) &&
		  pointer_map_set(&commands, key, (uintptr_t)command);
	lock_give(&trace.lock);
	if (!is_kept)
		end_command(command, key);
	else if (clrouter_target.clSetEventCallback(event, CL_COMPLETE, on_complete,
						    (void *)key) != CL_SUCCESS &&
		 take(key) != NULL)
		end_command(command, key);
}

void trace_queues_after(struct call *call)
{
	int index = event_index(call);
	cl_event *event = index < 0 ? NULL : *(cl_event **)call->values[index];
	struct command *command;

	if (event == NULL || *event == NULL)
		return;
	if (!call->owns_event && clrouter_target.clRetainEvent(*event) != CL_SUCCESS)
		return;
	command = new_command(call, *event);
	if (command != NULL)
		follow(command);
}

static bool has_commands(void)
{
	bool has;

	lock_take(&trace.lock);
	has = commands.used > 0;
	lock_give(&trace.lock);
	return has;
}

/* What a callback has taken it frees itself. */
void trace_queues_forget(void)
{
	for (size_t i = 0; i < commands.size; i++) {
		struct command *command = (struct command *)commands.slots[i].value;

		if (command != NULL && !command->is_ending)
			free(command);
	}
	for (size_t i = 0; i < rows.size; i++)
		free((struct row *)rows.slots[i].value);
	pointer_map_done(&commands);
	pointer_map_done(&rows);
}

/*
 * At the end of a process the driver may be gone already, so it is not asked for
 * anything: what it does not tell within a moment is lost. Its callbacks can still
 * come; this code is then still there (thread-data.h). A driver may call back from a thread
 * of its own after clFinish has returned; the moment has to do for that thread on a busy machine.
 */
void trace_queues_stop(void)
{
	const struct timespec moment = { .tv_nsec = 1000000 };

	for (int i = 0; i < STOP_MS && has_commands(); i++)
		nanosleep(&moment, NULL);
}
