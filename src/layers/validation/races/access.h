/* SPDX-License-Identifier: Apache-2.0 */
/*
 * access: which bytes of memory a command reads or writes, and whether two commands do that to the
 * same ones. Keeps no state.
 */
#ifndef CLROUTER_LAYERS_VALIDATION_RACES_ACCESS_H
#define CLROUTER_LAYERS_VALIDATION_RACES_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The memory of the host; offsets there are addresses. */
#define ACCESS_HOST 0

/*
 * The bytes from BEGIN to END of SPACE. In a box only some of these: of a buffer, rows of EXTENT[0]
 * bytes, the first one at BEGIN; of an image, elements.
 */
struct access {
	uint64_t space;		/* ACCESS_HOST, or the number of what has memory of its own */
	uint64_t begin;
	uint64_t end;
	bool writes;
	bool is_doubtful;	/* a kernel that may write does perhaps only read */
	bool is_box;
	uint64_t origin[3];
	uint64_t extent[3];
	uint64_t row_pitch;	/* 0: of an image */
	uint64_t slice_pitch;
	uint64_t base;		/* where the row 0 of a buffer's box begins, to compare boxes by */
	uint32_t number;	/* of the memory object; 0: none */
};

/* The bytes from BEGIN on, SIZE many. */
struct access access_bytes(uint64_t space, uint64_t begin, uint64_t size, bool writes);

/* A box in a buffer that begins at BASE; pitches of 0 are those of REGION. */
struct access access_rows(uint64_t space, uint64_t base, const size_t origin[3],
			  const size_t region[3], size_t row_pitch, size_t slice_pitch, bool writes);

/* A box in an image. */
struct access access_elements(uint64_t space, const size_t origin[3], const size_t region[3],
			      bool writes);

/* Are A and B about the same bytes, which one of them may write? False if that is not known. */
bool access_conflicts(const struct access *a, const struct access *b);

/* Does one of A and B certainly write? */
bool access_is_certain(const struct access *a, const struct access *b);

#endif
