/* SPDX-License-Identifier: Apache-2.0 */
/*
 * watch: see watch.h. A thread takes the list of a queue out of the table while it uses it, so that
 * no lock is held while the driver is called. If another thread adds a command meanwhile, it begins
 * a new list, which is joined later.
 */
#include "layers/wait/watch.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/common/line.h"
#include "layers/frame/ask.h"
#include "layers/frame/layer-message.h"
#include "layers/frame/option.h"
#include "layers/frame/place/place.h"
#include "layers/frame/place/symbols.h"
#include "layers/wait/clock.h"
#include "layers/wait/wait-queue.h"
#include "opencl/signature.h"

#define KEPT 512  /* commands of a queue; of older ones only the number is known */
#define PLACES 64 /* whose waits are reported */
#define MOST_SECONDS 1000000
#define PRUNED 3 /* commands that are looked at when one is added */
#define TEXT_SIZE 800

struct watch_list {
	struct watch_command commands[KEPT]; /* a ring */
	size_t first, count;
};

static struct option watch_option = OPTION(WAIT_WATCH);
static struct option action_option = OPTION(WAIT_WATCH_ACTION);
static _Atomic(uint64_t) limit;
static atomic_bool aborts;
static _Atomic(struct watch_list *) lists[WAIT_QUEUE_MOST];
static _Atomic(const void *) told[PLACES];

/* -- lists ----------------------------------------------------------------------------------- */

static void release(struct watch_command *command)
{
	for (cl_uint i = 0; i < command->listed; i++)
		clrouter_target.clReleaseEvent(command->waits_for[i]);
	clrouter_target.clReleaseEvent(command->event);
}

static struct watch_command *first_of(struct watch_list *list)
{
	return &list->commands[list->first % KEPT];
}

static void drop_first(struct watch_list *list)
{
	release(first_of(list));
	list->first++;
	list->count--;
}

static void add(struct watch_list *list, const struct watch_command *command)
{
	if (list->count == KEPT)
		drop_first(list);
	list->commands[(list->first + list->count++) % KEPT] = *command;
}

/* Leaves out the first commands that have ended, MOST of them at most. */
static void prune(struct watch_list *list, size_t most)
{
	while (most-- > 0 && list->count > 0 &&
	       ask_event_status(first_of(list)->event) <= CL_COMPLETE)
		drop_first(list);
}

static _Atomic(struct watch_list *) *place_of_list(cl_command_queue handle)
{
	struct wait_queue *queue = wait_queue_look(handle);

	return queue ? &lists[queue - wait_queue_table] : NULL;
}

/* Puts LIST back. What another thread has added meanwhile is later. */
static void give_back(_Atomic(struct watch_list *) *place, struct watch_list *list)
{
	struct watch_list *found = NULL;

	while (!atomic_compare_exchange_strong(place, &found, list)) {
		struct watch_list *later = atomic_exchange(place, NULL);

		for (size_t i = 0; later && i < later->count; i++)
			add(list, &later->commands[(later->first + i) % KEPT]);
		free(later);
		found = NULL;
	}
}

cl_event *watch_begin(struct watch_command *command, unsigned int slot, cl_kernel kernel,
		      cl_uint count, const cl_event *events, cl_event *event)
{
	command->event = NULL;
	command->slot = slot;
	command->listed = 0;
	command->kernel[0] = '\0';
	if (atomic_load(&limit) == 0)
		return event;
	if (kernel)
		ASK(clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME, command->kernel);
	command->kernel[sizeof(command->kernel) - 1] = '\0';
	command->events = events;
	command->listed = !events ? 0 : count < WATCH_LISTED ? count : WATCH_LISTED;
	return event ? event : &command->event;
}

void watch_end(struct watch_command *command, cl_command_queue queue, const cl_event *event,
	       bool is_enqueued)
{
	_Atomic(struct watch_list *) *place = place_of_list(queue);
	struct watch_list *list;

	if (atomic_load(&limit) == 0 || !is_enqueued || !event || !*event)
		return;
	if (event != &command->event) {
		command->event = *event;
		if (clrouter_target.clRetainEvent(*event) != CL_SUCCESS)
			return;
	}
	/* The driver has accepted the list, so it has these events. */
	for (cl_uint i = 0; i < command->listed; i++) {
		command->waits_for[i] = command->events[i];
		clrouter_target.clRetainEvent(command->waits_for[i]);
	}
	list = place ? atomic_exchange(place, NULL) : NULL;
	if (!list)
		list = place ? calloc(1, sizeof(*list)) : NULL;
	if (!list) {
		release(command);
		return;
	}
	prune(list, PRUNED);
	add(list, command);
	give_back(place, list);
}

void watch_forget(cl_command_queue queue)
{
	_Atomic(struct watch_list *) *place = place_of_list(queue);
	struct watch_list *list = place ? atomic_exchange(place, NULL) : NULL;

	while (list && list->count > 0)
		drop_first(list);
	free(list);
}

