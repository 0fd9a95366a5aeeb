/* SPDX-License-Identifier: Apache-2.0 */
/*
 * symbols-windows: see symbols.h. Programs and DLLs by gcc and clang for mingw-w64 have the symbol
 * table of COFF until strip(1) removes it; files of Microsoft's linker have none. Exported
 * functions alone would mislead: most are followed by others that are not exported. The file is
 * mapped and not trusted: every offset is compared with its size.
 */
#include "layers/frame/place/symbols.h"

#include <windows.h>

#include <inttypes.h>
#include <string.h>

#include "base/common/system.h"
#include "base/os.h"

#define FUNCTION_TYPE (IMAGE_SYM_DTYPE_FUNCTION << 4)

struct image {
	const char *bytes;	/* NULL: cannot be read */
	size_t size;
};

/* The file of a module: its headers, and its symbols with the strings that follow. */
struct parts {
	const IMAGE_FILE_HEADER *header;
	const IMAGE_SECTION_HEADER *sections;
	const IMAGE_SYMBOL *symbols;
	const char *strings;
	size_t string_size;
};

static HMODULE find_module(const void *address)
{
	HMODULE module = NULL;

	/* The function takes NULL for the program. */
	if (!address)
		return NULL;
	GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
				   GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
			   (const wchar_t *)address, &module);
	return module;
}

static struct image open_image(HMODULE module)
{
	struct image image = { NULL, 0 };
	wchar_t path[OS_PATH_SIZE];
	LARGE_INTEGER size = { .QuadPart = 0 };
	HANDLE mapping = NULL;
	HANDLE file;

	GetModuleFileNameW(module, path, OS_PATH_SIZE);
	file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL,
			   OPEN_EXISTING, 0, NULL);
	if (file == INVALID_HANDLE_VALUE)
		return image;
	if (GetFileSizeEx(file, &size))
		mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
	CloseHandle(file);
	if (!mapping)
		return image;
	image.bytes = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
	image.size = (size_t)size.QuadPart;
	CloseHandle(mapping);
	return image;
}

/* COUNT elements of SIZE bytes at OFFSET; NULL if the file does not have them. */
static const void *part(const struct image *image, uint64_t offset, uint64_t count, size_t size)
{
	if (!image->bytes || offset > image->size || count > (image->size - offset) / size)
		return NULL;
	return image->bytes + offset;
}

/* False if the file has no symbols, or is not the one that MODULE was loaded from. */
static bool find_parts(const struct image *image, HMODULE module, struct parts *parts)
{
	const IMAGE_DOS_HEADER *loaded = (const IMAGE_DOS_HEADER *)module;
	const uint64_t offset = (uint64_t)loaded->e_lfanew + sizeof(DWORD);
	const IMAGE_FILE_HEADER *header = part(image, offset, 1, sizeof(*header));
	uint64_t end;

	if (!header || memcmp(header, (const char *)module + offset, sizeof(*header)) != 0)
		return false;
	end = header->PointerToSymbolTable + (uint64_t)header->NumberOfSymbols * IMAGE_SIZEOF_SYMBOL;
	parts->header = header;
	parts->sections = part(image, offset + sizeof(*header) + header->SizeOfOptionalHeader,
			       header->NumberOfSections, sizeof(*parts->sections));
	parts->symbols = part(image, header->PointerToSymbolTable, header->NumberOfSymbols,
			      IMAGE_SIZEOF_SYMBOL);
	parts->strings = part(image, end, 0, 1);
	parts->string_size = image->size - (size_t)end;
	return header->PointerToSymbolTable != 0 && parts->sections &&
	       parts->symbols;
}

/* The number of the section that has VALUE, counted from 1; 0: none. */
static int find_section(const struct parts *parts, uint32_t value)
{
	for (int i = 0; i < parts->header->NumberOfSections; i++)
		if (value >= parts->sections[i].VirtualAddress &&
		    value - parts->sections[i].VirtualAddress < parts->sections[i].Misc.VirtualSize)
			return i + 1;
	return 0;
}

