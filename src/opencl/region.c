/* SPDX-License-Identifier: Apache-2.0 */
/*
 * region: see region.h.
 */
#include "opencl/region.h"

#define MOST_ROWS 65536 /* that are compared with bytes one by one */

struct region region_bytes(uint64_t begin, uint64_t size)
{
	return (struct region){ .begin = begin, .end = begin + size };
}

struct region region_elements(const size_t origin[3], const size_t size[3])
{
	return (struct region){ .shape = REGION_ELEMENTS,
				.end = UINT64_MAX,
				.origin = { origin[0], origin[1], origin[2] },
				.size = { size[0], size[1], size[2] } };
}

/* -- rows ----------------------------------------------------------------------------------- */

/* COUNT times FACTOR more of *SUM; false if that overflows. */
static bool add_product(uint64_t *sum, uint64_t count, uint64_t factor)
{
	uint64_t product;

	return !__builtin_mul_overflow(count, factor, &product) &&
	       !__builtin_add_overflow(*sum, product, sum);
}

/* The byte X of row Y of slice Z, after *SUM. */
static bool add_place(const struct region *region, uint64_t *sum, uint64_t x, uint64_t y,
		      uint64_t z)
{
	return add_product(sum, x, 1) && add_product(sum, y, region->row) &&
	       add_product(sum, z, region->slice);
}

enum region_fit region_rows(struct region *region, uint64_t base, const size_t origin[3],
			    const size_t size[3], uint64_t row, uint64_t slice)
{
	uint64_t rows = 0;

	*region = (struct region){ .shape = REGION_ROWS,
				   .begin = base,
				   .size = { size[0], size[1], size[2] },
				   .row = row != 0 ? row : size[0] };
	if (size[0] == 0 || size[1] == 0 || size[2] == 0 || region->row < size[0])
		return REGION_WRONG;
	if (!add_product(&rows, size[1], region->row))
		return REGION_LONG;
	region->slice = slice != 0 ? slice : rows;
	if (region->slice < rows)
		return REGION_WRONG;
	if (!add_place(region, &region->begin, origin[0], origin[1], origin[2]))
		return REGION_LONG;
	region->end = region->begin;
	return add_place(region, &region->end, size[0], size[1] - 1, size[2] - 1) ? REGION_GOOD
										  : REGION_LONG;
}

/* -- overlaps ------------------------------------------------------------------------------- */

bool region_bytes_overlap(uint64_t first, uint64_t second, uint64_t count)
{
	return (first < second ? second - first : first - second) < count;
}

static bool elements_overlap(const struct region *a, const struct region *b)
{
	for (int i = 0; i < 3; i++)
		if (a->origin[i] < b->origin[i] ? b->origin[i] - a->origin[i] >= a->size[i]
						: a->origin[i] - b->origin[i] >= b->size[i])
			return false;
	return true;
}

/* Has a row of ROWS a byte of BYTES? */
static bool has_bytes(const struct region *rows, const struct region *bytes)
{
	if (rows->size[1] > MOST_ROWS || rows->size[2] > MOST_ROWS / rows->size[1])
		return false;
	for (uint64_t z = 0; z < rows->size[2]; z++)
		for (uint64_t y = 0; y < rows->size[1]; y++) {
			const uint64_t row = rows->begin + y * rows->row + z * rows->slice;

			if (row < bytes->end && bytes->begin < row + rows->size[0])
				return true;
		}
	return false;
}

static int64_t floor_divide(int64_t number, int64_t by)
{
	return number / by - (number % by < 0);
}

/* Is STEP from one of A things to one of B others possible? */
static bool is_step(int64_t step, uint64_t a, uint64_t b)
{
	return step > -(int64_t)b && step < (int64_t)a;
}

/*
 * They overlap if the distance of their first bytes is the difference of two offsets: of a byte in
 * A and of a byte in B. There are at most two numbers of slices, and of rows, that leave little
 * enough for the other dimensions.
 */
static bool rows_overlap(const struct region *a, const struct region *b)
{
	const uint64_t most = INT64_MAX / 4;
	const int64_t row = (int64_t)a->row;
	const int64_t slice = (int64_t)a->slice;
	int64_t distance, first;

	if (a->row != b->row || a->slice != b->slice || a->slice > most || a->end > most ||
	    b->end > most)
		return false;
	distance = (int64_t)(b->begin - a->begin);
	first = floor_divide(distance, slice);
	for (int64_t i = first; i <= first + 1; i++) {
		const int64_t rest = distance - i * slice;
		const int64_t next = floor_divide(rest, row);

		for (int64_t k = next; k <= next + 1; k++)
			if (is_step(i, a->size[2], b->size[2]) &&
			    is_step(k, a->size[1], b->size[1]) &&
			    is_step(rest - k * row, a->size[0], b->size[0]))
				return true;
	}
	return false;
}

bool region_overlap(const struct region *a, const struct region *b)
{
	if (a->begin >= b->end || b->begin >= a->end)
		return false;
	if (a->shape == REGION_BYTES && b->shape != REGION_BYTES)
		return region_overlap(b, a);
	if (b->shape == REGION_BYTES)
		return a->shape != REGION_ROWS || has_bytes(a, b);
	if (a->shape != b->shape)
		return false;
	return a->shape == REGION_ROWS ? rows_overlap(a, b) : elements_overlap(a, b);
}
