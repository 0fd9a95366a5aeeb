/* SPDX-License-Identifier: Apache-2.0 */
/* safe: writes a line of text without control characters. */
#ifndef CLROUTER_TOOL_OUTPUT_SAFE_H
#define CLROUTER_TOOL_OUTPUT_SAFE_H

#include <stdarg.h>
#include <stdio.h>

/*
 * Formats as vprintf() does, writes the text to FILE and ends the line. Control characters become
 * "\x1B" and the like: a driver's name must not move the cursor or end the line.
 */
__attribute__((format(printf, 2, 0)))
void safe_put_line(FILE *file, const char *format, va_list arguments);

#endif
