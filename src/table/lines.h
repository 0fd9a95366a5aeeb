/* SPDX-License-Identifier: Apache-2.0 */
/*
 * lines: writes the output for people, in the same form for all subcommands, so that it can be
 * searched: "kind: name: more" in the first column, and facts about it indented, as "key  text".
 * Names that drivers and files give are escaped (safe.h).
 *
 * If the form of the output is OUTPUT_JSON, the functions do nothing.
 */
#ifndef CLROUTER_TABLE_LINES_H
#define CLROUTER_TABLE_LINES_H

#include <stdint.h>

#include "table/output.h"

enum lines_shade { LINES_PLAIN, LINES_GOOD, LINES_WARNING, LINES_PROBLEM, LINES_DIM };

/* Writes "KIND: ..." in the first column, with KIND in the colour of SHADE. */
__attribute__((format(__printf__, 4, 5)))
void lines_head(struct output *output, enum lines_shade shade, const char *kind,
		const char *format, ...);

/* Writes "    KEY       ...", a fact about the head before it. */
__attribute__((format(__printf__, 3, 4)))
void lines_fact(struct output *output, const char *key, const char *format, ...);

/* Writes a line of any other form. */
__attribute__((format(__printf__, 2, 3)))
void lines_plain(struct output *output, const char *format, ...);

/* Writes how many lines are missing, if only the first SHOWN of COUNT lines are there. */
void lines_more(struct output *output, uint64_t count, uint64_t shown);

/* Writes an empty line. */
void lines_empty(struct output *output);

#endif
