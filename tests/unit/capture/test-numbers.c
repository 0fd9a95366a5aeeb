/* SPDX-License-Identifier: Apache-2.0 */
/* numbers: types that lead to numbers, and the bounds as the manifest has them. */
#include "capture/numbers.h"

#include <stdlib.h>

#include "unit/unit.h"

static const struct {
	const char *type;
	enum capture_as as;	/* CAPTURE_UNKNOWN: no rule */
	size_t size;
	unsigned int components;
} rows[] = {
	{ "float*", CAPTURE_FLOAT32, 4, 1 },	 { "float4*", CAPTURE_FLOAT32, 4, 4 },
	{ "double16*", CAPTURE_FLOAT64, 8, 16 }, { "half3*", CAPTURE_FLOAT16, 2, 3 },
	{ "uint*", CAPTURE_BITS, 4, 1 },	 { "unsigned char*", CAPTURE_BITS, 1, 1 },
	{ "long2*", CAPTURE_BITS, 8, 2 },	 { "float", CAPTURE_UNKNOWN, 0, 0 },
	{ "float5*", CAPTURE_UNKNOWN, 0, 0 },	 { "float**", CAPTURE_UNKNOWN, 0, 0 },
	{ "float4", CAPTURE_UNKNOWN, 0, 0 },	 { "", CAPTURE_UNKNOWN, 0, 0 },
	{ "struct float*", CAPTURE_UNKNOWN, 0, 0 }, { "floats*", CAPTURE_UNKNOWN, 0, 0 },
	{ "float04*", CAPTURE_UNKNOWN, 0, 0 },	 { "*", CAPTURE_UNKNOWN, 0, 0 },
	{ "unsigned*", CAPTURE_BITS, 4, 1 },	 { "void*", CAPTURE_UNKNOWN, 0, 0 },
};

START_TEST(types_have_rules)
{
	struct capture_rule rule = { .as = CAPTURE_UNKNOWN };
	const bool has_rule = numbers_rule_of_type(rows[_i].type, &rule);

	ck_assert_int_eq(has_rule, rows[_i].as != CAPTURE_UNKNOWN);
	ck_assert_int_eq(rule.as, rows[_i].as);
	ck_assert_uint_eq(rule.size, rows[_i].size);
	ck_assert_uint_eq(rule.components, rows[_i].components);
}
END_TEST

static const struct {
	const char *text;
	const char *name;	/* NULL: it names no type of numbers */
	size_t size;
	bool is_signed;
	unsigned int components;
} named[] = {
	{ "float4", "float", 4, true, 4 },	{ "unsigned int", "uint", 4, false, 1 },
	{ "unsigned", "uint", 4, false, 1 },	{ "uchar16", "uchar", 1, false, 16 },
	{ "half", "half", 2, true, 1 },		{ "long3", "long", 8, true, 3 },
	{ "float*", NULL, 0, false, 0 },	{ "float5", NULL, 0, false, 0 },
	{ "struct int", NULL, 0, false, 0 },	{ "", NULL, 0, false, 0 },
	{ "floats", NULL, 0, false, 0 },	{ "int4 ", NULL, 0, false, 0 },
};

START_TEST(types_of_values_are_found)
{
	struct numbers_type type = { .name = NULL };

	ck_assert_int_eq(numbers_find_type(named[_i].text, &type), named[_i].name != NULL);
	if (!named[_i].name)
		return;
	ck_assert_str_eq(type.name, named[_i].name);
	ck_assert_uint_eq(type.size, named[_i].size);
	ck_assert_int_eq(type.is_signed, named[_i].is_signed);
	ck_assert_uint_eq(type.components, named[_i].components);
	ck_assert_uint_eq(numbers_in_memory(type.components),
			  type.components == 3 ? 4 : type.components);
}
END_TEST

/* The layer writes the text, the tool compares by the number. */
START_TEST(bounds_have_texts)
{
	const struct numbers_kind *kind = &numbers_kinds[_i];
	const struct capture_rule rule = numbers_rule((enum capture_as)_i, 3);

	ck_assert_int_eq(kind->relative_text != NULL, _i >= CAPTURE_FLOAT16);
	ck_assert_int_eq(kind->absolute_text != NULL, _i >= CAPTURE_FLOAT16);
	ck_assert_uint_eq(rule.components, 3);
	ck_assert_uint_eq(rule.ulps > 0, _i >= CAPTURE_FLOAT16);
	if (_i < CAPTURE_FLOAT16)
		return;
	ck_assert_double_eq(strtod(kind->relative_text, NULL), rule.relative);
	ck_assert_double_eq(strtod(kind->absolute_text, NULL), rule.absolute);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("numbers");
	TCase *tcase = unit_tcase(suite, "numbers", 20);

	tcase_add_loop_test(tcase, types_have_rules, 0, sizeof(rows) / sizeof(rows[0]));
	tcase_add_loop_test(tcase, types_of_values_are_found, 0, sizeof(named) / sizeof(named[0]));
	tcase_add_loop_test(tcase, bounds_have_texts, 0, NUMBERS_KINDS);
	return unit_run(suite);
}
