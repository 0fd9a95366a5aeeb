/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf-file: see elf-file.h. Everything is read by pread(2) into memory of a fixed size: a file
 * that is shorter than its headers say, or that is cut while it is read, gives short reads.
 */
#include "tool/probe/file/elf-file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file/elf-header.h"
#include "tool/output/format.h"

/* More of either is no file that a linker made; a damaged one must not keep the tool busy. */
#define MOST_SEGMENTS 1024
#define MOST_DYNAMIC 16384

struct reader {
	int descriptor;
	ElfW(Ehdr) header;
	ElfW(Off) names;	/* of DT_STRTAB, in the file; 0: not known */
	struct arena *arena;
};

static bool read_exactly(const struct reader *reader, void *bytes, size_t size,
			 unsigned long long at)
{
	return at <= LLONG_MAX - size &&
	       pread(reader->descriptor, bytes, size, (off_t)at) == (ssize_t)size;
}

/* The string at the offset AT; NULL if it does not end within PATH_MAX bytes. */
static const char *read_string(const struct reader *reader, unsigned long long at)
{
	char bytes[PATH_MAX];
	ssize_t size = at <= LLONG_MAX - sizeof(bytes) ?
		       pread(reader->descriptor, bytes, sizeof(bytes), (off_t)at) : -1;

	if (size <= 0 || !memchr(bytes, '\0', (size_t)size))
		return NULL;
	return arena_copy(reader->arena, bytes, strlen(bytes));
}

static bool read_segment(const struct reader *reader, unsigned index, ElfW(Phdr) *segment)
{
	unsigned long long offset = (unsigned long long)index * sizeof(*segment);

	return index < reader->header.e_phnum && index < MOST_SEGMENTS &&
	       reader->header.e_phentsize == sizeof(*segment) &&
	       reader->header.e_phoff <= LLONG_MAX - offset &&
	       read_exactly(reader, segment, sizeof(*segment), reader->header.e_phoff + offset);
}

static bool find_segment(const struct reader *reader, ElfW(Word) type, ElfW(Phdr) *segment)
{
	for (unsigned i = 0; read_segment(reader, i, segment); i++)
		if (segment->p_type == type)
			return true;
	return false;
}

/* Where the file holds the byte that is loaded to ADDRESS; 0: nowhere. */
static ElfW(Off) find_offset(const struct reader *reader, ElfW(Addr) address)
{
	ElfW(Phdr) segment;

	for (unsigned i = 0; read_segment(reader, i, &segment); i++)
		if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
		    address - segment.p_vaddr < segment.p_filesz)
			return segment.p_offset + (address - segment.p_vaddr);
	return 0;
}

/* The dynamic entry INDEX; false after the last one. */
static bool read_dynamic(const struct reader *reader, const ElfW(Phdr) *segment, size_t index,
			 ElfW(Dyn) *entry)
{
	return index < MOST_DYNAMIC && (index + 1) * sizeof(*entry) <= segment->p_filesz &&
	       read_exactly(reader, entry, sizeof(*entry),
			    (unsigned long long)segment->p_offset + index * sizeof(*entry)) &&
	       entry->d_tag != DT_NULL;
}

static const char *name_of(const struct reader *reader, const ElfW(Dyn) *entry)
{
	unsigned long long at = (unsigned long long)reader->names + entry->d_un.d_val;

	return reader->names && at >= reader->names ? read_string(reader, at) : NULL;
}

static void take_entry(struct elf_file *elf, struct dependency ***end,
		       const struct reader *reader, const ElfW(Dyn) *entry)
{
	if (entry->d_tag == DT_RPATH)
		elf->rpath = name_of(reader, entry);
	else if (entry->d_tag == DT_RUNPATH)
		elf->runpath = name_of(reader, entry);
	if (entry->d_tag != DT_NEEDED)
		return;
	**end = arena_alloc(reader->arena, sizeof(***end));
	if (!**end)
		return;
	(**end)->text = name_of(reader, entry);
	if ((**end)->text)
		*end = &(**end)->next;
	else
		**end = NULL;
}

static void read_dynamics(struct elf_file *elf, struct reader *reader)
{
	struct dependency **end = &elf->needed;
	ElfW(Phdr) segment;
	ElfW(Dyn) entry;

	if (!find_segment(reader, PT_DYNAMIC, &segment))
		return;
	for (size_t i = 0; read_dynamic(reader, &segment, i, &entry); i++)
		if (entry.d_tag == DT_STRTAB)
			reader->names = find_offset(reader, entry.d_un.d_ptr);
	for (size_t i = 0; read_dynamic(reader, &segment, i, &entry); i++)
		take_entry(elf, &end, reader, &entry);
	/* The linker does not look at DT_RPATH if both are there. */
	if (elf->runpath)
		elf->rpath = NULL;
}

