/* SPDX-License-Identifier: Apache-2.0 */
/*
 * in-flight: see in-flight.h.
 */
#include "layers/record/in-flight.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/common/lock.h"
#include "base/common/system.h"
#include "layers/frame/ask.h"
#include "layers/record/file/call-records.h"
#include "layers/record/file/store.h"

#define FIRST_SIZE IN_FLIGHT_BATCH

static struct lock lock = LOCK_INIT;

/* -- the ring; the caller holds the lock --------------------------------------------------- */

static struct in_flight_command *at(const struct in_flight *commands, size_t index)
{
	return &commands->ring[(commands->first + index) & (commands->size - 1)];
}

static bool grow(struct in_flight *commands)
{
	const size_t size = commands->size > 0 ? 2 * commands->size : FIRST_SIZE;
	struct in_flight_command *ring = calloc(size, sizeof(*ring));

	if (!ring)
		return false;
	for (size_t i = 0; i < commands->count; i++)
		ring[i] = *at(commands, i);
	free(commands->ring);
	commands->ring = ring;
	commands->size = size;
	commands->first = 0;
	return true;
}

static cl_event take_oldest(struct in_flight *commands)
{
	const cl_event event = at(commands, 0)->event;

	commands->first++;
	commands->count--;
	return event;
}

/* Adds COMMAND; returns the event of the one that loses its times for it, which may be its own. */
static cl_event put(struct in_flight *commands, struct in_flight_command command)
{
	cl_event lost = NULL;

	if (commands->count == commands->size &&
	    (commands->size == IN_FLIGHT_MOST || !grow(commands))) {
		if (commands->is_read || commands->size == 0)
			return command.event;
		lost = take_oldest(commands);
	}
	*at(commands, commands->count) = command;
	commands->count++;
	return lost;
}

/* Closes the gaps that commands with read times have left. */
static void remove_read(struct in_flight *commands)
{
	size_t kept = 0;

	while (commands->count > 0 && !at(commands, 0)->event)
		take_oldest(commands);
	if (commands->is_in_order)
		return;
	for (size_t i = 0; i < commands->count; i++)
		if (at(commands, i)->event)
			*at(commands, kept++) = *at(commands, i);
	commands->count = kept;
}

/* -- reading ------------------------------------------------------------------------------- */

/* What cannot be asked counts as ended: it will not be known better later. */
static bool has_ended(cl_event event)
{
	cl_int status = CL_COMPLETE;

	return clrouter_target.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS,
					      sizeof(status), &status, NULL) != CL_SUCCESS ||
	       status <= CL_COMPLETE;
}

static bool ask_times(cl_event event, struct record_command *fields)
{
	static const cl_profiling_info queries[] = { CL_PROFILING_COMMAND_QUEUED,
						     CL_PROFILING_COMMAND_SUBMIT,
						     CL_PROFILING_COMMAND_START,
						     CL_PROFILING_COMMAND_END };
	uint64_t *const times[] = { &fields->queued, &fields->submitted, &fields->started,
				    &fields->ended };

	for (size_t i = 0; i < ARRAY_SIZE(queries); i++) {
		cl_ulong time = 0;

		if (clrouter_target.clGetEventProfilingInfo(event, queries[i], sizeof(time), &time,
							    NULL) != CL_SUCCESS)
			return false;
		*times[i] = time;
	}
	return true;
}

/*
 * Records the times of COMMAND and releases its event. False: it has not ended after all. A driver
 * may say so for a moment of a command that it has waited for.
 */
static bool read_times(const struct in_flight *commands, const struct in_flight_command *command,
		       uint64_t now)
{
	struct record_command fields = {
		.call = command->call,
		.queue = (uint64_t)(uintptr_t)commands->queue,
		.completed = now,
		.stands_for = (uint32_t)command->stands_for,
	};

	if (events_are_recorded() && !ask_times(command->event, &fields)) {
		fields.status = ask_event_status(command->event);
		if (fields.status > CL_COMPLETE)
			return false;
		fields.queued = fields.submitted = fields.started = fields.ended = 0;
	}
	if (command->is_summed)
		event_sum_times((unsigned int)command->call, &fields, command->stands_for);
	else
		event_add(RECORD_COMMAND, 0, &fields.call, sizeof(fields) - sizeof(fields.head),
			  NULL, 0);
	clrouter_target.clReleaseEvent(command->event);
	return true;
}

