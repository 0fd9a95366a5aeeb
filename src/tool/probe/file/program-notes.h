/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program-notes: which program the answer is about, and why it may not hold for it: what a user
 * would not expect of --program, and of a system whose programs get another loader.
 */
#ifndef CLROUTER_TOOL_PROBE_FILE_PROGRAM_NOTES_H
#define CLROUTER_TOOL_PROBE_FILE_PROGRAM_NOTES_H

#include <stdbool.h>

#include "tool/probe/file/program.h"
#include "tool/tool.h"

/*
 * Replaces tool->program, if it is set, by the path that [program] sections are compared with,
 * and adds notes about it. False if there is no such program: that is reported then. Under another
 * root a file that is missing is taken as it is written, since such a root may have nothing but
 * configuration.
 */
bool program_notes_choose(struct tool *tool);

/* Adds a note if programs without a search path of their own get another loader than clrouter's. */
void program_notes_system(struct tool *tool);

/*
 * Why PROGRAM, which was found under the real root, does not get clrouter's loader, or why that is
 * not known, as one sentence without a full stop, with its identifier in *ID. NULL: it gets it.
 * The text lives in ARENA.
 */
const char *program_notes_explain(const struct program_file *program, const char **id,
				  struct arena *arena);

/* "FILE (LD_LIBRARY_PATH)"; LOADER has a path. Lives in ARENA. */
const char *program_notes_loader(const struct found_loader *loader, struct arena *arena);

#endif
