/* SPDX-License-Identifier: Apache-2.0 */
/* recording: queues, sync points, and the event of the last enqueue, with a driver that counts. */
#include "state/recording.h"

#include <pthread.h>
#include <stdlib.h>

#include "layers/short-memory.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

static char queues[RECORDING_QUEUES + 1];
static char events[2];
static int references[2];	/* that the layer holds */
static cl_int retained, answered, status;

static cl_event event(int index)
{
	return (cl_event)(void *)&events[index];
}

static int index_of(cl_event handle)
{
	return (void *)handle == (void *)&events[1];
}

static cl_int CL_API_CALL retain_event(cl_event handle)
{
	references[index_of(handle)] += retained == CL_SUCCESS;
	return retained;
}

static cl_int CL_API_CALL release_event(cl_event handle)
{
	references[index_of(handle)]--;
	ck_assert_int_ge(references[index_of(handle)], 0);
	return CL_SUCCESS;
}

static cl_int CL_API_CALL get_event_info(cl_event handle, cl_event_info name, size_t size,
					 void *value, size_t *size_ret)
{
	(void)size_ret;
	ck_assert_int_gt(references[index_of(handle)], 0);
	ck_assert_uint_eq(name, CL_EVENT_COMMAND_EXECUTION_STATUS);
	ck_assert_uint_eq(size, sizeof(status));
	*(cl_int *)value = status;
	return answered;
}

static void set_up(void)
{
	clrouter_target.clRetainEvent = retain_event;
	clrouter_target.clReleaseEvent = release_event;
	clrouter_target.clGetEventInfo = get_event_info;
}

static struct recording *begin(size_t count)
{
	const void *list[RECORDING_QUEUES + 1];
	struct recording *recording = NULL;

	for (size_t i = 0; i <= RECORDING_QUEUES; i++)
		list[i] = &queues[i];
	ck_assert(recording_begin(&recording, list, count, 5, UINT64_MAX));
	ck_assert_ptr_nonnull(recording);
	return recording;
}

static const struct {
	size_t given, known;
} counts[] = { { 0, 0 }, { 1, 1 }, { RECORDING_QUEUES, RECORDING_QUEUES },
	       { RECORDING_QUEUES + 1, 0 } };

START_TEST(keeps_queues)
{
	struct recording *recording = begin(counts[_i].given);

	ck_assert_uint_eq(recording_queue_count(recording), counts[_i].known);
	for (size_t i = 0; i < counts[_i].known; i++)
		ck_assert_ptr_eq(recording_queue(recording, i), &queues[i]);
	ck_assert(recording_flags(recording) == 5);
	ck_assert(recording_asserts(recording) == UINT64_MAX);
	free(recording);
}
END_TEST

/* The memory of a recording is used again, and nothing of the old one is left. */
START_TEST(begins_again)
{
	struct recording *recording = begin(2);
	struct recording *again = recording;

	recording_add_point(recording, 1);
	recording_finalize(recording);
	recording_enqueued(recording, event(0));
	ck_assert(recording_is_final(recording));
	ck_assert_int_eq(references[0], 1);
	ck_assert(recording_begin(&again, NULL, SIZE_MAX, 0, 0));
	ck_assert_ptr_eq(again, recording);
	ck_assert_int_eq(references[0], 0);
	ck_assert(!recording_is_final(again));
	ck_assert(!recording_has_point(again, 1));
	ck_assert(!recording_is_pending(again));
	ck_assert_uint_eq(recording_queue_count(again), 0);
	ck_assert(recording_flags(again) == 0);
	ck_assert(recording_asserts(again) == 0);
	free(recording);
}
END_TEST

static const cl_sync_point_khr points[] = { 0, 1, 2, 0x7fffffff, 0x80000000, UINT32_MAX - 1 };

START_TEST(knows_points)
{
	struct recording *recording = begin(1);
	struct recording *again = recording;

	ck_assert(!recording_has_point(recording, points[_i]));
	recording_add_point(recording, points[_i]);
	recording_add_point(recording, points[_i]);
	for (int i = 0; i < UNIT_ROWS(points); i++)
		ck_assert_int_eq(recording_has_point(recording, points[i]), i == _i);
	ck_assert(recording_begin(&again, NULL, 0, 0, 0));
	free(recording);
}
END_TEST

/* Where a pointer has 32 bits, the last number has no key: then it may have been returned. */
START_TEST(the_last_point_is_never_missed)
{
	struct recording *recording = begin(1);
	struct recording *again = recording;

	recording_add_point(recording, UINT32_MAX);
	ck_assert(recording_has_point(recording, UINT32_MAX));
	ck_assert(recording_begin(&again, NULL, 0, 0, 0));
	free(recording);
}
END_TEST

START_TEST(without_memory_each_point_may_exist)
{
	struct recording *recording = NULL;
	bool has_begun;

	/* Nothing is asserted while memory is short: check needs some for that. */
	short_memory_set(SHORT_FOR_GOOD, 1);
	has_begun = recording_begin(&recording, NULL, 0, 0, 0);
	short_memory_set(SHORT_ONCE, 0);
	ck_assert(!has_begun);
	ck_assert_ptr_null(recording);
	recording = begin(0);
	short_memory_set(SHORT_FOR_GOOD, 1);
	recording_add_point(recording, 7);
	short_memory_set(SHORT_ONCE, 0);
	ck_assert(recording_has_point(recording, 7));
	ck_assert(recording_has_point(recording, 8));
	ck_assert(recording_begin(&recording, NULL, 0, 0, 0));
	ck_assert(!recording_has_point(recording, 7));
	free(recording);
}
END_TEST

