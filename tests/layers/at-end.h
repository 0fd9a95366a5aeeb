/* SPDX-License-Identifier: Apache-2.0 */
/*
 * at-end: lists that end where memory ends, so that a reader of more elements crashes.
 */
#ifndef AT_END_H
#define AT_END_H

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define AT_END_PAGE 65536 /* a multiple of the page size of every system */

/* A copy of SIZE bytes, at most a page, after which nothing can be read. BYTES: NULL for zeros. */
static inline void *at_end(const void *bytes, size_t size)
{
	char *pages = mmap(NULL, 2 * AT_END_PAGE, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *start = pages + AT_END_PAGE - size;

	if (pages == MAP_FAILED || mprotect(pages + AT_END_PAGE, AT_END_PAGE, PROT_NONE) != 0)
		abort();
	if (bytes)
		memcpy(start, bytes, size);
	return start;
}

#endif
