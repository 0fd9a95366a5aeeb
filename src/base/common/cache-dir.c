/* SPDX-License-Identifier: Apache-2.0 */
/* cache-dir: see cache-dir.h. */
#include "base/common/cache-dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/common/list.h"
#include "base/common/own-dir.h"
#include "base/file/io.h"
#include "base/text.h"

#define MOST_FILES 10000 /* that are looked at */
#define STALE 3600	 /* seconds after which nobody writes to a new file any more */

bool cache_dir_init(struct cache_dir *cache, const char *name, uint64_t most, size_t most_of_one)
{
	const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME"), *below = "";
	size_t length;

	if (!base || *base != '/') {
		base = home;
		below = "/.cache";
	}
	*cache = (struct cache_dir){ .most = most, .most_of_one = most_of_one };
	if (!base || *base != '/')
		return false;
	length = text_format(cache->path, sizeof(cache->path), "%s%s/clrouter/%s", base, below,
			     name);
	if (length + NAME_MAX < sizeof(cache->path))
		return true;
	cache->path[0] = '\0';
	return false;
}

/* -- the directory ---------------------------------------------------------------------------- */

/* Nobody else may have a part in what is believed. */
static bool is_mine(int descriptor, mode_t kind)
{
	struct stat status;

	if (fstat(descriptor, &status) != 0)
		return false;
	errno = EPERM;
	return (status.st_mode & S_IFMT) == kind && status.st_uid == geteuid() &&
	       (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

static bool open_directory(const struct cache_dir *cache, struct own_dir *dir)
{
	errno = ENOENT;
	if (cache->path[0] == '\0' || !own_dir_open(dir, cache->path))
		return false;
	if (is_mine(dir->place.descriptor, S_IFDIR))
		return true;
	own_dir_close(dir);
	errno = EPERM;
	return false;
}

/* Makes what lacks of the last three directories of the path: ~/.cache/clrouter/NAME. */
static void make_directories(const struct cache_dir *cache)
{
	char path[PATH_MAX];
	char *ends[3];
	struct own_dir dir;

	memcpy(path, cache->path, sizeof(path));
	for (size_t i = 0; i < 3; i++) {
		ends[i] = strrchr(path, '/');
		if (!ends[i])
			return;
		*ends[i] = '\0';
	}
	for (size_t i = 3; i > 0; i--) {
		if (*path && own_dir_make(&dir, path))
			own_dir_close(&dir);
		*ends[i - 1] = '/';
	}
	if (own_dir_make(&dir, path))
		own_dir_close(&dir);
}

/* -- pruning ---------------------------------------------------------------------------------- */

struct cache_file {
	struct timespec time;
	off_t size;
	char name[NAME_MAX + 1];
};

struct cache_files {
	struct cache_file *list;
	size_t count;
	uint64_t bytes;
};

static bool is_newer(const struct timespec *one, const struct timespec *other)
{
	return one->tv_sec != other->tv_sec ? one->tv_sec > other->tv_sec
					    : one->tv_nsec > other->tv_nsec;
}

static int compare(const void *one, const void *other)
{
	const struct cache_file *a = one, *b = other;

	return is_newer(&a->time, &b->time) - is_newer(&b->time, &a->time);
}

/* A file that is being written is left alone, but not one whose writer has died. */
static bool is_counted(const char *name, const struct stat *status)
{
	return S_ISREG(status->st_mode) && (!text_skip_prefix(name, OWN_DIR_NEW) ||
					    status->st_mtim.tv_sec + STALE < time(NULL));
}

static void list_files(struct cache_files *files, DIR *stream)
{
	const struct dirent *entry;
	struct stat status;

	while (files->count < MOST_FILES && (entry = readdir(stream))) {
		struct cache_file *file;

		if (fstatat(dirfd(stream), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
		    !is_counted(entry->d_name, &status) ||
		    !list_make_space(&files->list, files->count, sizeof(files->list[0])))
			continue;
		file = &files->list[files->count++];
		file->time = status.st_mtim;
		file->size = text_skip_prefix(entry->d_name, OWN_DIR_NEW) ? 0 : status.st_size;
		text_format(file->name, sizeof(file->name), "%s", entry->d_name);
		files->bytes += (uint64_t)file->size;
	}
}

/* Removes the oldest files until what is left fits, and all that nobody has finished. */
static void prune(const struct cache_dir *cache, int directory)
{
	const int copy = fcntl(directory, F_DUPFD_CLOEXEC, 0);
	DIR *stream = copy >= 0 ? fdopendir(copy) : NULL;
	struct cache_files files = { 0 };

	if (!stream) {
		io_close(copy);
		return;
	}
	rewinddir(stream);
	list_files(&files, stream);
	closedir(stream);
	if (files.count > 0)
		qsort(files.list, files.count, sizeof(files.list[0]), compare);
	for (size_t i = 0; i < files.count; i++) {
		const struct cache_file *file = &files.list[i];
		const bool is_new = text_skip_prefix(file->name, OWN_DIR_NEW) != NULL;

		if (files.bytes <= cache->most && files.count - i <= MOST_FILES / 2 && !is_new)
			continue;
		unlinkat(directory, file->name, 0);
		files.bytes -= (uint64_t)file->size;
	}
	free(files.list);
}

/* -- files ------------------------------------------------------------------------------------ */

bool cache_dir_put(const struct cache_dir *cache, const char *name, const void *bytes, size_t size)
{
	struct own_dir dir;
	bool is_written;
	int error;

	if (size > cache->most_of_one) {
		errno = EFBIG;
		return false;
	}
	make_directories(cache);
	if (!open_directory(cache, &dir))
		return false;
	is_written = own_dir_replace(&dir, name, bytes, size);
	error = errno;
	prune(cache, dir.place.descriptor);
	own_dir_close(&dir);
	errno = error;
	return is_written;
}

static char *read_whole(const struct cache_dir *cache, int descriptor, size_t *size)
{
	struct stat status;
	char *bytes;
	size_t have = 0;
	ssize_t count = 1;

	if (!is_mine(descriptor, S_IFREG) || fstat(descriptor, &status) != 0)
		return NULL;
	errno = EFBIG;
	if (status.st_size < 0 || (uint64_t)status.st_size > cache->most_of_one)
		return NULL;
	bytes = malloc((size_t)status.st_size + 1);
	while (bytes && have < (size_t)status.st_size && count > 0) {
		count = io_read(descriptor, bytes + have, (size_t)status.st_size - have);
		have += count > 0 ? (size_t)count : 0;
	}
	if (!bytes)
		return NULL;
	bytes[have] = '\0';
	*size = have;
	return bytes;
}

char *cache_dir_get(const struct cache_dir *cache, const char *name, size_t *size)
{
	struct own_dir dir;
	int descriptor;
	char *bytes;

	if (!open_directory(cache, &dir))
		return NULL;
	descriptor = own_dir_read(&dir, name);
	bytes = descriptor >= 0 ? read_whole(cache, descriptor, size) : NULL;
	if (bytes)
		futimens(descriptor, NULL);
	io_close(descriptor);
	own_dir_close(&dir);
	return bytes;
}
