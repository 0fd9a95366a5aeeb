/* SPDX-License-Identifier: Apache-2.0 */
/* choice: which texts are taken, that they are copied, and that none is taken after the close. */
#include "config/choice.h"

#include <pthread.h>
#include <string.h>

#include "unit/unit.h"

#define THREADS 8
#define ROUNDS 200

static const struct {
	const char *layer;
	const char *option;
	const char *value;
	enum choice_result result;
} texts[] = {
	{ "", "", "a:b", CHOICE_TAKEN },
	{ "", "", "", CHOICE_TAKEN },
	{ "trace", "file", "/tmp/\xC3\xA4 b", CHOICE_TAKEN },
	{ NULL, "", "a", CHOICE_UNREADABLE },
	{ "a", NULL, "a", CHOICE_UNREADABLE },
	{ "", "", NULL, CHOICE_UNREADABLE },
	{ "", "", "a\nb", CHOICE_UNREADABLE },
	{ "", "", "\x1B[2J", CHOICE_UNREADABLE },
	{ "", "", "\x7F", CHOICE_UNREADABLE },
	{ "a", "b\t", "c", CHOICE_UNREADABLE },
};

static enum choice_result add(const char *layer, const char *option, const char *value)
{
	const char *const choice[] = { layer, option, value };

	return choice_add(choice);
}

START_TEST(texts_are_checked)
{
	const struct choice *choices;

	ck_assert_int_eq(add(texts[_i].layer, texts[_i].option, texts[_i].value),
			 texts[_i].result);
	choices = choice_close();
	if (texts[_i].result == CHOICE_TAKEN)
		ck_assert_str_eq(choice_find(choices, texts[_i].layer, texts[_i].option),
				 texts[_i].value);
	else
		ck_assert_ptr_null(choices);
	choice_free(choices);
}
END_TEST

START_TEST(length_is_limited)
{
	static char text[CHOICE_MOST + 2];

	memset(text, 'a', CHOICE_MOST + 1);
	ck_assert_int_eq(add("", "", text), CHOICE_UNREADABLE);
	text[CHOICE_MOST] = '\0';
	ck_assert_int_eq(add("", "", text), CHOICE_TAKEN);
	choice_free(choice_close());
}
END_TEST

START_TEST(last_counts_and_is_copied)
{
	char text[] = "first";
	const struct choice *choices;

	ck_assert_int_eq(add("x", "y", text), CHOICE_TAKEN);
	memcpy(text, "other", sizeof(text));
	ck_assert_int_eq(add("x", "z", text), CHOICE_TAKEN);
	ck_assert_int_eq(add("", "", "list"), CHOICE_TAKEN);
	choices = choice_close();
	ck_assert_str_eq(choice_find(choices, "x", "y"), "first");
	ck_assert_str_eq(choice_find(choices, "x", "z"), "other");
	ck_assert_str_eq(choice_find(choices, "", ""), "list");
	ck_assert_ptr_null(choice_find(choices, "z", "x"));
	ck_assert_int_eq(add("x", "y", "late"), CHOICE_LATE);
	ck_assert_ptr_null(choice_close());
	ck_assert_str_eq(choice_find(choices, "x", "y"), "first");
	choice_free(choices);
}
END_TEST

static int taken;

static void *add_many(void *unused)
{
	for (int i = 0; i < ROUNDS; i++)
		if (add("a", "b", "c") == CHOICE_TAKEN)
			__atomic_add_fetch(&taken, 1, __ATOMIC_RELAXED);
	return unused;
}

/* What was taken is in the list, however late the list is closed. */
START_TEST(threads_lose_nothing)
{
	pthread_t threads[THREADS];
	const struct choice *choices;
	int found = 0;

	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, add_many, NULL), 0);
	while (__atomic_load_n(&taken, __ATOMIC_RELAXED) < ROUNDS)
		continue;
	choices = choice_close();
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (const struct choice *choice = choices; choice; choice = choice->next)
		found++;
	ck_assert_int_eq(found, taken);
	choice_free(choices);
	choice_free(NULL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("choice");
	TCase *tcase = unit_tcase(suite, "choice", 20);

	tcase_add_loop_test(tcase, texts_are_checked, 0, UNIT_ROWS(texts));
	tcase_add_test(tcase, length_is_limited);
	tcase_add_test(tcase, last_counts_and_is_copied);
	tcase_add_test(tcase, threads_lose_nothing);
	return unit_run(suite);
}
