/* SPDX-License-Identifier: Apache-2.0 */
/*
 * os: what the loader needs of the operating system. os-linux.c implements it for Linux, and a port
 * to another system implements this header in a file of its own; no other file of the library
 * knows which system it is.
 *
 * Errors are numbers of <errno.h>. Any thread may call these functions.
 */
#ifndef CLROUTER_BASE_OS_H
#define CLROUTER_BASE_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/arena.h"
#include "base/verdict.h"

/* Small functions are inlined where that makes the library smaller. */
#ifdef _WIN32
#define OS_SMALL extern
#else
#define OS_SMALL static inline
#endif

/*
 * The file of the system that is included below also defines these macros:
 *
 *   OS_PATH_SIZE		bytes of the longest path, with the terminator
 *   OS_OTHER_SEPARATOR		the character that separates the parts of a path as "/" does, or "/"
 *   OS_LIST_SEPARATOR		the character between the paths of a list
 *   OS_LIBRARY_WORD		a name that contains this text is a library's name
 *   OS_LOADER_GLOB		a glob for the name of a loader's file
 *   OS_USER_VARIABLES(X)	rows of the table in env.h: the variables of OS_USER_CONFIG
 *   OS_USER_CONFIG(X)		X(VARIABLE, SUFFIX) for each variable that leads to the user's
 *				configuration; the first one that is an absolute path counts
 *   OS_SYSTEM_FILES_MUST_BE_TRUSTED	true: a file of the administrator does not count unless
 *				os_open() finds that it is trusted
 *   OS_SHIPPED_LAYER_DIR	the directory of the shipped layers
 *   OS_HAS_REGISTER		may os_list_registered() return anything?
 *   OS_SEARCHES_PROGRAM_FIRST	true: a symbol that a library names is searched in the program, and
 *				what it is linked to, before that library
 *   OS_NULL_PATH		the path of the null device
 *   OS_MUTEX			the type of a mutex of the system, for the locks of layers
 *   OS_MUTEX_INIT		its value at first
 *   OS_DESTRUCTOR		the attribute of a function that runs when the process ends or closes
 *				the library; the function cannot tell which of them it is
 */

/* -- paths ------------------------------------------------------------------ */

static inline bool os_is_separator(char c);
static inline bool os_is_absolute(const char *path);

/* The last separator in PATH, or NULL. */
OS_SMALL const char *os_last_separator(const char *path);

/* The directories of one installation, in which OpenCL/ has its configuration. */
struct os_tree {
	const char *datadir;	/* of the files that packages ship */
	const char *sysconfdir;	/* of the administrator's files */
};

#define OS_TREES 2

/*
 * Stores the trees that the configuration is read from, the weakest first: the system's tree,
 * and the tree of a loader in a prefix of its own. Returns their number.
 */
size_t os_config_trees(struct os_tree trees[OS_TREES]);

/* Stores the working directory in PATH. False if it is not known, or longer than SIZE - 1 bytes. */
OS_SMALL bool os_working_directory(char *path, size_t size);

/* -- files ------------------------------------------------------------------ */

enum os_kind {
	OS_REGULAR,
	OS_DIRECTORY,
	OS_NULL_DEVICE,		/* a link to it masks a file */
	OS_OTHER_KIND,		/* a FIFO, socket or another device */
};

/* What the system knows of a file. No other file has the same device and number. */
struct os_status {
	enum os_kind kind;
	bool is_trusted;	/* only the system's administrator can change it */
	uint64_t size;		/* bytes, of a regular file */
	uint64_t device;
	uint64_t number;
};

static inline bool os_is_same_file(const struct os_status *a, const struct os_status *b)
{
	return a->device == b->device && a->number == b->number;
}

/*
 * Stores the status of the file PATH, links followed. The path, which must not be empty, may be
 * relative to an open DIRECTORY. Return 0 or -errno.
 */
OS_SMALL int os_path_status(const char *path, struct os_status *status);
int os_status_at(int directory, const char *path, struct os_status *status);

/*
 * The target of the symbolic link PATH as the link has it, in ARENA. NULL: PATH is no link, its
 * target has OS_PATH_SIZE bytes or more, or no memory. On Windows always NULL.
 */
const char *os_read_link(const char *path, struct arena *arena);

enum os_access {
	OS_READ,
	/*
	 * Write lines at the end; the file is created for its user. On Linux it must be regular, and
	 * safe-open.h says which files and links are refused; on Windows, each link is.
	 */
	OS_APPEND,
};

