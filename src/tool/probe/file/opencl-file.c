/* SPDX-License-Identifier: Apache-2.0 */
/*
 * opencl-file: see opencl-file.h. Offsets and sizes of the file are compared with its size before
 * they are used, and everything is copied by pread(2), so a file that is cut meanwhile gives short
 * reads. The two word sizes differ only in the places of the fields.
 */
#include "tool/probe/file/opencl-file.h"

#include <elf.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api/api.h"
#include "base/array.h"
#include "base/env.h"
#include "base/os.h"

#define MOST_ENTRIES 4096		/* of headers; a linker makes fewer than a hundred */
#define MOST_LOADER ((size_t)16 << 20)	/* bytes of a loader that are searched; ours has 160 KB */

/* A field of a structure: where it is and how long. */
struct field {
	unsigned char at;
	unsigned char size;
};

#define FIELD(type, member) { offsetof(type, member), sizeof(((type *)NULL)->member) }

/* Where the fields are, for one word size. */
struct layout {
	unsigned bits;
	size_t header_size, section_size, segment_size, symbol_size;
	struct field sections, section_count, segments, segment_count;
	struct field type, offset, size, link;	/* of a section */
	struct field name, place;		/* of a symbol */
};

#define LAYOUT(n)                                                                                  \
	{                                                                                          \
		.bits = (n), .header_size = sizeof(Elf##n##_Ehdr),                                 \
		.section_size = sizeof(Elf##n##_Shdr), .segment_size = sizeof(Elf##n##_Phdr),      \
		.symbol_size = sizeof(Elf##n##_Sym), .sections = FIELD(Elf##n##_Ehdr, e_shoff),    \
		.section_count = FIELD(Elf##n##_Ehdr, e_shnum),                                    \
		.segments = FIELD(Elf##n##_Ehdr, e_phoff),                                         \
		.segment_count = FIELD(Elf##n##_Ehdr, e_phnum),                                    \
		.type = FIELD(Elf##n##_Shdr, sh_type), .offset = FIELD(Elf##n##_Shdr, sh_offset),  \
		.size = FIELD(Elf##n##_Shdr, sh_size), .link = FIELD(Elf##n##_Shdr, sh_link),      \
		.name = FIELD(Elf##n##_Sym, st_name), .place = FIELD(Elf##n##_Sym, st_shndx),      \
	}

static const struct layout layouts[] = { LAYOUT(32), LAYOUT(64) };

/*
 * The functions by which kinds are distinguished, and for each a bit of what a file defines. CALLS is
 * for a function of a loader that it does not define.
 */
enum { PLATFORMS = 1, ICD_PLATFORMS = 2, LOOK_UP = 4, LAYER_INFO = 8, LAYER_INIT = 16, CALLS = 32 };
static const struct {
	const char *name;
	unsigned bit;
} functions[] = {
	{ "clGetPlatformIDs", PLATFORMS },
	{ "clIcdGetPlatformIDsKHR", ICD_PLATFORMS },
	{ "clGetExtensionFunctionAddress", LOOK_UP },
	{ "clGetLayerInfo", LAYER_INFO },
	{ "clInitLayer", LAYER_INIT },
	{ "clInitLayerWithProperties", LAYER_INIT },
};

struct reader {
	int descriptor;
	uint64_t size;		/* of the file */
	size_t *budget;
	bool is_over;		/* the budget was too small */
	const struct layout *layout;
	unsigned char header[sizeof(Elf64_Ehdr)];
};

/* -- bytes ------------------------------------------------------------------------- */

static bool read_into(struct reader *reader, void *bytes, uint64_t at, size_t size)
{
	if (at > reader->size || size > reader->size - at)
		return false;
	if (size > *reader->budget) {
		reader->is_over = true;
		return false;
	}
	*reader->budget -= size;
	return pread(reader->descriptor, bytes, size, (off_t)at) == (ssize_t)size;
}

/* SIZE bytes at AT and a NUL byte after them, to be freed; NULL: there are not so many. */
static char *read_part(struct reader *reader, uint64_t at, uint64_t size)
{
	char *bytes = size <= reader->size ? malloc((size_t)size + 1) : NULL;

	if (!bytes || !read_into(reader, bytes, at, (size_t)size)) {
		free(bytes);
		return NULL;
	}
	bytes[size] = '\0';
	return bytes;
}

/* The byte order is that of this machine: elf.h's of another one would not be mapped to be run. */
static uint64_t get(const void *structure, struct field field)
{
	const char *at = (const char *)structure + field.at;
	uint64_t number64;
	uint32_t number32;
	uint16_t number16;

	switch (field.size) {
	case sizeof(number64):
		memcpy(&number64, at, sizeof(number64));
		return number64;
	case sizeof(number32):
		memcpy(&number32, at, sizeof(number32));
		return number32;
	default:
		memcpy(&number16, at, sizeof(number16));
		return number16;
	}
}

/* -- headers ------------------------------------------------------------------------- */

static bool read_header(struct reader *reader)
{
	unsigned class;

	if (!read_into(reader, reader->header, 0, sizeof(Elf32_Ehdr)) ||
	    memcmp(reader->header, ELFMAG, SELFMAG) != 0)
		return false;
	class = reader->header[EI_CLASS];
	if (class != ELFCLASS32 && class != ELFCLASS64)
		return false;
	reader->layout = &layouts[class == ELFCLASS64];
	return read_into(reader, reader->header, 0, reader->layout->header_size);
}

/* A table of headers, to be freed. *COUNT is how many it has. */
static char *read_table(struct reader *reader, struct field place, struct field number,
			size_t entry, size_t *count)
{
	*count = (size_t)get(reader->header, number);
	if (*count == 0 || *count > MOST_ENTRIES)
		return NULL;
	return read_part(reader, get(reader->header, place), *count * entry);
}

static bool find_linker(struct reader *reader)
{
	const struct layout *layout = reader->layout;
	bool is_found = false;
	uint32_t type;
	size_t count;
	char *table = read_table(reader, layout->segments, layout->segment_count,
				 layout->segment_size, &count);

	for (size_t i = 0; table && i < count && !is_found; i++) {
		memcpy(&type, table + i * layout->segment_size, sizeof(type));
		is_found = type == PT_INTERP;
	}
	free(table);
	return is_found;
}

/* -- symbols ------------------------------------------------------------------------- */

static unsigned bit_of(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(functions); i++)
		if (strcmp(functions[i].name, name) == 0)
			return functions[i].bit;
	return 0;
}

/* What SYMBOLS, of SIZE bytes, mean; NAMES has LENGTH bytes and a NUL byte after them. */
static unsigned collect(const struct layout *layout, const char *symbols, size_t size,
			const char *names, size_t length)
{
	unsigned bits = 0;

	for (size_t at = 0; size - at >= layout->symbol_size; at += layout->symbol_size) {
		uint64_t name = get(symbols + at, layout->name);

		if (name >= length || names[name] != 'c')
			continue;
		if (get(symbols + at, layout->place) != SHN_UNDEF)
			bits |= bit_of(names + name);
		else if (api_slot(names + name) >= 0)
			bits |= CALLS;
	}
	return bits;
}

/* The strings of the section LINK of the table SECTIONS, which has COUNT; to be freed. */
static char *read_strings(struct reader *reader, const char *sections, size_t count, uint64_t link,
			  size_t *length)
{
	const struct layout *layout = reader->layout;
	const char *section = sections + link * layout->section_size;

	if (link >= count)
		return NULL;
	*length = (size_t)get(section, layout->size);
	return read_part(reader, get(section, layout->offset), *length);
}

/* What the symbols of SECTION mean; *HAS_NODE: its strings have the version node of loaders. */
static unsigned read_symbols(struct reader *reader, const char *sections, size_t count,
			     const char *section, bool *has_node)
{
	static const char node[] = "OPENCL_1.0";
	const struct layout *layout = reader->layout;
	size_t size = (size_t)get(section, layout->size);
	size_t length = 0;
	char *names = read_strings(reader, sections, count, get(section, layout->link), &length);
	char *symbols = names ? read_part(reader, get(section, layout->offset), size) : NULL;
	unsigned bits = symbols ? collect(layout, symbols, size, names, length) : 0;

	*has_node = names && memmem(names, length + 1, node, sizeof(node));
	free(symbols);
	free(names);
	return bits;
}

static enum opencl_file_kind kind_of(unsigned bits, bool has_versions)
{
	if (bits & ICD_PLATFORMS)
		return OPENCL_FILE_DRIVER;
	if ((bits & LAYER_INFO) && (bits & LAYER_INIT))
		return OPENCL_FILE_LAYER;
	if ((bits & PLATFORMS) && has_versions)
		return OPENCL_FILE_LOADER;
	/* It gives the other function by this one. */
	return (bits & LOOK_UP) && !(bits & PLATFORMS) ? OPENCL_FILE_DRIVER : OPENCL_FILE_OTHER;
}

static enum opencl_file_kind read_kind(struct reader *reader, bool *calls_loader)
{
	const struct layout *layout = reader->layout;
	bool defines_versions = false;
	bool has_node = false;
	unsigned bits = 0;
	size_t count;
	char *table = read_table(reader, layout->sections, layout->section_count,
				 layout->section_size, &count);

	for (size_t i = 0; table && i < count; i++) {
		const char *section = table + i * layout->section_size;
		uint64_t type = get(section, layout->type);

		if (type == SHT_DYNSYM && bits == 0)
			bits = read_symbols(reader, table, count, section, &has_node);
		defines_versions |= type == SHT_GNU_verdef;
	}
	free(table);
	*calls_loader = bits & CALLS;
	return kind_of(bits, defines_versions && has_node);
}

/* -- which loader ------------------------------------------------------------------------ */

/* A loader has the names of the variables that it reads. */
static const struct {
	enum env_variable variable;
	const char *loader;
} signs[] = {
	{ ENV_OPENCL_LOADER_DRIVERS_ENABLE, "clrouter" },
	{ ENV_OCL_ICD_PLATFORM_SORT, "ocl-icd" },
	{ ENV_OCL_ICD_ASSUME_ICD_EXTENSION, "ocl-icd" },
	{ ENV_OCL_ICD_ENABLE_TRACE, "Khronos' loader" },
	{ ENV_OCL_ICD_FILENAMES, "Khronos' loader" },
};

static const char *name_loader(struct reader *reader)
{
	uint64_t size = reader->size < MOST_LOADER ? reader->size : MOST_LOADER;
	char *bytes = read_part(reader, 0, size);
	const char *loader = "an unknown loader";

	for (size_t i = 0; bytes && i < ARRAY_SIZE(signs); i++) {
		const char *name = env_name(signs[i].variable);

		if (memmem(bytes, (size_t)size, name, strlen(name) + 1)) {
			loader = signs[i].loader;
			break;
		}
	}
	free(bytes);
	return loader;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): read_into() makes it less */
bool opencl_file_read(struct opencl_file *file, int descriptor, size_t *budget)
{
	struct reader reader = { .descriptor = descriptor, .budget = budget };
	struct stat status;

	memset(file, 0, sizeof(*file));
	if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size < 0)
		return true;
	reader.size = (uint64_t)status.st_size;
	if (read_header(&reader)) {
		file->bits = reader.layout->bits;
		file->has_linker = find_linker(&reader);
		file->kind = read_kind(&reader, &file->calls_loader);
		if (file->kind == OPENCL_FILE_LOADER)
			file->loader = name_loader(&reader);
	}
	return !reader.is_over;
}

void opencl_file_read_path(struct opencl_file *file, const char *path)
{
	int descriptor = os_open(path, OS_READ, NULL);
	size_t budget = SIZE_MAX;

	memset(file, 0, sizeof(*file));
	if (descriptor < 0)
		return;
	opencl_file_read(file, descriptor, &budget);
	close(descriptor);
}
