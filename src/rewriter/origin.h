/* SPDX-License-Identifier: Apache-2.0 */
/*
 * origin: from which parameter or object a pointer comes, whatever path the program takes. A
 * variable that gets pointers of several objects is a holder: each assignment to it sets its
 * bounds, too. A pointer that is stored in memory, or that comes from two objects in one
 * expression, may come from anywhere.
 *
 * A variable in private memory is an object if its bounds are wanted and can be written after its
 * declaration; else all that is known is that it is private.
 */
#ifndef CLROUTER_REWRITER_ORIGIN_H
#define CLROUTER_REWRITER_ORIGIN_H

#include "rewriter/tree.h"

/* Finds the sources of all variables and parameters of TREE that are pointers. */
void origin_trace(struct program_tree *tree);

/* Where the pointer NODE, or the array that is turned into one, comes from; after that. */
struct tree_source origin_of(const struct program_tree *tree, struct tree_node *node);

/* The next variable of the same declaration that the variable NODE is named in; NULL: there is
 * none.
 */
struct tree_node *origin_first_user(const struct tree_node *node);

/*
 * Can a pointer to SPACE be compared with the bounds of SOURCE, if it has some? A generic pointer
 * to local memory is another number, and a pointer that was turned into one to another space is
 * none at all.
 */
bool origin_fits(struct tree_source source, enum tree_space space);

#endif
