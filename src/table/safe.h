/* SPDX-License-Identifier: Apache-2.0 */
/*
 * safe: writes texts of drivers, files and programs, none of which can move the cursor, end the
 * line or change the order of what is read: text_take_shown() says what is escaped.
 */
#ifndef CLROUTER_TABLE_SAFE_H
#define CLROUTER_TABLE_SAFE_H

#include <stdarg.h>
#include <stdio.h>

void safe_put(FILE *file, const char *text);

/* Formats as vprintf() does, and writes the text so, and a newline. */
__attribute__((format(__printf__, 2, 0)))
void safe_put_line(FILE *file, const char *format, va_list arguments);

#endif
