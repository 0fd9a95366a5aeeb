/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rewrite: what becomes of small programs: their tables, and parts of their texts. That the result
 * compiles and finds what it should is for the tests that run it.
 */
#include "rewriter/rewrite.h"

#include <stdlib.h>
#include <string.h>

#include "sanitize/sites.h"
#include "unit/unit.h"

static void rewrite_text(struct rewrite_answer *answer, const char *source, const char *options)
{
	struct source_unit unit = { .source = source, .options = options };
	const struct units units = { .list = &unit, .count = 1 };
	const struct rewrite_request request = { .units = &units, .bits = "64", .language = "1.2" };

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
	  "site\t\t1\t67\twrite\t4\tk\tt[3]\t8\tt[3][i]\n"
	  "site\t\t1\t77\tread\t4\tk\tp\t2\tp[i]\n" },
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
	  "kernel\tk\t1\t1\t1\nsite\t\t1\t73\twrite\t4\tk\tt\t16\tp[i]\n"
	  "object\tt\tlocal float[16]\n" },
	/* What a function gets has a name in records. */
	{ "int f(__local int *p) { return p[1]; } __kernel void k(int i) { __local int t[4]; i = "
	  "f(t); }",
	  "kernel\tk\t1\t1\t1\n"
	  "site\t\t1\t32\tread\t4\tf\t\t0\tp[1]\nobject\tt\tlocal int[4]\n" },
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
	/* A pointer of two origins has bounds that are set with it. */
	{ "__kernel void k(__global int *a, __global int *b, int n) { a = n ? b : a; a[n] = 1; }",
	  "(a = n ? (clrouter_san_x(2, clrouter_san_b(3)), (b)) : (clrouter_san_x(2, "
	  "clrouter_san_b(2)), (a)), clrouter_san_m(2), a);",
	  NULL },
	{ "__kernel void k(__global int *a, __global int *b) { __global int *p = a; p = p + 1; *p "
	  "= 1; }",
	  "p = p + 1;", "clrouter_san_m(4" },
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

START_TEST(a_program_with_too_many_accesses_is_refused)
{
	struct growing_text source = { 0 };
	struct rewrite_answer answer;

	growing_text_add(&source, "__kernel void k(__global int *a) {\n");
	for (unsigned i = 0; i < 20000; i++)
		growing_text_add(&source, "a[%u] = 1;\n", i);
	growing_text_add(&source, _i == 0 ? "}" : "*a = 1; }");
	rewrite_text(&answer, source.text, "");
	ck_assert_pstr_eq(answer.reason,
			  _i == 0 ? NULL : "it has more than 20000 accesses to check");
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
	const struct rewrite_request request = { .units = &units,
						 .macros = "cl_nv 1\n__OPENCL_C_VERSION__ 120\n",
						 .bits = "32",
						 .language = "2.0" };
	struct rewrite_answer answer;

	rewrite(&request, &answer);
	ck_assert_pstr_eq(answer.reason, NULL);
	ck_assert_str_eq(answer.table, "kernel\tright\t0\t0\t0\n");
	ck_assert_str_eq(answer.units.list[0].options, "-cl-std=CL2.0");
	rewrite_done(&answer);
}
END_TEST

/* -- private memory -------------------------------------------------------------------------- */

static void rewrite_private(struct rewrite_answer *answer, const char *source, const char *options)
{
	struct source_unit unit = { .source = source, .options = options };
	const struct units units = { .list = &unit, .count = 1 };
	const struct rewrite_request request = {
		.units = &units, .bits = "64", .language = "1.2", .checks_private = true
	};

	rewrite(&request, answer);
	ck_assert_pstr_eq(answer->reason, NULL);
}

