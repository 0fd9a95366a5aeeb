/* SPDX-License-Identifier: Apache-2.0 */
/*
 * output-file: see output-file.h.
 */
#include "layers/frame/output-file.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "base/common/file-name.h"
#include "base/common/line.h"
#include "base/file/io.h"
#include "base/file/safe-open.h"
#include "layers/frame/layer-message.h"

#define READER_PAUSE 10000000	/* nanoseconds */
#define READER_TRIES 100

/*
 * Writing more than the limit would send the program a signal, SIGXFSZ. END is where writing
 * begins in the file that has STATUS.
 */
static bool is_below_limit(const struct stat *status, off_t end, size_t length)
{
	struct rlimit limit;

	if (!S_ISREG(status->st_mode) || getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
	    limit.rlim_cur == RLIM_INFINITY || (rlim_t)end + length <= limit.rlim_cur)
		return true;
	errno = EFBIG;
	return false;
}

/* -- opening ------------------------------------------------------------------- */

/* The file that this process emptied last: the layer outlives a loader that is closed and opened again. */
static struct {
	dev_t device;
	ino_t inode;
} emptied;

/*
 * Locks DESCRIPTOR, a regular file with STATUS, and empties it, unless this process has written what
 * is in it. False: another process has locked it. A file system without locks lets everybody write.
 */
