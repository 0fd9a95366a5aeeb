/* SPDX-License-Identifier: Apache-2.0 */
/* os-linux: see os.h. */
#include "base/os.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/file/elf-header.h"
#include "base/file/safe-open.h"
#include "base/file/trusted-path.h"
#include "base/text.h"

/* From <linux/futex.h>, which belongs to the kernel's headers; they may not be installed. */
#define FUTEX_WAIT_PRIVATE 128
#define FUTEX_WAKE_PRIVATE 129

#define DELETED " (deleted)"	/* added by the kernel if the file is no longer there */

#define SMALLEST_PAGE 4096	/* bytes; each size of pages is a multiple of it */

#define NULL_DEVICE 0x103	/* makedev(1, 3); the macro calls a function of the C library */

/* -- paths ---------------------------------------------------------------------- */

size_t os_config_trees(struct os_tree trees[OS_TREES])
{
	size_t count = 0;

	if (strcmp(SYSCONFDIR, SYSTEM_SYSCONFDIR) != 0)
		trees[count++] = (struct os_tree){ SYSTEM_DATADIR, SYSTEM_SYSCONFDIR };
	trees[count++] = (struct os_tree){ DATADIR, SYSCONFDIR };
	return count;
}

/* -- files ---------------------------------------------------------------------- */

static enum os_kind kind_of(const struct stat *status)
{
	if (S_ISREG(status->st_mode))
		return OS_REGULAR;
	if (S_ISDIR(status->st_mode))
		return OS_DIRECTORY;
	return S_ISCHR(status->st_mode) && status->st_rdev == NULL_DEVICE ? OS_NULL_DEVICE
									   : OS_OTHER_KIND;
}

/* An empty PATH stands for the open file DIRECTORY itself. */
int os_status_at(int directory, const char *path, struct os_status *status)
{
	struct stat found;

	if (fstatat(directory, path, &found, AT_EMPTY_PATH) != 0)
		return -errno;
	status->kind = kind_of(&found);
	status->is_trusted = found.st_uid == 0 && !(found.st_mode & (S_IWGRP | S_IWOTH));
	status->size = (uint64_t)found.st_size;
	status->device = found.st_dev;
	status->number = found.st_ino;
	return 0;
}

const char *os_read_link(const char *path, struct arena *arena)
{
	char target[PATH_MAX];
	ssize_t size = readlink(path, target, sizeof(target));

	if (size <= 0 || (size_t)size == sizeof(target))
		return NULL;
	return arena_copy(arena, target, (size_t)size);
}

int os_open(const char *path, enum os_access access, struct os_status *status)
{
	const unsigned append = SAFE_OPEN_CREATE | SAFE_OPEN_APPEND | SAFE_OPEN_REGULAR;
	int file = access == OS_READ ? open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) :
				       safe_open(path, append);
	int error;

	if (file < 0)
		return -errno;
	error = status ? os_status_at(file, "", status) : 0;
	if (error == 0)
		return file;
	close(file);
	return error;
}

const char *os_open_error(int error)
{
	return safe_open_error(error);
}

const char *os_find_untrusted(const char *path, struct arena *arena)
{
	return geteuid() == 0 ? trusted_path_blame(path, arena) : NULL;
}

/* -- libraries ------------------------------------------------------------------ */

void *os_library_open(const char *name, struct os_library_mode mode, const char **error)
{
	void *library = dlopen(name, (mode.global ? RTLD_GLOBAL : RTLD_LOCAL) |
				     (mode.now ? RTLD_NOW : RTLD_LAZY) |
				     (mode.deepbind ? RTLD_DEEPBIND : 0));

	*error = library ? NULL : dlerror();
	return library;
}

/* -- why a library cannot be opened --------------------------------------------- */

/*
 * The only explanation is the text of dlerror(), and glibc translates it. So the reason is found
 * from the file name at the start of the text, and from that file's content. Only if the file is a
 * good library are the English words compared; if they are not known, the whole text becomes the
 * detail of the verdict.
 */

/*
 * The symbol in "libx.so: undefined symbol: name, version V" (glibc) or "libx.so: name: symbol not
 * found" (musl); NULL if MESSAGE is neither.
 */
static const char *find_undefined_symbol(const char *message, struct arena *arena)
{
	static const char words[] = ": undefined symbol: ";
	const char *symbol = strstr(message, words);
	size_t length = 0;

	if (symbol)
		symbol += sizeof(words) - 1;
	else if (strstr(message, ": symbol not found"))
		symbol = strstr(message, ": ") + 2;
	if (!symbol)
		return NULL;
	while (symbol[length] && !strchr(",: \t", symbol[length]))
		length++;
	return arena_copy(arena, symbol, length);
}

