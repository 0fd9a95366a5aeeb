/* SPDX-License-Identifier: Apache-2.0 */
/*
 * library-place: why the dynamic linker does not find a library that exists: this user may not
 * read it, its directory is not searched, or it is for another architecture.
 */
#ifndef CLROUTER_TOOL_DOCTOR_CAUSE_LIBRARY_PLACE_H
#define CLROUTER_TOOL_DOCTOR_CAUSE_LIBRARY_PLACE_H

#include <stdbool.h>

#include "tool/doctor/finding.h"
#include "tool/tool.h"

/* Adds the file of the library NAME, if there is one, and the cure; false if it added none. */
bool library_place_explain(struct finding *finding, const char *name, struct tool *tool);

/* Is there a file of that name, but none for this program's architecture? */
bool library_place_is_foreign(const char *name, struct tool *tool);

#endif
