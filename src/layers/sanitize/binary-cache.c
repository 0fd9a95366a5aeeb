/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary-cache: see binary-cache.h. A file is a line with a mark and the BLAKE2b-256 of what
 * follows, and then a text of units.h.
 */
#include "layers/sanitize/binary-cache.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common/cache-dir.h"
#include "launch/blake2b.h"

#define DIRECTORY "binaries"
#define MOST ((uint64_t)256 << 20)     /* bytes of all files */
#define MOST_OF_ONE ((size_t)64 << 20) /* bytes */
#define SHORTEST 32		       /* bytes of a binary: less stands for no program */
#define MARK "clrouter sanitize 1 "
#define HEAD (sizeof(MARK) - 1 + BLAKE2B_TEXT) /* bytes of the line, with its end */

static struct cache_dir cache; /* written at the start */
static bool is_on;

static void hash_text(const void *bytes, size_t size, char text[BLAKE2B_TEXT])
{
	struct blake2b hash;

	blake2b_start(&hash);
	blake2b_add(&hash, bytes, size);
	blake2b_end(&hash, text);
}

void binary_cache_start(bool is_wanted)
{
	is_on = is_wanted && cache_dir_init(&cache, DIRECTORY, MOST, MOST_OF_ONE);
}

bool binary_cache_is_on(void)
{
	return is_on;
}

void binary_cache_add(const void *binary, size_t size, const char *units)
{
	const size_t length = strlen(units);
	char name[BLAKE2B_TEXT], hash[BLAKE2B_TEXT];
	char *bytes = is_on && size >= SHORTEST ? malloc(HEAD + length + 1) : NULL;

	if (!bytes)
		return;
	hash_text(binary, size, name);
	hash_text(units, length, hash);
	snprintf(bytes, HEAD + length + 1, MARK "%s\n%s", hash, units);
	(void)!cache_dir_put(&cache, name, bytes, HEAD + length);
	free(bytes);
}

/* Reads the SIZE bytes at FILE, which may be anything. */
static bool read_file(const char *file, size_t size, struct units *units)
{
	char hash[BLAKE2B_TEXT];

	if (size <= HEAD || memcmp(file, MARK, sizeof(MARK) - 1) != 0 || file[HEAD - 1] != '\n')
		return false;
	hash_text(file + HEAD, size - HEAD, hash);
	return memcmp(file + sizeof(MARK) - 1, hash, BLAKE2B_TEXT - 1) == 0 &&
	       units_read(units, file + HEAD, size - HEAD);
}

bool binary_cache_find(const void *binary, size_t size, struct units *units, const char **why)
{
	char name[BLAKE2B_TEXT];
	size_t length = 0;
	char *file;
	bool is_found;

	*why = "it was made from a binary, and the cache of binaries is not used";
	if (!is_on)
		return false;
	*why = "it was made from a binary that the sanitizer has not seen made from a source";
	hash_text(binary, size, name);
	file = cache_dir_get(&cache, name, &length);
	if (!file && errno == EPERM)
		*why = "it was made from a binary, and others can write to the cache of binaries";
	is_found = file && read_file(file, length, units);
	free(file);
	return is_found;
}
