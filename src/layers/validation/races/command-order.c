/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command-order: see command-order.h. The commands are in an array in the order of their numbers.
 * An edge leads from a command to one before it, by number; a number that is not in the array any
 * more belongs to a command that has ended. So what comes before a command is found in one pass
 * from its place to the beginning.
 */
#include "layers/validation/races/command-order.h"

#include <stdlib.h>
#include <string.h>

#include "state/facts.h"

struct order_command {
	uint64_t number;
	struct order_entry entry;
	uint64_t *before; /* edges */
	size_t before_count;
	const void **user_events; /* that it waits for and that are not set */
	size_t user_event_count;
	bool is_held; /* by a user event, perhaps of a command before it */
	bool is_marked;
};

static struct order_command *commands[ORDER_COMMANDS];
static size_t command_count;
static uint64_t last_number;
static uint64_t last_unknown; /* comes before all that follow */
static bool is_incomplete;    /* memory was short: any two commands may be ordered */

size_t order_count(void)
{
	return command_count;
}

/* -- the array --------------------------------------------------------------------------- */

static struct order_command *find(uint64_t number)
{
	size_t low = 0;
	size_t high = command_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (commands[middle]->number == number)
			return commands[middle];
		if (commands[middle]->number < number)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

/* The command of EVENT: the newest one, since drivers give an address again. NULL: none is kept. */
static struct order_command *find_by_event(const void *event)
{
	const struct facts_event *facts = facts_of_event(event);
	size_t i = command_count;

	if (!event || (facts && facts->is_user))
		return NULL;
	while (i > 0 && commands[i - 1]->entry.event != event)
		i--;
	return i > 0 ? commands[i - 1] : NULL;
}

static void free_command(struct order_command *command)
{
	free((void *)command->entry.accesses);
	free(command->user_events);
	free(command->before);
	free(command);
}

/* Takes out the commands that are marked. */
static void remove_marked(void)
{
	size_t kept = 0;

	for (size_t i = 0; i < command_count; i++)
		if (commands[i]->is_marked)
			free_command(commands[i]);
		else
			commands[kept++] = commands[i];
	command_count = kept;
}

static void unmark_all(void)
{
	for (size_t i = 0; i < command_count; i++)
		commands[i]->is_marked = false;
}

static void mark_edges(const struct order_command *command)
{
	for (size_t i = 0; i < command->before_count; i++) {
		struct order_command *before = find(command->before[i]);

		if (before)
			before->is_marked = true;
	}
}

/* Marks what comes before the commands that are marked. */
static void mark_all_before(void)
{
	for (size_t i = command_count; i > 0; i--)
		if (commands[i - 1]->is_marked)
			mark_edges(commands[i - 1]);
}

/* Marks what comes before COMMAND, and nothing else. */
static void mark_before(const struct order_command *command)
{
	unmark_all();
	mark_edges(command);
	mark_all_before();
}

/* -- commands that end ------------------------------------------------------------------- */

static void end_command(struct order_command *command)
{
	if (!command)
		return;
	mark_before(command);
	command->is_marked = true;
	remove_marked();
}

void order_wait(const void *event)
{
	end_command(find_by_event(event));
}

void order_wait_for_last(void)
{
	end_command(find(last_number));
}

bool order_is_held(void)
{
	const struct order_command *command = find(last_number);

	return command && command->is_held;
}

void order_finish(uint32_t queue)
{
	for (size_t i = 0; i < command_count; i++)
		commands[i]->is_marked = queue != 0 && commands[i]->entry.queue == queue;
	mark_all_before();
	remove_marked();
}

/* -- edges ------------------------------------------------------------------------------- */

/* There are as many places as commands, and some more. */
static void add_edge(struct order_command *command, const struct order_command *before)
{
	if (before)
		command->before[command->before_count++] = before->number;
}

/* To all commands in QUEUE, or in all queues if that is 0. */
static void add_edges(struct order_command *command, uint32_t queue)
{
	for (size_t i = 0; i < command_count; i++)
		if (queue == 0 || commands[i]->entry.queue == queue)
			add_edge(command, commands[i]);
}

/* To the last command in the queue of COMMAND, or the last barrier if WANTS_BARRIER. */
static void add_last_edge(struct order_command *command, bool wants_barrier)
{
	size_t i = command_count;

	while (i > 0 && (commands[i - 1]->entry.queue != command->entry.queue ||
			 (wants_barrier && commands[i - 1]->entry.kind != ORDER_BARRIER)))
		i--;
	if (i > 0)
		add_edge(command, commands[i - 1]);
}

static void add_wait(struct order_command *command, const void *event)
{
	const struct facts_event *facts = facts_of_event(event);

	if (facts && facts->is_user && !atomic_load(&facts->is_status_set))
		command->user_events[command->user_event_count++] = event;
	else
		add_edge(command, find_by_event(event));
}

static void add_queue_edges(struct order_command *command)
{
	const struct order_entry *entry = &command->entry;
	const bool waits_for_all = (entry->kind == ORDER_MARKER || entry->kind == ORDER_BARRIER) &&
				   entry->wait_count == 0;

	if (entry->is_unordered && waits_for_all)
		add_edges(command, entry->queue);
	else
		add_last_edge(command, entry->is_unordered);
}

static void set_held(struct order_command *command)
{
	command->is_held = command->user_event_count > 0;
	for (size_t i = 0; i < command->before_count && !command->is_held; i++) {
		const struct order_command *before = find(command->before[i]);

		command->is_held = before && before->is_held;
	}
}

static void connect(struct order_command *command)
{
	const struct order_entry *entry = &command->entry;

	add_edge(command, find(last_unknown));
	for (size_t i = 0; i < entry->wait_count; i++)
		add_wait(command, entry->waits[i]);
	if (entry->kind == ORDER_UNKNOWN || entry->queue == 0) {
		add_edges(command, 0);
		last_unknown = command->number;
	} else {
		add_queue_edges(command);
	}
	set_held(command);
}

/* -- races ------------------------------------------------------------------------------- */

/* Two parts of one kernel that have no work-item in common: each uses memory of its own. */
static bool are_parts(const struct order_range *a, const struct order_range *b)
{
	if (!a->kernel || a->kernel != b->kernel)
		return false;
	for (int i = 0; i < 3; i++)
		if (a->begin[i] >= b->end[i] || b->begin[i] >= a->end[i])
			return true;
	return false;
}

/* Puts a conflict of EARLY and LATE into *RACE if it is more certain than what is there. */
static bool find_conflict(const struct order_command *early, const struct order_command *late,
			  struct order_race *race)
{
	const struct order_entry *a = &early->entry;
	const struct order_entry *b = &late->entry;
	const enum order_certainty before = race->certainty;

