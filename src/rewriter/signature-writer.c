/* SPDX-License-Identifier: Apache-2.0 */
/* signature-writer: see signature-writer.h. */
#include "rewriter/signature-writer.h"

#include "rewriter/head-writer.h"
#include "rewriter/lvalue.h"
#include "rewriter/origin.h"

/* A kernel that others call becomes two functions: its body, which they call, and the kernel. */
static bool is_split(const struct tree_function *function)
{
	return function->node->is_kernel && function->is_called;
}

static size_t count_parameters(const struct tree_node *function)
{
	size_t count = 0;

	while (function_plan_parameter(function, count))
		count++;
	return count;
}

/* --- parameters ---------------------------------------------------------------------------- */

/* Adds TEXT in the parentheses from START to END, before or after COUNT parameters. */
static void add_parameters(struct rewriting *rewriting, size_t start, size_t end, size_t count,
			   bool is_before, const struct growing_text *text)
{
	struct edit *edit;

	if (count == 0) { /* "void", or nothing */
		edit = edits_begin(&rewriting->edits, start + 1, end);
		edits_add_text(&rewriting->edits, edit, "%s", text->text);
	} else {
		edit = is_before ? edits_begin(&rewriting->edits, start + 1, start + 1)
				 : edits_begin(&rewriting->edits, end, end);
		edits_add_text(&rewriting->edits, edit, is_before ? "%s, " : ", %s", text->text);
	}
}

static void list_kernel_parameters(const struct rewriting *rewriting, const struct tree_node *node,
				   struct growing_text *text)
{
	unsigned sizes = 0;

	for (size_t i = 0;; i++) {
		const struct tree_node *parameter = function_plan_parameter(node, i);

		if (!parameter)
			break;
		if (head_writer_is_sized(parameter))
			growing_text_add(text, "ulong %sz%u, ", rewriting->prefix, sizes++);
	}
	growing_text_add(text, "%sp", rewriting->prefix);
}

static void list_function_parameters(const struct rewriting *rewriting,
				     const struct tree_function *function,
				     struct growing_text *text)
{
	growing_text_add(text, "%s%s", rewriting->prefix, function->needs_ranges ? "D" : "d");
	for (size_t i = 0;; i++) {
		const struct tree_node *parameter = function_plan_parameter(function->node, i);

		if (!parameter)
			break;
		if (function_plan_needs_bounds(parameter))
			growing_text_add(text, ", ulong %sl%zu, ulong %ss%zu, uint %si%zu",
					 rewriting->prefix, parameter->declaration->number,
					 rewriting->prefix, parameter->declaration->number,
					 rewriting->prefix, parameter->declaration->number);
	}
}

/* The parentheses of the parameters of NODE. */
static bool find_parameters(const struct rewriting *rewriting, const struct tree_node *node,
			    size_t *start, size_t *end)
{
	size_t at = node->name;

	while (at < node->end && rewriting->tree->text[at] != '(')
		at++;
	return tree_parentheses(rewriting->tree, at, start, end);
}

/* The parameters of NODE, a declaration or the definition of FUNCTION (NULL: of a kernel only). */
static bool write_parameters(struct rewriting *rewriting, const struct tree_node *node,
			     const struct tree_function *function)
{
	struct growing_text text = { 0 };
	size_t start, end;

	if (!find_parameters(rewriting, node, &start, &end))
		return false;
	if (node->is_kernel || !function)
		list_kernel_parameters(rewriting, node, &text);
	else
		list_function_parameters(rewriting, function, &text);
	add_parameters(rewriting, start, end, count_parameters(node), !node->is_kernel && function,
		       &text);
	growing_text_done(&text);
	return true;
}

/* --- calls --------------------------------------------------------------------------------- */

/*
 * A function that always gets the same local array gets its constant address instead: then PoCL,
 * which moves the arrays of kernels only, lets it read other memory. So a zero is added that is
 * only known at run time.
 */
static void write_argument(struct rewriting *rewriting, const struct tree_node *parameter,
			   struct tree_node *argument)
{
	const struct tree_type *type = parameter->declaration ? parameter->declaration->type : NULL;
	const struct tree_node *inside = tree_inside(argument);
	struct edit *edit;

