/* SPDX-License-Identifier: Apache-2.0 */
/* launch-contents: see launch-contents.h. */
#include "launch/launch-contents.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/io.h"
#include "base/text.h"
#include "launch/blake2b.h"
#include "launch/launch-check.h"
#include "launch/launch-file.h"
#include "launch/launch-format.h"

#define CHUNK ((size_t)1 << 20)
#define MOST_NAME (LAUNCH_MOST_PATH + 16) /* bytes of the path of a file in a capture */

/* A FIFO would be waited for otherwise. */
#define OPEN_FLAGS (O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)

struct contents_files {
	int directory;
	char *problem;
	uint64_t left; /* bytes that may still be read: files may have holes */
};

/* The bytes of a file, which several ranges may have. */
struct block {
	size_t uses;
	unsigned char bytes[];
};

/* -- files ------------------------------------------------------------------------------------ */

/* Sets the problem with the file NAME; false. */
static bool refuse(const struct contents_files *files, const char *name, const char *text)
{
	text_format(files->problem, LAUNCH_PROBLEM, "%s: %s", name, text);
	return false;
}

/* Opens PATH below DIRECTORY, where it follows no link; -1 with errno. */
static int open_below(int directory, const char *path)
{
	int place = directory;
	int next = -1;

	while (path) {
		char name[NAME_MAX + 1];
		size_t length;
		const char *part = text_next_element(&path, '/', &length);
		int error = ENAMETOOLONG;

		next = -1;
		if (length < sizeof(name)) {
			text_format(name, sizeof(name), "%.*s", (int)length, part);
			next = openat(place, name, OPEN_FLAGS | (path ? O_DIRECTORY : 0));
			error = errno;
		}
		if (place != directory)
			close(place);
		errno = error;
		if (next < 0)
			return -1;
		place = next;
	}
	return next;
}

/* Opens the regular file NAME, and stores its size; -1 if there is none. */
static int open_file(const struct contents_files *files, const char *name, uint64_t *size)
{
	const int file = open_below(files->directory, name);
	struct stat status;

	if (file < 0) {
		refuse(files, name, errno == ELOOP ? "it is a link" : strerror(errno));
		return -1;
	}
	if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
		*size = (uint64_t)status.st_size;
		return file;
	}
	close(file);
	refuse(files, name, "it is no regular file");
	return -1;
}

/* Reads SIZE bytes, and stores their hash; false: there are fewer, or they cannot be read. */
static bool read_bytes(int file, unsigned char *bytes, size_t size, char hash[BLAKE2B_TEXT])
{
	struct blake2b state;

	blake2b_start(&state);
	while (size > 0) {
		const ssize_t count = io_read(file, bytes, size < CHUNK ? size : CHUNK);

		if (count <= 0)
			return false;
		blake2b_add(&state, bytes, (size_t)count);
		bytes += count;
		size -= (size_t)count;
	}
	blake2b_end(&state, hash);
	return true;
}

/* What is wrong with the open FILE, which must have SIZE bytes and HASH; NULL: they are in *BLOCK.
 */
static const char *read_block(struct contents_files *files, int file, uint64_t size,
			      const char *hash, struct block **block)
{
	char found[BLAKE2B_TEXT];

	if (size > files->left)
		return "it has more bytes than this machine has memory for";
	*block = size < SIZE_MAX - sizeof(**block) ? malloc(sizeof(**block) + (size_t)size + 1)
						   : NULL;
	if (!*block)
		return "there is not enough memory for it";
	if (!read_bytes(file, (*block)->bytes, (size_t)size, found))
		return "it cannot be read as a whole";
	files->left -= size;
	(*block)->uses = 1;
	(*block)->bytes[size] = '\0';
	return strcmp(found, hash) == 0 ? NULL
					: "its hash is not what " LAUNCH_FILE
					  " says: it was changed";
}

/* The file NAME, which must have SIZE bytes and HASH, with a NUL byte after it; NULL: refused. */
static unsigned char *read_file(struct contents_files *files, const char *name, uint64_t size,
				const char *hash)
{
	struct block *block = NULL;
	const char *why = "its size is not what " LAUNCH_FILE " says: it was changed";
	uint64_t real;
	const int file = open_file(files, name, &real);

	if (file < 0)
		return NULL;
	if (real == size)
		why = read_block(files, file, size, hash, &block);
	close(file);
	if (!why)
		return block->bytes;
	free(block);
	refuse(files, name, why);
	return NULL;
}

static struct block *block_of(const unsigned char *bytes)
{
	return (struct block *)((char *)(uintptr_t)bytes - offsetof(struct block, bytes));
}

static void release(const unsigned char **bytes)
{
	if (*bytes && --block_of(*bytes)->uses == 0)
		free(block_of(*bytes));
	*bytes = NULL;
}

/* -- programs --------------------------------------------------------------------------------- */

/* Programs have files of their own, also if their texts are equal. */
static bool read_programs(struct contents_files *files, struct launch *launch)
{
	char name[MOST_NAME];

	for (size_t i = 0; i < launch->program_count; i++) {
		struct launch_program *program = &launch->programs[i];

		if (!program->hash)
			continue;
		launch_file_program(program, (unsigned int)i, name, sizeof(name));
		program->text = read_file(files, name, program->size, program->hash);
		if (!program->text)
			return false;
	}
	return true;
}

