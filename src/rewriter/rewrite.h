/* SPDX-License-Identifier: Apache-2.0 */
/* rewrite: from a program's sources and options to the program that checks itself. */
#ifndef CLROUTER_REWRITER_REWRITE_H
#define CLROUTER_REWRITER_REWRITE_H

#include "rewriter/growing-text.h"
#include "sanitize/units.h"

/* As in exchange.h; only UNITS may not be NULL. */
struct rewrite_request {
	const struct units *units;
	const char *macros;
	const char *bits;
	const char *language;
	bool expands;	     /* it is only preprocessed */
	bool redirects;	     /* bad accesses are made in memory that nobody reads */
	bool checks_private; /* accesses through pointers to private memory are checked, too */
};

struct rewrite_answer {
	struct arena arena;
	struct units units; /* the units of the request as they are rewritten, with options to build
			       them */
	char *table;	    /* sites.h; NULL: it was only preprocessed */
	const char
		*reason; /* it could not be rewritten: a sentence without a full stop; else NULL */
};

/* rewrite_done() frees the answer. */
void rewrite(const struct rewrite_request *request, struct rewrite_answer *answer);
void rewrite_done(struct rewrite_answer *answer);

#endif
