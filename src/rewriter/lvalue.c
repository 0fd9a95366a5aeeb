/* SPDX-License-Identifier: Apache-2.0 */
/* lvalue: see lvalue.h. */
#include "rewriter/lvalue.h"

#include <string.h>

#include "base/text.h"

bool lvalue_is(const struct tree_node *node)
{
	return node->kind == TREE_MEMBER || node->kind == TREE_COMPONENT ||
	       node->kind == TREE_SUBSCRIPT || node->kind == TREE_DEREFERENCE;
}

static bool is_address_type(const struct tree_node *node)
{
	return tree_is_type(node, TREE_POINTER) || tree_is_type(node, TREE_ARRAY);
}

bool lvalue_subscript(struct tree_node *node, struct tree_node **pointer, struct tree_node **index)
{
	struct tree_node *sum = node;

	if (node->kind == TREE_DEREFERENCE) {
		sum = tree_inside(node->first);
		if (!sum || sum->kind != TREE_SUM || sum->is_difference)
			return false;
	} else if (node->kind != TREE_SUBSCRIPT) {
		return false;
	}
	if (!sum->first || !sum->first->next)
		return false;
	*pointer = sum->first;
	*index = sum->first->next;
	if (!is_address_type(tree_inside(*pointer)) &&
	    !tree_is_type(tree_inside(*pointer), TREE_VECTOR)) {
		*pointer = *index;
		*index = sum->first;
	}
	return true;
}

bool lvalue_is_inner(struct tree_node *node)
{
	const struct tree_node *above = tree_above(node);

	if (!above)
		return false;
	switch (above->kind) {
	case TREE_MEMBER:
	case TREE_COMPONENT:
		return !above->is_arrow || tree_is_type(node, TREE_ARRAY);
	case TREE_ADDRESS:
		return true;
	default:
		/* An array is only turned into its address. */
		return tree_is_type(node, TREE_ARRAY) ||
		       (above->kind == TREE_SUBSCRIPT && tree_is_type(node, TREE_VECTOR));
	}
}

/* The components that NAME selects of a vector of COUNT: the first and the last one. */
static bool find_components(const char *name, size_t length, size_t count, size_t *first,
			    size_t *last)
{
	static const char hex[] = "0123456789abcdef", xyzw[] = "xyzw", rgba[] = "rgba";
	const bool is_number = length > 1 && (name[0] == 's' || name[0] == 'S');
	const size_t half = (count + 1) / 2;

	if (length == 2 && memcmp(name, "lo", 2) == 0)
		return *first = 0, *last = half - 1, true;
	if (length == 2 && memcmp(name, "hi", 2) == 0)
		return *first = half, *last = count - 1, true;
	if (length == 3 && memcmp(name, "odd", 3) == 0)
		return *first = 1, *last = count - 1, true;
	if (length == 4 && memcmp(name, "even", 4) == 0)
		return *first = 0, *last = count - 1, true;
	*first = count;
	*last = 0;
	for (size_t i = is_number; i < length; i++) {
		const char c = text_lower(name[i]);
		const char *at = is_number	   ? strchr(hex, c)
				 : strchr(xyzw, c) ? strchr(xyzw, c)
						   : strchr(rgba, c);
		const size_t number = at && c ? (size_t)(at - (is_number	 ? hex
							       : strchr(xyzw, c) ? xyzw
										 : rgba))
					      : count;

		if (number >= count)
			return false;
		*first = number < *first ? number : *first;
		*last = number > *last ? number : *last;
	}
	return length > is_number;
}

/* Narrows the bytes of LVALUE to the components that NODE, which has VECTOR below it, selects. */
static void select_components(const struct program_tree *tree, struct lvalue *lvalue,
			      const struct tree_node *node, const struct tree_type *vector)
{
	size_t start = node->end, first, last;
	const size_t element = vector->target ? vector->target->size : 0;

	while (start > node->start && text_is_name(tree->text[start - 1]))
		start--;
	lvalue->offset = 0;
	lvalue->size = vector->size;
	if (element == 0 || !find_components(tree->text + start, node->end - start,
					     vector->elements, &first, &last))
		return;
	lvalue->offset = first * element;
	lvalue->size = (last - first + 1) * element;
}

