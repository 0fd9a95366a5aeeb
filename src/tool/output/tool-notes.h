/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tool-notes: remarks on what the answer of a subcommand does not cover, for example that a program
 * gets another loader than the one whose configuration is shown. Notes are not problems: they do
 * not change the exit status. Each has an identifier that keeps its meaning between releases.
 */
#ifndef CLROUTER_TOOL_OUTPUT_TOOL_NOTES_H
#define CLROUTER_TOOL_OUTPUT_TOOL_NOTES_H

#include "tool/tool.h"

/* Adds a note to TOOL's notes, in its arena; without memory it is left out. ID is a literal. */
__attribute__((format(__printf__, 3, 4)))
void notes_add(struct tool *tool, const char *id, const char *format, ...);

/*
 * Writes all notes: to standard error if the form of the output is OUTPUT_LINES; otherwise as the
 * member "notes" of the JSON object that is open, an array of objects with "id" and "text".
 */
void notes_put(const struct tool *tool);

#endif
