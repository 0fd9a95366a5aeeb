/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz: what the fuzz targets share. A target is one fuzz-*.c: it names itself,
 * and takes any bytes to one of the loader's parsers. What comes out must keep
 * the parser's promises, or the target ends the program.
 *
 * The same file is linked with clang's libFuzzer ("make fuzz") and with
 * replay.c, which goes through corpus/<target>/ in "make check".
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "discover/candidate.h"

/* What each target defines: its name, and what libFuzzer calls. */
extern const char fuzz_target[];
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A promise of the parser: if it does not hold, says which and aborts. */
#define FUZZ_CHECK(promise) \
	do { \
		if (!(promise)) \
			fuzz_fail(#promise, __FILE__, __LINE__); \
	} while (false)
__attribute__((noreturn)) void fuzz_fail(const char *promise, const char *file, int line);

/* What is left of an input that consists of several texts. */
struct fuzz_input {
	const char *at;
	const char *end;
};

/*
 * The text up to SEPARATOR, or up to the end, terminated; in ARENA. NULL when
 * nothing is left. *SIZE is its length, NUL bytes included; may be NULL.
 */
char *fuzz_take(struct fuzz_input *input, char separator, size_t *size, struct arena *arena);

/* The same as a variable's value: it ends at a NUL byte, "-" alone is unset (NULL). */
const char *fuzz_take_variable(struct fuzz_input *input, struct arena *arena);

/* A directory of this process, removed at its end. */
const char *fuzz_root(void);

/* Makes ROOT PATH a file with these bytes, and the directories above it; NULL: no file. */
void fuzz_write(const char *path, const void *bytes, size_t size);

/* What holds for every list of candidates. */
void fuzz_check_entries(const struct candidate_list *list);

#endif
