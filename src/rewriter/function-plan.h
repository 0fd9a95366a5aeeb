/* SPDX-License-Identifier: Apache-2.0 */
/*
 * function-plan: what each function of a program needs besides its own parameters, so that the
 * accesses in it, and in the functions that it calls, can be checked.
 */
#ifndef CLROUTER_REWRITER_FUNCTION_PLAN_H
#define CLROUTER_REWRITER_FUNCTION_PLAN_H

#include "rewriter/memory-use.h"
#include "rewriter/tree.h"

/* A call of another function of the program. */
struct tree_call {
	struct tree_call *next;
	struct tree_node *node;
	struct tree_function *callee;
	bool in_closure;
};

/* A function with a body. */
struct tree_function {
	struct tree_function *next;
	struct program_tree *tree; /* of the unit that has it */
	struct tree_node *node;
	struct tree_declaration *declaration;
	struct memory_use_list uses;
	struct tree_call *calls, *last_call;
	bool has_goto;
	bool is_called;
	bool needs_context; /* it is given where records are written */
	bool needs_ranges;  /* it is given all memory of the launch, for pointers from anywhere */
	size_t visit;	    /* for function_plan_reach() */
};

/* The functions of all units of a program. */
struct function_plan {
	struct tree_function *first, *last;
	size_t visits;
};

/*
 * Plans the functions of the COUNT TREES of a program, whose functions are linked to each other
 * (function-links.h). False: *REASON says why the program cannot be rewritten.
 */
bool function_plan_make(struct function_plan *plan, struct program_tree *const *trees, size_t count,
			const char **reason);

/* The parameter INDEX of FUNCTION; NULL: there is none. */
struct tree_node *function_plan_parameter(const struct tree_node *function, size_t index);

/* Do the bounds of PARAMETER go with it to its function? */
bool function_plan_needs_bounds(const struct tree_node *parameter);

/* Calls VISIT for FUNCTION and each function that it calls, directly or not, once. */
void function_plan_reach(struct function_plan *plan, struct tree_function *function,
			 void (*visit)(struct tree_function *function, void *data), void *data);

#endif
