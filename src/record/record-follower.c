/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-follower: see record-follower.h.
 *
 * A thread writes into one place of the file. When that is full it is copied to its home, and gets
 * another home. So of each place the follower keeps how far it was read, and if the home is another
 * one in the next round, the rest is read from the old home. What was copied between two rounds is
 * found where no chunk was before: in a gap, or after the end that the file had.
 */
#include "record/record-follower.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/common/list.h"
#include "record/record-pages.h"

#define LOAD_PART ((size_t)32 << 10) /* bytes */
#define START ((uint32_t)sizeof(struct record_chunk))

static bool has_no_memory(struct record_follower *follower)
{
	follower->why = "there is not enough memory";
	return false;
}

static bool read_at(const struct record_follower *follower, void *bytes, size_t size,
		    uint64_t offset)
{
	return record_pages_read(follower->descriptor, bytes, size, offset);
}

/* -- opening ------------------------------------------------------------------- */

bool record_follower_open(struct record_follower *follower, const char *path)
{
	*follower = (struct record_follower){ .path = path, .descriptor = -1 };
	follower->why = record_pages_open(path, &follower->descriptor, &follower->size,
					  &follower->header);
	follower->frontier = follower->header.header_size;
	if (!follower->why)
		return true;
	record_follower_close(follower);
	return false;
}

void record_follower_close(struct record_follower *follower)
{
	if (follower->descriptor >= 0)
		close(follower->descriptor);
	free(follower->chunks);
	free(follower->gaps);
	free(follower->bytes);
	free(follower->record);
	*follower = (struct record_follower){ .path = follower->path,
					      .descriptor = -1,
					      .why = follower->why };
}

bool record_follower_is_written(const struct record_follower *follower)
{
	return record_pages_are_written(follower->descriptor);
}

/* -- finding chunks ------------------------------------------------------------- */

static bool add_chunk(struct record_follower *follower, const struct follower_chunk *chunk)
{
	if (!list_make_space(&follower->chunks, follower->chunk_count, sizeof(*chunk)))
		return has_no_memory(follower);
	follower->chunks[follower->chunk_count++] = *chunk;
	return true;
}

static bool add_gap(struct record_follower *follower, uint64_t begin, uint64_t end)
{
	const size_t count = follower->gap_count;

	if (count > 0 && follower->gaps[count - 1].end == begin) {
		follower->gaps[count - 1].end = end;
		return true;
	}
	if (!list_make_space(&follower->gaps, count, sizeof(*follower->gaps)))
		return has_no_memory(follower);
	follower->gaps[follower->gap_count++] = (struct follower_gap){ begin, end };
	return true;
}

/* A damaged head stays one: it is counted once, and not looked at again. */
static bool add_page(struct record_follower *follower, const struct record_chunk *head,
		     uint64_t begin, uint64_t end)
{
	if (head->magic != RECORD_CHUNK_MAGIC)
		return add_gap(follower, begin, end);
	follower->bad_chunks++;
	return end <= begin + RECORD_CHUNK_ALIGN ||
	       add_gap(follower, begin + RECORD_CHUNK_ALIGN, end);
}

/*
 * Looks for chunks from *OFFSET on that begin before END; *OFFSET becomes where the next search begins.
 */
static bool scan(struct record_follower *follower, uint64_t *offset, uint64_t end)
{
	struct record_chunk head;

	while (*offset < end && *offset + sizeof(head) <= follower->size &&
	       read_at(follower, &head, sizeof(head), *offset)) {
		const uint64_t at = *offset;

		if (head.magic == RECORD_CHUNK_MAGIC &&
		    record_pages_is_sound(&follower->header, &head)) {
			const struct follower_chunk chunk = {
				.home = head.home,
				.offset = at,
				.size = head.size,
				.thread = head.thread,
				.at = START,
				.is_place = head.home != at,
			};

			if (!add_chunk(follower, &chunk))
				return false;
			*offset += head.size;
			/* The file ended in the middle of it before. */
			if (at < follower->frontier && *offset > follower->frontier)
				follower->frontier = *offset;
			continue;
		}
		*offset = record_pages_next(follower->descriptor, follower->size, at);
		if (*offset > end)
			*offset = end;
		if (!add_page(follower, &head, at, *offset))
			return false;
	}
	return true;
}

