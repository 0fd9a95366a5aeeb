/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The wait layer on the driver and with the clock of wait-driver.h: what each call waits for, what
 * that costs, and that nothing hangs or means something else than without the layer.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers/wait-driver.h"
#include "layers/wait-transfers.h"
#include "unit/unit.h"

enum call { FINISH, EVENTS, READ, WRITE, RECT, MAP, SVM_COPY, SVM_MAP, CALLS };

static char memory[4096];
static char target[64];

/*
 * A call that waits. EVENTS waits for the first of EVENTS only, which belongs to a command before
 * it.
 */
static cl_int call(enum call which, cl_command_queue queue, cl_uint count, const cl_event *events)
{
	static const size_t origin[3];
	static const size_t region[3] = { 16, 2, 1 };
	cl_int error = CL_SUCCESS;

	switch (which) {
	case FINISH:
		return layer->clFinish(queue);
	case EVENTS:
		return layer->clWaitForEvents(count, events);
	case READ:
		return layer->clEnqueueReadBuffer(queue, driver_memory(), CL_TRUE, 0, 4096, memory,
						  count, events, NULL);
	case WRITE:
		return layer->clEnqueueWriteBuffer(queue, driver_memory(), CL_TRUE, 96, 4000,
						   memory, count, events, NULL);
	case RECT:
		return layer->clEnqueueReadBufferRect(queue, driver_memory(), CL_TRUE, origin,
						      origin, region, 0, 0, 0, 0, memory, count,
						      events, NULL);
	case MAP:
		layer->clEnqueueMapBuffer(queue, driver_memory(), CL_TRUE, CL_MAP_READ, 0, 1, count,
					  events, NULL, &error);
		return error;
	case SVM_COPY:
		return layer->clEnqueueSVMMemcpy(queue, CL_TRUE, target, memory, 64, count, events,
						 NULL);
	default:
		return layer->clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, memory, 64, count,
					      events, NULL);
	}
}

static void forget(void)
{
	fake.polls = fake.sleeps = fake.early = fake.hangs = fake.markers = fake.calls = 0;
	fake.slept = 0;
}

/* The driver is one that is polled: it has been measured, and polling has seen a wait end. */
static cl_command_queue start(void)
{
	cl_command_queue queue = driver_queue(0);

	driver_start();
	for (int i = 0; i < 2; i++) {
		driver_command(queue, 0, NULL);
		ck_assert_int_eq(layer->clFinish(queue), CL_SUCCESS);
	}
	ck_assert_msg(strstr(fake.log, "polling has seen a wait end") != NULL, "%s", fake.log);
	forget();
	return queue;
}

/* -- what a wait costs ----------------------------------------------------------------------- */

static const uint64_t durations[] = { 50 * US,	 70 * US,   180 * US, 560 * US,
				      1650 * US, 5400 * US, 27 * MS,  200 * MS };
#define DURATIONS UNIT_ROWS(durations)

START_TEST(a_wait_costs_little)
{
	const enum call which = (enum call)(_i / DURATIONS);
	const uint64_t duration = durations[_i % DURATIONS];
	cl_command_queue queue = start();

	fake.duration = duration;
	for (int i = 0; i < 12; i++) {
		const cl_event event = driver_command(queue, 0, NULL);
		const uint64_t begin = fake.now;
		const uint64_t cpu = fake.cpu;

		forget();
		ck_assert_int_eq(
			call(which, queue, which == EVENTS, which == EVENTS ? &event : NULL),
			CL_SUCCESS);
		ck_assert(driver_has_ended(event));
		ck_assert_uint_eq(fake.early, 0);
		ck_assert_uint_eq(fake.calls, 1);
		if (i < 8)
			continue;
		ck_assert_uint_le(fake.cpu - cpu, 100 * US + duration / 100);
		ck_assert_uint_le(fake.now - begin,
				  duration + (duration < 200 * US ? 2 * US : duration / 100));
		ck_assert(duration >= 150 * US ? fake.sleeps > 0 : fake.sleeps == 0);
		ck_assert(fake.slept < duration);
	}
	ck_assert(driver_is_released(queue));
}
END_TEST

