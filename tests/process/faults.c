/* SPDX-License-Identifier: Apache-2.0 */
/* faults: see faults.h. */
#include "process/faults.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_BLOCKS 65536	/* allocations, freed ones included */

static struct {
	bool is_armed;
	enum fault kind;
	unsigned first;
	unsigned last;
	int error;
	unsigned calls;
	void *blocks[MAX_BLOCKS];
	size_t used;
} state;

const char *fault_name(enum fault kind)
{
	static const char *const names[] = {
#define X(name, functions) functions,
		FAULTS(X)
#undef X
	};

	return names[kind];
}

void fault_arm(enum fault kind, unsigned first, unsigned last, int error)
{
	state.kind = kind;
	state.first = first;
	state.last = last;
	state.error = error;
	state.calls = 0;
	state.is_armed = true;
}

unsigned fault_disarm(void)
{
	state.is_armed = false;
	return state.calls;
}

/* Is this call to fail? Then errno is set. */
static bool fails(enum fault kind)
{
	if (!state.is_armed || kind != state.kind)
		return false;
	state.calls++;
	if (state.calls < state.first || state.calls > state.last)
		return false;
	errno = state.error;
	return true;
}

/* -- memory ---------------------------------------------------------------- */

static void *remember(void *block)
{
	if (block && state.used == MAX_BLOCKS)
		abort();
	if (block)
		state.blocks[state.used++] = block;
	return block;
}

static void forget(const void *block)
{
	for (size_t i = state.used; block && i > 0; i--)
		if (state.blocks[i - 1] == block) {
			state.blocks[i - 1] = NULL;
			return;
		}
}

unsigned fault_count_leaks(void)
{
	unsigned count = 0;

	for (size_t i = 0; i < state.used; i++)
		count += state.blocks[i] != NULL;
	return count;
}

static void *fault_malloc(size_t size)
{
	return fails(FAULT_MEMORY) ? NULL : remember(malloc(size));
}

static void *fault_calloc(size_t count, size_t size)
{
	return fails(FAULT_MEMORY) ? NULL : remember(calloc(count, size));
}

static void fault_free(void *block)
{
	forget(block);
	free(block);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)

bool fault_has_any_memory(void)
{
	return false;
}

#else

bool fault_has_any_memory(void)
{
	return true;
}

/* glibc's functions under other names. The functions below replace them in the whole process. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

#define EXPORT __attribute__((visibility("default")))

EXPORT void *malloc(size_t size)
{
	return fails(FAULT_ANY_MEMORY) ? NULL : __libc_malloc(size);
}

EXPORT void *calloc(size_t count, size_t size)
{
	return fails(FAULT_ANY_MEMORY) ? NULL : __libc_calloc(count, size);
}

EXPORT void *realloc(void *block, size_t size)
{
	return fails(FAULT_ANY_MEMORY) ? NULL : __libc_realloc(block, size);
}

#endif

/* -- files ----------------------------------------------------------------- */

static int fault_open(const char *path, int flags, ...)
{
	va_list arguments;
	mode_t mode = 0;

	va_start(arguments, flags);
	if (flags & O_CREAT)
		mode = va_arg(arguments, mode_t);
	va_end(arguments);
	return fails(FAULT_OPEN) ? -1 : open(path, flags, mode);
}

static ssize_t fault_read(int file, void *bytes, size_t size)
{
	return fails(FAULT_READ) ? -1 : read(file, bytes, size);
}

static ssize_t fault_write(int file, const void *bytes, size_t size)
{
	return fails(FAULT_WRITE) ? -1 : write(file, bytes, size);
}

static int fault_stat(const char *path, struct stat *status)
{
	return fails(FAULT_STAT) ? -1 : stat(path, status);
}

static int fault_fstat(int file, struct stat *status)
{
	return fails(FAULT_STAT) ? -1 : fstat(file, status);
}

static int fault_fstatat(int directory, const char *path, struct stat *status, int flags)
{
	return fails(FAULT_STAT) ? -1 : fstatat(directory, path, status, flags);
}

static DIR *fault_opendir(const char *path)
{
	return fails(FAULT_OPEN) ? NULL : opendir(path);
}

static struct dirent *fault_readdir(DIR *directory)
{
	return fails(FAULT_READDIR) ? NULL : readdir(directory);
}