/* A program whose pointers to private memory are checked, its table, and what its text has. */
static const struct {
	const char *source;
	const char *table;
	const char *has;
} privates[] = {
	{ "int f(int *p) { return *p; }\n__kernel void k(int i) { i = f(&i); }",
	  "kernel\tk\t1\t1\t1\nsite\t\t1\t24\tread\t4\tf\t\t0\t*p\nobject\ti\tprivate int\n",
	  "f(clrouter_san_k, clrouter_san_b(4), &i)" },
	{ "__kernel void k(int i) { float4 v[2], *p = v; p[i].yz = 1; }",
	  "kernel\tk\t1\t1\t1\nsite\t\t1\t47\twrite\t8\tk\tv\t2\tp[i].yz\n"
	  "object\tv\tprivate float4[2]\n",
	  "*p = (clrouter_san_V(3, (ulong)(const volatile uchar *)&v, sizeof(v), 536870912u), "
	  "(v))" },
	/* What is never judged is not counted as checked. */
	{ "int f(int *p) { return *p; }\n"
	  "__kernel void k(int i) { int *t[1] = { &i }; i = f(t[0]) + *t[0]; }",
	  "kernel\tk\t2\t4\t1\n"
	  "unchecked\t2\tthrough pointers to private memory whose origin is not known\n",
	  "f(t[0]) + *t[0]" },
	/* In one call it is judged, in the other one it is not. */
	{ "int f(int *p) { return *p; }\n"
	  "__kernel void k(int i) { int *t[1] = { &i }; i = f(t[0]) + f(&i); }",
	  "kernel\tk\t2\t2\t1\nsite\t\t1\t24\tread\t4\tf\t\t0\t*p\nobject\ti\tprivate int\n",
	  "f(clrouter_san_k, clrouter_san_o, t[0])" },
	/* A pointer to other memory that is turned into one to private memory. */
	{ "__kernel void k(__global int *a) { int *p = (int *)(ulong)a; if (a == 0) *p = 1; }",
	  "kernel\tk\t0\t1\t1\nsized\t0\tglobal\ta\tglobal int *\n"
	  "unchecked\t1\tthrough pointers to private memory whose origin is not known\n",
	  "*p = 1" },
};

START_TEST(private_memory_is_checked)
{
	struct rewrite_answer answer;

	rewrite_private(&answer, privates[_i].source, "");
	ck_assert_str_eq(answer.table, privates[_i].table);
	ck_assert_msg(strstr(answer.units.list[0].source, privates[_i].has) != NULL, "%s",
		      answer.units.list[0].source);
	rewrite_done(&answer);
}
END_TEST

/* A program that could not be checked with its pointers to private memory is so without them. */
START_TEST(private_memory_is_given_up_first)
{
	static const char block[] =
		"void f(__private int *p) { *p = 1; }\n"
		"__kernel void k(__global int *a) {\n"
		"	enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, "
		"ndrange_1D(1), ^{\n"
		"		int i; f(&i); a[0] = i; });\n"
		"	a[1] = 1;\n}\n";
	struct growing_text source = { 0 };
	struct rewrite_answer answer;

	growing_text_add(&source, "__kernel void k(__global int *a) { int i, *p = &i;\n");
	for (unsigned i = 0; i < 20000; i++)
		growing_text_add(&source, "*p = 1;\n");
	growing_text_add(&source, "a[0] = i; }");
	rewrite_private(&answer, source.text, "");
	ck_assert_ptr_nonnull(strstr(answer.table, "kernel\tk\t1\t20001\t1\n"));
	rewrite_done(&answer);
	growing_text_done(&source);
	rewrite_private(&answer, block, "-cl-std=CL2.0");
	ck_assert_ptr_nonnull(strstr(answer.table, "kernel\tk\t1\t"));
	rewrite_done(&answer);
}
END_TEST

/* -- several sources ------------------------------------------------------------------------- */

static struct unit_header headers[] = {
	{ "deep/a.h", "#ifndef A\n#define A\nvoid set(__global int *p, int i);\n#endif\n" },
	{ "b.h", "#include <deep/a.h>\n#define N 3\n" },
	{ "b.h", "#error the first one of a name counts\n" },
};