/* Waits that became shorter are not slept through again and again. */
START_TEST(a_shorter_wait_is_learnt)
{
	cl_command_queue queue = start();
	uint64_t late = 0;

	for (int i = 0; i < 40; i++) {
		uint64_t begin = fake.now;

		fake.duration = i < 12 ? 20 * MS : 2 * MS;
		driver_command(queue, 0, NULL);
		call(FINISH, queue, 0, NULL);
		if (i >= 12)
			late += fake.now - begin - fake.duration;
		if (i >= 36)
			ck_assert_uint_le(fake.now - begin, fake.duration + 20 * US);
	}
	ck_assert_uint_le(late, 60 * MS);
}
END_TEST

/* A busy machine lets a thread sleep for too long. Its wait was not shorter than others for that. */
START_TEST(an_overslept_wait_teaches_nothing)
{
	cl_command_queue queue = start();
	uint64_t cpu = 0;

	fake.duration = 5400 * US;
	for (int i = 0; i < 20; i++) {
		cpu = fake.cpu;
		driver_command(queue, 0, NULL);
		fake.stall = i == 12 || i == 13 ? 3 * MS : 0;
		call(FINISH, queue, 0, NULL);
	}
	ck_assert_uint_le(fake.cpu - cpu, 400 * US);
}
END_TEST

/*
 * Kernels of 0.05 to 20 ms, at random, on a machine that often lets a thread sleep a little too long, and
 * a driver that notices an end when it is asked, or when it is asked again: short waits are learnt as
 * well as long ones, so that few are slept through.
 */
START_TEST(waits_that_scatter_are_hardly_longer)
{
	cl_command_queue queue = start();
	uint32_t random = 1;
	uint64_t late = 0;
	uint64_t total = 0;

	fake.is_lazy = _i == 1;
	for (int i = 0; i < 400; i++) {
		const uint64_t begin = fake.now;

		random = random * 1664525u + 1013904223u;
		fake.duration = 50 * US + (uint64_t)(random >> 16) * 20 * MS / 65536;
		fake.stall = random >> 30 ? 45 * US : 0;
		driver_command(queue, 0, NULL);
		call(FINISH, queue, 0, NULL);
		late += fake.now - begin - fake.duration;
		total += fake.duration;
	}
	ck_assert_msg(late <= total / 12, "%llu us of %llu us", (unsigned long long)late / 1000,
		      (unsigned long long)total / 1000);
}
END_TEST

/* -- what is waited for ---------------------------------------------------------------------- */

/* The user event that the program sets at the poll with this number, if it has one. */
static cl_event user_event;
static unsigned int set_at;

static void set_user_event(void)
{
	if (user_event && fake.polls >= set_at) {
		const cl_event event = user_event;

		user_event = NULL;
		layer->clSetUserEventStatus(event, CL_COMPLETE);
	}
}

START_TEST(a_list_is_waited_for)
{
	const enum call which = (enum call)(_i / 3);
	const char *versions[] = { "OpenCL 1.1 fake", "OpenCL 1.2 fake", "OpenCL 3.0 fake" };
	cl_command_queue queue;
	cl_event event;

	if (which == FINISH)
		return;
	fake.version = versions[_i % 3];
	queue = start();
	fake.polled = set_user_event;
	user_event = event = driver_user_event();
	set_at = 50;
	ck_assert_int_eq(call(which, queue, 1, &event), CL_SUCCESS);
	ck_assert_uint_eq(fake.early + fake.hangs, 0);
	ck_assert_uint_ge(fake.polls, 50);
	ck_assert(driver_is_released(queue));
}
END_TEST

