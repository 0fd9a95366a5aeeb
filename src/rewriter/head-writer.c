/* SPDX-License-Identifier: Apache-2.0 */
/* head-writer: see head-writer.h. */
#include "rewriter/head-writer.h"

#include <stdlib.h>

#include "base/common/list.h"
#include "rewriter/prologue.h"

bool head_writer_is_sized(const struct tree_node *node)
{
	const struct tree_type *type = node->declaration ? node->declaration->type : NULL;

	return type && type->class == TREE_POINTER && type->target && node->declaration->name[0] &&
	       (type->target->space == TREE_GLOBAL || type->target->space == TREE_CONSTANT ||
		type->target->space == TREE_LOCAL);
}

/* Is OBJECT memory other than private one, declared in FUNCTION? */
static bool is_object(const struct tree_declaration *object, const struct tree_node *function)
{
	return object->kind == TREE_DECLARED_VARIABLE && object->function == function &&
	       object->type && object->type->space != TREE_PRIVATE &&
	       object->type->class != TREE_OPAQUE && object->type->size > 0;
}

/* --- arguments ----------------------------------------------------------------------------- */

/* The bounds of a kernel's own arguments; those whose size is not known come from anywhere. */
static void add_arguments(const struct rewriting *rewriting, const struct tree_node *node,
			  struct growing_text *text)
{
	const char *p = rewriting->prefix;
	unsigned size = 0;

	for (size_t i = 0; function_plan_parameter(node, i); i++) {
		const struct tree_node *parameter = function_plan_parameter(node, i);
		const size_t number = parameter->declaration ? parameter->declaration->number : 0;
		const char *word =
			number > 0 && parameter->declaration->source.kind == TREE_FROM_HOLDER
				? ""
				: "const ";

		if (!head_writer_is_sized(parameter))
			continue;
		if (parameter->declaration->needs_bounds)
			growing_text_add(text,
					 "%sulong %sl%zu = (ulong)%s, "
					 "%ss%zu = %sz%u == ~(ulong)0 ? 0 : %sz%u; "
					 "%suint %si%zu = %sz%u == ~(ulong)0 ? %uu : %u; ",
					 word, p, number, parameter->declaration->name, p, number,
					 p, size, p, size, word, p, number, p, size,
					 PROLOGUE_ANYWHERE, size + 1);
		size++;
	}
}

/* --- all memory of a kernel ---------------------------------------------------------------- */

/* A part of the memory that a kernel may use: an argument, or an object. */
struct head_range {
	const struct tree_declaration *declaration;
	unsigned size; /* the number of the hidden size of an argument */
};

/* Those in local memory, or those that are not. */
struct head_range_list {
	struct head_range *list;
	size_t count;
};

static void add_range(struct head_range_list *ranges, const struct tree_declaration *declaration,
		      unsigned size)
{
	if (!list_make_space(&ranges->list, ranges->count, sizeof(ranges->list[0])))
		exit(1);
	ranges->list[ranges->count++] = (struct head_range){ declaration, size };
}

static void find_ranges(const struct rewriting *rewriting, const struct tree_node *node,
			struct head_range_list ranges[2])
{
	unsigned size = 0;

	for (size_t i = 0; function_plan_parameter(node, i); i++) {
		const struct tree_node *parameter = function_plan_parameter(node, i);
		const struct tree_declaration *declaration = parameter->declaration;

		if (head_writer_is_sized(parameter))
			add_range(&ranges[declaration->type->target->space == TREE_LOCAL],
				  declaration, size++);
	}
	LIST_EACH(const struct tree_declaration, object, rewriting->tree->declarations)
		if (is_object(object, node))
			add_range(&ranges[object->type->space == TREE_LOCAL], object, 0);
}

/*
 * R[0] is the number of ranges that are not local, R[1] of those in local memory; then a start, a
 * size, and what records call it for each. What is declared later fills its range then.
 */
static void add_ranges(struct rewriting *rewriting, const struct tree_node *node,
		       struct growing_text *text)
{
	struct head_range_list ranges[2] = { { 0 }, { 0 } };
	const char *p = rewriting->prefix;
	size_t slot = 2;

