/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-reader: reads a record file, also while its program writes it, in rounds. Each round visits
 * what is new since the one before, so it takes as long as that is long; the records of type
 * RECORD_SUM, to which a program goes on writing, are visited in each. A record that is closed is one
 * round. doc/record-format.md describes the file. Nothing in it is trusted: every size is checked
 * before it is used.
 *
 * Records of different threads do not come in the order of time; records of one thread come in the
 * order in which they were begun. A call that had not returned when it was visited is not visited
 * again: record_reader_get() tells what became of it.
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

/* A chunk with records that are new, or to which a thread may write: that is a place. */
struct record_reader_chunk {
	uint64_t home;
	uint64_t offset;	/* where it is read */
	uint32_t size;		/* bytes */
	uint32_t thread;	/* the ID of the thread that wrote the record at `at` */
	uint32_t at;		/* bytes that earlier rounds have read, with the head */
	uint32_t end;		/* bytes up to the end of this round; 0: not visited in it yet */
	uint32_t end_thread;	/* as `thread`, at `end` */
	bool is_place;
	bool is_copied;		/* a place whose records are at its home, too: those count */
	bool has_sums;		/* all of it is visited in each round */
	bool is_bad;		/* what follows `at` cannot be read */
};

/* Pages in which no chunk was found, but one may be later. */
struct record_reader_gap {
	uint64_t begin;
	uint64_t end;
};

struct record_reader {
	const char *path;
	int descriptor;
	uint64_t size;			/* bytes of the file in this round */
	struct record_header header;	/* in this round */
	struct record_reader_chunk *chunks;	/* of this round, in the order of their homes */
	size_t chunk_count;
	struct record_reader_gap *gaps;	/* in the order of the file */
	size_t gap_count;
	uint64_t frontier;		/* what follows this offset was never looked at */
	const struct record_reader_chunk *visited;	/* while it is visited */
	char *bytes;			/* of it, from its `at` on */
	size_t loaded;			/* how many */
	size_t there;			/* so many of them the file has; the others are zero */
	size_t capacity;
	char *record;			/* what record_reader_get() returns */
	size_t record_capacity;
	uint64_t bad_chunks;		/* heads of chunks that are damaged */
	uint64_t bad_records;		/* chunks whose records could not all be read */
	const char *why;		/* why it failed, for a message; NULL: it did not */
};

struct record_place {
	uint64_t reference;	/* what other records refer to it by: home plus offset in the chunk */
	uint32_t thread;	/* the ID of the thread that wrote it */
};

/*
 * Called for each record. RECORD has RECORD->size bytes, which is a multiple of 8 and at least the
 * size of its head; it is valid during the call only. Returns false to end the reading.
 */
typedef bool record_visit(const struct record *record, struct record_place place, void *data);

/*
 * Opens the file PATH, a string that must stay, and reads its header. Returns false, and READER->why
 * says why, if the file cannot be read, is not a record file, or has another version or byte order.
 */
bool record_reader_open(struct record_reader *reader, const char *path);

/*
 * Begins a round: finds the chunks with new records, and reads the header. Returns false, and
 * READER->why says why, if there is no memory or the file has become another record.
 */
bool record_reader_update(struct record_reader *reader);

/*
 * Visits all records of this round. It may be called again, and then visits the same ones: those that
 * came meanwhile are of the next round. Returns false if VISIT did, or if there is no memory, which
 * READER->why says then.
 */
bool record_reader_visit(struct record_reader *reader, record_visit *visit, void *data);

/*
 * The record to which other records refer by REFERENCE, as it is now, if it has at most MOST bytes;
 * NULL otherwise. It is valid until the next call, or as long as the record that is visited.
 */
const struct record *record_reader_get(struct record_reader *reader, uint64_t reference,
				       size_t most);

/* The same, if it is a call; NULL otherwise. */
const struct record_call *record_reader_get_call(struct record_reader *reader, uint64_t reference,
						 size_t most);

#define RECORD_READER_FRAMES 64

/*
 * Stores the addresses to which the call REFERENCE returns in ADDRESSES: the stack that follows the call,
 * or the place alone. Returns how many there are, at most RECORD_READER_FRAMES; 0 if the file does not
 * say.
 */
size_t record_reader_callers(struct record_reader *reader, uint64_t reference, uint64_t *addresses);

/* Is DESCRIPTOR one of the same file? */
bool record_reader_is_file(const struct record_reader *reader, int descriptor);

/* The user ID of who owns the file. */
uid_t record_reader_owner(const struct record_reader *reader);

/*
 * Does a process still write to the file? It holds a lock as long as it records. The same of a record that
 * is open as DESCRIPTOR.
 */
bool record_reader_is_written(const struct record_reader *reader);
bool record_reader_is_locked(int descriptor);

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
