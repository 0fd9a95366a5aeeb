/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lines: writes the output for people, in the same form for all subcommands, so that it can be
 * searched: "kind: name: more" in the first column, and facts about it indented, as "key  text".
 * Control characters in the names that drivers and files give are escaped.
 *
 * Nothing is written if the output is JSON.
 */
#ifndef CLROUTER_TOOL_OUTPUT_LINES_H
#define CLROUTER_TOOL_OUTPUT_LINES_H

#include "tool/output/output.h"

enum lines_shade { LINES_PLAIN, LINES_GOOD, LINES_WARNING, LINES_PROBLEM, LINES_DIM };

/* "kind: ..." at the margin, KIND in the colour of SHADE. */
__attribute__((format(printf, 4, 5)))
void lines_head(struct output *output, enum lines_shade shade, const char *kind,
		const char *format, ...);

/* "    key       ...": belongs to the head before. */
__attribute__((format(printf, 3, 4)))
void lines_fact(struct output *output, const char *key, const char *format, ...);

/* A line of any other form. */
__attribute__((format(printf, 2, 3)))
void lines_plain(struct output *output, const char *format, ...);

void lines_empty(struct output *output);

#endif
