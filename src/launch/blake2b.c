/* SPDX-License-Identifier: Apache-2.0 */
/*
 * blake2b: see blake2b.h. The names of what the RFC calls v, m, and sigma are kept.
 */
#include "launch/blake2b.h"

#include <stdbool.h>
#include <string.h>

#include "base/array.h"

/* RFC 7693, 2.6: the fractional parts of the square roots of the first eight primes. */
static const uint64_t initial[8] = {
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

/* RFC 7693, 2.7. Rounds 10 and 11 have the words of rounds 0 and 1. */
static const unsigned char sigma[10][16] = {
	{ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 },
	{ 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3 },
	{ 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4 },
	{ 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8 },
	{ 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13 },
	{ 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9 },
	{ 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11 },
	{ 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10 },
	{ 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5 },
	{ 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0 },
};

static uint64_t rotate(uint64_t word, unsigned int bits)
{
	return word >> bits | word << (64 - bits);
}

static uint64_t load(const unsigned char *bytes)
{
	uint64_t word = 0;

	for (unsigned int i = 0; i < sizeof(word); i++)
		word |= (uint64_t)bytes[i] << (8 * i);
	return word;
}

/* The function G of the RFC, on four words of V. */
static inline __attribute__((always_inline)) void
mix(uint64_t *a, uint64_t *b, uint64_t *c, uint64_t *d, uint64_t x, uint64_t y)
{
	*a += *b + x;
	*d = rotate(*d ^ *a, 32);
	*c += *d;
	*b = rotate(*b ^ *c, 24);
	*a += *b + y;
	*d = rotate(*d ^ *a, 16);
	*c += *d;
	*b = rotate(*b ^ *c, 63);
}

static inline __attribute__((always_inline)) void
mix_round(uint64_t v[16], const uint64_t m[16], const unsigned char s[16])
{
	mix(&v[0], &v[4], &v[8], &v[12], m[s[0]], m[s[1]]);
	mix(&v[1], &v[5], &v[9], &v[13], m[s[2]], m[s[3]]);
	mix(&v[2], &v[6], &v[10], &v[14], m[s[4]], m[s[5]]);
	mix(&v[3], &v[7], &v[11], &v[15], m[s[6]], m[s[7]]);
	mix(&v[0], &v[5], &v[10], &v[15], m[s[8]], m[s[9]]);
	mix(&v[1], &v[6], &v[11], &v[12], m[s[10]], m[s[11]]);
	mix(&v[2], &v[7], &v[8], &v[13], m[s[12]], m[s[13]]);
	mix(&v[3], &v[4], &v[9], &v[14], m[s[14]], m[s[15]]);
}

static void add_block(struct blake2b *hash, const unsigned char *block, size_t size, bool is_last)
{
	uint64_t v[16];
	uint64_t m[16];

	hash->count[0] += size;
	hash->count[1] += hash->count[0] < size;
	for (unsigned int i = 0; i < 8; i++) {
		v[i] = hash->state[i];
		v[i + 8] = initial[i];
	}
	for (unsigned int i = 0; i < 16; i++)
		m[i] = load(block + (size_t)8 * i);
	v[12] ^= hash->count[0];
	v[13] ^= hash->count[1];
	if (is_last)
		v[14] = ~v[14];
	/* The words of each round are known then, and V stays in registers: it is twice as fast. */
#pragma GCC unroll 12
	for (unsigned int i = 0; i < 12; i++)
		mix_round(v, m, sigma[i % ARRAY_SIZE(sigma)]);
	for (unsigned int i = 0; i < 8; i++)
		hash->state[i] ^= v[i] ^ v[i + 8];
}

void blake2b_start(struct blake2b *hash)
{
	memset(hash, 0, sizeof(*hash));
	memcpy(hash->state, initial, sizeof(initial));
	/* The size of the hash, no key, and no tree. */
	hash->state[0] ^= 0x01010000 ^ BLAKE2B_SIZE;
}

/* The last block is marked as such, so a full one is kept until there is more. */
void blake2b_add(struct blake2b *hash, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;
	size_t part;

	while (size > 0) {
		if (hash->used == BLAKE2B_BLOCK) {
			add_block(hash, hash->block, BLAKE2B_BLOCK, false);
			hash->used = 0;
		}
		for (; hash->used == 0 && size > BLAKE2B_BLOCK; size -= BLAKE2B_BLOCK) {
			add_block(hash, at, BLAKE2B_BLOCK, false);
			at += BLAKE2B_BLOCK;
		}
		part = BLAKE2B_BLOCK - hash->used < size ? BLAKE2B_BLOCK - hash->used : size;
		memcpy(hash->block + hash->used, at, part);
		hash->used += part;
		at += part;
		size -= part;
	}
}

void blake2b_end(struct blake2b *hash, char text[BLAKE2B_TEXT])
{
	static const char digits[] = "0123456789abcdef";
	char *to = text;

	memset(hash->block + hash->used, 0, BLAKE2B_BLOCK - hash->used);
	add_block(hash, hash->block, hash->used, true);
	for (unsigned int i = 0; i < BLAKE2B_SIZE; i++) {
		const unsigned char byte = (unsigned char)(hash->state[i / 8] >> (8 * (i % 8)));

		*to++ = digits[byte >> 4];
		*to++ = digits[byte & 15];
	}
	*to = '\0';
}
