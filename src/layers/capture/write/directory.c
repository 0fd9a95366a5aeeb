/* SPDX-License-Identifier: Apache-2.0 */
/*
 * directory: see directory.h.
 */
#include "layers/capture/write/directory.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/common/file-name.h"
#include "base/common/line.h"
#include "base/file/io.h"
#include "base/text.h"
#include "launch/launch-format.h"
#include "launch/launch.h"

#define BLOCK 4096 /* bytes of the smallest hole */

/* -- the directory ----------------------------------------------------------------------- */

/* The program may change its working directory later. */
static bool make_absolute(const char *pattern, uint64_t number, char *path)
{
	char directory[OS_PATH_SIZE] = "";
	struct line line = line_in(path, OS_PATH_SIZE);

	if (pattern[0] != '/' && !os_working_directory(directory, sizeof(directory)))
		return false;
	line_add(&line, "%s%s", directory, pattern[0] != '/' ? "/" : "");
	file_name_add(&line, pattern);
	while (number != 0 && line.length > 1 && path[line.length - 1] == '/')
		path[--line.length] = '\0';
	if (number != 0)
		line_add(&line, "-%llu", (unsigned long long)number);
	errno = ENAMETOOLONG;
	return !line.is_truncated;
}

bool directory_make(struct directory *directory, const char *pattern, uint64_t number)
{
	char *path = directory->path;
	struct line line;

	if (!make_absolute(pattern, number, path))
		return false;
	if (!own_dir_make(&directory->own, path)) {
		line = (struct line){ .text = path, .size = OS_PATH_SIZE, .length = strlen(path) };
		if (errno != EEXIST)
			return false;
		line_add(&line, ".%lu", (unsigned long)getpid());
		errno = ENAMETOOLONG;
		if (line.is_truncated || !own_dir_make(&directory->own, path))
			return false;
	}
	if (own_dir_make_in(&directory->contents, &directory->own, LAUNCH_CONTENTS))
		return true;
	own_dir_remove(&directory->own);
	return false;
}

void directory_close(struct directory *directory)
{
	own_dir_close(&directory->contents);
	own_dir_close(&directory->own);
}

void directory_remove(struct directory *directory)
{
	own_dir_remove(&directory->contents);
	own_dir_remove(&directory->own);
}

/* -- contents ------------------------------------------------------------------------------ */

bool directory_begin(struct directory_file *file, struct directory *directory, unsigned int number)
{
	*file = (struct directory_file){ .contents = &directory->contents };
	text_format(file->name, sizeof(file->name), OWN_DIR_NEW "%u", number);
	blake2b_start(&file->hash);
	file->descriptor = own_dir_create(file->contents, file->name);
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

void directory_drop(struct directory_file *file)
{
	const int error = errno;

	if (file->descriptor >= 0)
		close(file->descriptor);
	own_dir_drop(file->contents, file->name);
	errno = error;
}

bool directory_end(struct directory_file *file, char hash[BLAKE2B_TEXT])
{
	bool is_good;

	if (file->written == 0) {
		text_format(hash, BLAKE2B_TEXT, "%s", LAUNCH_ZERO);
		directory_drop(file);
		return true;
	}
	blake2b_end(&file->hash, hash);
	is_good = ftruncate(file->descriptor, (off_t)file->size) == 0;
	/* Some file systems say only now that there is no space. */
	is_good &= close(file->descriptor) == 0;
	file->descriptor = -1;
	if (is_good && own_dir_has(file->contents, hash)) {
		file->written = 0;
		own_dir_drop(file->contents, file->name);
		return true;
	}
	return is_good && own_dir_rename(file->contents, file->name, hash);
}
