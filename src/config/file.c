/* SPDX-License-Identifier: Apache-2.0 */
/*
 * file: see file.h. A FIFO or device is never opened: that could
 * hang, or do something. So the kind is asked before the file is opened, and
 * again afterwards, when nobody can change it any more.
 */
#include "config/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"

#define SIZE_LIMIT ((off_t)1024 * 1024)	/* bytes */
#define NULL_DEVICE 0x103	/* makedev(1, 3), which is a function of libc where size counts */

static bool is_null_device(const struct stat *status)
{
	return S_ISCHR(status->st_mode) && status->st_rdev == NULL_DEVICE;
}

static enum reason check_status(const struct conf_file *file, const struct stat *status,
				const char **detail)
{
	if (!S_ISREG(status->st_mode))
		return REASON_NOT_REGULAR;
	if (file->trusted_only && (status->st_uid != 0 || status->st_mode & (S_IWGRP | S_IWOTH)))
		return REASON_UNTRUSTED;
	if (status->st_size > SIZE_LIMIT) {
		*detail = "expected at most 1 MiB, found more";
		return REASON_CONFIG_REFUSED;
	}
	return REASON_OK;
}

static enum reason read_bytes(struct conf_file *file, int descriptor, size_t size, int *code,
			      const char **detail)
{
	ssize_t got;

	file->bytes = malloc(size + 1);
	if (!file->bytes)
		return REASON_NO_MEMORY;
	/* One byte more is asked for, to see whether the file has grown. */
	got = io_read(descriptor, file->bytes, size + 1);
	if (got < 0) {
		*code = (int)-got;
		return REASON_UNREADABLE;
	}
	if ((size_t)got != size) {
		*detail = "the file changed while it was read";
		return REASON_CONFIG_REFUSED;
	}
	file->bytes[size] = '\0';
	file->size = size;
	return REASON_OK;
}

static enum reason open_and_read(struct conf_file *file, int *code, const char **detail)
{
	int descriptor = open(file->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	struct stat status;
	enum reason reason;

	if (descriptor < 0 || fstatat(descriptor, "", &status, AT_EMPTY_PATH) != 0) {
		*code = errno;
		reason = REASON_UNREADABLE;
	} else {
		reason = check_status(file, &status, detail);
	}
	if (reason == REASON_OK && status.st_size > 0)
		reason = read_bytes(file, descriptor, (size_t)status.st_size, code, detail);
	if (descriptor >= 0)
		close(descriptor);
	return reason;
}

enum reason conf_file_read(struct conf_file *file, int *code, const char **detail)
{
	struct stat status;
	enum reason reason;

	*code = 0;
	*detail = NULL;
	file->bytes = NULL;
	file->size = 0;
	if (!file->is_regular) {
		if (fstatat(AT_FDCWD, file->path, &status, 0) != 0) {
			*code = errno;
			return REASON_UNREADABLE;
		}
		if (is_null_device(&status))
			return REASON_OK;
		if (!S_ISREG(status.st_mode))
			return REASON_NOT_REGULAR;
	}
	reason = open_and_read(file, code, detail);
	if (reason != REASON_OK) {
		free(file->bytes);
		file->bytes = NULL;
	}
	return reason;
}
