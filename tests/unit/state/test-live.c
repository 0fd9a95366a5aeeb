/* SPDX-License-Identifier: Apache-2.0 */
/* live: records of objects from their making to the next one at their address. */
#include "state/live.h"

#include <pthread.h>
#include <stdlib.h>

#include <clrouter/layer.h>

#include "layers/short-memory.h"
#include "unit/state/fake-driver.h"
#include "unit/unit.h"

#define MANY 5000	/* more than the first table can hold */

static char places[MANY];

static struct object *make(int place, enum object_kind kind)
{
	live_made(kind, &places[place], CLROUTER_SLOT_clCreateBuffer, places);
	return live_object(&places[place]);
}

START_TEST(nothing_is_known_at_first)
{
	ck_assert_ptr_null(live_record(&places[0]));
	ck_assert_ptr_null(live_record(NULL));
	ck_assert_ptr_null(live_object(NULL));
	live_made(OBJECT_MEM, NULL, 0, NULL);
	live_found(OBJECT_MEM, NULL);
	ck_assert_ptr_null(live_object(NULL));
	ck_assert(!live_is_live(NULL, OBJECT_MEM));
	ck_assert(!live_lacks_some());
	live_forget_all();
}
END_TEST

START_TEST(counts_references)
{
	struct object *object = make(0, OBJECT_MEM);

	ck_assert(live_is_live(object, OBJECT_MEM));
	ck_assert(!live_is_live(object, OBJECT_EVENT));
	ck_assert_int_eq(object->references, 1);
	ck_assert_ptr_eq(object->made_site, places);
	ck_assert_ptr_eq(object, make(0, OBJECT_MEM));
	live_retain(object);
	ck_assert_int_eq(object->references, 3);
	live_release(object, 1);
	live_release(object, 2);
	ck_assert(live_is_live(object, OBJECT_MEM));
	live_release(object, CLROUTER_SLOT_clReleaseMemObject);
	ck_assert(!live_is_live(object, OBJECT_MEM));
	/* It stays known. */
	ck_assert_ptr_eq(live_object(&places[0]), object);
	ck_assert_uint_eq(object->released_by, CLROUTER_SLOT_clReleaseMemObject);
}
END_TEST

START_TEST(an_address_is_used_again)
{
	struct object *object = make(0, OBJECT_MEM);
	const unsigned int serial = object->serial;

	ck_assert_uint_eq(make(1, OBJECT_MEM)->number, 2);
	live_release(object, 0);
	ck_assert_ptr_eq(make(0, OBJECT_EVENT), object);
	ck_assert(live_is_live(object, OBJECT_EVENT));
	ck_assert_uint_eq(object->number, 1);
	ck_assert_uint_gt(object->serial, serial + 1);
	ck_assert_uint_eq(make(2, OBJECT_MEM)->number, 3);
}
END_TEST

/* What is found of what was made or found before; a letter for each member that is true. */
static const struct {
	enum object_kind made;	/* OBJECT_NONE: nothing */
	bool is_released;
	enum object_kind found, expected;
	bool is_root, is_lent;
} rows[] = {
	{ OBJECT_NONE, false, OBJECT_CONTEXT, OBJECT_CONTEXT, true, false },
	{ OBJECT_CONTEXT, false, OBJECT_CONTEXT, OBJECT_CONTEXT, false, false },
	{ OBJECT_CONTEXT, true, OBJECT_CONTEXT, OBJECT_CONTEXT, false, true },
	/* A live object of another kind stays, unless it is one that is never gone. */
	{ OBJECT_CONTEXT, false, OBJECT_QUEUE, OBJECT_CONTEXT, false, false },
	{ OBJECT_CONTEXT, true, OBJECT_QUEUE, OBJECT_QUEUE, true, false },
	{ OBJECT_CONTEXT, false, OBJECT_DEVICE, OBJECT_DEVICE, true, false },
	{ OBJECT_CONTEXT, false, OBJECT_PLATFORM, OBJECT_PLATFORM, true, false },
};

START_TEST(objects_are_found)
{
	const struct object *object;

	if (rows[_i].made != OBJECT_NONE)
		make(0, rows[_i].made);
	if (rows[_i].is_released)
		live_release(live_object(&places[0]), 0);
	live_found(rows[_i].found, &places[0]);
	object = live_object(&places[0]);
	ck_assert_int_eq((int)object->kind, (int)rows[_i].expected);
	ck_assert_int_eq(object->is_root, rows[_i].is_root);
	ck_assert_int_eq(object->is_lent, rows[_i].is_lent);
}
END_TEST

