/* SPDX-License-Identifier: Apache-2.0 */
/* dependencies: parses the output of the dynamic linker. */
#include "tool/probe/file/dependencies.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "unit/unit.h"

#define MOST 256		/* what is kept of each kind */

/* The words of a list joined by "|". */
static const char *join(const struct dependency *word)
{
	const char *joined = "";

	for (; word; word = word->next) {
		const char *parts[] = { joined, *joined ? "|" : "", word->text };

		joined = arena_join(&unit_arena, parts, ARRAY_SIZE(parts));
	}
	return joined;
}

static const struct {
	const char *output;
	const char *missing;
	const char *undefined;
	const char *versions;
} answers[] = {
	{ "", "", "", "" },
	{ "\tlinux-vdso.so.1 (0x00007ffd)\n\tlibc.so.6 => /lib/libc.so.6 (0x00007f)\n", "", "",
	  "" },
	{ "\tlibgone.so.1 => not found\n", "libgone.so.1", "", "" },
	{ "\tliba.so => not found\n\tlibb.so => not found\n\tliba.so => not found\n",
	  "liba.so|libb.so", "", "" },
	{ "\tlib.so.1 => not found\n\tlib.so => not found\n", "lib.so.1|lib.so", "", "" },
	{ "undefined symbol: f\t(/x/driver.so)\n", "", "f (/x/driver.so)", "" },
	{ "undefined symbol: f\t(/a)\nundefined symbol: g\t(/a)\nundefined symbol: f\t(/a)", "",
	  "f (/a)|g (/a)", "" },
	{ "undefined symbol: f", "", "f", "" },
	{ "/x/driver.so: /lib/libc.so.6: version `GLIBC_9' not found (required by /x/driver.so)\n",
	  "", "",
	  "/x/driver.so: /lib/libc.so.6: version `GLIBC_9' not found (required by /x/driver.so)" },
	/* The symbols of a library that is missing are not known. */
	{ "\tlibgone.so => not found\nundefined symbol: f\t(/a)\n", "libgone.so", "", "" },
	{ "symbol lookup error: x\nsome words\n", "", "", "" },
};

START_TEST(answer_of_the_linker)
{
	struct dependencies answer;

	dependencies_parse(&answer, answers[_i].output, &unit_arena);
	ck_assert_str_eq(join(answer.missing), answers[_i].missing);
	ck_assert_str_eq(join(answer.undefined), answers[_i].undefined);
	ck_assert_str_eq(join(answer.versions), answers[_i].versions);
}
END_TEST

START_TEST(files_that_are_found)
{
	struct dependencies answer;

	dependencies_parse(&answer,
			   "\tlinux-vdso.so.1 (0x00007ffd)\n\t/x/driver.so (0x00007fb)\n"
			   "\tlibc.so.6 => /lib/libc.so.6 (0x00007fb)\n"
			   "\tlib b.so => /y z/lib b.so (0x00007fb)\n", &unit_arena);
	ck_assert(dependencies_are_complete(&answer));
	ck_assert_str_eq(dependencies_file_of(&answer, "libc.so.6"), "/lib/libc.so.6");
	ck_assert_str_eq(dependencies_file_of(&answer, "lib b.so"), "/y z/lib b.so");
	ck_assert_str_eq(dependencies_file_of(&answer, "/x/driver.so"), "/x/driver.so");
	ck_assert_ptr_null(dependencies_file_of(&answer, "linux-vdso.so.1"));
	dependencies_parse(&answer, "", &unit_arena);
	ck_assert(!dependencies_are_complete(&answer));
	dependencies_parse(&answer, "\tlibc.so.6 => /lib/libc.so.6 (0x0)\n\tliba.so => not found\n",
			   &unit_arena);
	ck_assert(!dependencies_are_complete(&answer));
}
END_TEST

START_TEST(answer_has_a_limit)
{
	struct dependencies answer;
	char output[32 * MOST * 2] = "";
	size_t length = 0;
	size_t count = 0;

	for (int i = 0; i < 2 * MOST; i++)
		length += (size_t)snprintf(output + length, sizeof(output) - length,
					   "\tlib%d.so => not found\n", i);
	dependencies_parse(&answer, output, &unit_arena);
	for (const struct dependency *word = answer.missing; word; word = word->next)
		count++;
	ck_assert_uint_eq(count, MOST);
}
END_TEST

/* Names that a list for preloading would divide. */
static const char *const faulty_names[] = { "", "/a b.so", "/a:b.so", "/a\tb.so", "/a\nb.so" };

START_TEST(faulty_name_is_not_asked_for)
{
	struct dependencies answer;

	memset(&answer, 0xFF, sizeof(answer));
	dependencies_ask(&answer, faulty_names[_i], NULL, 10, &unit_arena);
	ck_assert_ptr_null(answer.missing);
	ck_assert_ptr_null(answer.undefined);
	ck_assert_ptr_null(answer.versions);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("dependencies");
	TCase *tcase = unit_tcase(suite, "dependencies", 20);

	tcase_add_loop_test(tcase, answer_of_the_linker, 0, UNIT_ROWS(answers));
	tcase_add_test(tcase, files_that_are_found);
	tcase_add_test(tcase, answer_has_a_limit);
	tcase_add_loop_test(tcase, faulty_name_is_not_asked_for, 0, UNIT_ROWS(faulty_names));
	return unit_run(suite);
}
