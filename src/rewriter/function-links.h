/* SPDX-License-Identifier: Apache-2.0 */
/*
 * function-links: what the driver's linker will do: a function that one unit of a program declares
 * is the one that another unit defines. So both have the same hidden parameters.
 */
#ifndef CLROUTER_REWRITER_FUNCTION_LINKS_H
#define CLROUTER_REWRITER_FUNCTION_LINKS_H

#include "rewriter/tree.h"

/* Links the functions of the COUNT TREES that have no body there. */
void function_links_make(struct program_tree *const *trees, size_t count);

#endif
