/* SPDX-License-Identifier: Apache-2.0 */
/* os-linux: see os.h. The only file of the library that includes <dlfcn.h>. */
#include "base/os.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/text.h"

#ifndef RTLD_DEEPBIND
#define RTLD_DEEPBIND 0		/* musl has none */
#endif

/* From <linux/futex.h>, which belongs to the kernel's headers; they may not be installed. */
#define FUTEX_WAIT_PRIVATE 128
#define FUTEX_WAKE_PRIVATE 129

#define DELETED " (deleted)"	/* added by the kernel if the file is no longer there */

void *os_library_open(const char *name, struct os_library_mode mode, const char **error)
{
	void *library = dlopen(name, RTLD_LOCAL | (mode.now ? RTLD_NOW : RTLD_LAZY) |
				     (mode.deepbind ? RTLD_DEEPBIND : 0));

	*error = library ? NULL : dlerror();
	return library;
}

bool os_can_deepbind(void)
{
	return RTLD_DEEPBIND != 0;
}

void *os_library_find(void *library, const char *symbol)
{
	return dlsym(library, symbol);
}

#ifdef __GLIBC__

/* The library that contains ADDRESS. _dl_find_object() (glibc 2.35) searches no symbol table. */
static struct link_map *find_map(const void *address)
{
#ifdef DLFO_STRUCT_HAS_EH_DBASE
	struct dl_find_object object;

	return _dl_find_object((void *)address, &object) == 0 ? object.dlfo_link_map : NULL;
#else
	Dl_info info;
	void *map;

	return dladdr1(address, &info, &map, RTLD_DL_LINKMAP) ? map : NULL;
#endif
}

/* In glibc the handle that dlopen returns is the address of the library's link map. */
const char *os_library_of(const void *address, void **library)
{
	struct link_map *map = find_map(address);

	*library = map;
	return map ? map->l_name : NULL;
}

/*
 * Few libraries define versions. A search that finds nothing costs as much as all other look-ups in
 * a driver together, so it is avoided.
 */
static bool has_versions(const struct link_map *map)
{
	for (const ElfW(Dyn) *item = map->l_ld; item->d_tag != DT_NULL; item++)
		if (item->d_tag == DT_VERDEF)
			return true;
	return false;
}

bool os_library_defines(void *library, const char *symbol, const char *version)
{
	const void *address = has_versions(library) ? dlvsym(library, symbol, version) : NULL;

	return address && find_map(address) == library;
}

#else	/* musl: dladdr() does not report the handle, and there is no dlvsym() */

const char *os_library_of(const void *address, void **library)
{
	Dl_info info;

	*library = NULL;
	if (!dladdr(address, &info))
		return NULL;
	*library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
	return info.dli_fname;
}

/*
 * The address that the item TAG of the dynamic section has, or NULL. musl does not relocate the
 * items, so they are relative to the address at which the library is loaded.
 */
static const char *find_item(const struct link_map *map, ElfW(Sxword) tag)
{
	for (const ElfW(Dyn) *item = map->l_ld; item->d_tag != DT_NULL; item++)
		if (item->d_tag == tag)
			return (const char *)map->l_addr + item->d_un.d_ptr;
	return NULL;
}

static bool has_version(const struct link_map *map, const char *version)
{
	const char *strings = find_item(map, DT_STRTAB);
	const char *place = find_item(map, DT_VERDEF);
	const ElfW(Verdef) *node;

	if (!strings || !place)
		return false;
	do {
		node = (const ElfW(Verdef) *)place;
		if (strcmp(strings + ((const ElfW(Verdaux) *)(place + node->vd_aux))->vda_name,
			   version) == 0)
			return true;
		place += node->vd_next;
	} while (node->vd_next);
	return false;
}

/* The version of the symbol itself is not checked, only that the library defines both. */
bool os_library_defines(void *library, const char *symbol, const char *version)
{
	struct link_map *map;
	void *owner;

	return dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && has_version(map, version) &&
	       os_library_of(dlsym(library, symbol), &owner) && owner == library;
}

#endif

void os_library_close(void *library)
{
	dlclose(library);
}

bool os_library_pin(const void *address)
{
	Dl_info info;
	Dl_info program;

	if (!dladdr(address, &info) || !info.dli_fname)
		return false;
	/* dlopen cannot open the program by its name, and the program always stays in memory. */
	if (dladdr((const void *)getauxval(AT_ENTRY), &program) &&
	    program.dli_fbase == info.dli_fbase)
		return true;
	return dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) != NULL;
}

const char *os_own_program(struct arena *arena)
{
	char path[PATH_MAX];
	ssize_t size = readlink("/proc/self/exe", path, sizeof(path));

	if (size <= 0 || (size_t)size == sizeof(path))
		return NULL;
	path[size] = '\0';
	if (text_has_suffix(path, DELETED))
		size -= (ssize_t)strlen(DELETED);
	return arena_copy(arena, path, (size_t)size);
}

bool os_is_single_threaded(void)
{
	/* Only glibc has this variable (2.32, <sys/single_threaded.h>). */
	const char *single = dlsym(RTLD_DEFAULT, "__libc_single_threaded");

	return single && *single;
}

int os_thread_id(void)
{
	return (int)syscall(SYS_gettid);
}

bool os_thread_exists(int id)
{
	return syscall(SYS_tgkill, getpid(), id, 0) == 0 || errno != ESRCH;
}

void os_wait(int *word, int value)
{
	/*
	 * On 32-bit systems struct timespec may have a larger time_t than this system call reads.
	 */
	static const long second[] = { 1, 0 };

	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, second, NULL, 0);
}

void os_wake_all(int *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}
