/* SPDX-License-Identifier: Apache-2.0 */
/* library-file: see library-file.h. The file is mapped; nothing outside of its size is touched. */
#include "tool/probe/file/library-file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/elf-header.h"
#include "tool/probe/file/elf-file.h"

struct bytes {
	const char *at;
	size_t size;
};

/* -- the file ---------------------------------------------------------------- */

/* What the kind of the file alone says; GOOD for a regular file with contents. */
static enum library_file_kind kind_of_status(const struct stat *status)
{
	if (S_ISDIR(status->st_mode))
		return LIBRARY_FILE_DIRECTORY;
	if (!S_ISREG(status->st_mode))
		return LIBRARY_FILE_SPECIAL;
	return status->st_size == 0 ? LIBRARY_FILE_EMPTY : LIBRARY_FILE_GOOD;
}

static bool map_file(struct library_file *file, struct bytes *bytes, const char *path)
{
	int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat status;
	void *at = MAP_FAILED;

	file->kind = LIBRARY_FILE_UNREADABLE;
	if (descriptor >= 0 && fstat(descriptor, &status) == 0) {
		file->kind = kind_of_status(&status);
		bytes->size = (size_t)status.st_size;
		file->size = bytes->size;
	}
	if (file->kind == LIBRARY_FILE_GOOD) {
		at = mmap(NULL, bytes->size, PROT_READ, MAP_PRIVATE, descriptor, 0);
		if (at == MAP_FAILED)
			file->kind = LIBRARY_FILE_UNREADABLE;
	}
	file->error = errno;
	if (descriptor >= 0)
		close(descriptor);
	bytes->at = at;
	return at != MAP_FAILED;
}

static bool contains(const struct bytes *bytes, const char *text)
{
	return memmem(bytes->at, bytes->size, text, strlen(text)) != NULL;
}

static bool starts_with(const struct bytes *bytes, const char *text)
{
	return bytes->size >= strlen(text) && memcmp(bytes->at, text, strlen(text)) == 0;
}

static enum library_file_kind kind_of_text(const struct bytes *bytes)
{
	struct bytes start = { bytes->at, bytes->size < 4096 ? bytes->size : 4096 };

	if (starts_with(bytes, "!<arch>\n") || starts_with(bytes, "!<thin>\n"))
		return LIBRARY_FILE_ARCHIVE;
	if (contains(&start, "GNU ld script") || contains(&start, "INPUT(") ||
	    contains(&start, "INPUT (") || contains(&start, "GROUP"))
		return LIBRARY_FILE_LINKER_SCRIPT;
	return starts_with(bytes, "\177ELF") ? LIBRARY_FILE_TRUNCATED : LIBRARY_FILE_OTHER;
}

/* -- what it is --------------------------------------------------------------- */

static void read_elf(struct library_file *file, const struct bytes *bytes, const char *path,
		     struct arena *arena)
{
	struct elf_file elf;

	elf_file_read(&elf, path, arena);
	file->expected_size = elf.expected_size;
	file->is_driver = contains(bytes, "clIcdGetPlatformIDsKHR");
	if (file->expected_size > bytes->size)
		file->kind = LIBRARY_FILE_TRUNCATED;
	else if (!elf.is_shared)
		file->kind = LIBRARY_FILE_NOT_SHARED;
	else
		file->needed = elf.needed;
}

void library_file_read(struct library_file *file, const char *path, struct arena *arena)
{
	struct bytes bytes;

	memset(file, 0, sizeof(*file));
	if (!map_file(file, &bytes, path))
		return;
	switch (elf_header_check(bytes.at, bytes.size)) {
	case ELF_HEADER_GOOD:
		read_elf(file, &bytes, path, arena);
		break;
	case ELF_HEADER_FOREIGN:
		file->kind = LIBRARY_FILE_FOREIGN;
		break;
	case ELF_HEADER_NONE:
		file->kind = kind_of_text(&bytes);
		file->expected_size = sizeof(ElfW(Ehdr));
		break;
	}
	munmap((void *)bytes.at, bytes.size);
}

bool library_file_is_driver(const char *path)
{
	struct arena arena = ARENA_INIT;
	struct library_file file;

	library_file_read(&file, path, &arena);
	arena_done(&arena);
	return file.kind == LIBRARY_FILE_GOOD && file.is_driver;
}

/* -- versions ----------------------------------------------------------------- */

/* The part before the number, for example "GLIBC_". */
static size_t prefix_length(const char *version)
{
	const char *end = strrchr(version, '_');

	return end ? (size_t)(end + 1 - version) : 0;
}

static const char *find_greatest(const struct bytes *bytes, const char *wanted, size_t length)
{
	const char *end = bytes->at + bytes->size;
	const char *at = bytes->at;
	const char *best = NULL;

	while ((at = memmem(at, (size_t)(end - at), wanted, length))) {
		bool is_whole = at > bytes->at && at[-1] == '\0' && memchr(at, '\0', (size_t)(end - at));

		if (is_whole && isdigit((unsigned char)at[length]) &&
		    (!best || strverscmp(at, best) > 0))
			best = at;
		at += length;
	}
	return best;
}

const char *library_file_find_version(const char *path, const char *wanted, struct arena *arena)
{
	size_t length = prefix_length(wanted);
	struct library_file file;
	struct bytes bytes;
	const char *best;

	if (length == 0 || !map_file(&file, &bytes, path))
		return NULL;
	best = find_greatest(&bytes, wanted, length);
	if (best)
		best = arena_copy(arena, best, strlen(best));
	munmap((void *)bytes.at, bytes.size);
	return best;
}
