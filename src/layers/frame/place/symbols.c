/* SPDX-License-Identifier: Apache-2.0 */
/*
 * symbols: see symbols.h. dladdr() knows exported functions only, and main() is seldom one.
 */
#include "layers/frame/place/symbols.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "layers/frame/place/elf-image.h"
#include "layers/frame/place/place-library.h"
#include "layers/frame/place/source-line.h"

#define PROGRAM "/proc/self/exe"

static bool covers(const struct elf_symbol *symbol, uint64_t value)
{
	return (symbol->info & 15) == STT_FUNC && symbol->section != SHN_UNDEF &&
	       value >= symbol->address && value - symbol->address < symbol->size;
}

/*
 * The name that the symbols of the first section of TYPE have for the function at VALUE, as the file
 * counts addresses; its start is *START.
 */
static const char *find_in_table(struct elf *elf, uint64_t type, uint64_t value, uint64_t *start)
{
	struct elf_section section;
	struct elf_symbol symbol;
	struct elf_table table;

	if (!elf_find_section(elf, type, &section))
		return NULL;
	table = elf_symbols(elf, &section);
	while (elf_next(&table, &symbol))
		if (covers(&symbol, value)) {
			struct elf_bytes names = { NULL, 0 };

			*start = symbol.address;
			if (elf_get_section(elf, section.link, &section))
				names = elf_contents(elf, &section);
			return elf_name(&names, symbol.name);
		}
	return NULL;
}

/* All symbols come first; strip(1) leaves those that are exported. */
static const char *find_name(struct elf *elf, uint64_t value, uint64_t *start)
{
	const char *name = find_in_table(elf, SHT_SYMTAB, value, start);

	return name ? name : find_in_table(elf, SHT_DYNSYM, value, start);
}

bool symbols_are_together(const void *left, const void *right)
{
	struct library first;
	struct library second;

	return library_find(&first, left) && library_find(&second, right) &&
	       first.load_address + first.first == second.load_address + second.first;
}

/* Sanitizers have a pthread_create() of their own. */
bool symbols_start_threads(const void *address)
{
	return symbols_are_together(address, (const void *)(uintptr_t)pthread_getspecific);
}

bool symbols_is_own(const void *address)
{
	static const char own_byte;

	return symbols_are_together(&own_byte, address);
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
static bool is_same_file(struct elf *elf, const struct library *library)
{
	const struct elf_bytes note = elf_bytes(elf, library->note_offset, library->note_size);

	return note.at && memcmp(note.at, library->note, library->note_size) == 0;
}

/* The file of LIBRARY, or an image without bytes. */
static void open_file(struct elf_image *image, const struct library *library)
{
	elf_image_open(image, *library->name ? library->name : PROGRAM);
	if (image->bytes && !is_same_file(&image->elf, library))
		elf_image_close(image);
}

static void add_source_line(struct line *line, struct elf_image *image, uint64_t value)
{
	const struct source_tables tables = {
		.lines = elf_image_section(image, ".debug_line"),
		.line_strings = elf_image_section(image, ".debug_line_str"),
		.strings = elf_image_section(image, ".debug_str"),
	};

	source_line_add(line, &tables, value);
}

bool symbols_find(const void *address, char *name, size_t size)
{
	const char *inside = (const char *)address - 1;
	struct library library;
	struct elf_image image;
	const char *found;
	uint64_t start;

	if (!library_find(&library, inside))
		return false;
	open_file(&image, &library);
	found = find_name(&image.elf, (uintptr_t)inside - library.load_address, &start);
	if (found)
		snprintf(name, size, "%s", found);
	elf_image_close(&image);
	return found != NULL;
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

	if (!library_find(&library, inside)) {
		line_add(line, "%p", address);
		return;
	}
	value = (uintptr_t)inside - library.load_address;
	open_file(&image, &library);
	name = find_name(&image.elf, value, &start);
	if (!name)
		start = library.first;
	if (*library.name)
		line_add_escaped(line, library.name);
	else
		add_program(line);
	line_add(line, "(");
	line_add_escaped(line, name ? name : "");
	line_add(line, "+0x%jx)", (uintmax_t)(value + 1 - start));
	add_source_line(line, &image, value);
	elf_image_close(&image);
}
