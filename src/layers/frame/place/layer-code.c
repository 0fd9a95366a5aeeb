/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layer-code: see layer-code.h. dladdr() and dlsym() would wait while another thread opens a
 * library, whose constructor may wait for the caller; what is used here does not. So symbols are
 * looked for in the library's own tables, as the dynamic linker does. The library stays meanwhile:
 * the caller returns to it.
 */
#include "layers/frame/place/layer-code.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/common/lock.h"
#include "base/text.h"

struct code_library {
	const ElfW(Dyn) *dynamic;	/* NULL: there is none */
	uintptr_t load_address;		/* what is added to the addresses of its file */
	bool is_program;
};

/* dl_iterate_phdr() has a lock of its own, which a forked child must not find locked. */
static struct lock lock = LOCK_INIT;

struct lock *layer_code_lock(void)
{
	return &lock;
}

/* -- the library of an address ------------------------------------------------------------ */

#ifdef DLFO_STRUCT_HAS_EH_DBASE

/* glibc 2.35 needs no lock for it. */
static struct code_library find_library(const void *address)
{
	struct dl_find_object object;

	if (_dl_find_object((void *)address, &object) != 0)
		return (struct code_library){ .dynamic = NULL };
	return (struct code_library){ .dynamic = object.dlfo_link_map->l_ld,
				      .load_address = object.dlfo_link_map->l_addr,
				      .is_program = object.dlfo_link_map->l_prev == NULL };
}

#else

struct code_search {
	uintptr_t address;
	bool is_after_program;	/* the program is visited first */
	struct code_library found;
};

static bool has_value(const struct dl_phdr_info *info, uintptr_t value)
{
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];

		if (header->p_type == PT_LOAD && value >= header->p_vaddr &&
		    value - header->p_vaddr < header->p_memsz)
			return true;
	}
	return false;
}

static int look_into(struct dl_phdr_info *info, size_t size, void *data)
{
	struct code_search *search = data;

	(void)size;
	search->found.is_program = !search->is_after_program;
	search->is_after_program = true;
	if (!has_value(info, search->address - info->dlpi_addr))
		return 0;
	search->found.load_address = info->dlpi_addr;
	for (unsigned i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
			search->found.dynamic = (const ElfW(Dyn) *)(info->dlpi_addr +
								    info->dlpi_phdr[i].p_vaddr);
	return 1;
}

static struct code_library find_library(const void *address)
{
	struct code_search search = { .address = (uintptr_t)address };

	lock_take(&lock);
	if (dl_iterate_phdr(look_into, &search) == 0)
		search.found = (struct code_library){ .dynamic = NULL };
	lock_give(&lock);
	return search.found;
}

#endif

/* -- what a library exports --------------------------------------------------------------- */

struct tables {
	const char *strings;
	const ElfW(Sym) *symbols;
	const uint32_t *hash;		/* DT_HASH */
	const uint32_t *gnu_hash;
	const char *versions;		/* those that it defines */
};

/*
 * The address of a table. The item of the dynamic section has it, or has what the load address is
 * to be added to: that depends on the C library and the machine.
 */
static const void *table_at(const struct code_library *library, const ElfW(Dyn) * item)
{
	const uintptr_t value = item->d_un.d_ptr;

	return (const void *)(value >= library->load_address ? value :
							       library->load_address + value);
}

static struct tables find_tables(const struct code_library *library)
{
	struct tables tables = { .strings = NULL };

	for (const ElfW(Dyn) *item = library->dynamic; item->d_tag != DT_NULL; item++) {
		if (item->d_tag == DT_STRTAB)
			tables.strings = table_at(library, item);
		else if (item->d_tag == DT_SYMTAB)
			tables.symbols = table_at(library, item);
		else if (item->d_tag == DT_HASH)
			tables.hash = table_at(library, item);
		else if (item->d_tag == DT_GNU_HASH)
			tables.gnu_hash = table_at(library, item);
		else if (item->d_tag == DT_VERDEF)
			tables.versions = table_at(library, item);
	}
	return tables;
}

static bool is_defined(const struct tables *tables, uint32_t index, const char *name)
{
	const ElfW(Sym) *symbol = &tables->symbols[index];

	return symbol->st_shndx != SHN_UNDEF && strcmp(tables->strings + symbol->st_name, name) == 0;
}

/* Its head is the number of buckets, the first symbol, the words of a filter, and its shift. */
static bool has_gnu_hash(const struct tables *tables, const char *name)
{
	const uint32_t *head = tables->gnu_hash;
	const uint32_t *buckets = head + 4 + head[2] * (sizeof(ElfW(Addr)) / sizeof(*head));
	const uint32_t *chain = buckets + head[0];
	uint32_t hash = 5381;
	uint32_t index;

	for (const char *at = name; *at != '\0'; at++)
		hash = hash * 33 + (unsigned char)*at;
	index = head[0] != 0 ? buckets[hash % head[0]] : 0;
	if (index < head[1] || index == 0)
		return false;
	/* The last of a bucket has the lowest bit set. */
	for (;; index++) {
		const uint32_t each = chain[index - head[1]];

		if ((each | 1) == (hash | 1) && is_defined(tables, index, name))
			return true;
		if ((each & 1) != 0)
			return false;
	}
}

/* Its head is the number of buckets and the number of symbols. */
static bool has_hash(const struct tables *tables, const char *name)
{
	for (uint32_t i = 1; i < tables->hash[1]; i++)
		if (is_defined(tables, i, name))
			return true;
	return false;
}

static bool exports(const struct tables *tables, const char *name)
{
	if (!tables->strings || !tables->symbols)
		return false;
	if (tables->gnu_hash)
		return has_gnu_hash(tables, name);
	return tables->hash && has_hash(tables, name);
}

/* As every libOpenCL does, and no program or driver. */
static bool defines_version(const struct tables *tables, const char *name)
{
	const char *at = tables->versions;
	const ElfW(Verdef) *node;

	if (!at || !tables->strings)
		return false;
	do {
		node = (const ElfW(Verdef) *)at;
		if (strcmp(tables->strings + ((const ElfW(Verdaux) *)(at + node->vd_aux))->vda_name,
			   name) == 0)
			return true;
		at += node->vd_next;
	} while (node->vd_next != 0);
	return false;
}

bool layer_code_has(const void *address)
{
	/* The call may be a function's last instruction: then the address is after its end. */
	const struct code_library library = find_library((const void *)((uintptr_t)address - 1));
	struct tables tables;

	if (!library.dynamic || library.is_program)
		return false;
	tables = find_tables(&library);
	return (exports(&tables, "clGetLayerInfo") &&
		(exports(&tables, "clInitLayer") ||
		 exports(&tables, "clInitLayerWithProperties"))) ||
	       (exports(&tables, "clGetPlatformIDs") && defines_version(&tables, "OPENCL_1.0"));
}

static int has_name(struct dl_phdr_info *info, size_t size, void *name)
{
	const char *rest = info->dlpi_name ?
		text_skip_prefix(text_base_name(info->dlpi_name), name) : NULL;

	(void)size;
	return rest && strcmp(rest, ".so") == 0;
}

bool layer_code_is_loaded(const char *name)
{
	bool is_loaded;

	lock_take(&lock);
	is_loaded = dl_iterate_phdr(has_name, (void *)name) != 0;
	lock_give(&lock);
	return is_loaded;
}
