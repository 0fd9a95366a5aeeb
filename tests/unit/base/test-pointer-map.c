/* SPDX-License-Identifier: Apache-2.0 */
/* pointer-map: compared with an array that is searched from its start. */
#include <stdint.h>
#include <string.h>

#include "base/common/pointer-map.h"
#include "unit/unit.h"

#define KEYS 500

/* Keys as they occur: addresses of a heap, small numbers, and far apart. */
static const struct {
	uintptr_t first;
	uintptr_t step;
} keys[] = {
	{ (uintptr_t)0x7f0012340010u, 64 },
	{ 1, 1 },
	{ 4096, (uintptr_t)1 << 20 },
};

static const void *key_of(int row, unsigned int i)
{
	return (const void *)(keys[row].first + i * keys[row].step);
}

START_TEST(empty_map_has_nothing)
{
	struct pointer_map map = { NULL, 0, 0 };

	ck_assert_uint_eq(pointer_map_get(&map, &map), 0);
	pointer_map_remove(&map, &map);
	pointer_map_done(&map);
	ck_assert_uint_eq(map.used, 0);
}
END_TEST

START_TEST(is_like_an_array)
{
	struct pointer_map map = { NULL, 0, 0 };
	uintptr_t expected[KEYS] = { 0 };
	uint32_t random = 1;
	size_t used = 0;

	for (int round = 0; round < 50000; round++) {
		unsigned int i;

		random = random * 1664525 + 1013904223;
		i = (random >> 8) % KEYS;
		ck_assert_uint_eq(pointer_map_get(&map, key_of(_i, i)), expected[i]);
		if (random >> 31) {
			pointer_map_remove(&map, key_of(_i, i));
			used -= expected[i] != 0;
			expected[i] = 0;
		} else {
			used += expected[i] == 0;
			expected[i] = (uintptr_t)round + 1;
			ck_assert(pointer_map_set(&map, key_of(_i, i), expected[i]));
		}
		ck_assert_uint_eq(map.used, used);
	}
	for (unsigned int i = 0; i < KEYS; i++)
		ck_assert_uint_eq(pointer_map_get(&map, key_of(_i, i)), expected[i]);
	pointer_map_done(&map);
	ck_assert_uint_eq(pointer_map_get(&map, key_of(_i, 0)), 0);
}
END_TEST

/* A search ends at a free slot, so there must be some. */
START_TEST(is_never_full)
{
	struct pointer_map map = { NULL, 0, 0 };

	for (unsigned int i = 0; i < KEYS; i++) {
		ck_assert(pointer_map_set(&map, key_of(_i, i), 1));
		ck_assert_uint_gt(map.size, map.used);
	}
	pointer_map_done(&map);
}
END_TEST

/* A key that is there needs no memory. */
START_TEST(a_value_changes_in_place)
{
	struct pointer_map map = { NULL, 0, 0 };
	unsigned int count = 0;
	size_t size;

	while (map.size == 0 || 2 * map.used < map.size)
		ck_assert(pointer_map_set(&map, key_of(_i, count++), 1));
	size = map.size;
	for (unsigned int i = 0; i < count; i++)
		ck_assert(pointer_map_set(&map, key_of(_i, i), 2));
	ck_assert_uint_eq(map.size, size);
	pointer_map_done(&map);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("pointer-map");
	TCase *tcase = unit_tcase(suite, "pointer-map", 10);

	tcase_add_test(tcase, empty_map_has_nothing);
	tcase_add_loop_test(tcase, is_like_an_array, 0, UNIT_ROWS(keys));
	tcase_add_loop_test(tcase, is_never_full, 0, UNIT_ROWS(keys));
	tcase_add_loop_test(tcase, a_value_changes_in_place, 0, UNIT_ROWS(keys));
	return unit_run(suite);
}