	if (a->is_last || are_parts(&a->range, &b->range))
		return false;
	for (size_t i = 0; i < a->access_count; i++)
		for (size_t k = 0; k < b->access_count; k++) {
			const enum order_certainty certainty =
				access_is_certain(&a->accesses[i], &b->accesses[k])
					? ORDER_CERTAIN
					: ORDER_DOUBTFUL;

			if (certainty <= race->certainty ||
			    !access_conflicts(&a->accesses[i], &b->accesses[k]))
				continue;
			*race = (struct order_race){
				certainty, a->slot, a->site,  a->queue,	      a->accesses[i],
				b->slot,   b->site, b->queue, b->accesses[k],
			};
		}
	return race->certainty > before;
}

/* Conflicts of COMMAND with those that were enqueued before it. */
static void find_earlier(const struct order_command *command, struct order_race *race)
{
	if (command->entry.access_count == 0 || command->is_held)
		return;
	mark_before(command);
	for (size_t i = 0; i < command_count && commands[i] != command; i++)
		if (!commands[i]->is_marked && !commands[i]->is_held)
			find_conflict(commands[i], command, race);
}

/* Conflicts of COMMAND with those that were enqueued after it. */
static void find_later(const struct order_command *command, struct order_race *race)
{
	for (size_t i = command_count; i > 0 && commands[i - 1] != command; i--) {
		struct order_race found = *race;

		if (commands[i - 1]->is_held || !find_conflict(command, commands[i - 1], &found))
			continue;
		mark_before(commands[i - 1]);
		if (!command->is_marked)
			*race = found;
	}
}

bool order_find_use(const struct access *access, struct order_race *race)
{
	const struct order_command host = { .entry = { .accesses = access, .access_count = 1 } };

	race->certainty = ORDER_NONE;
	/* The host may have waited for a queue that is not known. */
	for (size_t i = 0; i < command_count; i++)
		if (commands[i]->entry.queue != 0 && !commands[i]->is_held)
			find_conflict(commands[i], &host, race);
	return race->certainty != ORDER_NONE;
}

void order_wait_for_users(const struct access *access)
{
	const struct order_command host = { .entry = { .accesses = access, .access_count = 1 } };

	for (size_t i = 0; i < command_count; i++) {
		struct order_race race = { .certainty = ORDER_NONE };

		commands[i]->is_marked = find_conflict(commands[i], &host, &race);
	}
	mark_all_before();
	remove_marked();
}

/* -- memory that is freed ---------------------------------------------------------------- */

static void remove_accesses(struct order_command *command, const struct access *freed)
{
	struct access *accesses = (struct access *)command->entry.accesses;
	size_t kept = 0;

	for (size_t i = 0; i < command->entry.access_count; i++)
		if (accesses[i].space != freed->space ||
		    accesses[i].region.begin < freed->region.begin ||
		    accesses[i].region.end > freed->region.end)
			accesses[kept++] = accesses[i];
	command->entry.access_count = kept;
}

/* What COMMAND frees others may have after it, and so after all that comes before it. */
static void forget_freed(const struct order_command *command)
{
	const struct order_entry *entry = &command->entry;

	if (!entry->is_last || command->is_held)
		return;
	mark_before(command);
	for (size_t i = 0; i < command_count; i++)
		for (size_t k = 0; k < entry->access_count && commands[i]->is_marked; k++)
			remove_accesses(commands[i], &entry->accesses[k]);
}

/* -- commands that are enqueued ---------------------------------------------------------- */

static struct order_command *new_command(const struct order_entry *entry)
{
	struct order_command *command = calloc(1, sizeof(*command));
	struct access *accesses = malloc((entry->access_count + 1) * sizeof(*accesses));