static unsigned long long greater(unsigned long long a, unsigned long long b)
{
	return a > b ? a : b;
}

/* How long the file has to be. Sections do not count: tools that strip a file may cut them off. */
static unsigned long long expected_size(const struct reader *reader)
{
	const ElfW(Ehdr) *header = &reader->header;
	unsigned long long end = header->e_phoff +
				 (unsigned long long)header->e_phnum * sizeof(ElfW(Phdr));
	ElfW(Phdr) segment;

	for (unsigned i = 0; read_segment(reader, i, &segment); i++)
		if (segment.p_type == PT_LOAD)
			end = greater(end, (unsigned long long)segment.p_offset + segment.p_filesz);
	return end;
}

static void read_headers(struct elf_file *elf, struct reader *reader)
{
	ElfW(Phdr) segment;

	elf->kind = ELF_FILE_GOOD;
	elf->is_shared = reader->header.e_type == ET_DYN;
	elf->expected_size = expected_size(reader);
	if (find_segment(reader, PT_INTERP, &segment))
		elf->linker = read_string(reader, segment.p_offset);
	if (find_segment(reader, PT_TLS, &segment))
		elf->tls_size = segment.p_memsz;
	read_dynamics(elf, reader);
}

static unsigned word_size(const ElfW(Ehdr) *header)
{
	return header->e_ident[EI_CLASS] == ELFCLASS64 ? 64 :
	       header->e_ident[EI_CLASS] == ELFCLASS32 ? 32 : 0;
}

void elf_file_read(struct elf_file *elf, const char *path, struct arena *arena)
{
	struct reader reader = { .arena = arena };
	enum elf_header kind;
	ssize_t size;

	memset(elf, 0, sizeof(*elf));
	elf->kind = ELF_FILE_UNREADABLE;
	reader.descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	size = reader.descriptor < 0 ? -1 : pread(reader.descriptor, &reader.header,
						  sizeof(reader.header), 0);
	if (size >= 0) {
		kind = elf_header_check(&reader.header, (size_t)size);
		elf->kind = kind == ELF_HEADER_FOREIGN ? ELF_FILE_FOREIGN : ELF_FILE_OTHER;
		if (kind != ELF_HEADER_NONE)
			elf->bits = word_size(&reader.header);
		if (kind == ELF_HEADER_GOOD)
			read_headers(elf, &reader);
	} else {
		elf->error = errno;
	}
	if (reader.descriptor >= 0)
		close(reader.descriptor);
}

/* -- architectures ---------------------------------------------------------------- */

static const struct {
	unsigned machine;	/* EM_ */
	const char *name;
} machines[] = {
	{ EM_386, "x86 (i386)" }, { EM_X86_64, "x86-64" }, { EM_ARM, "ARM" },
	{ EM_AARCH64, "AArch64" }, { EM_PPC, "PowerPC" }, { EM_PPC64, "PowerPC" },
	{ EM_S390, "s390" }, { EM_MIPS, "MIPS" }, { EM_RISCV, "RISC-V" }, { 258, "LoongArch" },
};

static const char *machine_name(unsigned machine, struct arena *arena)
{
	for (size_t i = 0; i < ARRAY_SIZE(machines); i++)
		if (machines[i].machine == machine)
			return machines[i].name;
	return format_into(arena, "machine %u", machine);
}

const char *elf_file_architecture(const char *path, struct arena *arena)
{
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	unsigned char bytes[EI_NIDENT + 4];	/* e_machine is the second half-word after e_ident */
	ssize_t size = file < 0 ? -1 : pread(file, bytes, sizeof(bytes), 0);
	const unsigned char *half = bytes + EI_NIDENT + 2;
	bool is_big;

	if (file >= 0)
		close(file);
	if (size != sizeof(bytes) || memcmp(bytes, ELFMAG, SELFMAG) != 0)
		return NULL;
	is_big = bytes[EI_DATA] == ELFDATA2MSB;
	return format_into(arena, "%s-bit %s%s", bytes[EI_CLASS] == ELFCLASS64 ? "64" : "32",
			   machine_name(is_big ? half[0] << 8u | half[1] : half[1] << 8u | half[0],
					arena),
			   is_big ? ", big-endian" : "");
}
