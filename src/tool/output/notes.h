/* SPDX-License-Identifier: Apache-2.0 */
/*
 * notes: what limits the answer of a subcommand, for example that a program gets another loader
 * than the one whose configuration is shown. Notes are no problem: they do not change the exit
 * status. Each has an identifier that keeps its meaning.
 */
#ifndef CLROUTER_TOOL_OUTPUT_NOTES_H
#define CLROUTER_TOOL_OUTPUT_NOTES_H

#include "tool/tool.h"

/* Adds a note to those of TOOL, in its arena. ID is a string constant. */
__attribute__((format(printf, 3, 4)))
void notes_add(struct tool *tool, const char *id, const char *format, ...);

/*
 * Writes all notes: to standard error if the answer has the form of lines, else as the member
 * "notes", an array of objects with "id" and "text", of the object that is open.
 */
void notes_put(const struct tool *tool);

#endif