/* The file is a library of this machine, so only the words of the message tell the reason. */
static void explain_words(const char *message, struct verdict *verdict, struct arena *arena)
{
	const char *symbol = find_undefined_symbol(message, arena);

	verdict->reason = REASON_LOAD_FAILED;
	verdict->detail = message;
	if (symbol) {
		verdict->reason = REASON_UNDEFINED_SYMBOL;
		verdict->detail = symbol;
	} else if (strstr(message, "(required by ")) {
		verdict->reason = REASON_MISSING_DEPENDENCY;
	}
}

static void explain_file(const char *file, const char *message, struct verdict *verdict,
			 struct arena *arena)
{
	enum elf_header header = ELF_HEADER_GOOD;
	int error = elf_header_read(file, &header);

	verdict->detail = NULL;
	if (error == -ENOENT || error == -ENOTDIR) {
		verdict->reason = REASON_NOT_FOUND;
	} else if (error) {
		verdict->reason = REASON_UNREADABLE;
		verdict->code = -error;
		verdict->detail = file;
	} else if (header == ELF_HEADER_FOREIGN) {
		verdict->reason = REASON_WRONG_ELF_CLASS;
	} else if (header == ELF_HEADER_NONE) {
		verdict->reason = REASON_NOT_ELF;
	} else {
		explain_words(message, verdict, arena);
	}
}

/*
 * SUBJECT is the name at the start of the message. It is the library that was to be opened (NAME
 * itself, or NAME with the directory in which it was found), or another one that it needs.
 */
static void explain_failure(const char *name, const char *subject, const char *message,
			    struct verdict *verdict, struct arena *arena)
{
	bool is_path = text_base_name(subject) != subject;
	bool is_same = strcmp(name, subject) == 0 ||
		       (text_base_name(name) == name && is_path &&
			strcmp(name, text_base_name(subject)) == 0);

	if (is_same && is_path) {
		explain_file(subject, message, verdict, arena);
	} else if (is_same) {
		/* The search skips libraries of another word size. The message mentions them. */
		verdict->reason = strstr(message, "ELFCLASS") ? REASON_WRONG_ELF_CLASS
								 : REASON_NOT_FOUND;
	} else if (strstr(message, "(required by ") || strstr(message, ": symbol not found")) {
		explain_words(message, verdict, arena);
	} else {
		verdict->reason = REASON_MISSING_DEPENDENCY;
		verdict->detail = subject;
	}
}

/* musl's messages start with these words, and continue as glibc's messages. */
static const char *skip_musl_words(const char *sentence)
{
	const char *rest = text_skip_prefix(sentence, "Error loading shared library ");

	if (!rest)
		rest = text_skip_prefix(sentence, "Error relocating ");
	return rest ? rest : sentence;
}

/*
 * The length of the file name at the start of SENTENCE, which ends before ": "; 0 if there is
 * none. The name may itself contain ": ", so NAME is tried first.
 */
static size_t subject_length(const char *sentence, const char *name)
{
	const char *rest = text_skip_prefix(sentence, name);
	const char *colon;

	if (rest && text_skip_prefix(rest, ": "))
		return (size_t)(rest - sentence);
	colon = strstr(sentence, ": ");
	return colon ? (size_t)(colon - sentence) : 0;
}

void os_library_explain(const char *name, const char *message, struct verdict *verdict,
			struct arena *arena)
{
	const char *subject;
	size_t length;

	verdict->reason = REASON_LOAD_FAILED;
	if (!message)
		return;
	message = skip_musl_words(message);
	message = arena_copy(arena, message, strlen(message));
	verdict->detail = message;
	length = message ? subject_length(message, name) : 0;
	if (length == 0)
		return;
	subject = arena_copy(arena, message, length);
	if (subject)
		explain_failure(name, subject, message, verdict, arena);
}

/* -- open libraries ------------------------------------------------------------ */

/*
 * Few libraries define versions. A search that finds nothing costs as much as all other look-ups in
 * a driver together, so it is avoided.
 */
static bool has_versions(const ElfW(Dyn) *item)
{
	for (; item->d_tag != DT_NULL; item++)
		if (item->d_tag == DT_VERDEF)
			return true;
	return false;
}

