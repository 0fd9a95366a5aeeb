/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-reader: see record-reader.h.
 */
#include "tool/report/record-reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/output/message.h"

#define MOST_CHUNK ((uint32_t)64 << 20)	/* bytes; the layer writes chunks of some MiB at most */

static bool read_at(const struct record_reader *reader, void *bytes, size_t size, uint64_t offset)
{
	for (size_t done = 0; done < size;) {
		ssize_t got = pread(reader->descriptor, (char *)bytes + done, size - done,
				    (off_t)(offset + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		done += (size_t)got;
	}
	return true;
}

static bool check_header(const struct record_reader *reader)
{
	const struct record_header *header = &reader->header;
	const char *why = NULL;

	if (memcmp(header->magic, RECORD_MAGIC, sizeof(header->magic)) != 0)
		why = "it is no record file of clrouter";
	else if (header->byte_order != RECORD_BYTE_ORDER)
		why = "it was recorded on a machine with another byte order";
	else if (header->major != RECORD_MAJOR)
		why = "it has another version of the format";
	else if (header->header_size < sizeof(*header) ||
		 header->header_size % RECORD_CHUNK_ALIGN != 0)
		why = "its header is damaged";
	if (why)
		message_error("%s: %s", reader->path, why);
	return !why;
}

/* False at the end of the file. */
static bool read_chunk_head(struct record_reader *reader, uint64_t offset,
			    struct record_chunk *head)
{
	return offset + sizeof(*head) <= reader->size &&
	       read_at(reader, head, sizeof(*head), offset);
}

/* How far the next chunk may begin after one at OFFSET; *IS_CHUNK if it is one that can be read. */
static uint64_t chunk_length(struct record_reader *reader, const struct record_chunk *head,
			     uint64_t offset, bool *is_chunk)
{
	*is_chunk = false;
	if (head->magic != RECORD_CHUNK_MAGIC)
		return RECORD_CHUNK_ALIGN;
	if (head->size < sizeof(*head) || head->size % RECORD_CHUNK_ALIGN != 0 ||
	    head->size > MOST_CHUNK || head->home < reader->header.header_size) {
		reader->skipped++;
		return RECORD_CHUNK_ALIGN;
	}
	*is_chunk = offset + sizeof(*head) <= reader->size;
	return head->size;
}

static int compare_homes(const void *left, const void *right)
{
	const uint64_t a = *(const uint64_t *)left;
	const uint64_t b = *(const uint64_t *)right;

	return a < b ? -1 : a > b;
}

static bool add_home(struct record_reader *reader, uint64_t home)
{
	if ((reader->home_count & (reader->home_count - 1)) == 0) {
		size_t room = reader->home_count == 0 ? 1 : 2 * reader->home_count;
		uint64_t *homes = reallocarray(reader->homes, room, sizeof(*homes));

		if (!homes)
			return false;
		reader->homes = homes;
	}
	reader->homes[reader->home_count++] = home;
	return true;
}

static bool find_homes(struct record_reader *reader)
{
	struct record_chunk head;
	uint64_t offset = reader->header.header_size;
	bool is_chunk;

	for (; read_chunk_head(reader, offset, &head);
	     offset += chunk_length(reader, &head, offset, &is_chunk)) {
		chunk_length(reader, &head, offset, &is_chunk);
		if (is_chunk && head.home == offset && !add_home(reader, offset))
			return message_error("there is not enough memory"), false;
	}
	qsort(reader->homes, reader->home_count, sizeof(*reader->homes), compare_homes);
	reader->skipped = 0;
	return true;
}

bool record_reader_open(struct record_reader *reader, const char *path)
{
	struct stat status;

	*reader = (struct record_reader){ .path = path };
	reader->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (reader->descriptor < 0 || fstat(reader->descriptor, &status) != 0) {
		message_error("%s: %s", path, strerror(errno));
		return record_reader_close(reader), false;
	}
	if (!S_ISREG(status.st_mode)) {
		message_error("%s: it is no regular file", path);
		return record_reader_close(reader), false;
	}
	reader->size = (uint64_t)status.st_size;
	if (!read_at(reader, &reader->header, sizeof(reader->header), 0))
		memset(&reader->header, 0, sizeof(reader->header));
	if (!check_header(reader) || !find_homes(reader))
		return record_reader_close(reader), false;
	return true;
}

void record_reader_close(struct record_reader *reader)
{
	if (reader->descriptor >= 0)
		close(reader->descriptor);
	reader->descriptor = -1;
	free(reader->homes);
	free(reader->chunk);
	reader->homes = NULL;
	reader->chunk = NULL;
}

/* A copy of it lies at its home, and that is the one that counts. */
static bool is_copied(const struct record_reader *reader, const struct record_chunk *head,
		      uint64_t offset)
{
	return head->home != offset &&
	       bsearch(&head->home, reader->homes, reader->home_count, sizeof(*reader->homes),
		       compare_homes) != NULL;
}

/* Reads SIZE bytes at OFFSET, or as far as the file goes; what is missing is zero. */
static bool load_chunk(struct record_reader *reader, uint64_t offset, size_t size)
{
	const uint64_t there = reader->size - offset;

	if (reader->chunk_room < size) {
		free(reader->chunk);
		reader->chunk = malloc(size);
		reader->chunk_room = reader->chunk ? size : 0;
		if (!reader->chunk)
			return message_error("there is not enough memory"), false;
	}
	memset(reader->chunk, 0, size);
	if (!read_at(reader, reader->chunk, there < size ? (size_t)there : size, offset))
		reader->skipped++;
	return true;
}

static bool visit_chunk(struct record_reader *reader, uint32_t size, record_visit *visit,
			void *data)
{
	const struct record_chunk *head = (const struct record_chunk *)reader->chunk;
	const char *end = reader->chunk + size;
	const char *at = (const char *)(head + 1);
	uint32_t thread = head->thread;

	while ((size_t)(end - at) >= sizeof(struct record)) {
		const struct record *record = (const struct record *)at;
		struct record_place place = { head->home + (uint64_t)(at - reader->chunk),
					      thread };

		if (record->size == 0)
			break;
		if (record->size < sizeof(*record) || record->size % 8 != 0 ||
		    record->size > (size_t)(end - at)) {
			reader->skipped++;
			break;
		}
		if (record->type == RECORD_OWNER && record->size >= sizeof(struct record_owner))
			thread = ((const struct record_owner *)record)->thread;
		if (!visit(record, place, data))
			return false;
		at += record->size;
	}
	return true;
}

bool record_reader_visit(struct record_reader *reader, record_visit *visit, void *data)
{
	struct record_chunk head;
	uint64_t offset = reader->header.header_size;
	uint64_t length;
	bool is_chunk;

	for (; read_chunk_head(reader, offset, &head); offset += length) {
		length = chunk_length(reader, &head, offset, &is_chunk);
		if (!is_chunk || is_copied(reader, &head, offset))
			continue;
		if (!load_chunk(reader, offset, head.size) ||
		    !visit_chunk(reader, head.size, visit, data))
			return false;
	}
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
