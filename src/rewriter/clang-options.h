/* SPDX-License-Identifier: Apache-2.0 */
/*
 * clang-options: which of a program's build options the preprocessor gets, and which the driver's
 * compiler gets for the rewritten program, which is preprocessed already. What is on neither list
 * is dropped: it could write files.
 */
#ifndef CLROUTER_REWRITER_CLANG_OPTIONS_H
#define CLROUTER_REWRITER_CLANG_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct clang_options {
	const char **preprocess; /* for clang; each a word */
	size_t count;
	const char *build;    /* for the driver */
	const char *standard; /* as in -cl-std=; NULL: none is given */
	bool is_relaxed;      /* the macro __FAST_RELAXED_MATH__ is defined */
};

/* Reads OPTIONS, as for clBuildProgram; what it returns lives in ARENA. */
struct clang_options clang_options_read(struct arena *arena, const char *options);

#endif