/*
 * Arrays whose index is not checked: the last member of a struct if it has one element or none, as
 * such an array stands for as many as follow in memory.
 */
static bool is_open(const struct tree_node *array)
{
	const struct tree_type *type = array->type;

	return !type->is_sized || type->elements == 0 ||
	       (type->elements == 1 && array->kind == TREE_MEMBER && array->declaration &&
		array->declaration->is_trailing);
}

static void add_index(struct lvalue *lvalue, struct tree_node *array, struct tree_node *index)
{
	if (is_open(array) || lvalue->index_count >= LVALUE_INDEXES)
		return;
	lvalue->indexes[lvalue->index_count++] =
		(struct lvalue_index){ index, array, array->type->elements };
}

/* Goes from NODE one step to the root. NULL: the root was found. */
static struct tree_node *step(struct lvalue *lvalue, struct tree_node *node)
{
	struct tree_node *pointer, *index, *base;

	if (lvalue_subscript(node, &pointer, &index)) {
		base = tree_inside(pointer);
		if (tree_is_type(base, TREE_ARRAY) && lvalue_is(base)) {
			add_index(lvalue, base, index);
			return base;
		}
		if (tree_is_type(base, TREE_ARRAY) && base->kind == TREE_REFERENCE) {
			add_index(lvalue, base, index);
			lvalue->variable = base;
			return NULL;
		}
		if (node->kind == TREE_SUBSCRIPT && tree_is_type(base, TREE_VECTOR))
			return base;
		lvalue->pointer = node->kind == TREE_SUBSCRIPT ? pointer : node->first;
		return NULL;
	}
	base = tree_inside(node->first);
	if (node->kind == TREE_DEREFERENCE || node->is_arrow) {
		/* The address of an array is the one of its first element. */
		if (tree_is_type(base, TREE_ARRAY) && lvalue_is(base))
			return base;
		lvalue->pointer = node->first;
		return NULL;
	}
	return base;
}

static void find_addressed(const struct program_tree *tree, struct lvalue *lvalue)
{
	struct tree_node *node = lvalue->node, *base = tree_inside(node->first);

	lvalue->addressed = node;
	lvalue->size = node->type ? node->type->size : 0;
	if (node->kind == TREE_COMPONENT) {
		const struct tree_type *vector = base ? base->type : NULL;

		lvalue->addressed = base;
		lvalue->is_pointer = node->is_arrow;
		if (vector && node->is_arrow)
			vector = vector->target;
		if (vector && vector->class == TREE_VECTOR)
			select_components(tree, lvalue, node, vector);
		/* Components of components have no address. */
		if (base && base->kind == TREE_COMPONENT)
			lvalue->addressed = NULL;
	} else if (node->kind == TREE_SUBSCRIPT && tree_is_type(base, TREE_VECTOR)) {
		lvalue->addressed = base->kind == TREE_COMPONENT ? NULL : base;
		lvalue->size = base->type->size;
	} else if (node->kind == TREE_MEMBER && node->declaration &&
		   node->declaration->is_bit_field) {
		lvalue->addressed = NULL;
	}
}

struct lvalue lvalue_of(const struct program_tree *tree, struct tree_node *node)
{
	struct lvalue lvalue = { .node = node };

	find_addressed(tree, &lvalue);
	while (node && lvalue_is(node) && !lvalue.pointer && !lvalue.variable)
		node = step(&lvalue, node);
	if (node && node->kind == TREE_REFERENCE && !lvalue.pointer)
		lvalue.variable = node;
	return lvalue;
}
