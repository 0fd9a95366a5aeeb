/* SPDX-License-Identifier: Apache-2.0 */
/*
 * file-name: the names of files that a layer writes, with placeholders for what differs between
 * processes:
 *
 *	%p		the process ID
 *	%h		the name of the host
 *	%r		the rank (job.h), 0 if there is none
 *	%j		the job (job.h), 0 if there is none
 *	%q{NAME}	the variable NAME, nothing if it is not set
 *
 * A value is one part of a name, and only one: a slash or control character in it becomes "_", and
 * so does each dot of "." and "..". Other texts with "%" stay as they are.
 */
#ifndef CLROUTER_BASE_COMMON_FILE_NAME_H
#define CLROUTER_BASE_COMMON_FILE_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/common/line.h"

/* The first placeholder in PATTERN, or its end if it has none. */
const char *file_name_find(const char *pattern);

/* Adds PATTERN to LINE, with values in the place of placeholders. Reads the environment. */
void file_name_add(struct line *line, const char *pattern);

#endif
