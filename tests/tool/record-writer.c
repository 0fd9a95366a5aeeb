/* SPDX-License-Identifier: Apache-2.0 */
/* record-writer: see record-writer.h. */
#include "tool/record-writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct record_header writer_header;

static FILE *file;

int writer_open(const char *path)
{
	file = fopen(path, "we");
	if (!file)
		perror(path);
	return file ? 0 : 1;
}

int writer_close(void)
{
	return fclose(file) != 0;
}

void writer_begin(void)
{
	memcpy(writer_header.magic, RECORD_MAGIC, sizeof(writer_header.magic));
	writer_header.byte_order = RECORD_BYTE_ORDER;
	writer_header.major = RECORD_MAJOR;
	maker_has_places = true;
	writer_header.minor = RECORD_MINOR;
	writer_header.header_size = RECORD_HEADER_SIZE;
	writer_header.pointer_size = 8;
	writer_header.monotonic = START;
	writer_header.realtime = START;
	writer_header.process = 77;
	writer_header.end = START + 100 * MS;
	writer_header.state = RECORD_CLOSED;
}

void writer_put(uint64_t offset, const void *bytes, size_t size)
{
	if (fseeko(file, (off_t)offset, SEEK_SET) != 0 || fwrite(bytes, 1, size, file) != size) {
		perror("make-record");
		exit(1);
	}
}

/* The chunk has whole pages. */
uint64_t writer_put_chunk(uint64_t offset)
{
	struct record_chunk *head = (struct record_chunk *)maker_chunk;

	head->size = (uint32_t)((maker_used + sizeof(struct record) + RECORD_CHUNK_ALIGN - 1) /
				RECORD_CHUNK_ALIGN * RECORD_CHUNK_ALIGN);
	writer_put(offset, maker_chunk, head->size);
	return head->size;
}

void writer_put_header(void)
{
	writer_put(0, &writer_header, sizeof(writer_header));
}

void writer_begin_chunk(void)
{
	writer_begin();
	maker_begin_chunk(1, RECORD_HEADER_SIZE);
}

void writer_put_all(void)
{
	writer_put_header();
	writer_put_chunk(RECORD_HEADER_SIZE);
}

void writer_cut(uint64_t size)
{
	fflush(file);
	if (ftruncate(fileno(file), (off_t)size) != 0)
		perror("make-record");
}

void writer_create_queue(unsigned int begin)
{
	const uint64_t arguments[] = { CONTEXT, DEVICE, CL_QUEUE_PROFILING_ENABLE, 0 };

	maker_call(CLROUTER_SLOT_clCreateCommandQueue, begin, begin + 1, QUEUE, arguments, 4);
}

void writer_finish(unsigned int begin, unsigned int end, uint64_t result)
{
	const uint64_t arguments[] = { QUEUE };

	maker_call(CLROUTER_SLOT_clFinish, begin, end, result, arguments, 1);
}
