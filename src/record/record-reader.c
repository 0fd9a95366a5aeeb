/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-reader: see record-reader.h.
 */
#include "record/record-reader.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/common/list.h"
#include "record/record-pages.h"

#define LOAD_PART ((size_t)64 << 10)   /* bytes */

static bool has_no_memory(struct record_reader *reader)
{
	reader->why = "there is not enough memory";
	return false;
}

/* A chunk head that cannot be one is damage; the search goes on in the next page. */
static bool is_chunk(struct record_reader *reader, const struct record_chunk *head)
{
	if (head->magic != RECORD_CHUNK_MAGIC)
		return false;
	if (record_pages_is_sound(&reader->header, head))
		return true;
	reader->bad_chunks++;
	return false;
}

static bool read_at(const struct record_reader *reader, void *bytes, size_t size, uint64_t offset)
{
	return record_pages_read(reader->descriptor, bytes, size, offset);
}

static bool add_chunk(struct record_reader *reader, const struct record_chunk *head,
		      uint64_t offset)
{
	if (!list_make_space(&reader->chunks, reader->chunk_count, sizeof(*reader->chunks)))
		return has_no_memory(reader);
	reader->chunks[reader->chunk_count++] = (struct record_chunk_entry){
		.home = head->home,
		.offset = offset,
		.size = head->size,
		.thread = head->thread,
	};
	return true;
}

/* In the order of homes; of two chunks with one home, the one at that offset is first. */
static int compare_chunks(const void *left, const void *right)
{
	const struct record_chunk_entry *a = left;
	const struct record_chunk_entry *b = right;

	if (a->home != b->home)
		return a->home < b->home ? -1 : 1;
	return (b->home == b->offset) - (a->home == a->offset);
}

/* A chunk that has a copy at its home is not counted. */
static void drop_copied(struct record_reader *reader)
{
	size_t kept = 0;

	for (size_t i = 0; i < reader->chunk_count; i++)
		if (kept == 0 || reader->chunks[kept - 1].home != reader->chunks[i].home)
			reader->chunks[kept++] = reader->chunks[i];
	reader->chunk_count = kept;
}

static bool list_chunks(struct record_reader *reader)
{
	struct record_chunk head;
	uint64_t offset = reader->header.header_size;

	while (offset + sizeof(head) <= reader->size &&
	       read_at(reader, &head, sizeof(head), offset)) {
		if (!is_chunk(reader, &head)) {
			offset = record_pages_next(reader->descriptor, reader->size, offset);
			continue;
		}
		if (!add_chunk(reader, &head, offset))
			return false;
		offset += head.size;
	}
	if (reader->chunk_count > 0)
		qsort(reader->chunks, reader->chunk_count, sizeof(*reader->chunks), compare_chunks);
	drop_copied(reader);
	return true;
}

bool record_reader_open(struct record_reader *reader, const char *path)
{
	*reader = (struct record_reader){ .path = path, .descriptor = -1 };
	reader->why = record_pages_open(path, &reader->descriptor, &reader->size, &reader->header);
	if (!reader->why && list_chunks(reader))
		return true;
	record_reader_close(reader);
	return false;
}

