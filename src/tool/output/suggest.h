/* SPDX-License-Identifier: Apache-2.0 */
/*
 * suggest: what may have been meant by a key or section that the configuration
 * does not know. Compares it with the names in the table of keys.
 */
#ifndef CLROUTER_TOOL_OUTPUT_SUGGEST_H
#define CLROUTER_TOOL_OUTPUT_SUGGEST_H

#include "base/arena.h"
#include "config/settings.h"

/*
 * The problem's text, with "; did you mean ...?" if it is about an unknown name
 * and a known one is near. Lives in ARENA or with PROBLEM; never NULL.
 */
const char *suggest_text(const struct settings_problem *problem, struct arena *arena);

#endif
