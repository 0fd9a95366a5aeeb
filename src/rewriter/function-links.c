/* SPDX-License-Identifier: Apache-2.0 */
/* function-links: see function-links.h. */
#include "rewriter/function-links.h"

#include <string.h>

static bool is_function(const struct tree_declaration *declaration)
{
	return declaration->kind == TREE_DECLARED_FUNCTION && !declaration->is_foreign &&
	       !declaration->is_internal && declaration->name[0];
}

/* Has a function a name of its own, so that its type need not be compared? */
static bool is_only(const struct program_tree *tree, const struct tree_declaration *function)
{
	LIST_EACH(const struct tree_declaration, other, tree->declarations)
		if (other != function && is_function(other) && other->node &&
		    strcmp(other->name, function->name) == 0)
			return false;
	return true;
}

/* Functions may be overloaded. Their types are compared by their words, which differ in what has no
 * meaning in the type of a function, such as qualifiers of parameters. */
static bool is_same_type(const struct tree_declaration *declaration,
			 const struct tree_declaration *definition)
{
	return declaration->type && definition->type &&
	       strcmp(declaration->type->name, definition->type->name) == 0;
}

/* The definition in TREE of what DECLARATION declares; NULL: none. */
static struct tree_node *find_definition(const struct program_tree *tree,
					 const struct tree_declaration *declaration)
{
	LIST_EACH(const struct tree_declaration, other, tree->declarations)
		if (is_function(other) && other->node &&
		    strcmp(other->name, declaration->name) == 0 &&
		    (is_same_type(declaration, other) || is_only(tree, other)))
			return other->node;
	return NULL;
}

static struct tree_node *find_in_others(struct program_tree *const *trees, size_t count, size_t own,
					const struct tree_declaration *declaration)
{
	struct tree_node *node = NULL;

	for (size_t i = 0; i < count && !node; i++)
		if (i != own)
			node = find_definition(trees[i], declaration);
	return node;
}

void function_links_make(struct program_tree *const *trees, size_t count)
{
	/* What is found is a definition, which is linked to nothing: the order does not matter. */
	for (size_t i = 0; i < count; i++)
		LIST_EACH(struct tree_declaration, declaration, trees[i]->declarations)
			if (is_function(declaration) && !declaration->node)
				declaration->linked = find_in_others(trees, count, i, declaration);
	for (size_t i = 0; i < count; i++)
		LIST_EACH(struct tree_declaration, declaration, trees[i]->declarations)
			if (declaration->linked)
				declaration->node = declaration->linked;
}
