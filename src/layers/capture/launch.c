/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch: see launch.h.
 *
 *	copies before    wait for what the launch waits for
 *	launch           waits for that, and for the copies before
 *	copies after     wait for the launch
 *
 * The program gets the event of the last copy, so nothing that waits for the launch changes the
 * contents before they are copied. A queue that keeps the order of its commands needs no event for
 * that between copies and launch, and then a copy that fails is nothing to the launch.
 */
#include "layers/capture/launch.h"

#include <stdlib.h>
#include <string.h>

#include "launch/capture-status.h"
#include "layers/capture/answers.h"
#include "layers/capture/copies.h"
#include "layers/capture/outcome.h"
#include "layers/capture/writer.h"

_Static_assert(sizeof(struct launch) <= CALL_OWN, "a launch fits into a call");

static struct {
	const char *pattern;
	uint64_t limit;
} settings;

void launch_set_up(const char *pattern, uint64_t limit)
{
	settings.pattern = pattern;
	settings.limit = limit;
}

/* The parameters of a launch that are about events. */
struct places {
	unsigned int count, list, event;
};

static struct places places_of(const struct call *call)
{
	if (call->slot == CLROUTER_SLOT_clEnqueueTask)
		return (struct places){ ARG_clEnqueueTask_num_events_in_wait_list,
					ARG_clEnqueueTask_event_wait_list,
					ARG_clEnqueueTask_event };
	return (struct places){ ARG_clEnqueueNDRangeKernel_num_events_in_wait_list,
				ARG_clEnqueueNDRangeKernel_event_wait_list,
				ARG_clEnqueueNDRangeKernel_event };
}

static struct copies_wait wait_of(const struct call *call)
{
	const struct places places = places_of(call);

	return (struct copies_wait){ (cl_uint)call_number(call, places.count),
				     call_pointer(call, places.list) };
}

/* A job for CALL; NULL: there is no memory, or the call is so wrong that it cannot be copied. */
static struct job *make_job(const struct call *call, uint64_t number)
{
	struct job *job;

	outcome_say(CAPTURE_STATUS_TAKEN, "%llu", (unsigned long long)number);
	if (call->slot == CLROUTER_SLOT_clEnqueueNDRangeKernel &&
	    call_number(call, ARG_clEnqueueNDRangeKernel_work_dim) > 3) {
		outcome_say(CAPTURE_STATUS_REFUSED, "launch %llu: it has %llu dimensions",
			    (unsigned long long)number,
			    (unsigned long long)call_number(
				    call, ARG_clEnqueueNDRangeKernel_work_dim));
		return NULL;
	}
	job = job_make(call, number);
	if (job == NULL)
		outcome_say(CAPTURE_STATUS_REFUSED, "launch %llu: there is not enough memory",
			    (unsigned long long)number);
	else
		job->limit = settings.limit;
	return job;
}

/* Gives up a job that the writer does not have. */
static void refuse(struct job *job)
{
	outcome_say(CAPTURE_STATUS_REFUSED, "launch %llu: %s", (unsigned long long)job->number,
		    job->model.reason);
	job_free(job, false);
}

/* -- before the launch ----------------------------------------------------------------------- */

