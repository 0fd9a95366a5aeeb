/* SPDX-License-Identifier: Apache-2.0 */
/*
 * capture-call: see capture-call.h.
 *
 *	copies before    wait for what the launch waits for
 *	launch           waits for that, and for the copies before
 *	copies after     wait for the launch
 *
 * The program gets the event of the last copy, so nothing that waits for the launch changes the
 * contents before they are copied. A queue that keeps the order of its commands needs no event for
 * that between copies and launch, and then a copy that fails is nothing to the launch.
 */
#include "layers/capture/capture-call.h"

#include <stdlib.h>
#include <string.h>

#include "base/common/system.h"
#include "layers/capture/claim.h"
#include "layers/capture/describe.h"
#include "layers/capture/event-answers.h"
#include "layers/capture/launch-choice.h"
#include "layers/capture/outcome.h"
#include "layers/capture/writer.h"

_Static_assert(sizeof(struct capture_call) <= CALL_OWN, "it fits into a call");

static uint64_t most_bytes;

void capture_call_set_up(uint64_t limit)
{
	most_bytes = limit;
}

/* The parameters of a launch that are about events. */
struct event_places {
	int count, list, event;
};

static struct event_places places_of(const struct call *call)
{
	const struct signature *function = &signatures[call->slot];
	const int list = signature_find(function, PARAM_HANDLES, OBJECT_EVENT);

	return (struct event_places){ function->params[list].count, list,
				      signature_find(function, PARAM_MADE, OBJECT_EVENT) };
}

static struct copies_wait wait_of(const struct call *call)
{
	const struct event_places places = places_of(call);

	return (struct copies_wait){ (cl_uint)call_number(call, places.count),
				     call_pointer(call, places.list) };
}

static void refuse(uint64_t number, const char *reason)
{
	outcome_say(STATUS_REFUSED, "launch %llu: %s", (unsigned long long)number, reason);
	choice_settle(false);
}

/* A job for CALL; NULL: there is no memory, or the call is so wrong that it cannot be copied. */
static struct job *make_job(const struct call *call, uint64_t number)
{
	char reason[JOB_REASON];
	struct job *job;
	uint64_t dimensions = 1;

	outcome_say(STATUS_TAKEN, "%llu", (unsigned long long)number);
	if (call->slot == CLROUTER_SLOT_clEnqueueNDRangeKernel)
		dimensions = call_number(call, ARG_clEnqueueNDRangeKernel_work_dim);
	if (dimensions > LAUNCH_DIMENSIONS) {
		job_refuse(reason, "it has %llu dimensions", (unsigned long long)dimensions);
		refuse(number, reason);
		return NULL;
	}
	job = job_make(call, number);
	if (!job)
		refuse(number, "there is not enough memory");
	return job;
}

/* Gives up a job that the writer does not have. */
static void drop(struct job *job)
{
	refuse(job->launch.call.number, job->reason);
	claim_drop(job);
	copies_free(job, false);
	job_free(job);
}

/* -- before the launch ----------------------------------------------------------------------- */

