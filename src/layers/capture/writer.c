/* SPDX-License-Identifier: Apache-2.0 */
/*
 * writer: see writer.h.
 *
 *	NEW --writer_begin()--> READY --writer_queue()--> QUEUED --last event--> ENDED
 *	                          |--writer_drop()----------|------------------> DROPPED
 *	                          '--the process ends-------'------------------> LEFT
 */
#include "layers/capture/writer.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "launch/launch-rules.h"
#include "layers/capture/claim.h"
#include "layers/capture/copies.h"
#include "layers/capture/launch-choice.h"
#include "layers/capture/outcome.h"
#include "layers/capture/write/job-files.h"
#include "layers/frame/ask.h"
#include "state/life.h"
#include "state/memory.h"

#define NS_PER_S 1000000000
#define LOOK_NS 50000000 /* between two looks at what commands do when the process ends */
#define END_LOOKS 1200	 /* in a minute */

static struct lock lock = LOCK_INIT;

static struct {
	pthread_cond_t changed;
	pthread_t thread;
	bool has_thread;  /* it is not joined */
	bool is_running;  /* it looks for jobs */
	struct job *jobs; /* in their order, without the one that is written now */
} writer = { .changed = PTHREAD_COND_INITIALIZER };

void writer_start(void)
{
	life_add_lock(&lock);
}

/* -- the list, with the lock ------------------------------------------------------------- */

/*
 * Waits with the lock, which others take meanwhile: what it has of the thread stays. Until END, if
 * it is not NULL.
 */
static void wait_for_change(const struct timespec *end)
{
	const int cancel_state = lock.cancel_state;

	if (end)
		pthread_cond_timedwait(&writer.changed, &lock.mutex, end);
	else
		pthread_cond_wait(&writer.changed, &lock.mutex);
	lock.cancel_state = cancel_state;
}

static void set_state(struct job *job, enum job_state state)
{
	job->state = state;
	pthread_cond_broadcast(&writer.changed);
}

static void add(struct job *job)
{
	struct job **place = &writer.jobs;

	while (*place)
		place = &(*place)->next;
	*place = job;
}

static void take_out(struct job *job)
{
	struct job **place = &writer.jobs;

	while (*place != job)
		place = &(*place)->next;
	*place = job->next;
}

/* The first job that the thread can end; NULL: there is none. */
static struct job *find_ended(void)
{
	struct job *job = writer.jobs;

	while (job && (job->is_in_use || job->state < JOB_ENDED))
		job = job->next;
	return job;
}

/* -- the thread -------------------------------------------------------------------------- */

/* The state of the first event that the launch waited for and that failed; 0: none did. */
static cl_int ask_waited(const struct job *job)
{
	cl_int status = CL_COMPLETE;

	for (cl_uint i = 0; status >= 0 && i < job->waited_count; i++)
		status = ask_event_status(job->waited[i]);
	return status < 0 ? status : CL_COMPLETE;
}

static bool write_job(struct job *job)
{
	struct launch_call *call = &job->launch.call;

	if (job->event)
		call->status = ask_event_status(job->event);
	if (call->status < 0)
		call->wait_status = ask_waited(job);
	if (job->last && call->status >= 0 && ask_event_status(job->last) < 0)
		return job_refuse(job->reason, "the driver failed to copy its contents (%d)",
				  (int)ask_event_status(job->last));
	return files_write(job);
}

static void say_captured(const struct job *job)
{
	const struct launch_call *call = &job->launch.call;

	if (launch_has_program(&job->launch, LAUNCH_BINARY))
		outcome_say(STATUS_NOTE,
			    "its program is a binary, which other devices and drivers cannot use; "
			    "make it build from source (PyOpenCL: PYOPENCL_NO_CACHE=1; darktable, "
			    "hashcat: remove the kernels that it keeps in ~/.cache)");
	outcome_say(STATUS_COST, "%llu %llu %llu %llu",
		    (unsigned long long)call->device_bytes, (unsigned long long)call->file_bytes,
		    (unsigned long long)call->call_ns, (unsigned long long)call->write_ns);
	outcome_say(STATUS_CAPTURED, "%s", job->directory.path);
}

static void say_refused(const struct job *job)
{
	outcome_say(STATUS_REFUSED, "launch %llu: %s",
		    (unsigned long long)job->launch.call.number, job->reason);
	claim_drop(job);
}

/* Writes JOB if its commands have ended, and frees it. */
static void finish(struct job *job)
{
	const bool has_ended = job->state == JOB_ENDED;
	const bool is_good = has_ended && write_job(job);

	if (!is_good)
		say_refused(job);
	else if (job->claim > 0)
		outcome_say(STATUS_READY, "%u %s", job->claim, job->directory.path);
	else
		say_captured(job);
	choice_settle(is_good);
	copies_free(job, has_ended);
	job_free(job);
}

static void *work(void *unused)
{
	struct job *job;

	(void)unused;
	lock_take(&lock);
	while (writer.jobs) {
		job = find_ended();
		if (!job) {
			wait_for_change(NULL);
			continue;
		}
		take_out(job);
		lock_give(&lock);
		finish(job);
		lock_take(&lock);
	}
	writer.is_running = false;
	lock_give(&lock);
	return NULL;
}

