/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check-writer: see check-writer.h. The lvalue E of type T becomes
 *
 *	(*(T *)check(context, bounds, &(E), size, site))
 *
 * so that E is evaluated once, and is still an lvalue of its type; the functions are in prologue.c.
 */
#include "rewriter/check-writer.h"

#include "rewriter/prologue.h"

/* The letter of the functions for pointers to each space. */
static const char space_letters[TREE_SPACES] = { [TREE_GLOBAL] = 'g',
						 [TREE_LOCAL] = 'l',
						 [TREE_CONSTANT] = 'c',
						 [TREE_GENERIC] = 'x',
						 [TREE_PRIVATE] = 'p' };

static const char *const space_words[TREE_SPACES] = { [TREE_GLOBAL] = "__global",
						      [TREE_LOCAL] = "__local",
						      [TREE_CONSTANT] = "__constant",
						      [TREE_GENERIC] = "",
						      [TREE_PRIVATE] = "__private" };

/* One function that is being written. */
struct check_writer {
	struct rewriting *rewriting;
	struct tree_function *function;
	struct edits *edits;
	const char *prefix;
};

/* The arguments that all checks begin with. */
static const char *context_of(const struct check_writer *writer)
{
	return writer->function->needs_ranges ? "H" : "h";
}

/* Adds the name of a pointer to what NODE names, or to what the pointer NODE points to. */
static void add_pointer_type(const struct check_writer *writer, struct edit *edit,
			     const struct tree_node *node, bool is_pointer)
{
	const struct tree_type *type = is_pointer ? node->type->target : node->type;
	const int length = (int)(node->end - node->start);
	const char *text = writer->rewriting->tree->text + node->start;

	if (type && type->is_simple)
		edits_add_text(writer->edits, edit, "(%s *)", type->name);
	else
		edits_add_text(writer->edits, edit, "(__typeof__(&%s(%.*s)))",
			       is_pointer ? "*" : "", length, text);
}

/* The size of an element of the array OBJECT, however many dimensions it has. */
static size_t element_size(const struct tree_declaration *object)
{
	const struct tree_type *type = object->type;

	while (type->class == TREE_ARRAY && type->target)
		type = type->target;
	return type->size > 0 ? type->size : 1;
}

/*
 * An object of known size that is not passed to other functions is reported as an array. Private
 * variables are often structures and vectors, in which a byte says more.
 */
static bool is_array(const struct check_writer *writer, const struct memory_use *use)
{
	const struct tree_declaration *object = use->source.declaration;

	if (use->source.kind == TREE_FROM_OBJECT && object->is_private_object &&
	    object->type->class != TREE_ARRAY)
		return false;
	return use->source.kind == TREE_FROM_OBJECT &&
	       element_size(use->source.declaration) < PROLOGUE_ANYWHERE &&
	       rewriting_name_object(writer->rewriting, writer->function, use->source.declaration);
}

static void add_bounds(const struct check_writer *writer, struct edit *edit,
		       const struct memory_use *use)
{
	const struct tree_declaration *object = use->source.declaration;

	if (!is_array(writer, use)) {
		rewriting_add_bounds(writer->rewriting, edit, writer->function, use->source,
				     use->space);
		return;
	}
	edits_add_text(writer->edits, edit, "%sl%zu, %ss%zu, %uu", writer->prefix, object->number,
		       writer->prefix, object->number,
		       PROLOGUE_ARRAY | (unsigned)element_size(object));
}

static size_t add_site(const struct check_writer *writer, const struct memory_use *use,
		       const struct tree_node *node)
{
	const struct tree_declaration *object = use->source.declaration;

	if (!is_array(writer, use))
		return rewriting_add_site(writer->rewriting, writer->function, use, node);
	return rewriting_add_index(writer->rewriting, writer->function, use, object->name,
				   object->type->size / element_size(object));
}

/* --- indexes ------------------------------------------------------------------------------- */

