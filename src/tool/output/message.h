/* SPDX-License-Identifier: Apache-2.0 */
/*
 * message: writes "clrouter: ..." to standard error, for errors and hints that are no part of the
 * answer, whatever its form. Control characters are escaped.
 */
#ifndef CLROUTER_TOOL_OUTPUT_MESSAGE_H
#define CLROUTER_TOOL_OUTPUT_MESSAGE_H

#include <stdbool.h>
#include <stdio.h>

/*
 * Writes one line, formatted as by printf(). Standard output is flushed before, so that the lines
 * of both streams are in order on a terminal.
 */
__attribute__((format(__printf__, 1, 2)))
void message_error(const char *format, ...);

/*
 * Reports a wrong command line: writes one line, and another that refers to --help. Always returns
 * false, for the caller to return.
 */
__attribute__((format(__printf__, 1, 2)))
bool message_usage(const char *format, ...);

/*
 * Writes all further messages to FILE instead, among an answer that is written there; NULL: to
 * standard error again. Only the main thread calls it.
 */
void message_divert(FILE *file);

#endif
