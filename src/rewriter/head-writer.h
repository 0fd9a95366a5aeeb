/* SPDX-License-Identifier: Apache-2.0 */
/*
 * head-writer: writes the declarations at the start of functions: the bounds of what the kernel was
 * given, and of the objects that functions name.
 */
#ifndef CLROUTER_REWRITER_HEAD_WRITER_H
#define CLROUTER_REWRITER_HEAD_WRITER_H

#include "rewriter/rewriting.h"

/* Is the parameter NODE of a kernel one that has a hidden size? */
bool head_writer_is_sized(const struct tree_node *node);

/* Adds to TEXT what a kernel, FUNCTION, declares of its arguments and all its memory. */
void head_writer_add_kernel(struct rewriting *rewriting, const struct tree_function *function,
			    struct growing_text *text);

/* Adds to TEXT the bounds of the program's objects that the function that is being written names.
 */
void head_writer_add_objects(struct rewriting *rewriting, struct growing_text *text);

/* Writes the bounds of the objects that FUNCTION declares, after their declarations. */
void head_writer_write_objects(struct rewriting *rewriting, const struct tree_function *function);

#endif
