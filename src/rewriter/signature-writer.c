/* SPDX-License-Identifier: Apache-2.0 */
/* signature-writer: see signature-writer.h. */
#include "rewriter/signature-writer.h"

#include "rewriter/lvalue.h"
#include "rewriter/origin.h"

bool signature_writer_is_sized(const struct tree_node *node)
{
	const struct tree_type *type = node->declaration ? node->declaration->type : NULL;

	return type && type->class == TREE_POINTER && type->target && node->declaration->name[0] &&
	       (type->target->space == TREE_GLOBAL || type->target->space == TREE_CONSTANT ||
		type->target->space == TREE_LOCAL);
}

static bool needs_bounds(const struct tree_node *parameter)
{
	return parameter->declaration && parameter->declaration->needs_bounds;
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
		if (signature_writer_is_sized(parameter))
			growing_text_add(text, "ulong %sz%u, ", rewriting->prefix, sizes++);
	}
	growing_text_add(text, "%sd", rewriting->prefix);
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
		if (needs_bounds(parameter))
			growing_text_add(text, ", ulong %sl%zu, ulong %ss%zu, uint %si%zu",
					 rewriting->prefix, parameter->declaration->number,
					 rewriting->prefix, parameter->declaration->number,
					 rewriting->prefix, parameter->declaration->number);
	}
}

/* The parameters of NODE, a declaration or the definition of FUNCTION (NULL: of a kernel only). */
static bool write_parameters(struct rewriting *rewriting, const struct tree_node *node,
			     const struct tree_function *function)
{
	struct growing_text text = { 0 };
	size_t at = node->name, start, end;

	while (at < node->end && rewriting->tree->text[at] != '(')
		at++;
	if (!tree_parentheses(rewriting->tree, at, &start, &end))
		return false;
	if (node->is_kernel)
		list_kernel_parameters(rewriting, node, &text);
	else
		list_function_parameters(rewriting, function, &text);
	add_parameters(rewriting, start, end, count_parameters(node), !node->is_kernel, &text);
	growing_text_done(&text);
	return true;
}

/* --- the start of a body ------------------------------------------------------------------- */

/* The bounds of a kernel's own arguments; those whose size is not known come from anywhere. */
static void head_arguments(struct rewriting *rewriting, const struct tree_node *node)
{
	const char *p = rewriting->prefix;
	unsigned sizes = 0;

	for (size_t i = 0;; i++) {
		const struct tree_node *parameter = function_plan_parameter(node, i);
		size_t number;

		if (!parameter)
			return;
		if (!signature_writer_is_sized(parameter))
			continue;
		number = parameter->declaration->number;
		if (needs_bounds(parameter))
			growing_text_add(
				&rewriting->head,
				"const ulong %sl%zu = %sz%u == ~(ulong)0 ? 1 : (ulong)%s, "
				"%ss%zu = %sz%u == ~(ulong)0 ? 0 : %sz%u; const uint %si%zu = %u; ",
				p, number, p, sizes, parameter->declaration->name, p, number, p,
				sizes, p, sizes, p, number, sizes + 1);
		sizes++;
	}
}

static void head_objects(struct rewriting *rewriting)
{
	const char *p = rewriting->prefix;

	for (size_t i = 0; i < rewriting->global_count; i++) {
		const struct tree_declaration *object = rewriting->globals[i];

		growing_text_add(&rewriting->head,
				 "const ulong %sl%zu = (ulong)&%s, %ss%zu = sizeof(%s); const uint "
				 "%si%zu = 0; ",
				 p, object->number, object->name, p, object->number, object->name,
				 p, object->number);
	}
	rewriting->global_count = 0;
}

static bool is_local_object(const struct tree_declaration *object, const struct tree_node *function)
{
	return object->kind == TREE_DECLARED_VARIABLE && object->function == function &&
	       object->type && object->type->space != TREE_PRIVATE &&
	       object->type->class != TREE_OPAQUE && object->type->size > 0;
}

/*
 * All memory that a kernel may use: R[0] ranges that are not local, R[1] in local memory, and then
 * a start and a size for each. What is declared later fills its range then.
 */
static void head_ranges(struct rewriting *rewriting, const struct tree_node *node)
{
	const char *p = rewriting->prefix;
	struct growing_text text = { 0 };
	unsigned sizes = 0;
	size_t counts[2] = { 0, 0 }, slot = 2;

	for (int is_local = 0; is_local < 2; is_local++) {
		sizes = 0;
		for (size_t i = 0; function_plan_parameter(node, i); i++) {
			const struct tree_node *parameter = function_plan_parameter(node, i);

			if (!signature_writer_is_sized(parameter))
				continue;
			if ((parameter->declaration->type->target->space == TREE_LOCAL) ==
			    is_local) {
				growing_text_add(&text,
						 "%sR[%zu] = (ulong)%s; "
						 "%sR[%zu] = %sz%u == ~(ulong)0 ? 0 : %sz%u; ",
						 p, slot, parameter->declaration->name, p, slot + 1,
						 p, sizes, p, sizes);
				slot += 2;
				counts[is_local]++;
			}
			sizes++;
		}
		LIST_EACH(const struct tree_declaration, object, rewriting->tree->declarations)
			if (is_local_object(object, node) &&
			    (object->type->space == TREE_LOCAL) == is_local) {
				growing_text_add(&text, "%sR[%zu] = %sR[%zu] = 0; ", p, slot, p,
						 slot + 1);
				slot += 2;
				counts[is_local]++;
			}
	}
	growing_text_add(&rewriting->head, "ulong %sR[%zu]; %sR[0] = %zu; %sR[1] = %zu; %s", p,
			 slot, p, counts[0], p, counts[1], text.length > 0 ? text.text : "");
	growing_text_done(&text);
}

