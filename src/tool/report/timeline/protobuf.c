/* SPDX-License-Identifier: Apache-2.0 */
/* protobuf: see protobuf.h. */
#include "tool/report/timeline/protobuf.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { TYPE_NUMBER = 0, TYPE_FIXED = 1, TYPE_BYTES = 2 };

#define LONGEST_NUMBER 10 /* bytes */

/* Space for SIZE more bytes. */
static bool reserve(struct protobuf *message, size_t size)
{
	size_t capacity = message->capacity > 0 ? message->capacity : 256;
	unsigned char *bytes;

	if (message->capacity - message->size >= size)
		return true;
	while (capacity - message->size < size)
		capacity *= 2;
	bytes = realloc(message->bytes, capacity);
	if (!bytes) {
		message->is_short = true;
		return false;
	}
	message->bytes = bytes;
	message->capacity = capacity;
	return true;
}

/* Seven bits in each byte, the lowest ones first; the highest bit says that more follow. */
static size_t encode(unsigned char *bytes, uint64_t number)
{
	size_t size = 0;

	for (; number >= 0x80; number >>= 7)
		bytes[size++] = (unsigned char)(number | 0x80);
	bytes[size++] = (unsigned char)number;
	return size;
}

void protobuf_put_bare(struct protobuf *message, uint64_t number)
{
	if (reserve(message, LONGEST_NUMBER))
		message->size += encode(message->bytes + message->size, number);
}

void protobuf_put_bytes(struct protobuf *message, const void *bytes, size_t size)
{
	if (size == 0 || !reserve(message, size))
		return;
	memcpy(message->bytes + message->size, bytes, size);
	message->size += size;
}

void protobuf_put_number(struct protobuf *message, unsigned field, uint64_t number)
{
	protobuf_put_bare(message, field << 3 | TYPE_NUMBER);
	protobuf_put_bare(message, number);
}

void protobuf_put_fixed(struct protobuf *message, unsigned field, uint64_t number)
{
	protobuf_put_bare(message, field << 3 | TYPE_FIXED);
	if (!reserve(message, sizeof(number)))
		return;
	for (size_t i = 0; i < sizeof(number); i++)
		message->bytes[message->size++] = (unsigned char)(number >> 8 * i);
}

void protobuf_put_text(struct protobuf *message, unsigned field, const char *text)
{
	struct protobuf valid = { 0 };
	uint32_t code;
	size_t length;

	for (; *text; text += length > 0 ? length : 1) {
		const char *part = text;

		length = text_character(text, SIZE_MAX, &code);
		if (length == 0)
			part = "\xef\xbf\xbd";
		protobuf_put_bytes(&valid, part, length > 0 ? length : strlen(part));
	}
	protobuf_put_message(message, field, &valid);
	protobuf_done(&valid);
}

void protobuf_put_message(struct protobuf *message, unsigned field, struct protobuf *part)
{
	protobuf_put_bare(message, field << 3 | TYPE_BYTES);
	protobuf_put_part(message, part);
}

void protobuf_write(FILE *file, unsigned field, struct protobuf *message)
{
	unsigned char head[2 * LONGEST_NUMBER];
	size_t size = encode(head, field << 3 | TYPE_BYTES);

	size += encode(head + size, message->size);
	fwrite(head, size, 1, file);
	if (message->size > 0)
		fwrite(message->bytes, message->size, 1, file);
	message->size = 0;
}

void protobuf_done(struct protobuf *message)
{
	free(message->bytes);
	*message = (struct protobuf){ 0 };
}

/* -- for a page ----------------------------------------------------------------------------- */

void protobuf_put_signed(struct protobuf *bytes, int64_t number)
{
	const uint64_t doubled = (uint64_t)number << 1;

	protobuf_put_bare(bytes, number < 0 ? ~doubled : doubled);
}

void protobuf_put_part(struct protobuf *bytes, struct protobuf *part)
{
	protobuf_put_bare(bytes, part->size);
	protobuf_put_bytes(bytes, part->bytes, part->size);
	bytes->is_short = bytes->is_short || part->is_short;
	part->size = 0;
}

/* RFC 4648, section 4. */
void protobuf_put_base64(FILE *file, const struct protobuf *bytes)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	fputc('"', file);
	for (size_t i = 0; i < bytes->size; i += 3) {
		const size_t left = bytes->size - i;
		const unsigned group = (unsigned)bytes->bytes[i] << 16 |
				       (left > 1 ? (unsigned)bytes->bytes[i + 1] << 8 : 0) |
				       (left > 2 ? (unsigned)bytes->bytes[i + 2] : 0);
		const char text[4] = { digits[group >> 18], digits[group >> 12 & 63],
				       left > 1 ? digits[group >> 6 & 63] : '=',
				       left > 2 ? digits[group & 63] : '=' };

		fwrite(text, sizeof(text), 1, file);
	}
	fputc('"', file);
}
