/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json: writes the output for programs (RFC 8259), one value on a line, with commas and escapes.
 * Names of files and drivers may be any bytes: text_take_json() says what becomes of them.
 *
 * If the form of the output is OUTPUT_LINES, the functions do nothing.
 */
#ifndef CLROUTER_TABLE_JSON_H
#define CLROUTER_TABLE_JSON_H

#include <stddef.h>
#include <stdint.h>

#include "table/output.h"

/*
 * In all functions KEY is the name of the member, or NULL for an element of an array and for the
 * outermost value. It is written as it is.
 */
void json_open_object(struct output *output, const char *key);
void json_close_object(struct output *output);
void json_open_array(struct output *output, const char *key);
void json_close_array(struct output *output);

/* A TEXT that is NULL is written as null. */
void json_text(struct output *output, const char *key, const char *text);
void json_number(struct output *output, const char *key, int64_t number);
void json_unsigned(struct output *output, const char *key, uint64_t number);
void json_flag(struct output *output, const char *key, bool flag);

/* For output of another shape: writes TEXT as a string of JSON, with its quotes. */
void json_put_string(FILE *file, const char *text);

#endif
