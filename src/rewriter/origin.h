/* SPDX-License-Identifier: Apache-2.0 */
/*
 * origin: from which parameter or object a pointer comes, whatever path the program takes. A
 * variable that gets pointers of several objects is a holder: each assignment to it sets its
 * bounds, too. A pointer that is stored in memory, or that comes from two objects in one
 * expression, may come from anywhere.
 */
#ifndef CLROUTER_REWRITER_ORIGIN_H
#define CLROUTER_REWRITER_ORIGIN_H

#include "rewriter/tree.h"

/* Finds the sources of all variables and parameters of TREE that are pointers. */
void origin_trace(struct program_tree *tree);

/* Where the pointer NODE, or the array that is turned into one, comes from; after that. */
struct tree_source origin_of(const struct program_tree *tree, struct tree_node *node);

#endif
