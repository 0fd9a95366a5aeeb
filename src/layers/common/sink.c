/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sink: see sink.h.
 */
#include "layers/common/sink.h"

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
	char room[PATH_MAX];
	struct line name = line_in(room, sizeof(room));
	int descriptor;

	expand(&name, path);
	descriptor = name.is_cut ? -1 :
		open(name.text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY | flags, 0666);
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

void sink_open(struct sink *sink, const char *path, bool has_tail)
{
	int flags = has_tail ? 0 : O_APPEND;
	struct stat status;

	*sink = (struct sink){ .descriptor = path != NULL ? open_file(path, flags) : -1 };
	if (sink->descriptor < 0 || fstat(sink->descriptor, &status) != 0) {
		sink->descriptor = STDERR_FILENO;
		return;
	}
	sink->device = status.st_dev;
	sink->inode = status.st_ino;
	sink->is_file = has_tail && S_ISREG(status.st_mode);
}

static bool is_ours(const struct sink *sink)
{
	struct stat status;

	return sink->descriptor == STDERR_FILENO ||
	       (fstat(sink->descriptor, &status) == 0 && status.st_dev == sink->device &&
		status.st_ino == sink->inode);
}

/*
 * Text and tail at once: a reader never sees the file without its end. If they do not fit on the
 * disk, the tail gets back the place that it had before.
 */
static bool write_with_tail(struct sink *sink, const char *text, size_t length, const char *tail)
{
	const size_t tail_length = strlen(tail);
	struct iovec parts[2] = { { (char *)text, length }, { (char *)tail, tail_length } };
	off_t size = 0;

	if (pwritev(sink->descriptor, parts, 2, sink->end) == (ssize_t)(length + tail_length)) {
		sink->end += (off_t)length;
		return true;
	}
	if (sink->end > 0 &&
	    pwrite(sink->descriptor, tail, tail_length, sink->end) == (ssize_t)tail_length)
		size = sink->end + (off_t)tail_length;
	if (size > 0 || sink->end == 0)
		(void)!ftruncate(sink->descriptor, size);
	return false;
}

bool sink_write(struct sink *sink, const char *text, size_t length, const char *tail)
{
	if (!is_ours(sink))
		return false;
	if (sink->is_file)
		return write_with_tail(sink, text, length, tail);
	sink->tail = tail;
	return io_write_all(sink->descriptor, text, length);
}

void sink_close(struct sink *sink)
{
	bool is_open = is_ours(sink);

	if (is_open && sink->tail != NULL)
		io_write_all(sink->descriptor, sink->tail, strlen(sink->tail));
	if (is_open && sink->descriptor > STDERR_FILENO)
		close(sink->descriptor);
	*sink = (struct sink){ .descriptor = STDERR_FILENO };
}
