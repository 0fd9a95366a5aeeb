/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bundle: one text file for a bug report, from what subcommands write and what they do not
 * (versions, variables, libraries), with the names of users and hosts replaced (redaction.h).
 */
#ifndef CLROUTER_TOOL_DOCTOR_BUNDLE_H
#define CLROUTER_TOOL_DOCTOR_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>

#include "tool/tool.h"

/* A part of the file: TITLE, and what COMMAND writes, with its messages and its status. */
struct bundle_section {
	const char *title;
	tool_command *command;
};

/*
 * Writes the file tool->bundle: facts about the system, then the COUNT sections in their order.
 * False if it cannot be written, which is reported. The file is opened before anything is
 * examined, and emptied only when all is known.
 */
bool bundle_write(struct tool *tool, const struct bundle_section *sections, size_t count);

#endif