/* The slot of OBJECT in the ranges of the kernel NODE, as head_ranges() has it. */
static size_t slot_of(const struct rewriting *rewriting, const struct tree_declaration *wanted,
		      const struct tree_node *node)
{
	size_t slot = 2;

	for (int is_local = 0; is_local < 2; is_local++) {
		for (size_t i = 0; function_plan_parameter(node, i); i++) {
			const struct tree_node *parameter = function_plan_parameter(node, i);

			if (signature_writer_is_sized(parameter) &&
			    (parameter->declaration->type->target->space == TREE_LOCAL) == is_local)
				slot += 2;
		}
		LIST_EACH(const struct tree_declaration, object, rewriting->tree->declarations)
			if (is_local_object(object, node) &&
			    (object->type->space == TREE_LOCAL) == is_local) {
				if (object == wanted)
					return slot;
				slot += 2;
			}
	}
	return 0;
}

/* --- objects of a function ----------------------------------------------------------------- */

/*
 * After the declaration of an object its bounds. PoCL loses the constant address of a local array
 * that becomes a number, so a zero that is only known at run time is added.
 */
static void write_object(struct rewriting *rewriting, const struct tree_function *function,
			 const struct tree_node *node)
{
	const struct tree_declaration *object = node->declaration;
	const bool has_ranges = function->node->is_kernel && function->needs_ranges;
	const char *p = rewriting->prefix;
	struct edit *edit;

	if (!object || node->parent->kind != TREE_DECLARATION ||
	    !is_local_object(object, function->node) || !(object->needs_bounds || has_ranges))
		return;
	edit = edits_begin(&rewriting->edits, node->parent->end, node->parent->end);
	edits_add_text(
		&rewriting->edits, edit,
		" const ulong %sl%zu = (ulong)((%s const volatile uchar *)&%s + (%sn == ~0u)), "
		"%ss%zu = sizeof(%s); const uint %si%zu = 0;",
		p, object->number,
		object->type->space == TREE_LOCAL    ? "__local"
		: object->type->space == TREE_GLOBAL ? "__global"
						     : "__constant",
		object->name, p, p, object->number, object->name, p, object->number);
	if (has_ranges) {
		const size_t slot = slot_of(rewriting, object, function->node);

		edits_add_text(&rewriting->edits, edit, " %sR[%zu] = %sl%zu; %sR[%zu] = %ss%zu;", p,
			       slot, p, object->number, p, slot + 1, p, object->number);
	}
}

static void write_objects(struct rewriting *rewriting, const struct tree_function *function)
{
	struct tree_node *root = function->node;

	if (!function->needs_context)
		return;
	for (struct tree_node *node = root; node; node = tree_next(root, node))
		if (node->kind == TREE_VARIABLE)
			write_object(rewriting, function, node);
}

/* --- calls --------------------------------------------------------------------------------- */

/*
 * A function that always gets the same local array gets its constant address instead: then PoCL, which
 * moves the arrays of kernels only, lets it read other memory. So a zero is added that is only known
 * at run time.
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

static bool write_call(struct rewriting *rewriting, const struct tree_function *function,
		       const struct tree_call *call)
{
	const struct tree_node *callee = call->callee->node;
	struct edit *edit;
	size_t start, end;

	if (!tree_parentheses(rewriting->tree, call->node->first->end, &start, &end))
		return false;
	edit = edits_begin(&rewriting->edits, start + 1, start + 1);
	edits_add_text(&rewriting->edits, edit, "%s%s", rewriting->prefix,
		       call->callee->needs_ranges ? "K" : "k");
	for (size_t i = 0; function_plan_parameter(callee, i); i++) {
		struct tree_node *argument = tree_child(call->node, i + 1);

		if (argument)
			write_argument(rewriting, function_plan_parameter(callee, i), argument);
		if (!needs_bounds(function_plan_parameter(callee, i)))
			continue;
		edits_add_text(&rewriting->edits, edit, ", ");
		rewriting_add_bounds(rewriting, edit, function,
				     argument ? origin_of(rewriting->tree, argument)
					      : (struct tree_source){ 0 });
	}
	if (call->node->first->next)
		edits_add_text(&rewriting->edits, edit, ", ");
	return true;
}

/* --- a function ---------------------------------------------------------------------------- */

static bool write_calls(struct rewriting *rewriting, const struct tree_function *function)
{
	LIST_EACH(const struct tree_call, call, function->calls)
		if (call->callee->needs_context && !call->in_closure &&
		    !write_call(rewriting, function, call))
			return false;
	return true;
}

bool signature_writer_write(struct rewriting *rewriting, struct tree_function *function)
{
	const struct tree_node *node = function->node;

	if (!node->is_kernel && !function->needs_context)
		return true;
	if (!write_parameters(rewriting, node, function) || !write_calls(rewriting, function))
		return false;
	write_objects(rewriting, function);
	head_objects(rewriting);
	if (node->is_kernel) {
		head_arguments(rewriting, node);
		if (function->needs_ranges)
			head_ranges(rewriting, node);
	}
	if (rewriting->head.length > 0) {
		growing_text_add(&rewriting->head, " ");
		edits_insert(&rewriting->edits, node->last->start + 1, rewriting->head.text);
	}
	growing_text_done(&rewriting->head);
	return true;
}

bool signature_writer_write_prototype(struct rewriting *rewriting, struct tree_node *node)
{
	const struct tree_node *definition = node->declaration ? node->declaration->node : NULL;

	if (node->is_kernel || (definition && definition->is_kernel))
		return write_parameters(rewriting, node, NULL);
	if (!definition || !definition->data->needs_context)
		return true;
	return write_parameters(rewriting, node, definition->data);
}
