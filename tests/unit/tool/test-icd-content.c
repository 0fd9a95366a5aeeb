/* SPDX-License-Identifier: Apache-2.0 */
/* icd-content and shell: names without what is around them by mistake, and values of variables. */
#include "tool/doctor/cause/causes.h"

#include "tool/doctor/shell.h"
#include "unit/unit.h"

static const struct {
	const char *text;
	const char *name;	/* NULL: nothing is around it */
} names[] = {
	{ "libfoo.so.1", NULL },
	{ "/usr/lib/libfoo.so", NULL },
	{ "/opt/a=b/libfoo.so", NULL },
	{ "/opt/C:/libfoo.so", NULL },
	{ "libfoo#1.so", NULL },
	{ "\"libfoo.so\"", "libfoo.so" },
	{ "'libfoo.so'", "libfoo.so" },
	{ "\"libfoo.so", NULL },
	{ "\"\"", NULL },
	{ "\"", NULL },
	{ "libfoo.so # the driver", "libfoo.so" },
	{ "libfoo.so ; the driver", "libfoo.so" },
	{ "libfoo.so;", "libfoo.so" },
	{ "\"libfoo.so\" # the driver", "libfoo.so" },
	{ "library = libfoo.so", "libfoo.so" },
	{ "LIBRARY: \"/x y/libfoo.so\"", "/x y/libfoo.so" },
	{ "library =", NULL },
	{ "=", NULL },
	{ ";", NULL },
	{ "", NULL },
};

START_TEST(clean_name)
{
	const char *name = icd_content_clean_name(names[_i].text, &unit_arena);

	if (names[_i].name)
		ck_assert_str_eq(name, names[_i].name);
	else
		ck_assert_ptr_null(name);
}
END_TEST

static const struct {
	const char *value;
	const char *element;
	const char *command;
} lists[] = {
	{ "a", "a", "unset V" },
	{ "a:a", "a", "unset V" },
	{ "a:b", "a", "export V=b" },
	{ "b:a:c", "a", "export V=b:c" },
	{ "b:aa", "a", "export V=b:aa" },
	{ "b c:a", "a", "export V='b c'" },
	{ "", "a", "export V=''" },
};

START_TEST(take_out_of_a_variable)
{
	ck_assert_str_eq(shell_take_out("V", lists[_i].value, lists[_i].element, ':', &unit_arena),
			 lists[_i].command);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("icd-content");
	TCase *tcase = unit_tcase(suite, "icd-content", 10);

	tcase_add_loop_test(tcase, clean_name, 0, UNIT_ROWS(names));
	tcase_add_loop_test(tcase, take_out_of_a_variable, 0, UNIT_ROWS(lists));
	return unit_run(suite);
}
