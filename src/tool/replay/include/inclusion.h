/* SPDX-License-Identifier: Apache-2.0 */
/*
 * inclusion: the source of a program with the files that it includes in place of their lines
 * "#include". Lines that may count or not stay in their #if, and so does what they include; a file
 * that is not found may be one that does not count, and its line stays.
 */
#ifndef CLROUTER_TOOL_REPLAY_INCLUDE_INCLUSION_H
#define CLROUTER_TOOL_REPLAY_INCLUDE_INCLUSION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "capture/capture.h"

#define INCLUSION_MOST_LEVELS 64	/* files in files */

struct inclusion_file {
	struct inclusion_file *next;
	const char *path;
	const char *key;
	bool is_header;		/* that clCompileProgram got, and that is no file */
};

struct inclusion {
	struct inclusion_file *files;	/* each once, in their order */
	const char *refusal;		/* why there is no text; NULL: there is one, or no file */
	char *text;			/* the caller frees it; NULL: there is none */
	size_t size;
};

/* PROGRAM is the index of one that is built from a source, whose text was read. */
void inclusion_make(struct inclusion *inclusion, const struct capture *capture, size_t program,
		    struct arena *arena);

#endif
