/* SPDX-License-Identifier: Apache-2.0 */
/*
 * access: see access.h.
 */
#include "layers/validation/races/access.h"

#define MOST_ROWS 65536 /* of a box that is compared row by row */

struct access access_bytes(uint64_t space, uint64_t begin, uint64_t size, bool writes)
{
	return (struct access){ .space = space, .begin = begin, .end = begin + size,
				.writes = writes };
}

static void set_box(struct access *access, const size_t origin[3], const size_t region[3])
{
	access->is_box = true;
	for (int i = 0; i < 3; i++) {
		access->origin[i] = origin[i];
		access->extent[i] = region[i];
	}
}

struct access access_rows(uint64_t space, uint64_t base, const size_t origin[3],
			  const size_t region[3], size_t row_pitch, size_t slice_pitch, bool writes)
{
	const uint64_t row = row_pitch != 0 ? row_pitch : region[0];
	const uint64_t slice = slice_pitch != 0 ? slice_pitch : row * region[1];
	struct access access = { .space = space, .writes = writes, .row_pitch = row,
				 .slice_pitch = slice, .base = base };

	set_box(&access, origin, region);
	access.begin = base + origin[0] + origin[1] * row + origin[2] * slice;
	access.end = access.begin + (region[2] - 1) * slice + (region[1] - 1) * row + region[0];
	return access;
}

struct access access_elements(uint64_t space, const size_t origin[3], const size_t region[3],
			      bool writes)
{
	struct access access = { .space = space, .end = UINT64_MAX, .writes = writes };

	set_box(&access, origin, region);
	return access;
}

static bool boxes_overlap(const struct access *a, const struct access *b)
{
	for (int i = 0; i < 3; i++)
		if (a->origin[i] >= b->origin[i] + b->extent[i] ||
		    b->origin[i] >= a->origin[i] + a->extent[i])
			return false;
	return true;
}

/* Does a row of BOX, which is in a buffer, have a byte of BYTES? */
static bool has_row(const struct access *box, const struct access *bytes)
{
	if (box->extent[1] > MOST_ROWS || box->extent[2] > MOST_ROWS / box->extent[1])
		return false;
	for (uint64_t z = 0; z < box->extent[2]; z++)
		for (uint64_t y = 0; y < box->extent[1]; y++) {
			const uint64_t row =
				box->begin + y * box->row_pitch + z * box->slice_pitch;

			if (row < bytes->end && bytes->begin < row + box->extent[0])
				return true;
		}
	return false;
}

static bool overlap(const struct access *a, const struct access *b)
{
	if (a->begin >= b->end || b->begin >= a->end)
		return false;
	if (a->is_box && b->is_box)
		return a->row_pitch == b->row_pitch && a->slice_pitch == b->slice_pitch &&
		       a->base == b->base && boxes_overlap(a, b);
	if (a->is_box)
		return a->row_pitch == 0 || has_row(a, b);
	if (b->is_box)
		return b->row_pitch == 0 || has_row(b, a);
	return true;
}

bool access_conflicts(const struct access *a, const struct access *b)
{
	return a->space == b->space && (a->writes || b->writes) && overlap(a, b);
}

bool access_is_certain(const struct access *a, const struct access *b)
{
	return (a->writes && !a->is_doubtful) || (b->writes && !b->is_doubtful);
}
