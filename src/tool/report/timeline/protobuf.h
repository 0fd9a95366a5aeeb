/* SPDX-License-Identifier: Apache-2.0 */
/*
 * protobuf: writes messages in the form of Protocol Buffers (protobuf.dev, Encoding): fields with
 * numbers, texts and messages inside of messages. A message that is inside of another one is made
 * first, in a buffer of its own, because its size comes before it.
 */
#ifndef CLROUTER_TOOL_REPORT_TIMELINE_PROTOBUF_H
#define CLROUTER_TOOL_REPORT_TIMELINE_PROTOBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The fields of a message so far. All zero is an empty one. */
struct protobuf {
	unsigned char *bytes;
	size_t size;
	size_t capacity;
	bool is_short;	/* there was no memory: something is missing */
};

/* A number without a field, seven bits in each byte: what is no message may consist of these. */
void protobuf_put_bare(struct protobuf *message, uint64_t number);
void protobuf_put_bytes(struct protobuf *message, const void *bytes, size_t size);

void protobuf_put_number(struct protobuf *message, unsigned field, uint64_t number);

/* A field of the type fixed64. */
void protobuf_put_fixed(struct protobuf *message, unsigned field, uint64_t number);

/* Bytes that are not UTF-8 become U+FFFD: readers refuse them. */
void protobuf_put_text(struct protobuf *message, unsigned field, const char *text);

/* Adds PART as a field, and empties it. */
void protobuf_put_message(struct protobuf *message, unsigned field, struct protobuf *part);

/* Writes MESSAGE to FILE as a field of the outermost message, and empties it. */
void protobuf_write(FILE *file, unsigned field, struct protobuf *message);

/* Frees the memory of MESSAGE, which is empty afterwards. */
void protobuf_done(struct protobuf *message);

/* -- for a page ----------------------------------------------------------------------------- */

/* Adds NUMBER, which may be negative: 0, -1, 1, -2 and so on become 0, 1, 2, 3. */
void protobuf_put_signed(struct protobuf *bytes, int64_t number);

/* Adds PART with its size before it, and empties it. */
void protobuf_put_part(struct protobuf *bytes, struct protobuf *part);

/* Writes BYTES to FILE as a string of JSON, in base64: a page is text. */
void protobuf_put_base64(FILE *file, const struct protobuf *bytes);

#endif