static ssize_t fault_readlink(const char *path, char *target, size_t size)
{
	return fails(FAULT_READLINK) ? -1 : readlink(path, target, size);
}

/* -- libraries ------------------------------------------------------------- */

/* It opens a file that does not exist, so that dlerror() returns a message. */
static void *fault_dlopen(const char *name, int mode)
{
	return dlopen(fails(FAULT_DLOPEN) ? "/no/such/library.so" : name, mode);
}

static void *fault_dlsym(void *library, const char *name)
{
	return fails(FAULT_DLSYM) ? NULL : dlsym(library, name);
}

/* -- the library's relocations --------------------------------------------- */

/* The names with 64 are used on 32-bit systems, where off_t has two sizes. */
static const struct {
	const char *name;
	void *function;
} functions[] = {
	{ "malloc", (void *)fault_malloc },	{ "calloc", (void *)fault_calloc },
	{ "free", (void *)fault_free },		{ "open", (void *)fault_open },
	{ "open64", (void *)fault_open },	{ "read", (void *)fault_read },
	{ "write", (void *)fault_write },	{ "stat", (void *)fault_stat },
	{ "stat64", (void *)fault_stat },	{ "fstat", (void *)fault_fstat },
	{ "fstat64", (void *)fault_fstat },	{ "fstatat", (void *)fault_fstatat },
	{ "fstatat64", (void *)fault_fstatat },	{ "opendir", (void *)fault_opendir },
	{ "readdir", (void *)fault_readdir },	{ "readdir64", (void *)fault_readdir },
	{ "readlink", (void *)fault_readlink },	{ "dlopen", (void *)fault_dlopen },
	{ "dlsym", (void *)fault_dlsym },
};

static void *find_replacement(const char *name)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (strcmp(functions[i].name, name) == 0)
			return functions[i].function;
	return NULL;
}

/* The dynamic linker has made the slots read-only after it filled them. */
static void write_slot(void **slot, void *function)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	void *start = (void *)((uintptr_t)slot & ~(page - 1));

	if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0)
		abort();
	*slot = function;
}

static uintptr_t find_dynamic(const struct link_map *map, ElfW(Sxword) tag)
{
	const ElfW(Dyn) *entry = map->l_ld;

	while (entry->d_tag != tag && entry->d_tag != DT_NULL)
		entry++;
	return entry->d_tag == tag ? entry->d_un.d_ptr : 0;
}

/*
 * Replaces the functions in one table of relocations. Its entries, of ENTRY_SIZE bytes, are
 * ElfW(Rel) or ElfW(Rela), which starts in the same way. Returns the number of replacements.
 */
static unsigned replace(const struct link_map *map, uintptr_t table, size_t size,
			size_t entry_size)
{
	const ElfW(Sym) *symbols = (const ElfW(Sym) *)find_dynamic(map, DT_SYMTAB);
	const char *names = (const char *)find_dynamic(map, DT_STRTAB);
	unsigned count = 0;

	for (uintptr_t at = table; at < table + size; at += entry_size) {
		const ElfW(Rel) *relocation = (const ElfW(Rel) *)at;
		size_t symbol = sizeof(uintptr_t) == 8 ? relocation->r_info >> 32
						       : relocation->r_info >> 8;
		void *function = find_replacement(names + symbols[symbol].st_name);

		if (!symbol || !function)
			continue;
		write_slot((void **)(map->l_addr + relocation->r_offset), function);
		count++;
	}
	return count;
}

bool fault_install(void *library)
{
	struct link_map *map;
	size_t plt_entry;
	unsigned count;

	if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0)
		return false;
	plt_entry = find_dynamic(map, DT_PLTREL) == DT_REL ? sizeof(ElfW(Rel)) : sizeof(ElfW(Rela));
	count = replace(map, find_dynamic(map, DT_REL), find_dynamic(map, DT_RELSZ),
			sizeof(ElfW(Rel)));
	count += replace(map, find_dynamic(map, DT_RELA), find_dynamic(map, DT_RELASZ),
			 sizeof(ElfW(Rela)));
	count += replace(map, find_dynamic(map, DT_JMPREL), find_dynamic(map, DT_PLTRELSZ),
			 plt_entry);
	return count > 0;
}
