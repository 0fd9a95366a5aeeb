/* SPDX-License-Identifier: Apache-2.0 */
/* builtin: the names of built-in functions say which memory they access. */
#include "rewriter/builtin.h"

#include "unit/unit.h"

static const struct {
	const char *name;
	enum builtin_kind kind;
	enum sites_access access;
	unsigned pointer, elements, stride;
} rows[] = {
	{ "vload4", BUILTIN_VECTOR, SITES_READ, 1, 4, 4 },
	{ "vload16", BUILTIN_VECTOR, SITES_READ, 1, 16, 16 },
	{ "vload3", BUILTIN_VECTOR, SITES_READ, 1, 3, 3 },
	{ "vload_half", BUILTIN_VECTOR, SITES_READ, 1, 1, 1 },
	{ "vload_half3", BUILTIN_VECTOR, SITES_READ, 1, 3, 3 },
	{ "vloada_half3", BUILTIN_VECTOR, SITES_READ, 1, 3, 4 },
	{ "vstore2", BUILTIN_VECTOR, SITES_WRITE, 2, 2, 2 },
	{ "vstore_half_rtz", BUILTIN_VECTOR, SITES_WRITE, 2, 1, 1 },
	{ "vstorea_half3_rte", BUILTIN_VECTOR, SITES_WRITE, 2, 3, 4 },
	{ "vload4x", BUILTIN_UNKNOWN, SITES_READ, 0, 0, 0 },
	{ "atomic_add", BUILTIN_POINTER, SITES_UPDATE, 0, 0, 0 },
	{ "atom_cmpxchg", BUILTIN_POINTER, SITES_UPDATE, 0, 0, 0 },
	{ "atomic_load_explicit", BUILTIN_POINTER, SITES_READ, 0, 0, 0 },
	{ "atomic_store", BUILTIN_POINTER, SITES_WRITE, 0, 0, 0 },
	{ "atomic_flag_clear", BUILTIN_POINTER, SITES_WRITE, 0, 0, 0 },
	{ "atomic_work_item_fence", BUILTIN_NONE, SITES_READ, 0, 0, 0 },
	{ "sincos", BUILTIN_POINTER, SITES_WRITE, BUILTIN_LAST, 0, 0 },
	{ "remquo", BUILTIN_POINTER, SITES_WRITE, BUILTIN_LAST, 0, 0 },
	{ "async_work_group_copy", BUILTIN_COPY, SITES_READ, 0, 0, 0 },
	{ "prefetch", BUILTIN_NONE, SITES_READ, 0, 0, 0 },
	{ "printf", BUILTIN_NONE, SITES_READ, 0, 0, 0 },
	{ "intel_sub_group_block_read", BUILTIN_UNKNOWN, SITES_READ, 0, 0, 0 },
};

START_TEST(a_name_says_what_is_accessed)
{
	const struct builtin builtin = builtin_find(rows[_i].name);

	ck_assert_int_eq(builtin.kind, rows[_i].kind);
	ck_assert_uint_eq(builtin.pointer, rows[_i].pointer);
	if (builtin.kind != BUILTIN_UNKNOWN)
		ck_assert_int_eq(builtin.access, rows[_i].access);
	ck_assert_uint_eq(builtin.elements, rows[_i].elements);
	ck_assert_uint_eq(builtin.stride, rows[_i].stride);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("builtin");
	TCase *tcase = unit_tcase(suite, "builtin", 20);

	tcase_add_loop_test(tcase, a_name_says_what_is_accessed, 0, UNIT_ROWS(rows));
	return unit_run(suite);
}
