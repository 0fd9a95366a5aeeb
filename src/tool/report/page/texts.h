/* SPDX-License-Identifier: Apache-2.0 */
/* texts: numbers for texts, the same number for equal ones. */
#ifndef CLROUTER_TOOL_REPORT_PAGE_TEXTS_H
#define CLROUTER_TOOL_REPORT_PAGE_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TEXTS_NONE UINT32_MAX

struct texts {
	char **list; /* by number */
	size_t count;
	size_t bytes;	     /* of all */
	size_t most_bytes;   /* no text is added beyond so many */
	uint32_t *places;    /* a hash table: number + 1, or 0 */
	size_t place_count;  /* a power of two, or 0 */
};

/* An empty set that takes up to MOST_BYTES. */
void texts_init(struct texts *texts, size_t most_bytes);

/*
 * Stores the number of TEXT, which is copied, in *NUMBER; TEXTS_NONE: there are too many bytes.
 * Returns false, with a message, if there is no memory.
 */
bool texts_add(struct texts *texts, const char *text, uint32_t *number);

/* Writes all texts as an array of JSON. */
void texts_put(FILE *file, const struct texts *texts);

void texts_done(struct texts *texts);

#endif
