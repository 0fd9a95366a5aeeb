/* SPDX-License-Identifier: Apache-2.0 */
/* rewriting: see rewriting.h. */
#include "rewriter/rewriting.h"

#include <stdlib.h>
#include <string.h>

#include "base/common/list.h"
#include "base/text.h"
#include "rewriter/origin.h"
#include "sanitize/sanitize-format.h"

#define LONGEST_EXPRESSION 120 /* bytes */

const char *rewriting_text(struct rewriting *rewriting, const struct tree_node *node)
{
	const struct program_tree *tree = rewriting->tree;
	struct growing_text text = { 0 };
	const char *copy;

	for (size_t at = node->start; at < node->end;) {
		const size_t next = tree_token(tree, at);

		if (text.length >= LONGEST_EXPRESSION) {
			growing_text_add(&text, "...");
			break;
		}
		if (next >= node->end)
			break;
		if (next > at && at > node->start)
			growing_text_add_bytes(&text, " ", 1);
		growing_text_add_bytes(&text, tree->text + next, 1);
		at = next + 1;
	}
	copy = growing_text_copy(&rewriting->edits.arena, text.length > 0 ? text.text : "",
				 text.length);
	growing_text_done(&text);
	return copy;
}

/* Several sources that have no name get a number. */
static const char *file_of(struct rewriting *rewriting, const struct source_line *line)
{
	char name[32];

	if (*line->file || rewriting->unit_count == 1)
		return line->file;
	return growing_text_copy(
		&rewriting->edits.arena, name,
		text_format(name, sizeof(name), "source %zu", rewriting->unit + 1));
}

static struct sites_site *add_site(struct rewriting *rewriting,
				   const struct tree_function *function,
				   const struct memory_use *use, const struct tree_node *node)
{
	const struct source_line *line = source_lines_find(&rewriting->lines, node->start);
	struct sites_site *site;

	if (!list_make_space(&rewriting->sites, rewriting->site_count, sizeof(*site)))
		exit(1);
	site = &rewriting->sites[rewriting->site_count++];
	*site = (struct sites_site){ .file = file_of(rewriting, line),
				     .line = line->number,
				     .column = (unsigned)(node->start - line->start) + 1,
				     .access = use->access,
				     .bytes = use->has_pointer ? use->size : use->lvalue.size,
				     .function = function->declaration->name,
				     .object = "",
				     .expression = rewriting_text(rewriting, node) };
	return site;
}

size_t rewriting_add_site(struct rewriting *rewriting, const struct tree_function *function,
			  const struct memory_use *use, const struct tree_node *node)
{
	add_site(rewriting, function, use, node);
	return rewriting->first_site + rewriting->site_count - 1;
}

size_t rewriting_add_index(struct rewriting *rewriting, const struct tree_function *function,
			   const struct memory_use *use, const char *object, size_t length)
{
	struct sites_site *site = add_site(rewriting, function, use, use->node);

	site->object = object;
	site->length = length;
	return rewriting->first_site + rewriting->site_count - 1;
}

const char *rewriting_type_name(struct arena *arena, const struct tree_type *type)
{
	static const char *const words[] = { "__global ", "__constant ", "__local ", "__private " };
	static const char *const plain[] = { "global ", "constant ", "local ", "private " };
	const bool is_pointer = type->class == TREE_POINTER;
	const char *name = is_pointer ? type->target->name : type->name, *copy;
	struct growing_text text = { 0 };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		const char *at = strstr(name, words[i]);

		if (!at)
			continue;
		growing_text_add(&text, "%s%.*s%s", plain[i], (int)(at - name), name,
				 at + strlen(words[i]));
		break;
	}
	growing_text_add(&text, "%s%s", text.length == 0 ? name : "", is_pointer ? " *" : "");
	copy = growing_text_copy(arena, text.text, text.length);
	growing_text_done(&text);
	return copy;
}

unsigned rewriting_add_object(struct rewriting *rewriting, const struct tree_declaration *object)
{
	struct arena *arena = &rewriting->edits.arena;
	size_t i = 0;

	while (i < rewriting->object_count && rewriting->object_keys[i] != object)
		i++;
	if (i == rewriting->object_count) {
		if (!list_make_space_in(arena, &rewriting->objects, i,
					sizeof(rewriting->objects[0])) ||
		    !list_make_space_in(arena, &rewriting->object_keys, i, sizeof(object)))
			exit(1);
		rewriting->objects[i] =
			(struct sites_object){ object->name,
					       rewriting_type_name(arena, object->type) };
		rewriting->object_keys[i] = object;
		rewriting->object_count++;
	}
	return SANITIZE_OBJECT_NAMED | (unsigned)(rewriting->first_object + i);
}

/* Does a parameter of FUNCTION hide the object of the program of this name? */
static bool is_hidden(const struct tree_function *function, const struct tree_declaration *object)
{
	for (const struct tree_node *node = function->node->first; node; node = node->next)
		if (node->kind == TREE_PARAMETER && node->declaration &&
		    strcmp(node->declaration->name, object->name) == 0)
			return true;
	return false;
}

bool rewriting_name_object(struct rewriting *rewriting, const struct tree_function *function,
			   struct tree_declaration *object)
{
	if (object->function)
		return object->function == function->node &&
		       (!function->has_goto || object->is_private_object);
	if (is_hidden(function, object))
		return false;
	for (size_t i = 0; i < rewriting->global_count; i++)
		if (rewriting->globals[i] == object)
			return true;
	if (!list_make_space(&rewriting->globals, rewriting->global_count, sizeof(object)))
		exit(1);
	rewriting->globals[rewriting->global_count++] = object;
	return true;
}

void rewriting_add_bounds(struct rewriting *rewriting, struct edit *edit,
			  const struct tree_function *function, struct tree_source source,
			  enum tree_space space)
{
	const bool fits = source.declaration && origin_fits(source, space);
	const bool is_judged = !source.declaration && space != TREE_PRIVATE &&
			       source.kind != TREE_FROM_PRIVATE && source.kind != TREE_FROM_LITERAL;

	if (fits && (source.kind != TREE_FROM_OBJECT ||
		     rewriting_name_object(rewriting, function, source.declaration)))
		edits_add_text(&rewriting->edits, edit, "%sb(%zu)", rewriting->prefix,
			       source.declaration->number);
	else
		edits_add_text(&rewriting->edits, edit, "%s%s", rewriting->prefix,
			       is_judged ? "a" : "o");
}
