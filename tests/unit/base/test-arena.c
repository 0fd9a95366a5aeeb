/* SPDX-License-Identifier: Apache-2.0 */
/* arena: memory is zeroed, aligned, does not overlap, and all of it is freed. */
#include "base/arena.h"

#include <stdint.h>
#include <string.h>

#include "unit/unit.h"

static const size_t sizes[] = { 0, 1, 15, 16, 17, 4095, 8191, 8192, 8193, 100000 };

static bool is_zero(const unsigned char *memory, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (memory[i] != 0)
			return false;
	return true;
}

START_TEST(memory_is_zero_and_aligned)
{
	size_t size = sizes[_i];

	for (int i = 0; i < 50; i++) {
		unsigned char *memory = arena_alloc(&unit_arena, size);

		ck_assert_ptr_nonnull(memory);
		ck_assert_uint_eq((uintptr_t)memory % _Alignof(max_align_t), 0);
		ck_assert(is_zero(memory, size));
		memset(memory, 0xAA, size);
	}
}
END_TEST

START_TEST(pieces_do_not_overlap)
{
	unsigned char *pieces[UNIT_ROWS(sizes)];

	for (int i = 0; i < UNIT_ROWS(sizes); i++) {
		pieces[i] = arena_alloc(&unit_arena, sizes[i]);
		memset(pieces[i], i + 1, sizes[i]);
	}
	for (int i = 0; i < UNIT_ROWS(sizes); i++)
		for (size_t k = 0; k < sizes[i]; k++)
			ck_assert_uint_eq(pieces[i][k], i + 1);
}
END_TEST

/* Sizes that overflow size_t when they are rounded up, or when the header of a block is added. */
static const size_t too_large[] = { SIZE_MAX, SIZE_MAX - 1, SIZE_MAX - 14, SIZE_MAX - 15,
				 SIZE_MAX - 16 };

START_TEST(sizes_that_overflow_are_refused)
{
	ck_assert_ptr_null(arena_alloc(&unit_arena, too_large[_i]));
	ck_assert_ptr_nonnull(arena_alloc(&unit_arena, 1));
}
END_TEST

START_TEST(copies_are_terminated)
{
	char *copy = arena_copy(&unit_arena, "abcdef", 3);
	char *empty = arena_copy(&unit_arena, "", 0);

	ck_assert_str_eq(copy, "abc");
	ck_assert_str_eq(empty, "");
	ck_assert_ptr_ne(copy, empty);
}
END_TEST

static const struct {
	const char *parts[3];
	size_t count;
	const char *expected;
} joins[] = {
	{ { NULL }, 0, "" },
	{ { "" }, 1, "" },
	{ { "one" }, 1, "one" },
	{ { "", "/", "x" }, 3, "/x" },
	{ { "/etc", "/", "OpenCL" }, 3, "/etc/OpenCL" },
};

START_TEST(parts_are_joined)
{
	ck_assert_str_eq(arena_join(&unit_arena, joins[_i].parts, joins[_i].count),
			 joins[_i].expected);
}
END_TEST

static const struct {
	const char *directory;
	const char *name;
	const char *expected;
} paths[] = {
	{ "/etc/OpenCL", "vendors", "/etc/OpenCL/vendors" },
	{ "", "etc", "/etc" },
	{ "lib", "", "lib/" },
	{ "/opt/", "vendors", "/opt/vendors" },
	{ "/", "opt", "/opt" },
};

START_TEST(paths_have_one_slash)
{
	ck_assert_str_eq(arena_path(&unit_arena, paths[_i].directory, paths[_i].name),
			 paths[_i].expected);
}
END_TEST

START_TEST(paths_under_a_root)
{
	const char *path = "/etc/OpenCL";

	ck_assert_str_eq(arena_under_root(&unit_arena, "/root", path), "/root/etc/OpenCL");
	ck_assert_ptr_eq(arena_under_root(&unit_arena, "", path), path);
}
END_TEST

struct item {
	struct item *next;
	unsigned number;
};

START_TEST(items_are_appended)
{
	struct item *first = NULL;
	unsigned count = 0;

	for (unsigned i = 0; i < 3; i++)
		((struct item *)arena_append(&unit_arena, &first, sizeof(*first)))->number = i;
	ck_assert_ptr_null(arena_append(&unit_arena, &first, SIZE_MAX));
	LIST_EACH(const struct item, item, first)
		ck_assert_uint_eq(item->number, count++);
	ck_assert_uint_eq(count, 3);
}
END_TEST

START_TEST(can_be_used_again)
{
	struct arena arena = ARENA_INIT;

	arena_done(&arena);
	ck_assert_ptr_nonnull(arena_alloc(&arena, 100000));
	arena_done(&arena);
	ck_assert_ptr_null(arena.blocks);
	ck_assert_str_eq(arena_copy(&arena, "again", 5), "again");
	arena_done(&arena);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("arena");
	TCase *tcase = unit_tcase(suite, "arena", 10);

	tcase_add_loop_test(tcase, memory_is_zero_and_aligned, 0, UNIT_ROWS(sizes));
	tcase_add_test(tcase, pieces_do_not_overlap);
	tcase_add_loop_test(tcase, sizes_that_overflow_are_refused, 0, UNIT_ROWS(too_large));
	tcase_add_test(tcase, copies_are_terminated);
	tcase_add_loop_test(tcase, parts_are_joined, 0, UNIT_ROWS(joins));
	tcase_add_loop_test(tcase, paths_have_one_slash, 0, UNIT_ROWS(paths));
	tcase_add_test(tcase, paths_under_a_root);
	tcase_add_test(tcase, items_are_appended);
	tcase_add_test(tcase, can_be_used_again);
	return unit_run(suite);
}