/* -- the report ------------------------------------------------------------------------------ */

static void add_command(struct line *line, const struct watch_command *command)
{
	line_add_text(line, signatures[command->slot].name);
	if (command->kernel[0] != '\0')
		line_add(line, " of the kernel \"%s\"", command->kernel);
}

static void add_queue(struct line *line, cl_command_queue queue)
{
	line_add(line, "queue %p", (void *)queue);
}

/* The event that holds up COMMAND. False: none that is known. */
static bool add_holder(struct line *line, const struct watch_command *command, cl_command_queue own)
{
	for (cl_uint i = 0; i < command->listed; i++) {
		const cl_event event = command->waits_for[i];
		cl_command_queue queue = NULL;

		if (ask_event_status(event) <= CL_COMPLETE)
			continue;
		ASK(clGetEventInfo, event, CL_EVENT_COMMAND_QUEUE, queue);
		if (!queue) {
			line_add(line, "waits for the user event %p, which nobody has set",
				 (void *)event);
			return true;
		}
		if (queue == own)
			continue;
		line_add_text(line, "waits for a command of ");
		add_queue(line, queue);
		if (wait_queue_is_dirty(queue))
			line_add_text(line, ", which was not flushed (clFlush is missing)");
		return true;
	}
	return false;
}

static void add_state(struct line *line, const struct watch_command *command,
		      cl_command_queue queue)
{
	static const char *const states[] = { "has ended", "is running", "is submitted",
					      "is queued" };
	const cl_int status = ask_event_status(command->event);

	if (add_holder(line, command, queue))
		return;
	if (command->slot == CLROUTER_SLOT_clEnqueueWaitSemaphoresKHR && status > CL_COMPLETE) {
		line_add_text(line, "waits for a semaphore that was not signaled");
		return;
	}
	line_add_text(line, status < 0		  ? "has failed"
			    : status <= CL_QUEUED ? states[status]
						  : "is unknown");
}

/* The first command of QUEUE that has not ended, and how many are after it. */
static void add_head(struct line *line, cl_command_queue queue)
{
	_Atomic(struct watch_list *) *place = place_of_list(queue);
	struct watch_list *list = place ? atomic_exchange(place, NULL) : NULL;

	if (!list)
		return;
	prune(list, KEPT);
	if (list->count > 0) {
		line_add_text(line, "; first in the queue: ");
		add_command(line, first_of(list));
		line_add_text(line, ", which ");
		add_state(line, first_of(list), queue);
		line_add(line, "; commands after it: %zu", list->count - 1);
	}
	give_back(place, list);
}

/* The first of the events that has not ended. */
static void add_event(struct line *line, const struct watch_wait *wait)
{
	for (cl_uint i = 0; i < wait->count; i++) {
		cl_command_queue queue = NULL;

		if (ask_event_status(wait->events[i]) <= CL_COMPLETE)
			continue;
		ASK(clGetEventInfo, wait->events[i], CL_EVENT_COMMAND_QUEUE, queue);
		if (!queue) {
			line_add(line, "the user event %p, which nobody has set",
				 (void *)wait->events[i]);
			return;
		}
		line_add_text(line, "a command of ");
		add_queue(line, queue);
		add_head(line, queue);
		return;
	}
	line_add_text(line, "events that have ended");
}

/* Is it the first message about SITE? */
static bool is_news(const void *site)
{
	for (size_t i = 0; i < PLACES; i++) {
		const void *found = NULL;

		if (atomic_compare_exchange_strong(&told[i], &found, site))
			return true;
		if (found == site)
			return false;
	}
	return false;
}

void watch_tell(const struct watch_wait *wait)
{
	char text[TEXT_SIZE];
	struct line line = line_in(text, sizeof(text));
	const void *site;

	if (atomic_load(&limit) == 0)
		return;
	site = place_of(wait->site);
	if (!is_news(site))
		return;
	line_add(&line, "wait: %s ", signatures[wait->slot].name);
	if (wait->reason)
		line_add(&line, "may never end: %s; it waits for ", wait->reason);
	else
		line_add(&line, "takes longer than %llu s; it waits for ",
			 (unsigned long long)(atomic_load(&limit) / NS_PER_S));
	if (wait->queue) {
		add_queue(&line, wait->queue);
		add_head(&line, wait->queue);
	} else {
		add_event(&line, wait);
	}
	line_add_text(&line, "; called at ");
	symbols_add(&line, site);
	layer_message("%s", text);
	if (atomic_load(&aborts))
		abort();
}

void watch_start(void)
{
	const uint64_t seconds = option_number(&watch_option, MOST_SECONDS, 0);

	atomic_store(&limit, seconds * NS_PER_S);
	atomic_store(&aborts, option_choice(&action_option) == 1);
	for (size_t i = 0; i < PLACES; i++)
		atomic_store(&told[i], NULL);
	if (seconds > 0)
		place_start();
}

uint64_t watch_limit(void)
{
	return atomic_load(&limit);
}
