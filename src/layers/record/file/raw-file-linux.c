/* SPDX-License-Identifier: Apache-2.0 */
/*
 * raw-file-linux: see raw-file.h.
 */
#include "layers/record/file/raw-file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "base/common/line.h"
#include "base/file/io.h"
#include "base/file/safe-open.h"
#include "record/record-format.h"

#define NS_PER_S 1000000000u

#define LOOK_AGAIN_NS 10000000	/* after that, for a lock of a process that has ended ... */
#define MOST_LOOKS 100		/* ... so many times */

#define FLAGS (SAFE_OPEN_READ | SAFE_OPEN_REGULAR)	/* a mapping needs both directions */

static int descriptor_of(const struct raw_file *file)
{
	return (int)file->handle;
}

/* -- opening ------------------------------------------------------------------- */

/* A relative path would be another file after chdir(). */
bool raw_file_path(const char *name, char *path, size_t size)
{
	struct line line = line_in(path, size);
	char directory[PATH_MAX];

	if (name[0] != '/' && getcwd(directory, sizeof(directory)))
		line_add(&line, "%s/", strcmp(directory, "/") == 0 ? "" : directory);
	line_add_text(&line, name);
	return !line.is_truncated;
}

/* NULL, or why it failed. */
static const char *take(struct raw_file *file, int descriptor)
{
	struct stat status;

	if (fstat(descriptor, &status) != 0)
		return strerror(errno);
	*file = (struct raw_file){ descriptor, status.st_dev, status.st_ino };
	return NULL;
}

const char *raw_file_create(struct raw_file *file, const char *path, bool *is_taken)
{
	const int descriptor = safe_open(path, FLAGS | SAFE_OPEN_NEW);

	*is_taken = descriptor < 0 && errno == EEXIST;
	if (descriptor < 0)
		return safe_open_error(errno);
	flock(descriptor, LOCK_EX | LOCK_NB);
	return take(file, descriptor);
}

/*
 * When this process began, in ns of CLOCK_BOOTTIME: the 22nd word of its stat, in ticks. Its name, in
 * parentheses, may have blanks and parentheses. UINT64_MAX: not known.
 */
static uint64_t process_start(void)
{
	char text[1024];
	const int descriptor = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
	const ssize_t length = descriptor < 0 ? 0 : read(descriptor, text, sizeof(text) - 1);
	const char *at;

	if (descriptor >= 0)
		close(descriptor);
	text[length > 0 ? length : 0] = '\0';
	at = strrchr(text, ')');
	for (int word = 2; at && word < 22; word++)
		at = strchr(at + 1, ' ');
	return !at ? UINT64_MAX
			  : strtoull(at, NULL, 10) * (NS_PER_S / (uint64_t)sysconf(_SC_CLK_TCK));
}

static uint64_t read_clock(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (uint64_t)time.tv_sec * NS_PER_S + (uint64_t)time.tv_nsec;
}

/*
 * Does the file have what this process has recorded, also before it executed this program? Another one
 * had the same ID if the record is older than this process, whose age is known to a tick (10 ms): a
 * record of another one may be kept by that, and none of its own is lost.
 */
static bool is_of_this_process(int descriptor)
{
	struct record_header header = { .process = 0 };
	const uint64_t monotonic = read_clock(CLOCK_MONOTONIC);
	const uint64_t now = read_clock(CLOCK_BOOTTIME);
	uint64_t start;

	if (pread(descriptor, &header, sizeof(header), 0) != (ssize_t)sizeof(header) ||
	    header.process != (uint32_t)getpid() || header.monotonic > monotonic)
		return false;
	start = process_start();
	return start <= now && monotonic - header.monotonic <= now - start;
}

/* Has the process that wrote the file ended? One that another PID namespace has counts, too. */
static bool writer_has_ended(int descriptor)
{
	struct record_header header = { .process = 0 };

	return pread(descriptor, &header, sizeof(header), 0) == (ssize_t)sizeof(header) &&
	       (pid_t)header.process > 0 && kill((pid_t)header.process, 0) != 0 && errno == ESRCH;
}

/*
 * False: another process has the lock. The lock of a process that has ended is waited for: Linux
 * 6.18 gives the mappings of a process with many threads up only some time after its parent knows
 * its end.
 */
static bool lock_file(int descriptor)
{
	const struct timespec pause = { 0, LOOK_AGAIN_NS };

	for (int looks = 0; flock(descriptor, LOCK_EX | LOCK_NB) != 0; looks++) {
		if (errno != EWOULDBLOCK)
			return true;
		if (looks == MOST_LOOKS || !writer_has_ended(descriptor))
			return false;
		nanosleep(&pause, NULL);
	}
	return true;
}