START_TEST(many_are_known_in_order)
{
	struct object **left;
	size_t count;

	for (int i = 0; i < MANY; i++)
		make(MANY - 1 - i, OBJECT_EVENT);
	live_release(live_object(&places[7]), 0);
	left = live_left_over(&count);
	ck_assert_uint_eq(count, MANY - 1);
	for (size_t i = 1; i < count; i++)
		ck_assert_uint_lt(left[i - 1]->serial, left[i]->serial);
	ck_assert_ptr_eq(left[0]->handle, &places[MANY - 1]);
	free(left);
	for (int i = 0; i < MANY; i++)
		ck_assert_ptr_eq(live_record(&places[i])->handle, &places[i]);
	/* A child process inherits them, and makes others. */
	ck_assert(live_has_new());
	live_inherit();
	ck_assert(!live_has_new());
	make(7, OBJECT_EVENT);
	ck_assert(live_has_new());
	left = live_left_over(&count);
	ck_assert_uint_eq(count, 1);
	free(left);
	live_forget_all();
	ck_assert_ptr_null(live_object(&places[0]));
	ck_assert_uint_eq(make(0, OBJECT_EVENT)->number, 1);
}
END_TEST

START_TEST(short_memory_is_noted)
{
	const struct object *object;

	ck_assert(!live_is_incomplete());
	/* Nothing is asserted while memory is short: check needs some for that. */
	short_memory_set(SHORT_FOR_GOOD, 1);
	object = make(0, OBJECT_MEM);
	live_used_unseen(OBJECT_MEM, &places[1]);
	short_memory_set(SHORT_ONCE, 0);
	ck_assert_ptr_null(object);
	ck_assert(live_is_incomplete());
	ck_assert(live_lacks_some());
	ck_assert_ptr_nonnull(make(0, OBJECT_MEM));
	live_forget_all();
	ck_assert(!live_lacks_some());
}
END_TEST

/* If the program makes objects unseen, what is released is not known any more. */
START_TEST(released_objects_are_forgotten)
{
	struct object *object = make(0, OBJECT_MEM);

	live_expect_unseen();
	ck_assert(live_lacks_some());
	live_release(object, 0);
	ck_assert_ptr_null(live_object(&places[0]));
	live_used_unseen(OBJECT_MEM, &places[0]);
	ck_assert(live_is_live(object, OBJECT_MEM));
	ck_assert(object->is_unseen);
	ck_assert_int_eq(object->references, 0);
}
END_TEST

/* -- a reader without the lock --------------------------------------------------------------- */

static pthread_barrier_t start;
static atomic_int made_count;

/* What the writer said it made is found, while the table is replaced by larger ones. */
static void *read_records(void *data)
{
	int count = 0;

	pthread_barrier_wait(&start);
	while (count < MANY) {
		count = atomic_load(&made_count);
		if (count == 0)
			continue;
		if (!live_is_live(live_record(&places[count - 1]), OBJECT_EVENT) ||
		    !live_is_live(live_record(&places[0]), OBJECT_EVENT))
			return data;
	}
	return NULL;
}

START_TEST(a_thread_reads_without_the_lock)
{
	pthread_t reader;
	void *failure = &start;

	ck_assert_int_eq(pthread_barrier_init(&start, NULL, 2), 0);
	ck_assert_int_eq(pthread_create(&reader, NULL, read_records, &start), 0);
	pthread_barrier_wait(&start);
	for (int i = 0; i < MANY; i++) {
		make(i, OBJECT_EVENT);
		atomic_store(&made_count, i + 1);
	}
	ck_assert_int_eq(pthread_join(reader, &failure), 0);
	ck_assert_ptr_null(failure);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("live");
	TCase *tcase = unit_tcase(suite, "live", 30);

	tcase_add_test(tcase, nothing_is_known_at_first);
	tcase_add_test(tcase, counts_references);
	tcase_add_test(tcase, an_address_is_used_again);
	tcase_add_loop_test(tcase, objects_are_found, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, many_are_known_in_order);
	tcase_add_test(tcase, short_memory_is_noted);
	tcase_add_test(tcase, released_objects_are_forgotten);
	tcase_add_test(tcase, a_thread_reads_without_the_lock);
	return unit_run(suite);
}