/* Stores the name of SYMBOL in NAME. The compiler for i686 puts "_" before the names of C. */
static bool read_name(const struct parts *parts, const IMAGE_SYMBOL *symbol, char *name,
		      size_t size)
{
	const char *text = (const char *)symbol->N.ShortName;
	size_t most = sizeof(symbol->N.ShortName);

	if (symbol->N.Name.Short == 0) {
		if (symbol->N.Name.Long >= parts->string_size)
			return false;
		text = parts->strings + symbol->N.Name.Long;
		most = parts->string_size - symbol->N.Name.Long;
	}
	if (parts->header->Machine == IMAGE_FILE_MACHINE_I386 && *text == '_') {
		text++;
		most--;
	}
	most = strnlen(text, most < size - 1 ? most : size - 1);
	memcpy(name, text, most);
	name[most] = '\0';
	return most > 0;
}

/*
 * The function at VALUE, as offset in the module; its start is *START. NULL if it is not known, as
 * after a symbol that is no function: symbols have no sizes.
 */
static const IMAGE_SYMBOL *find_function(const struct parts *parts, uint32_t value, uint32_t *start)
{
	const int section = find_section(parts, value);
	const IMAGE_SYMBOL *found = NULL;
	const IMAGE_SYMBOL *symbol;
	uint32_t at;

	for (DWORD i = 0; section > 0 && i < parts->header->NumberOfSymbols;
	     i += 1 + symbol->NumberOfAuxSymbols) {
		symbol = &parts->symbols[i];
		at = parts->sections[section - 1].VirtualAddress + symbol->Value;
		if (symbol->SectionNumber != section || at > value || (found && at < *start))
			continue;
		if (found && at == *start && symbol->Type != FUNCTION_TYPE)
			continue;
		found = symbol;
		*start = at;
	}
	return found && found->Type == FUNCTION_TYPE ? found : NULL;
}

/* Stores the name of the function at VALUE of MODULE in NAME; its start is *START. */
static bool find_name(HMODULE module, uint32_t value, uint32_t *start, char *name, size_t size)
{
	struct image image = open_image(module);
	const IMAGE_SYMBOL *function = NULL;
	struct parts parts;
	bool is_known;

	if (find_parts(&image, module, &parts))
		function = find_function(&parts, value, start);
	is_known = function && read_name(&parts, function, name, size);
	if (image.bytes)
		UnmapViewOfFile(image.bytes);
	return is_known;
}

static void add_function(struct line *line, HMODULE module, uint32_t value)
{
	uint32_t start = 0;
	char name[256];

	if (find_name(module, value, &start, name, sizeof(name)))
		line_add_escaped(line, name);
	else
		start = 0;
	line_add(line, "+0x%" PRIx32, value + 1 - start);
}

bool symbols_find(const void *address, char *name, size_t size)
{
	const char *inside = (const char *)address - 1;
	const HMODULE module = find_module(inside);
	uint32_t start;

	return module &&
	       find_name(module, (uint32_t)(inside - (const char *)module), &start, name, size);
}

void symbols_add(struct line *line, const void *address)
{
	/* The call may be a function's last instruction: then the address is after its end. */
	const char *inside = (const char *)address - 1;
	const HMODULE module = find_module(inside);
	char path[OS_PATH_SIZE];

	if (!module || !system_library_of(module, path, sizeof(path))) {
		line_add_hex(line, (uintptr_t)address);
		return;
	}
	line_add_escaped(line, path);
	line_add(line, "(");
	add_function(line, module, (uint32_t)(inside - (const char *)module));
	line_add(line, ")");
}

bool symbols_are_together(const void *left, const void *right)
{
	return find_module(left) == find_module(right);
}

bool symbols_start_threads(const void *address)
{
	return find_module(address) == GetModuleHandleA("kernel32.dll");
}

bool symbols_is_own(const void *address)
{
	static const char own_byte;

	return symbols_are_together(&own_byte, address);
}
