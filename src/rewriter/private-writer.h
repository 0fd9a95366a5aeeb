/* SPDX-License-Identifier: Apache-2.0 */
/* private-writer: writes the bounds of variables in private memory that pointers may point to. */
#ifndef CLROUTER_REWRITER_PRIVATE_WRITER_H
#define CLROUTER_REWRITER_PRIVATE_WRITER_H

#include "rewriter/rewriting.h"

/* Writes the bounds of the variables in FUNCTION. Before all else of the function, as other edits
 * lie within its own. */
void private_writer_write(struct rewriting *rewriting, const struct tree_function *function);

#endif
