/* SPDX-License-Identifier: Apache-2.0 */
/* origin: see origin.h. */
#include "rewriter/origin.h"

#include <string.h>

#include "base/text.h"
#include "rewriter/lvalue.h"

static const struct tree_source nowhere = { TREE_FROM_NOWHERE, NULL };
static const struct tree_source anywhere = { TREE_FROM_ANYWHERE, NULL };
static const struct tree_source literal = { TREE_FROM_LITERAL, NULL };

static struct tree_source join(struct tree_source a, struct tree_source b)
{
	if (a.kind == TREE_FROM_NOWHERE || (a.kind == b.kind && a.declaration == b.declaration))
		return b;
	if (b.kind == TREE_FROM_NOWHERE)
		return a;
	return a.kind == TREE_FROM_LITERAL || b.kind == TREE_FROM_LITERAL ? literal : anywhere;
}

static struct tree_source object_of(const struct tree_node *reference)
{
	struct tree_declaration *declaration = reference->declaration;

	if (!declaration || !declaration->type || declaration->is_foreign)
		return anywhere;
	if (declaration->type->space == TREE_PRIVATE ||
	    declaration->kind == TREE_DECLARED_PARAMETER)
		return (struct tree_source){ TREE_FROM_PRIVATE, NULL };
	return (struct tree_source){ TREE_FROM_OBJECT, declaration };
}

static bool is_cast_call(const struct tree_node *call)
{
	static const char *const names[] = { "to_global",   "to_local",	  "to_private",
					     "__to_global", "__to_local", "__to_private" };

	for (size_t i = 0; call->declaration && i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(call->declaration->name, names[i]) == 0)
			return true;
	return false;
}

/* How often origin_of() may call itself: an expression that is nested deeper comes from anywhere.
 */
#define DEEPEST_ORIGIN 200

static struct tree_source find(const struct program_tree *tree, struct tree_node *node,
			       unsigned depth);

/* Of the memory that NODE names. */
static struct tree_source find_memory(const struct program_tree *tree, struct tree_node *node,
				      unsigned depth)
{
	if (!node)
		return anywhere;
	if (node->kind == TREE_REFERENCE)
		return object_of(node);
	if (node->kind == TREE_STRING)
		return literal;
	if (lvalue_is(node)) {
		const struct lvalue lvalue = lvalue_of(tree, node);

		if (lvalue.pointer)
			return find(tree, lvalue.pointer, depth + 1);
		if (lvalue.variable)
			return object_of(lvalue.variable);
	}
	return anywhere;
}

static struct tree_source find_sum(const struct program_tree *tree, struct tree_node *node,
				   unsigned depth)
{
	for (struct tree_node *child = node->first; child; child = child->next) {
		const struct tree_node *inside = tree_inside(child);

		if (tree_is_type(inside, TREE_POINTER) || tree_is_type(inside, TREE_ARRAY))
			return find(tree, child, depth + 1);
	}
	return anywhere;
}

static struct tree_source find_reference(const struct tree_node *node)
{
	const struct tree_declaration *declaration = node->declaration;

	if (!declaration || !declaration->type || declaration->type->class != TREE_POINTER ||
	    declaration->is_foreign)
		return anywhere;
	return declaration->source;
}

static struct tree_source find(const struct program_tree *tree, struct tree_node *node,
			       unsigned depth)
{
	node = tree_inside(node);
	if (!node || depth > DEEPEST_ORIGIN)
		return anywhere;
	if (tree_is_type(node, TREE_ARRAY))
		return find_memory(tree, node, depth);
	switch (node->kind) {
	case TREE_STRING:
		return literal;
	case TREE_NUMBER:
		return nowhere;
	case TREE_REFERENCE:
		return find_reference(node);
	case TREE_ADDRESS:
		return find_memory(tree, tree_inside(node->first), depth);
	case TREE_SUM:
		return find_sum(tree, node, depth);
	case TREE_CAST:
	case TREE_INCREMENT:
	case TREE_UPDATE:
		return find(tree, node->kind == TREE_CAST ? node->last : node->first, depth + 1);
	case TREE_ASSIGNMENT:
	case TREE_COMMA:
		return find(tree, node->last, depth + 1);
	case TREE_CONDITIONAL:
		return node->last && node->last->previous
			       ? join(find(tree, node->last, depth + 1),
				      find(tree, node->last->previous, depth + 1))
			       : anywhere;
	case TREE_CALL:
		return is_cast_call(node) ? find(tree, node->last, depth + 1) : anywhere;
	default:
		return anywhere;
	}
}

struct tree_source origin_of(const struct program_tree *tree, struct tree_node *node)
{
	return find(tree, node, 0);
}

/* A variable of the program outlives functions, whose parameters cannot be named elsewhere. */
static bool is_visible(const struct tree_declaration *holder, struct tree_source source)
{
	return source.kind == TREE_FROM_NOWHERE || source.kind == TREE_FROM_LITERAL ||
	       (source.kind == TREE_FROM_OBJECT && !source.declaration->function) ||
	       (holder->function &&
		(!source.declaration || source.declaration->function == holder->function ||
		 !source.declaration->function));
}

/* Adds SOURCE to the sources of DECLARATION. True: that changes them. */
static bool add_source(struct tree_declaration *declaration, struct tree_source source)
{
	const struct tree_source old = declaration->source;

	declaration->source = join(old, is_visible(declaration, source) ? source : anywhere);
	return declaration->source.kind != old.kind ||
	       declaration->source.declaration != old.declaration;
}

static struct tree_declaration *find_variable(struct tree_node *node)
{
	node = tree_inside(node);
	return node && node->kind == TREE_REFERENCE && tree_is_type(node, TREE_POINTER)
		       ? node->declaration
		       : NULL;
}

/* What NODE does to the sources of a variable. True: it changes them. */
static bool trace_node(const struct program_tree *tree, struct tree_node *node)
{
	struct tree_declaration *variable;

	switch (node->kind) {
	case TREE_VARIABLE:
		return node->last && node->last->is_initialiser &&
		       tree_is_type(node, TREE_POINTER) && node->declaration &&
		       add_source(node->declaration, origin_of(tree, node->last));
	case TREE_ASSIGNMENT:
		variable = find_variable(node->first);
		return variable && add_source(variable, origin_of(tree, node->last));
	case TREE_ADDRESS:
		variable = find_variable(node->first);
		return variable && add_source(variable, anywhere);
	default:
		return false;
	}
}

void origin_trace(struct program_tree *tree)
{
	bool changes = true;

	LIST_EACH(struct tree_declaration, each, tree->declarations)
		if (each->kind == TREE_DECLARED_PARAMETER && each->type &&
		    each->type->class == TREE_POINTER)
			each->source = (struct tree_source){ TREE_FROM_PARAMETER, each };
	while (changes) {
		changes = false;
		for (struct tree_node *node = tree->root; node; node = tree_next(tree->root, node))
			changes |= trace_node(tree, node);
	}
}
