/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tree: a program of OpenCL C as a tree of expressions and statements, with their places in its
 * text. What a compiler adds, such as conversions, is not in it. Knows no library: parse.h makes
 * it.
 */
#ifndef CLROUTER_REWRITER_TREE_H
#define CLROUTER_REWRITER_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum tree_space { TREE_PRIVATE, TREE_GLOBAL, TREE_LOCAL, TREE_CONSTANT, TREE_GENERIC, TREE_SPACES };

enum tree_class {
	TREE_OTHER_TYPE,
	TREE_POINTER,
	TREE_ARRAY,
	TREE_VECTOR,
	TREE_RECORD,
	TREE_OPAQUE /* samplers, events and others, which have no address */
};

struct tree_type {
	enum tree_class class;
	enum tree_space space; /* of an object of this type */
	size_t size;	       /* in bytes; 0: not known */
	size_t elements;       /* of an array of known size or a vector */
	bool is_sized;	       /* an array whose elements are a constant */
	bool is_simple;	       /* a "*" after its name makes the name of a pointer to it */
	const char *name;      /* as OpenCL C has it, with its address space and qualifiers */
	const struct tree_type *target; /* of a pointer what it points to; the elements */
};

enum tree_kind {
	TREE_OTHER,    /* its children are evaluated, or executed */
	TREE_FUNCTION, /* parameters and the body */
	TREE_PARAMETER,
	TREE_VARIABLE,	  /* a child may be the initialiser */
	TREE_DECLARATION, /* statement with variables */
	TREE_BLOCK,	  /* { ... } */
	TREE_CLOSURE,	  /* ^{ ... } */
	TREE_GOTO,
	TREE_UNEVALUATED, /* sizeof and others */
	TREE_REFERENCE,	  /* the name of a variable, parameter or function */
	TREE_MEMBER,	  /* a.b, a->b */
	TREE_COMPONENT,	  /* of a vector: v.xy, p->xy */
	TREE_SUBSCRIPT,
	TREE_DEREFERENCE,
	TREE_ADDRESS,
	TREE_INCREMENT,	 /* ++ and --, before or after */
	TREE_ASSIGNMENT, /* = */
	TREE_UPDATE,	 /* += and others */
	TREE_SUM,	 /* + and - with two operands */
	TREE_COMMA,
	TREE_CONDITIONAL,
	TREE_CALL, /* the function, and then its arguments */
	TREE_CAST,
	TREE_PARENTHESES,
	TREE_STRING,
	TREE_LIST, /* of initialisers */
	TREE_NUMBER
};

enum tree_declared {
	TREE_DECLARED_OTHER,
	TREE_DECLARED_VARIABLE,
	TREE_DECLARED_PARAMETER,
	TREE_DECLARED_FUNCTION,
	TREE_DECLARED_FIELD
};

/* Where a pointer comes from, see origin.h. */
enum tree_origin {
	TREE_FROM_NOWHERE, /* nothing was seen yet, or only null pointers */
	TREE_FROM_PARAMETER,
	TREE_FROM_OBJECT,  /* a variable that has bounds */
	TREE_FROM_PRIVATE, /* another one in private memory */
	TREE_FROM_HOLDER,  /* several; the variable or parameter that is the pointer keeps which one
			    */
	TREE_FROM_LITERAL, /* perhaps a string literal */
	TREE_FROM_ANYWHERE
};

struct tree_source {
	enum tree_origin kind;
	struct tree_declaration *declaration; /* the parameter, object or holder */
};

/* A value that a holder gets. */
struct tree_value {
	struct tree_value *next;
	struct tree_node
		*node; /* an operand of WHOLE, in parentheses and conditional expressions */
	struct tree_node *whole; /* the assignment, or the variable that it initialises */
	struct tree_source source;
};

struct tree_declaration {
	struct tree_declaration *next;
	enum tree_declared kind;
	const char *name;
	size_t number;	 /* of it in the tree, from 1 */
	bool is_foreign; /* not declared in the text: a built-in function */
	const struct tree_type *type;
	struct tree_node *node;	  /* of a function the one with the body, perhaps of another unit of
				     the program; NULL: foreign, or none */
	struct tree_node *linked; /* of another unit: it becomes the one with the body */
	bool is_internal;	  /* "static" */
	struct tree_node *function; /* of a parameter or a local variable: the function with it */
	bool is_trailing;	    /* the last field of a struct */
	bool is_bit_field;
	struct tree_source source; /* of the pointer that it is: origin.h */
	bool is_shared;		   /* it may get values that origin.h does not see */
	struct tree_value *values; /* of a holder */
	bool has_any_value;	   /* of a holder: one of them comes from anywhere */
	bool is_private_object;	   /* in private memory, with bounds: origin.h */
	bool is_judged;	   /* a pointer to private memory that gets bounds: function-plan.h */
	bool needs_bounds; /* functions.h */
};

struct tree_node {
	enum tree_kind kind;
	size_t start, end;
	struct tree_node *parent, *first, *last, *next, *previous;
	const struct tree_type *type; /* NULL: it has none */
	struct tree_declaration
		*declaration; /* that it declares or names; of a call the function */
	bool is_arrow;	      /* a->b, p->xy */
	bool is_difference;   /* a sum: - */
	bool is_initialiser;  /* the initialiser of its parent, a variable */
	bool has_value;
	bool is_kernel;		    /* a function: a kernel */
	bool has_body;		    /* a function */
	long long value;	    /* of a constant subscript, if it has one */
	size_t name;		    /* where the name of what is declared is */
	struct tree_function *data; /* of a function with a body: functions.h */
};

struct program_tree {
	struct arena arena;
	const char *text;
	size_t length;
	struct tree_node *root; /* the functions, and the variables of the program */
	struct tree_declaration *declarations, *last_declaration;
	size_t declaration_count;
	bool has_generic;    /* a pointer without an address space is a generic one */
	bool checks_private; /* accesses through pointers to private memory are checked */
};

/* Frees all of TREE but its text. */
void tree_done(struct program_tree *tree);

/* NODE without the parentheses around it; and the first node above it that is none. */
struct tree_node *tree_inside(struct tree_node *node);
struct tree_node *tree_above(struct tree_node *node);

/* The child INDEX of NODE; NULL: there are fewer. */
struct tree_node *tree_child(const struct tree_node *node, size_t index);

/* The next node of the tree below ROOT, after NODE, in the order of the text; NULL: there is none.
 */
struct tree_node *tree_next(const struct tree_node *root, struct tree_node *node);
/* The same without the nodes below NODE. */
struct tree_node *tree_skip(const struct tree_node *root, struct tree_node *node);

bool tree_is_type(const struct tree_node *node, enum tree_class class);

/* Is NODE in a block, where nothing can be changed? */
bool tree_is_in_closure(const struct tree_node *node);

/* The first byte at or after AT that is no white space and in no line marker. */
size_t tree_token(const struct program_tree *tree, size_t at);

/*
 * The parenthesis at or after AT, and the one that closes it, in *END. False: there is none, as a
 * macro of the compiler hides it.
 */
bool tree_parentheses(const struct program_tree *tree, size_t at, size_t *start, size_t *end);

#endif