static bool scan_gaps(struct record_follower *follower)
{
	struct follower_gap *gaps = follower->gaps;
	const size_t count = follower->gap_count;
	bool is_good = true;

	follower->gaps = NULL;
	follower->gap_count = 0;
	for (size_t i = 0; is_good && i < count; i++) {
		uint64_t offset = gaps[i].begin;

		is_good = scan(follower, &offset, gaps[i].end);
	}
	free(gaps);
	return is_good && scan(follower, &follower->frontier, UINT64_MAX);
}

/* -- a round -------------------------------------------------------------------- */

/* Of the round before, only places are kept. */
static void end_round(struct record_follower *follower)
{
	size_t kept = 0;

	for (size_t i = 0; i < follower->chunk_count; i++) {
		struct follower_chunk chunk = follower->chunks[i];

		if (!chunk.is_place)
			continue;
		if (chunk.end > 0 && !chunk.has_sums) {
			chunk.at = chunk.end;
			chunk.thread = chunk.end_thread;
		}
		chunk.end = 0;
		follower->chunks[kept++] = chunk;
	}
	follower->chunk_count = kept;
}

/* A place with another home than before: the rest of what it had is at the old one. */
static bool look_at_place(struct record_follower *follower, size_t index)
{
	struct follower_chunk *place = &follower->chunks[index];
	struct follower_chunk copy = *place;
	struct record_chunk head;

	if (!read_at(follower, &head, sizeof(head), place->offset) ||
	    head.magic != RECORD_CHUNK_MAGIC || head.home == place->home ||
	    !record_pages_is_sound(&follower->header, &head))
		return true;
	place->home = head.home;
	place->size = head.size;
	place->thread = head.thread;
	place->at = START;
	place->is_bad = place->is_copied = false;
	copy.offset = copy.home;
	copy.is_place = false;
	return add_chunk(follower, &copy);
}

/* Of one home, a place comes first, and then what was read in part. */
static int compare_chunks(const void *left, const void *right)
{
	const struct follower_chunk *a = left;
	const struct follower_chunk *b = right;

	if (a->home != b->home)
		return a->home < b->home ? -1 : 1;
	if (a->is_place != b->is_place)
		return b->is_place - a->is_place;
	return a->at != b->at ? (a->at > b->at ? -1 : 1) : 0;
}

static void drop_doubles(struct record_follower *follower)
{
	size_t kept = 0;

	if (follower->chunk_count == 0)
		return;
	qsort(follower->chunks, follower->chunk_count, sizeof(*follower->chunks), compare_chunks);
	for (size_t i = 0; i < follower->chunk_count; i++)
		if (kept == 0 || follower->chunks[kept - 1].home != follower->chunks[i].home)
			follower->chunks[kept++] = follower->chunks[i];
		else if (!follower->chunks[i].is_place)
			follower->chunks[kept - 1].is_copied = true;
	follower->chunk_count = kept;
}

/* A program that begins a record again empties the file first. */
static bool read_header(struct record_follower *follower)
{
	struct record_header header;

	if (!read_at(follower, &header, sizeof(header), 0) ||
	    memcmp(header.magic, RECORD_MAGIC, sizeof(header.magic)) != 0 ||
	    header.monotonic != follower->header.monotonic ||
	    header.process != follower->header.process ||
	    header.header_size != follower->header.header_size) {
		follower->why = "another record was begun in this file";
		return false;
	}
	follower->header = header;
	return true;
}

static bool read_size(struct record_follower *follower)
{
	struct stat status;

	if (fstat(follower->descriptor, &status) != 0) {
		follower->why = strerror(errno);
		return false;
	}
	follower->size = (uint64_t)status.st_size;
	return true;
}

