/* SPDX-License-Identifier: Apache-2.0 */
/*
 * short-memory: see short-memory.h.
 */
#include "layers/short-memory.h"

#include <stdbool.h>
#include <stddef.h>

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static enum shortage shortage;
static unsigned first;
static unsigned counted;

__attribute__((visibility("default")))
unsigned short_memory_set(enum shortage wanted, unsigned number)
{
	const unsigned count = counted;

	shortage = wanted;
	first = number;
	counted = 0;
	return count;
}

static bool is_short(void)
{
	counted++;
	return counted == first || (shortage == SHORT_FOR_GOOD && first != 0 && counted > first);
}

void *__wrap_malloc(size_t size)
{
	return is_short() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return is_short() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
	return is_short() ? NULL : __real_realloc(memory, size);
}
