/* SPDX-License-Identifier: Apache-2.0 */
/*
 * read-tree: makes the tree of a preprocessed program, with libclang. The only file that knows
 * libclang.
 */
#ifndef CLROUTER_REWRITER_READ_TREE_H
#define CLROUTER_REWRITER_READ_TREE_H

#include "rewriter/tree.h"

/* How a program is to be read. */
struct read_tree_language {
	const char *standard;  /* a word of -cl-std= */
	unsigned bits;	       /* of an address */
	bool lacks_generic;    /* the device has no generic address space, whatever STANDARD says */
	const char *resources; /* the directory in which clang has its headers */
};

/*
 * Reads the LENGTH bytes at TEXT, which must stay, into TREE; tree_done() frees it. False: *REASON
 * says why, a sentence in the memory of TREE.
 */
bool read_tree(struct program_tree *tree, const char *text, size_t length,
	       const struct read_tree_language *language, const char **reason);

#endif
