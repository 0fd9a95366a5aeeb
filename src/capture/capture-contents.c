/* SPDX-License-Identifier: Apache-2.0 */
/* capture-contents: see capture-contents.h. */
#include "capture/capture-contents.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/io.h"
#include "base/text.h"
#include "launch/blake2b.h"
#include "capture/capture-format.h"
#include "capture/capture-reader.h"

#define MOST_NAME 128	/* bytes of the name of a file in a capture */
#define CHUNK ((size_t)1 << 20)

struct files {
	int directory;
	char *problem;
	struct capture_bytes **wanted;	/* of memory, by hash */
	size_t count;
};

/* Sets the problem with the file NAME; false. */
static bool refuse(const struct files *files, const char *name, const char *text)
{
	text_format(files->problem, CAPTURE_PROBLEM, "%s: %s", name, text);
	return false;
}

/* Opens the regular file NAME, and stores its size; -1 if there is none. */
static int open_file(const struct files *files, const char *name, uint64_t *size)
{
	/* A FIFO would be waited for otherwise. */
	const int file = openat(files->directory, name,
				O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
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

/* Reads SIZE bytes; false: there are fewer, or they cannot be read. HASH may be NULL. */
static bool read_bytes(int file, unsigned char *bytes, size_t size, struct blake2b *hash)
{
	while (size > 0) {
		const ssize_t count = io_read(file, bytes, size < CHUNK ? size : CHUNK);

		if (count <= 0)
			return false;
		if (hash)
			blake2b_add(hash, bytes, (size_t)count);
		bytes += count;
		size -= (size_t)count;
	}
	return true;
}

/* The file NAME, which must have the SIZE and, if HASH is not NULL, the hash; NULL: refused. */
static unsigned char *read_file(const struct files *files, const char *name, uint64_t size,
				const char *hash)
{
	struct blake2b state;
	char found[BLAKE2B_TEXT];
	uint64_t real;
	unsigned char *bytes;
	const int file = open_file(files, name, &real);

	if (file < 0)
		return NULL;
	bytes = real == size && size < SIZE_MAX ? malloc((size_t)size + 1) : NULL;
	blake2b_start(&state);
	if (real != size) {
		refuse(files, name, "its size is not what the manifest says: it was changed");
	} else if (!bytes) {
		refuse(files, name, "there is not enough memory for it");
	} else if (!read_bytes(file, bytes, (size_t)size, hash ? &state : NULL)) {
		refuse(files, name, "it cannot be read as a whole");
		free(bytes);
		bytes = NULL;
	}
	close(file);
	blake2b_end(&state, found);
	if (bytes && hash && strcmp(found, hash) != 0) {
		refuse(files, name, "its hash is not what the manifest says: it was changed");
		free(bytes);
		return NULL;
	}
	if (bytes)
		bytes[size] = '\0';
	return bytes;
}

/* The same for BYTES, which then owns them. */
static bool read_owned(const struct files *files, const char *name, struct capture_bytes *bytes,
		       const char *hash)
{
	bytes->bytes = read_file(files, name, bytes->size, hash);
	bytes->is_owner = bytes->bytes != NULL;
	return bytes->is_owner;
}

/* -- programs -------------------------------------------------------------------------------- */

void capture_contents_program(const struct capture_program *program, unsigned int number, char *name,
			      size_t size)
{
	static const char *const endings[] = { [CAPTURE_PROGRAM_SOURCE] = CAPTURE_SOURCE,
					       [CAPTURE_PROGRAM_IL] = CAPTURE_IL,
					       [CAPTURE_PROGRAM_BINARY] = CAPTURE_BINARY };

	text_format(name, size, CAPTURE_PROGRAM, number, endings[program->kind]);
}

void capture_contents_built(const struct capture_program *program, unsigned int number, char *name,
			    size_t size)
{
	if (program->whole.hash)
		text_format(name, size, CAPTURE_WHOLE, number);
	else
		capture_contents_program(program, number, name, size);
}

/* Programs have files of their own, also if their texts are equal. */
static bool read_programs(const struct files *files, struct capture *capture)
{
	char name[MOST_NAME];

	for (size_t i = 0; i < capture->program_count; i++) {
		struct capture_bytes *text = &capture->programs[i].text;
		struct capture_bytes *whole = &capture->programs[i].whole;

		if (!text->hash)
			continue;
		capture_contents_program(&capture->programs[i], (unsigned int)i, name, sizeof(name));
		if (!read_owned(files, name, text, text->hash))
			return false;
		capture_contents_built(&capture->programs[i], (unsigned int)i, name, sizeof(name));
		if (whole->hash && !read_owned(files, name, whole, whole->hash))
			return false;
	}
	return true;
}

/* -- memory ---------------------------------------------------------------------------------- */

static bool has_file(const struct capture_bytes *bytes)
{
	return bytes->hash && strcmp(bytes->hash, CAPTURE_ZERO) != 0;
}

static int compare_hashes(const void *a, const void *b)
{
	const struct capture_bytes *const *first = a;
	const struct capture_bytes *const *second = b;

	return strcmp((*first)->hash, (*second)->hash);
}

/* Lists what has a file, by hash. False: there is no memory. */
static bool list_wanted(struct files *files, struct capture *capture)
{
	size_t most = 0;

	for (size_t i = 0; i < capture->memory_count; i++)
		most += 2 * capture->memory[i].range_count;
	files->wanted = calloc(most + 1, sizeof(struct capture_bytes *));
	if (!files->wanted)
		return refuse(files, CAPTURE_MANIFEST, "there is not enough memory");
	for (size_t i = 0; i < capture->memory_count; i++)
		for (size_t j = 0; j < capture->memory[i].range_count; j++) {
			struct capture_range *range = &capture->memory[i].ranges[j];

			if (has_file(&range->before))
				files->wanted[files->count++] = &range->before;
			if (has_file(&range->after))
				files->wanted[files->count++] = &range->after;
		}
	qsort(files->wanted, files->count, sizeof(struct capture_bytes *), compare_hashes);
	return true;
}

/* No more is read than the machine has memory for: files may have holes. */
static bool check_total(const struct files *files)
{
	const uint64_t memory =
		(uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t total = 0;

	for (size_t i = 0; i < files->count; i++) {
		if (i > 0 && strcmp(files->wanted[i]->hash, files->wanted[i - 1]->hash) == 0)
			continue;
		if (__builtin_add_overflow(total, files->wanted[i]->size, &total) || total > memory)
			return refuse(files, CAPTURE_CONTENTS,
				      "it has more bytes than this machine has memory");
	}
	return true;
}

static bool read_memory(struct files *files)
{
	char name[MOST_NAME];

	for (size_t i = 0; i < files->count; i++) {
		struct capture_bytes *bytes = files->wanted[i];
		const struct capture_bytes *last = i > 0 ? files->wanted[i - 1] : NULL;

		text_format(name, sizeof(name), CAPTURE_CONTENTS "/%s", bytes->hash);
		if (!last || strcmp(bytes->hash, last->hash) != 0)
			read_owned(files, name, bytes, bytes->hash);
		else if (last->size == bytes->size)
			bytes->bytes = last->bytes;
		else
			return refuse(files, name, "the manifest has two sizes for it");
		if (!bytes->bytes)
			return false;
	}
	return true;
}

static bool read_contents(struct files *files, struct capture *capture)
{
	return read_programs(files, capture) && list_wanted(files, capture) && check_total(files) &&
	       read_memory(files);
}

/* -- the whole ------------------------------------------------------------------------------- */

static bool read_manifest(const struct files *files, struct capture *capture, struct arena *arena)
{
	uint64_t size;
	const int file = open_file(files, CAPTURE_MANIFEST, &size);
	char problem[CAPTURE_PROBLEM];
	unsigned char *text;

	if (file < 0)
		return errno == ENOENT ? refuse(files, CAPTURE_MANIFEST,
						"it is missing, so this is no whole capture") :
					 false;
	close(file);
	if (size > CAPTURE_MOST_MANIFEST)
		return refuse(files, CAPTURE_MANIFEST, "it is too large");
	text = read_file(files, CAPTURE_MANIFEST, size, NULL);
	if (!text)
		return false;
	if (!capture_reader_read(capture, (const char *)text, (size_t)size, arena, problem)) {
		free(text);
		return refuse(files, CAPTURE_MANIFEST, problem);
	}
	free(text);
	return true;
}

static void free_bytes(struct capture_bytes *bytes)
{
	if (bytes->is_owner)
		free((void *)(uintptr_t)bytes->bytes);
	*bytes = (struct capture_bytes){ .hash = bytes->hash, .size = bytes->size };
}

bool capture_contents_read_at(struct capture *capture, int directory, struct arena *arena,
			      char *problem)
{
	struct files files = { .directory = directory, .problem = problem };
	bool is_read;

	memset(capture, 0, sizeof(*capture));
	is_read = read_manifest(&files, capture, arena) && read_contents(&files, capture);
	if (!is_read)
		capture_contents_done(capture);
	free(files.wanted);
	return is_read;
}

bool capture_contents_read(struct capture *capture, const char *directory, struct arena *arena,
			   char *problem)
{
	const int descriptor = open(directory, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
	bool is_read;

	if (descriptor < 0) {
		memset(capture, 0, sizeof(*capture));
		text_format(problem, CAPTURE_PROBLEM, "%s", strerror(errno));
		return false;
	}
	is_read = capture_contents_read_at(capture, descriptor, arena, problem);
	close(descriptor);
	return is_read;
}

void capture_contents_done(struct capture *capture)
{
	for (size_t i = 0; i < capture->program_count; i++) {
		free_bytes(&capture->programs[i].text);
		free_bytes(&capture->programs[i].whole);
	}
	for (size_t i = 0; i < capture->memory_count; i++)
		for (size_t j = 0; j < capture->memory[i].range_count; j++) {
			free_bytes(&capture->memory[i].ranges[j].before);
			free_bytes(&capture->memory[i].ranges[j].after);
		}
}
