/* SPDX-License-Identifier: Apache-2.0 */
/*
 * signature-writer: writes what functions get besides their own parameters: kernels the hidden
 * arguments (sanitize-format.h), others the context and the bounds of their pointers; and what
 * calls pass for it.
 */
#ifndef CLROUTER_REWRITER_SIGNATURE_WRITER_H
#define CLROUTER_REWRITER_SIGNATURE_WRITER_H

#include "rewriter/rewriting.h"

/*
 * For a function with a body, after check_writer_write(), and for one without. False: the place of
 * the parameters is not in the text.
 */
bool signature_writer_write(struct rewriting *rewriting, struct tree_function *function);
bool signature_writer_write_prototype(struct rewriting *rewriting, struct tree_node *node);

#endif
