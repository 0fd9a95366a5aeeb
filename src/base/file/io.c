/* SPDX-License-Identifier: Apache-2.0 */
/* io: see io.h. */
#include "base/file/io.h"

#include <errno.h>
#include <unistd.h>

#include "base/os.h"

ssize_t io_read(int descriptor, void *bytes, size_t size)
{
	ssize_t got;

	do
		got = read(descriptor, bytes, size);
	while (got < 0 && errno == EINTR);
	return got < 0 ? -errno : got;
}

bool io_write_all(int descriptor, const void *bytes, size_t size)
{
	const char *at = bytes;

	while (size > 0) {
		ssize_t written = os_write(descriptor, at, size);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return false;
		at += written;
		size -= (size_t)written;
	}
	return true;
}

void io_close(int descriptor)
{
	const int error = errno;

	if (descriptor >= 0)
		close(descriptor);
	errno = error;
}