/* How many of COUNT commands of an in-order queue have ended: those before have, too. */
static size_t count_ended(const struct in_flight_command *batch, size_t count)
{
	size_t ended = 0;

	if (count > 0 && has_ended(batch[count - 1].event))
		return count;
	while (ended < count) {
		const size_t middle = ended + (count - ended) / 2;

		if (has_ended(batch[middle].event))
			ended = middle + 1;
		else
			count = middle;
	}
	return ended;
}

/*
 * Sets the event of each command that was read to NULL. False: there is no use in going on. If no
 * command of a batch has ended, those after it are left for later in any case: otherwise each new
 * batch would ask for all.
 */
static bool read_batch(const struct in_flight *commands, struct in_flight_command *batch,
		       size_t count)
{
	const size_t ended = commands->is_in_order ? count_ended(batch, count) : count;
	const uint64_t now = system_now();
	size_t read = 0;

	for (size_t i = 0; i < ended; i++) {
		if (!commands->is_in_order && !has_ended(batch[i].event))
			continue;
		if (!read_times(commands, &batch[i], now))
			break;
		batch[i].event = NULL;
		read++;
	}
	return commands->is_in_order ? read == count : read > 0;
}

/* Copies the commands from FROM on to BATCH; returns how many. */
static size_t copy_batch(struct in_flight *commands, size_t from,
			 struct in_flight_command batch[IN_FLIGHT_BATCH])
{
	size_t count = 0;

	lock_take(&lock);
	while (count < IN_FLIGHT_BATCH && from + count < commands->count) {
		batch[count] = *at(commands, from + count);
		count++;
	}
	lock_give(&lock);
	return count;
}

static void note_read(struct in_flight *commands, size_t from,
		      const struct in_flight_command *batch, size_t count)
{
	lock_take(&lock);
	for (size_t i = 0; i < count; i++)
		*at(commands, from + i) = batch[i];
	lock_give(&lock);
}

static void read_all(struct in_flight *commands)
{
	struct in_flight_command batch[IN_FLIGHT_BATCH];
	size_t from = 0;
	size_t count;
	bool goes_on = true;

	while (goes_on && (count = copy_batch(commands, from, batch)) > 0) {
		goes_on = read_batch(commands, batch, count);
		note_read(commands, from, batch, count);
		from += count;
	}
}

/* May the calling thread read? If another one does, that goes on for it. */
static bool begin_reading(struct in_flight *commands)
{
	bool may_read;

	lock_take(&lock);
	may_read = !commands->is_read && commands->count > 0;
	commands->is_asked = commands->is_read;
	commands->is_read = commands->is_read || may_read;
	lock_give(&lock);
	return may_read;
}

/* Returns whether another thread has asked for more. */
static bool end_reading(struct in_flight *commands)
{
	bool is_asked;

	lock_take(&lock);
	remove_read(commands);
	is_asked = commands->is_asked;
	commands->is_asked = false;
	commands->is_read = is_asked;
	lock_give(&lock);
	return is_asked;
}

void in_flight_read(struct in_flight *commands)
{
	if (atomic_load_explicit(&commands->count, memory_order_relaxed) == 0 ||
	    !begin_reading(commands))
		return;
	do
		read_all(commands);
	while (end_reading(commands));
}

/* -- adding -------------------------------------------------------------------------------- */

void in_flight_add(struct in_flight *commands, struct in_flight_command command)
{
	cl_event lost;
	bool is_batch;

	lock_take(&lock);
	lost = put(commands, command);
	is_batch = commands->count % IN_FLIGHT_BATCH == 0;
	lock_give(&lock);
	if (lost) {
		store_count_lost();
		clrouter_target.clReleaseEvent(lost);
	}
	if (is_batch)
		in_flight_read(commands);
}

void in_flight_set_order(struct in_flight *commands, bool is_in_order)
{
	in_flight_read(commands);
	lock_take(&lock);
	commands->is_in_order = is_in_order && commands->count == 0;
	lock_give(&lock);
}

void in_flight_forget(struct in_flight *commands)
{
	commands->count = 0;
	commands->is_read = commands->is_asked = false;
}

void in_flight_before_fork(void)
{
	lock_take(&lock);
}

void in_flight_after_fork(void)
{
	lock_give(&lock);
}
