/* SPDX-License-Identifier: Apache-2.0 */
/* memory-use: see memory-use.h. */
#include "rewriter/memory-use.h"

#include <string.h>

#include "rewriter/growing-text.h"
#include "rewriter/origin.h"

static const char by_private[] = "through pointers to private memory";
static const char by_unknown_private[] =
	"through pointers to private memory whose origin is not known";
static const char by_generic[] = "through generic pointers whose origin is not known";
static const char by_literal[] = "through pointers that may point to a string literal";
static const char without_address[] = "to bit-fields and to components of components";
static const char without_size[] = "to objects whose size is not known";
static const char in_blocks[] = "in blocks that kernels enqueue";
static const char by_builtins[] = "by built-in functions that clrouter does not know";

struct use_finder {
	struct program_tree *tree;
	struct memory_use_list list;
	struct memory_use **end;
	bool has_strings;
	bool in_closure;
};

static struct memory_use *add_use(struct use_finder *finder, struct tree_node *node,
				  enum memory_use_form form, enum sites_access access)
{
	struct memory_use *use = growing_text_alloc(&finder->tree->arena, sizeof(*use));

	use->form = form;
	use->access = access;
	use->node = node;
	use->in_closure = finder->in_closure;
	*finder->end = use;
	finder->end = &use->next;
	finder->list.count++;
	return use;
}

/* Is the pointer of USE one to private memory that is not judged? */
static bool is_private(const struct program_tree *tree, const struct memory_use *use)
{
	const struct tree_source source = use->source;

	if (source.kind == TREE_FROM_PRIVATE)
		return true;
	if (use->space != TREE_PRIVATE)
		return source.declaration && !origin_fits(source, use->space) &&
		       use->space != TREE_GENERIC;
	return !tree->checks_private || !origin_fits(source, TREE_PRIVATE) ||
	       (source.kind != TREE_FROM_OBJECT && !source.declaration->is_judged);
}

/* Can a generic pointer that comes from SOURCE be judged? */
static bool fits_generic(const struct program_tree *tree, struct tree_source source)
{
	return (source.kind != TREE_FROM_HOLDER || tree->checks_private) &&
	       origin_fits(source, TREE_GENERIC);
}

/* Decides about the pointer of USE, which points to SPACE. */
static void judge_pointer(struct use_finder *finder, struct memory_use *use,
			  struct tree_node *pointer, enum tree_space space, size_t size)
{
	use->space = space;
	use->size = size;
	use->source = origin_of(finder->tree, pointer);
	if (finder->in_closure)
		use->why = in_blocks;
	else if (is_private(finder->tree, use))
		use->why = finder->tree->checks_private ? by_unknown_private : by_private;
	else if (size == 0)
		use->why = without_size;
	else if (use->source.kind == TREE_FROM_LITERAL ||
		 (space == TREE_CONSTANT && finder->has_strings &&
		  (use->source.kind == TREE_FROM_ANYWHERE ||
		   (use->source.kind == TREE_FROM_HOLDER &&
		    use->source.declaration->has_any_value))))
		use->why = by_literal;
	else if (space == TREE_GENERIC && !fits_generic(finder->tree, use->source))
		use->why = by_generic;
	else
		use->has_pointer = true;
}

static enum tree_space target_space(const struct tree_node *pointer)
{
	const struct tree_type *type = pointer && pointer->type ? pointer->type : NULL;

	if (type && type->class == TREE_POINTER)
		return type->target ? type->target->space : TREE_PRIVATE;
	return type && type->class == TREE_ARRAY ? type->space : TREE_PRIVATE;
}

static size_t target_size(const struct tree_node *pointer)
{
	return pointer && pointer->type && pointer->type->target ? pointer->type->target->size : 0;
}

/* What the node above does with an lvalue. */
static enum sites_access access_by(struct tree_node *node)
{
	const struct tree_node *above = tree_above(node);

	if (!above)
		return SITES_READ;
	if (above->kind == TREE_ASSIGNMENT && tree_inside(above->first) == node)
		return SITES_WRITE;
	if (above->kind == TREE_INCREMENT ||
	    (above->kind == TREE_UPDATE && tree_inside(above->first) == node))
		return SITES_UPDATE;
	return SITES_READ;
}

/* Completes USE, which accesses the memory of an lvalue. */
static void judge_lvalue(struct use_finder *finder, struct memory_use *use)
{
	const struct lvalue *lvalue = &use->lvalue;

	if (lvalue->pointer) {
		judge_pointer(finder, use, lvalue->pointer,
			      target_space(tree_inside(lvalue->pointer)), lvalue->size);
		if (use->has_pointer && !lvalue->addressed) {
			use->has_pointer = false;
			use->why = without_address;
		}
	} else if (finder->in_closure) {
		use->why = in_blocks;
	}
}

static bool is_memory(const struct lvalue *lvalue)
{
	return lvalue->pointer || (lvalue->variable && lvalue->index_count > 0);
}

static void take_lvalue(struct use_finder *finder, struct tree_node *node)
{
	const struct lvalue lvalue = lvalue_of(finder->tree, node);
	struct memory_use *use;

	if (!is_memory(&lvalue))
		return;
	use = add_use(finder, node, USE_LVALUE, access_by(node));
	use->lvalue = lvalue;
	judge_lvalue(finder, use);
}

static struct tree_node *argument_of(const struct tree_node *call, unsigned index)
{
	return index == BUILTIN_LAST ? (call->last != call->first ? call->last : NULL)
				     : tree_child(call, index + 1);
}

