/* SPDX-License-Identifier: Apache-2.0 */
/*
 * run-clang: runs the clang program as a child, without a shell, and with limits for its time and
 * for what it writes: sources include what they like, and their macros may not end.
 */
#ifndef CLROUTER_REWRITER_RUN_CLANG_H
#define CLROUTER_REWRITER_RUN_CLANG_H

#include <stdbool.h>
#include <stddef.h>

#include "rewriter/growing-text.h"

#define RUN_CLANG_MOST ((size_t)64 << 20) /* bytes that it may write */

/*
 * Runs clang with ARGUMENTS, a list that ends with NULL and whose first one is replaced; it reads
 * the LENGTH bytes at INPUT. What it writes is added to OUTPUT. False: *REASON says why, in the
 * memory of ARENA.
 */
bool run_clang(struct arena *arena, const char **arguments, const char *input, size_t length,
	       struct growing_text *output, const char **reason);

#endif