	if (!command || !accesses) {
		free(command);
		free(accesses);
		return NULL;
	}
	command->entry = *entry;
	command->entry.accesses = accesses;
	if (entry->access_count > 0)
		memcpy(accesses, entry->accesses, entry->access_count * sizeof(*accesses));
	command->before = malloc((2 * command_count + entry->wait_count + 3) * sizeof(uint64_t));
	command->user_events = malloc((entry->wait_count + 1) * sizeof(void *));
	if (command->before && command->user_events)
		return command;
	free_command(command);
	return NULL;
}

static void forget_commands(void)
{
	for (size_t i = 0; i < command_count; i++)
		commands[i]->is_marked = true;
	remove_marked();
}

static void make_place(void)
{
	if (command_count < ORDER_COMMANDS)
		return;
	unmark_all();
	for (size_t i = 0; i < ORDER_COMMANDS / 4; i++)
		commands[i]->is_marked = true;
	remove_marked();
}

void order_give_up(void)
{
	forget_commands();
	is_incomplete = true;
}

bool order_add(const struct order_entry *entry, struct order_race *race)
{
	struct order_command *command;

	race->certainty = ORDER_NONE;
	if (is_incomplete)
		return false;
	make_place();
	command = new_command(entry);
	if (!command) {
		order_give_up();
		return false;
	}
	command->number = ++last_number;
	connect(command);
	command->entry.waits = NULL;
	commands[command_count++] = command;
	find_earlier(command, race);
	forget_freed(command);
	return race->certainty != ORDER_NONE;
}

/* -- user events ------------------------------------------------------------------------- */

static void remove_user_event(struct order_command *command, const void *event)
{
	size_t kept = 0;

	for (size_t i = 0; i < command->user_event_count; i++)
		if (command->user_events[i] != event)
			command->user_events[kept++] = command->user_events[i];
	command->user_event_count = kept;
}

bool order_set_user_event(const void *event, bool is_good, struct order_race *race)
{
	bool was_held[ORDER_COMMANDS] = { false };

	race->certainty = ORDER_NONE;
	for (size_t i = 0; i < command_count; i++) {
		was_held[i] = commands[i]->is_held;
		remove_user_event(commands[i], event);
		set_held(commands[i]);
	}
	for (size_t i = 0; i < command_count && is_good; i++)
		if (was_held[i] && !commands[i]->is_held) {
			find_earlier(commands[i], race);
			find_later(commands[i], race);
			forget_freed(commands[i]);
		}
	if (is_good)
		return race->certainty != ORDER_NONE;
	for (size_t i = 0; i < command_count; i++)
		commands[i]->is_marked = was_held[i] && !commands[i]->is_held;
	remove_marked();
	return false;
}

void order_forget_all(void)
{
	forget_commands();
	last_unknown = 0;
	is_incomplete = false;
}