static const struct {
	cl_int retained, answered, status;
	bool is_pending;
} states[] = {
	{ CL_SUCCESS, CL_SUCCESS, CL_QUEUED, true },
	{ CL_SUCCESS, CL_SUCCESS, CL_SUBMITTED, true },
	{ CL_SUCCESS, CL_SUCCESS, CL_RUNNING, true },
	{ CL_SUCCESS, CL_SUCCESS, CL_COMPLETE, false },
	{ CL_SUCCESS, CL_SUCCESS, CL_OUT_OF_RESOURCES, false },
	{ CL_SUCCESS, CL_INVALID_EVENT, CL_QUEUED, false },
	{ CL_INVALID_EVENT, CL_SUCCESS, CL_QUEUED, false },
};

START_TEST(asks_whether_it_is_pending)
{
	struct recording *recording = begin(1);

	ck_assert(!recording_is_pending(recording));
	retained = states[_i].retained;
	answered = states[_i].answered;
	status = states[_i].status;
	recording_enqueued(recording, event(0));
	ck_assert_int_eq(recording_is_pending(recording), states[_i].is_pending);
	ck_assert_int_eq(references[0], states[_i].retained == CL_SUCCESS);
	retained = CL_INVALID_EVENT;
	ck_assert(!recording_is_pending(recording));
	retained = CL_SUCCESS;
	recording_enqueued(recording, event(1));
	ck_assert_int_eq(references[0], 0);
	ck_assert_int_eq(references[1], 1);
	recording_enqueued(recording, NULL);
	ck_assert_int_eq(references[1], 0);
	ck_assert(!recording_is_pending(recording));
	free(recording);
}
END_TEST

/* The second execution to one queue with no barrier after the first one. */
START_TEST(knows_what_orders_it)
{
	struct recording *recording = begin(1);

	ck_assert(!recording_is_unordered(recording, &queues[0], 0));
	recording_enqueueing(recording, &queues[0], 3);
	ck_assert(!recording_is_unordered(recording, &queues[0], 3));
	recording_enqueued(recording, event(0));
	ck_assert(recording_is_unordered(recording, &queues[0], 3));
	ck_assert(!recording_is_unordered(recording, &queues[0], 4));
	ck_assert(!recording_is_unordered(recording, &queues[1], 3));
	recording_enqueueing(recording, NULL, 0);
	recording_enqueued(recording, event(0));
	ck_assert(!recording_is_unordered(recording, NULL, 0));
	ck_assert_ptr_eq(recording_queue_of(recording, NULL, 0), &queues[0]);
	ck_assert_ptr_null(recording_queue_of(recording, (const void *[]){ &queues[1], &queues[0] }, 2));
	ck_assert_ptr_eq(recording_queue_of(recording, (const void *[]){ &queues[1] }, 1), &queues[1]);
	recording_enqueued(recording, NULL);
	free(recording);
}
END_TEST

#define POINTS 2000

struct part {
	struct recording *recording;
	pthread_barrier_t *start;
	cl_sync_point_khr first;
};

static void *add_points(void *data)
{
	const struct part *part = data;

	pthread_barrier_wait(part->start);
	for (cl_sync_point_khr i = 0; i < POINTS; i++)
		recording_add_point(part->recording, part->first + i);
	return NULL;
}

/* The points of two threads are all there. */
START_TEST(two_threads_add_points)
{
	struct recording *recording = begin(1);
	pthread_barrier_t start;
	struct part parts[] = { { recording, &start, 0 }, { recording, &start, POINTS } };
	pthread_t other;

	ck_assert_int_eq(pthread_barrier_init(&start, NULL, 2), 0);
	ck_assert_int_eq(pthread_create(&other, NULL, add_points, &parts[1]), 0);
	add_points(&parts[0]);
	ck_assert_int_eq(pthread_join(other, NULL), 0);
	for (cl_sync_point_khr i = 0; i < 2 * POINTS; i++)
		ck_assert(recording_has_point(recording, i));
	ck_assert(!recording_has_point(recording, 2 * POINTS));
	ck_assert(recording_begin(&recording, NULL, 0, 0, 0));
	free(recording);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("recording");
	TCase *tcase = unit_tcase(suite, "recording", 20);

	tcase_add_checked_fixture(tcase, set_up, NULL);
	tcase_add_loop_test(tcase, keeps_queues, 0, UNIT_ROWS(counts));
	tcase_add_test(tcase, begins_again);
	tcase_add_loop_test(tcase, knows_points, 0, UNIT_ROWS(points));
	tcase_add_test(tcase, the_last_point_is_never_missed);
	tcase_add_test(tcase, without_memory_each_point_may_exist);
	tcase_add_test(tcase, knows_what_orders_it);
	tcase_add_loop_test(tcase, asks_whether_it_is_pending, 0, UNIT_ROWS(states));
	tcase_add_test(tcase, two_threads_add_points);
	return unit_run(suite);
}