/*
 * The headers of the segments of the library that begins at START; NULL if its first page does not
 * have them. *COUNT becomes their number, and *BIAS what has to be added to the addresses in them.
 */
static const ElfW(Phdr) *find_segments(uintptr_t start, unsigned *count, uintptr_t *bias)
{
	const ElfW(Ehdr) *header = (const ElfW(Ehdr) *)start;
	const ElfW(Phdr) *segments;

	*count = 0;
	if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
		return NULL;
	segments = (const ElfW(Phdr) *)(start + header->e_phoff);
	for (unsigned i = 0; i < header->e_phnum; i++)
		if (segments[i].p_type == PT_LOAD) {
			*bias = start - (segments[i].p_vaddr - segments[i].p_offset);
			*count = header->e_phnum;
			return segments;
		}
	return NULL;
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * The library's file may leave a hole between its segments. If a program has holes, as on AArch64,
 * _dl_find_object() takes each of its segments for a place, and only the first one has the headers.
 */
static size_t rest_of_segment(uintptr_t address, const struct os_place *place)
{
	uintptr_t bias = 0;
	unsigned count;
	const ElfW(Phdr) *segments = find_segments(place->start, &count, &bias);

	if (!segments)
		return place->start + place->size - address;
	for (unsigned i = 0; i < count; i++) {
		const ElfW(Phdr) *segment = &segments[i];
		uintptr_t offset = address - (bias + segment->p_vaddr);

		if (segment->p_type == PT_LOAD && (segment->p_flags & PF_R) &&
		    offset < segment->p_memsz)
			return segment->p_memsz - offset;
	}
	return 0;
}

/*
 * In memory that belongs to no library, such as the heap, the kernel copies the bytes. It copies each
 * of the two parts, which are in different pages, as a whole or not at all.
 */
static size_t readable_by_kernel(const void *address, size_t size)
{
	char copy[SMALLEST_PAGE];
	size_t all = smaller(size, sizeof(copy));
	size_t first = smaller(all, SMALLEST_PAGE - (uintptr_t)address % SMALLEST_PAGE);
	struct iovec to = { copy, all };
	struct iovec from[] = {
		{ (char *)address, first },
		{ (char *)address + first, all - first },
	};
	ssize_t copied = process_vm_readv(getpid(), &to, 1, from, 2, 0);

	return copied > 0 ? (size_t)copied : 0;
}

size_t os_readable(const void *address, size_t size, const struct os_place *place)
{
	return os_is_inside(place, address) ?
		       smaller(size, rest_of_segment((uintptr_t)address, place)) :
		       readable_by_kernel(address, size);
}

#ifdef DLFO_STRUCT_HAS_EH_DBASE

/*
 * _dl_find_object() (glibc 2.35) searches no symbol table. In glibc the handle that dlopen returns is
 * the address of the library's link map.
 */
const char *os_library_of(const void *address, struct os_place *place)
{
	struct dl_find_object object;

	if (_dl_find_object((void *)address, &object) != 0) {
		*place = (struct os_place){ .size = 0 };
		return NULL;
	}
	place->library = object.dlfo_link_map;
	place->start = (uintptr_t)object.dlfo_map_start;
	place->size = (uintptr_t)object.dlfo_map_end - place->start;
	return object.dlfo_link_map->l_name;
}

#else

/* False if no library contains ADDRESS. musl does not report the handle. */
static bool find_library(const void *address, Dl_info *info, void **library)
{
#ifdef __GLIBC__
	return dladdr1(address, info, library, RTLD_DL_LINKMAP) != 0;
#else
	if (!dladdr(address, info))
		return false;
	*library = dlopen(info->dli_fname, RTLD_LAZY | RTLD_NOLOAD);
	return true;
#endif
}

const char *os_library_of(const void *address, struct os_place *place)
{
	const ElfW(Phdr) *segments;
	uintptr_t bias = 0;
	unsigned count;
	Dl_info info;

	*place = (struct os_place){ .size = 0 };
	if (!find_library(address, &info, &place->library))
		return NULL;
	place->start = (uintptr_t)info.dli_fbase;
	segments = find_segments(place->start, &count, &bias);
	for (unsigned i = 0; i < count; i++) {
		size_t end = bias + segments[i].p_vaddr + segments[i].p_memsz - place->start;

		if (segments[i].p_type == PT_LOAD && end > place->size)
			place->size = end;
	}
	return info.dli_fname;
}

#endif

static bool is_defined_in(const void *library, const void *address)
{
	struct os_place place;

	return os_library_of(address, &place) && place.library == library;
}

#ifdef __GLIBC__

bool os_library_defines(void *library, const char *symbol, const char *version)
{
	const struct link_map *map = library;
	const void *address = has_versions(map->l_ld) ? dlvsym(library, symbol, version) : NULL;

	return address && is_defined_in(library, address);
}

#else	/* musl has no dlvsym() */

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

	return dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && has_version(map, version) &&
	       is_defined_in(library, dlsym(library, symbol));
}