/*
 * Opens the file PATH and stores its status, unless STATUS is NULL. Does not wait for the other
 * end of a FIFO. Returns a descriptor for io_read(), write(2) and close(2), or -errno.
 */
int os_open(const char *path, enum os_access access, struct os_status *status);

/* Why a file was not opened with OS_APPEND, if os_open() returned -ERROR: without a period. */
const char *os_open_error(int error);

/*
 * May somebody else decide what the file PATH of a user says, although the process acts for the
 * system's administrator? NULL: no, or it acts for another user. Otherwise a sentence in ARENA,
 * without its period, that names what is to blame.
 */
const char *os_find_untrusted(const char *path, struct arena *arena);

/* Writes as write(2) does. The program may have closed FILE: then this fails, and nothing else. */
OS_SMALL ssize_t os_write(int file, const void *bytes, size_t size);

/* Is FILE still the descriptor of the file that OPENED is the status of? */
OS_SMALL bool os_is_open(int file, const struct os_status *opened);

/*
 * A directory that is being read. The system's file defines the struct; its member `name` is set by
 * os_dir_next() and valid until the next call of it.
 */
struct os_dir;

/* Opens the directory PATH. Returns 0 or -errno. */
OS_SMALL int os_dir_open(struct os_dir *dir, const char *path);

/* Moves to the next name, in any order. Returns 1, 0 after the last name, or -errno. */
OS_SMALL int os_dir_next(struct os_dir *dir);

/* The kind of the current name, links followed. Returns 0 or -errno. */
OS_SMALL int os_dir_kind(const struct os_dir *dir, enum os_kind *kind);

OS_SMALL void os_dir_close(struct os_dir *dir);

/* -- the environment -------------------------------------------------------- */

/*
 * Does the process have more privileges than the user who started it (set-user-ID, set-group-ID,
 * file capabilities)?
 */
OS_SMALL bool os_is_elevated(void);

/*
 * The value of the variable NAME, which belongs to the environment. NULL if it is not set, or if the
 * process is elevated.
 */
OS_SMALL const char *os_variable(const char *name);

/* Sets the variable NAME, in the tool only; VALUE NULL: removes it. False if that fails. */
OS_SMALL bool os_set_variable(const char *name, const char *value);

/* -- registered libraries --------------------------------------------------- */

enum os_register { OS_DRIVERS, OS_LAYERS };

/* A library that is registered with the system instead of being named by a file. */
struct os_registered {
	struct os_registered *next;
	const char *library;
	const char *place;	/* the key and value that name it */
	const char *problem;	/* why it does not count; NULL: it does */
};

/* The registered drivers or layers in their order, in ARENA. Linux has no such register. */
OS_SMALL struct os_registered *os_list_registered(enum os_register kind, struct arena *arena);

/* -- libraries -------------------------------------------------------------- */

struct os_library_mode {
	bool now;	/* resolve every symbol at once (RTLD_NOW), not at its first use */
	bool deepbind;	/* the library's own symbols come first (RTLD_DEEPBIND) */
	bool global;	/* libraries that are opened later find its symbols (RTLD_GLOBAL) */
};

/* Does the C library have RTLD_DEEPBIND? musl does not; there deepbind has no effect. */
OS_SMALL bool os_can_deepbind(void);

/*
 * Opens the library NAME, which is a path or a name that the dynamic linker searches for. Unless
 * MODE says so, the symbols of the library are not visible to libraries that are opened later
 * (RTLD_LOCAL). Opening the same library again returns the same handle and adds a reference. The
 * caller closes each reference with os_library_close().
 *
 * Returns NULL on failure; *ERROR is then the message of the dynamic linker, or NULL if it has
 * none. The message is valid until the thread next calls a function of <dlfcn.h>. On success
 * *ERROR is NULL.
 */
void *os_library_open(const char *name, struct os_library_mode mode, const char **error);

/*
 * Sets in *VERDICT why the library NAME could not be opened: its reason, code and detail, a text in
 * ARENA or NULL. MESSAGE is what os_library_open() stored in *ERROR.
 */
void os_library_explain(const char *name, const char *message, struct verdict *verdict,
			struct arena *arena);

/*
 * The address of SYMBOL in LIBRARY or in a library that it depends on. NULL if none of them defines
 * it.
 */
OS_SMALL void *os_library_find(void *library, const char *symbol);

/* A library that is in memory. */
struct os_place {
	void *library;		/* the handle that dlopen returns for it; NULL: not known */
	uintptr_t start;	/* of the addresses that it takes, for its code and its data */
	size_t size;		/* bytes; 0: not known */
};

