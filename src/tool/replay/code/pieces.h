/* SPDX-License-Identifier: Apache-2.0 */
/* pieces: the parts of a replay.c that are the same for all captures, in their order (helpers.txt). */
#ifndef CLROUTER_TOOL_REPLAY_CODE_PIECES_H
#define CLROUTER_TOOL_REPLAY_CODE_PIECES_H

#include <stddef.h>

struct piece {
	const char *name;
	const char *text;
};

extern const struct piece pieces[];
extern const size_t pieces_count;

#endif