static bool is_ordered(const struct job *job)
{
	return (job->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
}

/* The launch waits for the copies, too. False: there is no memory. */
static bool make_list(struct launch *launch, struct copies_wait wait)
{
	launch->list = malloc((wait.count + (size_t)1) * sizeof(*launch->list));
	if (launch->list == NULL)
		return model_refuse_memory(&launch->job->model);
	if (wait.count > 0)
		memcpy(launch->list, wait.events, wait.count * sizeof(*launch->list));
	launch->list[wait.count] = launch->before;
	launch->count = wait.count + 1;
	return true;
}

static void set(const struct call *call, unsigned int index, const void *value, size_t size)
{
	memcpy(call->values[index], value, size);
}

/* What the driver gets in place of what the program has passed. */
static void change(struct call *call, struct launch *launch)
{
	const struct places places = places_of(call);
	cl_event *const place = &launch->event;

	memcpy(&launch->given, call->values[places.event], sizeof(launch->given));
	launch->wait = wait_of(call);
	set(call, places.event, &place, sizeof(place));
	if (launch->list == NULL)
		return;
	set(call, places.count, &launch->count, sizeof(launch->count));
	set(call, places.list, &launch->list, sizeof(launch->list));
}

static void change_back(struct call *call, const struct launch *launch)
{
	const struct places places = places_of(call);

	set(call, places.event, &launch->given, sizeof(launch->given));
	set(call, places.count, &launch->wait.count, sizeof(launch->wait.count));
	set(call, places.list, &launch->wait.events, sizeof(launch->wait.events));
}

static bool prepare(const struct call *call, struct launch *launch)
{
	const struct copies_wait wait = wait_of(call);
	struct job *job = launch->job;

	if (wait.count > 0 && wait.events == NULL)
		return model_refuse(&job->model, "its list of events is missing");
	return job_describe(job, call, false) && copies_make(job, false) &&
	       writer_begin(job, settings.pattern) &&
	       copies_enqueue(job, MODEL_BEFORE, wait, &launch->before) &&
	       (launch->before == NULL || is_ordered(job) || make_list(launch, wait));
}

void launch_before(struct call *call, struct launch *launch, uint64_t number)
{
	const uint64_t begin = job_now();

	*launch = (struct launch){ .job = make_job(call, number) };
	if (launch->job == NULL)
		return;
	if (prepare(call, launch)) {
		change(call, launch);
		launch->job->call_ns = job_now() - begin;
		return;
	}
	if (launch->before != NULL)
		clrouter_target.clReleaseEvent(launch->before);
	if (!writer_drop(launch->job))
		refuse(launch->job);
	launch->job = NULL;
}

/* -- after it -------------------------------------------------------------------------------- */

/* The program gets EVENT if it wants one. */
static void give(const struct launch *launch, cl_event event)
{
	if (launch->given == NULL || event == NULL)
		return;
	clrouter_target.clRetainEvent(event);
	*launch->given = event;
}

/* If the launch ends with an error, what it waited for says whether that is its own. */
static void keep_waited(struct job *job, struct copies_wait wait)
{
	if (wait.count == 0)
		return;
	job->waited = malloc(wait.count * sizeof(*job->waited));
	for (; job->waited != NULL && job->waited_count < wait.count; job->waited_count++) {
		job->waited[job->waited_count] = wait.events[job->waited_count];
		clrouter_target.clRetainEvent(wait.events[job->waited_count]);
	}
}

/* The launch was made. */
static bool finish(struct launch *launch)
{
	struct job *job = launch->job;
	const struct copies_wait wait = { 1, &job->launch };
	cl_event last = NULL;
	bool is_good;

	if (job->launch == NULL)
		return model_refuse(&job->model, "the driver has returned no event");
	is_good = copies_enqueue(job, MODEL_AFTER, wait, &last);
	job->last = last != NULL ? last : job->launch;
	return is_good;
}

void launch_after(struct call *call, struct launch *launch, const void *result)
{
	const uint64_t begin = job_now();
	struct job *job = launch->job;
	bool is_good = true;

	change_back(call, launch);
	memcpy(&job->error, result, sizeof(job->error));
	if (job->error == CL_SUCCESS) {
		job->launch = launch->event;
		keep_waited(job, launch->wait);
		is_good = finish(launch);
		/* Also if it is refused: copies that were enqueued are as much in the way. */
		job->is_answered =
			launch->given != NULL && job->last != NULL && job->last != job->launch;
		if (job->is_answered)
			answers_start(job->last, job->launch);
		give(launch, job->last);
	}
	if (launch->before != NULL && job->last == NULL)
		job->last = launch->before;
	else if (launch->before != NULL)
		clrouter_target.clReleaseEvent(launch->before);
	free(launch->list);
	job->call_ns += job_now() - begin;
	launch->job = NULL;
	if (is_good)
		writer_queue(job);
	else
		writer_drop(job);
}

void launch_failed(const struct call *call, uint64_t number, cl_int error)
{
	const uint64_t begin = job_now();
	struct job *job = make_job(call, number);

	if (job == NULL)
		return;
	job->error = error;
	if (job_describe(job, call, true) && copies_make(job, true) &&
	    writer_begin(job, settings.pattern)) {
		const bool is_good = copies_enqueue(job, MODEL_BEFORE, wait_of(call), &job->last);

		job->call_ns = job_now() - begin;
		if (is_good)
			writer_queue(job);
		else
			writer_drop(job);
		return;
	}
	refuse(job);
}
