/* SPDX-License-Identifier: Apache-2.0 */
/* rules: contents that several arguments reach. */
#include "capture/rules.h"

#include "unit/unit.h"

/* A buffer with two ranges, and sub-buffers that reach one of them each. */
static enum capture_as as_of(const char *first, const char *second, size_t range)
{
	struct capture_range ranges[] = { { .offset = 0, .size = 64 }, { .offset = 128, .size = 64 } };
	struct capture_memory memory[] = {
		{ .kind = CAPTURE_BUFFER, .size = 256, .parent = CAPTURE_NONE, .ranges = ranges,
		  .range_count = 2 },
		{ .kind = CAPTURE_SUB_BUFFER, .size = 64, .parent = 0, .origin = 0 },
		{ .kind = CAPTURE_SUB_BUFFER, .size = 160, .parent = 0, .origin = 32 },
	};
	struct capture_argument arguments[] = {
		{ .kind = CAPTURE_VALUE, .numbers = "int" },
		{ .kind = CAPTURE_OBJECT, .index = 1, .numbers = first },
		{ .kind = CAPTURE_OBJECT, .index = 2, .numbers = second },
	};
	struct capture capture = { .memory = memory, .memory_count = 3, .arguments = arguments,
				   .argument_count = 3 };

	ranges[0].rule.as = ranges[1].rule.as = CAPTURE_UNKNOWN;
	rules_complete(&capture);
	return ranges[range].rule.as;
}

START_TEST(all_arguments_must_agree)
{
	ck_assert_int_eq(as_of("float*", "float*", 0), CAPTURE_FLOAT32);
	ck_assert_int_eq(as_of("float*", "float*", 1), CAPTURE_FLOAT32);
	ck_assert_int_eq(as_of("float*", "int*", 0), CAPTURE_UNKNOWN);
	ck_assert_int_eq(as_of("float*", "int*", 1), CAPTURE_BITS);
	ck_assert_int_eq(as_of("float*", "", 0), CAPTURE_UNKNOWN);
	ck_assert_int_eq(as_of("", "float*", 0), CAPTURE_UNKNOWN);
	ck_assert_int_eq(as_of("", "float*", 1), CAPTURE_FLOAT32);
	ck_assert_int_eq(as_of("float*", "float4*", 0), CAPTURE_FLOAT32);
	ck_assert_int_eq(as_of("float*", "double*", 0), CAPTURE_UNKNOWN);
}
END_TEST

/* The argument that is named for SIZE bytes at OFFSET; the first two are of one object. */
static size_t argument_of(uint64_t offset, uint64_t size, bool is_const)
{
	const struct capture_range range = { .offset = offset, .size = size };
	struct capture_memory memory[] = {
		{ .kind = CAPTURE_BUFFER, .size = 256, .parent = CAPTURE_NONE },
		{ .kind = CAPTURE_SUB_BUFFER, .size = 64, .parent = 0, .origin = 0 },
		{ .kind = CAPTURE_SUB_BUFFER, .size = 64, .parent = 0, .origin = 32 },
	};
	struct capture_argument arguments[] = {
		{ .kind = CAPTURE_VALUE },
		{ .kind = CAPTURE_OBJECT, .index = 1, .is_const = true },
		{ .kind = CAPTURE_OBJECT, .index = 1, .is_const = is_const },
		{ .kind = CAPTURE_OBJECT, .index = 2 },
	};
	const struct capture capture = { .memory = memory, .memory_count = 3, .arguments = arguments,
					 .argument_count = 4 };

	return rules_argument_of(&capture, 0, &range);
}

START_TEST(argument_is_one_that_reaches_the_bytes)
{
	ck_assert_int_eq(argument_of(0, 96, false), 2);
	ck_assert_int_eq(argument_of(0, 1, false), 2);
	ck_assert_int_eq(argument_of(0, 1, true), 1);
	ck_assert_int_eq(argument_of(40, 1, true), 3);
	ck_assert_int_eq(argument_of(95, 1, false), 3);
	ck_assert_int_eq(argument_of(96, 1, false), 4);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("rules");
	TCase *tcase = unit_tcase(suite, "rules", 20);

	tcase_add_test(tcase, all_arguments_must_agree);
	tcase_add_test(tcase, argument_is_one_that_reaches_the_bytes);
	return unit_run(suite);
}
