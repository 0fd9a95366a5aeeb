/* SPDX-License-Identifier: Apache-2.0 */
/* links: what a symbolic link leads to. Files are not opened. */
#ifndef CLROUTER_TOOL_DOCTOR_LINKS_H
#define CLROUTER_TOOL_DOCTOR_LINKS_H

#include <stdbool.h>
#include <sys/stat.h>

#include "tool/doctor/finding.h"
#include "tool/tool.h"

/*
 * The target of the link PATH, which is below ROOT, as a path, with REST after it; in ARENA. NULL: it is no
 * link, or cannot be read.
 */
const char *links_target(const char *path, const char *root, const char *rest, struct arena *arena);

/* Stores in STATUS what PATH, under the root of TOOL, is itself; false: there is no such file. */
bool links_status(const char *path, struct tool *tool, struct stat *status);

/*
 * If PATH, which is below the root of TOOL, is a link, adds to FINDING what it leads to, one line
 * for each link on the way. PATH may be NULL, or a name without a slash: then nothing is added.
 */
void links_explain(struct finding *finding, const char *path, struct tool *tool);

#endif
