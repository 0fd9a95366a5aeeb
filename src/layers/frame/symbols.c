/* SPDX-License-Identifier: Apache-2.0 */
/*
 * symbols: see symbols.h. dladdr() knows exported functions only, and main() is seldom one. It also
 * waits while another thread opens or closes a library, whose constructors and destructors may wait
 * for the caller's lock: dl_iterate_phdr() does not. The file is mapped and not trusted: every
 * offset is compared with its size.
 */
#include "layers/frame/symbols.h"

#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PROGRAM "/proc/self/exe"

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

/* The first section of TYPE, NULL if there is none. */
static const ElfW(Shdr) *find_section(const struct image *image, uint32_t type)
{
	const ElfW(Shdr) *section;

	for (unsigned i = 0; (section = section_at(image, i)) != NULL; i++)
		if (section->sh_type == type)
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

/*
 * The name that the symbols of TABLE have for the function at VALUE, as the file counts addresses;
 * its start is *START.
 */
static const char *find_in_table(const struct image *image, const ElfW(Shdr) *table, uint64_t value,
				 uint64_t *start)
{
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

/* All symbols come first; strip(1) leaves those that are exported. */
static const char *find_name(const struct image *image, uint64_t value, uint64_t *start)
{
	const char *name =
		find_in_table(image, find_section(image, SHT_SYMTAB), value, start);

	return name != NULL ? name :
	       find_in_table(image, find_section(image, SHT_DYNSYM), value, start);
}

/* The library, or the program, that has ADDRESS. */
struct library {
	const void *address;
	uintptr_t load_address;	/* what is added to the addresses of its file */
	uintptr_t first;	/* address of its first byte, as the file counts */
	char name[PATH_MAX];	/* empty: the program */
};

/* The name is copied: another thread may close the library. */
static int find_in_library(struct dl_phdr_info *info, size_t size, void *data)
{
	struct library *library = data;
	const uintptr_t value = (uintptr_t)library->address - info->dlpi_addr;
	struct line name = line_in(library->name, sizeof(library->name));
	const ElfW(Phdr) *first = NULL;
	bool is_found = false;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];

		if (header->p_type != PT_LOAD)
			continue;
		if (first == NULL)
			first = header;
		is_found |= value >= header->p_vaddr && value - header->p_vaddr < header->p_memsz;
	}
	if (!is_found)
		return 0;
	library->load_address = info->dlpi_addr;
	library->first = first->p_vaddr & ~(first->p_align - 1);
	line_add_text(&name, info->dlpi_name != NULL ? info->dlpi_name : "");
	return 1;
}

static bool find_library(struct library *library, const void *address)
{
	library->address = address;
	return dl_iterate_phdr(find_in_library, library) != 0;
}

bool symbols_is_own(const void *address)
{
	static const char own_byte;
	struct library own;
	struct library other;

	return find_library(&own, &own_byte) && find_library(&other, address) &&
	       own.load_address + own.first == other.load_address + other.first;
}

/* As the program was called. */
static void add_program(struct line *line)
{
	const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
	char name[PATH_MAX];
	const ssize_t length = file >= 0 ? read(file, name, sizeof(name) - 1) : 0;

	if (file >= 0)
		close(file);
	name[length > 0 ? length : 0] = '\0';
	line_add_escaped(line, name);
}

void symbols_add(struct line *line, const void *address)
{
	/* The call may be a function's last instruction: then the address is after its end. */
	const char *inside = (const char *)address - 1;
	struct library library;
	struct image image;
	const char *name;
	uint64_t value;
	uint64_t start = 0;

	if (!find_library(&library, inside)) {
		line_add(line, "%p", address);
		return;
	}
	value = (uintptr_t)inside - library.load_address;
	image = open_image(*library.name ? library.name : PROGRAM);
	name = find_name(&image, value, &start);
	if (name == NULL)
		start = library.first;
	if (*library.name)
		line_add_escaped(line, library.name);
	else
		add_program(line);
	line_add(line, "(");
	line_add_escaped(line, name != NULL ? name : "");
	line_add(line, "+0x%jx)", (uintmax_t)(value + 1 - start));
	if (image.bytes != NULL)
		munmap((void *)image.bytes, image.size);
}
