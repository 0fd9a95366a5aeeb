/* SPDX-License-Identifier: Apache-2.0 */
/*
 * holder-writer: see holder-writer.h. With b(1), b(2) the bounds of a and b, and 3 the number of p,
 *
 *	p = c ? a : b		becomes
 *	(p = c ? (x(3, b(1)), a) : (x(3, b(2)), b), m(3), p)
 *
 * because a and b may have accesses through the value that p had; a variable that is initialised
 * had none, so v() takes the place of x() and m(). The macros are in prologue.c.
 */
#include "rewriter/holder-writer.h"

#include "rewriter/prologue.h"

/* Is VALUE the pointer itself, perhaps moved? */
static bool is_own(const struct tree_declaration *holder, const struct tree_value *value)
{
	return value->source.kind == TREE_FROM_HOLDER && value->source.declaration == holder;
}

static void declare(struct rewriting *rewriting, const struct tree_declaration *holder)
{
	const char *p = rewriting->prefix;

	if (holder->kind == TREE_DECLARED_VARIABLE)
		growing_text_add(
			&rewriting->head, "ulong %sl%zu = 0, %ss%zu = 0; uint %si%zu = %uu; ", p,
			holder->number, p, holder->number, p, holder->number, PROLOGUE_ANYWHERE);
	growing_text_add(&rewriting->head, "ulong %sx%zu, %sy%zu; uint %sw%zu; ", p, holder->number,
			 p, holder->number, p, holder->number);
}

/* The assignment WHOLE to HOLDER. */
static void write_assignment(struct rewriting *rewriting, const struct tree_declaration *holder,
			     const struct tree_node *whole)
{
	struct edit *edit = edits_begin(&rewriting->edits, whole->start, whole->end);

	edits_add_text(&rewriting->edits, edit, "(");
	edits_add_part(&rewriting->edits, edit, whole->start, whole->end);
	edits_add_text(&rewriting->edits, edit, ", %sm(%zu), %s)", rewriting->prefix,
		       holder->number, holder->name);
}

static void write_value(struct rewriting *rewriting, const struct tree_function *function,
			const struct tree_declaration *holder, const struct tree_value *value)
{
	const struct tree_node *node = value->node;
	struct edit *edit = edits_begin(&rewriting->edits, node->start, node->end);

	edits_add_text(&rewriting->edits, edit, "(%s%s(%zu, ", rewriting->prefix,
		       value->whole->kind == TREE_VARIABLE ? "v" : "x", holder->number);
	rewriting_add_bounds(rewriting, edit, function, value->source, holder->type->target->space);
	edits_add_text(&rewriting->edits, edit, "), ");
	/* A zero in a comma expression is no null pointer any more, and NULL is one to private
	 * memory. */
	if (value->source.kind == TREE_FROM_NOWHERE)
		edits_add_text(&rewriting->edits, edit, "(__typeof__(%s))(size_t)", holder->name);
	edits_add_text(&rewriting->edits, edit, "(");
	edits_add_part(&rewriting->edits, edit, node->start, node->end);
	edits_add_text(&rewriting->edits, edit, "))");
}

/* An assignment of which each value is the pointer itself does not change its bounds. */
static bool changes_bounds(const struct tree_declaration *holder, const struct tree_node *whole)
{
	LIST_EACH(const struct tree_value, value, holder->values)
		if (value->whole == whole && !is_own(holder, value))
			return true;
	return false;
}

static void write_holder(struct rewriting *rewriting, const struct tree_function *function,
			 const struct tree_declaration *holder)
{
	const struct tree_value *last = NULL;

	declare(rewriting, holder);
	LIST_EACH(const struct tree_value, value, holder->values) {
		if (!changes_bounds(holder, value->whole))
			continue;
		/* The values of an assignment are beside each other. */
		if ((!last || last->whole != value->whole) && value->whole->kind == TREE_ASSIGNMENT)
			write_assignment(rewriting, holder, value->whole);
		last = value;
		write_value(rewriting, function, holder, value);
	}
}

void holder_writer_write(struct rewriting *rewriting, const struct tree_function *function)
{
	LIST_EACH(const struct tree_declaration, each, rewriting->tree->declarations)
		if (each->source.kind == TREE_FROM_HOLDER && each->source.declaration == each &&
		    each->function == function->node && each->needs_bounds)
			write_holder(rewriting, function, each);
}
