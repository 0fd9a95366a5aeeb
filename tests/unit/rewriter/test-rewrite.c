/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite: what becomes of small programs: their tables, and parts of their texts. That the result
 * compiles and finds what it should is for the tests that run it.
 */
#include "rewriter/rewrite.h"

#include <string.h>

#include "sanitize/sites.h"
#include "unit/unit.h"

static void rewrite_text(struct rewrite_answer *answer, const char *source, const char *options)
{
	struct source_unit unit = { .source = source, .options = options };
	const struct units units = { .list = &unit, .count = 1 };
	const struct rewrite_request request = { &units, NULL, "64", "1.2", false };

	rewrite(&request, answer);
}

/* A program, and the table that it gets. */
static const struct {
	const char *source;
	const char *table;
} tables[] = {
	/* Each kernel has its arguments and its counts; functions have theirs in each kernel. */
	{ "float get(__global const float *p, int i)\n{\n\treturn p[i];\n}\n"
	  "__kernel void k(__global float *out, __global const float *in, int n, __local int *l)\n"
	  "{\n\tout[n] = get(in, n) + l[0];\n}\n"
	  "__kernel void none(int n) {}\n",
	  "kernel\tk\t3\t3\t4\n"
	  "sized\t0\tglobal\tout\tglobal float *\n"
	  "sized\t1\tglobal\tin\tglobal const float *\n"
	  "sized\t3\tlocal\tl\tlocal int *\n"
	  "kernel\tnone\t0\t0\t1\n"
	  "site\t\t3\t9\tread\t4\tget\t\t0\tp[i]\n"
	  "site\t\t7\t2\twrite\t4\tk\t\t0\tout[n]\n"
	  "site\t\t7\t24\tread\t4\tk\t\t0\tl[0]\n" },
	/* What is not evaluated, and whose address is taken, is no access. */
	{ "__kernel void k(__global int *a) { __global int *p = &a[3]; a[0] = sizeof(a[4]) + "
	  "sizeof *p; }",
	  "kernel\tk\t1\t1\t1\nsized\t0\tglobal\ta\tglobal int *\n"
	  "site\t\t1\t61\twrite\t4\tk\t\t0\ta[0]\n" },
	/* Arrays: each dimension, but not an index that is a constant inside. */
	{ "__kernel void k(int i) { __local int t[4][8]; int p[2]; p[1] = i; t[3][i] = p[i]; }",
	  "kernel\tk\t3\t3\t1\n"
	  "site\t\t1\t67\twrite\t0\tk\tt[3]\t8\tt[3][i]\n"
	  "site\t\t1\t77\tread\t0\tk\tp\t2\tp[i]\n" },
	/* Components of vectors, members, and what is read and written at once. */
	{ "struct s { int a; float4 v; };\n"
	  "__kernel void k(__global struct s *s) { s->v.yz = (float2)(1, 2); s->a += 1; s[1].a++; "
	  "}",
	  "kernel\tk\t3\t3\t1\nsized\t0\tglobal\ts\tglobal struct s *\n"
	  "site\t\t2\t41\twrite\t8\tk\t\t0\ts->v.yz\n"
	  "site\t\t2\t67\tupdate\t4\tk\t\t0\ts->a\n"
	  "site\t\t2\t78\tupdate\t4\tk\t\t0\ts[1].a\n" },
	/* A pointer to private memory is counted, and not checked. */
	{ "int f(int *p) { return *p; }\n__kernel void k(int i) { i = f(&i); }",
	  "kernel\tk\t0\t1\t1\nunchecked\t1\tthrough pointers to private memory\n" },
	/* A pointer into a local array. */
	{ "__kernel void k(int i) { __local float t[16]; __local float *p = t + 1; p[i] = 1; }",
	  "kernel\tk\t1\t1\t1\nsite\t\t1\t73\twrite\t0\tk\tt\t16\tp[i]\n" },
	/* The lines and files that the user has. */
	{ "#line 50 \"other.cl\"\n__kernel void k(__global int *a)\n{\n\ta[1]\n= 2; }",
	  "kernel\tk\t1\t1\t1\nsized\t0\tglobal\ta\tglobal int *\n"
	  "site\tother.cl\t52\t2\twrite\t4\tk\t\t0\ta[1]\n" },
};

START_TEST(a_program_has_its_table)
{
	struct rewrite_answer answer;

	rewrite_text(&answer, tables[_i].source, "");
	ck_assert_pstr_eq(answer.reason, NULL);
	ck_assert_str_eq(answer.table, tables[_i].table);
	rewrite_done(&answer);
}
END_TEST

/* A program, and what its text has when it is rewritten, and has no longer. */
static const struct {
	const char *source;
	const char *has, *lacks;
} texts[] = {
	{ "__kernel void k(__global float *a, int n) { a[n] = 1; }",
	  "(*(__global float *)clrouter_san_at_g(clrouter_san_h, clrouter_san_b(2), &(a[n]), 4, "
	  "0)) "
	  "= 1; }",
	  NULL },
	{ "__kernel void k(__global float *a, int n) { a[0] = vload4(n++, a).x; }",
	  "vload4(0, (__global float *)clrouter_san_at_g(clrouter_san_h, clrouter_san_b(2), (a) + "
	  "4 "
	  "* (size_t)(n++), 16, 1)).x",
	  "vload4(n" },
	{ "void f(void); __kernel void k(__global int *a) { f(); a[0] = 1; } void f(void) {}",
	  " f(); (*(", NULL },
	{ "int f(__global int *a); __kernel void k(__global int *b) { f(b + 1); } int f(__global "
	  "int "
	  "*a) { return *a; }",
	  "f(clrouter_san_k, clrouter_san_b(4), b + 1);", "{ f(b + 1)" },
	{ "__kernel void a(__global int *x) { *x = 1; } __kernel void b(__global int *y) { a(y); }",
	  "clrouter_san_kernel_a(clrouter_san_k, clrouter_san_b(4), y);", NULL },
	{ "__constant int clrouter_san_z = 1; __kernel void k(__global int *a) { a[0] = "
	  "clrouter_san_z; }",
	  "clrouter_san_1_at_g", "clrouter_san_at_g" },
	{ "__kernel void k(__global struct { int a; } *s) { s[1].a = 1; s[0] = s[1]; }",
	  "(__typeof__(&(s[0])))", NULL },
	{ "__kernel void k(__global int *a, image2d_t i) { a[0] = get_image_width(i); }",
	  "get_image_width(i)", NULL },
};

