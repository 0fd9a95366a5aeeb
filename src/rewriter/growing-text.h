/* SPDX-License-Identifier: Apache-2.0 */
/*
 * growing-text: a text that grows, and memory of the rewriter. The process ends if there is no
 * memory: who started it then says that the program is not checked. Keeps no state.
 */
#ifndef CLROUTER_REWRITER_GROWING_TEXT_H
#define CLROUTER_REWRITER_GROWING_TEXT_H

#include <stddef.h>

#include "base/arena.h"

/* All zero is the empty text. */
struct growing_text {
	char *text; /* ends with a NUL byte that LENGTH does not count; NULL if nothing was added */
	size_t length;
	size_t size;
};

void growing_text_add(struct growing_text *text, const char *format, ...)
	__attribute__((format(__printf__, 2, 3)));
void growing_text_add_bytes(struct growing_text *text, const char *bytes, size_t length);

/* Frees the memory; the text is empty then. */
void growing_text_done(struct growing_text *text);

/* Memory of ARENA, zeroed; and a copy of LENGTH bytes with a NUL byte. Never NULL. */
void *growing_text_alloc(struct arena *arena, size_t size);
char *growing_text_copy(struct arena *arena, const char *bytes, size_t length);

#endif
