/* SPDX-License-Identifier: Apache-2.0 */
/*
 * directory: see directory.h.
 */
#include "layers/capture/write/directory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/common/file-name.h"
#include "base/common/line.h"
#include "base/file/io.h"
#include "base/file/safe-open.h"
#include "base/os.h"
#include "base/text.h"
#include "capture/capture-format.h"

#define BLOCK 4096 /* bytes of the smallest hole */
#define NEW CAPTURE_NEW_PREFIX "file"
#define NEW_CONTENTS CAPTURE_CONTENTS "/" CAPTURE_NEW_PREFIX "%u"

/* PATH, a slash and NAME, in BUFFER of OS_PATH_SIZE bytes. False: it is too long. */
static bool join(char *buffer, const char *path, const char *name)
{
	struct line line = line_in(buffer, OS_PATH_SIZE);

	line_add(&line, "%s/%s", path, name);
	errno = ENAMETOOLONG;
	return !line.is_truncated;
}

/* The same with the name that FILE has while it is written. */
static bool join_new(char *buffer, const char *path, const struct directory_file *file)
{
	struct line line = line_in(buffer, OS_PATH_SIZE);

	line_add(&line, "%s/" NEW_CONTENTS, path, file->number);
	errno = ENAMETOOLONG;
	return !line.is_truncated;
}

/* -- the directory ----------------------------------------------------------------------- */

/* The program may change its working directory later. */
static bool make_absolute(const char *pattern, char *path)
{
	char directory[OS_PATH_SIZE] = "";
	struct line line = line_in(path, OS_PATH_SIZE);

	if (pattern[0] != '/' && !os_working_directory(directory, sizeof(directory)))
		return false;
	line_add(&line, "%s%s", directory, pattern[0] != '/' ? "/" : "");
	file_name_add(&line, pattern);
	errno = ENAMETOOLONG;
	return !line.is_truncated;
}

bool directory_make(const char *pattern, char *path)
{
	char contents[OS_PATH_SIZE];
	struct line line;

	if (!make_absolute(pattern, path))
		return false;
	if (mkdir(path, 0700) != 0) {
		line = (struct line){ .text = path, .size = OS_PATH_SIZE, .length = strlen(path) };
		if (errno != EEXIST)
			return false;
		line_add(&line, ".%lu", (unsigned long)getpid());
		errno = ENAMETOOLONG;
		if (line.is_truncated || mkdir(path, 0700) != 0)
			return false;
	}
	if (join(contents, path, CAPTURE_CONTENTS) && mkdir(contents, 0700) == 0)
		return true;
	rmdir(path);
	return false;
}

/* Removes the files of the directory PATH, and the directory. */
static void remove_files(const char *path)
{
	char name[OS_PATH_SIZE];
	struct os_dir directory = { .name = NULL };

	if (os_dir_open(&directory, path) == 0) {
		while (os_dir_next(&directory) == 1)
			if (join(name, path, directory.name))
				unlink(name);
		os_dir_close(&directory);
	}
	rmdir(path);
}

void directory_remove(const char *path)
{
	char contents[OS_PATH_SIZE];
	const int error = errno;

	if (join(contents, path, CAPTURE_CONTENTS))
		remove_files(contents);
	remove_files(path);
	errno = error;
}

/* -- contents ------------------------------------------------------------------------------ */

bool directory_begin(struct directory_file *file, const char *path, unsigned int number)
{
	char name[OS_PATH_SIZE];

	*file = (struct directory_file){ .descriptor = -1, .number = number };
	blake2b_start(&file->hash);
	if (!join_new(name, path, file))
		return false;
	file->descriptor = safe_open(name, SAFE_OPEN_NEW | SAFE_OPEN_REGULAR);
	return file->descriptor >= 0;
}

static bool is_zero(const unsigned char *bytes, size_t size)
{
	return size == 0 || (bytes[0] == 0 && memcmp(bytes, bytes + 1, size - 1) == 0);
}

/* How many of the SIZE bytes come before the next block that is zero, or is not. */
static size_t run(const unsigned char *bytes, size_t size, bool zeros)
{
	size_t length = 0;

	while (length < size) {
		const size_t block = size - length < BLOCK ? size - length : BLOCK;

		if (is_zero(bytes + length, block) != zeros)
			break;
		length += block;
	}
	return length;
}

/* Contents of zeros have no hash, so zeros at the beginning wait for what comes after them. */
static void add_hash(struct directory_file *file, const void *bytes, size_t size)
{
	static const unsigned char zeros[BLOCK];

	if (file->written == 0 && run(bytes, size, true) == size)
		return;
	for (uint64_t left = file->written == 0 ? file->size : 0; left > 0;) {
		const size_t part = left < BLOCK ? (size_t)left : BLOCK;

		blake2b_add(&file->hash, zeros, part);
		left -= part;
	}
	blake2b_add(&file->hash, bytes, size);
}

bool directory_add(struct directory_file *file, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;

	add_hash(file, bytes, size);
	while (size > 0) {
		const size_t zeros = run(at, size, true);
		const size_t others = run(at + zeros, size - zeros, false);

		if (zeros > 0 && lseek(file->descriptor, (off_t)zeros, SEEK_CUR) < 0)
			return false;
		if (!io_write_all(file->descriptor, at + zeros, others))
			return false;
		file->size += zeros + others;
		file->written += others;
		at += zeros + others;
		size -= zeros + others;
	}
	return true;
}

void directory_drop(struct directory_file *file, const char *path)
{
	char name[OS_PATH_SIZE];
	const int error = errno;

	if (file->descriptor >= 0)
		close(file->descriptor);
	if (join_new(name, path, file))
		unlink(name);
	errno = error;
}

bool directory_end(struct directory_file *file, const char *path, char hash[BLAKE2B_TEXT])
{
	char from[OS_PATH_SIZE], to[OS_PATH_SIZE];
	struct line line = line_in(to, sizeof(to));
	bool is_good;

	if (file->written == 0) {
		text_format(hash, BLAKE2B_TEXT, "%s", CAPTURE_ZERO);
		directory_drop(file, path);
		return true;
	}
	blake2b_end(&file->hash, hash);
	line_add(&line, "%s/" CAPTURE_CONTENTS "/%s", path, hash);
	is_good = ftruncate(file->descriptor, (off_t)file->size) == 0 && !line.is_truncated &&
		  join_new(from, path, file);
	/* Some file systems say only now that there is no space. */
	is_good &= close(file->descriptor) == 0;
	file->descriptor = -1;
	if (is_good && access(to, F_OK) == 0) {
		file->written = 0;
		return unlink(from) == 0;
	}
	return is_good && rename(from, to) == 0;
}

bool directory_write(const char *path, const char *name, const void *bytes, size_t size)
{
	char from[OS_PATH_SIZE], to[OS_PATH_SIZE];
	int descriptor;
	bool is_good;

	if (!join(from, path, NEW) || !join(to, path, name))
		return false;
	descriptor = safe_open(from, SAFE_OPEN_NEW | SAFE_OPEN_REGULAR);
	if (descriptor < 0)
		return false;
	is_good = io_write_all(descriptor, bytes, size);
	is_good &= close(descriptor) == 0;
	return is_good && rename(from, to) == 0;
}
