/* SPDX-License-Identifier: Apache-2.0 */
/* elf: see elf.h. The two word sizes differ only in the places of the fields. */
#include "base/common/elf.h"

#include <elf.h>
#include <string.h>

#define MOST_HEADERS 4096	/* a linker makes fewer than a hundred */
#define MOST_DYNAMICS 16384

/* Where the fields are that the structs of the header have, in their order: [1] of 64 bits. */
struct elf_layout {
	unsigned char size[2];
	unsigned char count;
	struct {
		unsigned char at[2];
		unsigned char size[2];
	} fields[9];
};

#define BOTH(of, part) { of(Elf32_##part), of(Elf64_##part) }
#define FIELD(type, member)                                                                        \
	{ { offsetof(Elf32_##type, member), offsetof(Elf64_##type, member) },                      \
	  { sizeof(((Elf32_##type *)NULL)->member), sizeof(((Elf64_##type *)NULL)->member) } }
#define FIELDS_OF(name) (sizeof(struct name) / sizeof(uint64_t))

enum { HEAD, SEGMENT, SECTION, DYNAMIC, SYMBOL };

static const struct elf_layout layouts[] = {
	[HEAD] = { BOTH(sizeof, Ehdr), FIELDS_OF(elf_head),
		   { FIELD(Ehdr, e_type), FIELD(Ehdr, e_machine), FIELD(Ehdr, e_phoff),
		     FIELD(Ehdr, e_phentsize), FIELD(Ehdr, e_phnum), FIELD(Ehdr, e_shoff),
		     FIELD(Ehdr, e_shentsize), FIELD(Ehdr, e_shnum), FIELD(Ehdr, e_shstrndx) } },
	[SEGMENT] = { BOTH(sizeof, Phdr), FIELDS_OF(elf_segment),
		      { FIELD(Phdr, p_type), FIELD(Phdr, p_offset), FIELD(Phdr, p_vaddr),
			FIELD(Phdr, p_filesz), FIELD(Phdr, p_memsz) } },
	[SECTION] = { BOTH(sizeof, Shdr), FIELDS_OF(elf_section),
		      { FIELD(Shdr, sh_name), FIELD(Shdr, sh_type), FIELD(Shdr, sh_flags),
			FIELD(Shdr, sh_offset), FIELD(Shdr, sh_size), FIELD(Shdr, sh_link) } },
	[DYNAMIC] = { BOTH(sizeof, Dyn), FIELDS_OF(elf_dynamic),
		      { FIELD(Dyn, d_tag), FIELD(Dyn, d_un.d_val) } },
	[SYMBOL] = { BOTH(sizeof, Sym), FIELDS_OF(elf_symbol),
		     { FIELD(Sym, st_name), FIELD(Sym, st_info), FIELD(Sym, st_shndx),
		       FIELD(Sym, st_value), FIELD(Sym, st_size) } },
};

/* A number of SIZE bytes: 1, 2, 4 or 8. A table of symbols has millions of them. */
static uint64_t get(const struct elf *elf, const char *at, unsigned size)
{
	const bool is_swapped = elf->is_big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	uint64_t number64;
	uint32_t number32;
	uint16_t number16;

	switch (size) {
	case sizeof(number64):
		memcpy(&number64, at, sizeof(number64));
		return is_swapped ? __builtin_bswap64(number64) : number64;
	case sizeof(number32):
		memcpy(&number32, at, sizeof(number32));
		return is_swapped ? __builtin_bswap32(number32) : number32;
	case sizeof(number16):
		memcpy(&number16, at, sizeof(number16));
		return is_swapped ? __builtin_bswap16(number16) : number16;
	default:
		return (unsigned char)*at;
	}
}

static void decode(const struct elf *elf, unsigned kind, const char *bytes, void *entry)
{
	const struct elf_layout *layout = &layouts[kind];
	const unsigned word = elf->bits == 64;
	uint64_t *members = entry;

	for (unsigned i = 0; i < layout->count; i++)
		members[i] = get(elf, bytes + layout->fields[i].at[word],
				 layout->fields[i].size[word]);
}

bool elf_begin(struct elf *elf)
{
	struct elf_bytes bytes = elf_bytes(elf, 0, EI_NIDENT);
	unsigned class;

	if (!bytes.at || memcmp(bytes.at, ELFMAG, SELFMAG) != 0)
		return false;
	class = (unsigned char)bytes.at[EI_CLASS];
	if (class != ELFCLASS32 && class != ELFCLASS64)
		return false;
	elf->bits = class == ELFCLASS64 ? 64 : 32;
	elf->is_big = bytes.at[EI_DATA] == ELFDATA2MSB;
	bytes = elf_bytes(elf, 0, layouts[HEAD].size[class == ELFCLASS64]);
	if (bytes.at)
		decode(elf, HEAD, bytes.at, &elf->head);
	return bytes.at != NULL;
}

/* -- tables -------------------------------------------------------------------------- */

static uint64_t lesser(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t entry_size(const struct elf *elf, unsigned kind)
{
	return layouts[kind].size[elf->bits == 64];
}

/* At most COUNT entries at AT, which the file says have SIZE bytes each. */
static struct elf_table table_at(struct elf *elf, unsigned kind, uint64_t at, uint64_t size,
				 uint64_t count)
{
	struct elf_table table = { .elf = elf, .kind = kind };
	const uint64_t most = at < elf->size ? (elf->size - at) / entry_size(elf, kind) : 0;

	if (size == entry_size(elf, kind))
		table.rest = elf_bytes(elf, at, lesser(count, most) * size);
	return table;
}

struct elf_table elf_segments(struct elf *elf)
{
	return table_at(elf, SEGMENT, elf->head.segments, elf->head.segment_size,
			lesser(elf->head.segment_count, MOST_HEADERS));
}

struct elf_table elf_sections(struct elf *elf)
{
	return table_at(elf, SECTION, elf->head.sections, elf->head.section_size,
			lesser(elf->head.section_count, MOST_HEADERS));
}

struct elf_table elf_dynamics(struct elf *elf, const struct elf_segment *segment)
{
	const uint64_t size = entry_size(elf, DYNAMIC);

	return table_at(elf, DYNAMIC, segment->offset, size,
			lesser(segment->file_size / size, MOST_DYNAMICS));
}

struct elf_table elf_symbols(struct elf *elf, const struct elf_section *section)
{
	const uint64_t size = entry_size(elf, SYMBOL);

	return table_at(elf, SYMBOL, section->offset, size, section->size / size);
}

bool elf_next(struct elf_table *table, void *entry)
{
	const uint64_t size = entry_size(table->elf, table->kind);

	if (!table->rest.at || table->rest.size < size)
		return false;
	decode(table->elf, table->kind, table->rest.at, entry);
	table->rest.at += size;
	table->rest.size -= size;
	return true;
}

/* -- what is in them ------------------------------------------------------------------- */

bool elf_find_segment(struct elf *elf, uint64_t type, struct elf_segment *segment)
{
	struct elf_table table = elf_segments(elf);

	while (elf_next(&table, segment))
		if (segment->type == type)
			return true;
	return false;
}

bool elf_find_section(struct elf *elf, uint64_t type, struct elf_section *section)
{
	struct elf_table table = elf_sections(elf);

	while (elf_next(&table, section))
		if (section->type == type)
			return true;
	return false;
}

bool elf_get_section(struct elf *elf, uint64_t index, struct elf_section *section)
{
	struct elf_table table = elf_sections(elf);

	for (uint64_t i = 0; elf_next(&table, section); i++)
		if (i == index)
			return true;
	return false;
}

uint64_t elf_find_offset(struct elf *elf, uint64_t address)
{
	struct elf_table table = elf_segments(elf);
	struct elf_segment segment = { 0 };

	while (elf_next(&table, &segment))
		if (segment.type == PT_LOAD && segment.offset < elf->size &&
		    address >= segment.address && address - segment.address < segment.file_size)
			return segment.offset + (address - segment.address);
	return 0;
}

struct elf_bytes elf_bytes(struct elf *elf, uint64_t at, uint64_t size)
{
	struct elf_bytes bytes = { NULL, size };

	if (at <= elf->size && size <= elf->size - at)
		bytes.at = elf->part(elf, at, size);
	return bytes;
}

struct elf_bytes elf_contents(struct elf *elf, const struct elf_section *section)
{
	return elf_bytes(elf, section->offset, section->size);
}

const char *elf_name(const struct elf_bytes *names, uint64_t offset)
{
	const bool is_good = names->at && offset < names->size && names->at[names->size - 1] == '\0';

	return is_good ? names->at + offset : NULL;
}
