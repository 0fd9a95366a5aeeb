/* SPDX-License-Identifier: Apache-2.0 */
/* library-file: see library-file.h. The file is mapped; nothing outside of its size is touched. */
#include "tool/probe/library-file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/elf-header.h"

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

/* -- its headers -------------------------------------------------------------- */

/* The segment INDEX, copied, for the file need not be aligned; false if it is not in the file. */
static bool read_segment(const struct bytes *bytes, const ElfW(Ehdr) *header, unsigned index,
			 ElfW(Phdr) *segment)
{
	unsigned long long at = header->e_phoff + (unsigned long long)index * sizeof(*segment);

	if (header->e_phentsize != sizeof(*segment) || at + sizeof(*segment) > bytes->size)
		return false;
	memcpy(segment, bytes->at + at, sizeof(*segment));
	return true;
}

static unsigned long long greater(unsigned long long a, unsigned long long b)
{
	return a > b ? a : b;
}

/* How long the file has to be. Sections do not count: tools that strip a file may cut them off. */
static unsigned long long expected_size(const struct bytes *bytes, const ElfW(Ehdr) *header)
{
	unsigned long long end = header->e_phoff +
				 (unsigned long long)header->e_phnum * sizeof(ElfW(Phdr));
	ElfW(Phdr) segment;

	for (unsigned i = 0; i < header->e_phnum; i++)
		if (read_segment(bytes, header, i, &segment) && segment.p_type == PT_LOAD)
			end = greater(end, segment.p_offset + segment.p_filesz);
	return end;
}

static bool find_segment(const struct bytes *bytes, const ElfW(Ehdr) *header, ElfW(Word) type,
			 ElfW(Addr) address, ElfW(Phdr) *segment)
{
	for (unsigned i = 0; i < header->e_phnum; i++)
		if (read_segment(bytes, header, i, segment) && segment->p_type == type &&
		    (type != PT_LOAD || (address >= segment->p_vaddr &&
					 address - segment->p_vaddr < segment->p_filesz)))
			return true;
	return false;
}

/* -- what it needs ------------------------------------------------------------ */

/* The value of the dynamic entry INDEX; false after the last one. */
static bool read_dynamic(const struct bytes *bytes, const ElfW(Phdr) *segment, size_t index,
			 ElfW(Dyn) *entry)
{
	unsigned long long at = segment->p_offset + index * sizeof(*entry);

	if ((index + 1) * sizeof(*entry) > segment->p_filesz || at + sizeof(*entry) > bytes->size)
		return false;
	memcpy(entry, bytes->at + at, sizeof(*entry));
	return entry->d_tag != DT_NULL;
}

/* The start of the names, as an offset in the file; 0: not found. */
static unsigned long long find_names(const struct bytes *bytes, const ElfW(Ehdr) *header,
				     const ElfW(Phdr) *dynamic)
{
	ElfW(Phdr) segment;
	ElfW(Dyn) entry;

	for (size_t i = 0; read_dynamic(bytes, dynamic, i, &entry); i++)
		if (entry.d_tag == DT_STRTAB)
			return find_segment(bytes, header, PT_LOAD, entry.d_un.d_ptr, &segment) ?
			       entry.d_un.d_ptr - segment.p_vaddr + segment.p_offset : 0;
	return 0;
}

static void read_needed(struct library_file *file, const struct bytes *bytes,
			const ElfW(Ehdr) *header, struct arena *arena)
{
	struct dependency **end = &file->needed;
	unsigned long long names;
	ElfW(Phdr) dynamic;
	ElfW(Dyn) entry;

	if (!find_segment(bytes, header, PT_DYNAMIC, 0, &dynamic))
		return;
	names = find_names(bytes, header, &dynamic);
	for (size_t i = 0; names && read_dynamic(bytes, &dynamic, i, &entry); i++) {
		unsigned long long at = names + entry.d_un.d_val;
		struct dependency *needed;

		if (entry.d_tag != DT_NEEDED || at >= bytes->size ||
		    !memchr(bytes->at + at, '\0', bytes->size - at))
			continue;
		needed = arena_alloc(arena, sizeof(*needed));
		if (!needed)
			return;
		needed->text = arena_copy(arena, bytes->at + at, strlen(bytes->at + at));
		*end = needed->text ? needed : NULL;
		if (*end)
			end = &needed->next;
	}
}

static void read_elf(struct library_file *file, const struct bytes *bytes, struct arena *arena)
{
	ElfW(Ehdr) header;

	memcpy(&header, bytes->at, sizeof(header));
	file->expected_size = expected_size(bytes, &header);
	file->is_driver = contains(bytes, "clIcdGetPlatformIDsKHR");
	if (file->expected_size > bytes->size)
		file->kind = LIBRARY_FILE_TRUNCATED;
	else if (header.e_type != ET_DYN)
		file->kind = LIBRARY_FILE_NOT_SHARED;
	else
		read_needed(file, bytes, &header, arena);
}

void library_file_read(struct library_file *file, const char *path, struct arena *arena)
{
	struct bytes bytes;

	memset(file, 0, sizeof(*file));
	if (!map_file(file, &bytes, path))
		return;
	switch (elf_header_check(bytes.at, bytes.size)) {
	case ELF_HEADER_GOOD:
		read_elf(file, &bytes, arena);
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
