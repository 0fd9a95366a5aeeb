/* SPDX-License-Identifier: Apache-2.0 */
/* word-list: lists with exclusions. */
#include <string.h>

#include "base/common/word-list.h"
#include "unit/unit.h"

static const struct {
	const char *list;
	const char *name;
	bool expected;
} lists[] = {
	{ "", "clFinish", false },
	{ "*", "clFinish", true },
	{ "clFinish", "clFinish", true },
	{ "clfinish", "clFinish", true },
	{ "clFin", "clFinish", false },
	{ "clGet*,clFinish", "clFinish", true },
	{ " clGet* ,\tclFinish ", "clFinish", true },
	{ "!clGet*", "clFinish", true },
	{ "!clGet*", "clGetDeviceIDs", false },
	{ " !clGet*", "clGetDeviceIDs", false },
	{ "clGet*,!*IDs", "clGetDeviceIDs", false },
	{ "clGet*,!*IDs,*Device*", "clGetDeviceIDs", true },
	{ "!", "clFinish", true },
	{ ",clFinish", "clFinish", true },
	{ ",!clFlush", "clFinish", false },
	{ "*,", "clFinish", true },
};

START_TEST(selects_names)
{
	ck_assert_int_eq(word_list_selects_name(lists[_i].list, lists[_i].name), lists[_i].expected);
}
END_TEST

static bool is_cut_there(const char *word, const void *length)
{
	return strlen(word) == *(const size_t *)length;
}

START_TEST(cuts_long_words)
{
	const size_t length = 255;
	char list[1000];

	memset(list, 'a', sizeof(list));
	list[sizeof(list) - 1] = '\0';
	ck_assert(word_list_selects(list, is_cut_there, &length));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("word-list");
	TCase *tcase = unit_tcase(suite, "word-list", 5);

	tcase_add_loop_test(tcase, selects_names, 0, UNIT_ROWS(lists));
	tcase_add_test(tcase, cuts_long_words);
	return unit_run(suite);
}