/* The compiler of a driver reads these; here they are only checked. */
static bool check_includes(struct contents_files *files, const struct launch *launch)
{
	char name[MOST_NAME];

	for (size_t i = 0; i < launch->include_count; i++) {
		const struct launch_include *include = &launch->includes[i];
		const unsigned char *bytes;

		text_format(name, sizeof(name), LAUNCH_INCLUDE "/%s", include->path);
		bytes = read_file(files, name, include->size, include->hash);
		if (!bytes)
			return false;
		files->left += include->size;
		release(&bytes);
	}
	return true;
}

/* -- memory ----------------------------------------------------------------------------------- */

/* Contents that have a file, and where they go. */
struct wanted_contents {
	const char *hash;
	uint64_t size;
	const unsigned char **bytes;
};

static int compare_hashes(const void *a, const void *b)
{
	const struct wanted_contents *first = a;
	const struct wanted_contents *second = b;

	return strcmp(first->hash, second->hash);
}

/* Equal contents are read once. */
static bool read_wanted(struct contents_files *files, const struct wanted_contents *wanted,
			const struct wanted_contents *last)
{
	char name[MOST_NAME];

	text_format(name, sizeof(name), LAUNCH_CONTENTS "/%s", wanted->hash);
	if (!last || strcmp(wanted->hash, last->hash) != 0) {
		*wanted->bytes = read_file(files, name, wanted->size, wanted->hash);
		return *wanted->bytes != NULL;
	}
	if (last->size != wanted->size)
		return refuse(files, name, LAUNCH_FILE " has two sizes for it");
	*wanted->bytes = *last->bytes;
	block_of(*wanted->bytes)->uses++;
	return true;
}

static void want(struct wanted_contents *wanted, size_t *count, const char *hash, uint64_t size,
		 const unsigned char **bytes)
{
	if (hash && !launch_is_zero(hash))
		wanted[(*count)++] = (struct wanted_contents){ hash, size, bytes };
}

static bool read_memory(struct contents_files *files, struct launch *launch)
{
	struct wanted_contents *wanted = calloc(2 * launch->range_count + 1, sizeof(*wanted));
	size_t count = 0;
	bool is_read = true;

	if (!wanted)
		return refuse(files, LAUNCH_CONTENTS, "there is not enough memory");
	for (size_t i = 0; i < launch->range_count; i++) {
		struct launch_range *range = &launch->ranges[i];

		want(wanted, &count, range->before, range->size, &range->old_bytes);
		want(wanted, &count, range->after, range->size, &range->new_bytes);
	}
	qsort(wanted, count, sizeof(*wanted), compare_hashes);
	for (size_t i = 0; i < count && is_read; i++)
		is_read = read_wanted(files, &wanted[i], i > 0 ? &wanted[i - 1] : NULL);
	free(wanted);
	return is_read;
}

/* -- the whole -------------------------------------------------------------------------------- */

/* There is no LAUNCH_FILE. */
static bool refuse_without(const struct contents_files *files)
{
	struct stat status;

	if (fstatat(files->directory, LAUNCH_OLD_FILE, &status, AT_SYMLINK_NOFOLLOW) == 0)
		return refuse(files, LAUNCH_OLD_FILE,
			      "an earlier version of clrouter has made this capture; this version "
			      "reads only those with " LAUNCH_FILE);
	return refuse(files, LAUNCH_FILE, "it is missing, so this is no whole capture");
}

static bool read_launch(const struct contents_files *files, struct launch *launch,
			struct arena *arena)
{
	char problem[LAUNCH_PROBLEM];
	uint64_t size;
	const int descriptor = open_file(files, LAUNCH_FILE, &size);
	FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "r");
	bool is_read;

	if (descriptor < 0)
		return errno == ENOENT ? refuse_without(files) : false;
	if (!file) {
		close(descriptor);
		return refuse(files, LAUNCH_FILE, "there is not enough memory");
	}
	if (size > LAUNCH_MOST_FILE)
		text_format(problem, sizeof(problem), "it is too large");
	is_read = size <= LAUNCH_MOST_FILE && launch_file_read(launch, file, arena, problem);
	fclose(file);
	return is_read || refuse(files, LAUNCH_FILE, problem);
}

bool launch_contents_read_at(struct launch *launch, int directory, struct arena *arena,
			     char *problem) /* NOLINT(readability-non-const-parameter): FILES has it */
{
	struct contents_files files = { .directory = directory, .problem = problem };

	files.left = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
	memset(launch, 0, sizeof(*launch));
	if (!read_launch(&files, launch, arena))
		return false;
	if (read_programs(&files, launch) && check_includes(&files, launch) &&
	    read_memory(&files, launch))
		return true;
	launch_contents_done(launch);
	return false;
}

bool launch_contents_read(struct launch *launch, const char *directory, struct arena *arena,
			  char *problem)
{
	const int descriptor = open(directory, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
	bool is_read;

	if (descriptor < 0) {
		memset(launch, 0, sizeof(*launch));
		text_format(problem, LAUNCH_PROBLEM, "%s", strerror(errno));
		return false;
	}
	is_read = launch_contents_read_at(launch, descriptor, arena, problem);
	close(descriptor);
	return is_read;
}

void launch_contents_done(struct launch *launch)
{
	for (size_t i = 0; i < launch->program_count; i++)
		release(&launch->programs[i].text);
	for (size_t i = 0; i < launch->range_count; i++) {
		release(&launch->ranges[i].old_bytes);
		release(&launch->ranges[i].new_bytes);
	}
}
