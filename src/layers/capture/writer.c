/* SPDX-License-Identifier: Apache-2.0 */
/*
 * writer: see writer.h.
 *
 *	IDLE --writer_begin()--> READY --writer_queue()--> QUEUED --last event--> ENDED --> DONE
 *	                           '------writer_drop()-------'-----writer_end()----'--------^
 */
#include "layers/capture/writer.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/common/system.h"
#include "launch/capture-status.h"
#include "layers/capture/write/files.h"
#include "layers/capture/outcome.h"
#include "state/life.h"
#include "state/memory.h"

#define NS_PER_S 1000000000
#define LOOK_NS 50000000 /* between two looks at what commands do when the process ends */
#define END_LOOKS 1200	 /* in a minute */

enum state { STATE_IDLE, STATE_READY, STATE_QUEUED, STATE_ENDED, STATE_DROPPED, STATE_DONE };

static struct lock lock = LOCK_INIT;

static struct {
	pthread_cond_t changed;
	pthread_t thread;
	_Atomic(enum state) state;	/* written with the lock */
	bool is_watching_end;
	bool is_joined;
	struct job *job;
	cl_event last;	/* retained until the end */
	cl_device_id part; /* retained as long as that, if it is of a sub-device; else NULL */
	const char *pattern;
} writer = { .changed = PTHREAD_COND_INITIALIZER };

void writer_start(void)
{
	life_add_lock(&lock);
}

static void set_state(enum state state)
{
	writer.state = state;
	pthread_cond_broadcast(&writer.changed);
}

/*
 * Waits with the lock, which others take meanwhile: what it has of the thread stays. False: END has
 * come.
 */
static bool wait_for_change(const struct timespec *end)
{
	const int cancel_state = lock.cancel_state;
	const int error = end != NULL
				  ? pthread_cond_timedwait(&writer.changed, &lock.mutex, end)
				  : pthread_cond_wait(&writer.changed, &lock.mutex);

	lock.cancel_state = cancel_state;
	return error != ETIMEDOUT;
}

/* -- the thread -------------------------------------------------------------------------- */

/* How the command ended; its code, negative or 0. */
static cl_int ask_status(cl_event event)
{
	cl_int status;
	const cl_int error = clrouter_target.clGetEventInfo(
		event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);

	return error == CL_SUCCESS ? status : CL_COMPLETE;
}

/* The state of the first event that the launch waited for and that failed; 0: none did. */
static cl_int ask_waited(const struct job *job)
{
	cl_int status = CL_COMPLETE;

	for (cl_uint i = 0; status >= 0 && i < job->waited_count; i++)
		status = ask_status(job->waited[i]);
	return status < 0 ? status : CL_COMPLETE;
}

static void write_job(struct job *job)
{
	bool is_good = true;

	if (job->launch != NULL)
		job->status = ask_status(job->launch);
	if (job->status < 0)
		job->wait_status = ask_waited(job);
	if (job->last != NULL && job->status >= 0 && ask_status(job->last) < 0)
		is_good = model_refuse(&job->model, "the driver failed to copy its contents (%d)",
				       (int)ask_status(job->last));
	is_good = is_good && files_write(job, writer.pattern);
	if (is_good) {
		if (model_has_binary(&job->model))
			outcome_say(CAPTURE_STATUS_NOTE,
				    "its program is a binary, which other devices and drivers cannot "
				    "use; make it build from source (PyOpenCL: PYOPENCL_NO_CACHE=1; "
				    "darktable, hashcat: remove the kernels that it keeps in ~/.cache)");
		outcome_say(CAPTURE_STATUS_COST, "%llu %llu %llu %llu",
			    (unsigned long long)job->device_bytes,
			    (unsigned long long)job->file_bytes, (unsigned long long)job->call_ns,
			    (unsigned long long)job->write_ns);
		outcome_say(CAPTURE_STATUS_CAPTURED, "%s", job->directory.path);
	} else {
		outcome_say(CAPTURE_STATUS_REFUSED, "launch %llu: %s",
			    (unsigned long long)job->number, job->model.reason);
	}
}

static void *work(void *unused)
{
	struct job *job;
	enum state state;

	(void)unused;
	lock_take(&lock);
	while (writer.state == STATE_READY || writer.state == STATE_QUEUED)
		wait_for_change(NULL);
	state = writer.state;
	job = writer.job;
	lock_give(&lock);
	if (state == STATE_ENDED)
		write_job(job);
	lock_take(&lock);
	writer.job = NULL;
	set_state(STATE_DONE);
	lock_give(&lock);
	job_free(job, state == STATE_ENDED);
	return NULL;
}

/* No signal of the program is handled in its thread; SIGXFSZ would end the program. */
static bool start_thread(void)
{
	sigset_t all, old;
	bool is_good;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	is_good = pthread_create(&writer.thread, NULL, work, NULL) == 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return is_good;
}