/* It does not wait for a command that is before it in the queue, and waits for a user event. */
START_TEST(without_order_a_transfer_waits_for_its_own)
{
	const enum call which = (enum call)_i;
	const cl_event held = driver_user_event();
	cl_command_queue queue;
	cl_event event;

	fake.has_no_order = true;
	queue = start();
	driver_command(queue, 1, &held);
	if (which != EVENTS)
		ck_assert_int_eq(call(which, queue, 0, NULL), CL_SUCCESS);
	ck_assert_uint_eq(fake.polls + fake.markers + fake.hangs, 0);
	event = driver_command(queue, 0, NULL);
	ck_assert_int_eq(call(which, queue, 1, &event), CL_SUCCESS);
	ck_assert(driver_has_ended(event));
	ck_assert_uint_eq(fake.early + fake.markers + fake.hangs, 0);
}
END_TEST

START_TEST(without_order_it_waits_for_the_last_barrier)
{
	const cl_event held = driver_user_event();
	cl_command_queue queue;
	cl_event event, barrier;

	fake.has_no_order = true;
	queue = start();
	event = driver_command(queue, 0, NULL);
	switch (_i) {
	case 0:
		layer->clEnqueueBarrier(queue);
		break;
	case 1:
		layer->clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL);
		break;
	case 2:
		layer->clEnqueueBarrierWithWaitList(queue, 0, NULL, &barrier);
		layer->clReleaseEvent(barrier);
		break;
	default:
		layer->clEnqueueBarrierWithWaitList(queue, 1, &event, NULL);
	}
	driver_command(queue, 1, &held);
	ck_assert_int_eq(call(READ, queue, 0, NULL), CL_SUCCESS);
	ck_assert(driver_has_ended(event));
	ck_assert_uint_eq(fake.early + fake.hangs, 0);
	ck_assert_uint_gt(fake.polls, 0);
	layer->clReleaseCommandQueue(queue);
	ck_assert(driver_is_released(queue));
}
END_TEST

START_TEST(a_wait_for_events_flushes_their_queues)
{
	cl_command_queue queue = start();
	cl_command_queue other = driver_queue(0);
	cl_event events[2] = { driver_command(queue, 0, NULL), driver_command(other, 0, NULL) };

	ck_assert_int_eq(layer->clWaitForEvents(2, events), CL_SUCCESS);
	ck_assert_uint_eq(fake.early + fake.hangs, 0);
	ck_assert(driver_has_ended(events[0]) && driver_has_ended(events[1]));
}
END_TEST

/* -- what is refused ------------------------------------------------------------------------- */

START_TEST(a_wrong_wait_for_events_is_refused_at_once)
{
	const cl_event held = driver_user_event();
	cl_command_queue queue = start();
	const cl_event of_two[] = { driver_command(queue, 1, &held),
				    driver_command(driver_queue(1), 0, NULL) };
	const cl_event wrong[] = { of_two[0], (cl_event)(uintptr_t)0x5678 };
	const cl_event none[] = { of_two[0], NULL };

	ck_assert_int_eq(layer->clWaitForEvents(2, of_two), CL_INVALID_CONTEXT);
	ck_assert_int_eq(layer->clWaitForEvents(2, wrong), CL_INVALID_EVENT);
	ck_assert_int_eq(layer->clWaitForEvents(2, none), CL_INVALID_EVENT);
	ck_assert_int_eq(layer->clWaitForEvents(0, of_two), CL_INVALID_VALUE);
	ck_assert_int_eq(layer->clWaitForEvents(1, NULL), CL_INVALID_VALUE);
	/* Each event is looked at once. */
	ck_assert_uint_le(fake.polls, 3);
}
END_TEST

static void fail_user_event(void)
{
	const cl_event event = user_event;

	if (!event || fake.polls < set_at)
		return;
	user_event = NULL;
	layer->clSetUserEventStatus(event, -5);
}