START_TEST(a_program_has_its_text)
{
	struct rewrite_answer answer;

	rewrite_text(&answer, texts[_i].source, "");
	ck_assert_pstr_eq(answer.reason, NULL);
	ck_assert_msg(strstr(answer.units.list[0].source, texts[_i].has), "%s",
		      answer.units.list[0].source);
	if (texts[_i].lacks)
		ck_assert_msg(!strstr(answer.units.list[0].source, texts[_i].lacks), "%s",
			      answer.units.list[0].source);
	rewrite_done(&answer);
}
END_TEST

static const struct {
	const char *source, *options, *reason;
} refused[] = {
	{ "__kernel void k(", "", "clang reports an error: line 1: " },
	{ "#line 7 \"u.cl\"\n__kernel void k() { x = 1; }", "",
	  "clang reports an error: u.cl:7: " },
	{ "#error no\n", "", "the preprocessor reports an error: <stdin>:1:2: error: no" },
	{ "/* no end", "", "the preprocessor reports an error: " },
	{ "int x;", "-cl-std=CLC++", "it is not written in OpenCL C up to version 3.0" },
	{ "__kernel void a(__global int *x) { __local int l; l = *x; } "
	  "__kernel void b(__global int *y) { a(y); }",
	  "", "a kernel that has a variable in local memory is called by another one" },
};

START_TEST(a_program_is_refused)
{
	struct rewrite_answer answer;

	rewrite_text(&answer, refused[_i].source, refused[_i].options);
	ck_assert_ptr_nonnull(answer.reason);
	ck_assert_msg(strncmp(answer.reason, refused[_i].reason, strlen(refused[_i].reason)) == 0,
		      "%s", answer.reason);
	rewrite_done(&answer);
}
END_TEST

/* Nesting, and sums of many terms, which compilers and tree walks follow by calling themselves. */
START_TEST(a_deep_program_is_refused)
{
	struct growing_text source = { 0 };
	struct rewrite_answer answer;

	growing_text_add(&source, "__kernel void k(__global int *a) { a[0] = ");
	for (unsigned i = 0; i < (_i == 0 ? 1000u : 5000u); i++)
		growing_text_add(&source, _i == 0 ? "(" : "a[1] + ");
	growing_text_add(&source, "1; }");
	rewrite_text(&answer, source.text, "");
	ck_assert_ptr_nonnull(answer.reason);
	rewrite_done(&answer);
	growing_text_done(&source);
}
END_TEST

START_TEST(macros_do_not_grow_without_limit)
{
	struct growing_text source = { 0 };
	struct rewrite_answer answer;

	growing_text_add(&source, "#define A0 x x x x x x x x x x\n");
	for (unsigned i = 1; i < 12; i++)
		growing_text_add(&source, "#define A%u A%u A%u A%u A%u A%u A%u A%u A%u\n", i, i - 1,
				 i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
	growing_text_add(&source, "A11\n");
	rewrite_text(&answer, source.text, "");
	ck_assert_str_eq(answer.reason, "the preprocessed program is too large");
	rewrite_done(&answer);
	growing_text_done(&source);
}
END_TEST

START_TEST(the_drivers_macros_count)
{
	const char source[] =
		"#if defined(cl_nv) && __OPENCL_C_VERSION__ == 200 && defined(M_PI_F) "
		"&& !defined(__x86_64__) && B == 3\n"
		"__kernel void right() {}\n#endif\n";
	struct source_unit unit = { .source = source, .options = "-cl-std=CL2.0 -DB=3" };
	const struct units units = { .list = &unit, .count = 1 };
	const struct rewrite_request request = { &units, "cl_nv 1\n__OPENCL_C_VERSION__ 120\n",
						 "32", "2.0", false };
	struct rewrite_answer answer;

	rewrite(&request, &answer);
	ck_assert_pstr_eq(answer.reason, NULL);
	ck_assert_str_eq(answer.table, "kernel\tright\t0\t0\t0\n");
	ck_assert_str_eq(answer.units.list[0].options, "-cl-std=CL2.0");
	rewrite_done(&answer);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("rewrite");
	TCase *tcase = unit_tcase(suite, "rewrite", 120);

	tcase_add_loop_test(tcase, a_program_has_its_table, 0, UNIT_ROWS(tables));
	tcase_add_loop_test(tcase, a_program_has_its_text, 0, UNIT_ROWS(texts));
	tcase_add_loop_test(tcase, a_program_is_refused, 0, UNIT_ROWS(refused));
	tcase_add_loop_test(tcase, a_deep_program_is_refused, 0, 2);
	tcase_add_test(tcase, macros_do_not_grow_without_limit);
	tcase_add_test(tcase, the_drivers_macros_count);
	return unit_run(suite);
}
