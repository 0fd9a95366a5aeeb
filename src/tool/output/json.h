/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json: the form of the output that programs read: one value on a line, commas
 * and escapes where they belong. Names of files and drivers may be any bytes; what
 * is not UTF-8 becomes U+FFFD, because JSON has nothing else for it.
 *
 * Nothing is written if the output has the other form.
 */
#ifndef CLROUTER_TOOL_OUTPUT_JSON_H
#define CLROUTER_TOOL_OUTPUT_JSON_H

#include "tool/output/output.h"

/* KEY is NULL for elements of an array and for the outermost value. */
void json_open_object(struct output *output, const char *key);
void json_close_object(struct output *output);
void json_open_array(struct output *output, const char *key);
void json_close_array(struct output *output);

/* TEXT NULL is null. */
void json_text(struct output *output, const char *key, const char *text);
void json_number(struct output *output, const char *key, long number);
void json_flag(struct output *output, const char *key, bool flag);

#endif
