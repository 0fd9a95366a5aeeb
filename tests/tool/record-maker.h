/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-maker: builds the records of one chunk by hand, as a driver or a recorder that has gone
 * wrong would never write them. Times are ms after MAKER_START. For one thread.
 */
#ifndef RECORD_MAKER_H
#define RECORD_MAKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "opencl/names.h"
#include "record/record-format.h"

#define MAKER_START UINT64_C(1000000000)	/* ns */
#define MAKER_MS UINT64_C(1000000)
#define MAKER_CHUNK ((size_t)1 << 20)		/* bytes */

extern char maker_chunk[MAKER_CHUNK];
extern size_t maker_used;	/* bytes of it */

extern bool maker_has_places;	/* the following calls have places, as from minor 5 on: */
extern uint64_t maker_place;	/* this one; 0: it is not known */

/* Begins an empty chunk of THREAD at HOME. */
void maker_begin_chunk(uint32_t thread, uint64_t home);

/* The record at OFFSET, which is where one of the functions below has put it. */
const struct record *maker_record(size_t offset);

/* Begins a record and returns its offset. */
size_t maker_begin_record(enum record_type type, unsigned int detail);

/* Adds bytes to the record at OFFSET, the last one, and zeros up to a multiple of 8. */
void maker_append(size_t offset, const void *bytes, size_t size);

/* A record of a text, with its NUL byte. Returns its offset, as those below do. */
size_t maker_text(enum record_type type, unsigned int detail, const char *value);

/* A call of COUNT arguments from BEGIN to END; END 0: it does not return. */
size_t maker_call(unsigned int function, unsigned int begin, unsigned int end, uint64_t result,
		  const uint64_t *arguments, uint8_t count);

/* A module of SIZE bytes at BEGIN, seen at TIME. */
size_t maker_module(enum record_module_kind kind, uint64_t begin, uint64_t size, unsigned int time,
		    const char *path);

/* The stack of the call at CALLED. */
size_t maker_stack(size_t called, const uint64_t *frames, size_t count);

/* What ARGUMENT of the call at OFFSET, the last record, points to. */
void maker_content(size_t offset, uint8_t argument, const void *bytes, size_t size);

/* The same for what the call has stored. */
void maker_stored(size_t offset, uint8_t argument, const void *bytes, size_t size);

size_t maker_object(enum object_kind kind, uint64_t handle, unsigned int time, cl_uint query,
		    const char *value);

/*
 * The command of QUEUE that the call at CALLED has enqueued. The device's clock shows OFFSET ns
 * less than the host's.
 */
size_t maker_command(size_t called, uint64_t queue, unsigned int begin, unsigned int end,
		     uint64_t offset);

/* A range or mark of DOMAIN and NAME, which may be NULL; ID tells begins and ends. */
size_t maker_range(enum record_range_kind kind, unsigned int time, const char *domain,
		   const char *name, uint64_t id);

/* -- a file of one chunk, whose thread may still write to it ------------------------------ */

extern struct record_header maker_header;

/* Creates the file PATH without a call, whose program runs if it is locked. Returns its descriptor. */
int maker_begin_file(const char *path, uint32_t thread);

/* Writes what there is now to FILE. */
void maker_write_file(int file);

#endif
