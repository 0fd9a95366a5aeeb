/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary-cache: from which sources this user's drivers made which binaries, in files of the user's
 * cache directory (cache-dir.h). The name of a file is the BLAKE2b-256 of the binary; it has the
 * sources as the preprocessor left them, so nothing that they include can change. Any thread may
 * call the functions.
 */
#ifndef CLROUTER_LAYERS_SANITIZE_BINARY_CACHE_H
#define CLROUTER_LAYERS_SANITIZE_BINARY_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "sanitize/units.h"

/* For the layer's start: is it to be used? Reads the environment. */
void binary_cache_start(bool is_wanted);

/* Is it used? */
bool binary_cache_is_on(void);

/* The SIZE bytes at BINARY were made from UNITS, a text of units.h. A few bytes could be a driver's
 * answer for all programs: they are not kept. */
void binary_cache_add(const void *binary, size_t size, const char *units);

/*
 * What BINARY was made from; units_done() frees it. False: it is not known, because of *WHY, a text
 * that stays.
 */
bool binary_cache_find(const void *binary, size_t size, struct units *units, const char **why);

#endif
