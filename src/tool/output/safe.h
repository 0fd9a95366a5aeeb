/* SPDX-License-Identifier: Apache-2.0 */
/* safe: a line of text in which nothing that was put into it can do harm. */
#ifndef CLROUTER_TOOL_OUTPUT_SAFE_H
#define CLROUTER_TOOL_OUTPUT_SAFE_H

#include <stdarg.h>
#include <stdio.h>

/*
 * Writes the text and ends the line. Control characters become \x1B and the like:
 * a driver's name must not move the cursor, nor end the line.
 */
__attribute__((format(printf, 2, 0)))
void safe_put_line(FILE *file, const char *format, va_list arguments);

#endif
