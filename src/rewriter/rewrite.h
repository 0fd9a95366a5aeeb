/* SPDX-License-Identifier: Apache-2.0 */
/* rewrite: from a program's source and options to the program that checks itself. */
#ifndef CLROUTER_REWRITER_REWRITE_H
#define CLROUTER_REWRITER_REWRITE_H

#include "rewriter/growing-text.h"

/* As in exchange.h; only SOURCE may not be NULL. */
struct rewrite_request {
	const char *source;
	size_t length;
	const char *options;
	const char *macros;
	const char *bits;
	const char *language;
};

struct rewrite_answer {
	struct arena arena;
	struct growing_text source;
	const char *options; /* to build SOURCE with */
	char *table;	     /* sites.h */
	const char
		*reason; /* it could not be rewritten: a sentence without a full stop; else NULL */
};

/* rewrite_done() frees the answer. */
void rewrite(const struct rewrite_request *request, struct rewrite_answer *answer);
void rewrite_done(struct rewrite_answer *answer);

#endif
