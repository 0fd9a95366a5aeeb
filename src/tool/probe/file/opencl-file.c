/* SPDX-License-Identifier: Apache-2.0 */
/* opencl-file: see opencl-file.h. */
#include "tool/probe/file/opencl-file.h"

#include <elf.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "api/api.h"
#include "base/array.h"
#include "base/env.h"
#include "base/os.h"
#include "tool/probe/file/elf-file.h"

#define MOST_LOADER ((size_t)16 << 20)	/* bytes of a loader that are searched; ours has 160 KB */

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

static unsigned bit_of(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(functions); i++)
		if (strcmp(functions[i].name, name) == 0)
			return functions[i].bit;
	return 0;
}

/* What the symbols of SECTION mean, whose names are NAMES. */
static unsigned collect(struct elf *elf, const struct elf_section *section,
			const struct elf_bytes *names)
{
	struct elf_table table = elf_symbols(elf, section);
	struct elf_symbol symbol;
	unsigned bits = 0;

	while (elf_next(&table, &symbol)) {
		const char *name = elf_name(names, symbol.name);

		if (!name || *name != 'c')
			continue;
		if (symbol.section != SHN_UNDEF)
			bits |= bit_of(name);
		else if (api_slot(name) >= 0)
			bits |= CALLS;
	}
	return bits;
}

/* Is one of NAMES the version node of loaders? */
static bool has_node(const struct elf_bytes *names)
{
	static const char node[] = "OPENCL_1.0";

	return names->at && memmem(names->at, (size_t)names->size, node, sizeof(node));
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

static enum opencl_file_kind read_kind(struct elf *elf, bool *calls_loader)
{
	struct elf_section section;
	struct elf_section strings;
	struct elf_bytes names = { NULL, 0 };
	unsigned bits = 0;

	if (elf_find_section(elf, SHT_DYNSYM, &section) &&
	    elf_get_section(elf, section.link, &strings)) {
		names = elf_contents(elf, &strings);
		bits = collect(elf, &section, &names);
	}
	*calls_loader = bits & CALLS;
	return kind_of(bits, elf_find_section(elf, SHT_GNU_verdef, &section) && has_node(&names));
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

static const char *name_loader(struct elf *elf)
{
	const struct elf_bytes bytes =
		elf_bytes(elf, 0, elf->size < MOST_LOADER ? elf->size : MOST_LOADER);

	for (size_t i = 0; bytes.at && i < ARRAY_SIZE(signs); i++) {
		const char *name = env_name(signs[i].variable);

		if (memmem(bytes.at, (size_t)bytes.size, name, strlen(name) + 1))
			return signs[i].loader;
	}
	return "an unknown loader";
}

bool opencl_file_read(struct opencl_file *file, int descriptor, size_t *budget)
{
	struct elf_source source;
	struct elf_segment segment;

	memset(file, 0, sizeof(*file));
	if (elf_source_begin(&source, descriptor, budget)) {
		file->bits = source.elf.bits;
		file->has_linker = elf_find_segment(&source.elf, PT_INTERP, &segment);
		file->kind = read_kind(&source.elf, &file->calls_loader);
		if (file->kind == OPENCL_FILE_LOADER)
			file->loader = name_loader(&source.elf);
	}
	elf_source_done(&source);
	return !source.is_over;
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
