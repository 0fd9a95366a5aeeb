/* SPDX-License-Identifier: Apache-2.0 */
/* command-list: see command-list.h. */
#include "tool/report/command-list.h"

#include <stdlib.h>

#include "record/recorded-call.h"
#include "tool/report/clock-offset.h"
#include "tool/report/numbers.h"
#include "tool/report/space.h"

/* -- joining ---------------------------------------------------------------- */

static int compare_references(const void *left, const void *right)
{
	return number_order(((const struct model_command *)left)->reference,
			    ((const struct model_command *)right)->reference);
}

static int compare_calls(const void *left, const void *right)
{
	return number_order(((const struct command_times *)left)->call,
			    ((const struct command_times *)right)->call);
}

static void set_times(struct model_command *command, const struct command_times *times)
{
	if (command->queue == 0)
		command->queue = times->queue;
	command->status = times->status;
	command->queued = times->queued;
	command->submitted = times->submitted;
	command->started = times->started;
	command->ended = times->ended;
	command->stands_for = times->stands_for;
	command->is_measured =
		recorded_is_measured(times->status, times->started, times->ended);
}

bool command_list_add(struct command_list *commands, const struct model_command *command)
{
	if (!space_make(&commands->list, commands->count, sizeof(*command)))
		return false;
	commands->list[commands->count++] = *command;
	return true;
}

bool command_list_add_times(struct command_list *commands, const struct record_command *times,
			    uint32_t queue)
{
	if (!space_make(&commands->times, commands->time_count, sizeof(*commands->times)))
		return false;
	commands->times[commands->time_count++] = (struct command_times){
		.call = times->call,
		.queue = queue,
		.stands_for = times->stands_for > 0 ? times->stands_for : 1,
		.queued = times->queued,
		.submitted = times->submitted,
		.started = times->started,
		.ended = times->ended,
		.status = times->status,
	};
	return true;
}

static void join(struct command_list *commands)
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

/* -- places ----------------------------------------------------------------- */

static void set_host_times(struct model_command *command, const struct clock_offset *offset)
{
	const uint64_t duration = command->ended - command->started;
	const uint64_t started = clock_offset_start(offset, command->begin, command->started);

	command->host_started = started;
	command->host_ended = started + duration > started ? started + duration : started;
}

static bool fits(struct clock_offset *offset, const struct model_command *command)
{
	return clock_offset_narrow(offset, command->begin, command->end, command->queued);
}

/*
 * Places COUNT commands of one queue, in the order in which they were enqueued. Each narrows the
 * offset for all; if the clocks drift, so that one does not fit, it begins anew with that.
 */
static void place_queue(struct model_command **commands, size_t count)
{
	size_t first = 0;

	while (first < count) {
		struct clock_offset offset = { .is_known = false };
		size_t next = first;

		while (next < count && fits(&offset, commands[next]))
			next++;
		for (; first < next; first++)
			set_host_times(commands[first], &offset);
	}
}

static int compare_begins(const void *left, const void *right)
{
	const struct model_command *a = *(const struct model_command *const *)left;
	const struct model_command *b = *(const struct model_command *const *)right;

	return number_order_then(a->queue, b->queue, a->begin, b->begin);
}

static int compare_starts(const void *left, const void *right)
{
	const struct model_command *a = *(const struct model_command *const *)left;
	const struct model_command *b = *(const struct model_command *const *)right;

	return number_order_then(a->queue, b->queue, a->host_started, b->host_started);
}

/* The measured commands in the order of COMPARE, *COUNT of them; NULL: there is no memory. */
static struct model_command **list_measured(const struct command_list *commands, size_t *count,
					    int (*compare)(const void *, const void *))
{
	struct model_command **list = calloc(commands->count + 1, sizeof(*list));

	*count = 0;
	if (!list)
		return NULL;
	for (size_t i = 0; i < commands->count; i++)
		if (commands->list[i].is_measured)
			list[(*count)++] = &commands->list[i];
	qsort(list, *count, sizeof(*list), compare);
	return list;
}

static bool place(const struct command_list *commands)
{
	size_t count;
	size_t next;
	struct model_command **list = list_measured(commands, &count, compare_begins);

	for (size_t first = 0; list && first < count; first = next) {
		for (next = first; next < count && list[next]->queue == list[first]->queue;)
			next++;
		place_queue(list + first, next - first);
	}
	free(list);
	return list || space_is_short();
}

/* -- the end ---------------------------------------------------------------- */

static bool is_in(const struct model_command *command, uint64_t from, uint64_t to)
{
	return (command->begin >= from && command->begin < to) ||
	       (command->is_measured && command->host_ended > from && command->host_started < to);
}

static void leave_out(struct command_list *commands, uint64_t from, uint64_t to)
{
	size_t kept = 0;

	for (size_t i = 0; i < commands->count; i++)
		if (is_in(&commands->list[i], from, to))
			commands->list[kept++] = commands->list[i];
	commands->count = kept;
}

bool command_list_join(struct command_list *commands, uint64_t from, uint64_t to)
{
	join(commands);
	if (!place(commands))
		return false;
	leave_out(commands, from, to);
	commands->ordered = (const struct model_command **)list_measured(
		commands, &commands->ordered_count, compare_starts);
	return commands->ordered || space_is_short();
}

const struct model_command *command_list_find(const struct command_list *commands,
					      uint64_t reference)
{
	const struct model_command key = { .reference = reference };

	return commands->count > 0 ? bsearch(&key, commands->list, commands->count, sizeof(key),
					     compare_references)
				   : NULL;
}

void command_list_done(struct command_list *commands)
{
	free(commands->list);
	free(commands->times);
	free(commands->ordered);
	*commands = (struct command_list){ .list = NULL };
}
