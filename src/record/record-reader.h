/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-reader: visits the records of a record file, which doc/record-format.md describes. The
 * file is not trusted: every size is checked before it is used. A file that changes during the
 * reading does no harm, because records are copied before they are checked.
 *
 * A reader is for one thread.
 */
#ifndef CLROUTER_RECORD_RECORD_READER_H
#define CLROUTER_RECORD_RECORD_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "record/record-format.h"

/* A chunk of the file, as it was when the file was opened. */
struct record_chunk_entry {
	uint64_t home;
	uint64_t offset;	/* where it is read */
	uint32_t size;		/* bytes */
	uint32_t thread;	/* the ID of the thread that wrote its first record */
};

struct record_reader {
	const char *path;
	int descriptor;
	uint64_t size;			/* bytes of the file when it was opened */
	struct record_header header;
	struct record_chunk_entry *chunks;	/* in the order of their homes */
	size_t chunk_count;
	char *chunk;			/* the one that is visited, as far as it is loaded */
	size_t chunk_capacity;		/* bytes */
	uint64_t bad_chunks;		/* heads of chunks that are damaged */
	uint64_t bad_records;		/* chunks whose records the last visit could not all read */
	const char *why;		/* why it failed, for a message; NULL: it did not */
};

struct record_place {
	uint64_t reference;	/* what other records refer to it by: home plus offset in the chunk */
	uint64_t offset;	/* in the file */
	uint32_t thread;	/* the ID of the thread that wrote it */
};

/*
 * Called for each record. RECORD has RECORD->size bytes, which is a multiple of 8 and at least the
 * size of its head; it is valid during the call only. Returns false to end the reading.
 */
typedef bool record_visit(const struct record *record, struct record_place place, void *data);

/*
 * Opens the file PATH and lists its chunks. The string PATH must stay until
 * record_reader_close(). Returns false, and READER->why says why, if the file cannot be read, is not
 * a record file, or has another version or byte order, or if there is no memory.
 */
bool record_reader_open(struct record_reader *reader, const char *path);

/*
 * Visits all records in the order of the homes of their chunks: records of one thread come in the
 * order in which they were begun, and references increase. Returns false if VISIT did, or if there
 * is no memory, which READER->why says then.
 */
bool record_reader_visit(struct record_reader *reader, record_visit *visit, void *data);

/*
 * Reads the record of SIZE bytes at OFFSET, both of which a visit has given, into BUFFER. Returns
 * false if the file has changed there.
 */
bool record_reader_get(const struct record_reader *reader, uint64_t offset, uint32_t size,
		       void *buffer);

#define RECORD_READER_FRAMES 64

/*
 * Stores the addresses to which the call REFERENCE at OFFSET returns, both of which a visit has given,
 * in ADDRESSES: the stack that follows the call, or the place alone. Returns how many there are, at
 * most RECORD_READER_FRAMES; 0 if the file does not say, or has changed there.
 */
size_t record_reader_callers(const struct record_reader *reader, uint64_t offset,
			     uint64_t reference, uint64_t *addresses);

/* Is DESCRIPTOR one of the same file? */
bool record_reader_is_file(const struct record_reader *reader, int descriptor);

/* The user ID of who owns the file. */
uid_t record_reader_owner(const struct record_reader *reader);

/* Does a process still write to the file? */
bool record_reader_is_written(const struct record_reader *reader);

/* Frees what the reader has. It may be called twice, and after record_reader_open() failed. */
void record_reader_close(struct record_reader *reader);

/* Is RECORD a call, and long enough for the number of arguments that it claims? */
bool record_is_call(const struct record *record);

/*
 * What argument ARGUMENT of CALL points to; NULL if it was not kept. All bytes of the result lie
 * inside CALL, which must be one that record_is_call() accepts.
 */
const struct record_content *record_find_content(const struct record_call *call,
						 unsigned int argument);

#endif
