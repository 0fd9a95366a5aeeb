/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-writer: writes the one record file of make-record, with the chunk of record-maker.h. What
 * goes wrong is said on standard error.
 */
#ifndef RECORD_WRITER_H
#define RECORD_WRITER_H

#include <stdint.h>

#include "record/record-format.h"
#include "tool/record-maker.h"

/* Times, and the handles of the objects. */
#define START MAKER_START
#define MS MAKER_MS
#define DEVICE 0x20
#define CONTEXT 0x30
#define QUEUE 0x40
#define PROGRAM 0x50
#define KERNEL 0x60
#define BUFFER 0x70

/* What the file begins with; a case may change it before it is put there. */
extern struct record_header writer_header;

/* Opens and closes the file. They return the exit status of the program. */
int writer_open(const char *path);
int writer_close(void);

/* Begins a file whose header is right; and its only chunk, too. */
void writer_begin(void);
void writer_begin_chunk(void);

/*
 * Puts there: bytes at OFFSET; the chunk, in whole pages, whose size is returned; the header; the
 * header and the chunk.
 */
void writer_put(uint64_t offset, const void *bytes, size_t size);
uint64_t writer_put_chunk(uint64_t offset);
void writer_put_header(void);
void writer_put_all(void);

/* The file ends after SIZE bytes. */
void writer_cut(uint64_t size);

/* Calls of the chunk. */
void writer_create_queue(unsigned int begin);
void writer_finish(unsigned int begin, unsigned int end, uint64_t result);

/* A description of a function of an extension; TEXT has NUL bytes inside. */
#define DESCRIBE(number, text) \
	maker_append(maker_begin_record(RECORD_FUNCTION, (number)), (text), sizeof(text))

#endif
