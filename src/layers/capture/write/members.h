/* SPDX-License-Identifier: Apache-2.0 */
/*
 * members: writes the members of a manifest, which is JSON, into memory. doc/capture-format.md says what strings and
 * numbers are. If memory is short nothing more is added, and has_failed is set.
 */
#ifndef CLROUTER_LAYERS_CAPTURE_WRITE_MEMBERS_H
#define CLROUTER_LAYERS_CAPTURE_WRITE_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero is an empty text; free() its memory. */
struct members {
	char *text;
	size_t length;
	size_t size;
	unsigned int depth;
	bool has_failed;
	bool is_first;	/* nothing is in the object or array yet */
	bool is_flat;	/* in one line */
};

/* A value begins with its NAME; in an array that is NULL. */
void member_open(struct members *json, const char *name, char bracket);
void member_close(struct members *json, char bracket);

/* The same, but all that is in it is in one line. */
void member_open_flat(struct members *json, const char *name, char bracket);

void member_number(struct members *json, const char *name, uint64_t number);
void member_signed(struct members *json, const char *name, int64_t number);
void member_word(struct members *json, const char *name, const char *word);	/* null, true, 1e-5 */
void member_text(struct members *json, const char *name, const char *text);
void member_bytes(struct members *json, const char *name, const void *bytes, size_t size);

/* An array of COUNT numbers; null if NUMBERS is. */
void member_sizes(struct members *json, const char *name, const size_t *numbers, size_t count);

/* Adds TEXT as it is. */
void member_raw(struct members *json, const char *text);

#endif
