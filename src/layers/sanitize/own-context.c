/* SPDX-License-Identifier: Apache-2.0 */
/*
 * own-context: see own-context.h.
 */
#include "layers/sanitize/own-context.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include "base/common/system.h"
#include "layers/frame/ask.h"
#include "state/life.h"

#define YIELDING 50000	  /* ns, before the first pause */
#define SHORT_PAUSE 20000 /* ns */
#define LONG_PAUSE 1000000

struct own_queue {
	struct own_queue *next;
	cl_device_id device;
	cl_command_queue queue;
};

/* Of the list, and of the queues. It is not held while the driver is called. */
static struct lock lock = LOCK_INIT;
static struct own_context *contexts;

void own_context_start(void)
{
	life_add_lock(&lock);
}

/* With the lock. */
static struct own_context *find(cl_context handle)
{
	struct own_context *context = contexts;

	while (context && context->handle != handle)
		context = context->next;
	return context;
}

struct own_context *own_context_take(cl_context handle)
{
	struct own_context *context;

	lock_take(&lock);
	context = find(handle);
	if (!context) {
		context = calloc(1, sizeof(*context));
		if (context) {
			context->handle = handle;
			atomic_store(&context->command_regions.is_open, true);
			context->next = contexts;
			contexts = context;
		}
	}
	if (context)
		context->references++;
	lock_give(&lock);
	return context;
}

/* Takes CONTEXT out of the list if that was its last reference. */
static bool drop(struct own_context *context)
{
	struct own_context **link = &contexts;
	bool is_last;

	lock_take(&lock);
	is_last = --context->references == 0;
	while (is_last && *link != context)
		link = &(*link)->next;
	if (is_last)
		*link = context->next;
	lock_give(&lock);
	return is_last;
}

void own_context_give(struct own_context *context)
{
	struct own_queue *queue, *next;

	if (!context || !drop(context))
		return;
	regions_forget(&context->regions);
	regions_forget(&context->command_regions);
	for (queue = context->queues; queue; queue = next) {
		next = queue->next;
		clrouter_target.clReleaseCommandQueue(queue->queue);
		free(queue);
	}
	free(context);
}

static cl_command_queue find_queue(const struct own_context *context, cl_device_id device)
{
	const struct own_queue *queue = context->queues;

	while (queue && queue->device != device)
		queue = queue->next;
	return queue ? queue->queue : NULL;
}

/* Adds NEW, unless another thread has added one for its device. */
static cl_command_queue add_queue(struct own_context *context, struct own_queue *new)
{
	cl_command_queue queue;

	lock_take(&lock);
	queue = find_queue(context, new->device);
	if (!queue) {
		new->next = context->queues;
		context->queues = new;
	}
	lock_give(&lock);
	return queue;
}

cl_command_queue own_context_queue(struct own_context *context, cl_device_id device)
{
	struct own_queue *new;
	cl_command_queue queue;

	lock_take(&lock);
	queue = find_queue(context, device);
	lock_give(&lock);
	if (queue)
		return queue;
	new = calloc(1, sizeof(*new));
	if (!new)
		return NULL;
	new->device = device;
	new->queue = clrouter_target.clCreateCommandQueue(context->handle, device, 0, NULL);
	queue = new->queue ? add_queue(context, new) : NULL;
	if (!new->queue || queue) {
		if (new->queue)
			clrouter_target.clReleaseCommandQueue(new->queue);
		free(new);
		return queue;
	}
	return new->queue;
}

bool own_context_await(cl_command_queue queue, cl_event event, uint64_t limit, bool *is_late)
{
	const uint64_t begin = system_now();
	struct timespec pause = { .tv_nsec = SHORT_PAUSE };
	uint64_t passed;
	cl_int status;

	clrouter_target.clFlush(queue);
	/* A sleep takes longer than a short command. */
	while ((status = ask_event_status(event)) > CL_COMPLETE &&
	       (passed = system_now() - begin) < limit) {
		if (passed < YIELDING) {
			sched_yield();
			continue;
		}
		nanosleep(&pause, NULL);
		if (pause.tv_nsec < LONG_PAUSE)
			pause.tv_nsec *= 2;
	}
	clrouter_target.clReleaseEvent(event);
	if (is_late)
		*is_late = status > CL_COMPLETE;
	return status == CL_COMPLETE;
}

void own_context_release(cl_command_queue queue, cl_mem buffer, volatile void *map)
{
	cl_event event = NULL;

	if (map && clrouter_target.clEnqueueUnmapMemObject(queue, buffer, (void *)(uintptr_t)map, 0,
							   NULL, &event) == CL_SUCCESS)
		own_context_await(queue, event, OWN_CONTEXT_PATIENCE, NULL);
	if (buffer)
		clrouter_target.clReleaseMemObject(buffer);
}
