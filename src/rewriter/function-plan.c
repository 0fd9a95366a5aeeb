/* SPDX-License-Identifier: Apache-2.0 */
/* function-plan: see function-plan.h. */
#include "rewriter/function-plan.h"

#include "rewriter/growing-text.h"
#include "rewriter/origin.h"

struct tree_node *function_plan_parameter(const struct tree_node *function, size_t index)
{
	for (struct tree_node *child = function->first; child; child = child->next)
		if (child->kind == TREE_PARAMETER && index-- == 0)
			return child;
	return NULL;
}

bool function_plan_needs_bounds(const struct tree_node *parameter)
{
	const struct tree_declaration *declaration = parameter->declaration;

	return declaration && declaration->needs_bounds && declaration->type->class == TREE_POINTER;
}

static void add_call(struct program_tree *tree, struct tree_function *function,
		     struct tree_node *node, bool in_closure)
{
	struct tree_call *call;

	if (!node->declaration || !node->declaration->node)
		return;
	call = growing_text_alloc(&tree->arena, sizeof(*call));
	call->node = node;
	call->callee = node->declaration->node->data;
	call->callee->is_called = true;
	call->in_closure = in_closure;
	if (function->last_call)
		function->last_call->next = call;
	else
		function->calls = call;
	function->last_call = call;
}

static void find_calls(struct tree_function *function)
{
	struct program_tree *tree = function->tree;
	struct tree_node *node = function->node;

	while (node) {
		function->has_goto |= node->kind == TREE_GOTO;
		if (node->kind == TREE_CALL)
			add_call(tree, function, node, tree_is_in_closure(node));
		node = node->kind == TREE_UNEVALUATED ? tree_skip(function->node, node)
						      : tree_next(function->node, node);
	}
}

static void add_functions(struct function_plan *plan, struct program_tree *tree)
{
	for (struct tree_node *node = tree->root->first; node; node = node->next) {
		struct tree_function *function;

		if (node->kind != TREE_FUNCTION || !node->has_body || !node->declaration)
			continue;
		function = growing_text_alloc(&tree->arena, sizeof(*function));
		function->tree = tree;
		function->node = node;
		function->declaration = node->declaration;
		node->data = function;
		if (plan->last)
			plan->last->next = function;
		else
			plan->first = function;
		plan->last = function;
	}
}

/* A pointer to SPACE that no parameter or object is known for: all memory of the launch is needed.
 */
static bool is_from_anywhere(struct tree_source source, enum tree_space space)
{
	if (space == TREE_PRIVATE)
		return false;
	return source.kind == TREE_FROM_ANYWHERE || source.kind == TREE_FROM_NOWHERE ||
	       (source.declaration && source.declaration->has_any_value);
}

static void plan_uses(struct tree_function *function)
{
	LIST_EACH(struct memory_use, use, function->uses.first) {
		if (use->in_closure)
			continue;
		function->needs_context |= use->has_pointer || use->lvalue.index_count > 0;
		if (!use->has_pointer)
			continue;
		function->needs_ranges |= is_from_anywhere(use->source, use->space);
		if (use->source.declaration)
			use->source.declaration->needs_bounds = true;
	}
}

/* Are true and false of *FLAG different from VALUE? Sets it. */
static bool set_flag(bool *flag, bool value)
{
	const bool changes = value && !*flag;

	*flag |= value;
	return changes;
}

/* What the arguments of CALL, which FUNCTION makes, mean to both. */
static bool plan_arguments(const struct tree_function *function, struct tree_call *call)
{
	bool changes = false;

	for (size_t i = 0;; i++) {
		struct tree_node *parameter = function_plan_parameter(call->callee->node, i);
		struct tree_node *argument = tree_child(call->node, i + 1);
		struct tree_source source;

		if (!parameter || !argument)
			return changes;
		if (!function_plan_needs_bounds(parameter))
			continue;
		source = origin_of(function->tree, argument);
		if (source.declaration)
			changes |= set_flag(&source.declaration->needs_bounds, true);
		if (is_from_anywhere(source, parameter->declaration->type->target->space))
			changes |= set_flag(&call->callee->needs_ranges, true);
	}
}

static bool plan_calls(struct tree_function *function)
{
	bool changes = false;

	LIST_EACH(struct tree_call, call, function->calls) {
		if (call->in_closure)
			continue;
		changes |= set_flag(&function->needs_context, call->callee->needs_context);
		changes |= set_flag(&function->needs_ranges, call->callee->needs_ranges);
		changes |= plan_arguments(function, call);
	}
	return changes;
}

