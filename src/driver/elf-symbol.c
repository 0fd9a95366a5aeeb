/* SPDX-License-Identifier: Apache-2.0 */
/* elf-symbol: see elf-symbol.h. */
#include "driver/elf-symbol.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

uint32_t elf_symbol_hash(const char *name)
{
	uint32_t hash = 5381;

	for (; *name; name++)
		hash = hash * 33 + (unsigned char)*name;
	return hash;
}

/* Where the tables are: of strings (DT_STRTAB), of symbols (DT_SYMTAB), of hashes. */
struct tables {
	ElfW(Addr) names;
	ElfW(Addr) symbols;
	ElfW(Addr) hashes;
};

/* In the order that lld writes, or any other. */
static bool search_tables(const ElfW(Dyn) *entry, struct tables *tables)
{
	tables->names = 0;
	tables->symbols = 0;
	for (; entry->d_tag != DT_NULL; entry++)
		if (entry->d_tag == DT_STRTAB)
			tables->names = entry->d_un.d_ptr;
		else if (entry->d_tag == DT_SYMTAB)
			tables->symbols = entry->d_un.d_ptr;
	return tables->names && tables->symbols;
}

/* GNU ld writes the three side by side. */
static bool find_tables(const ElfW(Dyn) *first, struct tables *tables)
{
	const ElfW(Dyn) *entry = first;

	while (entry->d_tag != DT_GNU_HASH)
		if (entry++->d_tag == DT_NULL)
			return false;
	tables->hashes = entry->d_un.d_ptr;
	if (entry[1].d_tag != DT_STRTAB || entry[2].d_tag != DT_SYMTAB)
		return search_tables(first, tables);
	tables->names = entry[1].d_un.d_ptr;
	tables->symbols = entry[2].d_un.d_ptr;
	return true;
}

/* The linker writes addresses over the offsets, but not where it may not write. */
static const void *table_at(const struct link_map *map, ElfW(Addr) value)
{
	return (const void *)(value < map->l_addr ? map->l_addr + value : value);
}

static bool is_function(const ElfW(Sym) *symbol)
{
	/* The type has the same place in both word sizes. */
	unsigned char type = ELF64_ST_TYPE(symbol->st_info);

	return symbol->st_shndx != SHN_UNDEF && (type == STT_FUNC || type == STT_NOTYPE);
}

/*
 * The table: how many buckets, the first symbol that is hashed, how many words
 * the filter has, its shift; filter, buckets, and for each symbol its hash, in
 * which the lowest bit ends the bucket.
 */
void *elf_symbol_find(const struct link_map *map, const char *name, uint32_t hash)
{
	struct tables tables;
	const ElfW(Sym) *symbols;
	const uint32_t *head;
	const uint32_t *hashes;
	const ElfW(Sym) *found = NULL;
	uint32_t index;

	/* A library that was linked for higher addresses than it got has a negative one here. */
	if ((ElfW(Addr))map->l_ld < map->l_addr || !find_tables(map->l_ld, &tables))
		return NULL;
	symbols = table_at(map, tables.symbols);
	head = table_at(map, tables.hashes);
	hashes = (const uint32_t *)((const ElfW(Addr) *)(head + 4) + head[2]);
	if (head[0] == 0 || (index = hashes[hash % head[0]]) < head[1])
		return NULL;
	hashes = hashes + head[0] - head[1];
	do {
		const ElfW(Sym) *symbol = &symbols[index];

		if ((hashes[index] ^ hash) >> 1 ||
		    strcmp((const char *)table_at(map, tables.names) + symbol->st_name, name) != 0)
			continue;
		if (found || !is_function(symbol))
			return NULL;
		found = symbol;
	} while (!(hashes[index++] & 1));
	return found ? (void *)(map->l_addr + found->st_value) : NULL;
}
