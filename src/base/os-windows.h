/* SPDX-License-Identifier: Apache-2.0 */
/*
 * os-windows: the part of os.h that other files must see on Windows, and what its test calls. Only
 * os.h, os-windows.c and that test include this file.
 *
 * Texts are UTF-8, and become wide characters where they are passed to the system. Both "/" and "\"
 * separate the parts of a path.
 */
#ifndef CLROUTER_BASE_OS_WINDOWS_H
#define CLROUTER_BASE_OS_WINDOWS_H

#define OS_PATH_SIZE 4096
#define OS_OTHER_SEPARATOR '\\'
#define OS_LIST_SEPARATOR ';'
#define OS_LIBRARY_WORD ".dll"
#define OS_LOADER_GLOB "OpenCL.dll"
#define OS_USER_VARIABLES(X) \
	X(APPDATA, "system", "where the user's configuration is looked for")
#define OS_USER_CONFIG(X) X(APPDATA, "")

/* Any user may create the administrator's folder, %PROGRAMDATA%\OpenCL, if it does not exist. */
#define OS_SYSTEM_FILES_MUST_BE_TRUSTED true

/* While a DLL is being unloaded it must neither call another DLL nor wait for a thread. */
#define OS_DESTRUCTOR __attribute__((unused))

#define OS_MUTEX void *		/* an SRWLOCK has one pointer */
#define OS_MUTEX_INIT NULL
#define OS_HAS_REGISTER true
#define OS_SEARCHES_PROGRAM_FIRST false
#define OS_NULL_PATH "NUL"
#define OS_SHIPPED_LAYER_DIR os_shipped_layer_dir()

/* The directory ../lib/clrouter, seen from the file that contains this code. */
const char *os_shipped_layer_dir(void);

/* Opens a new file that is removed when it is closed. Returns a descriptor, or -errno. */
int os_open_temporary(void);

/*
 * Opens PATH for writing from its start, and empties it; the file is created for its user, and is no
 * link. Until the descriptor is closed, no other process can open the file for writing. Stores its
 * status. Returns a descriptor, or -errno; -EBUSY: another process writes the file.
 */
int os_open_alone(const char *path, struct os_status *status);

/* Stores TEXT in WIDE, of SIZE wide characters. False: it does not fit or is no UTF-8. */
bool os_windows_wide(const char *text, wchar_t *wide, size_t size);

/* WIDE as UTF-8 in ARENA, NULL if there is no memory. */
char *os_windows_text(const wchar_t *wide, struct arena *arena);

struct os_dir {
	const char *name;
	void *search;		/* private to os-windows.c, as what follows */
	bool has_next;
	enum os_kind kind;
	char bytes[OS_PATH_SIZE];
};

static inline bool os_is_separator(char c)
{
	return c == '/' || c == '\\';
}

/* Does a path begin with "C:\", "\\server" or "\\?\"? */
static inline bool os_is_absolute(const char *path)
{
	bool has_letter = (path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z');

	return (has_letter && path[1] == ':' && os_is_separator(path[2])) ||
	       (os_is_separator(path[0]) && os_is_separator(path[1]));
}

/* -- what the test of os-windows.c calls ------------------------------------------ */

/*
 * Is a process of this integrity level (SECURITY_MANDATORY_HIGH_RID, ...) elevated? Under Wine every
 * process has a high level, which means nothing there.
 */
bool os_windows_is_elevated(unsigned long level, bool is_wine);

/*
 * Rights, for files that include <windows.h>: to rename, delete or replace a directory and what is in
 * it; and to write a file, or in a directory.
 */
#define OS_WINDOWS_REPLACE (FILE_DELETE_CHILD | DELETE | WRITE_DAC | WRITE_OWNER | GENERIC_ALL)
#define OS_WINDOWS_WRITE (FILE_WRITE_DATA | FILE_APPEND_DATA | GENERIC_WRITE | OS_WINDOWS_REPLACE)

/*
 * Does the security descriptor belong to SYSTEM, Administrators or TrustedInstaller, and has nobody
 * else one of RIGHTS? USER, a SID or NULL, counts as one of them: Wine gives all files to its user.
 */
bool os_windows_is_trusted(void *descriptor, unsigned long rights, void *user);

#endif