#endif

struct object_search {
	struct arena *arena;
	struct os_object *first;
};

/* The dynamic section of the object INFO; NULL if it has none. */
static const ElfW(Dyn) *find_dynamic(const struct dl_phdr_info *info)
{
	for (unsigned i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
			return (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
	return NULL;
}

/* The dynamic linker holds a lock meanwhile, so none of its functions may be called here. */
static int add_object(struct dl_phdr_info *info, size_t size, void *data)
{
	const ElfW(Dyn) *dynamic = find_dynamic(info);
	struct object_search *search = data;
	struct os_object *object;

	(void)size;
	if (!dynamic || !*info->dlpi_name || !has_versions(dynamic))
		return 0;
	object = arena_alloc(search->arena, sizeof(*object));
	if (!object)
		return 0;
	object->path = arena_copy(search->arena, info->dlpi_name, strlen(info->dlpi_name));
	object->address = dynamic;
	object->next = search->first;
	if (object->path)
		search->first = object;
	return 0;
}

const struct os_object *os_versioned_libraries(struct arena *arena)
{
	struct object_search search = { arena, NULL };

	dl_iterate_phdr(add_object, &search);
	return search.first;
}

void *os_library_hold(const char *path)
{
	return dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
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

/* -- the process ---------------------------------------------------------------- */

const char *os_own_program(struct arena *arena)
{
	const char *path = os_read_link("/proc/self/exe", arena);

	if (!path || !text_has_suffix(path, DELETED))
		return path;
	return arena_copy(arena, path, strlen(path) - strlen(DELETED));
}

bool os_is_single_threaded(void)
{
	/* Only glibc has this variable (2.32, <sys/single_threaded.h>). */
	const char *single = dlsym(RTLD_DEFAULT, "__libc_single_threaded");

	return single && *single;
}

/* -- threads and waiting -------------------------------------------------------- */

static void (*start_unwound)(void);
static int cancel_state;	/* of the thread before the start, to be restored */

/*
 * The personality routine of os_run_start(): the unwinder calls it when a C++ exception or
 * pthread_exit() in a driver unwinds that frame. The cleanup attribute would do the same, but its
 * personality routine is in libgcc_s, which every OpenCL process would then load.
 */
#ifndef __ARM_EABI__
#define UNWIND_CLEANUP_PHASE 2		/* _UA_CLEANUP_PHASE of the Itanium C++ ABI, 1.6.2 */
#define UNWIND_CONTINUE 8		/* _URC_CONTINUE_UNWIND, 1.2.1 */

extern int os_start_unwind(int version, int actions, uint64_t exception_class, void *exception,
			   void *unwinding) __attribute__((visibility("hidden"), used));

int os_start_unwind(int version, int actions, uint64_t exception_class, void *exception,
		    void *unwinding)
{
	(void)version;
	(void)exception_class;
	(void)exception;
	(void)unwinding;
	if (actions & UNWIND_CLEANUP_PHASE) {
		start_unwound();
		pthread_setcancelstate(cancel_state, NULL);
	}
	return UNWIND_CONTINUE;
}

/* 0x1b, DW_EH_PE_pcrel | DW_EH_PE_sdata4: the address is a 32-bit relative one. */
#define CALLS_START_UNWIND() __asm__ volatile(".cfi_personality 0x1b, os_start_unwind")
#else
#define CALLS_START_UNWIND() ((void)0)
#endif

/*
 * Cancellation is disabled meanwhile: a thread that is cancelled here, for example while a driver
 * reads a file, would leave the start unfinished. The personality routine is for this frame only.
 */
void os_run_start(void (*work)(void *), void *argument, void (*unwound)(void),
		  void (*in_child)(void))
{
	CALLS_START_UNWIND();
	start_unwound = unwound;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_state);
	pthread_atfork(NULL, NULL, in_child);
	work(argument);
	pthread_setcancelstate(cancel_state, NULL);
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
