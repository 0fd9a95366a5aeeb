/* SPDX-License-Identifier: Apache-2.0 */
/* handle-notes: references and holds of objects, addresses that are used again, and two threads. */
#include "layers/compatibility/notes/handle-notes.h"

#include <pthread.h>
#include <stdlib.h>

#include "unit/unit.h"

static char objects[4];
static atomic_int destroyed;

static void destroy(struct note *note)
{
	atomic_fetch_add(&destroyed, 1);
	free(note);
}

static struct note *add(const void *object, enum note_kind kind)
{
	struct note *note = calloc(1, sizeof(*note));

	ck_assert(notes_add(object, kind, note, destroy));
	return note;
}

START_TEST(the_last_release_ends_a_note)
{
	add(&objects[0], NOTE_EVENT);
	ck_assert(notes_has(&objects[0], NOTE_EVENT));
	ck_assert(!notes_has(&objects[0], NOTE_CONTEXT));
	ck_assert(!notes_has(&objects[1], NOTE_EVENT));
	ck_assert(!notes_has(NULL, NOTE_EVENT));
	ck_assert(notes_retain(&objects[0], NOTE_EVENT));
	ck_assert_uint_eq(notes_references(&objects[0], NOTE_EVENT), 2);
	ck_assert(notes_release(&objects[0], NOTE_EVENT));
	ck_assert_int_eq(destroyed, 0);
	ck_assert(notes_release(&objects[0], NOTE_EVENT));
	ck_assert_int_eq(destroyed, 1);
	ck_assert(!notes_release(&objects[0], NOTE_EVENT));
	ck_assert(!notes_retain(&objects[0], NOTE_EVENT));
}
END_TEST

START_TEST(a_held_note_stays_but_is_not_found)
{
	struct note *note = add(&objects[0], NOTE_EVENT);

	ck_assert_ptr_eq(notes_hold(&objects[0], NOTE_EVENT), note);
	notes_hold_again(note);
	notes_release(&objects[0], NOTE_EVENT);
	ck_assert_ptr_null(notes_hold(&objects[0], NOTE_EVENT));
	notes_drop(note);
	ck_assert_int_eq(destroyed, 0);
	notes_drop(note);
	ck_assert_int_eq(destroyed, 1);
}
END_TEST

/* The end of the first object was not seen; a thread may still hold its note. */
START_TEST(an_address_is_used_again)
{
	struct note *old = add(&objects[0], NOTE_EVENT);
	struct note *note;

	notes_hold(&objects[0], NOTE_EVENT);
	note = add(&objects[0], NOTE_EVENT);
	ck_assert_int_eq(destroyed, 0);
	notes_drop(old);
	ck_assert_int_eq(destroyed, 1);
	ck_assert_ptr_eq(notes_hold(&objects[0], NOTE_EVENT), note);
	notes_drop(note);
	notes_forget(&objects[0], NOTE_EVENT);
	notes_forget(&objects[0], NOTE_EVENT);
	ck_assert_int_eq(destroyed, 2);
	ck_assert(!notes_has(&objects[0], NOTE_EVENT));
}
END_TEST

START_TEST(references_that_are_there_stay)
{
	struct note *note = calloc(1, sizeof(*note));

	note->references = 1;
	ck_assert(notes_add(&objects[0], NOTE_ARGUMENTS, note, destroy));
	notes_release(&objects[0], NOTE_ARGUMENTS);
	ck_assert(notes_has(&objects[0], NOTE_ARGUMENTS));
	notes_forget(&objects[0], NOTE_ARGUMENTS);
	ck_assert_int_eq(destroyed, 1);
}
END_TEST

START_TEST(an_emulated_object_leads_to_a_table)
{
	static const void *const table[] = { objects };
	struct note *note = calloc(1, sizeof(*note));

	ck_assert(notes_add_emulated(note, NOTE_SEMAPHORE, table, destroy));
	ck_assert_ptr_eq(note->dispatch, objects);
	ck_assert(notes_has(note, NOTE_SEMAPHORE));
	ck_assert(!notes_has(note, NOTE_COMMAND_BUFFER));
	notes_release(note, NOTE_SEMAPHORE);
	ck_assert_int_eq(destroyed, 1);
}
END_TEST

#define ROUNDS 5000

static void *use(void *data)
{
	for (int i = 0; i < ROUNDS; i++) {
		const void *object = &objects[i % 2];
		struct note *note = notes_hold(object, NOTE_EVENT);

		if (note)
			notes_drop(note);
		else
			add(object, NOTE_EVENT);
		if (data && i % 3 == 0)
			notes_forget(object, NOTE_EVENT);
	}
	return NULL;
}

START_TEST(threads_hold_and_forget)
{
	pthread_t other;

	ck_assert_int_eq(pthread_create(&other, NULL, use, objects), 0);
	use(NULL);
	ck_assert_int_eq(pthread_join(other, NULL), 0);
	notes_forget(&objects[0], NOTE_EVENT);
	notes_forget(&objects[1], NOTE_EVENT);
	ck_assert_ptr_null(notes_hold(&objects[0], NOTE_EVENT));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("notes");
	TCase *tcase = unit_tcase(suite, "notes", 20);

	notes_start();
	tcase_add_test(tcase, the_last_release_ends_a_note);
	tcase_add_test(tcase, a_held_note_stays_but_is_not_found);
	tcase_add_test(tcase, an_address_is_used_again);
	tcase_add_test(tcase, references_that_are_there_stay);
	tcase_add_test(tcase, an_emulated_object_leads_to_a_table);
	tcase_add_test(tcase, threads_hold_and_forget);
	return unit_run(suite);
}
