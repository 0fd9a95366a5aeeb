/* SPDX-License-Identifier: Apache-2.0 */
/* kernel-writes: through which of the parameters a, b and c a kernel writes. */
#include "opencl/kernel-writes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

enum { A = 1, B = 2, C = 4 };

#define HEAD "kernel void f(global int *a, global int *restrict b, __global const float4 *c) "

static const struct {
	const char *source;
	uint64_t writes;
	size_t count;	/* of its parameters */
} rows[] = {
	{ "", 0, 3 },
	{ "kernel void f()", 0, 3 },
	{ "kernel void f() { ( = 1; }", 0, 1 },
	{ "kernel void f(global int *a) { a[", 0, 1 },
	{ "kernel void f(global int *a", 0, 3 },
	{ HEAD "{}", 0, 3 },
	{ HEAD "{ a[get_global_id(0)] = b[0]; }", A, 3 },
	{ HEAD "{ int x = a[0] + b[a[1]]; if (a[0] == 1 || a[1] <= 2 || b[0] >= a[2] || a[1] != 1) return; }", 0, 3 },
	{ HEAD "{ a[0] += 1; b[1]++; --c[2]; }", A | B | C, 3 },
	{ HEAD "{ a[0] <<= 1; b[a[0] = 1]; c[0].x = 1; }", A | C, 3 },
	{ HEAD "{ a->x = 1; s.b[0] = 1; s->c[0] = 1; }", A, 3 },
	{ HEAD "{ *a = 1; *(b + 1) = 2; (*c)++; }", A | B | C, 3 },
	{ HEAD "{ *a++ = 1; ++*b; x = y * c; else *c = 1; }", A | B | C, 3 },
	{ HEAD "{ x = *a; *a++; a++; b = a; b += 1; (*c); x = 2 * *c; }", 0, 3 },
	{ HEAD "{ int x = 2; x = x * a[0]; x = 2 * *b; x = a[0] - -c[1].y; }", 0, 3 },
	{ HEAD "{ atomic_inc(a); atomic_add(&b[c[0]], a[1]); }", A | B, 3 },
	{ HEAD "{ atom_add((global int *)(b + c[0]), a[1]); atomic_load(c); }", B, 3 },
	{ HEAD "{ atomic_fetch_add_explicit((volatile global atomic_int *)&a[b[0]], 1, x); }", A, 3 },
	{ HEAD "{ atomic_inc(a + *b + c->x); }", A, 3 },
	{ HEAD "{ vstore4(vload4(0, a), f(a, b), c); }", C, 3 },
	{ HEAD "{ vstore_half2_rte(x, a[0], (global half *)b); }", B, 3 },
	{ HEAD "{ write_imagef(a, (int2)(b[0], b[1]), c[0]); }", A, 3 },
	{ HEAD "{ async_work_group_copy(a, b, 4, 0); g(c); }", A, 3 },
	/* What is hidden, or only looks like it. */
	{ HEAD "{ /* a[0] = 1; */ // b[0] = 1;\n char *x = \"c[0] = 1;\\\"\"; }", 0, 3 },
	{ HEAD "{\n#if X\n a[0] = 1;\n#ifdef Y\n b[0] = 1;\n#endif\n#else\n c[0] = 1;\n#endif\n}", 0, 3 },
	{ HEAD "{\n#define SET a[0] = \\\n b[0] = 1\n c[0] = 1; }", C, 3 },
	{ HEAD "{\r\n#define SET { \\\r\n a[0] = 1\r\n b[0] = 1; // c[0] = 1; \\\n c[0] = 2;\n#\n}", B, 3 },
	{ HEAD "{ int a[2]; a[0] = 1; return b[0]; }", 0, 3 },
	{ HEAD "{ int x = 1, b = 1, b[1] = 1; other.a = 1; }", B, 3 },
	{ "void f(global int *a) { a[0] = 1; }", 0, 1 },
	{ "kernel void g(global int *a) { a[0] = 1; }" HEAD "{ b[0] = 1; }", B, 3 },
	{ "kernel void f(global int *b); " HEAD "{ b[0] = 1; }", B, 3 },
	{ "__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void f(int x, global int *a) { a[x] = 1; }", B, 2 },
	{ "kernel void f(int x __attribute__((aligned(4), used)), global int *a) { *a = x; }", B, 2 },
	/* Which number a parameter has is not known. */
	{ "kernel void f(\n#if X\nint x,\n#endif\nglobal int *a, global int *b) { *a = 1; }", 0, 3 },
	{ "kernel void f(TWO_ARGUMENTS, global int *a) { *a = 1; }", 0, 3 },
	{ "kernel void f(ARGUMENT(a), global int *b, int c) { *a = *b = 1; }", B, 3 },
};

START_TEST(finds_what_is_written)
{
	const uint64_t found = kernel_writes_find(rows[_i].source, "f", rows[_i].count);

	ck_assert_msg(found == rows[_i].writes, "found 0x%llx for %s", (unsigned long long)found,
		      rows[_i].source);
}
END_TEST

/* Parameters after the last one that has a bit. */
START_TEST(many_parameters)
{
	char source[2048] = "kernel void f(";

	for (int i = 0; i < 70; i++)
		snprintf(source + strlen(source), sizeof(source) - strlen(source), "%sint *p%d",
			 i > 0 ? ", " : "", i);
	strcat(source, ") { *p62 = 1; *p63 = 1; *p69 = 1; }");
	ck_assert(kernel_writes_find(source, "f", 70) == UINT64_C(1) << 62);
}
END_TEST

/* A part of a source, which is no source, is read to its end only. */
START_TEST(parts_are_read_to_their_end)
{
	static const char whole[] = HEAD "{ a[0] = *b++; atomic_inc(&c[*b]); s->a[0].x = \"\\\"\"; }"
				    "\n#if 1 \\\n#endif /* */ //";
	char part[sizeof(whole)];

	for (size_t i = 0; i < sizeof(whole); i++) {
		char *copy;

		memcpy(part, whole, i);
		part[i] = '\0';
		copy = strdup(part);
		ck_assert(kernel_writes_find(copy, "f", 3) <= 7);
		free(copy);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("kernel-writes");
	TCase *tcase = unit_tcase(suite, "kernel-writes", 10);

	tcase_add_loop_test(tcase, finds_what_is_written, 0, UNIT_ROWS(rows));
	tcase_add_test(tcase, many_parameters);
	tcase_add_test(tcase, parts_are_read_to_their_end);
	return unit_run(suite);
}
