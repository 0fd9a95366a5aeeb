/* SPDX-License-Identifier: Apache-2.0 */
/*
 * output-file: see output-file.h.
 */
#include "layers/common/output-file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/io.h"
#include "layers/common/line.h"

/* Copies PATH with the process ID in place of %p. */
static void expand(struct line *name, const char *path)
{
	for (; *path; path++) {
		if (path[0] == '%' && path[1] == 'p') {
			line_add(name, "%ld", (long)getpid());
			path++;
		} else {
			line_add_bytes(name, path, 1);
		}
	}
}

static int open_file(const char *path, int flags)
{
	char buffer[PATH_MAX];
	struct line name = line_in(buffer, sizeof(buffer));
	int descriptor;

	expand(&name, path);
	descriptor = name.is_truncated ?
			     -1 :
			     open(name.text,
				  O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY | flags,
				  0666);
	if (descriptor < 0) {
		char message_room[PATH_MAX + 128];
		struct line message = line_in(message_room, sizeof(message_room));

		line_add(&message, "clrouter: layer: %s: cannot be written: %s\n", name.text,
			 strerror(errno));
		if (write(STDERR_FILENO, message.text, message.length) < 0)
			return -1;
	}
	return descriptor;
}

void output_file_open(struct output_file *output, const char *path, bool has_tail)
{
	int flags = has_tail ? 0 : O_APPEND;
	struct stat status;

	*output = (struct output_file){ .descriptor = path != NULL ? open_file(path, flags) : -1 };
	if (output->descriptor < 0 || fstat(output->descriptor, &status) != 0) {
		output->descriptor = STDERR_FILENO;
		return;
	}
	output->device = status.st_dev;
	output->inode = status.st_ino;
	output->is_file = has_tail && S_ISREG(status.st_mode);
}

static bool is_ours(const struct output_file *output)
{
	struct stat status;

	return output->descriptor == STDERR_FILENO ||
	       (fstat(output->descriptor, &status) == 0 && status.st_dev == output->device &&
		status.st_ino == output->inode);
}

/*
 * Text and tail at once: a reader never sees the file without its end. If they do not fit on the
 * disk, the tail gets back the place that it had before.
 */
static bool write_with_tail(struct output_file *output, const char *text, size_t length,
			    const char *tail)
{
	const size_t tail_length = strlen(tail);
	struct iovec parts[2] = { { (char *)text, length }, { (char *)tail, tail_length } };
	off_t size = 0;

	if (pwritev(output->descriptor, parts, 2, output->end) == (ssize_t)(length + tail_length)) {
		output->end += (off_t)length;
		return true;
	}
	if (output->end > 0 &&
	    pwrite(output->descriptor, tail, tail_length, output->end) == (ssize_t)tail_length)
		size = output->end + (off_t)tail_length;
	if (size > 0 || output->end == 0)
		(void)!ftruncate(output->descriptor, size);
	return false;
}

bool output_file_write(struct output_file *output, const char *text, size_t length,
		       const char *tail)
{
	if (!is_ours(output))
		return false;
	if (output->is_file)
		return write_with_tail(output, text, length, tail);
	output->tail = tail;
	return io_write_all(output->descriptor, text, length);
}

void output_file_close(struct output_file *output)
{
	bool is_open = is_ours(output);

	if (is_open && output->tail != NULL)
		io_write_all(output->descriptor, output->tail, strlen(output->tail));
	if (is_open && output->descriptor > STDERR_FILENO)
		close(output->descriptor);
	*output = (struct output_file){ .descriptor = STDERR_FILENO };
}