static bool take_over(int descriptor, const struct stat *status)
{
	if (flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
		return false;
	if (status->st_dev == emptied.device && status->st_ino == emptied.inode)
		return true;
	(void)!ftruncate(descriptor, 0);
	emptied.device = status->st_dev;
	emptied.inode = status->st_ino;
	return true;
}

/*
 * A FIFO that no process reads would hold the program until one does. A reader that has been
 * started with the program may need a moment.
 */
static int open_without_waiting(const char *path)
{
	const unsigned flags = SAFE_OPEN_CREATE | SAFE_OPEN_APPEND;
	const struct timespec pause = { .tv_nsec = READER_PAUSE };
	int descriptor = safe_open(path, flags);

	for (int i = 0; descriptor < 0 && errno == ENXIO && i < READER_TRIES; i++) {
		nanosleep(&pause, NULL);
		descriptor = safe_open(path, flags);
	}
	return descriptor;
}

/*
 * The descriptor from 1 to 2 by which the program has the file open already, for example because
 * it is /dev/stderr: it must neither be emptied nor have two places to write at. -1: none.
 */
static int find_standard(const struct stat *file)
{
	struct stat status;
	int descriptor = STDERR_FILENO;

	while (descriptor > 0 && !(fstat(descriptor, &status) == 0 &&
				   status.st_dev == file->st_dev && status.st_ino == file->st_ino))
		descriptor--;
	return descriptor > 0 && S_ISREG(file->st_mode) ? descriptor : -1;
}

/* Opens NAME as OUTPUT, -1 with errno if that fails. *IS_USED: because a process writes it. */
static int open_named(struct output_file *output, const struct line *name, enum output_mode mode,
		      bool *is_used)
{
	struct line shown = line_in(output->name, sizeof(output->name));
	struct stat status;
	int descriptor;

	line_add_bytes(&shown, name->text, name->length);
	*is_used = false;
	errno = ENAMETOOLONG;
	descriptor = name->is_truncated ? -1 : open_without_waiting(name->text);
	if (descriptor < 0 || fstat(descriptor, &status) != 0)
		return -1;
	output->device = status.st_dev;
	output->inode = status.st_ino;
	if (find_standard(&status) >= 0) {
		close(descriptor);
		return find_standard(&status);
	}
	if (mode == OUTPUT_TEXT && S_ISREG(status.st_mode) && !take_over(descriptor, &status)) {
		close(descriptor);
		*is_used = true;
		errno = EWOULDBLOCK;
		return -1;
	}
	return descriptor;
}

static void take_standard_error(struct output_file *output)
{
	struct stat status;

	output->descriptor = STDERR_FILENO;
	if (fstat(STDERR_FILENO, &status) != 0)
		return;
	output->device = status.st_dev;
	output->inode = status.st_ino;
}

bool output_file_open(struct output_file *output, const char *path, enum output_mode mode)
{
	char buffer[PATH_MAX];
	struct line name = line_in(buffer, sizeof(buffer));
	bool is_used;

	*output = (struct output_file){ .inode = 0 };
	if (!path) {
		take_standard_error(output);
		return false;
	}
	file_name_add(&name, path);
	output->descriptor = open_named(output, &name, mode, &is_used);
	if (is_used) {
		line_add(&name, ".%ld", (long)getpid());
		layer_message("%s: another process writes it, this one writes %s", output->name,
			      name.text);
		output->descriptor = open_named(output, &name, mode, &is_used);
	}
	if (output->descriptor >= 0)
		return true;
	layer_message("%s: cannot be written: %s", output->name, safe_open_error(errno));
	take_standard_error(output);
	return false;
}

/* -- writing ------------------------------------------------------------------- */

/*
 * As fstat(), but for the times: a file whose times somebody has seen gets new ones at the next
 * write, which takes as long as the write itself.
 */
static int look_at(int descriptor, struct stat *status)
{
#ifdef STATX_INO
	const unsigned int mask = STATX_TYPE | STATX_INO | STATX_SIZE;
	struct statx found;

	if (statx(descriptor, "", AT_EMPTY_PATH, mask, &found) == 0) {
		status->st_dev = makedev(found.stx_dev_major, found.stx_dev_minor);
		status->st_ino = (ino_t)found.stx_ino;
		status->st_mode = found.stx_mode;
		status->st_size = (off_t)found.stx_size;
		return 0;
	}
#endif
	return fstat(descriptor, status);
}

static bool is_same(const struct output_file *output, const struct stat *status)
{
	return status->st_dev == output->device && status->st_ino == output->inode;
}

static bool is_ours(const struct output_file *output, struct stat *status)
{
	return look_at(output->descriptor, status) == 0 &&
	       (output->descriptor == STDERR_FILENO || is_same(output, status));
}

/* If the reader of a pipe or socket has gone, the program would get a signal, SIGPIPE. */
static bool write_to_pipe(int descriptor, const char *text, size_t length)
{
	const struct timespec at_once = { 0, 0 };
	sigset_t broken;
	sigset_t before;
	sigset_t pending;
	bool is_good;
	int error;

	sigemptyset(&broken);
	sigaddset(&broken, SIGPIPE);
	sigemptyset(&pending);
	sigpending(&pending);
	pthread_sigmask(SIG_BLOCK, &broken, &before);
	is_good = io_write_all(descriptor, text, length);
	error = errno;
	if (!is_good && error == EPIPE && !sigismember(&pending, SIGPIPE))
		sigtimedwait(&broken, NULL, &at_once);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = error;
	return is_good;
}

static bool write_text(struct output_file *output, const struct stat *status, const char *text,
		       size_t length)
{
	if (!is_below_limit(status, status->st_size, length))
		return false;
	return S_ISFIFO(status->st_mode) || S_ISSOCK(status->st_mode) ?
		       write_to_pipe(output->descriptor, text, length) :
		       io_write_all(output->descriptor, text, length);
}

bool output_file_write(struct output_file *output, const char *text, size_t length)
{
	struct stat status;

	if (!is_ours(output, &status))
		return false;
	if (write_text(output, &status, text, length))
		return true;
	if (output->descriptor != STDERR_FILENO && !output->is_reported)
		layer_message("%s: cannot be written: %s; from here on lines are missing",
			      output->name, strerror(errno));
	output->is_reported = true;
	return false;
}

bool output_file_is_same(const struct output_file *output)
{
	struct stat status;

	return look_at(output->descriptor, &status) == 0 && is_same(output, &status);
}

bool output_file_is_own(const struct output_file *output)
{
	struct stat status;

	return output->descriptor > STDERR_FILENO && is_ours(output, &status) &&
	       S_ISREG(status.st_mode);
}

void output_file_close(struct output_file *output)
{
	struct stat status;

	if (output->descriptor > STDERR_FILENO && is_ours(output, &status))
		close(output->descriptor);
	*output = (struct output_file){ .descriptor = STDERR_FILENO };
}
