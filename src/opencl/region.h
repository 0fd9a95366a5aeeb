/* SPDX-License-Identifier: Apache-2.0 */
/*
 * region: what part of a buffer or an image a command touches, and whether two commands touch the
 * same one. Keeps no state.
 */
#ifndef CLROUTER_OPENCL_REGION_H
#define CLROUTER_OPENCL_REGION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum region_shape {
	REGION_BYTES,	 /* all bytes */
	REGION_ROWS,	 /* rows of a buffer; rows and slices may have gaps between them */
	REGION_ELEMENTS, /* a box of an image, whose elements have no address */
};

struct region {
	enum region_shape shape;
	uint64_t begin; /* of the first byte; elements may be at any */
	uint64_t end;
	uint64_t origin[3]; /* of elements */
	uint64_t size[3];   /* of elements, or of rows: bytes, rows and slices */
	uint64_t row;	    /* bytes from a row to the next one */
	uint64_t slice;
};

struct region region_bytes(uint64_t begin, uint64_t size);
struct region region_elements(const size_t origin[3], const size_t size[3]);

enum region_fit {
	REGION_GOOD,
	REGION_WRONG, /* it has no bytes, or rows or slices would overlap */
	REGION_LONG   /* it ends beyond all addresses */
};

/*
 * REGION becomes the rows of SIZE at ORIGIN in a buffer that begins at BASE. If ROW or SLICE is 0,
 * rows or slices have no gaps.
 */
enum region_fit region_rows(struct region *region, uint64_t base, const size_t origin[3],
			    const size_t size[3], uint64_t row, uint64_t slice);

/* Have COUNT bytes from FIRST on and COUNT bytes from SECOND on any in common? */
bool region_bytes_overlap(uint64_t first, uint64_t second, uint64_t count);

/* Have A and B, which are of the same memory, anything in common? False if that is not known. */
bool region_overlap(const struct region *a, const struct region *b);

#endif
