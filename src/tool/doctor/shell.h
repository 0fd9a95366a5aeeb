/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shell: texts as words of a shell command, so that a cure can be copied and run.
 */
#ifndef CLROUTER_TOOL_DOCTOR_SHELL_H
#define CLROUTER_TOOL_DOCTOR_SHELL_H

#include "base/arena.h"

/* TEXT as one word of a shell command; TEXT itself, or in ARENA. */
const char *shell_word(const char *text, struct arena *arena);

/* The command that gives the variable NAME the VALUE, or unsets it if that is NULL. In ARENA. */
const char *shell_assign(const char *name, const char *value, struct arena *arena);

/*
 * The command that takes every ELEMENT out of VALUE, the value of the
 * variable NAME, a list with SEPARATOR: "export NAME=...", or "unset NAME" if nothing is left.
 */
const char *shell_take_out(const char *name, const char *value, const char *element,
			   char separator, struct arena *arena);

#endif
