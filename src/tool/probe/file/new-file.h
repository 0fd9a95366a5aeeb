/* SPDX-License-Identifier: Apache-2.0 */
/* new-file: writes whole files, which nobody else has made (base/file/safe-open.h). */
#ifndef CLROUTER_TOOL_PROBE_FILE_NEW_FILE_H
#define CLROUTER_TOOL_PROBE_FILE_NEW_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the file PATH, which must not exist. False: errno; what was begun is removed. */
bool new_file_write(const char *path, const void *bytes, size_t size);

/* Writes OTHER, a new file, which then takes the place of PATH. False: errno; PATH is as it was. */
bool new_file_replace(const char *path, const char *other, const void *bytes, size_t size);

#endif
