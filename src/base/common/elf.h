/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf: reads what a linker wrote into an ELF file, of either word size and byte order: its segments,
 * sections, symbols and entries for the dynamic linker. The file may be anything: each offset is compared
 * with its size, and what is damaged counts as not there. Knows no OpenCL, calls no system and takes no
 * memory: a caller that reads a file passes a function that gets its bytes.
 */
#ifndef CLROUTER_BASE_COMMON_ELF_H
#define CLROUTER_BASE_COMMON_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The caller sets the first two members; elf_begin() sets the others. */
struct elf {
	uint64_t size;		/* of the file */
	/* SIZE bytes at AT, which are inside of the file; NULL: they cannot be read. */
	const char *(*part)(struct elf *elf, uint64_t at, uint64_t size);
	unsigned bits;		/* of a word: 32 or 64 */
	bool is_big;		/* big-endian */
	struct elf_head {
		uint64_t type, machine;		/* ET_, EM_ */
		uint64_t segments, segment_size, segment_count;
		uint64_t sections, section_size, section_count, names;
	} head;
};

struct elf_segment {
	uint64_t type, offset, address, file_size, memory_size;
};

struct elf_section {
	uint64_t name, type, flags, offset, size, link;
};

struct elf_dynamic {
	uint64_t tag, value;
};

struct elf_symbol {
	uint64_t name, info, section, address, size;
};

/* Bytes of a file; AT is NULL if it does not have them. */
struct elf_bytes {
	const char *at;
	uint64_t size;
};

/* Entries of the file, one after the other. */
struct elf_table {
	struct elf_bytes rest;
	const struct elf *elf;
	unsigned kind;
};

/* Reads the header. False: it is no ELF file, or not of 32 or 64 bits, or its header is cut off. */
bool elf_begin(struct elf *elf);

/* Of a table that the file does not have whole, what is there. */
struct elf_table elf_segments(struct elf *elf);
struct elf_table elf_sections(struct elf *elf);
struct elf_table elf_dynamics(struct elf *elf, const struct elf_segment *segment);
struct elf_table elf_symbols(struct elf *elf, const struct elf_section *section);

/* Takes the next entry of TABLE, a struct of its kind, into ENTRY. False after the last one. */
bool elf_next(struct elf_table *table, void *entry);

/* The first segment or section of TYPE, and the section INDEX. False: there is none. */
bool elf_find_segment(struct elf *elf, uint64_t type, struct elf_segment *segment);
bool elf_find_section(struct elf *elf, uint64_t type, struct elf_section *section);
bool elf_get_section(struct elf *elf, uint64_t index, struct elf_section *section);

/* Where the file has the byte that is loaded to ADDRESS; 0: nowhere. */
uint64_t elf_find_offset(struct elf *elf, uint64_t address);

/* SIZE bytes at AT, or the bytes of SECTION, which must all be there. */
struct elf_bytes elf_bytes(struct elf *elf, uint64_t at, uint64_t size);
struct elf_bytes elf_contents(struct elf *elf, const struct elf_section *section);

/*
 * The text at OFFSET of NAMES; NULL: there is none. The last byte of NAMES has to end a text, as
 * linkers write it: in a hostile file the end of each of a million names could be far away.
 */
const char *elf_name(const struct elf_bytes *names, uint64_t offset);

#endif
