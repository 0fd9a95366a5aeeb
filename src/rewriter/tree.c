/* SPDX-License-Identifier: Apache-2.0 */
/* tree: see tree.h. */
#include "rewriter/tree.h"

#include "base/text.h"

void tree_done(struct program_tree *tree)
{
	arena_done(&tree->arena);
	*tree = (struct program_tree){ .arena = ARENA_INIT };
}

struct tree_node *tree_inside(struct tree_node *node)
{
	while (node && node->kind == TREE_PARENTHESES)
		node = node->first;
	return node;
}

struct tree_node *tree_above(struct tree_node *node)
{
	do
		node = node->parent;
	while (node && node->kind == TREE_PARENTHESES);
	return node;
}

struct tree_node *tree_child(const struct tree_node *node, size_t index)
{
	struct tree_node *child = node->first;

	while (child && index-- > 0)
		child = child->next;
	return child;
}

struct tree_node *tree_skip(const struct tree_node *root, struct tree_node *node)
{
	while (node != root && !node->next)
		node = node->parent;
	return node == root ? NULL : node->next;
}

struct tree_node *tree_next(const struct tree_node *root, struct tree_node *node)
{
	return node->first ? node->first : tree_skip(root, node);
}

bool tree_is_in_closure(const struct tree_node *node)
{
	while (node && node->kind != TREE_CLOSURE)
		node = node->parent;
	return node != NULL;
}

bool tree_is_type(const struct tree_node *node, enum tree_class class)
{
	return node && node->type && node->type->class == class;
}

/* After the end of the line at AT. */
static size_t skip_line(const struct program_tree *tree, size_t at)
{
	while (at < tree->length && tree->text[at] != '\n')
		at++;
	return at;
}

static bool starts_line(const struct program_tree *tree, size_t at)
{
	while (at > 0 && text_is_blank(tree->text[at - 1]))
		at--;
	return at == 0 || tree->text[at - 1] == '\n';
}

size_t tree_token(const struct program_tree *tree, size_t at)
{
	while (at < tree->length) {
		if (tree->text[at] == '#' && starts_line(tree, at))
			at = skip_line(tree, at);
		else if (text_is_space(tree->text[at]))
			at++;
		else
			break;
	}
	return at;
}

/* After the string or character constant at AT. */
static size_t skip_quoted(const struct program_tree *tree, size_t at)
{
	const char quote = tree->text[at++];

	while (at < tree->length && tree->text[at] != quote && tree->text[at] != '\n')
		at += tree->text[at] == '\\' ? 2 : 1;
	return at + 1;
}

bool tree_parentheses(const struct program_tree *tree, size_t at, size_t *start, size_t *end)
{
	size_t depth = 0;

	at = tree_token(tree, at);
	if (at >= tree->length || tree->text[at] != '(')
		return false;
	*start = at;
	while (at < tree->length) {
		const char c = tree->text[at];

		if (c == '"' || c == '\'') {
			at = tree_token(tree, skip_quoted(tree, at));
			continue;
		}
		depth += c == '(';
		if (c == ')' && --depth == 0) {
			*end = at;
			return true;
		}
		at = tree_token(tree, at + 1);
	}
	return false;
}
