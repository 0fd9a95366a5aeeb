/* SPDX-License-Identifier: Apache-2.0 */
/* capture-edits: how the captures of make-capture.c differ from the one that is good. */
#ifndef CLROUTER_TESTS_TOOL_CAPTURE_EDITS_H
#define CLROUTER_TESTS_TOOL_CAPTURE_EDITS_H

#include <stddef.h>

struct edit {
	const char *name;
	const char *from;	/* NULL: the manifest stays as it is */
	const char *to;
	const char *reason;	/* why it is refused; NULL: it is not */
};

/* Captures with other kinds of objects. */
extern const struct edit kinds[];
extern const size_t kind_count;

/* What else is replaced in the captures with these names. */
extern const struct edit more_edits[];
extern const size_t more_count;

#endif
