/* SPDX-License-Identifier: Apache-2.0 */
/*
 * holder-writer: the bounds that a pointer variable of several origins (origin.h) keeps: where they
 * are declared, and how each assignment sets them.
 */
#ifndef CLROUTER_REWRITER_HOLDER_WRITER_H
#define CLROUTER_REWRITER_HOLDER_WRITER_H

#include "rewriter/rewriting.h"

/* Writes them for the holders in FUNCTION. Comes before the checks of FUNCTION, which are inside.
 */
void holder_writer_write(struct rewriting *rewriting, const struct tree_function *function);

#endif
