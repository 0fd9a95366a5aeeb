/* SPDX-License-Identifier: Apache-2.0 */
/* tool-memory: what is done is whole, or it is refused, whichever allocation fails. */
#include <stdlib.h>
#include <string.h>

#include "layers/short-memory.h"
#include "tool/commands/run.h"
#include "tool/output/format.h"
#include "unit/unit.h"

/* A text that needs memory of its own in an arena. */
static const char *long_text(void)
{
	static char text[5000];

	memset(text, 'x', sizeof(text) - 1);
	return text;
}

/* Allocation NUMBER fails, 0: none. *COUNT: how many there were. */
static bool prepare(unsigned number, unsigned *count)
{
	const char *words[] = { long_text(), "/b", "/c" };
	char program[] = "/bin/true";
	char *operands[] = { program, NULL };
	struct tool tool = { .root = "", .operands = operands, .operand_count = 1, .timeout = 1,
			     .only = { words, 3 }, .without = { words + 1, 2 } };
	int status;
	bool is_good;

	unsetenv("OPENCL_LOADER_DRIVERS_ENABLE");
	unsetenv("OPENCL_LOADER_DRIVERS_DISABLE");
	short_memory_set(SHORT_ONCE, number);
	is_good = run_prepare(&tool, &status);
	*count = short_memory_set(SHORT_ONCE, 0);
	arena_done(&tool.arena);
	return is_good;
}

/* A program that is started without all that was asked for would use other drivers. */
START_TEST(run_sets_all_or_refuses)
{
	const char *wanted = format_into(&unit_arena, "%s,/b,/c", long_text());
	unsigned refused = 0;
	unsigned count;
	unsigned ignored;

	unit_expect_errors();
	unit_make("loader.conf=[loader]\n");
	setenv("OPENCL_LOADER_CONFIG", unit_path("loader.conf"), 1);
	ck_assert(prepare(0, &count));
	for (unsigned number = 1; number <= count; number++) {
		if (!prepare(number, &ignored)) {
			refused++;
			continue;
		}
		/* Both texts do not fit into one message of check. */
		ck_assert_msg(strcmp(format_or(getenv("OPENCL_LOADER_DRIVERS_ENABLE"), ""),
				     wanted) == 0,
			      "allocation %u of %u", number, count);
		ck_assert_str_eq(format_or(getenv("OPENCL_LOADER_DRIVERS_DISABLE"), "nothing"),
				 "*,/b,/c");
	}
	ck_assert_uint_gt(refused, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tool-memory");
	TCase *tcase = unit_tcase(suite, "tool-memory", 60);

	tcase_add_test(tcase, run_sets_all_or_refuses);
	return unit_run(suite);
}
