/* SPDX-License-Identifier: Apache-2.0 */
/*
 * icd-file: reads the name of a library from an .icd or .lay file. The module knows the format of
 * these files. It does not know how a file was found, and does not look for the library.
 *
 * The functions keep no state; any thread may call them, with a candidate and an arena of its own.
 */
#ifndef CLROUTER_DISCOVER_ICD_FILE_H
#define CLROUTER_DISCOVER_ICD_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "discover/candidate.h"

#define ICD_FILE_SIZE 8192	/* bytes; the rest of a longer file is not read */

/*
 * Finds the name of the library in BYTES, the first SIZE bytes of a file, which a NUL byte must
 * follow. The name is the first line that is neither blank nor a comment, which starts with "#",
 * without the white space at both ends. A byte order mark of UTF-8 is skipped.
 *
 * Returns REASON_OK, with *NAME and *LENGTH, a part of BYTES that no NUL byte ends. Otherwise
 * returns REASON_EMPTY_FILE, REASON_NO_LIBRARY_NAME, REASON_NOT_TEXT (the name contains a NUL
 * byte) or REASON_TOO_LONG (PATH_MAX bytes or more, or the line goes beyond ICD_FILE_SIZE).
 */
enum reason icd_file_parse(const char *bytes, size_t size, const char **name, size_t *length);

/*
 * Reads the file at CANDIDATE->path, under ROOT, and sets written and library of CANDIDATE; both
 * are in ARENA. A relative path with a slash is relative to the directory of the file. If there is
 * no name or the file cannot be read, the candidate is refused, with a message of topic TOPIC.
 *
 * IS_REGULAR says that the caller knows it is a regular file. Otherwise this is checked before the
 * file is opened, because a FIFO or device must not be opened.
 */
void icd_file_read(struct candidate *candidate, enum log_topic topic, const char *root,
		   bool is_regular, struct arena *arena);

#endif
