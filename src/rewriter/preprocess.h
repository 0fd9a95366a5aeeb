/* SPDX-License-Identifier: Apache-2.0 */
/*
 * preprocess: a program's source as its driver would see it after the preprocessor: with the
 * driver's own macros; the macros of OpenCL's header stay, as the driver expands them.
 */
#ifndef CLROUTER_REWRITER_PREPROCESS_H
#define CLROUTER_REWRITER_PREPROCESS_H

#include "rewriter/clang-options.h"
#include "rewriter/growing-text.h"
#include "sanitize/units.h"

struct preprocess_input {
	const struct source_unit *unit;
	const char *macros; /* lines "NAME VALUE" */
	unsigned bits;
	unsigned version; /* of OpenCL C: 120 */
};

/* Adds the text to OUTPUT. False: *REASON says why, in the memory of ARENA. */
bool preprocess(struct arena *arena, const struct preprocess_input *input,
		const struct clang_options *options, struct growing_text *output,
		const char **reason);

#endif
