/* SPDX-License-Identifier: Apache-2.0 */
/*
 * read-tree: makes the tree of a preprocessed program, with libclang. The only file that knows
 * libclang.
 */
#ifndef CLROUTER_REWRITER_READ_TREE_H
#define CLROUTER_REWRITER_READ_TREE_H

#include "rewriter/tree.h"

/*
 * Reads the LENGTH bytes at TEXT, which must stay, into TREE; tree_done() frees it. STANDARD is a
 * word of -cl-std=, BITS the size of an address, RESOURCES the directory in which clang has its
 * headers. False: *REASON says why, a sentence in the memory of TREE.
 */
bool read_tree(struct program_tree *tree, const char *text, size_t length, const char *standard,
	       unsigned bits, const char *resources, const char **reason);

#endif
