/* SPDX-License-Identifier: Apache-2.0 */
/*
 * message: what is no part of the answer goes to standard error, whatever the
 * form of the output, as "clrouter: ...". Control characters are escaped.
 */
#ifndef CLROUTER_TOOL_OUTPUT_MESSAGE_H
#define CLROUTER_TOOL_OUTPUT_MESSAGE_H

#include <stdbool.h>

/* Comes after all that was written to standard output before. */
__attribute__((format(printf, 1, 2)))
void message_error(const char *format, ...);

/* The same for a command line that is wrong; false, for the caller to return. */
__attribute__((format(printf, 1, 2)))
bool message_usage(const char *format, ...);

#endif