static void write_index(const struct check_writer *writer, const struct memory_use *use,
			const struct lvalue_index *index)
{
	const struct tree_node *node = index->index, *array = index->array;
	struct edit *edit;
	size_t site;

	if (node->has_value && node->value >= 0 && (size_t)node->value < index->elements)
		return;
	site = rewriting_add_index(writer->rewriting, writer->function, use,
				   array->kind == TREE_REFERENCE && array->declaration
					   ? array->declaration->name
					   : rewriting_text(writer->rewriting, array),
				   index->elements);
	edit = edits_begin(writer->edits, node->start, node->end);
	edits_add_text(writer->edits, edit, "%sindex(%s%s, (long)(", writer->prefix, writer->prefix,
		       context_of(writer));
	edits_add_part(writer->edits, edit, node->start, node->end);
	edits_add_text(writer->edits, edit, "), %zu, %zu)", index->elements, site);
}

/* --- pointers ------------------------------------------------------------------------------ */

/* Begins a call of the function NAME with context and bounds; the pointer comes next. */
static void begin_check(const struct check_writer *writer, struct edit *edit,
			const struct memory_use *use, const char *name)
{
	edits_add_text(writer->edits, edit, "%s%s_%c(%s%s, ", writer->prefix, name,
		       space_letters[use->space], writer->prefix, context_of(writer));
	add_bounds(writer, edit, use);
	edits_add_text(writer->edits, edit, ", ");
}

static void write_lvalue(const struct check_writer *writer, const struct memory_use *use)
{
	const struct lvalue *lvalue = &use->lvalue;
	const struct tree_node *node = lvalue->addressed;
	const char *word = space_words[use->space];
	struct edit *edit = edits_begin(writer->edits, node->start, node->end);

	edits_add_text(writer->edits, edit, lvalue->is_pointer ? "(" : "(*");
	add_pointer_type(writer, edit, node, lvalue->is_pointer);
	if (lvalue->offset > 0)
		edits_add_text(writer->edits, edit, "((%s uchar *)", word);
	begin_check(writer, edit, use, "at");
	if (lvalue->offset > 0)
		edits_add_text(writer->edits, edit, "(const volatile %s uchar *)", word);
	edits_add_text(writer->edits, edit, lvalue->is_pointer ? "(" : "&(");
	edits_add_part(writer->edits, edit, node->start, node->end);
	edits_add_text(writer->edits, edit, ")");
	if (lvalue->offset > 0)
		edits_add_text(writer->edits, edit, " + %zu", lvalue->offset);
	edits_add_text(writer->edits, edit, ", %zu, %zu)", use->size,
		       add_site(writer, use, lvalue->node));
	edits_add_text(writer->edits, edit, lvalue->offset > 0 ? " - %zu))" : ")", lvalue->offset);
}

static void write_pointer(const struct check_writer *writer, const struct memory_use *use)
{
	const struct tree_node *node = use->pointer;
	struct edit *edit = edits_begin(writer->edits, node->start, node->end);

	edits_add_text(writer->edits, edit, "(");
	add_pointer_type(writer, edit, node, true);
	begin_check(writer, edit, use, "at");
	edits_add_part(writer->edits, edit, node->start, node->end);
	edits_add_text(writer->edits, edit, ", %zu, %zu))", use->size,
		       add_site(writer, use, use->node));
}

/* The offset moves into the pointer, so that it is evaluated once: vload4(0, p + 4 * offset). */
static void write_vector(const struct check_writer *writer, const struct memory_use *use)
{
	const struct tree_node *call = use->node, *pointer = use->pointer;
	const struct tree_node *offset = tree_child(call, use->builtin.offset + 1);
	struct edit *edit = edits_begin(writer->edits, call->start, call->end);

	edits_add_part(writer->edits, edit, call->start, offset->start);
	edits_add_text(writer->edits, edit, "0");
	edits_add_part(writer->edits, edit, offset->end, pointer->start);
	add_pointer_type(writer, edit, pointer, true);
	begin_check(writer, edit, use, "at");
	edits_add_text(writer->edits, edit, "(");
	edits_add_part(writer->edits, edit, pointer->start, pointer->end);
	edits_add_text(writer->edits, edit, ") + %u * (size_t)(", use->builtin.stride);
	edits_add_part(writer->edits, edit, offset->start, offset->end);
	edits_add_text(writer->edits, edit, "), %zu, %zu)", use->size, add_site(writer, use, call));
	edits_add_part(writer->edits, edit, pointer->end, call->end);
}