static bool is_ordered(const struct job *job)
{
	return (job->launch.call.queue_properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
}

/* The launch waits for the copies, too. False: there is no memory. */
static bool make_list(struct capture_call *own, struct copies_wait wait)
{
	own->list = malloc((wait.count + (size_t)1) * sizeof(*own->list));
	if (!own->list)
		return job_refuse_memory(own->job);
	if (wait.count > 0)
		memcpy(own->list, wait.events, wait.count * sizeof(*own->list));
	own->list[wait.count] = own->before;
	own->count = wait.count + 1;
	return true;
}

static void set(const struct call *call, unsigned int index, const void *value, size_t size)
{
	memcpy(call->values[index], value, size);
}

/* What the driver gets in place of what the program has passed. */
static void change(struct call *call, struct capture_call *own)
{
	const struct event_places places = places_of(call);
	cl_event *const place = &own->event;

	memcpy(&own->given, call->values[places.event], sizeof(own->given));
	own->wait = wait_of(call);
	set(call, places.event, &place, sizeof(place));
	if (!own->list)
		return;
	set(call, places.count, &own->count, sizeof(own->count));
	set(call, places.list, &own->list, sizeof(own->list));
}

static void change_back(struct call *call, const struct capture_call *own)
{
	const struct event_places places = places_of(call);

	set(call, places.event, &own->given, sizeof(own->given));
	set(call, places.count, &own->wait.count, sizeof(own->wait.count));
	set(call, places.list, &own->wait.events, sizeof(own->wait.events));
}

static bool prepare(const struct call *call, struct capture_call *own)
{
	const struct copies_wait wait = wait_of(call);
	struct job *job = own->job;

	if (wait.count > 0 && !wait.events)
		return job_refuse(job->reason, "its list of events is missing");
	return describe_launch(job, call, false) && claim_make(job) &&
	       copies_make(job, most_bytes, false) && writer_begin(job) &&
	       copies_enqueue(job, JOB_BEFORE, wait, &own->before) &&
	       (!own->before || is_ordered(job) || make_list(own, wait));
}

void capture_call_before(struct call *call, struct capture_call *own, uint64_t number)
{
	const uint64_t begin = system_now();

	*own = (struct capture_call){ .job = make_job(call, number) };
	if (!own->job)
		return;
	if (prepare(call, own)) {
		change(call, own);
		own->job->launch.call.call_ns = system_now() - begin;
		return;
	}
	if (own->before)
		clrouter_target.clReleaseEvent(own->before);
	if (!writer_drop(own->job))
		drop(own->job);
	own->job = NULL;
}

/* -- after it -------------------------------------------------------------------------------- */

/* The program gets EVENT if it wants one. */
static void give(const struct capture_call *own, cl_event event)
{
	if (!own->given || !event)
		return;
	clrouter_target.clRetainEvent(event);
	*own->given = event;
}

/* If the launch ends with an error, what it waited for says whether that is its own. */
static void keep_waited(struct job *job, struct copies_wait wait)
{
	cl_event *waited = wait.count > 0 ? malloc(wait.count * sizeof(*waited)) : NULL;

	if (!waited)
		return;
	for (cl_uint i = 0; i < wait.count; i++) {
		waited[i] = wait.events[i];
		clrouter_target.clRetainEvent(waited[i]);
	}
	job->waited = waited;
	job->waited_count = wait.count;
}

/* The event of JOB's last copy stands for the launch's event, if the program gets it. */
static void answer(struct job *job)
{
	if (!job->last || job->last == job->event)
		return;
	job->answer->given = job->last;
	job->answer->launch = job->event;
	event_answers_add(job->answer);
	job->answer = NULL;
}

/* The launch was made. */
static bool finish(struct capture_call *own)
{
	struct job *job = own->job;
	const struct copies_wait wait = { 1, &job->event };
	cl_event last = NULL;
	bool is_good;

	if (!job->event)
		return job_refuse(job->reason, "the driver has returned no event");
	is_good = copies_enqueue(job, JOB_AFTER, wait, &last);
	job->last = last ? last : job->event;
	return is_good;
}

void capture_call_after(struct call *call, struct capture_call *own, const void *result)
{
	const uint64_t begin = system_now();
	struct job *job = own->job;
	bool is_good = true;
	cl_int error;

	change_back(call, own);
	memcpy(&error, result, sizeof(error));
	job->launch.call.error = error;
	if (error == CL_SUCCESS) {
		job->event = own->event;
		keep_waited(job, own->wait);
		is_good = finish(own);
		/* Also if it is refused: copies that were enqueued are as much in the way. */
		if (own->given)
			answer(job);
		give(own, job->last);
	}
	if (own->before && !job->last)
		job->last = own->before;
	else if (own->before)
		clrouter_target.clReleaseEvent(own->before);
	free(own->list);
	/* Who waits for the memory that this one has must not wait for the program to flush. */
	if (claim_is_wanted())
		clrouter_target.clFlush(job->queue);
	job->launch.call.call_ns += system_now() - begin;
	own->job = NULL;
	if (is_good)
		writer_queue(job);
	else
		writer_drop(job);
}

void capture_call_failed(const struct call *call, uint64_t number, cl_int error)
{
	const uint64_t begin = system_now();
	struct job *job = make_job(call, number);

	if (!job)
		return;
	job->launch.call.error = error;
	if (!describe_launch(job, call, true) || !copies_make(job, most_bytes, true) ||
	    !writer_begin(job)) {
		drop(job);
		return;
	}
	if (!copies_enqueue(job, JOB_BEFORE, wait_of(call), &job->last)) {
		writer_drop(job);
		return;
	}
	job->launch.call.call_ns = system_now() - begin;
	writer_queue(job);
}