	find_ranges(rewriting, node, ranges);
	growing_text_add(text, "ulong %sR[%zu]; %sR[0] = %zu; %sR[1] = %zu; ", p,
			 2 + 3 * (ranges[0].count + ranges[1].count), p, ranges[0].count, p,
			 ranges[1].count);
	for (size_t i = 0; i < 2; i++) {
		for (size_t j = 0; j < ranges[i].count; j++, slot += 3) {
			const struct head_range *range = &ranges[i].list[j];

			if (range->declaration->kind == TREE_DECLARED_PARAMETER)
				growing_text_add(text,
						 "%sR[%zu] = (ulong)%s; "
						 "%sR[%zu] = %sz%u == ~(ulong)0 ? 0 : %sz%u; "
						 "%sR[%zu] = %u; ",
						 p, slot, range->declaration->name, p, slot + 1, p,
						 range->size, p, range->size, p, slot + 2,
						 range->size + 1);
			else
				growing_text_add(
					text, "%sR[%zu] = %sR[%zu] = 0; %sR[%zu] = %u; ", p, slot,
					p, slot + 1, p, slot + 2,
					rewriting_add_object(rewriting, range->declaration));
		}
		free(ranges[i].list);
	}
}

/* The slot of OBJECT in the ranges of the kernel NODE. */
static size_t slot_of(const struct rewriting *rewriting, const struct tree_declaration *object,
		      const struct tree_node *node)
{
	struct head_range_list ranges[2] = { { 0 }, { 0 } };
	size_t slot = 2, found = 0;

	find_ranges(rewriting, node, ranges);
	for (size_t i = 0; i < 2; i++) {
		for (size_t j = 0; j < ranges[i].count; j++, slot += 3)
			if (ranges[i].list[j].declaration == object)
				found = slot;
		free(ranges[i].list);
	}
	return found;
}

void head_writer_add_kernel(struct rewriting *rewriting, const struct tree_function *function,
			    struct growing_text *text)
{
	if (rewriting->redirects)
		growing_text_add(text, "__local ulong16 %sL[3]; ", rewriting->prefix);
	if (rewriting->redirects && rewriting->tree->checks_private)
		growing_text_add(text, "ulong16 %sP[3]; ", rewriting->prefix);
	add_arguments(rewriting, function->node, text);
	if (function->needs_ranges)
		add_ranges(rewriting, function->node, text);
}

/* --- objects ------------------------------------------------------------------------------- */

void head_writer_add_objects(struct rewriting *rewriting, struct growing_text *text)
{
	const char *p = rewriting->prefix;

	for (size_t i = 0; i < rewriting->global_count; i++) {
		const struct tree_declaration *object = rewriting->globals[i];

		growing_text_add(text,
				 "const ulong %sl%zu = (ulong)&%s, %ss%zu = sizeof(%s); "
				 "const uint %si%zu = %u; ",
				 p, object->number, object->name, p, object->number, object->name,
				 p, object->number, rewriting_add_object(rewriting, object));
	}
	rewriting->global_count = 0;
}

/*
 * PoCL loses the constant address of a local array that becomes a number, so a zero that is only
 * known at run time is added.
 */
static void write_object(struct rewriting *rewriting, const struct tree_function *function,
			 const struct tree_node *node)
{
	static const char *const words[TREE_SPACES] = { [TREE_LOCAL] = "__local",
							[TREE_GLOBAL] = "__global",
							[TREE_CONSTANT] = "__constant" };
	const struct tree_declaration *object = node->declaration;
	/* The body of a kernel that is called is a function of its own. */
	const bool has_ranges =
		function->node->is_kernel && !function->is_called && function->needs_ranges;
	const char *p = rewriting->prefix, *word;
	struct edit *edit;

	if (!object || node->parent->kind != TREE_DECLARATION ||
	    !is_object(object, function->node) || !(object->needs_bounds || has_ranges))
		return;
	word = words[object->type->space] ? words[object->type->space] : "";
	edit = edits_begin(&rewriting->edits, node->parent->end, node->parent->end);
	edits_add_text(&rewriting->edits, edit,
		       " const ulong %sl%zu = (ulong)((%s const volatile uchar *)&%s + "
		       "(%sn == ~0u)), %ss%zu = sizeof(%s); const uint %si%zu = %u;",
		       p, object->number, word, object->name, p, p, object->number, object->name, p,
		       object->number, rewriting_add_object(rewriting, object));
	if (has_ranges) {
		const size_t slot = slot_of(rewriting, object, function->node);

		edits_add_text(&rewriting->edits, edit, " %sR[%zu] = %sl%zu; %sR[%zu] = %ss%zu;", p,
			       slot, p, object->number, p, slot + 1, p, object->number);
	}
}

void head_writer_write_objects(struct rewriting *rewriting, const struct tree_function *function)
{
	struct tree_node *root = function->node;

	if (!function->needs_context)
		return;
	for (struct tree_node *node = root; node; node = tree_next(root, node))
		if (node->kind == TREE_VARIABLE)
			write_object(rewriting, function, node);
}