static struct source_unit linked[] = {
	{ .source = "#include \"b.h\"\n__kernel void k(__global int *a) { set(a, N); a[1] = 0; }\n"
		    "__kernel void other(__global int *b);\nfloat absent(__global int *p);\n"
		    "static int own(__global int *p) { return p[0]; }\n",
	  .options = "-w",
	  .headers = headers,
	  .header_count = 3 },
	{ .source = "__kernel void other(__global int *b) { b[2] = 1; }\n"
		    "static int own(__global int *p);\n"
		    "__kernel void third(__global int *c) { other(c); }\n",
	  .options = "" },
	{ .source = "#include <deep/a.h>\n__constant int clrouter_san_ = 1;\n"
		    "void set(__global int *p, int i) { p[i] = clrouter_san_; }\n",
	  .options = "",
	  .headers = headers,
	  .header_count = 1 },
};

static void rewrite_linked(struct rewrite_answer *answer, bool expands)
{
	const struct units units = { .link = "-link", .list = linked, .count = 3 };
	const struct rewrite_request request = {
		.units = &units, .bits = "64", .language = "1.2", .expands = expands
	};

	rewrite(&request, answer);
	ck_assert_pstr_eq(answer->reason, NULL);
	ck_assert_uint_eq(answer->units.count, 3);
	ck_assert_str_eq(answer->units.link, "-link");
	ck_assert_str_eq(answer->units.list[0].options, "-w");
}

/* One table has the places of all sources; their numbers and hidden parameters agree. */
START_TEST(sources_are_rewritten_together)
{
	static const struct {
		size_t unit;
		bool is_there;
		const char *text;
	} parts[] = {
		{ 0, true, "void set(clrouter_san_1_d, ulong clrouter_san_1_l" },
		{ 0, true, "set(clrouter_san_1_k, clrouter_san_1_b(" },
		{ 0, true, "float absent(__global int *p);" },
		{ 0, true, "clrouter_san_1_cold void clrouter_san_1_record(" },
		{ 0, true, "| clrouter_san_1_static2(at, size)" },
		{ 1, true, "\nvoid clrouter_san_1_record(" },
		{ 1, false, "clrouter_san_1_cold void clrouter_san_1_record(" },
		{ 1, true, ", 4, 2)) = 1; }" },
		{ 1, true, "clrouter_san_1_kernel_other(clrouter_san_1_k" },
		{ 2, true, ", 4, 3)) = clrouter_san_; }" },
		{ 2, true, "clrouter_san_1_static2(ulong at, ulong size)" },
		{ 2, false, "clrouter_san_1_lawful" },
	};
	struct rewrite_answer answer;

	rewrite_linked(&answer, false);
	ck_assert_str_eq(answer.table,
			 "kernel\tk\t2\t2\t1\nsized\t0\tglobal\ta\tglobal int *\n"
			 "kernel\tother\t1\t1\t1\nsized\t0\tglobal\tb\tglobal int *\n"
			 "kernel\tthird\t1\t1\t1\nsized\t0\tglobal\tc\tglobal int *\n"
			 "site\tsource 1\t2\t47\twrite\t4\tk\t\t0\ta[1]\n"
			 "site\tsource 1\t5\t42\tread\t4\town\t\t0\tp[0]\n"
			 "site\tsource 2\t1\t40\twrite\t4\tother\t\t0\tb[2]\n"
			 "site\tsource 3\t3\t36\twrite\t4\tset\t\t0\tp[i]\n");
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		ck_assert_msg((strstr(answer.units.list[parts[i].unit].source, parts[i].text) !=
			       NULL) == parts[i].is_there,
			      "%s\n%s", parts[i].text, answer.units.list[parts[i].unit].source);
	rewrite_done(&answer);
}
END_TEST

/* What was preprocessed once becomes the same program, without its headers. */
START_TEST(what_is_expanded_needs_no_headers)
{
	struct rewrite_answer expanded, answer, direct;

	rewrite_linked(&expanded, true);
	ck_assert_ptr_null(expanded.table);
	for (size_t i = 0; i < 3; i++) {
		ck_assert(expanded.units.list[i].is_expanded);
		ck_assert_uint_eq(expanded.units.list[i].header_count, 0);
		ck_assert_ptr_null(strstr(expanded.units.list[i].source, "#include"));
	}
	rewrite(&(struct rewrite_request){ .units = &expanded.units,
					   .bits = "64",
					   .language = "1.2" },
		&answer);
	rewrite_linked(&direct, false);
	ck_assert_str_eq(answer.table, direct.table);
	for (size_t i = 0; i < 3; i++)
		ck_assert_str_eq(answer.units.list[i].source, direct.units.list[i].source);
	rewrite_done(&expanded);
	rewrite_done(&answer);
	rewrite_done(&direct);
}
END_TEST