bool record_follower_update(struct record_follower *follower)
{
	size_t places;

	end_round(follower);
	if (!read_header(follower))
		return false;
	places = follower->chunk_count;
	for (size_t i = 0; i < places; i++)
		if (!look_at_place(follower, i))
			return false;
	/* After the places were looked at: what was copied until then must be found in this round. */
	if (!read_size(follower) || !scan_gaps(follower))
		return false;
	drop_doubles(follower);
	return true;
}

/* -- visiting -------------------------------------------------------------------- */

/* A chunk while it is visited. */
struct visit {
	struct record_follower *follower;
	struct follower_chunk *chunk;
	uint64_t offset;	/* where it is read; its home, if it was copied there meanwhile */
};

static bool has_head(const struct record_follower *follower, uint64_t offset, uint64_t home)
{
	struct record_chunk head;

	return read_at(follower, &head, sizeof(head), offset) &&
	       head.magic == RECORD_CHUNK_MAGIC && head.home == home;
}

/* What the file does not have is zero. It may be longer than when the round began. */
static void load_part(struct visit *visit, size_t size)
{
	struct record_follower *follower = visit->follower;
	char *to = follower->bytes + follower->loaded;
	const size_t got = record_pages_read_some(follower->descriptor, to, size,
						  visit->offset + visit->chunk->at +
							  follower->loaded);

	memset(to + got, 0, size - got);
	follower->there = follower->loaded + got;
}

/* Was the chunk still where it was read? If not, it is read again from its home. */
static bool load_certainly(struct visit *visit, size_t size)
{
	const uint64_t home = visit->chunk->home;

	load_part(visit, size);
	if (has_head(visit->follower, visit->offset, home))
		return true;
	if (visit->offset == home)
		return false;
	visit->offset = home;
	load_part(visit, size);
	return has_head(visit->follower, home, home);
}

/* Loads the chunk up to byte END of it. */
static bool load(struct visit *visit, size_t end)
{
	struct record_follower *follower = visit->follower;
	const size_t at = visit->chunk->at;
	const size_t most = visit->chunk->size - at;
	size_t wanted = end - at;
	char *more;

	if (wanted <= follower->loaded)
		return true;
	if (wanted < follower->loaded + LOAD_PART)
		wanted = follower->loaded + LOAD_PART;
	if (wanted > most)
		wanted = most;
	if (wanted > follower->capacity) {
		more = realloc(follower->bytes, wanted);
		if (!more)
			return has_no_memory(follower);
		follower->bytes = more;
		follower->capacity = wanted;
	}
	if (!load_certainly(visit, wanted - follower->loaded))
		return false;
	follower->loaded = wanted;
	return true;
}

/* Nothing after this is read of the chunk. */
static const struct record *give_up(struct visit *visit)
{
	visit->follower->bad_records += visit->chunk->end == 0;
	visit->chunk->is_bad = true;
	return NULL;
}

/* The record at byte AT of the chunk; NULL: there is none yet, or it is damaged. */
static const struct record *next_record(struct visit *visit, size_t at)
{
	const struct record_follower *follower = visit->follower;
	const size_t first = visit->chunk->at;
	const size_t left = visit->chunk->size - at;
	size_t size;

	if (left < sizeof(struct record) || !load(visit, at + sizeof(struct record)))
		return NULL;
	size = ((const struct record *)(follower->bytes + (at - first)))->size;
	if (size == 0)
		return NULL;
	if (size < sizeof(struct record) || size % 8 != 0 || size > left)
		return give_up(visit);
	if (!load(visit, at + size))
		return NULL;
	if (at + size - first > follower->there)
		return give_up(visit);
	return (const struct record *)(follower->bytes + (at - first));
}

