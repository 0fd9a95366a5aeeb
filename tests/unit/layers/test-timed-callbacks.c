/* SPDX-License-Identifier: Apache-2.0 */
/* timed-callbacks: what is recorded of a callback, how it leaves, and when nothing is replaced. */
#include "layers/record/timed-callbacks.h"

#include <pthread.h>
#include <string.h>

#include "unit/unit.h"

#define CALL 4711 /* the reference of the call */

static unsigned int generation;
static unsigned int added;
static struct record_callback last;
static unsigned int called;

void event_add(enum record_type type, unsigned int detail, const void *fields, size_t fields_size,
	       const void *value, size_t value_size)
{
	(void)value;
	ck_assert_int_eq(type, RECORD_CALLBACK);
	ck_assert_uint_eq(detail, 0);
	ck_assert_uint_eq(fields_size, sizeof(last) - sizeof(last.head));
	ck_assert_uint_eq(value_size, 0);
	memcpy(&last.call, fields, fields_size);
	added++;
}

unsigned int events_generation(void)
{
	return generation;
}

static void CL_CALLBACK notify(cl_event event, cl_int status, void *user_data)
{
	ck_assert_ptr_eq(event, &called);
	ck_assert_int_eq(status, CL_COMPLETE);
	(*(unsigned int *)user_data)++;
}

static void CL_CALLBACK exit_thread(cl_event event, cl_int status, void *user_data)
{
	(void)event;
	(void)status;
	pthread_exit(user_data);
}

static const struct event_frame recorded = { .home = 4096, .offset = CALL };
static const struct event_frame unrecorded = { .home = 0 };

static void setup(void)
{
	generation = 1;
	added = called = 0;
}

START_TEST(a_callback_is_recorded)
{
	timed_event_callback *function = notify;
	void *data = &called;
	struct timed_callback *callback = callback_begin_event(&recorded, &function, &data);

	ck_assert_ptr_nonnull(callback);
	ck_assert(function != notify && data != &called);
	callback_end(callback, false);
	function((cl_event)&called, CL_COMPLETE, data);
	ck_assert_uint_eq(called, 1);
	ck_assert_uint_eq(added, 1);
	ck_assert_uint_eq(last.call, CALL);
	ck_assert_uint_gt(last.begin, 0);
	ck_assert_uint_ge(last.end, last.begin);
}
END_TEST

static void *run_thread(void *argument)
{
	timed_event_callback *function = exit_thread;
	void *data = argument;

	callback_end(callback_begin_event(&recorded, &function, &data), false);
	function(NULL, CL_COMPLETE, data);
	return NULL;
}

/* The end of the thread leaves it. */
START_TEST(a_callback_is_left)
{
	pthread_t thread;
	void *result;

	ck_assert_int_eq(pthread_create(&thread, NULL, run_thread, &called), 0);
	ck_assert_int_eq(pthread_join(thread, &result), 0);
	ck_assert_ptr_eq(result, &called);
	ck_assert_uint_eq(added, 1);
}
END_TEST

/* The call's record is in another file, or there is none. */
START_TEST(another_record_has_no_such_call)
{
	timed_event_callback *function = notify;
	void *data = &called;

	callback_end(callback_begin_event(&recorded, &function, &data), false);
	generation++;
	function((cl_event)&called, CL_COMPLETE, data);
	ck_assert_uint_eq(called, 1);
	ck_assert_uint_eq(added, 0);
}
END_TEST

/* The program's function stays. A refused one is freed, which valgrind and sanitizers see. */
START_TEST(nothing_is_replaced)
{
	timed_event_callback *function = notify;
	void *data = &called;

	ck_assert_ptr_null(callback_begin_event(&unrecorded, &function, &data));
	ck_assert(function == notify && data == &called);
	function = NULL;
	ck_assert_ptr_null(callback_begin_event(&recorded, &function, &data));
	ck_assert(!function && data == &called);
	callback_end(NULL, true);
	function = notify;
	callback_end(callback_begin_event(&recorded, &function, &data), true);
	ck_assert_uint_eq(added, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("timed-callbacks");
	TCase *tcase = unit_tcase(suite, "timed-callbacks", 10);

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, a_callback_is_recorded);
	tcase_add_test(tcase, a_callback_is_left);
	tcase_add_test(tcase, another_record_has_no_such_call);
	tcase_add_test(tcase, nothing_is_replaced);
	return unit_run(suite);
}