static void rewrite_headers(struct rewrite_answer *answer, struct unit_header *list, size_t count,
			    const char *source)
{
	struct source_unit unit = {
		.source = source, .options = "", .headers = list, .header_count = count
	};
	const struct units units = { .list = &unit, .count = 1 };

	rewrite(&(struct rewrite_request){ .units = &units, .bits = "64", .language = "1.2" },
		answer);
}

/* Names that are no names of files, headers that include themselves, and those that are too large.
 */
START_TEST(any_header_is_taken)
{
	struct unit_header odd[] = {
		{ "a\"b\\c\t.h", "void odd(void);\n" },
		{ "../up.h", "" },
		{ "", "" },
		{ "folder/", "" },
		{ "self.h",
		  "#ifndef S\n#define S\n#include \"self.h\"\n#include <self.h>\ntypedef int "
		  "s;\n#endif\n" },
		{ "x.h", "X\n" },
	};
	struct unit_header large = { "large.h", NULL };
	struct rewrite_answer answer;
	char *text = malloc((size_t)4 << 20);

	rewrite_headers(&answer, odd, 6,
			"#include \"self.h\"\n#define X void one(void);\n#include <x.h>\n#undef X\n"
			"#define X void two(void);\n#include \"x.h\"\n"
			"__kernel void k() { one(); two(); }\n");
	ck_assert_pstr_eq(answer.reason, NULL);
	ck_assert_ptr_nonnull(strstr(answer.units.list[0].source, "void two(void);"));
	rewrite_done(&answer);
	memset(text, ' ', (size_t)4 << 20);
	text[((size_t)4 << 20) - 1] = '\0';
	large.text = text;
	rewrite_headers(&answer, &large, 1, "__kernel void k() {}\n");
	/* The limit of a pipe is the system's. */
	if (answer.reason)
		ck_assert_str_eq(answer.reason, "its headers are too large");
	rewrite_done(&answer);
	rewrite_headers(&answer, odd, 6, "#define X int x;\n#include <x.h>\n");
	ck_assert_msg(strstr(answer.reason, " x.h:1: ") != NULL, "%s", answer.reason);
	rewrite_done(&answer);
	rewrite_headers(&answer, odd, 1, "#include \"none.h\"\n");
	ck_assert_ptr_nonnull(strstr(answer.reason, "none.h"));
	rewrite_done(&answer);
	free(text);
}
END_TEST

START_TEST(too_many_headers_are_refused)
{
	struct unit_header many[41];
	struct rewrite_answer answer;

	for (size_t i = 0; i < 41; i++)
		many[i] = (struct unit_header){ "a.h", "" };
	rewrite_headers(&answer, many, 41, "#include \"a.h\"\n__kernel void k() {}\n");
	ck_assert_str_eq(answer.reason, "it is compiled with too many headers");
	rewrite_done(&answer);
	rewrite_headers(&answer, many, 40, "#include \"a.h\"\n__kernel void k() {}\n");
	ck_assert_pstr_eq(answer.reason, NULL);
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
	tcase_add_loop_test(tcase, a_program_with_too_many_accesses_is_refused, 0, 2);
	tcase_add_test(tcase, macros_do_not_grow_without_limit);
	tcase_add_test(tcase, the_drivers_macros_count);
	tcase_add_loop_test(tcase, private_memory_is_checked, 0, UNIT_ROWS(privates));
	tcase_add_test(tcase, private_memory_is_given_up_first);
	tcase_add_test(tcase, sources_are_rewritten_together);
	tcase_add_test(tcase, what_is_expanded_needs_no_headers);
	tcase_add_test(tcase, any_header_is_taken);
	tcase_add_test(tcase, too_many_headers_are_refused);
	return unit_run(suite);
}
