/* SPDX-License-Identifier: Apache-2.0 */
/* stream: whether a stream leads to a terminal, and what that can show. */
#ifndef CLROUTER_TOOL_OUTPUT_STREAM_H
#define CLROUTER_TOOL_OUTPUT_STREAM_H

#include <stdbool.h>
#include <stdio.h>

/* Does FILE lead to a terminal that knows codes, such as one that erases a line? */
bool stream_has_codes(FILE *file);

/* Does it, and does NO_COLOR not forbid colours? */
bool stream_has_colour(FILE *file);

#endif