/* A holder gets its bounds from its values. */
static bool plan_holders(const struct program_tree *tree)
{
	bool changes = false;

	LIST_EACH(const struct tree_declaration, each, tree->declarations)
		LIST_EACH(const struct tree_value, value, each->values)
			if (each->needs_bounds && value->source.declaration)
				changes |= set_flag(&value->source.declaration->needs_bounds, true);
	return changes;
}

/* --- private memory ------------------------------------------------------------------------ */

/* Is a pointer that comes from SOURCE ever compared with bounds? */
static bool is_judged(struct tree_source source)
{
	return source.declaration &&
	       (source.kind == TREE_FROM_OBJECT || source.declaration->is_judged);
}

/* The arguments of calls that FUNCTION makes. */
static bool judge_arguments(const struct tree_function *function)
{
	bool changes = false;

	LIST_EACH(const struct tree_call, call, function->calls)
		for (size_t i = 0;; i++) {
			struct tree_node *parameter =
				function_plan_parameter(call->callee->node, i);
			struct tree_node *argument = tree_child(call->node, i + 1);

			if (!parameter || !argument)
				break;
			if (parameter->declaration && !parameter->declaration->is_judged &&
			    is_judged(origin_of(function->tree, argument)))
				parameter->declaration->is_judged = changes = true;
		}
	return changes;
}

static bool judge_holders(const struct program_tree *tree)
{
	bool changes = false;

	LIST_EACH(struct tree_declaration, each, tree->declarations)
		LIST_EACH(const struct tree_value, value, each->values)
			if (!each->is_judged && is_judged(value->source))
				each->is_judged = changes = true;
	return changes;
}

/* Finds the pointers that get bounds from some object. */
static void find_judged(const struct function_plan *plan, struct program_tree *const *trees,
			size_t count)
{
	bool changes = true;

	while (changes) {
		changes = false;
		for (size_t i = 0; i < count; i++)
			changes |= judge_holders(trees[i]);
		LIST_EACH(const struct tree_function, function, plan->first)
			changes |= judge_arguments(function);
	}
}

/* --- all ----------------------------------------------------------------------------------- */

/* Is there a variable in local memory in FUNCTION? */
static bool has_local(const struct tree_function *function)
{
	LIST_EACH(const struct tree_declaration, object, function->tree->declarations)
		if (object->kind == TREE_DECLARED_VARIABLE && object->function == function->node &&
		    object->type && object->type->space == TREE_LOCAL)
			return true;
	return false;
}

/* What cannot be changed. */
static const char *find_obstacle(const struct function_plan *plan)
{
	LIST_EACH(const struct tree_function, function, plan->first) {
		if (function->node->is_kernel && function->is_called && has_local(function))
			return "a kernel that has a variable in local memory is called by another "
			       "one";
		LIST_EACH(const struct tree_call, call, function->calls)
			if (call->in_closure &&
			    (call->callee->needs_context || call->callee->node->is_kernel))
				return "a block that a kernel enqueues calls a function";
	}
	return NULL;
}

bool function_plan_make(struct function_plan *plan, struct program_tree *const *trees, size_t count,
			const char **reason)
{
	bool has_strings = false, changes = true;

	*plan = (struct function_plan){ 0 };
	for (size_t i = 0; i < count; i++) {
		has_strings |= memory_use_has_strings(trees[i]);
		origin_trace(trees[i]);
		add_functions(plan, trees[i]);
	}
	LIST_EACH(struct tree_function, function, plan->first)
		find_calls(function);
	if (trees[0]->checks_private)
		find_judged(plan, trees, count);
	LIST_EACH(struct tree_function, function, plan->first) {
		function->uses = memory_use_find(function->tree, function->node, has_strings);
		plan_uses(function);
	}
	while (changes) {
		changes = false;
		for (size_t i = 0; i < count; i++)
			changes |= plan_holders(trees[i]);
		LIST_EACH(struct tree_function, function, plan->first)
			changes |= plan_calls(function);
	}
	*reason = find_obstacle(plan);
	return !*reason;
}

static void reach(const struct function_plan *plan, struct tree_function *function,
		  void (*visit)(struct tree_function *function, void *data), void *data)
{
	function->visit = plan->visits;
	visit(function, data);
	LIST_EACH(struct tree_call, call, function->calls)
		if (call->callee->visit != plan->visits)
			reach(plan, call->callee, visit, data);
}

void function_plan_reach(struct function_plan *plan, struct tree_function *function,
			 void (*visit)(struct tree_function *function, void *data), void *data)
{
	plan->visits++;
	reach(plan, function, visit, data);
}