static bool visit_chunk(struct visit *visit, record_visit *call, void *data)
{
	struct follower_chunk *chunk = visit->chunk;
	const struct record *record;
	uint32_t thread = chunk->thread;
	size_t at = chunk->at;

	while ((chunk->end == 0 || at < chunk->end) &&
	       (record = next_record(visit, at)) != NULL) {
		const struct record_place place = { chunk->home + at, visit->offset + at, thread };

		if (record->type == RECORD_OWNER && record->size >= sizeof(struct record_owner))
			thread = ((const struct record_owner *)record)->thread;
		chunk->has_sums |= record->type == RECORD_SUM;
		at += record->size;
		if (!call(record, place, data))
			return false;
	}
	if (chunk->end == 0) {
		chunk->end = (uint32_t)at;
		chunk->end_thread = thread;
	}
	return visit->follower->why == NULL;
}

bool record_follower_visit(struct record_follower *follower, record_visit *visit, void *data)
{
	bool is_good = true;

	for (size_t i = 0; is_good && i < follower->chunk_count; i++) {
		struct follower_chunk *chunk = &follower->chunks[i];
		struct visit each = { follower, chunk,
				      chunk->is_copied ? chunk->home : chunk->offset };

		if (chunk->is_bad && chunk->end == 0)
			continue;
		follower->loaded = 0;
		follower->visited = chunk;
		is_good = visit_chunk(&each, visit, data);
	}
	follower->visited = NULL;
	return is_good;
}

/* -- single records ---------------------------------------------------------------- */

/* The chunk with the highest home that is not above REFERENCE; NULL: none. */
static const struct follower_chunk *find_chunk(const struct record_follower *follower,
					       uint64_t reference)
{
	size_t low = 0;
	size_t high = follower->chunk_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (follower->chunks[middle].home <= reference)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? &follower->chunks[low - 1] : NULL;
}

/* The record at OFFSET of the file, copied; NULL: there is none. */
static const struct record *read_record(struct record_follower *follower, uint64_t offset,
					size_t most)
{
	struct record head;
	char *more;

	if (!read_at(follower, &head, sizeof(head), offset) || head.size < sizeof(head) ||
	    head.size % 8 != 0 || head.size > most)
		return NULL;
	if (head.size > follower->record_capacity) {
		more = realloc(follower->record, head.size);
		if (!more)
			return NULL;
		follower->record = more;
		follower->record_capacity = head.size;
	}
	if (!read_at(follower, follower->record, head.size, offset) ||
	    memcmp(follower->record, &head, sizeof(head)) != 0)
		return NULL;
	return (const struct record *)follower->record;
}

/* The record REFERENCE, if it is in what is loaded of the chunk that is visited. */
static const struct record *find_loaded(const struct record_follower *follower,
					uint64_t reference, size_t most)
{
	const struct follower_chunk *chunk = follower->visited;
	const uint64_t first = chunk ? chunk->home + chunk->at : 0;
	const struct record *record;
	size_t left;

	if (!chunk || reference < first || reference - first >= follower->loaded)
		return NULL;
	left = follower->loaded - (size_t)(reference - first);
	record = (const struct record *)(follower->bytes + (reference - first));
	if (left < sizeof(*record) || record->size < sizeof(*record) || record->size % 8 != 0 ||
	    record->size > left || record->size > most)
		return NULL;
	return record;
}

const struct record *record_follower_get(struct record_follower *follower, uint64_t reference,
					 size_t most)
{
	const struct follower_chunk *chunk = find_chunk(follower, reference);
	const struct record *record;

	if (reference % 8 != 0 || reference < follower->header.header_size ||
	    reference > INT64_MAX / 2)
		return NULL;
	record = find_loaded(follower, reference, most);
	if (record)
		return record;
	if (chunk && chunk->is_place && !chunk->is_copied && reference - chunk->home < chunk->size) {
		record = read_record(follower, chunk->offset + (reference - chunk->home), most);
		if (has_head(follower, chunk->offset, chunk->home))
			return record;
	}
	return read_record(follower, reference, most);
}