static bool is_address(const struct tree_node *argument)
{
	return tree_is_type(argument, TREE_POINTER) || tree_is_type(argument, TREE_ARRAY);
}

/* The argument of a built-in function that accesses what it points to. */
static void take_pointer(struct use_finder *finder, struct tree_node *call,
			 struct tree_node *argument, const struct builtin *builtin)
{
	struct tree_node *inside = tree_inside(argument), *target;
	struct memory_use *use;

	if (!is_address(inside))
		return;
	target = inside->kind == TREE_ADDRESS ? tree_inside(inside->first) : NULL;
	if (target && target->kind == TREE_REFERENCE)
		return; /* a whole variable */
	if (target && lvalue_is(target)) {
		const struct lvalue lvalue = lvalue_of(finder->tree, target);

		if (!is_memory(&lvalue))
			return;
		use = add_use(finder, call, USE_POINTER, builtin->access);
		use->lvalue = lvalue;
	} else {
		use = add_use(finder, call, USE_POINTER, builtin->access);
	}
	use->pointer = argument;
	if (use->lvalue.variable)
		judge_lvalue(finder, use);
	else
		judge_pointer(finder, use, argument, target_space(inside), target_size(inside));
}

static void take_vector(struct use_finder *finder, struct tree_node *call,
			const struct builtin *builtin)
{
	struct tree_node *argument = argument_of(call, builtin->pointer);
	struct memory_use *use;

	if (!is_address(tree_inside(argument)))
		return;
	use = add_use(finder, call, USE_VECTOR, builtin->access);
	use->pointer = argument;
	use->builtin = *builtin;
	judge_pointer(finder, use, argument, target_space(tree_inside(argument)),
		      target_size(tree_inside(argument)) * builtin->elements);
}

static void take_copy(struct use_finder *finder, struct tree_node *call,
		      const struct builtin *builtin)
{
	const struct tree_node *to = tree_inside(argument_of(call, 0));

	for (unsigned i = 0; i < 2; i++) {
		struct tree_node *argument = argument_of(call, i), *inside = tree_inside(argument);
		struct memory_use *use;

		if (!is_address(inside) || !argument_of(call, builtin->is_strided ? 4 : 3))
			return;
		use = add_use(finder, call, USE_COPY, i == 0 ? SITES_WRITE : SITES_READ);
		use->pointer = argument;
		use->builtin = *builtin;
		use->is_second = i > 0;
		/* The stride is the one of the side in global memory. */
		use->is_strided =
			builtin->is_strided && (target_space(to) == TREE_GLOBAL) == (i == 0);
		judge_pointer(finder, use, argument, target_space(inside), target_size(inside));
	}
}

static void take_unknown(struct use_finder *finder, struct tree_node *call)
{
	for (struct tree_node *argument = call->first->next; argument; argument = argument->next) {
		const struct tree_node *inside = tree_inside(argument);

		if (is_address(inside) && target_space(inside) != TREE_PRIVATE) {
			add_use(finder, call, USE_POINTER, SITES_READ)->why =
				finder->in_closure ? in_blocks : by_builtins;
			return;
		}
	}
}

static void take_call(struct use_finder *finder, struct tree_node *call)
{
	struct builtin builtin;

	if (!call->first || !call->declaration || !call->declaration->is_foreign)
		return;
	builtin = builtin_find(call->declaration->name);
	switch (builtin.kind) {
	case BUILTIN_NONE:
		break;
	case BUILTIN_UNKNOWN:
		take_unknown(finder, call);
		break;
	case BUILTIN_POINTER:
		for (unsigned i = 0; i <= builtin.others; i++) {
			const unsigned index = builtin.pointer == BUILTIN_LAST
						       ? BUILTIN_LAST
						       : builtin.pointer + i;
			struct tree_node *argument = argument_of(call, index);

			if (argument)
				take_pointer(finder, call, argument, &builtin);
		}
		break;
	case BUILTIN_VECTOR:
		if (argument_of(call, builtin.pointer))
			take_vector(finder, call, &builtin);
		break;
	case BUILTIN_COPY:
		take_copy(finder, call, &builtin);
		break;
	}
}

bool memory_use_has_strings(struct program_tree *tree)
{
	for (struct tree_node *node = tree->root; node; node = tree_next(tree->root, node)) {
		const struct tree_node *above = node->kind == TREE_STRING ? tree_above(node) : NULL;

		if (!above || (above->kind == TREE_VARIABLE && tree_is_type(above, TREE_ARRAY)))
			continue;
		if (above->kind == TREE_CALL && above->declaration &&
		    strcmp(above->declaration->name, "printf") == 0)
			continue;
		return true;
	}
	return false;
}

struct memory_use_list memory_use_find(struct program_tree *tree, struct tree_node *function,
				       bool has_strings)
{
	struct use_finder finder = { .tree = tree, .has_strings = has_strings };
	struct tree_node *node = function, *closure = NULL, *after = NULL;

	finder.end = &finder.list.first;
	while (node) {
		if (node == after)
			closure = NULL;
		if (node->kind == TREE_CLOSURE && !closure) {
			closure = node;
			after = tree_skip(function, node);
		}
		finder.in_closure = closure != NULL;
		if (node->kind == TREE_UNEVALUATED) {
			node = tree_skip(function, node);
			continue;
		}
		if (lvalue_is(node) && !lvalue_is_inner(node))
			take_lvalue(&finder, node);
		else if (node->kind == TREE_CALL)
			take_call(&finder, node);
		node = tree_next(function, node);
	}
	return finder.list;
}
