/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wire: what a child tells its parent through a pipe: keys and values, each
 * ended by a NUL byte, in the order in which they were found out. A child that
 * dies leaves what it had told before; half a pair is never seen.
 */
#ifndef CLROUTER_TOOL_PROBE_WIRE_H
#define CLROUTER_TOOL_PROBE_WIRE_H

#include <stdbool.h>
#include <stddef.h>

/* The child's side. VALUE NULL is left out. */
void wire_put(int pipe, const char *key, const char *value);
void wire_put_number(int pipe, const char *key, long number);

/* The parent's side: what is still to be read. */
struct wire {
	const char *at;
	const char *end;
};

/* Starts to read what a child wrote: SIZE bytes at BYTES, which must stay. */
void wire_init(struct wire *wire, const char *bytes, size_t size);

/* The next pair; false at the end. KEY and VALUE point into the bytes. */
bool wire_next(struct wire *wire, const char **key, const char **value);

/* The number that wire_put_number() wrote. */
long wire_number(const char *value);

#endif
