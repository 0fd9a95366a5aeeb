/* SPDX-License-Identifier: Apache-2.0 */
/*
 * access: why a file that exists cannot be opened: the first directory on its way, or the file
 * itself, that is closed to this user.
 */
#ifndef CLROUTER_TOOL_DOCTOR_CAUSE_ACCESS_H
#define CLROUTER_TOOL_DOCTOR_CAUSE_ACCESS_H

#include <stdbool.h>

#include "tool/doctor/finding.h"
#include "tool/tool.h"

/*
 * Adds what is closed on the way to PATH, a file or directory under the root of TOOL that is to
 * be read, and the command that opens it. False, and nothing is added, if nothing is closed by
 * its mode: then a security module or a file system refuses.
 */
bool access_explain(struct finding *finding, const char *path, struct tool *tool);

#endif
