/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-reader: see record-reader.h.
 *
 * A thread writes into one place of the file. When that is full it is copied to its home, and gets
 * another home. So of each place the reader keeps how far it was read, and if the home is another
 * one in the next round, the rest is read from the old home. What was copied between two rounds is
 * found where no chunk was before: in a gap, or after the end that the file had.
 */
#include "record/record-reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/common/list.h"

#define LOAD_PART ((size_t)32 << 10) /* bytes */
#define START ((uint32_t)sizeof(struct record_chunk))
#define MOST_CALL ((size_t)16 << 20) /* bytes of a call whose place is asked for */
#define MOST_STACK 4096 /* bytes */
#define MAX_CHUNK ((uint32_t)64 << 20) /* bytes; the layer writes chunks of some MiB at most */

/* -- the file -------------------------------------------------------------------- */

static size_t read_some(int descriptor, void *bytes, size_t size, uint64_t offset)
{
	size_t done = 0;

	while (done < size) {
		ssize_t got = pread(descriptor, (char *)bytes + done, size - done,
				    (off_t)(offset + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		done += (size_t)got;
	}
	return done;
}

static bool read_at(const struct record_reader *reader, void *bytes, size_t size, uint64_t offset)
{
	return read_some(reader->descriptor, bytes, size, offset) == size;
}

static const char *check_header(const struct record_header *header, uint64_t size)
{
	if (memcmp(header->magic, RECORD_MAGIC, sizeof(header->magic)) != 0)
		return "expected a record file of clrouter, found something else";
	if (header->byte_order != RECORD_BYTE_ORDER)
		return "it was recorded on a machine with another byte order, which cannot be "
		       "read here";
	if (header->major != RECORD_MAJOR)
		return "it has a version of the format that this clrouter does not know";
	if (header->header_size < sizeof(*header) || header->header_size > size ||
	    header->header_size % RECORD_CHUNK_ALIGN != 0)
		return "its header is damaged: the first chunk cannot be where it says";
	return NULL;
}

static const char *open_file(struct record_reader *reader)
{
	struct stat status;

	reader->descriptor = open(reader->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (reader->descriptor < 0 || fstat(reader->descriptor, &status) != 0)
		return strerror(errno);
	if (!S_ISREG(status.st_mode))
		return "expected a record file, found no regular file";
	reader->size = (uint64_t)status.st_size;
	if (!read_at(reader, &reader->header, sizeof(reader->header), 0))
		memset(&reader->header, 0, sizeof(reader->header));
	return check_header(&reader->header, reader->size);
}

static bool is_sound(const struct record_header *header, const struct record_chunk *head)
{
	return head->size >= sizeof(*head) && head->size % RECORD_CHUNK_ALIGN == 0 &&
	       head->size <= MAX_CHUNK && head->home >= header->header_size &&
	       head->home % RECORD_CHUNK_ALIGN == 0;
}

static uint64_t next_page(const struct record_reader *reader, uint64_t offset)
{
	const off_t data = lseek(reader->descriptor, (off_t)(offset + RECORD_CHUNK_ALIGN), SEEK_DATA);

	if (data < 0 && errno == ENXIO)
		return reader->size;
	if (data < 0)
		return offset + RECORD_CHUNK_ALIGN;
	return (uint64_t)data / RECORD_CHUNK_ALIGN * RECORD_CHUNK_ALIGN;
}

static bool has_no_memory(struct record_reader *reader)
{
	reader->why = "there is not enough memory";
	return false;
}

/* -- opening ------------------------------------------------------------------- */

bool record_reader_open(struct record_reader *reader, const char *path)
{
	*reader = (struct record_reader){ .path = path, .descriptor = -1 };
	reader->why = open_file(reader);
	reader->frontier = reader->header.header_size;
	if (!reader->why)
		return true;
	record_reader_close(reader);
	return false;
}

void record_reader_close(struct record_reader *reader)
{
	if (reader->descriptor >= 0)
		close(reader->descriptor);
	free(reader->chunks);
	free(reader->gaps);
	free(reader->bytes);
	free(reader->record);
	*reader = (struct record_reader){ .path = reader->path,
					      .descriptor = -1,
					      .why = reader->why };
}

bool record_reader_is_locked(int descriptor)
{
	if (flock(descriptor, LOCK_SH | LOCK_NB) != 0)
		return errno == EWOULDBLOCK;
	flock(descriptor, LOCK_UN);
	return false;
}

bool record_reader_is_written(const struct record_reader *reader)
{
	return record_reader_is_locked(reader->descriptor);
}

/* -- finding chunks ------------------------------------------------------------- */

static bool add_chunk(struct record_reader *reader, const struct record_reader_chunk *chunk)
{
	if (!list_make_space(&reader->chunks, reader->chunk_count, sizeof(*chunk)))
		return has_no_memory(reader);
	reader->chunks[reader->chunk_count++] = *chunk;
	return true;
}

static bool add_gap(struct record_reader *reader, uint64_t begin, uint64_t end)
{
	const size_t count = reader->gap_count;

	if (count > 0 && reader->gaps[count - 1].end == begin) {
		reader->gaps[count - 1].end = end;
		return true;
	}
	if (!list_make_space(&reader->gaps, count, sizeof(*reader->gaps)))
		return has_no_memory(reader);
	reader->gaps[reader->gap_count++] = (struct record_reader_gap){ begin, end };
	return true;
}

/* A damaged head stays one: it is counted once, and not looked at again. */
static bool add_page(struct record_reader *reader, const struct record_chunk *head,
		     uint64_t begin, uint64_t end)
{
	if (head->magic != RECORD_CHUNK_MAGIC)
		return add_gap(reader, begin, end);
	reader->bad_chunks++;
	return end <= begin + RECORD_CHUNK_ALIGN ||
	       add_gap(reader, begin + RECORD_CHUNK_ALIGN, end);
}

/*
 * Looks for chunks from *OFFSET on that begin before END; *OFFSET becomes where the next search begins.
 */
static bool scan(struct record_reader *reader, uint64_t *offset, uint64_t end)
{
	struct record_chunk head;

	while (*offset < end && *offset + sizeof(head) <= reader->size &&
	       read_at(reader, &head, sizeof(head), *offset)) {
		const uint64_t at = *offset;

		if (head.magic == RECORD_CHUNK_MAGIC &&
		    is_sound(&reader->header, &head)) {
			const struct record_reader_chunk chunk = {
				.home = head.home,
				.offset = at,
				.size = head.size,
				.thread = head.thread,
				.at = START,
				.is_place = head.home != at,
			};

			if (!add_chunk(reader, &chunk))
				return false;
			*offset += head.size;
			/* The file ended in the middle of it before. */
			if (at < reader->frontier && *offset > reader->frontier)
				reader->frontier = *offset;
			continue;
		}
		*offset = next_page(reader, at);
		if (*offset > end)
			*offset = end;
		if (!add_page(reader, &head, at, *offset))
			return false;
	}
	return true;
}

static bool scan_gaps(struct record_reader *reader)
{
	struct record_reader_gap *gaps = reader->gaps;
	const size_t count = reader->gap_count;
	bool is_good = true;

	reader->gaps = NULL;
	reader->gap_count = 0;
	for (size_t i = 0; is_good && i < count; i++) {
		uint64_t offset = gaps[i].begin;

		is_good = scan(reader, &offset, gaps[i].end);
	}
	free(gaps);
	return is_good && scan(reader, &reader->frontier, UINT64_MAX);
}

/* -- a round -------------------------------------------------------------------- */

/* Of the round before, only places are kept. */
static void end_round(struct record_reader *reader)
{
	size_t kept = 0;

	for (size_t i = 0; i < reader->chunk_count; i++) {
		struct record_reader_chunk chunk = reader->chunks[i];

		if (!chunk.is_place)
			continue;
		if (chunk.end > 0 && !chunk.has_sums) {
			chunk.at = chunk.end;
			chunk.thread = chunk.end_thread;
		}
		chunk.end = 0;
		reader->chunks[kept++] = chunk;
	}
	reader->chunk_count = kept;
}

/* A place with another home than before: the rest of what it had is at the old one. */
static bool look_at_place(struct record_reader *reader, size_t index)
{
	struct record_reader_chunk *place = &reader->chunks[index];
	struct record_reader_chunk copy = *place;
	struct record_chunk head;

	if (!read_at(reader, &head, sizeof(head), place->offset) ||
	    head.magic != RECORD_CHUNK_MAGIC || head.home == place->home ||
	    !is_sound(&reader->header, &head))
		return true;
	place->home = head.home;
	place->size = head.size;
	place->thread = head.thread;
	place->at = START;
	place->is_bad = place->is_copied = false;
	copy.offset = copy.home;
	copy.is_place = false;
	return add_chunk(reader, &copy);
}

/* Of one home, a place comes first, and then what was read in part. */
static int compare_chunks(const void *left, const void *right)
{
	const struct record_reader_chunk *a = left;
	const struct record_reader_chunk *b = right;

	if (a->home != b->home)
		return a->home < b->home ? -1 : 1;
	if (a->is_place != b->is_place)
		return b->is_place - a->is_place;
	return a->at != b->at ? (a->at > b->at ? -1 : 1) : 0;
}

static void drop_doubles(struct record_reader *reader)
{
	size_t kept = 0;

	if (reader->chunk_count == 0)
		return;
	qsort(reader->chunks, reader->chunk_count, sizeof(*reader->chunks), compare_chunks);
	for (size_t i = 0; i < reader->chunk_count; i++)
		if (kept == 0 || reader->chunks[kept - 1].home != reader->chunks[i].home)
			reader->chunks[kept++] = reader->chunks[i];
		else if (!reader->chunks[i].is_place)
			reader->chunks[kept - 1].is_copied = true;
	reader->chunk_count = kept;
}

/* A program that begins a record again empties the file first. */
static bool read_header(struct record_reader *reader)
{
	struct record_header header;

	if (!read_at(reader, &header, sizeof(header), 0) ||
	    memcmp(header.magic, RECORD_MAGIC, sizeof(header.magic)) != 0 ||
	    header.monotonic != reader->header.monotonic ||
	    header.process != reader->header.process ||
	    header.header_size != reader->header.header_size) {
		reader->why = "another record was begun in this file";
		return false;
	}
	reader->header = header;
	return true;
}

static bool read_size(struct record_reader *reader)
{
	struct stat status;

	if (fstat(reader->descriptor, &status) != 0) {
		reader->why = strerror(errno);
		return false;
	}
	reader->size = (uint64_t)status.st_size;
	return true;
}

bool record_reader_update(struct record_reader *reader)
{
	size_t places;

	end_round(reader);
	if (!read_header(reader))
		return false;
	places = reader->chunk_count;
	for (size_t i = 0; i < places; i++)
		if (!look_at_place(reader, i))
			return false;
	/* After the places were looked at: what was copied until then must be found in this round. */
	if (!read_size(reader) || !scan_gaps(reader))
		return false;
	drop_doubles(reader);
	return true;
}

/* -- visiting -------------------------------------------------------------------- */

/* A chunk while it is visited. */
struct visit {
	struct record_reader *reader;
	struct record_reader_chunk *chunk;
	uint64_t offset;	/* where it is read; its home, if it was copied there meanwhile */
};

static bool has_head(const struct record_reader *reader, uint64_t offset, uint64_t home)
{
	struct record_chunk head;

	return read_at(reader, &head, sizeof(head), offset) &&
	       head.magic == RECORD_CHUNK_MAGIC && head.home == home;
}

/* What the file does not have is zero. It may be longer than when the round began. */
static void load_part(struct visit *visit, size_t size)
{
	struct record_reader *reader = visit->reader;
	char *to = reader->bytes + reader->loaded;
	const size_t got = read_some(reader->descriptor, to, size,
						  visit->offset + visit->chunk->at +
							  reader->loaded);

	memset(to + got, 0, size - got);
	reader->there = reader->loaded + got;
}

/* Was the chunk still where it was read? If not, it is read again from its home. */
static bool load_certainly(struct visit *visit, size_t size)
{
	const uint64_t home = visit->chunk->home;

	load_part(visit, size);
	if (has_head(visit->reader, visit->offset, home))
		return true;
	if (visit->offset == home)
		return false;
	visit->offset = home;
	load_part(visit, size);
	return has_head(visit->reader, home, home);
}

/* Loads the chunk up to byte END of it. */
static bool load(struct visit *visit, size_t end)
{
	struct record_reader *reader = visit->reader;
	const size_t at = visit->chunk->at;
	const size_t most = visit->chunk->size - at;
	size_t wanted = end - at;
	char *more;

	if (wanted <= reader->loaded)
		return true;
	if (wanted < reader->loaded + LOAD_PART)
		wanted = reader->loaded + LOAD_PART;
	if (wanted > most)
		wanted = most;
	if (wanted > reader->capacity) {
		more = realloc(reader->bytes, wanted);
		if (!more)
			return has_no_memory(reader);
		reader->bytes = more;
		reader->capacity = wanted;
	}
	if (!load_certainly(visit, wanted - reader->loaded))
		return false;
	reader->loaded = wanted;
	return true;
}

/* Nothing after this is read of the chunk. */
static const struct record *give_up(struct visit *visit)
{
	visit->reader->bad_records += visit->chunk->end == 0;
	visit->chunk->is_bad = true;
	return NULL;
}

/* The record at byte AT of the chunk; NULL: there is none yet, or it is damaged. */
static const struct record *next_record(struct visit *visit, size_t at)
{
	const struct record_reader *reader = visit->reader;
	const size_t first = visit->chunk->at;
	const size_t left = visit->chunk->size - at;
	size_t size;

	if (left < sizeof(struct record) || !load(visit, at + sizeof(struct record)))
		return NULL;
	size = ((const struct record *)(reader->bytes + (at - first)))->size;
	if (size == 0)
		return NULL;
	if (size < sizeof(struct record) || size % 8 != 0 || size > left)
		return give_up(visit);
	if (!load(visit, at + size))
		return NULL;
	if (at + size - first > reader->there)
		return give_up(visit);
	return (const struct record *)(reader->bytes + (at - first));
}

static bool visit_chunk(struct visit *visit, record_visit *call, void *data)
{
	struct record_reader_chunk *chunk = visit->chunk;
	const struct record *record;
	uint32_t thread = chunk->thread;
	size_t at = chunk->at;

	while ((chunk->end == 0 || at < chunk->end) &&
	       (record = next_record(visit, at))) {
		const struct record_place place = { chunk->home + at, thread };

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
	return visit->reader->why == NULL;
}

bool record_reader_visit(struct record_reader *reader, record_visit *visit, void *data)
{
	bool is_good = true;

	for (size_t i = 0; is_good && i < reader->chunk_count; i++) {
		struct record_reader_chunk *chunk = &reader->chunks[i];
		struct visit each = { reader, chunk,
				      chunk->is_copied ? chunk->home : chunk->offset };

		if (chunk->is_bad && chunk->end == 0)
			continue;
		reader->loaded = 0;
		reader->visited = chunk;
		is_good = visit_chunk(&each, visit, data);
	}
	reader->visited = NULL;
	return is_good;
}

/* -- single records ---------------------------------------------------------------- */

/* The chunk with the highest home that is not above REFERENCE; NULL: none. */
static const struct record_reader_chunk *find_chunk(const struct record_reader *reader,
					       uint64_t reference)
{
	size_t low = 0;
	size_t high = reader->chunk_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (reader->chunks[middle].home <= reference)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? &reader->chunks[low - 1] : NULL;
}

/* The record at OFFSET of the file, copied; NULL: there is none. */
static const struct record *read_record(struct record_reader *reader, uint64_t offset,
					size_t most)
{
	struct record head;
	char *more;

	if (!read_at(reader, &head, sizeof(head), offset) || head.size < sizeof(head) ||
	    head.size % 8 != 0 || head.size > most)
		return NULL;
	if (head.size > reader->record_capacity) {
		more = realloc(reader->record, head.size);
		if (!more)
			return NULL;
		reader->record = more;
		reader->record_capacity = head.size;
	}
	if (!read_at(reader, reader->record, head.size, offset) ||
	    memcmp(reader->record, &head, sizeof(head)) != 0)
		return NULL;
	return (const struct record *)reader->record;
}

/* The record REFERENCE, if it is in what is loaded of the chunk that is visited. */
static const struct record *find_loaded(const struct record_reader *reader,
					uint64_t reference, size_t most)
{
	const struct record_reader_chunk *chunk = reader->visited;
	const uint64_t first = chunk ? chunk->home + chunk->at : 0;
	const struct record *record;
	size_t left;

	if (!chunk || reference < first || reference - first >= reader->loaded)
		return NULL;
	left = reader->loaded - (size_t)(reference - first);
	record = (const struct record *)(reader->bytes + (reference - first));
	if (left < sizeof(*record) || record->size < sizeof(*record) || record->size % 8 != 0 ||
	    record->size > left || record->size > most)
		return NULL;
	return record;
}

const struct record *record_reader_get(struct record_reader *reader, uint64_t reference,
					 size_t most)
{
	const struct record_reader_chunk *chunk = find_chunk(reader, reference);
	const struct record *record;

	if (reference % 8 != 0 || reference < reader->header.header_size ||
	    reference > INT64_MAX / 2)
		return NULL;
	record = find_loaded(reader, reference, most);
	if (record)
		return record;
	if (chunk && chunk->is_place && !chunk->is_copied && reference - chunk->home < chunk->size) {
		record = read_record(reader, chunk->offset + (reference - chunk->home), most);
		if (has_head(reader, chunk->offset, chunk->home))
			return record;
	}
	return read_record(reader, reference, most);
}

const struct record_call *record_reader_get_call(struct record_reader *reader, uint64_t reference,
						 size_t most)
{
	const struct record *record = record_reader_get(reader, reference, most);

	return record && record_is_call(record) ? (const struct record_call *)record : NULL;
}

bool record_reader_is_file(const struct record_reader *reader, int descriptor)
{
	struct stat record;
	struct stat other;

	return fstat(reader->descriptor, &record) == 0 && fstat(descriptor, &other) == 0 &&
	       record.st_dev == other.st_dev && record.st_ino == other.st_ino;
}

uid_t record_reader_owner(const struct record_reader *reader)
{
	struct stat status;

	return fstat(reader->descriptor, &status) == 0 ? status.st_uid : getuid();
}

/* The stack of the call REFERENCE, if the record AFTER it is one. */
static size_t get_stack(struct record_reader *reader, uint64_t after, uint64_t reference,
			uint64_t *addresses)
{
	const struct record *record = record_reader_get(reader, after, MOST_STACK);
	const struct record_stack *stack = (const struct record_stack *)record;
	size_t count;

	if (!record || record->type != RECORD_STACK || record->size < sizeof(*stack) ||
	    stack->call != reference)
		return 0;
	count = (record->size - sizeof(*stack)) / sizeof(*addresses);
	if (count > RECORD_READER_FRAMES)
		count = RECORD_READER_FRAMES;
	memcpy(addresses, stack + 1, count * sizeof(*addresses));
	return count;
}

size_t record_reader_callers(struct record_reader *reader, uint64_t reference, uint64_t *addresses)
{
	const struct record_call *call = record_reader_get_call(reader, reference, MOST_CALL);
	uint64_t place;
	size_t count;

	if (reader->header.minor < RECORD_MINOR_PLACES || !call || call->head.arguments == 0)
		return 0;
	place = call->arguments[call->head.arguments - 1];
	count = get_stack(reader, reference + call->head.size, reference, addresses);
	if (count == 0)
		addresses[0] = place;
	return count > 0 ? count : place != 0;
}

/* -- calls --------------------------------------------------------------------------- */

bool record_is_call(const struct record *record)
{
	return record->type == RECORD_CALL &&
	       record->size >= sizeof(struct record_call) + record->arguments * sizeof(uint64_t);
}

const struct record_content *record_find_content(const struct record_call *call,
						 unsigned int argument)
{
	const char *at = (const char *)&call->arguments[call->head.arguments];
	const char *end = (const char *)call + call->head.size;

	while ((size_t)(end - at) >= sizeof(struct record_content)) {
		const struct record_content *content = (const struct record_content *)at;
		uint64_t size = sizeof(*content) + (((uint64_t)content->size + 7) & ~UINT64_C(7));

		if (size > (uint64_t)(end - at))
			return NULL;
		if (content->argument == argument)
			return content;
		at += size;
	}
	return NULL;
}
