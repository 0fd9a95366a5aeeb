/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lvalue: what an expression that names memory is made of: the pointer or variable at its root, the
 * arrays of constant size that are indexed on the way, and the bytes that it covers.
 */
#ifndef CLROUTER_REWRITER_LVALUE_H
#define CLROUTER_REWRITER_LVALUE_H

#include "rewriter/tree.h"

#define LVALUE_INDEXES 8

struct lvalue_index {
	struct tree_node *index; /* the expression */
	struct tree_node *array;
	size_t elements;
};

struct lvalue {
	struct tree_node *node;
	/* Its address is `&(addressed)`, or ADDRESSED itself if that is a pointer; NULL: it has no
	 * address that can be written. */
	struct tree_node *addressed;
	bool is_pointer;
	size_t offset, size;	   /* of the bytes, from there on */
	struct tree_node *pointer; /* at the root; NULL: it is VARIABLE */
	struct tree_node
		*variable; /* a reference; NULL: it is POINTER, or something without memory */
	struct lvalue_index indexes[LVALUE_INDEXES];
	size_t index_count;
};

/* Is NODE an expression that names a part of memory, other than a variable? */
bool lvalue_is(const struct tree_node *node);

/* Is NODE a part of a larger such expression, or is its address all that is taken? */
bool lvalue_is_inner(struct tree_node *node);

/* What NODE is made of. */
struct lvalue lvalue_of(const struct program_tree *tree, struct tree_node *node);

/* The pointer and the index of a subscript or of *(POINTER + INDEX); false: NODE is neither. */
bool lvalue_subscript(struct tree_node *node, struct tree_node **pointer, struct tree_node **index);

#endif
