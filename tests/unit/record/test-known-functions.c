/* SPDX-License-Identifier: Apache-2.0 */
/*
 * known-functions: what the record layer writes about a function of an extension is what the
 * report reads, and a description that lies misleads nobody.
 */
#include "record/known-functions.h"

#include <stdio.h>
#include <string.h>

#include "record/function-text.h"
#include "tool/record-maker.h"
#include "unit/unit.h"

#define NUMBER (RECORD_FIRST_EXTENSION + 7u)

static struct arena arena;
static struct known_functions known;

static void setup(void)
{
	arena = (struct arena)ARENA_INIT;
	known = (struct known_functions){ .arena = &arena };
	maker_begin_chunk(1, RECORD_HEADER_SIZE);
}

static void teardown(void)
{
	known_functions_done(&known);
	known_functions_done(&known);
	arena_done(&arena);
}

static const struct signature *describe(unsigned int number, const char *text, size_t size)
{
	const size_t offset = maker_begin_record(RECORD_FUNCTION, number);

	maker_append(offset, text, size);
	ck_assert(known_functions_add(&known, maker_record(offset)));
	return known_functions_find(&known, number);
}

static void compare_params(const struct signature_param *read, const struct signature_param *param,
			   const char *name)
{
	ck_assert_str_eq(read->name, name);
	ck_assert_int_eq(read->kind, param->kind);
	ck_assert_int_eq(read->object, param->object);
	ck_assert_int_eq(read->group, param->group);
	ck_assert_uint_eq(read->size, param->size);
	ck_assert_int_eq(read->count, param->count);
	ck_assert_int_eq(read->by, param->by);
	ck_assert_uint_eq(read->fixed, param->fixed);
}

/* Every function, also of the dispatch table: these have more kinds of parameters. */
START_TEST(all_are_read_as_written)
{
	for (unsigned int slot = 0; slot < CLROUTER_ALL_SLOTS; slot++) {
		const struct signature *function = &signatures[slot];
		char text[FUNCTION_TEXT];
		const size_t size = function_text(function, text);
		const struct signature *read = describe(NUMBER + slot, text, size);

		ck_assert_uint_lt(size, FUNCTION_TEXT / 2);
		ck_assert_str_eq(read->name, function->name);
		ck_assert_int_eq(read->param_count, function->param_count);
		compare_params(&read->result, &function->result, "return");
		for (int i = 0; i < function->param_count; i++)
			compare_params(&read->params[i], &function->params[i],
				       function->params[i].name);
	}
}
END_TEST

START_TEST(numbers)
{
	ck_assert_ptr_eq(known_functions_find(&known, CLROUTER_SLOT_clFinish),
			 &signatures[CLROUTER_SLOT_clFinish]);
	ck_assert_ptr_null(known_functions_find(&known, CLROUTER_SLOTS));
	ck_assert_ptr_null(known_functions_find(&known, NUMBER));
	ck_assert_ptr_null(known_functions_find(&known, UINT32_MAX));
	ck_assert_str_eq(describe(UINT16_MAX, "clLast", 7)->name, "clLast");
	ck_assert_ptr_null(known_functions_find(&known, RECORD_FIRST_EXTENSION));
	/* The dispatch table is not described. */
	ck_assert_str_eq(describe(CLROUTER_SLOT_clFinish, "clLie", 6)->name, "clFinish");
	ck_assert_ptr_null(describe(CLROUTER_SLOTS, "clLie", 6));
	/* The first description counts. */
	ck_assert_str_eq(describe(UINT16_MAX, "clOther", 8)->name, "clLast");
}
END_TEST

/* What the first of two parameters becomes. */
static const struct {
	const char *text;
	enum param_kind kind;
} lies[] = {
	{ "x numbers - 4 1 -1 0", PARAM_NUMBERS },
	{ "x numbers - 4 2 -1 0", PARAM_POINTER },
	{ "x numbers - 4 -2 -1 0", PARAM_POINTER },
	{ "x numbers - 4 128 -1 0", PARAM_POINTER },
	{ "x numbers - 0 1 -1 0", PARAM_POINTER },
	{ "x numbers - 3 1 -1 0", PARAM_POINTER },
	{ "x numbers - 4 1 -1 256", PARAM_POINTER },
	{ "x numbers - 4 1 -1 -1", PARAM_POINTER },
	{ "x numbers queue 4 1 -1 0", PARAM_POINTER },
	{ "x numbers invented 4 1 -1 0", PARAM_NUMBERS },
	{ "x value - 1 1 1 0", PARAM_VALUE },
	{ "x value - 1 1 -1 0", PARAM_POINTER },
	{ "x value - 1 1 2 0", PARAM_POINTER },
	{ "x handles queue 8 1 -1 0", PARAM_HANDLES },
	{ "x handles - 8 1 -1 0", PARAM_POINTER },
	{ "x handles cl_error 8 1 -1 0", PARAM_POINTER },
	{ "x invented - 8 1 -1 0", PARAM_POINTER },
	{ "x numbers", PARAM_POINTER },
	{ "x", PARAM_POINTER },
};

START_TEST(lies_are_pointers)
{
	char text[128];
	const int size = snprintf(text, sizeof(text), "clLie%creturn nothing - 0 0 0 0%c%s%c%s", 0,
				  0, lies[_i].text, 0, "second number - 4 -1 -1 0");
	const struct signature *read = describe(NUMBER, text, (size_t)size + 1);

	ck_assert_int_eq(read->param_count, 2);
	ck_assert_int_eq(read->params[0].kind, lies[_i].kind);
	ck_assert_str_eq(read->params[0].name, "x");
	ck_assert_str_eq(read->params[1].name, "second");
	ck_assert_int_eq(read->params[1].kind, PARAM_NUMBER);
}
END_TEST

START_TEST(names_are_plain)
{
	static const char text[] = "cl\033[2J\0return nothing - 0 0 0 0\0"
				   "a\033b number - 4 -1 -1 0\0a-b number - 4 -1 -1 0";
	const struct signature *read = describe(NUMBER, text, sizeof(text));

	ck_assert_str_eq(read->name, "cl\033[2J"); /* is escaped where it is printed */
	ck_assert_str_eq(read->params[0].name, "argument");
	ck_assert_str_eq(read->params[1].name, "argument");
}
END_TEST

START_TEST(not_ended)
{
	ck_assert_str_eq(describe(NUMBER, "clNames", 8)->name, "clNames");
	ck_assert_int_eq(describe(NUMBER, "clNames", 8)->param_count, 0);
	/* Eight bytes, none of which is the NUL. */
	ck_assert_str_eq(describe(NUMBER + 1, "clNoNull", 8)->name, "");
	ck_assert_str_eq(describe(NUMBER + 2, "", 0)->name, "");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("known-functions");
	TCase *tcase = unit_tcase(suite, "known-functions", 10);

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, all_are_read_as_written);
	tcase_add_test(tcase, numbers);
	tcase_add_loop_test(tcase, lies_are_pointers, 0, UNIT_ROWS(lies));
	tcase_add_test(tcase, names_are_plain);
	tcase_add_test(tcase, not_ended);
	return unit_run(suite);
}
