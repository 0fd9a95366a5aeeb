/* SPDX-License-Identifier: Apache-2.0 */
/*
 * paths: what a symbolic link leads to, and why a file that exists cannot be opened: the first
 * directory on its way, or the file itself, that is closed to this user. Files are not opened.
 */
#ifndef CLROUTER_TOOL_DOCTOR_PATHS_H
#define CLROUTER_TOOL_DOCTOR_PATHS_H

#include <stdbool.h>
#include <sys/stat.h>

#include "tool/doctor/finding.h"
#include "tool/tool.h"

/* Stores in STATUS what PATH, under the root of TOOL, is itself; false: there is no such file. */
bool paths_status(const char *path, struct tool *tool, struct stat *status);

/*
 * If PATH, which is below the root of TOOL, is a link, adds to FINDING what it leads to, one line
 * for each link on the way. PATH may be NULL, or a name without a slash: then nothing is added.
 */
void paths_explain_links(struct finding *finding, const char *path, struct tool *tool);

/*
 * Adds what is closed on the way to PATH, a file or directory under the root of TOOL that is to
 * be read, and the command that opens it. False, and nothing is added, if nothing is closed by
 * its mode: then a security module or a file system refuses.
 */
bool paths_explain_rights(struct finding *finding, const char *path, struct tool *tool);

#endif
