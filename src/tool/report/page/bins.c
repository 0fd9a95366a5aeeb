/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bins: see bins.h. A long call changes two parts, whatever its length: where it begins and where
 * it ends. What is between these is in `cover`, which a reader adds up from part to part.
 */
#include "tool/report/page/bins.h"

#include <stdlib.h>

#include "tool/report/timeline/protobuf.h"
#include "tool/report/numbers.h"
#include "tool/report/space.h"

#define CAPACITY ((size_t)1 << 19)
#define PARTS 2048	    /* of the run, in the beginning */
#define LAST_PART (1 << 24) /* times after the run are in it */

/* How many are kept. */
static size_t most(const struct bins *bins)
{
	return bins->capacity / 4;
}

bool bins_init(struct bins *bins, uint64_t run, unsigned int shares)
{
	*bins = (struct bins){ .capacity = CAPACITY, .width = run / PARTS + 1 };
	while (bins->capacity > CAPACITY / shares)
		bins->capacity /= 2;
	bins->table = calloc(bins->capacity, sizeof(*bins->table));
	return bins->table || space_is_short();
}

static uint32_t part_of(const struct bins *bins, uint64_t time)
{
	const uint64_t part = time / bins->width;

	return part < LAST_PART ? (uint32_t)part : LAST_PART;
}

/* The entry of a name in a part, which is there afterwards; the table is never full. */
static struct bin *find(struct bins *bins, uint64_t row, uint32_t name, uint32_t part)
{
	const uint64_t mixed = (row * 31 + name) * UINT64_C(0x9e3779b97f4a7c15) + part;
	size_t at = (size_t)((mixed * UINT64_C(0xff51afd7ed558ccd)) >> 40) & (bins->capacity - 1);
	struct bin *bin = &bins->table[at];

	while (bin->is_used && (bin->row != row || bin->name != name || bin->part != part)) {
		at = (at + 1) & (bins->capacity - 1);
		bin = &bins->table[at];
	}
	bins->count += !bin->is_used;
	bin->is_used = true;
	bin->row = row;
	bin->name = name;
	bin->part = part;
	return bin;
}

/* A part that is covered from its middle on has that half as time, and is covered from the next on.
 */
static void fold_bin(struct bins *bins, const struct bin *bin)
{
	struct bin *half = find(bins, bin->row, bin->name, bin->part / 2);

	half->count += bin->count;
	half->time += bin->time;
	if (bin->part % 2 > 0 && bin->cover > 0) {
		half->time += bin->cover * (bins->width / 2);
		half = find(bins, bin->row, bin->name, bin->part / 2 + 1);
	}
	half->cover += bin->cover;
}

/* Makes each two parts one until there is enough space. */
static bool fold(struct bins *bins)
{
	while (bins->count > most(bins) / 2 && !bins->is_full) {
		struct bin *before = bins->table;

		bins->table = calloc(bins->capacity, sizeof(*bins->table));
		if (!bins->table) {
			bins->table = before;
			return space_is_short();
		}
		bins->count = 0;
		bins->width *= 2;
		bins->is_full = bins->width > UINT64_MAX / 4;
		for (size_t i = 0; i < bins->capacity; i++)
			if (before[i].is_used)
				fold_bin(bins, &before[i]);
		free(before);
	}
	return true;
}

bool bins_add(struct bins *bins, uint64_t row, uint32_t name, uint64_t begin, uint64_t end)
{
	uint32_t first;
	uint32_t last;
	struct bin *bin;

	if (bins->count + 2 > most(bins) && !fold(bins))
		return false;
	if (bins->is_full)
		return true;
	first = part_of(bins, begin);
	last = part_of(bins, end);
	bin = find(bins, row, name, first);
	bin->count++;
	if (first == last) {
		bin->time += end - begin;
		return true;
	}
	bin->time += (first + (uint64_t)1) * bins->width - begin;
	if (first + 1 < last)
		find(bins, row, name, first + 1)->cover += 1;
	bin = find(bins, row, name, last);
	bin->time += end - last * bins->width;
	bin->cover -= first + 1 < last;
	return true;
}

/* -- writing ------------------------------------------------------------------ */

static int compare_bins(const void *left, const void *right)
{
	const struct bin *a = left;
	const struct bin *b = right;

	return a->row != b->row ? number_order(a->row, b->row)
				: number_order_then(a->name, b->name, a->part, b->part);
}

/* Adds the COUNT bins of one name. */
static void pack_name(const struct bin *bins, size_t count, size_t row, struct protobuf *bytes)
{
	protobuf_put_bare(bytes, row);
	protobuf_put_bare(bytes, bins->name);
	protobuf_put_bare(bytes, count);
	for (size_t i = 0; i < count; i++) {
		protobuf_put_bare(bytes, bins[i].part - (i > 0 ? bins[i - 1].part : 0));
		protobuf_put_bare(bytes, bins[i].count);
		protobuf_put_signed(bytes, (int64_t)bins[i].time);
		protobuf_put_signed(bytes, (int64_t)bins[i].cover);
	}
}

void bins_pack(struct bins *bins, const uint64_t *rows, size_t row_count, struct protobuf *bytes)
{
	size_t count = 0;
	size_t row = 0;
	size_t next;

	for (size_t i = 0; i < bins->capacity && !bins->is_full; i++)
		if (bins->table[i].is_used)
			bins->table[count++] = bins->table[i];
	qsort(bins->table, count, sizeof(*bins->table), compare_bins);
	for (size_t first = 0; first < count; first = next) {
		const struct bin *bin = &bins->table[first];

		for (next = first + 1; next < count && bins->table[next].row == bin->row &&
				       bins->table[next].name == bin->name;)
			next++;
		while (row < row_count && rows[row] < bin->row)
			row++;
		if (row < row_count && rows[row] == bin->row)
			pack_name(bin, next - first, row, bytes);
	}
}

void bins_done(struct bins *bins)
{
	free(bins->table);
	bins->table = NULL;
}
