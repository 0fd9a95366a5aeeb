/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-follower: reads a record file again and again while its program writes it. Each round visits
 * what is new since the one before, so it takes as long as that is long; the records of type
 * RECORD_SUM, to which a program goes on writing, are visited in each. doc/record-format.md describes
 * the file. Nothing in it is trusted: every size is checked before it is used.
 *
 * Records of different threads do not come in the order of time. A call that had not returned when it
 * was visited is not visited again: record_follower_get() tells what became of it.
 *
 * A follower is for one thread.
 */
#ifndef CLROUTER_RECORD_RECORD_FOLLOWER_H
#define CLROUTER_RECORD_RECORD_FOLLOWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/record-reader.h"

/* A chunk with records that are new, or to which a thread may write: that is a place. */
struct follower_chunk {
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
struct follower_gap {
	uint64_t begin;
	uint64_t end;
};

struct record_follower {
	const char *path;
	int descriptor;
	uint64_t size;			/* bytes of the file in this round */
	struct record_header header;	/* in this round */
	struct follower_chunk *chunks;	/* of this round, in the order of their homes */
	size_t chunk_count;
	struct follower_gap *gaps;	/* in the order of the file */
	size_t gap_count;
	uint64_t frontier;		/* what follows this offset was never looked at */
	const struct follower_chunk *visited;	/* while it is visited */
	char *bytes;			/* of it, from its `at` on */
	size_t loaded;			/* how many */
	size_t there;			/* so many of them the file has; the others are zero */
	size_t capacity;
	char *record;			/* what record_follower_get() returns */
	size_t record_capacity;
	uint64_t bad_chunks;		/* heads of chunks that are damaged */
	uint64_t bad_records;		/* chunks whose records could not all be read */
	const char *why;		/* why it failed, for a message; NULL: it did not */
};

/*
 * Opens the file PATH, a string that must stay. Returns false, and FOLLOWER->why says why, if that
 * cannot be followed.
 */
bool record_follower_open(struct record_follower *follower, const char *path);

/*
 * Begins a round: finds the chunks with new records, and reads the header. Returns false, and
 * FOLLOWER->why says why, if there is no memory or the file has become another record.
 */
bool record_follower_update(struct record_follower *follower);

/*
 * Visits all records of this round. It may be called again, and then visits the same ones: those that
 * came meanwhile are of the next round. Returns false if VISIT did, or if there is no memory, which
 * FOLLOWER->why says then.
 */
bool record_follower_visit(struct record_follower *follower, record_visit *visit, void *data);

/*
 * The record to which other records refer by REFERENCE, as it is now, if it has at most MOST bytes;
 * NULL otherwise. It is valid until the next call, or as long as the record that is visited.
 */
const struct record *record_follower_get(struct record_follower *follower, uint64_t reference,
					 size_t most);

/* Does a process still write to the file? */
bool record_follower_is_written(const struct record_follower *follower);

/* Frees what the follower has. It may be called twice, and after record_follower_open() failed. */
void record_follower_close(struct record_follower *follower);

#endif
