/* SPDX-License-Identifier: Apache-2.0 */
/*
 * record-file: see record-file.h.
 */
#include "layers/record/record-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "layers/common/layer-message.h"
#include "layers/common/line.h"
#include "base/safe-open.h"

#define FLAGS (O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
#define MOST_NAMES 1000

static bool fail(struct record_file *file, const char *why)
{
	layer_message("record: %s: %s; nothing is recorded", file->path, why);
	file->descriptor = -1;
	return false;
}

static bool take(struct record_file *file, int descriptor)
{
	struct stat status;

	if (fstat(descriptor, &status) != 0)
		return fail(file, strerror(errno));
	file->descriptor = descriptor;
	file->device = status.st_dev;
	file->inode = status.st_ino;
	return true;
}

/* A relative path would be another file after chdir(). False: it is too long. */
static bool set_path(struct record_file *file, const struct line *name)
{
	struct line path = line_in(file->path, sizeof(file->path));
	char directory[PATH_MAX];

	if (name->text[0] != '/' && getcwd(directory, sizeof(directory)) != NULL)
		line_add(&path, "%s/", strcmp(directory, "/") == 0 ? "" : directory);
	line_add_bytes(&path, name->text, name->length);
	return !name->is_truncated && !path.is_truncated;
}

/* The first free name of BASE.PID, BASE.PID.2, ... , each with SUFFIX. */
static bool open_free_name(struct record_file *file, const char *base, const char *suffix)
{
	int descriptor = -1;

	for (unsigned n = 1; descriptor < 0 && n <= MOST_NAMES; n++) {
		char buffer[PATH_MAX];
		struct line name = line_in(buffer, sizeof(buffer));

		line_add(&name, "%s.%ld", base, (long)getpid());
		if (n > 1)
			line_add(&name, ".%u", n);
		line_add(&name, "%s", suffix);
		if (!set_path(file, &name))
			return fail(file, strerror(ENAMETOOLONG));
		descriptor = open(file->path, FLAGS | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
		if (descriptor < 0 && errno != EEXIST)
			return fail(file, strerror(errno));
	}
	if (descriptor < 0)
		return fail(file, strerror(EEXIST));
	flock(descriptor, LOCK_EX | LOCK_NB);
	return take(file, descriptor);
}

/* In DIRECTORY, which is empty or ends with a slash. */
static bool open_in_directory(struct record_file *file, const char *directory)
{
	char buffer[PATH_MAX];
	char program[PATH_MAX];
	struct line base = line_in(buffer, sizeof(buffer));
	ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);

	program[length > 0 ? length : 0] = '\0';
	line_add(&base, "%s%s", directory, length > 0 ? text_base_name(program) : "program");
	return open_free_name(file, base.text, ".clrecord");
}

/*
 * Locks and empties the file DESCRIPTOR, or says why it must not be replaced. A file system
 * without locks lets everybody write.
 */
static const char *take_over(int descriptor, bool keeps)
{
	struct stat status;

	if (flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
		return "is written by another process";
	if (keeps && (fstat(descriptor, &status) != 0 || status.st_size != 0))
		return "is not empty";
	return ftruncate(descriptor, 0) == 0 ? NULL : "cannot be emptied";
}

static bool is_regular(int descriptor)
{
	struct stat status;

	return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

static bool open_named(struct record_file *file, const char *path, bool keeps)
{
	const char *why;
	int descriptor = safe_open(file->path, FLAGS | O_CREAT);

	if (descriptor < 0)
		return fail(file, safe_open_error(errno));
	if (!is_regular(descriptor)) {
		close(descriptor);
		return fail(file, "it is not a regular file, as a record must be");
	}
	why = take_over(descriptor, keeps);
	if (why == NULL)
		return take(file, descriptor);
	close(descriptor);
	if (!open_free_name(file, path, ""))
		return false;
	if (!keeps)
		layer_message("record: %s %s; this process writes %s", path, why, file->path);
	return true;
}

bool record_file_open(struct record_file *file, const char *path, bool keeps)
{
	char buffer[PATH_MAX];
	struct line name = line_in(buffer, sizeof(buffer));

	if (path == NULL)
		return open_in_directory(file, "");
	line_add_path(&name, path);
	if (!set_path(file, &name))
		return fail(file, strerror(ENAMETOOLONG));
	if (name.text[name.length - 1] == '/')
		return open_in_directory(file, file->path);
	return open_named(file, name.text, keeps);
}

static bool is_ours(const struct record_file *file, int descriptor)
{
	struct stat status;

	return fstat(descriptor, &status) == 0 && status.st_dev == file->device &&
	       status.st_ino == file->inode;
}

bool record_file_find(struct record_file *file)
{
	int descriptor;

	if (file->descriptor < 0)
		return false;
	if (is_ours(file, file->descriptor))
		return true;
	descriptor = open(file->path, FLAGS);
	if (descriptor >= 0 && is_ours(file, descriptor)) {
		file->descriptor = descriptor;
		return true;
	}
	if (descriptor >= 0)
		close(descriptor);
	file->descriptor = -1;
	return false;
}

void record_file_close(struct record_file *file)
{
	struct stat status;

	if (record_file_find(file)) {
		if (fstat(file->descriptor, &status) == 0)
			(void)!ftruncate(file->descriptor, status.st_size);
		close(file->descriptor);
	}
	file->descriptor = -1;
}

void record_file_forget(struct record_file *file)
{
	if (file->descriptor >= 0 && is_ours(file, file->descriptor))
		close(file->descriptor);
	file->descriptor = -1;
}
