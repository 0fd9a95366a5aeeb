/* SPDX-License-Identifier: Apache-2.0 */
/* packed: see packed.h. */
#include "tool/report/page/packed.h"

void packed_signed(struct protobuf *bytes, int64_t number)
{
	const uint64_t doubled = (uint64_t)number << 1;

	protobuf_put_bare(bytes, number < 0 ? ~doubled : doubled);
}

void packed_part(struct protobuf *bytes, struct protobuf *part)
{
	protobuf_put_bare(bytes, part->size);
	protobuf_put_bytes(bytes, part->bytes, part->size);
	bytes->is_short = bytes->is_short || part->is_short;
	part->size = 0;
}

/* RFC 4648, section 4. */
void packed_put(FILE *file, const struct protobuf *bytes)
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