/*
 * The address of SYMBOL in the program, or in the first library after it whose symbols are for all: what
 * a library gets that is opened later, even if it defines SYMBOL. NULL if there is none.
 */
OS_SMALL void *os_find_in_program(const char *symbol);

/*
 * The path of the library that contains ADDRESS, as the dynamic linker knows it. It is valid until
 * the next call of this function. NULL if no library contains ADDRESS.
 *
 * *PLACE becomes the place of that library; the caller gets no further reference to it that would
 * have to be closed. Its members are 0 if no library contains ADDRESS.
 */
const char *os_library_of(const void *address, struct os_place *place);

static inline bool os_is_inside(const struct os_place *place, const void *address)
{
	return (uintptr_t)address - place->start < place->size;
}

/*
 * How many of the SIZE bytes at ADDRESS can be read. At least the first byte can be. If ADDRESS is
 * in the library at PLACE, these are the bytes up to the end of its segment; otherwise the system is
 * asked, and 0 means that it does not say.
 */
size_t os_readable(const void *address, size_t size, const struct os_place *place);

/*
 * Does LIBRARY itself, and not one that it depends on, define SYMBOL with the version node VERSION,
 * for example OPENCL_1.0? LIBRARY must be a handle from os_library_of(): a program may replace
 * dlopen, and only its own dlsym understands the handles of that.
 *
 * musl cannot look up a symbol by its version. There the function returns true if LIBRARY defines
 * SYMBOL, and has a version node VERSION.
 */
bool os_library_defines(void *library, const char *symbol, const char *version);

/* A library that is loaded. */
struct os_object {
	struct os_object *next;
	const char *path;	/* as the dynamic linker knows it */
	const void *address;	/* in it, for os_library_of() */
};

/*
 * The loaded libraries that define version nodes, in ARENA; without memory some are left out. Those
 * that dlmopen() has loaded into a namespace of their own are not known.
 */
__attribute__((cold))
const struct os_object *os_versioned_libraries(struct arena *arena);

/*
 * Adds a reference to the library PATH if it is loaded. Returns its handle, to be closed with
 * os_library_close(); NULL if it is not loaded.
 */
void *os_library_hold(const char *path);

/* Releases one reference to LIBRARY; with the last one, the dynamic linker may unload it. */
OS_SMALL void os_library_close(void *library);

/*
 * Keeps the library that contains ADDRESS in memory until the process ends. Returns false if that
 * is not possible. If the program itself contains ADDRESS there is nothing to do, and the result is
 * true.
 */
bool os_library_pin(const void *address);

/* -- sorting ---------------------------------------------------------------- */

/* Sorts COUNT elements of SIZE bytes each, as qsort() does; COMPARE also gets CONTEXT. */
OS_SMALL void os_sort(void *array, size_t count, size_t size,
		      int (*compare)(const void *, const void *, void *), void *context);

/* -- the process ------------------------------------------------------------ */

/*
 * The path of the running program, on Linux with links resolved, in ARENA. NULL if it is not known:
 * no /proc, a path of OS_PATH_SIZE bytes or more, or no memory.
 */
const char *os_own_program(struct arena *arena);

/* Does the process have only one thread? False if the C library does not say. */
bool os_is_single_threaded(void);

/* -- threads and waiting ------------------------------------------------------- */

/*
 * Calls WORK for the start of the loader. A cancellation of the thread waits until it returns. If
 * it does not return, because a C++ exception or pthread_exit() unwinds the stack, calls UNWOUND.
 * Calls IN_CHILD in each child that the process forks from now on. To be called once.
 */
void os_run_start(void (*work)(void *), void *argument, void (*unwound)(void),
		  void (*in_child)(void));

/* Names the calling thread in this process; in a child that it forks, too. */
OS_SMALL uintptr_t os_thread_self(void);

/* The ID of the calling thread. It is greater than 0, and unique in the system at any time. */
int os_thread_id(void);

/*
 * Does this process still have a thread with this ID? A forked child has none of the threads of its
 * parent.
 */
bool os_thread_exists(int id);

/*
 * Returns at once if *WORD is not VALUE. Otherwise waits until os_wake_all() is called for WORD,
 * but at most one second. It may also return earlier, so the caller must test the word again.
 */
void os_wait(int *word, int value);

/* Wakes all threads that wait for WORD. The caller changes the word first. */
void os_wake_all(int *word);

#ifdef _WIN32
#include "base/os-windows.h"
#else
#include "base/os-linux.h"
#endif

#endif
