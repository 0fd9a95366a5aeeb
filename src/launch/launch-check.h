/* SPDX-License-Identifier: Apache-2.0 */
/*
 * launch-check: what must be true of the rows of a launch that was read from a file. Each function
 * gets a row, and a launch that has all of the rows before it, and returns NULL, or what is wrong:
 * a sentence about the row. Keeps no state.
 */
#ifndef CLROUTER_LAUNCH_LAUNCH_CHECK_H
#define CLROUTER_LAUNCH_LAUNCH_CHECK_H

#include <stdbool.h>
#include <string.h>

#include "launch/blake2b.h"
#include "launch/launch.h"

const char *launch_check_call(const struct launch *launch, const void *row);
const char *launch_check_program(const struct launch *launch, const void *row);
const char *launch_check_input(const struct launch *launch, const void *row);
const char *launch_check_header(const struct launch *launch, const void *row);
const char *launch_check_constant(const struct launch *launch, const void *row);
const char *launch_check_include(const struct launch *launch, const void *row);
const char *launch_check_missing(const struct launch *launch, const void *row);
const char *launch_check_sampler(const struct launch *launch, const void *row);
const char *launch_check_memory(const struct launch *launch, const void *row);
const char *launch_check_range(const struct launch *launch, const void *row);
const char *launch_check_argument(const struct launch *launch, const void *row);
const char *launch_check_setting(const struct launch *launch, const void *row);
const char *launch_check_note(const struct launch *launch, const void *row);

/* What can be said only if all rows were read. */
const char *launch_check_whole(const struct launch *launch);

/* Is TEXT, which may be NULL, the hash of a file? */
static inline bool launch_is_hash(const char *text)
{
	return text && strspn(text, "0123456789abcdef") == BLAKE2B_TEXT - 1 &&
	       text[BLAKE2B_TEXT - 1] == '\0';
}

/* Does TEXT, which is the hash of contents or NULL, stand for contents without a file? */
static inline bool launch_is_zero(const char *text)
{
	return text && strcmp(text, LAUNCH_ZERO) == 0;
}

/* Is PATH one that a file below include/ may have: relative, without "..", not too long? */
bool launch_is_path(const char *path);

#endif
