/* SPDX-License-Identifier: Apache-2.0 */
/*
 * say: the tool's lines for people. One form for all subcommands, so that it
 * can be searched: "kind: what: more" at the margin, facts of it indented as
 * "key  text". Colours only on a terminal, and none where NO_COLOR is set. What
 * drivers and files say is shown without its control characters.
 */
#ifndef CLROUTER_TOOL_OUTPUT_SAY_H
#define CLROUTER_TOOL_OUTPUT_SAY_H

#include <stdbool.h>

enum say_shade { SAY_PLAIN, SAY_GOOD, SAY_WARNING, SAY_PROBLEM, SAY_DIM };

/* Looks at where standard output goes. */
void say_init(void);

/* "kind: ..." at the margin, KIND in the colour of SHADE. */
__attribute__((format(printf, 3, 4)))
void say_head(enum say_shade shade, const char *kind, const char *format, ...);

/* "    key       ...": belongs to the head before. */
__attribute__((format(printf, 2, 3)))
void say_fact(const char *key, const char *format, ...);

/* A line of any other form. */
__attribute__((format(printf, 1, 2)))
void say_line(const char *format, ...);

/* "clrouter: ..." on standard error. */
__attribute__((format(printf, 1, 2)))
void say_error(const char *format, ...);

/* The same for a command line that is wrong; false, for the caller to return. */
__attribute__((format(printf, 1, 2)))
bool say_usage(const char *format, ...);

#endif
