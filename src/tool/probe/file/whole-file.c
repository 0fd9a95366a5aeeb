/* SPDX-License-Identifier: Apache-2.0 */
/* whole-file: see whole-file.h. */
#include "tool/probe/file/whole-file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/io.h"

/* A file may become shorter while it is read. */
static size_t read_bytes(int descriptor, char *bytes, size_t size)
{
	size_t done = 0;
	ssize_t part;

	do {
		part = io_read(descriptor, bytes + done, size - done);
		done += part > 0 ? (size_t)part : 0;
	} while (part > 0 && done < size);
	return done;
}

char *whole_file_take(int descriptor, size_t most, size_t *size)
{
	char *bytes = NULL;
	struct stat status;

	*size = 0;
	if (descriptor < 0)
		return NULL;
	if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
		size_t wanted = status.st_size < (off_t)most ? (size_t)status.st_size : most;

		bytes = malloc(wanted + 1);
		if (bytes) {
			*size = read_bytes(descriptor, bytes, wanted);
			bytes[*size] = '\0';
		}
	}
	close(descriptor);
	return bytes;
}

char *whole_file_read(const char *path, size_t most, size_t *size)
{
	return whole_file_take(open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK), most, size);
}
