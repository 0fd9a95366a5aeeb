/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json: writes the manifest of a capture into memory. doc/capture-format.md says what strings and
 * numbers are. If memory is short nothing more is added, and has_failed is set.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_WRITE_JSON_H
#define CLROUTER_LAYERS_CAPTURE_WRITE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero is an empty text; free() its memory. */
struct json {
	char *text;
	size_t length;
	size_t size;
	unsigned int depth;
	bool has_failed;
	bool is_first;	/* nothing is in the object or array yet */
	bool is_flat;	/* in one line */
};

/* A value begins with its NAME; in an array that is NULL. */
void json_open(struct json *json, const char *name, char bracket);
void json_close(struct json *json, char bracket);

/* The same, but all that is in it is in one line. */
void json_open_flat(struct json *json, const char *name, char bracket);

void json_number(struct json *json, const char *name, uint64_t number);
void json_signed(struct json *json, const char *name, int64_t number);
void json_word(struct json *json, const char *name, const char *word);	/* null, true, 1e-5 */
void json_text(struct json *json, const char *name, const char *text);
void json_bytes(struct json *json, const char *name, const void *bytes, size_t size);

/* An array of COUNT numbers; null if NUMBERS is. */
void json_sizes(struct json *json, const char *name, const size_t *numbers, size_t count);

/* Adds TEXT as it is. */
void json_raw(struct json *json, const char *text);

#endif
