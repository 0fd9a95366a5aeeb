/* SPDX-License-Identifier: Apache-2.0 */
/*
 * packages: which command of the package manager brings a file back, or a library that is
 * missing. Knows dpkg with apt, and rpm with dnf, of the system under the root.
 */
#ifndef CLROUTER_TOOL_DOCTOR_CAUSE_PACKAGES_H
#define CLROUTER_TOOL_DOCTOR_CAUSE_PACKAGES_H

#include "tool/doctor/finding.h"
#include "tool/tool.h"

/* Adds the cure for FILE, which exists but is damaged: its package, installed again. */
void packages_reinstall(struct finding *finding, const char *file, struct tool *tool);

/* Adds the cure for a library that is called NAME, or has that path, and is missing. */
void packages_install_library(struct finding *finding, const char *name, struct tool *tool);

#endif
