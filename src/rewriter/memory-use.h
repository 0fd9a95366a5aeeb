/* SPDX-License-Identifier: Apache-2.0 */
/* memory-use: the accesses to memory in a function, and whether and how each of them is checked. */
#ifndef CLROUTER_REWRITER_MEMORY_USE_H
#define CLROUTER_REWRITER_MEMORY_USE_H

#include "rewriter/builtin.h"
#include "rewriter/lvalue.h"
#include "rewriter/tree.h"

enum memory_use_form {
	USE_LVALUE,  /* an expression that names the memory */
	USE_POINTER, /* what an argument of a built-in function points to */
	USE_VECTOR,  /* of vload and vstore */
	USE_COPY     /* one side of an asynchronous copy */
};

struct memory_use {
	struct memory_use *next;
	enum memory_use_form form;
	enum sites_access access;
	struct tree_node *node;	   /* the expression, or the call */
	struct lvalue lvalue;	   /* of USE_LVALUE; of USE_POINTER if the argument is &LVALUE */
	struct tree_node *pointer; /* the argument */
	struct builtin builtin;
	bool is_second;	  /* USE_COPY: the source */
	bool is_strided;  /* USE_COPY: this side has a stride */
	const char *why;  /* it is not checked; NULL: it is */
	bool in_closure;  /* where nothing can be changed */
	bool has_pointer; /* its address is checked, and not only its indexes */
	enum tree_space space;
	size_t size;		   /* bytes; of USE_COPY of an element */
	struct tree_source source; /* of the pointer */
};

struct memory_use_list {
	struct memory_use *first;
	size_t count;
};

/*
 * The accesses of FUNCTION of TREE, which origin_trace() has seen, in the order of the text.
 * HAS_STRINGS: the answer of memory_use_has_strings().
 */
struct memory_use_list memory_use_find(struct program_tree *tree, struct tree_node *function,
				       bool has_strings);

/* May a pointer to constant memory point to a string literal? Then such pointers of unknown origin
 * are not checked. */
bool memory_use_has_strings(struct program_tree *tree);

#endif
