/* SPDX-License-Identifier: Apache-2.0 */
/*
 * icd-file: the library that an .icd or .lay file names. Knows the format of
 * the files; does not know how they were found, nor the library.
 */
#ifndef CLROUTER_DISCOVER_ICD_FILE_H
#define CLROUTER_DISCOVER_ICD_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "discover/candidate.h"

#define ICD_FILE_SIZE 8192	/* bytes of a file that are looked at */

/*
 * Finds the library's name in the first SIZE bytes of a file, which a NUL byte follows: the first
 * line that is neither blank nor a # comment, without the blanks around it. REASON_OK and *NAME,
 * or the reason why there is none.
 */
enum reason icd_file_parse(const char *bytes, size_t size, const char **name, size_t *length);

/*
 * Reads ROOT and CANDIDATE's path and sets written and library, or refuses the
 * candidate. IS_REGULAR: the caller knows that the path is a regular file;
 * otherwise that is asked first, for a FIFO or device must never be opened.
 */
void icd_file_read(struct candidate *candidate, enum log_topic topic, const char *root,
		   bool is_regular, struct arena *arena);

#endif
