/* SPDX-License-Identifier: Apache-2.0 */
/*
 * whole: the whole sources of the programs of a capture, with the files that they include. They are
 * files of the capture, and its manifest tells about them.
 */
#ifndef CLROUTER_TOOL_REPLAY_INCLUDE_WHOLE_H
#define CLROUTER_TOOL_REPLAY_INCLUDE_WHOLE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/common/own-dir.h"
#include "launch/blake2b.h"
#include "capture/capture.h"
#include "tool/replay/include/inclusion.h"

/* Of one program. */
struct whole {
	struct whole *next;
	size_t program;
	struct inclusion_file *files;
	char hash[BLAKE2B_TEXT];
};

struct wholes {
	struct whole *first;
	const char *refusal;	/* why a program has none, though it includes files; NULL: none */
};

/*
 * Gives a whole source to each program of CAPTURE that includes files which are there. WHOLES lives in
 * ARENA, the texts as long as those of the capture. False: there is no such program, or a refusal.
 */
bool whole_make(struct wholes *wholes, struct capture *capture, struct arena *arena);

/* Takes them away. */
void whole_drop(struct wholes *wholes, struct capture *capture);

/* Writes their files. False: errno; none is there. */
bool whole_write(const struct wholes *wholes, const struct capture *capture,
		 struct own_dir *directory);

/* The member "whole" of the checks of a manifest, or nothing if there are none. */
void whole_put(FILE *file, const struct wholes *wholes, const struct capture *capture);

/* "a.h, b.h": the files that are in them, the first ones if there are many. */
const char *whole_files(const struct wholes *wholes, struct arena *arena);

#endif
