/* SPDX-License-Identifier: Apache-2.0 */
/* in-flight: events that are read, with a driver and a record of the test. */
#include "layers/record/in-flight.h"

#include <pthread.h>
#include <stdlib.h>

#include "layers/record/file/call-records.h"
#include "unit/unit.h"

#define MOST (IN_FLIGHT_MOST + 1000)

struct fake_event {
	atomic_int status;
	atomic_int references;
	bool has_no_times;
};

static struct fake_event events[MOST];
static struct in_flight queue;
static atomic_uint queries;	    /* of a status */
static atomic_uint recorded[MOST];  /* by the call, which is the index of the event */
static struct record_command last; /* the last one that was recorded */
static atomic_uint lost;
static bool is_recording;

struct clrouter_table clrouter_target;

static struct fake_event *fake(cl_event event)
{
	return (struct fake_event *)event;
}

static cl_int CL_API_CALL get_info(cl_event event, cl_event_info name, size_t size, void *value,
				   size_t *size_ret)
{
	(void)size;
	(void)size_ret;
	ck_assert_int_eq(name, CL_EVENT_COMMAND_EXECUTION_STATUS);
	atomic_fetch_add(&queries, 1);
	*(cl_int *)value = atomic_load(&fake(event)->status);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_times(cl_event event, cl_profiling_info name, size_t size,
				    void *value, size_t *size_ret)
{
	(void)size;
	(void)size_ret;
	if (fake(event)->has_no_times || atomic_load(&fake(event)->status) != CL_COMPLETE)
		return CL_PROFILING_INFO_NOT_AVAILABLE;
	*(cl_ulong *)value = name;
	return CL_SUCCESS;
}

static cl_int CL_API_CALL release(cl_event event)
{
	ck_assert_int_eq(atomic_fetch_sub(&fake(event)->references, 1), 1);
	return CL_SUCCESS;
}

void event_add(enum record_type type, unsigned int detail, const void *fields, size_t fields_size,
	       const void *value, size_t value_size)
{
	ck_assert_int_eq(type, RECORD_COMMAND);
	ck_assert_uint_eq(detail, 0);
	ck_assert_uint_eq(value_size, 0);
	ck_assert_ptr_null(value);
	ck_assert_uint_eq(fields_size, sizeof(last) - sizeof(last.head));
	memcpy(&last.call, fields, fields_size);
	atomic_fetch_add(&recorded[last.call], 1);
}

void event_sum_times(unsigned int command, const struct record_command *fields, uint64_t count)
{
	(void)fields;
	(void)count;
	ck_abort_msg("command %u is not summed", command);
}

bool events_are_recorded(void)
{
	return is_recording;
}

void store_count_lost(void)
{
	atomic_fetch_add(&lost, 1);
}

static void start(bool is_in_order)
{
	clrouter_target.clGetEventInfo = get_info;
	clrouter_target.clGetEventProfilingInfo = get_times;
	clrouter_target.clReleaseEvent = release;
	is_recording = true;
	in_flight_set_order(&queue, is_in_order);
}

/* The commands from FROM on, COUNT of them, are enqueued, and have the status STATUS. */
static void enqueue(size_t from, size_t count, cl_int status)
{
	for (size_t i = from; i < from + count; i++) {
		atomic_store(&events[i].status, status);
		atomic_store(&events[i].references, 1);
		in_flight_add(&queue, (struct in_flight_command){ .event = (cl_event)&events[i],
								  .call = i });
	}
}

static void finish(size_t from, size_t count)
{
	for (size_t i = from; i < from + count; i++)
		atomic_store(&events[i].status, CL_COMPLETE);
}

static void check(size_t from, size_t count, unsigned int times)
{
	for (size_t i = from; i < from + count; i++) {
		ck_assert_uint_eq(recorded[i], times);
		ck_assert_int_eq(events[i].references, times == 0);
	}
}

START_TEST(nothing_is_asked_before_a_batch_is_complete)
{
	start(_i == 0);
	enqueue(0, IN_FLIGHT_BATCH - 1, CL_COMPLETE);
	ck_assert_uint_eq(queries, 0);
	enqueue(IN_FLIGHT_BATCH - 1, 1, CL_COMPLETE);
	check(0, IN_FLIGHT_BATCH, 1);
	ck_assert_uint_eq(queue.count, 0);
	ck_assert_uint_eq(last.queued, CL_PROFILING_COMMAND_QUEUED);
	ck_assert_uint_eq(last.submitted, CL_PROFILING_COMMAND_SUBMIT);
	ck_assert_uint_eq(last.started, CL_PROFILING_COMMAND_START);
	ck_assert_uint_eq(last.ended, CL_PROFILING_COMMAND_END);
}
END_TEST

/* In order, one question is enough for a batch. */
START_TEST(a_wait_reads_all)
{
	start(true);
	enqueue(0, 1000, CL_QUEUED);
	finish(0, 1000);
	queries = 0;
	in_flight_read(&queue);
	check(0, 1000, 1);
	ck_assert_uint_eq(queries, (1000 + IN_FLIGHT_BATCH - 1) / IN_FLIGHT_BATCH);
}
END_TEST

START_TEST(what_has_not_ended_stays)
{
	const size_t ended = (size_t)_i;

	start(true);
	enqueue(0, 200, CL_RUNNING);
	finish(0, ended);
	in_flight_read(&queue);
	check(0, ended, 1);
	check(ended, 200 - ended, 0);
	finish(ended, 200 - ended);
	in_flight_read(&queue);
	check(0, 200, 1);
}
END_TEST

START_TEST(any_order)
{
	start(false);
	enqueue(0, 60, CL_SUBMITTED);
	finish(3, 1);
	finish(40, 10);
	in_flight_read(&queue);
	check(3, 1, 1);
	check(40, 10, 1);
	check(0, 3, 0);
	check(4, 36, 0);
	check(50, 10, 0);
	ck_assert_uint_eq(queue.count, 49);
	finish(0, 60);
	in_flight_read(&queue);
	check(0, 60, 1);
}
END_TEST

/* A driver says for a moment that a command runs whose successor has ended. */
START_TEST(a_driver_is_late)
{
	start(true);
	enqueue(0, 10, CL_COMPLETE);
	atomic_store(&events[4].status, CL_RUNNING);
	in_flight_read(&queue);
	check(0, 4, 1);
	check(4, 6, 0);
	finish(4, 1);
	in_flight_read(&queue);
	check(0, 10, 1);
}
END_TEST

START_TEST(a_failed_command_has_its_error)
{
	start(true);
	enqueue(0, 1, CL_OUT_OF_RESOURCES);
	in_flight_read(&queue);
	check(0, 1, 1);
	ck_assert_int_eq(last.status, CL_OUT_OF_RESOURCES);
	ck_assert_uint_eq(last.ended, 0);
}
END_TEST

START_TEST(no_times_are_no_reason_to_stay)
{
	start(true);
	events[0].has_no_times = true;
	enqueue(0, 2, CL_COMPLETE);
	in_flight_read(&queue);
	check(0, 2, 1);
	ck_assert_uint_ne(last.ended, 0);
}
END_TEST

START_TEST(a_full_list_loses_the_oldest)
{
	start(true);
	enqueue(0, IN_FLIGHT_MOST + 10, CL_QUEUED);
	ck_assert_uint_eq(lost, 10);
	ck_assert_uint_eq(queue.count, IN_FLIGHT_MOST);
	for (size_t i = 0; i < 10; i++)
		ck_assert_int_eq(events[i].references, 0);
	finish(0, IN_FLIGHT_MOST + 10);
	in_flight_read(&queue);
	check(10, IN_FLIGHT_MOST, 1);
	for (size_t i = 0; i < 10; i++)
		ck_assert_uint_eq(recorded[i], 0);
}
END_TEST

START_TEST(after_the_record_events_are_released)
{
	start(true);
	enqueue(0, 10, CL_COMPLETE);
	is_recording = false;
	in_flight_read(&queue);
	for (size_t i = 0; i < 10; i++)
		ck_assert_int_eq(events[i].references, 0);
}
END_TEST

/* What is left of a queue at the same address and the new queue's commands end in any order. */
START_TEST(a_new_queue_at_the_same_address)
{
	start(true);
	enqueue(0, 5, CL_RUNNING);
	in_flight_set_order(&queue, true);
	enqueue(5, 5, CL_COMPLETE);
	in_flight_read(&queue);
	check(5, 5, 1);
	check(0, 5, 0);
	finish(0, 5);
	in_flight_read(&queue);
	check(0, 10, 1);
}
END_TEST

START_TEST(a_child_forgets)
{
	start(true);
	enqueue(0, 5, CL_COMPLETE);
	in_flight_before_fork();
	in_flight_after_fork();
	in_flight_forget(&queue);
	in_flight_read(&queue);
	check(0, 5, 0);
	enqueue(5, 1, CL_COMPLETE);
	in_flight_read(&queue);
	check(5, 1, 1);
}
END_TEST

#define THREADS 4
#define EACH 3000

static void *work(void *argument)
{
	const size_t from = (size_t)(uintptr_t)argument * EACH;

	for (size_t i = from; i < from + EACH; i++) {
		enqueue(i, 1, CL_COMPLETE);
		if (i % 7 == 0)
			in_flight_read(&queue);
	}
	in_flight_read(&queue);
	return NULL;
}

START_TEST(threads_read_each_command_once)
{
	pthread_t threads[THREADS];

	start(_i == 0);
	for (uintptr_t i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, work, (void *)i), 0);
	for (size_t i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	ck_assert_uint_eq(queue.count, 0);
	ck_assert_uint_eq(lost, 0);
	check(0, THREADS * EACH, 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("in-flight");
	TCase *tcase = unit_tcase(suite, "in-flight", 20);

	tcase_add_loop_test(tcase, nothing_is_asked_before_a_batch_is_complete, 0, 2);
	tcase_add_test(tcase, a_wait_reads_all);
	tcase_add_loop_test(tcase, what_has_not_ended_stays, 0, 200);
	tcase_add_test(tcase, any_order);
	tcase_add_test(tcase, a_driver_is_late);
	tcase_add_test(tcase, a_failed_command_has_its_error);
	tcase_add_test(tcase, no_times_are_no_reason_to_stay);
	tcase_add_test(tcase, a_full_list_loses_the_oldest);
	tcase_add_test(tcase, after_the_record_events_are_released);
	tcase_add_test(tcase, a_new_queue_at_the_same_address);
	tcase_add_test(tcase, a_child_forgets);
	tcase_add_loop_test(tcase, threads_read_each_command_once, 0, 2);
	return unit_run(suite);
}