	if (!type || type->class != TREE_POINTER || !type->target ||
	    type->target->space != TREE_LOCAL || type->target->size == 0)
		return;
	/* What is read from memory is no constant, and its check is written here, too. */
	if (lvalue_is(inside) && !tree_is_type(inside, TREE_ARRAY))
		return;
	edit = edits_begin(&rewriting->edits, argument->start, argument->end);
	edits_add_text(&rewriting->edits, edit, "(");
	edits_add_part(&rewriting->edits, edit, argument->start, argument->end);
	edits_add_text(&rewriting->edits, edit, ") + (%sn == ~0u)", rewriting->prefix);
}

/* ARGUMENT is NULL if a call of an undeclared function has none for PARAMETER. */
static void add_argument_bounds(struct rewriting *rewriting, struct edit *edit,
				const struct tree_function *function,
				const struct tree_node *parameter, struct tree_node *argument)
{
	const struct tree_source none = { TREE_FROM_PRIVATE, NULL };

	edits_add_text(&rewriting->edits, edit, ", ");
	rewriting_add_bounds(rewriting, edit, function,
			     argument ? origin_of(rewriting->tree, argument) : none,
			     parameter->declaration->type->target->space);
}

static bool write_call(struct rewriting *rewriting, const struct tree_function *function,
		       const struct tree_call *call)
{
	const struct tree_node *callee = call->callee->node;
	struct edit *edit;
	size_t start, end;

	if (!tree_parentheses(rewriting->tree, call->node->first->end, &start, &end))
		return false;
	if (is_split(call->callee)) {
		edit = edits_begin(&rewriting->edits, call->node->first->start,
				   call->node->first->end);
		edits_add_text(&rewriting->edits, edit, "%skernel_%s", rewriting->prefix,
			       call->callee->declaration->name);
	}
	edit = edits_begin(&rewriting->edits, start + 1, start + 1);
	edits_add_text(&rewriting->edits, edit, "%s%s", rewriting->prefix,
		       call->callee->needs_ranges ? "K" : "k");
	for (size_t i = 0; function_plan_parameter(callee, i); i++) {
		struct tree_node *argument = tree_child(call->node, i + 1);

		if (argument)
			write_argument(rewriting, function_plan_parameter(callee, i), argument);
		if (!function_plan_needs_bounds(function_plan_parameter(callee, i)))
			continue;
		add_argument_bounds(rewriting, edit, function, function_plan_parameter(callee, i),
				    argument);
	}
	if (call->node->first->next)
		edits_add_text(&rewriting->edits, edit, ", ");
	return true;
}

/* --- a function ---------------------------------------------------------------------------- */

static bool write_calls(struct rewriting *rewriting, const struct tree_function *function)
{
	LIST_EACH(const struct tree_call, call, function->calls)
		if ((call->callee->needs_context || is_split(call->callee)) && !call->in_closure &&
		    !write_call(rewriting, function, call))
			return false;
	return true;
}

/* --- kernels that are called --------------------------------------------------------------- */

/* Adds the name and the parameters of the body of FUNCTION, whose own ones are from START to END.
 */
static void add_body_declaration(struct rewriting *rewriting, struct edit *edit,
				 const struct tree_function *function, size_t start, size_t end)
{
	struct growing_text text = { 0 };
	const bool has_own = count_parameters(function->node) > 0;

	list_function_parameters(rewriting, function, &text);
	edits_add_text(&rewriting->edits, edit, "void %skernel_%s(%s%s", rewriting->prefix,
		       function->declaration->name, text.text, has_own ? ", " : "");
	if (has_own)
		edits_add_part(&rewriting->edits, edit, start + 1, end);
	edits_add_text(&rewriting->edits, edit, ")");
	growing_text_done(&text);
}

/* Adds the kernel with its hidden parameters, up to the parenthesis at END. */
static void add_kernel_declaration(struct rewriting *rewriting, struct edit *edit,
				   const struct tree_node *node, size_t start, size_t end)
{
	struct growing_text text = { 0 };
	const bool has_own = count_parameters(node) > 0;

	list_kernel_parameters(rewriting, node, &text);
	edits_add_part(&rewriting->edits, edit, node->start, has_own ? end : start + 1);
	edits_add_text(&rewriting->edits, edit, "%s%s)", has_own ? ", " : "", text.text);
	growing_text_done(&text);
}