/* No signal of the program is handled in its thread; SIGXFSZ would end the program. */
static bool start_thread(void)
{
	sigset_t all, old;

	/* One that has no jobs any more has nothing left to do. */
	if (writer.has_thread)
		pthread_join(writer.thread, NULL);
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	writer.has_thread = pthread_create(&writer.thread, NULL, work, NULL) == 0;
	writer.is_running = writer.has_thread;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return writer.has_thread;
}

/* -- the program's threads ----------------------------------------------------------------- */

void writer_forget(void)
{
	writer.jobs = NULL;
	writer.has_thread = false;
	writer.is_running = false;
	writer.changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
}

bool writer_begin(struct job *job)
{
	bool is_good;

	lock_take(&lock);
	add(job);
	is_good = writer.is_running || start_thread();
	if (is_good)
		set_state(job, JOB_READY);
	else
		take_out(job);
	lock_give(&lock);
	/*
	 * Drivers end in functions that they have registered before: those that are registered
	 * later come first.
	 */
	if (is_good)
		atexit(writer_end);
	return is_good || job_refuse(job->reason, "no thread can be started");
}

/* Called by a thread of the driver; DATA is the number of the launch, whose job may be gone. */
static void CL_CALLBACK note_end(cl_event event, cl_int status, void *data)
{
	struct job *job;

	(void)event;
	(void)status;
	lock_take(&lock);
	for (job = writer.jobs; job; job = job->next)
		if ((uintptr_t)job->launch.call.number == (uintptr_t)data &&
		    job->state == JOB_QUEUED)
			set_state(job, JOB_ENDED);
	lock_give(&lock);
}

/* The caller does not use JOB any more, which has STATE then, unless it has ended meanwhile. */
static void give_back(struct job *job, enum job_state state, const char *reason)
{
	lock_take(&lock);
	job->is_in_use = false;
	if (job->state != JOB_QUEUED)
		state = job->state;
	else if (state == JOB_DROPPED)
		job_refuse(job->reason, "%s", reason);
	set_state(job, state);
	lock_give(&lock);
}

bool writer_drop(struct job *job)
{
	bool is_there;

	lock_take(&lock);
	is_there = job->state != JOB_NEW;
	if (job->state == JOB_READY)
		set_state(job, JOB_DROPPED);
	lock_give(&lock);
	return is_there;
}

void writer_queue(struct job *job)
{
	const uintptr_t number = (uintptr_t)job->launch.call.number;
	const cl_event last = job->last;
	bool is_left;
	cl_int error;

	lock_take(&lock);
	is_left = job->state != JOB_READY;
	if (!is_left) {
		job->is_in_use = last != NULL;
		set_state(job, last ? JOB_QUEUED : JOB_ENDED);
	}
	lock_give(&lock);
	/* Without an event the job may be written and freed already. */
	if (is_left || !last)
		return;
	error = clrouter_target.clSetEventCallback(last, CL_COMPLETE, note_end, (void *)number);
	give_back(job, error == CL_SUCCESS ? JOB_QUEUED : JOB_DROPPED,
		  "the driver does not tell when it has ended");
}

/* -- the end of the process ---------------------------------------------------------------- */

/* A job whose commands have not ended, for the calling thread alone; NULL: there is none. */
static struct job *use_queued(void)
{
	struct job *job;

	lock_take(&lock);
	job = writer.jobs;
	while (job && (job->is_in_use || job->state != JOB_QUEUED))
		job = job->next;
	if (job)
		job->is_in_use = true;
	lock_give(&lock);
	return job;
}

static void wait_a_moment(void)
{
	struct timespec end;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_nsec += LOOK_NS;
	end.tv_sec += end.tv_nsec / NS_PER_S;
	end.tv_nsec %= NS_PER_S;
	lock_take(&lock);
	wait_for_change(&end);
	lock_give(&lock);
}

/*
 * Waits for the commands of all jobs. The driver is asked, too, since PoCL 3.1 calls nobody back
 * after a failure.
 */
static void wait_for_commands(void)
{
	struct job *job;
	int looks = 0;

	while (looks < END_LOOKS && (job = use_queued())) {
		const bool has_ended = ask_event_status(job->last) <= CL_COMPLETE;
		const bool is_held = !has_ended && memory_may_be_held();

		give_back(job,
			  has_ended ? JOB_ENDED
			  : is_held ? JOB_DROPPED
				    : JOB_QUEUED,
			  "it waits for a user event that the program had not set when it ended");
		if (has_ended || is_held)
			continue;
		wait_a_moment();
		looks++;
	}
}

/* What is still to come will not be written. A job that a call has stays with it, for ever. */
static void give_up(void)
{
	struct job *next;

	lock_take(&lock);
	for (struct job *job = writer.jobs; job; job = next) {
		next = job->next;
		if (job->state == JOB_READY || job->is_in_use) {
			take_out(job);
			set_state(job, JOB_LEFT);
			job_refuse(job->reason, "its call had not returned when the program ended");
			say_refused(job);
		} else if (job->state == JOB_QUEUED) {
			set_state(job, JOB_DROPPED);
			job_refuse(job->reason, "it had not ended a minute after the program");
		}
	}
	lock_give(&lock);
}

void writer_end(void)
{
	pthread_t thread;
	bool has_thread;

	wait_for_commands();
	give_up();
	lock_take(&lock);
	has_thread = writer.has_thread;
	thread = writer.thread;
	writer.has_thread = false;
	lock_give(&lock);
	if (has_thread)
		pthread_join(thread, NULL);
}
