/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-pages: how a record file is opened and where its chunks are looked for. It is for those who
 * read a file once (record-reader.h) and for those who read it while it grows (record-follower.h).
 * Nothing in the file is trusted. The functions keep no state.
 */
#ifndef CLROUTER_RECORD_RECORD_PAGES_H
#define CLROUTER_RECORD_RECORD_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record/record-format.h"

/*
 * Opens the file PATH, and stores its descriptor, its size and its header. Returns NULL, or why it
 * cannot be read, for a message; *DESCRIPTOR is the caller's to close in any case, if it is not
 * negative.
 */
const char *record_pages_open(const char *path, int *descriptor, uint64_t *size,
			      struct record_header *header);

/* Reads SIZE bytes at OFFSET; false: not all of them are there. */
bool record_pages_read(int descriptor, void *bytes, size_t size, uint64_t offset);

/* The same, but as many as there are; returns how many. */
size_t record_pages_read_some(int descriptor, void *bytes, size_t size, uint64_t offset);

/* Can HEAD, which has the magic of a chunk, be the head of one? HEADER is that of the file. */
bool record_pages_is_sound(const struct record_header *header, const struct record_chunk *head);

/* The offset of the next page after OFFSET that has data: a sparse file may have few; or SIZE. */
uint64_t record_pages_next(int descriptor, uint64_t size, uint64_t offset);

/* Does a process still write to the file? */
bool record_pages_are_written(int descriptor);

#endif
