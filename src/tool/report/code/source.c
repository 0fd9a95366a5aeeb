/* SPDX-License-Identifier: Apache-2.0 */
/* source: see source.h. */
#include "tool/report/code/source.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/safe-open.h"
#include "base/text.h"

struct source_file {
	Dwfl *dwfl;
	Dwfl_Module *module;	/* NULL: the file is not there, or another one */
	GElf_Addr bias;		/* what libdwfl adds to the addresses of the file */
};

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
};

/* A record may name anything: only a regular file is read. -1: there is none. */
static int open_file(const char *path, const char *directory)
{
	char whole[PATH_MAX];

	if (*path != '/' && !directory)
		return -1;
	text_format(whole, sizeof(whole), "%s%s%s", *path == '/' ? "" : directory,
		    *path == '/' ? "" : "/", path);
	return safe_open_read(whole);
}

static bool is_same_file(Dwfl_Module *found, const struct module *module)
{
	const unsigned char *id;
	GElf_Addr address;
	const int size = dwfl_module_build_id(found, &id, &address);

	if (module->id_size == 0)
		return size <= 0;
	return size >= (int)module->id_size && memcmp(id, module->id, module->id_size) == 0;
}

static void load(struct source_file *file, const struct module *module, const char *directory)
{
	const int descriptor = open_file(module->path, directory);

	if (descriptor < 0)
		return;
	/* Nothing is looked for in the network. */
	unsetenv("DEBUGINFOD_URLS");
	file->dwfl = dwfl_begin(&callbacks);
	if (file->dwfl)
		file->module = dwfl_report_offline(file->dwfl, module->path, module->path, descriptor);
	if (!file->module) {
		close(descriptor);
		return;
	}
	dwfl_report_end(file->dwfl, NULL, NULL);
	if (!dwfl_module_getelf(file->module, &file->bias) || !is_same_file(file->module, module))
		file->module = NULL;
}

/*
 * The innermost function at ADDRESS, which may be one that was inlined; that is the one that the line is
 * of. NULL: there is no debugging information.
 */
static const char *find_function(Dwfl_Module *module, Dwarf_Addr address)
{
	Dwarf_Addr bias;
	Dwarf_Die *unit = dwfl_module_addrdie(module, address, &bias);
	Dwarf_Die *scopes = NULL;
	const int count = unit ? dwarf_getscopes(unit, address - bias, &scopes) : 0;
	const char *name = NULL;

	for (int i = 0; i < count && !name; i++)
		if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram ||
		    dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine)
			name = dwarf_diename(&scopes[i]);
	free(scopes);
	return name;
}

struct source_place source_find(struct module *module, const char *directory, uint64_t offset)
{
	struct source_place source = { NULL, NULL, 0 };
	struct source_file *file = module->file;
	Dwfl_Line *line;

	if (!file) {
		file = module->file = calloc(1, sizeof(*file));
		if (!file)
			return source;
		load(file, module, directory);
	}
	if (!file->module)
		return source;
	offset += file->bias;
	source.function = find_function(file->module, offset);
	if (!source.function)
		source.function = dwfl_module_addrname(file->module, offset);
	line = dwfl_module_getsrc(file->module, offset);
	if (line)
		source.file = dwfl_lineinfo(line, NULL, &source.line, NULL, NULL, NULL);
	return source;
}

bool source_is_missed(void)
{
	return false;
}

void source_close(struct module *module)
{
	if (module->file && module->file->dwfl)
		dwfl_end(module->file->dwfl);
	free(module->file);
	module->file = NULL;
}
