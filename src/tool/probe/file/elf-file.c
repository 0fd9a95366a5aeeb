/* SPDX-License-Identifier: Apache-2.0 */
/* elf-file: see elf-file.h. */
#include "tool/probe/file/elf-file.h"

#include <elf.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/file/elf-header.h"
#include "base/os.h"
#include "tool/output/format.h"

#define MOST_NEEDED 1000
#define MOST_BYTES ((size_t)64 << 20)	/* of what the dynamic linker reads */

/* -- within a budget ----------------------------------------------------------------- */

static const char *read_part(struct elf *elf, uint64_t at, uint64_t size)
{
	struct elf_source *source = (struct elf_source *)elf;
	char *bytes;

	if (size > *source->budget) {
		source->is_over = true;
		return NULL;
	}
	bytes = arena_alloc(&source->arena, (size_t)size);
	if (!bytes)
		return NULL;
	*source->budget -= size;
	return pread(source->descriptor, bytes, (size_t)size, (off_t)at) == (ssize_t)size ? bytes : NULL;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): it is counted down through SOURCE */
bool elf_source_begin(struct elf_source *source, int descriptor, size_t *budget)
{
	struct os_status status;

	*source = (struct elf_source){ .descriptor = descriptor, .budget = budget };
	if (os_status_at(descriptor, "", &status) != 0 || status.kind != OS_REGULAR)
		return false;
	source->elf.size = status.size;
	source->elf.part = read_part;
	return elf_begin(&source->elf);
}

void elf_source_done(struct elf_source *source)
{
	arena_done(&source->arena);
}

/* -- what the dynamic linker reads ----------------------------------------------------- */

static struct elf_bytes read_names(struct elf *elf, struct elf_table table)
{
	struct elf_dynamic entry;
	uint64_t at = 0;
	uint64_t size = 0;

	while (elf_next(&table, &entry) && entry.tag != DT_NULL) {
		if (entry.tag == DT_STRTAB)
			at = elf_find_offset(elf, entry.value);
		else if (entry.tag == DT_STRSZ)
			size = entry.value;
	}
	return elf_bytes(elf, at, at ? size : 0);
}

/* NULL: it does not end within PATH_MAX bytes, so that no file is called so. */
static const char *copy_name(const struct elf_bytes *names, uint64_t offset, struct arena *arena)
{
	const char *name = elf_name(names, offset);
	const size_t length = name ? strnlen(name, PATH_MAX) : PATH_MAX;

	return length < PATH_MAX ? arena_copy(arena, name, length) : NULL;
}

static void read_dynamics(struct elf_file *file, struct elf *elf, struct arena *arena)
{
	struct elf_segment segment;
	struct elf_dynamic entry;
	struct elf_table table;
	struct elf_bytes names;

	if (!elf_find_segment(elf, PT_DYNAMIC, &segment))
		return;
	table = elf_dynamics(elf, &segment);
	names = read_names(elf, table);
	while (elf_next(&table, &entry) && entry.tag != DT_NULL) {
		const char *name = NULL;

		if (entry.tag == DT_RPATH || entry.tag == DT_RUNPATH || entry.tag == DT_NEEDED)
			name = copy_name(&names, entry.value, arena);
		if (entry.tag == DT_RPATH)
			file->rpath = name;
		else if (entry.tag == DT_RUNPATH)
			file->runpath = name;
		else if (name)
			dependencies_add(&file->needed, name, strlen(name), MOST_NEEDED, arena);
	}
	/* The linker does not look at DT_RPATH if both are there. */
	if (file->runpath)
		file->rpath = NULL;
}

/* How long the file has to be. Sections do not count: tools that strip a file may cut them off. */
static unsigned long long expected_size(struct elf *elf)
{
	struct elf_table table = elf_segments(elf);
	struct elf_segment segment;
	unsigned long long end =
		elf->head.segments + elf->head.segment_count * elf->head.segment_size;

	while (elf_next(&table, &segment))
		if (segment.type == PT_LOAD && segment.offset + segment.file_size > end)
			end = segment.offset + segment.file_size;
	return end;
}

static void read_headers(struct elf_file *file, struct elf *elf, struct arena *arena)
{
	struct elf_segment segment;

	file->is_shared = elf->head.type == ET_DYN;
	file->expected_size = expected_size(elf);
	if (elf_find_segment(elf, PT_INTERP, &segment)) {
		const struct elf_bytes bytes = elf_bytes(elf, segment.offset, segment.file_size);

		file->linker = copy_name(&bytes, 0, arena);
	}
	if (elf_find_segment(elf, PT_TLS, &segment))
		file->tls_size = segment.memory_size;
	read_dynamics(file, elf, arena);
}

static const enum elf_file_kind kinds[] = {
	[ELF_HEADER_GOOD] = ELF_FILE_GOOD,
	[ELF_HEADER_FOREIGN] = ELF_FILE_FOREIGN,
	[ELF_HEADER_NONE] = ELF_FILE_OTHER,
};

void elf_file_read(struct elf_file *file, const char *path, struct arena *arena)
{
	struct elf_source source;
	enum elf_header header;
	size_t budget = MOST_BYTES;
	int descriptor;

	memset(file, 0, sizeof(*file));
	file->error = -elf_header_read(path, &header);
	file->kind = file->error ? ELF_FILE_UNREADABLE : kinds[header];
	descriptor = file->error ? -1 : os_open(path, OS_READ, NULL);
	if (descriptor < 0)
		return;
	if (elf_source_begin(&source, descriptor, &budget) && file->kind == ELF_FILE_GOOD)
		read_headers(file, &source.elf, arena);
	/* A header that is cut off says so much, too. */
	if (file->kind != ELF_FILE_OTHER)
		file->bits = source.elf.bits;
	elf_source_done(&source);
	close(descriptor);
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
	int descriptor = os_open(path, OS_READ, NULL);
	const char *text = NULL;
	struct elf_source source;
	size_t budget = MOST_BYTES;

	if (descriptor < 0)
		return NULL;
	if (elf_source_begin(&source, descriptor, &budget))
		text = format_into(arena, "%u-bit %s%s", source.elf.bits,
				   machine_name((unsigned)source.elf.head.machine, arena),
				   source.elf.is_big ? ", big-endian" : "");
	elf_source_done(&source);
	close(descriptor);
	return text;
}