/* It has failed before the call, or fails while the layer waits. */
START_TEST(a_failed_event_is_the_drivers_to_report)
{
	const enum call which = (enum call)(_i / 4);
	const bool is_later = _i % 2;
	cl_event event;
	cl_command_queue queue;

	if (which == FINISH)
		return;
	fake.version = _i / 2 % 2 ? "OpenCL 1.1 fake" : "OpenCL 3.0 fake";
	queue = start();
	event = user_event = driver_user_event();
	set_at = is_later ? 50 : 0;
	fake.polled = fail_user_event;
	if (!is_later)
		fail_user_event();
	ck_assert_int_eq(call(which, queue, 1, &event),
			 CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	ck_assert_uint_eq(fake.hangs + fake.early, 0);
	ck_assert_uint_le(fake.polls, set_at + 1);
	/* The layer has put nothing into the queue that waits for that event. */
	fake.polled = NULL;
	ck_assert_int_eq(layer->clFinish(queue), CL_SUCCESS);
	ck_assert_uint_eq(fake.hangs, 0);
}
END_TEST

/* -- drivers --------------------------------------------------------------------------------- */

START_TEST(a_driver_that_sleeps_is_left_alone)
{
	cl_command_queue queue = driver_queue(0);

	fake.kind = SLEEPS;
	driver_start();
	for (int i = 0; i < 10; i++) {
		driver_command(queue, 0, NULL);
		if (i == 3)
			forget();
		ck_assert_int_eq(call(_i ? READ : FINISH, queue, 0, NULL), CL_SUCCESS);
	}
	ck_assert_msg(strstr(fake.log, "\"Fake\": its waits sleep; it is left alone") != NULL, "%s",
		      fake.log);
	ck_assert_uint_eq(fake.polls + fake.sleeps + fake.markers, 0);
	ck_assert_uint_eq(fake.early, 7);
}
END_TEST

START_TEST(a_driver_that_works_in_its_wait_is_left_alone)
{
	cl_command_queue queue = driver_queue(0);
	const uint64_t begin = fake.now;

	fake.kind = WORKS;
	fake.duration = 3 * MS;
	driver_start();
	for (int i = 0; i < 20; i++) {
		const cl_event event = driver_command(queue, 0, NULL);
		const uint64_t before = fake.now;

		if (i == 6)
			forget();
		ck_assert_int_eq(
			call((enum call)_i, queue, _i == EVENTS, _i == EVENTS ? &event : NULL),
			CL_SUCCESS);
		ck_assert(driver_has_ended(event));
		ck_assert_uint_le(fake.now - before, 3 * MS + 52 * MS);
	}
	ck_assert_msg(strstr(fake.log, "do not end while they are polled") != NULL, "%s", fake.log);
	ck_assert_uint_eq(fake.hangs + fake.polls + fake.markers, 0);
	ck_assert_uint_le(fake.now - begin, 20 * 3 * MS + 4 * 52 * MS);
}
END_TEST

/*
 * Another thread works in the driver: what polling sees there is no sign that it would see it
 * alone.
 */
static cl_command_queue other_queue;

static void work_in_driver(void)
{
	cl_command_queue queue = other_queue;

	if (!queue || fake.polls < 20)
		return;
	other_queue = NULL;
	layer->clFinish(queue);
}

START_TEST(polling_beside_a_wait_of_the_driver_proves_nothing)
{
	cl_command_queue queue = driver_queue(0);

	fake.kind = WORKS;
	driver_start();
	driver_command(queue, 0, NULL);
	layer->clFinish(queue);
	/* The second wait is polled; meanwhile the queue is finished by a wait that is not. */
	driver_command(queue, 0, NULL);
	fake.polled = work_in_driver;
	other_queue = queue;
	layer->clFinish(queue);
	ck_assert_msg(strstr(fake.log, "polling has seen") == NULL, "%s", fake.log);
	ck_assert_uint_eq(fake.hangs, 0);
}
END_TEST

/* Until polling has seen an end, it is given up after 50 ms. */
START_TEST(a_trial_is_short)
{
	cl_command_queue queue = driver_queue(0);

	driver_start();
	fake.duration = 200 * MS;
	for (int i = 0; i < 2; i++) {
		forget();
		driver_command(queue, 0, NULL);
		layer->clFinish(queue);
		ck_assert_uint_eq(fake.early, 1);
	}
	ck_assert_uint_gt(fake.polls, 0);
	ck_assert_uint_le(fake.slept, 50 * MS);
}
END_TEST

START_TEST(a_missing_flush_is_the_drivers)
{
	cl_command_queue queue = start();
	cl_command_queue other = driver_queue(0);
	const cl_event held = driver_command(other, 0, NULL);

	driver_command(queue, 1, &held);
	ck_assert_int_eq(call((enum call)_i, queue, _i == EVENTS, _i == EVENTS ? &held : NULL),
			 CL_SUCCESS);
	if (_i == EVENTS)
		return;
	/*
	 * The driver's own wait can never end; it is entered all the same, and nothing is polled.
	 *
	 */
	ck_assert_uint_eq(fake.hangs, 1);
	ck_assert_uint_eq(fake.polls, 0);
	/* After the flush, it is polled again. */
	layer->clFlush(other);
	forget();
	ck_assert_int_eq(call((enum call)_i, queue, 0, NULL), CL_SUCCESS);
	ck_assert_uint_eq(fake.hangs + fake.early, 0);
}
END_TEST

/* It may be signaled by a command that was not flushed. */
START_TEST(a_semaphore_may_need_a_flush)
{
	cl_command_queue queue = start();
	cl_command_queue other = driver_queue(0);

	driver_semaphore_wait(queue, driver_user_event());
	driver_command(other, 0, NULL);
	ck_assert_int_eq(layer->clFinish(queue), CL_SUCCESS);
	ck_assert_uint_eq(fake.polls, 0);
	ck_assert_uint_ge(fake.hangs, 1);
}
END_TEST

/* The last row is clFlush. Afterwards, the layer flushes for a wait that needs it. */
START_TEST(what_is_refused_has_flushed_nothing)
{
	cl_command_queue queue = start();
	cl_command_queue other = driver_queue(0);
	const cl_event before = driver_command(driver_queue(0), 0, NULL);
	cl_event event;

	layer->clWaitForEvents(1, &before);
	/* So the wait is the driver's. */
	event = driver_command(queue, 1, &before);
	driver_command(other, 0, NULL);
	fake.refuses = true;
	ck_assert_int_eq(_i == CALLS ? layer->clFlush(queue)
				     : call((enum call)_i, queue, _i == EVENTS, _i == EVENTS ? &before : NULL),
			 _i == EVENTS ? CL_SUCCESS : CL_OUT_OF_RESOURCES);
	fake.refuses = false;
	layer->clFlush(other);
	forget();
	ck_assert_int_eq(layer->clWaitForEvents(1, &event), CL_SUCCESS);
	ck_assert(driver_has_ended(event));
	ck_assert_uint_eq(fake.early + fake.hangs, 0);
}
END_TEST

START_TEST(a_queue_of_the_device_is_the_drivers)
{
	cl_command_queue queue = start();
	cl_command_queue other = driver_queue(0);

	fake.is_on_device = true;
	layer->clFinish(other);
	ck_assert_uint_eq(fake.polls + fake.markers, 0);
	ck_assert_uint_eq(fake.calls, 1);
	(void)queue;
}
END_TEST

static cl_command_queue queue_of_callback;

static void wait_inside(const void *data)
{
	ck_assert(data == &queue_of_callback);
	driver_command(queue_of_callback, 0, NULL);
	forget();
	ck_assert_int_eq(layer->clFinish(queue_of_callback), CL_SUCCESS);
	ck_assert_uint_eq(fake.polls + fake.markers + fake.sleeps, 0);
	ck_assert_uint_eq(fake.early, 1);
}

static void CL_CALLBACK of_event(cl_event event, cl_int status, void *data)
{
	(void)event;
	ck_assert_int_eq(status, CL_COMPLETE);
	wait_inside(data);
}

static void CL_CALLBACK of_program(cl_program program, void *data)
{
	(void)program;
	wait_inside(data);
}

static void CL_CALLBACK of_context(cl_context context, void *data)
{
	(void)context;
	wait_inside(data);
}

static void CL_CALLBACK of_memory(cl_mem buffer, void *data)
{
	(void)buffer;
	wait_inside(data);
}

static void CL_CALLBACK of_svm(cl_command_queue queue, cl_uint count, void **pointers, void *data)
{
	ck_assert(queue == queue_of_callback && count == 1 && pointers[0] == memory);
	wait_inside(data);
}

enum callback { OF_EVENT, OF_BUILD, OF_COMPILE, OF_LINK, OF_PROGRAM, OF_CONTEXT, OF_MEMORY, OF_SVM, CALLBACKS };

static cl_int call_back(enum callback which)
{
	const cl_program program = (cl_program)driver_memory();
	void *const data = &queue_of_callback;
	void *pointers[] = { memory };
	cl_int error = CL_SUCCESS;
	cl_event event;

	switch (which) {
	case OF_EVENT:
		event = driver_user_event();
		error = layer->clSetEventCallback(event, CL_COMPLETE, of_event, data);
		layer->clSetUserEventStatus(event, CL_COMPLETE);
		return error;
	case OF_BUILD:
		return layer->clBuildProgram(program, 0, NULL, NULL, of_program, data);
	case OF_COMPILE:
		return layer->clCompileProgram(program, 0, NULL, NULL, 0, NULL, NULL, of_program, data);
	case OF_LINK:
		layer->clLinkProgram(NULL, 0, NULL, NULL, 1, &program, of_program, data, &error);
		return error;
	case OF_PROGRAM:
		return layer->clSetProgramReleaseCallback(program, of_program, data);
	case OF_CONTEXT:
		return layer->clSetContextDestructorCallback((cl_context)program, of_context, data);
	case OF_MEMORY:
		return layer->clSetMemObjectDestructorCallback(driver_memory(), of_memory, data);
	default:
		return layer->clEnqueueSVMFree(queue_of_callback, 1, pointers, of_svm, data, 0, NULL,
					       NULL);
	}
}

START_TEST(a_wait_in_a_callback_is_the_drivers)
{
	queue_of_callback = start();
	ck_assert_int_eq(call_back((enum callback)_i), CL_SUCCESS);
	ck_assert_uint_eq(fake.early, 1);
	/* After it, the thread is as before. */
	driver_command(queue_of_callback, 0, NULL);
	forget();
	layer->clFinish(queue_of_callback);
	ck_assert_uint_eq(fake.early, 0);
	ck_assert_uint_gt(fake.polls, 0);
	/* A call that is refused calls nothing back. */
	fake.refuses = true;
	if (_i == OF_SVM)
		ck_assert_int_eq(call_back(OF_SVM), CL_OUT_OF_RESOURCES);
}
END_TEST

/* The table of queues has no place for all; each wait ends, and those that it has are polled. */
START_TEST(there_may_be_many_queues)
{
	cl_command_queue first = start();
	cl_command_queue queue = NULL;

	for (int i = 0; i < 1200; i++) {
		queue = driver_queue(0);
		driver_command(queue, 0, NULL);
		ck_assert_int_eq(layer->clFinish(queue), CL_SUCCESS);
		if (_i)
			layer->clReleaseCommandQueue(queue);
	}
	ck_assert_uint_eq(fake.hangs, 0);
	if (_i)
		ck_assert_uint_eq(fake.early, 0);
	driver_command(first, 0, NULL);
	forget();
	layer->clFinish(first);
	ck_assert_uint_eq(fake.early, 0);
}
END_TEST

/* -- waits that are watched ------------------------------------------------------------------ */

/* What the layer has written to standard error. */
static const char *messages(void)
{
	fflush(stderr);
	return unit_read(unit_path("messages"), NULL);
}

static bool is_one_line(void)
{
	const char *text = messages();

	return strchr(text, '\n') == strrchr(text, '\n');
}

static void watch_waits(const char *seconds)
{
	ck_assert(freopen(unit_path("messages"), "w", stderr));
	setenv("OPENCL_WAIT_WATCH", seconds, 1);
	driver_start();
}

/* After a while the user gives up: all that is held up ends, so that the test does. */
static cl_event held_event;

static void give_up(void)
{
	const cl_event event = held_event;

	if (fake.now < 20000 * MS || !event)
		return;
	held_event = NULL;
	layer->clSetUserEventStatus(event, CL_COMPLETE);
}

static cl_command_queue second_queue;

static void CL_CALLBACK wait_for_itself(cl_event event, cl_int status, void *data)
{
	(void)status, (void)data;
	layer->clWaitForEvents(1, &event);
}

enum hang { USER_EVENT, ENDLESS, OTHER_QUEUE, NO_FLUSH, SEMAPHORE, IN_CALLBACK, HANGS };

static const struct {
	const char *what;
	const char *texts[5];
	bool is_entered; /* the driver's wait, in the end */
} hang_rows[] = {
	[USER_EVENT] = { "a user event is never set",
			 { "wait: clFinish takes longer than 5 s; it waits for queue ",
			   "first in the queue: clEnqueueNDRangeKernel of the kernel \"spend\"",
			   "waits for the user event ",
			   "which nobody has set; commands after it: 2", "called at " },
			 0 },
	[ENDLESS] = { "a kernel does not end",
		      { "wait: clFinish takes longer than 5 s",
			"the kernel \"spend\", which is running; commands after it: 2" },
		      0 },
	[OTHER_QUEUE] = { "another queue is held up",
			  { "the kernel \"spend\", which waits for a command of queue " },
			  0 },
	[NO_FLUSH] = { "another queue is not flushed",
		       { "which was not flushed (clFlush is missing)" },
		       1 },
	[SEMAPHORE] = { "a semaphore is never signaled",
			{ "first in the queue: clEnqueueWaitSemaphoresKHR, which waits for a semaphore "
			  "that was not signaled; commands after it: 3" },
			0 },
	[IN_CALLBACK] = { "a callback waits for its own event",
			  { "clWaitForEvents may never end: it is called in a callback" },
			  0 },
};

static void hang(enum hang which, cl_command_queue queue)
{
	cl_event event = held_event = driver_user_event();

	switch (which) {
	case ENDLESS:
		fake.duration = 20000 * MS;
		event = NULL;
		break;
	case OTHER_QUEUE:
	case NO_FLUSH:
		second_queue = driver_queue(0);
		event = driver_command(second_queue, which == OTHER_QUEUE, &event);
		if (which == OTHER_QUEUE)
			layer->clFlush(second_queue);
		break;
	case SEMAPHORE:
		driver_semaphore_wait(queue, event);
		event = NULL;
		break;
	case IN_CALLBACK:
		layer->clSetEventCallback(event, CL_COMPLETE, wait_for_itself, NULL);
		layer->clSetUserEventStatus(event, CL_COMPLETE);
		return;
	default:
		break;
	}
	driver_command(queue, event != NULL, &event);
	fake.duration = MS;
	driver_command(queue, 0, NULL);
	driver_command(queue, 0, NULL);
	ck_assert_int_eq(layer->clFinish(queue), CL_SUCCESS);
}

/* The first wait of the process, or one of a driver that is polled. */
START_TEST(a_hang_says_what_it_waits_for)
{
	const enum hang which = (enum hang)(_i / 2);
	cl_command_queue queue = driver_queue(0);

	watch_waits("5");
	fake.polled = give_up;
	for (int i = 0; i < (_i % 2) * 3; i++) {
		driver_command(queue, 0, NULL);
		layer->clFinish(queue);
	}
	ck_assert_str_eq(messages(), "");
	hang(which, queue);
	for (int i = 0; i < 5 && hang_rows[which].texts[i]; i++)
		ck_assert_msg(strstr(messages(), hang_rows[which].texts[i]) != NULL, "%s: %s: %s",
			      hang_rows[which].what, hang_rows[which].texts[i], messages());
	ck_assert_msg(is_one_line(), "%s", messages());
	if (_i % 2)
		ck_assert_int_eq(fake.hangs > 0, hang_rows[which].is_entered);
}
END_TEST

/* The driver may be one that sleeps in its waits. */
START_TEST(watched_waits_are_polled_seldom)
{
	unsigned int in_first_ms = 0;

	watch_waits("5");
	for (int i = 0; i < 2; i++) {
		/* A new queue, so that nothing is expected. */
		cl_command_queue queue = driver_queue(0);

		forget();
		fake.duration = i == 0 ? MS : 50 * MS;
		driver_command(queue, 0, NULL);
		layer->clFinish(queue);
		in_first_ms = i == 0 ? fake.polls : in_first_ms;
	}
	ck_assert_uint_gt(fake.polls, 40);
	ck_assert_uint_le(fake.polls, in_first_ms + 50);
}
END_TEST

START_TEST(a_hang_can_abort)
{
	cl_command_queue queue = driver_queue(0);

	setenv("OPENCL_WAIT_WATCH_ACTION", "abort", 1);
	watch_waits("5");
	hang(USER_EVENT, queue);
}
END_TEST

/* It is reported once for each place, and no wait is that ends in time. */
START_TEST(a_slow_place_is_told_once)
{
	cl_command_queue queue = driver_queue(0);

	watch_waits("5");
	for (int i = 0; i < 8; i++) {
		fake.duration = i < 4 ? 4900 * MS : 5100 * MS;
		driver_command(queue, 0, NULL);
		layer->clFinish(queue);
		ck_assert((messages()[0] == '\0') == (i < 4));
	}
	ck_assert(is_one_line());
	layer->clReleaseCommandQueue(queue);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("wait");
	TCase *tcase = unit_tcase(suite, "wait", 60);

	tcase_add_loop_test(tcase, a_wait_costs_little, 0, CALLS * DURATIONS);
	tcase_add_test(tcase, a_shorter_wait_is_learnt);
	tcase_add_test(tcase, an_overslept_wait_teaches_nothing);
	tcase_add_loop_test(tcase, waits_that_scatter_are_hardly_longer, 0, 2);
	tcase_add_loop_test(tcase, a_list_is_waited_for, 0, CALLS * 3);
	tcase_add_loop_test(tcase, without_order_a_transfer_waits_for_its_own, EVENTS, CALLS);
	tcase_add_loop_test(tcase, without_order_it_waits_for_the_last_barrier, 0, 4);
	tcase_add_test(tcase, a_wait_for_events_flushes_their_queues);
	tcase_add_test(tcase, a_wrong_wait_for_events_is_refused_at_once);
	tcase_add_loop_test(tcase, a_failed_event_is_the_drivers_to_report, 0, CALLS * 4);
	tcase_add_loop_test(tcase, a_driver_that_sleeps_is_left_alone, 0, 2);
	tcase_add_loop_test(tcase, a_driver_that_works_in_its_wait_is_left_alone, 0, CALLS);
	tcase_add_test(tcase, polling_beside_a_wait_of_the_driver_proves_nothing);
	tcase_add_test(tcase, a_trial_is_short);
	tcase_add_loop_test(tcase, a_missing_flush_is_the_drivers, 0, CALLS);
	tcase_add_test(tcase, a_semaphore_may_need_a_flush);
	tcase_add_loop_test(tcase, what_is_refused_has_flushed_nothing, 0, CALLS + 1);
	tcase_add_test(tcase, a_queue_of_the_device_is_the_drivers);
	tcase_add_loop_test(tcase, a_wait_in_a_callback_is_the_drivers, 0, CALLBACKS);
	tcase_add_loop_test(tcase, there_may_be_many_queues, 0, 2);
	tcase_add_loop_test(tcase, a_hang_says_what_it_waits_for, 0, HANGS * 2);
	tcase_add_test(tcase, watched_waits_are_polled_seldom);
	tcase_add_test_raise_signal(tcase, a_hang_can_abort, SIGABRT);
	tcase_add_test(tcase, a_slow_place_is_told_once);
	return unit_run(suite);
}
