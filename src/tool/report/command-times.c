/* SPDX-License-Identifier: Apache-2.0 */
/* command-times: see command-times.h. */
#include "tool/report/command-times.h"

#include <stdlib.h>
#include <string.h>

#include "record/recorded-call.h"
#include "tool/report/space.h"

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* -- joining ---------------------------------------------------------------- */

static int compare_references(const void *left, const void *right)
{
	return compare_numbers(((const struct command *)left)->reference,
			       ((const struct command *)right)->reference);
}

static int compare_calls(const void *left, const void *right)
{
	return compare_numbers(((const struct device_time *)left)->call,
			       ((const struct device_time *)right)->call);
}

static void set_times(struct command *command, const struct device_time *times)
{
	if (command->queue == 0)
		command->queue = times->queue;
	command->status = times->status;
	command->queued = times->queued;
	command->submitted = times->submitted;
	command->started = times->started;
	command->ended = times->ended;
	command->stands_for = 1;
	command->is_measured =
		recorded_is_measured(times->status, times->started, times->ended);
}

void command_times_join(struct commands *commands)
{
	size_t at = 0;

	if (commands->count > 0)
		qsort(commands->list, commands->count, sizeof(*commands->list), compare_references);
	if (commands->time_count > 0)
		qsort(commands->times, commands->time_count, sizeof(*commands->times),
		      compare_calls);
	for (size_t i = 0; i < commands->count; i++) {
		while (at < commands->time_count &&
		       commands->times[at].call < commands->list[i].reference)
			at++;
		if (at < commands->time_count &&
		    commands->times[at].call == commands->list[i].reference)
			set_times(&commands->list[i], &commands->times[at]);
	}
	free(commands->times);
	commands->times = NULL;
	commands->time_count = 0;
}

/* -- samples ---------------------------------------------------------------- */

/* The kernels of one name, or the commands of one function, are sampled together. */
static int compare_series(const struct command *a, const struct command *b)
{
	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	if (!a->name || !b->name)
		return (a->name != NULL) - (b->name != NULL);
	return strcmp(a->name, b->name);
}

static int compare_samples(const void *left, const void *right)
{
	const struct command *a = *(const struct command *const *)left;
	const struct command *b = *(const struct command *const *)right;
	const int order = compare_series(a, b);

	return order ? order
	       : a->begin != b->begin ? compare_numbers(a->begin, b->begin)
				      : compare_numbers(a->reference, b->reference);
}

/* Scales the first of COUNT commands and those of its series; returns how many these are. */
static size_t scale_series(struct command **commands, size_t count)
{
	struct durations times = { 0 };
	struct command *last = NULL;
	uint32_t since = 0;
	size_t i = 0;

	for (; i < count && compare_series(commands[i], commands[0]) == 0; i++) {
		since++;
		if (!commands[i]->is_measured)
			continue;
		last = commands[i];
		last->stands_for = since;
		since = 0;
	}
	if (last)
		last->stands_for += since;
	for (size_t k = 0; k < i; k++)
		if (commands[k]->is_measured)
			durations_add_for(&times, commands[k]->ended - commands[k]->started,
					  commands[k]->stands_for);
	for (size_t k = 0; k < i; k++)
		if (!commands[k]->is_measured)
			commands[k]->estimate = durations_mean(&times);
	return i;
}

bool command_times_scale(struct commands *commands)
{
	struct command **list = calloc(commands->count + 1, sizeof(*list));
	size_t count = 0;

	if (!list)
		return space_is_short();
	for (size_t i = 0; i < commands->count; i++)
		if (commands->queues[commands->list[i].queue].profiling == RECORD_PROFILING_SAMPLED)
			list[count++] = &commands->list[i];
	qsort(list, count, sizeof(*list), compare_samples);
	for (size_t i = 0; i < count;)
		i += scale_series(list + i, count - i);
	free(list);
	return true;
}

/* -- clocks ----------------------------------------------------------------- */

/* What is known of host clock - device clock: it is between these. */
struct offset {
	int64_t low;
	int64_t high;
};

/* A command is queued while its call runs. */
static struct offset offset_of(const struct command *command)
{
	const uint64_t end = command->end > command->begin ? command->end : command->begin;

	return (struct offset){ (int64_t)(command->begin - command->queued),
				(int64_t)(end - command->queued) };
}

static bool narrow(struct offset *offset, struct offset other)
{
	if (offset->low > other.high || other.low > offset->high)
		return false;
	if (other.low > offset->low)
		offset->low = other.low;
	if (other.high < offset->high)
		offset->high = other.high;
	return true;
}

/* If the clocks can be the same, they are. */
static uint64_t middle(struct offset offset)
{
	if (offset.low <= 0 && offset.high >= 0)
		return 0;
	return (uint64_t)offset.low + ((uint64_t)offset.high - (uint64_t)offset.low) / 2;
}

/* No command starts before its call begins: what seems to do so is a clock that is not exact. */
static void set_host_times(struct command *command, struct offset offset)
{
	const uint64_t duration = command->ended - command->started;
	uint64_t started = command->started + middle(offset);

	if (started < command->begin)
		started = command->begin;
	command->host_started = started;
	command->host_ended = started + duration > started ? started + duration : started;
}

/*
 * Places COUNT commands of one queue, in the order in which they were enqueued. Each narrows the
 * offset for all; if the clocks drift, so that one does not fit, it begins anew with that.
 */
static void place(struct command **commands, size_t count)
{
	size_t first = 0;

	while (first < count) {
		struct offset offset = offset_of(commands[first]);
		size_t next = first + 1;

		while (next < count && narrow(&offset, offset_of(commands[next])))
			next++;
		for (; first < next; first++)
			set_host_times(commands[first], offset);
	}
}

static int compare_begins(const void *left, const void *right)
{
	const struct command *a = *(const struct command *const *)left;
	const struct command *b = *(const struct command *const *)right;

	return a->queue != b->queue ? compare_numbers(a->queue, b->queue)
				    : compare_numbers(a->begin, b->begin);
}

static int compare_starts(const void *left, const void *right)
{
	const struct command *a = *(const struct command *const *)left;
	const struct command *b = *(const struct command *const *)right;

	return a->queue != b->queue ? compare_numbers(a->queue, b->queue)
				    : compare_numbers(a->host_started, b->host_started);
}

bool command_times_place(struct commands *commands)
{
	struct command **ordered = calloc(commands->count + 1, sizeof(*ordered));
	size_t count = 0;
	size_t next;

	if (!ordered)
		return space_is_short();
	for (size_t i = 0; i < commands->count; i++)
		if (commands->list[i].is_measured)
			ordered[count++] = &commands->list[i];
	qsort(ordered, count, sizeof(*ordered), compare_begins);
	for (size_t first = 0; first < count; first = next) {
		for (next = first; next < count && ordered[next]->queue == ordered[first]->queue;)
			next++;
		place(ordered + first, next - first);
	}
	qsort(ordered, count, sizeof(*ordered), compare_starts);
	commands->ordered = (const struct command **)ordered;
	commands->ordered_count = count;
	return true;
}
