/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz: what the fuzz targets share. A target is a file fuzz-NAME.c that gives any bytes to one of
 * the loader's parsers, and checks the result with FUZZ_CHECK().
 *
 * Each target is linked with libFuzzer of clang in "make fuzz", and with replay.c, which reads
 * corpus/NAME/, in "make check".
 */
#ifndef CLROUTER_FUZZ_FUZZ_H
#define CLROUTER_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "discover/candidate.h"

/*
 * Each target defines its name, and the function that libFuzzer and replay.c call for each input.
 */
extern const char fuzz_target[];
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* If CONDITION is false, writes it to standard error and aborts. */
#define FUZZ_CHECK(condition) \
	do { \
		if (!(condition)) \
			fuzz_fail(#condition, __FILE__, __LINE__); \
	} while (false)
__attribute__((noreturn)) void fuzz_fail(const char *condition, const char *file, int line);

/* The rest of an input that consists of several texts. AT is NULL after the last one. */
struct fuzz_input {
	const char *at;
	const char *end;
};

/*
 * Takes the text up to SEPARATOR, or up to the end, and copies it to ARENA with a NUL byte added.
 * Stores its length, in which NUL bytes count, in *SIZE if SIZE is not NULL. Returns NULL after the
 * last text.
 */
char *fuzz_take(struct fuzz_input *input, char separator, size_t *size, struct arena *arena);

/* Takes a line as the value of a variable. The line "-" gives NULL: the variable is not set. */
const char *fuzz_take_variable(struct fuzz_input *input, struct arena *arena);

/* A directory for this process, which is removed when it exits. */
const char *fuzz_root(void);

/* Writes the file PATH under fuzz_root(), with the directories above it. BYTES NULL: removes it. */
void fuzz_write(const char *path, const void *bytes, size_t size);

/* Checks what must be true for every list of candidates. */
void fuzz_check_candidates(const struct candidate_list *list);

#endif
