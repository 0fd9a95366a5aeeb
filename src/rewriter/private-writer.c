/* SPDX-License-Identifier: Apache-2.0 */
/*
 * private-writer: see private-writer.h. With 3 the number of a, and V(3, ...) what sets its bounds,
 *
 *	int a[4];		becomes		int a[4]; V(3, ...);
 *	int a[4], *p = a;	becomes		int a[4], *p = (V(3, ...), (a));
 *
 * The bounds themselves are declared at the start of the function, since a pointer may be declared
 * outside of the block in which the variable is. Until they are set, for example if a goto or a
 * switch leaves the declaration out, no access is judged by them.
 */
#include "rewriter/private-writer.h"

#include "rewriter/origin.h"
#include "rewriter/prologue.h"

/* Pointers to private memory have the numbers of generic ones, see prologue.c. */
static void add_bounds(struct rewriting *rewriting, const struct tree_declaration *object,
		       struct growing_text *text)
{
	growing_text_add(text, "%sV(%zu, (ulong)(const volatile uchar *)&%s, sizeof(%s), %uu)",
			 rewriting->prefix, object->number, object->name, object->name,
			 rewriting_add_object(rewriting, object));
}

static void declare(struct rewriting *rewriting, const struct tree_declaration *object)
{
	const char *p = rewriting->prefix;

	growing_text_add(&rewriting->head, "ulong %sl%zu = 0, %ss%zu = 0; uint %si%zu = %uu; ", p,
			 object->number, p, object->number, p, object->number, PROLOGUE_UNJUDGED);
}

static void write_variable(struct rewriting *rewriting, const struct tree_node *node)
{
	const struct tree_node *user = origin_first_user(node), *value = user ? user->last : NULL;
	const size_t end = node->parent->end;
	struct growing_text text = { 0 };
	struct edit *edit;

	add_bounds(rewriting, node->declaration, &text);
	if (value) {
		edit = edits_begin(&rewriting->edits, value->start, value->end);
		edits_add_text(&rewriting->edits, edit, "(%s, (", text.text);
		edits_add_part(&rewriting->edits, edit, value->start, value->end);
		edits_add_text(&rewriting->edits, edit, "))");
	} else {
		edit = edits_begin(&rewriting->edits, end, end);
		edits_add_text(&rewriting->edits, edit, " %s;", text.text);
	}
	growing_text_done(&text);
}

static void write_object(struct rewriting *rewriting, const struct tree_node *node)
{
	const struct tree_declaration *object = node->declaration;

	if (!object || !object->is_private_object || !object->needs_bounds)
		return;
	declare(rewriting, object);
	if (node->kind == TREE_VARIABLE) {
		write_variable(rewriting, node);
		return;
	}
	add_bounds(rewriting, object, &rewriting->head);
	growing_text_add(&rewriting->head, "; ");
}

void private_writer_write(struct rewriting *rewriting, const struct tree_function *function)
{
	struct tree_node *root = function->node;

	if (!rewriting->tree->checks_private)
		return;
	for (struct tree_node *node = root; node; node = tree_next(root, node))
		if (node->kind == TREE_VARIABLE || node->kind == TREE_PARAMETER)
			write_object(rewriting, node);
}