/*
 * Locks and empties the file DESCRIPTOR, or says why it must not be replaced. A file system
 * without locks lets everybody write. The mappings of an earlier record of this process keep it
 * locked on most file systems, but not on an overlay, so the file itself is asked.
 */
static const char *take_over(int descriptor, bool keeps)
{
	struct stat status;

	if (is_of_this_process(descriptor))
		return "has what this process did before it opened OpenCL again";
	if (!lock_file(descriptor))
		return "is written by another process";
	if (keeps && (fstat(descriptor, &status) != 0 || status.st_size != 0))
		return "is not empty";
	return ftruncate(descriptor, 0) == 0 ? NULL : "cannot be emptied";
}

const char *raw_file_open(struct raw_file *file, const char *path, bool keeps, bool *is_taken)
{
	const int descriptor = safe_open(path, FLAGS | SAFE_OPEN_CREATE);
	const char *why;

	*is_taken = false;
	if (descriptor < 0)
		return safe_open_error(errno);
	why = take_over(descriptor, keeps);
	if (why) {
		close(descriptor);
		*is_taken = true;
		return why;
	}
	return take(file, descriptor);
}

static bool is_ours(const struct raw_file *file, int descriptor)
{
	struct stat status;

	return fstat(descriptor, &status) == 0 && status.st_dev == file->device &&
	       status.st_ino == file->number;
}

bool raw_file_find(struct raw_file *file, const char *path)
{
	int descriptor;

	if (file->handle < 0)
		return false;
	if (is_ours(file, descriptor_of(file)))
		return true;
	descriptor = safe_open(path, FLAGS);
	if (descriptor >= 0 && is_ours(file, descriptor)) {
		file->handle = descriptor;
		return true;
	}
	if (descriptor >= 0)
		close(descriptor);
	file->handle = -1;
	return false;
}

void raw_file_close(struct raw_file *file, const char *path)
{
	struct stat status;

	if (raw_file_find(file, path)) {
		if (fstat(descriptor_of(file), &status) == 0)
			(void)!ftruncate(descriptor_of(file), status.st_size);
		close(descriptor_of(file));
	}
	file->handle = -1;
}

void raw_file_forget(struct raw_file *file)
{
	if (file->handle >= 0 && is_ours(file, descriptor_of(file)))
		close(descriptor_of(file));
	file->handle = -1;
}

/* -- reading and writing ------------------------------------------------------- */

/* Writing more would send the program SIGXFSZ. */
bool raw_file_may_reach(uint64_t end)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
	       end <= limit.rlim_cur;
}

void *raw_file_map(const struct raw_file *file, uint64_t offset, size_t size, int *error)
{
	void *place;

	do
		*error = -posix_fallocate(descriptor_of(file), (off_t)offset, (off_t)size);
	while (*error == -EINTR);
	if (*error != 0)
		return NULL;
	place = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_of(file),
		     (off_t)offset);
	if (place == MAP_FAILED) {
		*error = -errno;
		return NULL;
	}
	/* A child that wrote into its parent's file would write between its parent's records. */
	madvise(place, size, MADV_DONTFORK);
#ifdef MADV_POPULATE_WRITE
	/* One call in place of a fault for each page; an older kernel refuses it. */
	madvise(place, size, MADV_POPULATE_WRITE);
#endif
	return place;
}

void raw_file_reserve(const struct raw_file *file, uint64_t offset, uint64_t size)
{
	fallocate(descriptor_of(file), FALLOC_FL_KEEP_SIZE, (off_t)offset, (off_t)size);
}

int raw_file_read(const struct raw_file *file, void *bytes, size_t size, uint64_t offset)
{
	const ssize_t got = pread(descriptor_of(file), bytes, size, (off_t)offset);

	if (got < 0)
		return -errno;
	return got == (ssize_t)size ? 0 : -EIO;
}

int raw_file_write(const struct raw_file *file, const void *bytes, size_t size, uint64_t offset)
{
	for (size_t done = 0; done < size;) {
		ssize_t written = pwrite(descriptor_of(file), (const char *)bytes + done,
					 size - done, (off_t)(offset + done));

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return written < 0 ? -errno : -EIO;
		done += (size_t)written;
	}
	return 0;
}

/* In one piece: file systems are slow to go back. */
int raw_file_write_two(const struct raw_file *file, const void *first, size_t first_size,
		       const void *second, size_t second_size, uint64_t offset)
{
	const struct iovec parts[] = {
		{ (void *)first, first_size },
		{ (void *)second, second_size },
	};
	int error;

	if (pwritev(descriptor_of(file), parts, 2, (off_t)offset) ==
	    (ssize_t)(first_size + second_size))
		return 0;
	error = raw_file_write(file, first, first_size, offset);
	return error != 0 ? error : raw_file_write(file, second, second_size, offset + first_size);
}