void record_reader_close(struct record_reader *reader)
{
	if (reader->descriptor >= 0)
		close(reader->descriptor);
	reader->descriptor = -1;
	free(reader->chunks);
	free(reader->chunk);
	reader->chunks = NULL;
	reader->chunk = NULL;
	reader->chunk_count = 0;
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

bool record_reader_is_written(const struct record_reader *reader)
{
	return record_pages_are_written(reader->descriptor);
}

bool record_reader_get(const struct record_reader *reader, uint64_t offset, uint32_t size,
		       void *buffer)
{
	return read_at(reader, buffer, size, offset) && ((struct record *)buffer)->size == size;
}

/* The stack of the call REFERENCE, if the record at OFFSET is it. */
static size_t get_stack(const struct record_reader *reader, uint64_t offset, uint64_t reference,
			uint64_t *addresses)
{
	struct record_stack stack;
	size_t size;

	if (!read_at(reader, &stack, sizeof(stack), offset) || stack.head.type != RECORD_STACK ||
	    stack.head.size < sizeof(stack) || stack.call != reference)
		return 0;
	size = stack.head.size - sizeof(stack);
	if (size > RECORD_READER_FRAMES * sizeof(*addresses))
		size = RECORD_READER_FRAMES * sizeof(*addresses);
	if (!read_at(reader, addresses, size, offset + sizeof(stack)))
		return 0;
	return size / sizeof(*addresses);
}

size_t record_reader_callers(const struct record_reader *reader, uint64_t offset,
			     uint64_t reference, uint64_t *addresses)
{
	struct record_call call;
	size_t count;

	if (reader->header.minor < RECORD_MINOR_PLACES || offset < reader->header.header_size ||
	    !read_at(reader, &call, sizeof(call), offset) || !record_is_call(&call.head) ||
	    call.head.arguments == 0)
		return 0;
	count = get_stack(reader, offset + call.head.size, reference, addresses);
	if (count > 0)
		return count;
	return read_at(reader, addresses, sizeof(*addresses),
		       offset + sizeof(call) +
			       (call.head.arguments - 1) * sizeof(*addresses)) &&
	       *addresses != 0;
}

/* A chunk while its records are visited. Most are loaded in parts: many are almost empty. */
struct loading {
	struct record_reader *reader;
	uint64_t offset; /* of the chunk in the file */
	size_t size;	 /* of the chunk */
	size_t loaded;	 /* bytes */
};

/* Loads the chunk at least up to byte END of it; what the file does not have is zero. */
static void load(struct loading *loading, size_t end)
{
	struct record_reader *reader = loading->reader;
	const uint64_t start = loading->offset + loading->loaded;
	uint64_t there;
	size_t wanted;

	if (end <= loading->loaded)
		return;
	wanted = end - loading->loaded;
	if (wanted < LOAD_PART)
		wanted = LOAD_PART;
	if (wanted > loading->size - loading->loaded)
		wanted = loading->size - loading->loaded;
	there = start < reader->size ? reader->size - start : 0;
	if (there < wanted)
		memset(reader->chunk + loading->loaded + there, 0, wanted - (size_t)there);
	else
		there = wanted;
	if (!read_at(reader, reader->chunk + loading->loaded, (size_t)there, start)) {
		memset(reader->chunk + loading->loaded, 0, wanted);
		reader->bad_records++;
	}
	loading->loaded += wanted;
}

static bool make_buffer(struct record_reader *reader, size_t size)
{
	if (reader->chunk_capacity >= size)
		return true;
	free(reader->chunk);
	reader->chunk = calloc(1, size);
	reader->chunk_capacity = reader->chunk ? size : 0;
	return reader->chunk || has_no_memory(reader);
}

/*
 * Loads the head of ENTRY. A program that still runs may have copied the chunk to its home since
 * the file was opened, and use its place for another one.
 */
static bool begin(struct loading *loading, const struct record_chunk_entry *entry)
{
	const struct record_chunk *head = (const struct record_chunk *)loading->reader->chunk;

	loading->size = entry->size;
	loading->offset = entry->offset;
	loading->loaded = 0;
	load(loading, sizeof(*head));
	if (head->magic == RECORD_CHUNK_MAGIC && head->home == entry->home)
		return true;
	loading->offset = entry->home;
	loading->loaded = 0;
	load(loading, sizeof(*head));
	return head->magic == RECORD_CHUNK_MAGIC && head->home == entry->home;
}

/* The record at byte AT of the chunk; NULL at the chunk's end or if it is damaged. */
static const struct record *next_record(struct loading *loading, size_t at)
{
	const struct record *record = (const struct record *)(loading->reader->chunk + at);

	if (loading->size - at < sizeof(*record))
		return NULL;
	load(loading, at + sizeof(*record));
	if (record->size == 0)
		return NULL;
	if (record->size < sizeof(*record) || record->size % 8 != 0 ||
	    record->size > loading->size - at ||
	    loading->offset + at + record->size > loading->reader->size) {
		loading->reader->bad_records++;
		return NULL;
	}
	load(loading, at + record->size);
	return record;
}

static bool visit_chunk(struct record_reader *reader, const struct record_chunk_entry *entry,
			record_visit *visit, void *data)
{
	struct loading loading = { .reader = reader };
	const struct record *record;
	uint32_t thread = entry->thread;

	if (!make_buffer(reader, entry->size))
		return false;
	/* What a program that still runs has moved a second time is not damaged. */
	if (!begin(&loading, entry))
		return true;
	for (size_t at = sizeof(struct record_chunk); (record = next_record(&loading, at)) != NULL;
	     at += record->size) {
		const struct record_place place = { entry->home + at, loading.offset + at, thread };

		if (record->type == RECORD_OWNER && record->size >= sizeof(struct record_owner))
			thread = ((const struct record_owner *)record)->thread;
		if (!visit(record, place, data))
			return false;
	}
	return true;
}

bool record_reader_visit(struct record_reader *reader, record_visit *visit, void *data)
{
	reader->bad_records = 0;
	for (size_t i = 0; i < reader->chunk_count; i++)
		if (!visit_chunk(reader, &reader->chunks[i], visit, data))
			return false;
	return true;
}

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
