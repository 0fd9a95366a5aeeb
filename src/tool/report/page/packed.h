/* SPDX-License-Identifier: Apache-2.0 */
/*
 * packed: numbers that take few bytes, for a page that has millions of them. Each has seven bits in
 * a byte, the lowest ones first, and the highest bit says that more follow. The bytes are written
 * in base64, since a page is text.
 */
#ifndef CLROUTER_TOOL_REPORT_PAGE_PACKED_H
#define CLROUTER_TOOL_REPORT_PAGE_PACKED_H

#include <stdio.h>

#include "tool/report/timeline/protobuf.h"

/* Adds NUMBER, which may be negative: 0, -1, 1, -2 and so on become 0, 1, 2, 3. */
void packed_signed(struct protobuf *bytes, int64_t number);

/* Adds PART with its size before it, and empties it. */
void packed_part(struct protobuf *bytes, struct protobuf *part);

/* Writes BYTES to FILE as a string of JSON. */
void packed_put(FILE *file, const struct protobuf *bytes);

#endif
