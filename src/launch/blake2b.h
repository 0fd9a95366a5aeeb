/* SPDX-License-Identifier: Apache-2.0 */
/*
 * blake2b: BLAKE2b-256 without a key (RFC 7693), by which the contents of a capture are named.
 * "b2sum -l 256" computes the same. It keeps no state besides what callers pass, and allocates
 * nothing.
 */
#ifndef CLROUTER_LAUNCH_BLAKE2B_H
#define CLROUTER_LAUNCH_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

#define BLAKE2B_BLOCK 128	     /* bytes */
#define BLAKE2B_SIZE 32		     /* bytes of the hash */
#define BLAKE2B_TEXT (2 * BLAKE2B_SIZE + 1)

struct blake2b {
	uint64_t state[8];
	uint64_t count[2];	/* bytes in all blocks so far */
	unsigned char block[BLAKE2B_BLOCK];
	size_t used;		/* bytes in BLOCK */
};

void blake2b_start(struct blake2b *hash);
void blake2b_add(struct blake2b *hash, const void *bytes, size_t size);

/* Writes the hash as hexadecimal digits in lower case. Nothing may be added after that. */
void blake2b_end(struct blake2b *hash, char text[BLAKE2B_TEXT]);

#endif
