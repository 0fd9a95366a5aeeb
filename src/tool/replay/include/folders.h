/* SPDX-License-Identifier: Apache-2.0 */
/* folders: where the compiler of a program looks for a file that its source includes. */
#ifndef CLROUTER_TOOL_REPLAY_INCLUDE_FOLDERS_H
#define CLROUTER_TOOL_REPLAY_INCLUDE_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "capture/capture.h"

struct folders {
	const struct capture *capture;
	const struct capture_program *program;
	struct arena *arena;
};

struct included {
	const char *path;	/* in the arena */
	const char *key;	/* the same for each path of it */
	bool is_header;		/* that clCompileProgram got */
	char *bytes;		/* a NUL byte follows; the caller frees them */
	size_t size;
};

/*
 * Finds the file NAME, which a file in the folder FROM includes, with quotes if IS_QUOTED. False: it
 * is not there, or has more than CAPTURE_MOST_WHOLE bytes.
 */
bool folders_find(const struct folders *folders, const char *name, bool is_quoted, const char *from,
		  struct included *included);

#endif
