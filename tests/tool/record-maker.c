/* SPDX-License-Identifier: Apache-2.0 */
/* record-maker: see record-maker.h. */
#include "tool/record-maker.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char maker_chunk[MAKER_CHUNK];
size_t maker_used;
bool maker_has_places;
uint64_t maker_place;

void maker_begin_chunk(uint32_t thread, uint64_t home)
{
	const struct record_chunk head = { RECORD_CHUNK_MAGIC, RECORD_CHUNK_ALIGN, thread, 0,
					   home };

	memset(maker_chunk, 0, sizeof(maker_chunk));
	memcpy(maker_chunk, &head, sizeof(head));
	maker_used = sizeof(head);
}

const struct record *maker_record(size_t offset)
{
	return (const struct record *)(maker_chunk + offset);
}

void maker_append(size_t offset, const void *bytes, size_t size)
{
	struct record *record = (struct record *)(maker_chunk + offset);

	if (size > 0)
		memcpy(maker_chunk + maker_used, bytes, size);
	maker_used += (size + 7) / 8 * 8;
	record->size = (uint32_t)(maker_used - offset);
}

size_t maker_begin_record(enum record_type type, unsigned int detail)
{
	const struct record head = { .type = (uint8_t)type, .detail = (uint16_t)detail };
	const size_t offset = maker_used;

	maker_append(offset, &head, sizeof(head));
	return offset;
}

size_t maker_text(enum record_type type, unsigned int detail, const char *value)
{
	const size_t offset = maker_begin_record(type, detail);

	maker_append(offset, value, strlen(value) + 1);
	return offset;
}

size_t maker_call(unsigned int function, unsigned int begin, unsigned int end, uint64_t result,
		  const uint64_t *arguments, uint8_t count)
{
	const uint64_t words[] = { MAKER_START + begin * MAKER_MS,
				   end ? MAKER_START + end * MAKER_MS : 0, result };
	const size_t offset = maker_begin_record(RECORD_CALL, function);

	((struct record *)(maker_chunk + offset))->arguments = (uint8_t)(count + maker_has_places);
	maker_append(offset, words, sizeof(words));
	maker_append(offset, arguments, count * sizeof(*arguments));
	if (maker_has_places)
		maker_append(offset, &maker_place, sizeof(maker_place));
	return offset;
}

size_t maker_module(enum record_module_kind kind, uint64_t begin, uint64_t size, unsigned int time,
		    const char *path)
{
	const struct record_module module = { .begin = begin,
					      .size = size,
					      .base = begin,
					      .time = MAKER_START + time * MAKER_MS,
					      .id_size = 3,
					      .id = { 0x01, 0xab, 0xff } };
	const size_t offset = maker_begin_record(RECORD_MODULE, kind);

	maker_append(offset, &module.begin, sizeof(module) - sizeof(module.head));
	maker_append(offset, path, strlen(path) + 1);
	return offset;
}

size_t maker_stack(size_t called, const uint64_t *frames, size_t count)
{
	const uint64_t reference = ((const struct record_chunk *)maker_chunk)->home + called;
	const size_t offset = maker_begin_record(RECORD_STACK, 0);

	maker_append(offset, &reference, sizeof(reference));
	maker_append(offset, frames, count * sizeof(*frames));
	return offset;
}

static void add_content(size_t offset, uint8_t argument, uint8_t flags, const void *bytes,
			size_t size)
{
	const struct record_content head = { .argument = argument, .flags = flags,
					     .size = (uint32_t)size };

	maker_append(offset, &head, sizeof(head));
	maker_append(offset, bytes, size);
}

void maker_content(size_t offset, uint8_t argument, const void *bytes, size_t size)
{
	add_content(offset, argument, 0, bytes, size);
}

void maker_stored(size_t offset, uint8_t argument, const void *bytes, size_t size)
{
	add_content(offset, argument, RECORD_STORED, bytes, size);
}

size_t maker_object(enum object_kind kind, uint64_t handle, unsigned int time, cl_uint query,
		    const char *value)
{
	struct record_object fields = { .handle = handle, .time = MAKER_START + time * MAKER_MS,
					.query = query, .size = (uint32_t)strlen(value) + 1 };
	const size_t offset = maker_begin_record(RECORD_OBJECT, kind);

	maker_append(offset, &fields.handle, sizeof(fields) - sizeof(fields.head));
	maker_append(offset, value, strlen(value) + 1);
	return offset;
}

size_t maker_command(size_t called, uint64_t queue, unsigned int begin, unsigned int end,
		     uint64_t offset)
{
	const struct record_chunk *head = (const struct record_chunk *)maker_chunk;
	const struct record_call *enqueued = (const struct record_call *)maker_record(called);
	const struct record_command fields = {
		.call = head->home + called,
		.queue = queue,
		.queued = enqueued->begin - offset,
		.submitted = enqueued->begin - offset,
		.started = MAKER_START + begin * MAKER_MS - offset,
		.ended = MAKER_START + end * MAKER_MS - offset,
		.completed = MAKER_START + end * MAKER_MS,
	};
	const size_t place = maker_begin_record(RECORD_COMMAND, 0);

	maker_append(place, &fields.call, sizeof(fields) - sizeof(fields.head));
	return place;
}

/* -- a file ---------------------------------------------------------------------------------- */

#define FILE_CHUNK (1 << 16) /* bytes */

struct record_header maker_header;

static void write_at(int file, off_t offset, const void *bytes, size_t size)
{
	if (pwrite(file, bytes, size, offset) != (ssize_t)size)
		abort();
}

void maker_write_file(int file)
{
	write_at(file, 0, &maker_header, sizeof(maker_header));
	write_at(file, RECORD_HEADER_SIZE, maker_chunk, FILE_CHUNK);
}

int maker_begin_file(const char *path, uint32_t thread)
{
	const int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (file < 0)
		abort();
	maker_header = (struct record_header){
		.byte_order = RECORD_BYTE_ORDER,
		.major = RECORD_MAJOR,
		.header_size = RECORD_HEADER_SIZE,
		.pointer_size = 8,
		.monotonic = MAKER_START,
	};
	memcpy(maker_header.magic, RECORD_MAGIC, sizeof(maker_header.magic));
	maker_begin_chunk(thread, RECORD_HEADER_SIZE + MAKER_CHUNK);
	((struct record_chunk *)maker_chunk)->size = FILE_CHUNK;
	maker_write_file(file);
	return file;
}

/* -- ranges -------------------------------------------------------------------- */

size_t maker_range(enum record_range_kind kind, unsigned int time, const char *domain,
		   const char *name, uint64_t id)
{
	const struct record_range fields = { .time = MAKER_START + time * MAKER_MS, .id = { id } };
	const size_t offset = maker_begin_record(RECORD_RANGE, kind);
	const size_t first = domain ? strlen(domain) + 1 : 1;
	const size_t second = name ? strlen(name) + 1 : 0;
	char *texts = calloc(1, first + second);

	if (!texts)
		exit(EXIT_FAILURE);
	memcpy(texts, domain ? domain : "", first);
	memcpy(texts + first, name ? name : "", second);
	maker_append(offset, &fields.time, sizeof(fields) - sizeof(fields.head));
	maker_append(offset, texts, first + second);
	free(texts);
	return offset;
}
