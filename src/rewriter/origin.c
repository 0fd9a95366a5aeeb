/* SPDX-License-Identifier: Apache-2.0 */
/* origin: see origin.h. */
#include "rewriter/origin.h"

#include <string.h>

#include "base/text.h"
#include "rewriter/growing-text.h"
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
	if (!declaration->is_private_object && (declaration->type->space == TREE_PRIVATE ||
						declaration->kind == TREE_DECLARED_PARAMETER))
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

bool origin_fits(struct tree_source source, enum tree_space space)
{
	const struct tree_type *type = source.declaration ? source.declaration->type : NULL;

	if (type && source.kind != TREE_FROM_OBJECT)
		type = type->target;
	if (!type)
		return false;
	if (space == TREE_PRIVATE)
		return type->space == TREE_PRIVATE || type->space == TREE_GENERIC;
	return type->space != (space == TREE_GENERIC ? TREE_LOCAL : TREE_PRIVATE);
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

static bool is_same(struct tree_source a, struct tree_source b)
{
	return a.kind == b.kind && a.declaration == b.declaration;
}

/* --- pointers that come from several objects ----------------------------------------------- */

/* Can DECLARATION have bounds that each of its assignments sets? */
static bool can_hold(const struct program_tree *tree, const struct tree_declaration *declaration)
{
	const struct tree_type *type = declaration->type;

	return !declaration->is_shared && declaration->function && !declaration->is_foreign &&
	       (declaration->kind == TREE_DECLARED_PARAMETER ||
		(declaration->kind == TREE_DECLARED_VARIABLE && type->space == TREE_PRIVATE)) &&
	       type->target &&
	       (tree->checks_private || type->target->space == TREE_GLOBAL ||
		type->target->space == TREE_LOCAL || type->target->space == TREE_CONSTANT);
}

/* The source of DECLARATION, which had OLD, and can also be SOURCE. */
static struct tree_source merge(const struct program_tree *tree,
				struct tree_declaration *declaration, struct tree_source old,
				struct tree_source source)
{
	const struct tree_source holder = { TREE_FROM_HOLDER, declaration };
	const struct tree_source joined = join(old, source);
	const bool is_other_holder = source.kind == TREE_FROM_HOLDER && !is_same(source, holder);

	if (joined.kind == TREE_FROM_LITERAL)
		return literal;
	/* What another holder keeps changes after this assignment. */
	if (is_same(old, holder) || is_other_holder ||
	    (joined.kind == TREE_FROM_ANYWHERE && !is_same(old, source) &&
	     old.kind != TREE_FROM_NOWHERE && source.kind != TREE_FROM_NOWHERE))
		return can_hold(tree, declaration) ? holder : anywhere;
	return joined;
}

/* Adds SOURCE to the sources of DECLARATION. True: that changes them. */
static bool add_source(const struct program_tree *tree, struct tree_declaration *declaration,
		       struct tree_source source)
{
	const struct tree_source old = declaration->source;

	declaration->source =
		merge(tree, declaration, old, is_visible(declaration, source) ? source : anywhere);
	return !is_same(declaration->source, old);
}

/* --- assignments --------------------------------------------------------------------------- */

static struct tree_declaration *find_variable(struct tree_node *node)
{
	node = tree_inside(node);
	return node && node->kind == TREE_REFERENCE && tree_is_type(node, TREE_POINTER)
		       ? node->declaration
		       : NULL;
}

/* The pointer variable that NODE, an assignment or a variable, gives the value of its last child;
 * NULL: none. */
static struct tree_declaration *find_target(struct tree_node *node)
{
	if (node->kind == TREE_ASSIGNMENT)
		return find_variable(node->first);
	return node->kind == TREE_VARIABLE && node->last && node->last->is_initialiser &&
			       tree_is_type(node, TREE_POINTER)
		       ? node->declaration
		       : NULL;
}

typedef bool visit_value(struct program_tree *tree, struct tree_declaration *target,
			 struct tree_node *whole, struct tree_node *value);

/* Visits each operand of NODE that its value may come from. */
static bool visit_values(struct program_tree *tree, struct tree_declaration *target,
			 struct tree_node *whole, struct tree_node *node, visit_value *visit,
			 unsigned depth)
{
	struct tree_node *inside = tree_inside(node);
	bool changes = false;

	if (inside->kind != TREE_CONDITIONAL || !inside->last || !inside->last->previous ||
	    depth > DEEPEST_ORIGIN)
		return visit(tree, target, whole, node);
	changes |= visit_values(tree, target, whole, inside->last->previous, visit, depth + 1);
	changes |= visit_values(tree, target, whole, inside->last, visit, depth + 1);
	return changes;
}

static bool trace_value(struct program_tree *tree, struct tree_declaration *target,
			struct tree_node *whole, struct tree_node *value)
{
	(void)whole;
	return add_source(tree, target, origin_of(tree, value));
}

static bool keep_value(struct program_tree *tree, struct tree_declaration *target,
		       struct tree_node *whole, struct tree_node *node)
{
	const struct tree_source source = origin_of(tree, node);
	struct tree_value *value = growing_text_alloc(&tree->arena, sizeof(*value));

	*value = (struct tree_value){ target->values, node, whole,
				      is_visible(target, source) ? source : anywhere };
	target->values = value;
	/* All private memory is never known. */
	target->has_any_value |= value->source.kind == TREE_FROM_ANYWHERE &&
				 target->type->target->space != TREE_PRIVATE;
	return false;
}

/* Does VISIT with all values of all pointer variables; of holders only if ONLY_HOLDERS. */
static bool visit_targets(struct program_tree *tree, visit_value *visit, bool only_holders)
{
	bool changes = false;

	for (struct tree_node *node = tree->root; node; node = tree_next(tree->root, node)) {
		struct tree_declaration *target = find_target(node);

		if (target && (!only_holders || target->source.kind == TREE_FROM_HOLDER))
			changes |= visit_values(tree, target, node, node->last, visit, 0);
	}
	return changes;
}

/* Finds the variables whose values others may set, or which are set where nothing can be added. */
static void find_shared(struct program_tree *tree)
{
	for (struct tree_node *node = tree->root; node; node = tree_next(tree->root, node)) {
		struct tree_declaration *variable =
			node->kind == TREE_ADDRESS ? find_variable(node->first) : NULL;
		struct tree_declaration *target = find_target(node);

		if (variable) {
			variable->is_shared = true;
			variable->source = anywhere;
		}
		if (target &&
		    (tree_inside(node->last)->kind == TREE_LIST || tree_is_in_closure(node)))
			target->is_shared = true;
	}
}

/* A holder that gets the value of one that comes from anywhere does so, too. */
static bool spread_any_value(struct program_tree *tree)
{
	bool changes = false;

	LIST_EACH(struct tree_declaration, each, tree->declarations)
		LIST_EACH(const struct tree_value, value, each->values)
			if (!each->has_any_value && value->source.kind == TREE_FROM_HOLDER &&
			    value->source.declaration->has_any_value)
				each->has_any_value = changes = true;
	return changes;
}

/* --- private memory ------------------------------------------------------------------------ */

static bool names(struct tree_node *root, const struct tree_declaration *declaration)
{
	for (struct tree_node *node = root; node; node = tree_next(root, node))
		if (node->kind == TREE_REFERENCE && node->declaration == declaration)
			return true;
	return false;
}

struct tree_node *origin_first_user(const struct tree_node *node)
{
	for (struct tree_node *next = node->next; next; next = next->next)
		if (names(next, node->declaration))
			return next;
	return NULL;
}

/*
 * Is there a place for a statement after the declaration of the variable NODE, or for an expression
 * in what it has before that is the first to use the variable?
 */
static bool has_place(const struct tree_node *node)
{
	const struct tree_node *statement = node->parent, *user;

	if (statement->kind != TREE_DECLARATION || !statement->parent ||
	    statement->parent->kind != TREE_BLOCK || tree_is_in_closure(node))
		return false;
	user = origin_first_user(node);
	return !user || (user->last->is_initialiser && tree_inside(user->last)->kind != TREE_LIST);
}

/* Pointers may have bounds of their own, by the same names. */
static void find_private_objects(struct program_tree *tree)
{
	for (struct tree_node *node = tree->root; node; node = tree_next(tree->root, node)) {
		struct tree_declaration *object = node->declaration;

		if (!object || !object->type || !object->function || !object->name[0] ||
		    object->type->space != TREE_PRIVATE || object->type->size == 0 ||
		    object->type->class == TREE_POINTER || object->type->class == TREE_OPAQUE)
			continue;
		if (node->kind == TREE_PARAMETER)
			object->is_private_object = node->parent == object->function;
		else if (node->kind == TREE_VARIABLE)
			object->is_private_object = has_place(node);
	}
}

void origin_trace(struct program_tree *tree)
{
	if (tree->checks_private)
		find_private_objects(tree);
	LIST_EACH(struct tree_declaration, each, tree->declarations)
		if (each->kind == TREE_DECLARED_PARAMETER && each->type &&
		    each->type->class == TREE_POINTER)
			each->source = (struct tree_source){ TREE_FROM_PARAMETER, each };
	find_shared(tree);
	while (visit_targets(tree, trace_value, false))
		;
	visit_targets(tree, keep_value, true);
	while (spread_any_value(tree))
		;
}
