/* SPDX-License-Identifier: Apache-2.0 */
/* origin: from which parameter or object the pointers of a program come. */
#include "rewriter/origin.h"

#include <string.h>

#include "rewriter/read-tree.h"
#include "rewriter/run-clang.h"
#include "unit/unit.h"

/* Statements of a kernel with the pointers a, b and n, and where the pointer p comes from then. */
static const struct {
	const char *statements;
	enum tree_origin origin;
	const char *name;
} rows[] = {
	{ "__global int *p = a;", TREE_FROM_PARAMETER, "a" },
	{ "__global int *p = (__global int *)((__global char *)&a[3] + n) - 1;",
	  TREE_FROM_PARAMETER, "a" },
	{ "__global int *p; p = b; p++; p += n;", TREE_FROM_PARAMETER, "b" },
	{ "__global int *q = b, *p = 0; p = (n, q++);", TREE_FROM_PARAMETER, "b" },
	{ "__global int *p = n ? a : a + 1;", TREE_FROM_PARAMETER, "a" },
	{ "__global int *p = n ? a : b;", TREE_FROM_HOLDER, "p" },
	{ "__global int *p = n ? a : b; __global int **x = &p;", TREE_FROM_ANYWHERE, NULL },
	{ "__global int *q = n ? a : b, *p = q + 1;", TREE_FROM_HOLDER, "p" },
	{ "__global int *x[2] = { a, a }, *p = n ? a : x[1];", TREE_FROM_HOLDER, "p" },
	{ "__constant char *p = n ? \"text\" : (__constant char *)table;", TREE_FROM_LITERAL,
	  NULL },
	{ "__global int *p = a; p = b;", TREE_FROM_HOLDER, "p" },
	{ "__global int *p = a, *q = b; for (;;) { __global int *t = p; p = q; q = t; }",
	  TREE_FROM_HOLDER, "p" },
	{ "__global int *p = a; __global int **x = &p;", TREE_FROM_ANYWHERE, NULL },
	{ "__global int *x[2] = { a, a }; __global int *p = x[1];", TREE_FROM_ANYWHERE, NULL },
	{ "__global int *p = (__global int *)(ulong)a;", TREE_FROM_PARAMETER, "a" },
	{ "__global int *p = (__global int *)((ulong)a + 4);", TREE_FROM_ANYWHERE, NULL },
	{ "__global int *p = 0;", TREE_FROM_NOWHERE, NULL },
	{ "__local int t[4][4]; __local int *p = t[n] + 1;", TREE_FROM_OBJECT, "t" },
	{ "__local int t; __local int *p = &t;", TREE_FROM_OBJECT, "t" },
	{ "__constant int *p = table + 1;", TREE_FROM_OBJECT, "table" },
	{ "int t[4]; int *p = t;", TREE_FROM_PRIVATE, NULL },
	{ "__constant char *p = \"text\";", TREE_FROM_LITERAL, NULL },
};

/* The same if private memory is checked. */
static const struct {
	const char *statements;
	enum tree_origin origin;
	const char *name;
} private_rows[] = {
	{ "int t[4]; int *p = t;", TREE_FROM_OBJECT, "t" },
	{ "int t[4], *p = t;", TREE_FROM_OBJECT, "t" },
	{ "struct { int a, b; } t; int *p = &t.b;", TREE_FROM_OBJECT, "t" },
	{ "float4 t; float *p = (float *)&t + 1;", TREE_FROM_OBJECT, "t" },
	{ "int *p = &n;", TREE_FROM_OBJECT, "n" },
	{ "int *p; { int t[2]; p = t; }", TREE_FROM_OBJECT, "t" },
	{ "int t, u; int *p = n ? &t : &u;", TREE_FROM_HOLDER, "p" },
	/* Pointers that are pointed to, and where no bounds can be written. */
	{ "int *t = 0; int **p = &t;", TREE_FROM_PRIVATE, NULL },
	{ "int *p; for (int t = 0; t < n; t++) p = &t;", TREE_FROM_PRIVATE, NULL },
	{ "int t, u[2] = { t = 1, *&t }; int *p = &t;", TREE_FROM_PRIVATE, NULL },
	{ "int *t[2]; int *p = t[n];", TREE_FROM_ANYWHERE, NULL },
	{ "struct { int *a; } t; int *p = t.a;", TREE_FROM_ANYWHERE, NULL },
	{ "int t; int *p = (int *)((ulong)&t + 4);", TREE_FROM_ANYWHERE, NULL },
};

static void check_origin(const char *statements, bool checks_private, enum tree_origin origin,
			 const char *name)
{
	const char *arguments[] = { "clang", "-print-resource-dir", NULL }, *reason;
	struct growing_text source = { 0 }, resources = { 0 };
	struct read_tree_language language = { "CL1.2", 64, false, NULL };
	const struct tree_declaration *found = NULL;
	struct program_tree tree;

	ck_assert(run_clang(&unit_arena, arguments, "", 0, &resources, &reason));
	resources.text[strcspn(resources.text, "\n")] = '\0';
	language.resources = resources.text;
	growing_text_add(&source,
			 "__constant int table[4] = { 1 };\n"
			 "__kernel void k(__global int *a, __global int *b, int n) { %s }\n",
			 statements);
	ck_assert(read_tree(&tree, source.text, source.length, &language, &reason));
	tree.checks_private = checks_private;
	origin_trace(&tree);
	LIST_EACH(const struct tree_declaration, each, tree.declarations)
		if (strcmp(each->name, "p") == 0)
			found = each;
	ck_assert_ptr_nonnull(found);
	ck_assert_int_eq(found->source.kind, origin);
	ck_assert_pstr_eq(found->source.declaration ? found->source.declaration->name : NULL, name);
	tree_done(&tree);
	growing_text_done(&source);
	growing_text_done(&resources);
}

START_TEST(a_pointer_has_its_origin)
{
	check_origin(rows[_i].statements, false, rows[_i].origin, rows[_i].name);
}
END_TEST

START_TEST(a_pointer_to_private_memory_has_its_origin)
{
	check_origin(private_rows[_i].statements, true, private_rows[_i].origin,
		     private_rows[_i].name);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("origin");
	TCase *tcase = unit_tcase(suite, "origin", 60);

	tcase_add_loop_test(tcase, a_pointer_has_its_origin, 0, UNIT_ROWS(rows));
	tcase_add_loop_test(tcase, a_pointer_to_private_memory_has_its_origin, 0,
			    UNIT_ROWS(private_rows));
	return unit_run(suite);
}
