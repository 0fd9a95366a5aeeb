/* SPDX-License-Identifier: Apache-2.0 */
/* check-writer: writes the checks of the accesses of a function. */
#ifndef CLROUTER_REWRITER_CHECK_WRITER_H
#define CLROUTER_REWRITER_CHECK_WRITER_H

#include "rewriter/rewriting.h"

void check_writer_write(struct rewriting *rewriting, struct tree_function *function);

#endif
