/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-reader: gives the records of a record file, one after the other, as
 * doc/record-format.md describes the file. The file may come from anybody: nothing in it is
 * believed before it was compared with what is there, and a file that changes meanwhile does no
 * harm, because a chunk is copied before it is looked at.
 */
#ifndef CLROUTER_TOOL_REPORT_RECORD_READER_H
#define CLROUTER_TOOL_REPORT_RECORD_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layers/record/record-format.h"

struct record_reader {
	const char *path;
	int descriptor;
	uint64_t size;			/* bytes of the file when it was opened */
	struct record_header header;
	uint64_t *homes;		/* sorted: of the chunks that lie at their home */
	size_t home_count;
	char *chunk;			/* the one that is read */
	size_t chunk_room;		/* bytes */
	uint64_t skipped;		/* chunks that were cut off or cannot be chunks */
};

/* Where a record stands: what others refer to it by, and the thread that wrote it. */
struct record_place {
	uint64_t reference;
	uint32_t thread;
};

/*
 * Called for each record. RECORD has RECORD->size bytes, which is a multiple of 8, at least its head, and
 * is valid during the call only. False ends the reading.
 */
typedef bool record_visit(const struct record *record, struct record_place place, void *data);

/*
 * Opens the file PATH, which must stay. False, with a message on standard error: it cannot be read, is no
 * record file, or one of another version or machine.
 */
bool record_reader_open(struct record_reader *reader, const char *path);

/* Visits all records, in the order of the file. False: VISIT said so, or there is no memory. */
bool record_reader_visit(struct record_reader *reader, record_visit *visit, void *data);

void record_reader_close(struct record_reader *reader);

/*
 * The contents of argument ARGUMENT of CALL, NULL if there are none. All of their bytes lie inside of
 * the record.
 */
const struct record_content *record_find_content(const struct record_call *call,
						 unsigned int argument);

/* Is RECORD long enough to be a call with its arguments? */
bool record_is_call(const struct record *record);

#endif
