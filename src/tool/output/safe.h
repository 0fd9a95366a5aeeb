/* SPDX-License-Identifier: Apache-2.0 */
/* safe: writes a line of text without control characters. */
#ifndef CLROUTER_TOOL_OUTPUT_SAFE_H
#define CLROUTER_TOOL_OUTPUT_SAFE_H

#include <stdarg.h>
#include <stdio.h>

/*
 * Formats as vprintf() does, and writes the text and a newline to FILE. Control characters become
 * "\x1B" and so on, so that the name of a driver cannot move the cursor or end the line.
 */
__attribute__((format(__printf__, 2, 0)))
void safe_put_line(FILE *file, const char *format, va_list arguments);

#endif
