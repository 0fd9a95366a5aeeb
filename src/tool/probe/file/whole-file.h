/* SPDX-License-Identifier: Apache-2.0 */
/* whole-file: the bytes of a regular file, up to a limit. */
#ifndef CLROUTER_TOOL_PROBE_FILE_WHOLE_FILE_H
#define CLROUTER_TOOL_PROBE_FILE_WHOLE_FILE_H

#include <stddef.h>

/*
 * The first MOST bytes of the regular file PATH and a NUL byte after them; *SIZE is their number
 * without it. The caller frees them. NULL if the file cannot be read.
 */
char *whole_file_read(const char *path, size_t most, size_t *size);

/* The same for the file that is open as DESCRIPTOR, which is closed; -1: there is none. */
char *whole_file_take(int descriptor, size_t most, size_t *size);

#endif
