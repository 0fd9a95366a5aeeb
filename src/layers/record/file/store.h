/* SPDX-License-Identifier: Apache-2.0 */
/*
 * store: the record file. Each thread writes into a chunk of it that is mapped shared, so what it
 * wrote survives the death of the program. The space of these chunks is reserved first: writing
 * into a mapped page for which the device has no space ends a program with SIGBUS.
 *
 * A chunk that is full is copied to the end of the file and used again, because pages of a file
 * that are touched for the first time through a mapping cost five times as much. Only then a lock
 * is taken. Nothing is ever unmapped, because other threads may write to it.
 *
 * Any thread may call these functions. Those that can fail return false after they have written the
 * reason to standard error, once.
 */
#ifndef CLROUTER_LAYERS_RECORD_FILE_STORE_H
#define CLROUTER_LAYERS_RECORD_FILE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <clrouter/extension-functions.h>

#include "record/record-format.h"

#define STORE_CHUNK ((size_t)128 << 10)	/* bytes of the chunk of a thread */

/* The largest record that fits into one: a size of zero follows. */
#define STORE_RECORD (STORE_CHUNK - sizeof(struct record_chunk) - sizeof(struct record))

struct store_options {
	const char *path;	/* NULL: PROGRAM.PID.clrecord in the working directory */
	bool keeps;		/* a file that is not empty is never replaced */
	bool has_sums;		/* sums are recorded in place of calls */
	uint64_t limit;		/* bytes of the file, at most */
};

/* What a thread writes to. Without a head: none yet. One thread at a time uses it. */
struct store_chunk {
	struct record_chunk *head;
	char *next;		/* where the next record goes; its size is zero */
	char *end;		/* of the space for records; a size of zero fits after it */
	uint64_t home;		/* the home of the head; 0 if there is none */
	unsigned int start;	/* store_starts() when the file that it is for was the current one */
};

/* Bytes for records. */
static inline size_t store_space_in(const struct store_chunk *chunk)
{
	return (size_t)(chunk->end - chunk->next);
}

/*
 * RECORD, at `next`, is complete but for its SIZE. A reader that finds the size finds the whole
 * record, and after it no old one.
 */
static inline void store_commit(struct store_chunk *chunk, struct record *record, size_t size)
{
	chunk->next = (char *)record + size;
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): it is a place after RECORD */
	((struct record *)chunk->next)->size = 0;
	__atomic_store_n(&record->size, (uint32_t)size, __ATOMIC_RELEASE);
}

/* The number of the function SLOT in the record. */
static inline unsigned int store_function(unsigned int slot)
{
	return slot < CLROUTER_SLOTS ? slot : slot - CLROUTER_SLOTS + RECORD_FIRST_EXTENSION;
}

/* Keeps the options, whose texts must stay. The first record makes the file. For START only. */
void store_start(const struct store_options *options);

/* Counts the starts: each has a file of its own. */
unsigned int store_starts(void);

/*
 * Gives CHUNK space for the records of THREAD (its ID): what it had goes to its home. False: nothing
 * can be recorded in its file any more, and CHUNK is as it was.
 */
bool store_empty_chunk(struct store_chunk *chunk, uint32_t thread);

/*
 * Writes a chunk with one record, which is too large for the others. HEAD has space for the head
 * of the chunk, which is filled in; the record, of SIZE bytes, follows it. It is for the file of
 * OWN, the chunk of THREAD. Returns the home; 0 if that fails.
 */
uint64_t store_put_chunk(struct record_chunk *head, size_t size, const struct store_chunk *own,
			 uint32_t thread);

/*
 * Reads and writes SIZE bytes at the offset OFFSET of the file: for a record whose chunk was
 * copied. False: not all of them.
 */
bool store_read(void *bytes, size_t size, uint64_t offset);
bool store_write(const void *bytes, size_t size, uint64_t offset);

/* Can nothing be recorded any more? */
bool store_is_over(void);

/* Counts a record that was not written, unless the file is closed. */
void store_count_lost(void);

/* Adds a wait of TIME ns, in which the thread used CPU ns, to the header, unless the file is closed. */
void store_add_wait(uint64_t time, uint64_t cpu);

/*
 * Has another process asked for the end of the record? It does so in the header of the file, which
 * is mapped.
 */
extern const uint32_t *store_stop;
static inline bool store_shall_stop(void)
{
	const uint32_t *stop = __atomic_load_n(&store_stop, __ATOMIC_RELAXED);

	return __atomic_load_n(stop, __ATOMIC_RELAXED) != 0;
}

/* Writes the end into the header. Nothing may be recorded after it; calls may still end. */
void store_finish(void);

/*
 * Writes the end into the header, if it has none yet, gives back what was reserved for nothing and
 * closes the file.
 */
void store_close(void);

/* Around a fork, in the thread that forks. A child has a file of its own, too. */
void store_before_fork(void);
void store_after_fork_in_parent(void);
void store_after_fork_in_child(void);

#endif
