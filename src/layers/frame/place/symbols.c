/* SPDX-License-Identifier: Apache-2.0 */
/*
 * symbols: see symbols.h. dladdr() knows exported functions only, and main() is seldom one. It also
 * waits while another thread opens or closes a library, whose constructors and destructors may wait
 * for the caller's lock: dl_iterate_phdr() does not.
 */
#include "layers/frame/place/symbols.h"

#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "layers/frame/place/elf-image.h"
#include "layers/frame/place/source-line.h"

#define PROGRAM "/proc/self/exe"
#define NOTE_SIZE 128 /* bytes; a build-id with its header takes 36 */

static bool covers(const ElfW(Sym) *symbol, uint64_t value)
{
	return (symbol->st_info & 15) == STT_FUNC && symbol->st_shndx != SHN_UNDEF &&
	       value >= symbol->st_value && value - symbol->st_value < symbol->st_size;
}

/*
 * The name that the symbols of TABLE have for the function at VALUE, as the file counts addresses;
 * its start is *START.
 */
static const char *find_in_table(const struct elf_image *image, const ElfW(Shdr) *table,
				 uint64_t value, uint64_t *start)
{
	const ElfW(Sym) *symbols = NULL;
	size_t count = table != NULL ? table->sh_size / sizeof(*symbols) : 0;

	if (table != NULL)
		symbols = elf_image_part(image, table->sh_offset, count, sizeof(*symbols));
	for (size_t i = 0; symbols != NULL && i < count; i++)
		if (covers(&symbols[i], value)) {
			*start = symbols[i].st_value;
			return elf_image_name(image,
					      elf_image_header(image, table->sh_link),
					      symbols[i].st_name);
		}
	return NULL;
}

/* All symbols come first; strip(1) leaves those that are exported. */
static const char *find_name(const struct elf_image *image, uint64_t value, uint64_t *start)
{
	const char *name =
		find_in_table(image, elf_image_header_of_type(image, SHT_SYMTAB), value, start);

	return name != NULL ? name :
	       find_in_table(image, elf_image_header_of_type(image, SHT_DYNSYM), value, start);
}

/* The library, or the program, that has ADDRESS. */
struct library {
	const void *address;
	uintptr_t load_address;	/* what is added to the addresses of its file */
	uintptr_t first;	/* address of its first byte, as the file counts */
	char name[PATH_MAX];	/* empty: the program */
	char note[NOTE_SIZE];	/* the beginning of its last note, which has the build-id */
	size_t note_size;	/* in bytes */
	uint64_t note_offset;	/* in the file */
};

/* The segment of INFO's file that has VALUE, as the file counts addresses; NULL: none has it. */
static const ElfW(Phdr) *find_segment(const struct dl_phdr_info *info, uintptr_t value)
{
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];

		if (header->p_type == PT_LOAD && value >= header->p_vaddr &&
		    value - header->p_vaddr < header->p_memsz)
			return header;
	}
	return NULL;
}

/* The address of the first byte of INFO's file, as the file counts. */
static uintptr_t first_address(const struct dl_phdr_info *info)
{
	const ElfW(Phdr) *header = info->dlpi_phdr;

	while (header->p_type != PT_LOAD)
		header++;
	return header->p_vaddr & ~(header->p_align - 1);
}

/* A note that no segment has, or that cannot be read, is none. */
static void copy_note(struct library *library, const struct dl_phdr_info *info,
		      const ElfW(Phdr) *note)
{
	const ElfW(Phdr) *segment = find_segment(info, note->p_vaddr);
	size_t size = note->p_filesz < NOTE_SIZE ? note->p_filesz : NOTE_SIZE;

	if (segment == NULL || (segment->p_flags & PF_R) == 0 ||
	    size > segment->p_memsz - (note->p_vaddr - segment->p_vaddr))
		return;
	library->note_size = size;
	library->note_offset = note->p_offset;
	memcpy(library->note, (const void *)(info->dlpi_addr + note->p_vaddr), size);
}

/* The name is copied: another thread may close the library. */
static int find_in_library(struct dl_phdr_info *info, size_t size, void *data)
{
	struct library *library = data;
	struct line name = line_in(library->name, sizeof(library->name));

	(void)size;
	if (find_segment(info, (uintptr_t)library->address - info->dlpi_addr) == NULL)
		return 0;
	library->load_address = info->dlpi_addr;
	library->first = first_address(info);
	library->note_size = 0;
	library->note_offset = 0;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_NOTE)
			copy_note(library, info, &info->dlpi_phdr[i]);
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

/* A file can be replaced, for example by a compiler, while the program runs. */
static bool is_same_file(const struct elf_image *image, const struct library *library)
{
	const void *note = elf_image_part(image, library->note_offset, library->note_size, 1);

	return note != NULL && memcmp(note, library->note, library->note_size) == 0;
}

/* The file of LIBRARY, or an image without bytes. */
static struct elf_image open_file(const struct library *library)
{
	struct elf_image image = elf_image_open(*library->name ? library->name : PROGRAM);

	if (image.bytes != NULL && !is_same_file(&image, library))
		elf_image_close(&image);
	return image;
}

static void add_source_line(struct line *line, const struct elf_image *image, uint64_t value)
{
	const struct source_tables tables = {
		.lines = elf_image_section(image, ".debug_line"),
		.line_strings = elf_image_section(image, ".debug_line_str"),
		.strings = elf_image_section(image, ".debug_str"),
	};

	source_line_add(line, &tables, value);
}

void symbols_add(struct line *line, const void *address)
{
	/* The call may be a function's last instruction: then the address is after its end. */
	const char *inside = (const char *)address - 1;
	struct library library;
	struct elf_image image;
	const char *name;
	uint64_t value;
	uint64_t start = 0;

	if (!find_library(&library, inside)) {
		line_add(line, "%p", address);
		return;
	}
	value = (uintptr_t)inside - library.load_address;
	image = open_file(&library);
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
	add_source_line(line, &image, value);
	elf_image_close(&image);
}