bool writer_is_busy(void)
{
	const enum state state = atomic_load_explicit(&writer.state, memory_order_relaxed);

	return state != STATE_IDLE && state != STATE_DONE;
}

/* -- the program's threads ----------------------------------------------------------------- */

/*
 * Drivers end in functions that they have registered before: those that are registered later come
 * first.
 */
static void watch_end(void)
{
	if (!writer.is_watching_end)
		writer.is_watching_end = atexit(writer_end) == 0;
}

void writer_forget(void)
{
	writer.state = STATE_IDLE;
	writer.job = NULL;
	writer.last = NULL;
	writer.part = NULL;
	writer.changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
}

bool writer_begin(struct job *job, const char *pattern)
{
	bool is_good;

	lock_take(&lock);
	writer.pattern = pattern;
	writer.job = job;
	writer.state = STATE_READY;
	writer.is_joined = false;
	is_good = start_thread();
	if (is_good)
		watch_end();
	else
		writer_forget();
	lock_give(&lock);
	return is_good || model_refuse(&job->model, "no thread can be started");
}

/* Called by a thread of the driver, or by ours. */
static void CL_CALLBACK note_end(cl_event event, cl_int status, void *job)
{
	(void)event;
	(void)status;
	lock_take(&lock);
	if (writer.job == job && writer.state == STATE_QUEUED)
		set_state(STATE_ENDED);
	lock_give(&lock);
}

/* Gives up JOB if the thread has it still to write; REASON, if it is not NULL, says why. */
static bool drop(struct job *job, const char *reason)
{
	bool is_there;

	lock_take(&lock);
	is_there = writer.job == job && (writer.state == STATE_READY || writer.state == STATE_QUEUED);
	if (is_there && reason != NULL)
		model_refuse(&job->model, "%s", reason);
	if (is_there)
		outcome_say(CAPTURE_STATUS_REFUSED, "launch %llu: %s",
			    (unsigned long long)job->number, job->model.reason);
	if (is_there)
		set_state(STATE_DROPPED);
	lock_give(&lock);
	return is_there;
}

bool writer_drop(struct job *job)
{
	return drop(job, NULL);
}

void writer_queue(struct job *job)
{
	const cl_event last = job->last;
	const cl_device_id part = last != NULL ? job->part : NULL;

	/* After the next lines the job may be written and freed at any moment. */
	if (last != NULL)
		clrouter_target.clRetainEvent(last);
	if (part != NULL)
		clrouter_target.clRetainDevice(part);
	lock_take(&lock);
	writer.last = last;
	writer.part = part;
	set_state(last != NULL ? STATE_QUEUED : STATE_ENDED);
	lock_give(&lock);
	if (last == NULL)
		return;
	if (clrouter_target.clSetEventCallback(last, CL_COMPLETE, note_end, job) != CL_SUCCESS)
		drop(job, "the driver does not tell when it has ended");
}

/*
 * Waits a moment for the commands of the job. The reason why it has nothing to wait for; NULL: it
 * has, or they have ended.
 */
static const char *wait_a_moment(void)
{
	const char *reason = NULL;
	struct timespec end;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_nsec += LOOK_NS;
	end.tv_sec += end.tv_nsec / NS_PER_S;
	end.tv_nsec %= NS_PER_S;
	lock_take(&lock);
	if (writer.state == STATE_READY)
		reason = "its call had not returned when the program ended";
	if (writer.state == STATE_QUEUED)
		wait_for_change(&end);
	lock_give(&lock);
	return reason;
}

/* The same until they have ended; the driver is asked, too, since PoCL 3.1 calls nobody back after a failure. */
static const char *wait_for_commands(void)
{
	const char *reason = NULL;

	for (int i = 0; i < END_LOOKS && reason == NULL; i++) {
		if (writer.state != STATE_QUEUED && writer.state != STATE_READY)
			return NULL;
		if (writer.state == STATE_QUEUED && ask_status(writer.last) <= CL_COMPLETE)
			note_end(writer.last, CL_COMPLETE, writer.job);
		else if (writer.state == STATE_QUEUED && memory_may_be_held())
			return "it waits for a user event that the program had not set when it ended";
		else
			reason = wait_a_moment();
	}
	return reason != NULL ? reason : "it had not ended a minute after the program";
}

void writer_end(void)
{
	const char *reason = wait_for_commands();
	bool has_thread;

	lock_take(&lock);
	has_thread = writer.state != STATE_IDLE && !writer.is_joined;
	writer.is_joined |= has_thread;
	lock_give(&lock);
	if (!has_thread)
		return;
	if (reason != NULL)
		drop(writer.job, reason);
	pthread_join(writer.thread, NULL);
	if (writer.last != NULL)
		clrouter_target.clReleaseEvent(writer.last);
	if (writer.part != NULL)
		clrouter_target.clReleaseDevice(writer.part);
	writer.last = NULL;
	writer.part = NULL;
}
