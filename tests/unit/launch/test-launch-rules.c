/* SPDX-License-Identifier: Apache-2.0 */
/* launch-rules: types that lead to numbers, and contents that several arguments reach. */
#include "launch/launch-rules.h"

#include "api/api.h"
#include "unit/unit.h"

/* -- types ------------------------------------------------------------------------------------ */

static const struct {
	const char *text;
	const char *name;	/* NULL: it names no type of numbers, and no pointer to them */
	bool is_pointer;
	enum launch_as as;
	size_t size;
	bool is_signed;
	unsigned int components;
} types[] = {
	{ "float4", "float", false, LAUNCH_FLOAT32, 4, true, 4 },
	{ "unsigned int", "uint", false, LAUNCH_BITS, 4, false, 1 },
	{ "unsigned", "uint", false, LAUNCH_BITS, 4, false, 1 },
	{ "uchar16", "uchar", false, LAUNCH_BITS, 1, false, 16 },
	{ "half", "half", false, LAUNCH_FLOAT16, 2, true, 1 },
	{ "long3", "long", false, LAUNCH_BITS, 8, true, 3 },
	{ "float*", "float", true, LAUNCH_FLOAT32, 4, true, 1 },
	{ "double16*", "double", true, LAUNCH_FLOAT64, 8, true, 16 },
	{ "half3*", "half", true, LAUNCH_FLOAT16, 2, true, 3 },
	{ "unsigned char*", "uchar", true, LAUNCH_BITS, 1, false, 1 },
	{ "long2*", "long", true, LAUNCH_BITS, 8, true, 2 },
	{ "unsigned*", "uint", true, LAUNCH_BITS, 4, false, 1 },
	{ .text = "float5" },	    { .text = "float5*" }, { .text = "float**" },
	{ .text = "struct int" },   { .text = "" },	   { .text = "floats" },
	{ .text = "int4 " },	    { .text = "floats*" }, { .text = "struct float*" },
	{ .text = "float04*" },	    { .text = "*" },	   { .text = "void*" },
	{ .text = NULL },
};

static void check_type(const struct launch_type *type, int row)
{
	ck_assert_str_eq(type->name, types[row].name);
	ck_assert_int_eq(type->as, types[row].as);
	ck_assert_uint_eq(type->size, types[row].size);
	ck_assert_int_eq(type->is_signed, types[row].is_signed);
	ck_assert_uint_eq(type->components, types[row].components);
}

START_TEST(types_are_found)
{
	struct launch_type type;
	struct launch_range range = { .size = 64 };
	const bool is_one = types[_i].name != NULL;

	ck_assert_int_eq(launch_find_type(types[_i].text, &type), is_one && !types[_i].is_pointer);
	if (is_one && !types[_i].is_pointer)
		check_type(&type, _i);
	ck_assert_int_eq(launch_find_pointed_type(types[_i].text, &type),
			 is_one && types[_i].is_pointer);
	if (!is_one)
		return;
	check_type(&type, _i);
	ck_assert_uint_eq(launch_in_memory(type.components),
			  type.components == 3 ? 4 : type.components);
	launch_set_range_type(&range, &type);
	ck_assert_uint_eq(range.as, types[_i].as);
	ck_assert_uint_eq(range.element, types[_i].size);
	ck_assert_uint_eq(range.components, types[_i].components);
}
END_TEST

START_TEST(floats_have_bounds)
{
	const struct launch_bounds *bounds = &launch_bounds[_i];
	const bool is_float = _i >= LAUNCH_FLOAT16 && _i <= LAUNCH_FLOAT64;

	ck_assert_int_eq(bounds->ulps > 0, _i >= LAUNCH_FLOAT16);
	ck_assert_int_eq(bounds->relative > 0, is_float);
	ck_assert_int_eq(bounds->absolute > 0, is_float);
}
END_TEST

/* -- contents --------------------------------------------------------------------------------- */

/* A buffer with two ranges, and sub-buffers that reach one and both of them. */
static const struct {
	const char *first;
	const char *second;	/* types of the arguments */
	struct launch_range before;
	enum launch_as as[2];
	uint64_t element[2];
	uint64_t components[2];
} agreements[] = {
	{ "float*", "float*", { 0 }, { LAUNCH_FLOAT32, LAUNCH_FLOAT32 }, { 4, 4 }, { 1, 1 } },
	{ "float*", "int*", { 0 }, { LAUNCH_UNKNOWN, LAUNCH_BITS }, { 1, 4 }, { 0, 1 } },
	{ "float*", "", { 0 }, { LAUNCH_UNKNOWN, LAUNCH_UNKNOWN }, { 1, 1 }, { 0, 0 } },
	{ NULL, "float3*", { 0 }, { LAUNCH_UNKNOWN, LAUNCH_FLOAT32 }, { 1, 4 }, { 0, 3 } },
	{ "float*", "float4*", { 0 }, { LAUNCH_FLOAT32, LAUNCH_FLOAT32 }, { 4, 4 }, { 1, 4 } },
	{ "float*", "double*", { 0 }, { LAUNCH_UNKNOWN, LAUNCH_FLOAT64 }, { 1, 8 }, { 0, 1 } },
	/* What is known is kept, but for the size of elements that are bits. */
	{ "long*", "long*", { .as = LAUNCH_BITS }, { LAUNCH_BITS, LAUNCH_BITS }, { 8, 8 }, { 0, 0 } },
	{ "float*", "float*", { .as = LAUNCH_BITS }, { LAUNCH_BITS, LAUNCH_BITS }, { 1, 1 }, { 0, 0 } },
	{ "int*", "int*", { .as = LAUNCH_UNORM8 }, { LAUNCH_UNORM8, LAUNCH_UNORM8 }, { 1, 1 }, { 0, 0 } },
};