/* --- copies -------------------------------------------------------------------------------- */

/* Puts the number of elements and the stride of CALL into variables, before the call. */
static void write_copy_call(const struct check_writer *writer, const struct memory_use *use)
{
	const struct tree_node *call = use->node, *count = tree_child(call, 3);
	const struct tree_node *stride = use->builtin.is_strided ? tree_child(call, 4) : NULL;
	struct edit *edit = edits_begin(writer->edits, call->start, call->end);

	growing_text_add(&writer->rewriting->head, "size_t %st%zu, %su%zu; ", writer->prefix,
			 call->start, writer->prefix, call->start);
	edits_add_text(writer->edits, edit, "(%st%zu = (", writer->prefix, call->start);
	edits_add_part(writer->edits, edit, count->start, count->end);
	if (stride) {
		edits_add_text(writer->edits, edit, "), %su%zu = (", writer->prefix, call->start);
		edits_add_part(writer->edits, edit, stride->start, stride->end);
	}
	edits_add_text(writer->edits, edit, "), ");
	edits_add_part(writer->edits, edit, call->start, count->start);
	edits_add_text(writer->edits, edit, "%st%zu", writer->prefix, call->start);
	if (stride) {
		edits_add_part(writer->edits, edit, count->end, stride->start);
		edits_add_text(writer->edits, edit, "%su%zu", writer->prefix, call->start);
	}
	edits_add_part(writer->edits, edit, (stride ? stride : count)->end, call->end);
	edits_add_text(writer->edits, edit, ")");
}

static void write_copy_side(const struct check_writer *writer, const struct memory_use *use)
{
	const struct tree_node *node = use->pointer;
	const size_t name = use->node->start;
	struct edit *edit = edits_begin(writer->edits, node->start, node->end);

	edits_add_text(writer->edits, edit, "(");
	add_pointer_type(writer, edit, node, true);
	begin_check(writer, edit, use, "all");
	edits_add_part(writer->edits, edit, node->start, node->end);
	if (use->is_strided)
		edits_add_text(writer->edits, edit, ", %st%zu, %su%zu", writer->prefix, name,
			       writer->prefix, name);
	else
		edits_add_text(writer->edits, edit, ", %st%zu, 1", writer->prefix, name);
	edits_add_text(writer->edits, edit, ", %zu, %zu))", use->size,
		       add_site(writer, use, use->node));
}

/* --- a function ---------------------------------------------------------------------------- */

static bool is_first_side(const struct memory_use *use)
{
	return use->form == USE_COPY && !use->is_second &&
	       (use->has_pointer ||
		(use->next && use->next->form == USE_COPY && use->next->has_pointer));
}

static void write_use(const struct check_writer *writer, const struct memory_use *use)
{
	if (is_first_side(use))
		write_copy_call(writer, use);
	if (use->has_pointer) {
		switch (use->form) {
		case USE_LVALUE:
			write_lvalue(writer, use);
			break;
		case USE_POINTER:
			write_pointer(writer, use);
			break;
		case USE_VECTOR:
			write_vector(writer, use);
			break;
		case USE_COPY:
			write_copy_side(writer, use);
			break;
		}
	}
	for (size_t i = 0; i < use->lvalue.index_count; i++)
		write_index(writer, use, &use->lvalue.indexes[i]);
}

void check_writer_write(struct rewriting *rewriting, struct tree_function *function)
{
	const struct check_writer writer = { rewriting, function, &rewriting->edits,
					     rewriting->prefix };

	LIST_EACH(struct memory_use, use, function->uses.first)
		if (!use->in_closure)
			write_use(&writer, use);
}
