/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json: writes JSON to standard output: one value on a line, commas and
 * escapes where they belong. Names of files and drivers may be any bytes; what
 * is not UTF-8 becomes U+FFFD, for JSON has nothing else for it.
 */
#ifndef CLROUTER_TOOL_OUTPUT_JSON_H
#define CLROUTER_TOOL_OUTPUT_JSON_H

#include <stdbool.h>

struct json {
	unsigned depth;
	bool has_value;		/* something stands before in the same brackets */
};

/* KEY is NULL for elements of an array and for the outermost value. */
void json_open_object(struct json *json, const char *key);
void json_close_object(struct json *json);
void json_open_array(struct json *json, const char *key);
void json_close_array(struct json *json);

/* TEXT NULL is null. */
void json_text(struct json *json, const char *key, const char *text);
void json_number(struct json *json, const char *key, long number);
void json_seconds(struct json *json, const char *key, double seconds);
void json_flag(struct json *json, const char *key, bool flag);

#endif
