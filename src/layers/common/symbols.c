/* SPDX-License-Identifier: Apache-2.0 */
/*
 * symbols: see symbols.h. dladdr() knows exported functions only, and main() is seldom one. The
 * file is mapped and not trusted: every offset is compared with its size.
 */
#include "layers/common/symbols.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct image {
	const char *bytes;	/* NULL: cannot be read */
	size_t size;
};

static struct image open_image(const char *path)
{
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct image image = { NULL, 0 };
	struct stat status;
	void *bytes = MAP_FAILED;

	if (file < 0)
		return image;
	if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
	    status.st_size > (off_t)sizeof(ElfW(Ehdr)))
		bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
	close(file);
	if (bytes != MAP_FAILED)
		image = (struct image){ bytes, (size_t)status.st_size };
	return image;
}

/* COUNT elements of SIZE bytes at OFFSET; NULL if the file does not have them. */
static const void *part(const struct image *image, uint64_t offset, uint64_t count, size_t size)
{
	if (offset > image->size || count > (image->size - offset) / size)
		return NULL;
	return image->bytes + offset;
}

/* The section header INDEX, NULL if there is none. */
static const ElfW(Shdr) *section_at(const struct image *image, unsigned index)
{
	const ElfW(Ehdr) *header = part(image, 0, 1, sizeof(*header));
	const ElfW(Shdr) *sections;

	if (header == NULL || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
	    header->e_shentsize != sizeof(*sections) || index >= header->e_shnum)
		return NULL;
	sections = part(image, header->e_shoff, header->e_shnum, sizeof(*sections));
	return sections != NULL ? &sections[index] : NULL;
}

static const ElfW(Shdr) *find_symbol_table(const struct image *image)
{
	const ElfW(Shdr) *section;

	for (unsigned i = 0; (section = section_at(image, i)) != NULL; i++)
		if (section->sh_type == SHT_SYMTAB)
			return section;
	return NULL;
}

static bool covers(const ElfW(Sym) *symbol, uint64_t value)
{
	return (symbol->st_info & 15) == STT_FUNC && symbol->st_shndx != SHN_UNDEF &&
	       value >= symbol->st_value && value - symbol->st_value < symbol->st_size;
}

/* The name at OFFSET of the string table TABLE; NULL if it does not end in it. */
static const char *name_at(const struct image *image, const ElfW(Shdr) *table, uint64_t offset)
{
	const char *names = table != NULL ? part(image, table->sh_offset, table->sh_size, 1) : NULL;

	if (names == NULL || offset >= table->sh_size ||
	    memchr(names + offset, '\0', table->sh_size - offset) == NULL)
		return NULL;
	return names + offset;
}

/* The name of the function at VALUE, as the file counts addresses; its start is *START. */
static const char *find_name(const struct image *image, uint64_t value, uint64_t *start)
{
	const ElfW(Shdr) *table = find_symbol_table(image);
	const ElfW(Sym) *symbols = NULL;
	size_t count = table != NULL ? table->sh_size / sizeof(*symbols) : 0;

	if (table != NULL)
		symbols = part(image, table->sh_offset, count, sizeof(*symbols));
	for (size_t i = 0; symbols != NULL && i < count; i++)
		if (covers(&symbols[i], value)) {
			*start = symbols[i].st_value;
			return name_at(image, section_at(image, table->sh_link),
				       symbols[i].st_name);
		}
	return NULL;
}

/*
 * The library that has ADDRESS, and what is added to the addresses of its file. musl has no
 * dladdr1(); there it is the address of the first byte, which is the same for a shared library.
 */
static bool find_library(const void *address, Dl_info *info, uintptr_t *load_address)
{
#ifdef RTLD_DL_LINKMAP
	struct link_map *map = NULL;

	if (dladdr1(address, info, (void **)&map, RTLD_DL_LINKMAP) == 0 || map == NULL)
		return false;
	*load_address = map->l_addr;
#else
	if (dladdr(address, info) == 0)
		return false;
	*load_address = (uintptr_t)info->dli_fbase;
#endif
	return info->dli_fname != NULL;
}

bool symbols_is_own(const void *address)
{
	static const char own_byte;
	Dl_info own;
	Dl_info info;

	return dladdr(&own_byte, &own) != 0 && dladdr(address, &info) != 0 &&
	       own.dli_fbase == info.dli_fbase;
}

void symbols_add(struct line *line, const void *address)
{
	/* The call may be a function's last instruction: then the address is after its end. */
	const char *inside = (const char *)address - 1;
	uintptr_t load_address;
	struct image image;
	const char *name;
	uint64_t value;
	uint64_t start = 0;
	Dl_info info;

	if (!find_library(inside, &info, &load_address)) {
		line_add(line, "%p", address);
		return;
	}
	value = (uintptr_t)inside - load_address;
	image = open_image(info.dli_fname);
	name = find_name(&image, value, &start);
	if (name == NULL && info.dli_sname != NULL) {
		name = info.dli_sname;
		start = (uintptr_t)info.dli_saddr - load_address;
	}
	line_add_escaped(line, info.dli_fname);
	if (name == NULL)
		start = (uintptr_t)info.dli_fbase - load_address;
	line_add(line, "(");
	line_add_escaped(line, name != NULL ? name : "");
	line_add(line, "+0x%jx)", (uintmax_t)(value + 1 - start));
	if (image.bytes != NULL)
		munmap((void *)image.bytes, image.size);
}