/* Adds the call of the body, with the kernel's own arguments. */
static void add_body_call(struct rewriting *rewriting, struct edit *edit,
			  const struct tree_function *function)
{
	edits_add_text(&rewriting->edits, edit, "%skernel_%s(%s%s", rewriting->prefix,
		       function->declaration->name, rewriting->prefix,
		       function->needs_ranges ? "K" : "k");
	for (size_t i = 0; function_plan_parameter(function->node, i); i++) {
		const struct tree_node *parameter = function_plan_parameter(function->node, i);

		if (function_plan_needs_bounds(parameter))
			edits_add_text(&rewriting->edits, edit, ", %sb(%zu)", rewriting->prefix,
				       parameter->declaration->number);
	}
	for (size_t i = 0; function_plan_parameter(function->node, i); i++)
		edits_add_text(&rewriting->edits, edit, ", %s",
			       function_plan_parameter(function->node, i)->declaration->name);
	edits_add_text(&rewriting->edits, edit, ");");
}

static bool write_split(struct rewriting *rewriting, const struct tree_function *function)
{
	const struct tree_node *node = function->node, *body = node->last;
	struct growing_text head = { 0 };
	struct edit *edit;
	size_t start, end;

	if (!find_parameters(rewriting, node, &start, &end))
		return false;
	head_writer_add_kernel(rewriting, function, &head);
	edit = edits_begin(&rewriting->edits, node->start, node->end);
	add_kernel_declaration(rewriting, edit, node, start, end);
	edits_add_part(&rewriting->edits, edit, end + 1, body->start);
	edits_add_text(&rewriting->edits, edit, "{ ");
	add_body_declaration(rewriting, edit, function, start, end);
	edits_add_text(&rewriting->edits, edit, "; %s", head.length > 0 ? head.text : "");
	add_body_call(rewriting, edit, function);
	edits_add_text(&rewriting->edits, edit, " } ");
	add_body_declaration(rewriting, edit, function, start, end);
	edits_add_text(&rewriting->edits, edit, " ");
	edits_add_part(&rewriting->edits, edit, body->start, node->end);
	growing_text_done(&head);
	return true;
}

static bool write_split_prototype(struct rewriting *rewriting, const struct tree_node *node,
				  const struct tree_function *function)
{
	struct edit *edit;
	size_t start, end;

	if (!find_parameters(rewriting, node, &start, &end))
		return false;
	edit = edits_begin(&rewriting->edits, node->start, node->end);
	add_kernel_declaration(rewriting, edit, node, start, end);
	edits_add_part(&rewriting->edits, edit, end + 1, node->end);
	edits_add_text(&rewriting->edits, edit, "; ");
	add_body_declaration(rewriting, edit, function, start, end);
	return true;
}

/* --- all ----------------------------------------------------------------------------------- */

bool signature_writer_write(struct rewriting *rewriting, struct tree_function *function)
{
	const struct tree_node *node = function->node;

	if (!node->is_kernel && !function->needs_context)
		return true;
	if (is_split(function) ? !write_split(rewriting, function)
			       : !write_parameters(rewriting, node, function))
		return false;
	if (!write_calls(rewriting, function))
		return false;
	head_writer_write_objects(rewriting, function);
	head_writer_add_objects(rewriting, &rewriting->head);
	if (node->is_kernel && !function->is_called)
		head_writer_add_kernel(rewriting, function, &rewriting->head);
	if (rewriting->head.length > 0)
		edits_insert(&rewriting->edits, node->last->start + 1, rewriting->head.text);
	growing_text_done(&rewriting->head);
	return true;
}

bool signature_writer_write_prototype(struct rewriting *rewriting, struct tree_node *node)
{
	const struct tree_node *definition = node->declaration ? node->declaration->node : NULL;

	if (definition && is_split(definition->data))
		return write_split_prototype(rewriting, node, definition->data);
	if (node->is_kernel || (definition && definition->is_kernel))
		return write_parameters(rewriting, node, NULL);
	if (!definition || !definition->data->needs_context)
		return true;
	return write_parameters(rewriting, node, definition->data);
}
