/* SPDX-License-Identifier: Apache-2.0 */
/* new-file: see new-file.h. */
#include "tool/probe/file/new-file.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/file/io.h"
#include "base/file/safe-open.h"

static bool undo(const char *path)
{
	const int error = errno;

	unlink(path);
	errno = error;
	return false;
}

bool new_file_write(const char *path, const void *bytes, size_t size)
{
	const int file = safe_open(path, SAFE_OPEN_NEW);
	bool is_written;

	if (file < 0)
		return false;
	is_written = io_write_all(file, bytes, size);
	return (close(file) == 0 && is_written) || undo(path);
}

bool new_file_replace(const char *path, const char *other, const void *bytes, size_t size)
{
	return new_file_write(other, bytes, size) && (rename(other, path) == 0 || undo(other));
}
