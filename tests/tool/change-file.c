/* SPDX-License-Identifier: Apache-2.0 */
/*
 * change-file: a library for LD_PRELOAD that changes a file after a program has opened it, and before
 * it reads the first byte: the one whose path ends as CHANGE_FILE says. CHANGE is "cut" or "write": the
 * file loses its last byte, or its first byte becomes another one.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT ssize_t read(int file, void *bytes, size_t size);

static bool is_wanted(int file, char path[4096])
{
	const char *ending = getenv("CHANGE_FILE");
	char link[64];
	ssize_t length;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", file);
	length = readlink(link, path, 4095);
	path[length > 0 ? length : 0] = '\0';
	return ending && length >= (ssize_t)strlen(ending) &&
	       strcmp(path + length - strlen(ending), ending) == 0;
}

static void change(const char *path)
{
	const int file = open(path, O_RDWR);
	const char *how = getenv("CHANGE");
	struct stat status;

	if (file < 0 || fstat(file, &status) != 0 || !how)
		abort();
	if (strcmp(how, "cut") == 0 ? ftruncate(file, status.st_size - 1) != 0 :
				      pwrite(file, "\001", 1, 0) != 1)
		abort();
	close(file);
}

EXPORT ssize_t read(int file, void *bytes, size_t size)
{
	static bool is_changed;
	char path[4096];

	if (!is_changed && is_wanted(file, path)) {
		is_changed = true;
		change(path);
	}
	return ((ssize_t (*)(int, void *, size_t))dlsym(RTLD_NEXT, "read"))(file, bytes, size);
}