START_TEST(all_arguments_must_agree)
{
	struct launch_range ranges[] = {
		{ .size = 64, .element = 1, .as = agreements[_i].before.as },
		{ .offset = 128, .size = 64, .element = 1, .as = agreements[_i].before.as }
	};
	struct launch_memory memory[] = {
		{ .kind = LAUNCH_BUFFER, .size = 256, .parent = LAUNCH_NONE },
		{ .kind = LAUNCH_SUB_BUFFER, .size = 64, .parent = 0, .origin = 0 },
		{ .kind = LAUNCH_SUB_BUFFER, .size = 160, .parent = 0, .origin = 32 },
	};
	struct launch_argument arguments[] = {
		{ .kind = LAUNCH_VALUE, .type = "int" },
		{ .kind = LAUNCH_MEMORY, .index = 1, .type = "a*", .numbers = agreements[_i].first },
		{ .kind = LAUNCH_MEMORY, .index = 2, .type = agreements[_i].second },
	};
	struct launch launch = { .memory = memory, .memory_count = 3, .arguments = arguments,
				 .argument_count = 3, .ranges = ranges, .range_count = 2 };

	launch_complete_ranges(&launch);
	for (size_t i = 0; i < 2; i++) {
		ck_assert_uint_eq(ranges[i].as, agreements[_i].as[i]);
		ck_assert_uint_eq(ranges[i].element, agreements[_i].element[i]);
		ck_assert_uint_eq(ranges[i].components, agreements[_i].components[i]);
	}
}
END_TEST

/* The argument that is named for SIZE bytes at OFFSET; the first two are of one object. */
static size_t argument_of(uint64_t offset, uint64_t size, bool is_const)
{
	const struct launch_range range = { .offset = offset, .size = size };
	struct launch_memory memory[] = {
		{ .kind = LAUNCH_BUFFER, .size = 256, .parent = LAUNCH_NONE },
		{ .kind = LAUNCH_SUB_BUFFER, .size = 64, .parent = 0, .origin = 0 },
		{ .kind = LAUNCH_SUB_BUFFER, .size = 64, .parent = 0, .origin = 32 },
	};
	struct launch_argument arguments[] = {
		{ .kind = LAUNCH_VALUE },
		{ .kind = LAUNCH_MEMORY, .index = 1, .is_const = 1 },
		{ .kind = LAUNCH_MEMORY, .index = 1, .is_const = is_const },
		{ .kind = LAUNCH_MEMORY, .index = 2 },
	};
	const struct launch launch = { .memory = memory, .memory_count = 3, .arguments = arguments,
				       .argument_count = 4 };

	return launch_argument_of(&launch, &range);
}

START_TEST(argument_is_one_that_reaches_the_bytes)
{
	ck_assert_uint_eq(argument_of(0, 96, false), 2);
	ck_assert_uint_eq(argument_of(0, 1, false), 2);
	ck_assert_uint_eq(argument_of(0, 1, true), 1);
	ck_assert_uint_eq(argument_of(40, 1, true), 3);
	ck_assert_uint_eq(argument_of(95, 1, false), 3);
	ck_assert_uint_eq(argument_of(96, 1, false), 4);
}
END_TEST

/* -- failures --------------------------------------------------------------------------------- */

static const struct {
	struct launch_call call;
	bool has_failed;
	bool is_outside;
} failures[] = {
	{ { .error = 0 }, false, false },
	{ { .error = CL_INVALID_WORK_GROUP_SIZE }, true, false },
	{ { .error = CL_INVALID_EVENT_WAIT_LIST }, true, true },
	{ { .error = CL_INVALID_COMMAND_QUEUE }, true, true },
	{ { .status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST }, true, true },
	{ { .status = CL_OUT_OF_RESOURCES }, true, false },
	{ { .status = CL_OUT_OF_RESOURCES, .wait_status = -1 }, true, true },
};

START_TEST(failures_may_be_of_others)
{
	const struct launch launch = { .call = failures[_i].call };

	ck_assert_int_eq(launch_has_failed(&launch), failures[_i].has_failed);
	ck_assert_int_eq(launch_has_failed_outside(&launch), failures[_i].is_outside);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("launch-rules");
	TCase *tcase = unit_tcase(suite, "launch-rules", 20);

	tcase_add_loop_test(tcase, types_are_found, 0, UNIT_ROWS(types));
	tcase_add_loop_test(tcase, floats_have_bounds, 0, LAUNCH_KINDS);
	tcase_add_loop_test(tcase, all_arguments_must_agree, 0, UNIT_ROWS(agreements));
	tcase_add_test(tcase, argument_is_one_that_reaches_the_bytes);
	tcase_add_loop_test(tcase, failures_may_be_of_others, 0, UNIT_ROWS(failures));
	return unit_run(suite);
}
