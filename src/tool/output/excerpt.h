/* SPDX-License-Identifier: Apache-2.0 */
/*
 * excerpt: the beginning of a line that a driver or another program printed. It may have any length
 * and any bytes.
 */
#ifndef CLROUTER_TOOL_OUTPUT_EXCERPT_H
#define CLROUTER_TOOL_OUTPUT_EXCERPT_H

#include <stddef.h>

#include "base/arena.h"

#define EXCERPT_BYTES 1000

/*
 * The LENGTH bytes at LINE, in ARENA: at most EXCERPT_BYTES of them, in whole characters of UTF-8,
 * and a note of how many bytes are left out. LOST bytes of the same line were before LINE, and
 * belong to them. A NUL byte becomes "?". Never NULL.
 */
const char *excerpt_of_line(const char *line, size_t length, size_t lost, struct arena *arena);

#endif
