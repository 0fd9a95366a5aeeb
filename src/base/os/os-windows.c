/* SPDX-License-Identifier: Apache-2.0 */
/*
 * os-windows: see os.h and os-windows.h. Drivers and layers are registered in the registry, in keys
 * that only an administrator can change.
 */
#include "base/os.h"

#include <windows.h>

#include <aclapi.h>
#include <cfgmgr32.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <psapi.h>
#include <sddl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/array.h"
#include "base/text.h"

#define FILE_MODE (_O_BINARY | _O_NOINHERIT)
#define WAIT_MILLISECONDS 1000
#define MODULES 1024		/* most that are listed */

/* -- texts ---------------------------------------------------------------------- */

/* The number of bytes of WIDE in UTF-8 with the terminator; 0 if they do not fit into SIZE. */
static size_t to_utf8(const wchar_t *wide, char *text, size_t size)
{
	return (size_t)WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, (int)size, NULL, NULL);
}

bool os_windows_wide(const char *text, wchar_t *wide, size_t size)
{
	return MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, (int)size) > 0;
}

char *os_windows_text(const wchar_t *wide, struct arena *arena)
{
	size_t size = to_utf8(wide, NULL, 0);
	char *text = arena_alloc(arena, size);

	if (text)
		to_utf8(wide, text, size);
	return text;
}

/* "/" is easier to write in a configuration file; the system takes both. */
static void use_slashes(char *path)
{
	for (; *path; path++)
		if (*path == '\\')
			*path = '/';
}

/* LoadLibraryExW() and GetModuleHandleExW() do not take "/". */
static void use_backslashes(wchar_t *path)
{
	for (; *path; path++)
		if (*path == L'/')
			*path = L'\\';
}

/* Removes the last COUNT parts of PATH. */
static void cut_parts(char *path, unsigned count)
{
	for (; count > 0; count--) {
		char *last = strrchr(path, '/');

		if (last)
			*last = '\0';
	}
}

static int errno_of(DWORD error)
{
	switch (error) {
	case ERROR_FILE_NOT_FOUND:
	case ERROR_INVALID_NAME:
	case ERROR_BAD_NETPATH:
		return ENOENT;
	case ERROR_PATH_NOT_FOUND:
	case ERROR_DIRECTORY:
		return ENOTDIR;
	case ERROR_ACCESS_DENIED:
	case ERROR_SHARING_VIOLATION:
		return EACCES;
	case ERROR_NOT_ENOUGH_MEMORY:
		return ENOMEM;
	case ERROR_FILENAME_EXCED_RANGE:
		return ENAMETOOLONG;
	default:
		return EIO;
	}
}

/* -- paths ---------------------------------------------------------------------- */

const char *os_last_separator(const char *path)
{
	const char *last = NULL;

	for (; *path; path++)
		if (os_is_separator(*path))
			last = path;
	return last;
}

/* The path of MODULE, NULL for the program, in PATH. False if it is not known. */
static bool find_module_path(HMODULE module, char *path, size_t size)
{
	wchar_t wide[OS_PATH_SIZE];
	DWORD length = GetModuleFileNameW(module, wide, OS_PATH_SIZE);

	if (length == 0 || length == OS_PATH_SIZE || to_utf8(wide, path, size) == 0)
		return false;
	use_slashes(path);
	return true;
}

static HMODULE find_module(const void *address, DWORD flags)
{
	HMODULE module = NULL;

	/* GetModuleHandleExW() takes NULL for the program. */
	if (!address || !GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | flags,
					    (const wchar_t *)address, &module))
		return NULL;
	return module;
}

static void find_windows(char *path, size_t size)
{
	wchar_t wide[MAX_PATH];

	if (!GetSystemWindowsDirectoryW(wide, MAX_PATH) || to_utf8(wide, path, size) == 0)
		text_format(path, size, "C:/Windows");
	use_slashes(path);
}

/*
 * The parent of the directory that has the file with this code: with bin/OpenCL.dll, the parent of
 * bin. Any user may create directories in the root of a drive, so that does not count.
 */
static void find_prefix(char *path, size_t size)
{
	static const char here;

	*path = '\0';
	if (find_module_path(find_module(&here, GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT),
			     path, size))
		cut_parts(path, 2);
	if (!os_last_separator(path))
		find_windows(path, size);
}

const char *os_shipped_layer_dir(void)
{
	static char path[OS_PATH_SIZE];
	char prefix[OS_PATH_SIZE];

	find_prefix(prefix, sizeof(prefix));
	text_format(path, sizeof(path), "%s/lib/clrouter", prefix);
	return path;
}

/* %PROGRAMDATA%; in an elevated process its default, because variables do not count there. */
static void find_program_data(char *path, size_t size)
{
	const char *value = os_variable("PROGRAMDATA");
	char windows[OS_PATH_SIZE];

	if (value && os_is_absolute(value)) {
		text_format(path, size, "%s", value);
		use_slashes(path);
		return;
	}
	find_windows(windows, sizeof(windows));
	text_format(path, size, "%c:/ProgramData", windows[0]);
}

size_t os_config_trees(struct os_tree trees[OS_TREES])
{
	static char datadir[OS_PATH_SIZE];
	static char sysconfdir[OS_PATH_SIZE];
	char prefix[OS_PATH_SIZE];

	find_prefix(prefix, sizeof(prefix));
	text_format(datadir, sizeof(datadir), "%s/share", prefix);
	find_program_data(sysconfdir, sizeof(sysconfdir));
	trees[0] = (struct os_tree){ datadir, sysconfdir };
	return 1;
}

bool os_working_directory(char *path, size_t size)
{
	wchar_t wide[OS_PATH_SIZE];
	DWORD length = GetCurrentDirectoryW(OS_PATH_SIZE, wide);

	return length > 0 && length < OS_PATH_SIZE && to_utf8(wide, path, size) > 0;
}

/* -- trust ---------------------------------------------------------------------- */

static bool is_wine(void)
{
	HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");

	return ntdll && GetProcAddress(ntdll, "wine_get_version");
}

static bool is_administrator(PSID sid, PSID user)
{
	/* SYSTEM, Administrators, TrustedInstaller */
	static const wchar_t *const names[] = {
		L"S-1-5-18", L"S-1-5-32-544",
		L"S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		PSID each;
		bool is_equal;

		if (!ConvertStringSidToSidW(names[i], &each))
			continue;
		is_equal = EqualSid(sid, each);
		LocalFree(each);
		if (is_equal)
			return true;
	}
	return user && EqualSid(sid, user);
}

/* Has somebody else one of RIGHTS? An entry that is not understood may say so. */
static bool allows_others(const ACE_HEADER *entry, DWORD rights, PSID user)
{
	const ACCESS_ALLOWED_ACE *allowed = (const ACCESS_ALLOWED_ACE *)entry;

	if (entry->AceFlags & INHERIT_ONLY_ACE)
		return false;
	switch (entry->AceType) {
	case ACCESS_DENIED_ACE_TYPE:
	case ACCESS_DENIED_OBJECT_ACE_TYPE:
	case ACCESS_DENIED_CALLBACK_ACE_TYPE:
		return false;
	case ACCESS_ALLOWED_ACE_TYPE:
		return (allowed->Mask & rights) &&
		       !is_administrator((PSID)&allowed->SidStart, user);
	default:
		return true;
	}
}

bool os_windows_is_trusted(void *descriptor, unsigned long rights, void *user)
{
	PSID owner = NULL;
	PACL list = NULL;
	BOOL is_present = FALSE;
	BOOL is_default;

	if (!GetSecurityDescriptorOwner(descriptor, &owner, &is_default) || !owner ||
	    !is_administrator(owner, user) ||
	    !GetSecurityDescriptorDacl(descriptor, &is_present, &list, &is_default) ||
	    !is_present || !list)
		return false;
	for (DWORD i = 0; i < list->AceCount; i++) {
		void *entry;

		if (!GetAce(list, i, &entry) || allows_others(entry, rights, user))
			return false;
	}
	return true;
}

/* The user of this process; NULL if not known. The caller frees the result. */
static TOKEN_USER *read_user(void)
{
	TOKEN_USER *user = NULL;
	HANDLE token;
	DWORD size = 0;

	if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token))
		return NULL;
	GetTokenInformation(token, TokenUser, NULL, 0, &size);
	user = malloc(size);
	if (user && !GetTokenInformation(token, TokenUser, user, size, &size)) {
		free(user);
		user = NULL;
	}
	CloseHandle(token);
	return user;
}

static bool is_handle_trusted(HANDLE file, DWORD rights)
{
	PSECURITY_DESCRIPTOR descriptor = NULL;
	TOKEN_USER *user = is_wine() ? read_user() : NULL;
	bool is_trusted = false;

	if (GetSecurityInfo(file, SE_FILE_OBJECT,
			    OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION, NULL, NULL,
			    NULL, NULL, &descriptor) == ERROR_SUCCESS)
		is_trusted = os_windows_is_trusted(descriptor, rights,
						   user ? user->User.Sid : NULL);
	LocalFree(descriptor);
	free(user);
	return is_trusted;
}

static HANDLE open_path(const wchar_t *path, DWORD access, DWORD flags)
{
	return CreateFileW(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
			   NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
}

/* A link is not followed: who owns it decides what it leads to. */
static bool is_directory_trusted(const wchar_t *path, DWORD rights)
{
	HANDLE directory = open_path(path, READ_CONTROL, FILE_FLAG_OPEN_REPARSE_POINT);
	bool is_trusted = directory != INVALID_HANDLE_VALUE && is_handle_trusted(directory, rights);

	if (directory != INVALID_HANDLE_VALUE)
		CloseHandle(directory);
	return is_trusted;
}

/*
 * Only administrators may write in the directory of the file PATH, and replace the directories above
 * it. Others may add files to these, as to C:\ProgramData, and delete the root if they can.
 */
static bool is_way_trusted(wchar_t *path)
{
	DWORD rights = OS_WINDOWS_WRITE;
	wchar_t *last;

	while ((last = wcsrchr(path, L'\\')) && last > path && last[-1] != L':') {
		*last = L'\0';
		if (!is_directory_trusted(path, rights))
			return false;
		rights = OS_WINDOWS_REPLACE;
	}
	if (!last || last == path)
		return false;
	last[1] = L'\0';
	return is_directory_trusted(path, rights & ~(DWORD)DELETE);
}

/* The way by which PATH was written, and the one to the FILE that links on it lead to. */
static bool is_file_trusted(HANDLE file, const wchar_t *path)
{
	wchar_t way[OS_PATH_SIZE];
	DWORD length = GetFullPathNameW(path, OS_PATH_SIZE, way, NULL);

	if (length == 0 || length >= OS_PATH_SIZE || !is_handle_trusted(file, OS_WINDOWS_WRITE) ||
	    !is_way_trusted(way))
		return false;
	length = GetFinalPathNameByHandleW(file, way, OS_PATH_SIZE, 0);
	return length > 0 && length < OS_PATH_SIZE && is_way_trusted(way);
}

/* -- files ---------------------------------------------------------------------- */

static enum os_kind kind_of(HANDLE file, DWORD attributes)
{
	if (GetFileType(file) != FILE_TYPE_DISK)
		return OS_OTHER_KIND;
	return attributes & FILE_ATTRIBUTE_DIRECTORY ? OS_DIRECTORY : OS_REGULAR;
}

static int read_status(HANDLE file, struct os_status *status)
{
	BY_HANDLE_FILE_INFORMATION found;

	if (!GetFileInformationByHandle(file, &found)) {
		memset(status, 0, sizeof(*status));
		status->kind = OS_OTHER_KIND;
		return GetFileType(file) == FILE_TYPE_DISK ? -errno_of(GetLastError()) : 0;
	}
	*status = (struct os_status){
		.kind = kind_of(file, found.dwFileAttributes),
		.size = (uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow,
		.device = found.dwVolumeSerialNumber,
		.number = (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow,
	};
	return 0;
}

int os_path_status(const char *path, struct os_status *status)
{
	wchar_t wide[OS_PATH_SIZE];
	HANDLE file;
	int error;

	if (!os_windows_wide(path, wide, OS_PATH_SIZE))
		return -ENOENT;
	file = open_path(wide, FILE_READ_ATTRIBUTES, 0);
	if (file == INVALID_HANDLE_VALUE)
		return -errno_of(GetLastError());
	error = read_status(file, status);
	CloseHandle(file);
	return error;
}

const char *os_read_link(const char *path, struct arena *arena)
{
	(void)path;
	(void)arena;
	return NULL;
}

static HANDLE open_for(const wchar_t *path, enum os_access access)
{
	DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

	if (access == OS_READ)
		return CreateFileW(path, GENERIC_READ, share, NULL, OPEN_EXISTING, 0, NULL);
	return CreateFileW(path, FILE_APPEND_DATA | FILE_READ_ATTRIBUTES, share, NULL, OPEN_ALWAYS,
			   FILE_FLAG_OPEN_REPARSE_POINT, NULL);
}

/* A link that was opened itself has no bytes of its own. */
static bool is_link(HANDLE file)
{
	BY_HANDLE_FILE_INFORMATION found;

	return GetFileInformationByHandle(file, &found) &&
	       (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT);
}

static int check_open(HANDLE file, const wchar_t *path, enum os_access access,
		      struct os_status *status)
{
	int error = 0;

	if (access == OS_APPEND && is_link(file))
		return -ELOOP;
	if (status)
		error = read_status(file, status);
	if (!error && status && access == OS_READ)
		status->is_trusted = is_file_trusted(file, path);
	return error;
}

/* FILE as a descriptor, or RESULT, if that is an error; then FILE is closed. */
static int take_descriptor(HANDLE file, int result, int mode)
{
	if (result == 0)
		result = _open_osfhandle((intptr_t)file, mode | FILE_MODE);
	if (result >= 0)
		return result;
	CloseHandle(file);
	return result == -1 ? -EMFILE : result;
}

int os_open(const char *path, enum os_access access, struct os_status *status)
{
	int mode = access == OS_READ ? _O_RDONLY : _O_WRONLY | _O_APPEND;
	wchar_t wide[OS_PATH_SIZE];
	HANDLE file;

	if (!os_windows_wide(path, wide, OS_PATH_SIZE))
		return -ENOENT;
	file = open_for(wide, access);
	if (file == INVALID_HANDLE_VALUE)
		return -errno_of(GetLastError());
	return take_descriptor(file, check_open(file, wide, access, status), mode);
}

const char *os_open_error(int error)
{
	return error == ELOOP ? "it is a link" : strerror(error);
}

/* An administrator's process is elevated, and reads no file of a user. */
const char *os_find_untrusted(const char *path, struct arena *arena)
{
	(void)path;
	(void)arena;
	return NULL;
}

typedef void parameter_fn(const wchar_t *, const wchar_t *, const wchar_t *, unsigned, uintptr_t);
typedef parameter_fn *set_parameter_fn(parameter_fn *);

static void ignore_parameter(const wchar_t *expression, const wchar_t *function,
			     const wchar_t *file, unsigned line, uintptr_t reserved)
{
	(void)expression;
	(void)function;
	(void)file;
	(void)line;
	(void)reserved;
}

/*
 * The C library UCRT ends the process if a descriptor is closed, unless the thread has a handler for
 * wrong parameters. Sets that and returns the former one. msvcrt.dll returns EBADF.
 */
static parameter_fn *set_parameter_handler(parameter_fn *handler)
{
	HMODULE ucrt = GetModuleHandleW(L"ucrtbase.dll");
	set_parameter_fn *set =
		ucrt ? (set_parameter_fn *)(void *)GetProcAddress(
			       ucrt, "_set_thread_local_invalid_parameter_handler")
		     : NULL;

	return set ? set(handler) : NULL;
}

ssize_t os_write(int file, const void *bytes, size_t size)
{
	parameter_fn *former = set_parameter_handler(ignore_parameter);
	int written = _write(file, bytes, size < INT_MAX ? (unsigned)size : INT_MAX);

	set_parameter_handler(former);
	return written;
}

static HANDLE handle_of(int file)
{
	parameter_fn *former = set_parameter_handler(ignore_parameter);
	intptr_t handle = _get_osfhandle(file);

	set_parameter_handler(former);
	return (HANDLE)handle;
}

bool os_is_open(int file, const struct os_status *opened)
{
	HANDLE handle = handle_of(file);
	struct os_status status;

	return handle != INVALID_HANDLE_VALUE && read_status(handle, &status) == 0 &&
	       os_is_same_file(&status, opened);
}

/* A file of another process is not emptied, because this one may not write it. */
int os_open_alone(const char *path, struct os_status *status)
{
	wchar_t wide[OS_PATH_SIZE];
	HANDLE file;
	int result;

	if (!os_windows_wide(path, wide, OS_PATH_SIZE))
		return -ENOENT;
	file = CreateFileW(wide, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL,
			   OPEN_ALWAYS, FILE_FLAG_OPEN_REPARSE_POINT, NULL);
	if (file == INVALID_HANDLE_VALUE)
		return GetLastError() == ERROR_SHARING_VIOLATION ? -EBUSY
								 : -errno_of(GetLastError());
	result = check_open(file, wide, OS_APPEND, status);
	if (result == 0 && status->kind == OS_REGULAR)
		SetEndOfFile(file);
	return take_descriptor(file, result, _O_WRONLY);
}

int os_open_temporary(void)
{
	wchar_t directory[MAX_PATH + 1];
	wchar_t path[MAX_PATH + 1];
	HANDLE file;

	if (!GetTempPathW(ARRAY_SIZE(directory), directory) ||
	    !GetTempFileNameW(directory, L"clr", 0, path))
		return -errno_of(GetLastError());
	file = CreateFileW(path, GENERIC_READ | GENERIC_WRITE, 0, NULL, CREATE_ALWAYS,
			   FILE_FLAG_DELETE_ON_CLOSE | FILE_ATTRIBUTE_TEMPORARY, NULL);
	if (file == INVALID_HANDLE_VALUE)
		return -errno_of(GetLastError());
	return take_descriptor(file, 0, _O_RDWR);
}

/* -- directories ---------------------------------------------------------------- */

static void take_entry(struct os_dir *dir, const WIN32_FIND_DATAW *found)
{
	DWORD attributes = found->dwFileAttributes;

	dir->kind = attributes & FILE_ATTRIBUTE_DIRECTORY ? OS_DIRECTORY :
		    attributes & FILE_ATTRIBUTE_DEVICE ? OS_OTHER_KIND : OS_REGULAR;
	dir->bytes[0] = '\0';
	to_utf8(found->cFileName, dir->bytes, sizeof(dir->bytes));
}

int os_dir_open(struct os_dir *dir, const char *path)
{
	wchar_t wide[OS_PATH_SIZE];
	char pattern[OS_PATH_SIZE];
	WIN32_FIND_DATAW found;

	if (text_format(pattern, sizeof(pattern), "%s/*", path) < strlen(path) + 2)
		return -ENAMETOOLONG;
	if (!os_windows_wide(pattern, wide, OS_PATH_SIZE))
		return -ENOENT;
	dir->search = FindFirstFileW(wide, &found);
	if (dir->search == INVALID_HANDLE_VALUE)
		return -errno_of(GetLastError());
	take_entry(dir, &found);
	dir->has_next = true;
	return 0;
}

int os_dir_next(struct os_dir *dir)
{
	WIN32_FIND_DATAW found;

	/* FindFirstFileW() has found the first name. */
	if (!dir->has_next) {
		if (!FindNextFileW(dir->search, &found))
			return GetLastError() == ERROR_NO_MORE_FILES ? 0
								     : -errno_of(GetLastError());
		take_entry(dir, &found);
	}
	dir->has_next = false;
	dir->name = dir->bytes;
	return 1;
}

int os_dir_kind(const struct os_dir *dir, enum os_kind *kind)
{
	*kind = dir->kind;
	return 0;
}

void os_dir_close(struct os_dir *dir)
{
	FindClose(dir->search);
}

/* -- the environment ------------------------------------------------------------ */

bool os_windows_is_elevated(unsigned long level, bool under_wine)
{
	return !under_wine && level >= SECURITY_MANDATORY_HIGH_RID;
}

/* The integrity level of the process. If it is not known, the highest one. */
static DWORD read_level(void)
{
	union {
		TOKEN_MANDATORY_LABEL label;
		char bytes[sizeof(TOKEN_MANDATORY_LABEL) + SECURITY_MAX_SID_SIZE];
	} level;
	DWORD result = SECURITY_MANDATORY_SYSTEM_RID;
	HANDLE token;
	DWORD size;

	if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token))
		return result;
	if (GetTokenInformation(token, TokenIntegrityLevel, &level, sizeof(level), &size)) {
		PSID sid = level.label.Label.Sid;

		result = *GetSidSubAuthority(sid, (DWORD)*GetSidSubAuthorityCount(sid) - 1);
	}
	CloseHandle(token);
	return result;
}

bool os_is_elevated(void)
{
	return os_windows_is_elevated(read_level(), is_wine());
}

/* The system copies the value, so it is in memory that is never freed. */
const char *os_variable(const char *name)
{
	wchar_t wide_name[64];
	wchar_t *value;
	char *text = NULL;
	DWORD size;

	if (!os_windows_wide(name, wide_name, ARRAY_SIZE(wide_name)))
		return NULL;
	size = GetEnvironmentVariableW(wide_name, NULL, 0);
	if (size == 0 || os_is_elevated())
		return NULL;
	value = malloc(size * sizeof(*value));
	if (value && GetEnvironmentVariableW(wide_name, value, size) < size)
		text = malloc((size_t)size * 3);
	if (text && to_utf8(value, text, (size_t)size * 3) == 0)
		*text = '\0';
	free(value);
	return text;
}

/* The C library has a copy of the environment. */
bool os_set_variable(const char *name, const char *value)
{
	wchar_t wide[256];
	wchar_t wide_value[256];

	return os_windows_wide(name, wide, ARRAY_SIZE(wide)) &&
	       os_windows_wide(value ? value : "", wide_value, ARRAY_SIZE(wide_value)) &&
	       _wputenv_s(wide, wide_value) == 0;
}

/* -- registered libraries ------------------------------------------------------- */

#define KHRONOS L"SOFTWARE\\Khronos\\OpenCL\\"
#define CLASSES L"SYSTEM\\CurrentControlSet\\Control\\Class\\"
#define NAME_SIZE 16384		/* wide characters of the name of a value, with the terminator */

struct registered_list {
	struct os_registered *first;
	struct os_registered **last;
	struct arena *arena;
};

/* What is registered counts for all programs, so the working directory has no effect on it. */
static bool is_relative(const char *library)
{
	return !os_is_absolute(library) && strpbrk(library, "/\\:");
}

/* Adds LIBRARY, which the value VALUE of KEY names. */
static void add(struct registered_list *list, const wchar_t *key, const wchar_t *value,
		const wchar_t *library, const char *problem)
{
	struct os_registered *added = arena_alloc(list->arena, sizeof(*added));
	char *parts[] = {
		"HKLM\\", os_windows_text(key, list->arena), "\\",
		os_windows_text(value, list->arena),
	};

	if (!added || !parts[1] || !parts[3])
		return;
	added->library = os_windows_text(library, list->arena);
	added->place = arena_join(list->arena, (const char *const *)parts, ARRAY_SIZE(parts));
	added->problem = problem;
	if (!added->library || !added->place)
		return;
	if (!problem && is_relative(added->library))
		added->problem = "a path in the registry has to be absolute";
	*list->last = added;
	list->last = &added->next;
}

/* The name of each value is a library. The value has to be the DWORD 0. */
static void add_khronos_value(struct registered_list *list, const wchar_t *key, HKEY opened,
			      const wchar_t *name)
{
	const char *problem = NULL;
	DWORD type = REG_NONE;
	DWORD data = 1;
	DWORD size = sizeof(data);
	LSTATUS status = RegQueryValueExW(opened, name, NULL, &type, (BYTE *)&data, &size);

	if ((status != ERROR_SUCCESS && status != ERROR_MORE_DATA) || type != REG_DWORD ||
	    size != sizeof(data))
		problem = "its value in the registry is not a DWORD";
	else if (data != 0)
		problem = "its value in the registry is not 0";
	add(list, key, name, name, problem);
}

static void list_khronos(struct registered_list *list, const wchar_t *key)
{
	wchar_t *name = malloc(NAME_SIZE * sizeof(*name));
	HKEY opened;

	if (name && RegOpenKeyExW(HKEY_LOCAL_MACHINE, key, 0, KEY_QUERY_VALUE, &opened) ==
			    ERROR_SUCCESS) {
		for (DWORD i = 0;; i++) {
			DWORD length = NAME_SIZE;

			if (RegEnumValueW(opened, i, name, &length, NULL, NULL, NULL, NULL) !=
			    ERROR_SUCCESS)
				break;
			if (length > 0)
				add_khronos_value(list, key, opened, name);
		}
		RegCloseKey(opened);
	}
	free(name);
}

/* The value of a 32-bit process on a 64-bit system has another name. */
static const wchar_t *driver_value(void)
{
	BOOL is_wow = FALSE;

	IsWow64Process(GetCurrentProcess(), &is_wow);
	return is_wow ? L"OpenCLDriverNameWow" : L"OpenCLDriverName";
}

/* Functions of cfgmgr32.dll, which only programs on a system with such a key need. */
struct device_manager {
	HMODULE library;
	CONFIGRET (WINAPI *get_size)(ULONG *length, const wchar_t *filter, ULONG flags);
	CONFIGRET (WINAPI *get_list)(const wchar_t *filter, wchar_t *list, ULONG length,
				     ULONG flags);
	CONFIGRET (WINAPI *locate)(DEVINST *device, wchar_t *id, ULONG flags);
	CONFIGRET (WINAPI *get_property)(DEVINST device, ULONG property, ULONG *type, void *value,
					 ULONG *size, ULONG flags);
	CONFIGRET (WINAPI *get_status)(ULONG *status, ULONG *problem, DEVINST device, ULONG flags);
};

static bool open_devices(struct device_manager *devices)
{
	HMODULE library = LoadLibraryExW(L"cfgmgr32.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);

	devices->library = library;
	if (!library)
		return false;
	devices->get_size = (void *)GetProcAddress(library, "CM_Get_Device_ID_List_SizeW");
	devices->get_list = (void *)GetProcAddress(library, "CM_Get_Device_ID_ListW");
	devices->locate = (void *)GetProcAddress(library, "CM_Locate_DevNodeW");
	devices->get_property = (void *)GetProcAddress(library, "CM_Get_DevNode_Registry_PropertyW");
	devices->get_status = (void *)GetProcAddress(library, "CM_Get_DevNode_Status");
	return devices->get_size && devices->get_list && devices->locate &&
	       devices->get_property && devices->get_status;
}

/* The names of the present devices of the class that FILTER names; NULL: they are not known. */
static wchar_t *list_devices(const struct device_manager *devices, const wchar_t *filter)
{
	const ULONG flags = CM_GETIDLIST_FILTER_CLASS | CM_GETIDLIST_FILTER_PRESENT;
	wchar_t *ids = NULL;
	ULONG length = 0;

	if (devices->get_size(&length, filter, flags) == CR_SUCCESS)
		ids = calloc((size_t)length + 2, sizeof(*ids));
	if (ids && devices->get_list(filter, ids, length, flags) != CR_SUCCESS) {
		free(ids);
		return NULL;
	}
	return ids;
}

/* Is the device ID the one whose key is DRIVER, "{class}\\0000", and disabled? */
static bool is_disabled_one(const struct device_manager *devices, wchar_t *id, const wchar_t *driver)
{
	wchar_t found[MAX_PATH] = L"";
	ULONG size = sizeof(found) - sizeof(found[0]);
	ULONG status = 0;
	ULONG problem = 0;
	DEVINST device;

	return devices->locate(&device, id, CM_LOCATE_DEVNODE_NORMAL) == CR_SUCCESS &&
	       devices->get_property(device, CM_DRP_DRIVER, NULL, found, &size, 0) == CR_SUCCESS &&
	       _wcsicmp(found, driver) == 0 &&
	       devices->get_status(&status, &problem, device, 0) == CR_SUCCESS &&
	       (status & DN_HAS_PROBLEM) && problem == CM_PROB_DISABLED;
}

/*
 * Has the user disabled the device of KEY? Its values stay in the registry, and a driver without its
 * device is a platform that has none. A device of which nothing is known is not disabled.
 */
static bool is_disabled(const wchar_t *key)
{
	const wchar_t *driver = key + wcslen(CLASSES);
	wchar_t class[64] = L"";
	struct device_manager devices;
	wchar_t *ids = NULL;
	bool found = false;

	swprintf(class, ARRAY_SIZE(class), L"%.*ls", (int)wcscspn(driver, L"\\"), driver);
	if (open_devices(&devices))
		ids = list_devices(&devices, class);
	for (wchar_t *id = ids; id && *id && !found; id += wcslen(id) + 1)
		found = is_disabled_one(&devices, id, driver);
	free(ids);
	if (devices.library)
		FreeLibrary(devices.library);
	return found;
}

/* DATA, with two terminators at its end, has one string or several, the last of which is empty. */
static void add_strings(struct registered_list *list, const wchar_t *key, const wchar_t *data, DWORD type)
{
	const char *problem = NULL;
	const wchar_t *name = driver_value();

	if (type != REG_SZ && type != REG_MULTI_SZ) {
		add(list, key, name, name,
		    "its value in the registry is neither REG_SZ nor REG_MULTI_SZ");
		return;
	}
	if (*data && is_disabled(key))
		problem = "its device is disabled in the Device Manager";
	for (; *data; data += wcslen(data) + 1) {
		add(list, key, name, data, problem);
		if (type == REG_SZ)
			return;
	}
}

/* KEY is the key of one adapter or component. */
static void add_adapter(struct registered_list *list, const wchar_t *key)
{
	const wchar_t *name = driver_value();
	wchar_t *data = NULL;
	DWORD size = 0;
	DWORD type = REG_NONE;
	HKEY opened;

	if (RegOpenKeyExW(HKEY_LOCAL_MACHINE, key, 0, KEY_QUERY_VALUE, &opened) != ERROR_SUCCESS)
		return;
	if (RegQueryValueExW(opened, name, NULL, &type, NULL, &size) == ERROR_SUCCESS)
		data = calloc(size + 2 * sizeof(*data), 1);
	if (data && RegQueryValueExW(opened, name, NULL, &type, (BYTE *)data, &size) ==
			    ERROR_SUCCESS) {
		data[size / sizeof(*data)] = L'\0';	/* half a character does not count */
		add_strings(list, key, data, type);
	}
	free(data);
	RegCloseKey(opened);
}

/* CLASS is a class of devices; its keys 0000, 0001, ... are the devices. */
static void list_adapters(struct registered_list *list, const wchar_t *class)
{
	wchar_t path[MAX_PATH];
	HKEY opened;

	if (RegOpenKeyExW(HKEY_LOCAL_MACHINE, class, 0, KEY_ENUMERATE_SUB_KEYS, &opened) !=
	    ERROR_SUCCESS)
		return;
	for (DWORD i = 0;; i++) {
		wchar_t name[64];
		DWORD length = ARRAY_SIZE(name);
		LSTATUS status = RegEnumKeyExW(opened, i, name, &length, NULL, NULL, NULL, NULL);

		/* A longer name is no device's name. */
		if (status != ERROR_SUCCESS && status != ERROR_MORE_DATA)
			break;
		if (status == ERROR_MORE_DATA)
			continue;
		swprintf(path, MAX_PATH, L"%ls\\%ls", class, name);
		add_adapter(list, path);
	}
	RegCloseKey(opened);
}

struct os_registered *os_list_registered(enum os_register kind, struct arena *arena)
{
	struct registered_list list = { NULL, NULL, arena };

	list.last = &list.first;
	if (kind == OS_LAYERS) {
		list_khronos(&list, KHRONOS L"Layers");
		return list.first;
	}
	list_khronos(&list, KHRONOS L"Vendors");
	/* Display adapters, then software components. */
	list_adapters(&list, CLASSES L"{4d36e968-e325-11ce-bfc1-08002be10318}");
	list_adapters(&list, CLASSES L"{5c4c3332-344d-483c-8739-259e934c9cc8}");
	return list.first;
}

/* -- libraries ------------------------------------------------------------------ */

/* As in "126: Module not found." Only one thread at a time opens libraries. */
static const char *describe_error(DWORD error)
{
	static char message[512];
	wchar_t wide[256] = L"";
	size_t length;

	FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, error, 0,
		       wide, ARRAY_SIZE(wide), NULL);
	length = text_format(message, sizeof(message), "%lu: ", error);
	to_utf8(wide, message + length, sizeof(message) - length);
	length = strlen(message);
	while (length > 0 && text_is_space(message[length - 1]))
		message[--length] = '\0';
	return message;
}

/* "C:a.dll" is in the working directory of a drive, and "\\a.dll" on the drive that is in use. */
static bool needs_working_directory(const char *name)
{
	return !os_is_absolute(name) && (strchr(name, ':') || os_is_separator(*name));
}

/*
 * A DLL is searched for in the program's directory and in System32, and those that it needs also in
 * its own directory; never in the working directory or in PATH.
 */
void *os_library_open(const char *name, struct os_library_mode mode, const char **error)
{
	DWORD flags = LOAD_LIBRARY_SEARCH_DEFAULT_DIRS;
	wchar_t wide[OS_PATH_SIZE];
	void *library = NULL;
	DWORD old_mode;

	(void)mode;
	if (os_is_absolute(name))
		flags |= LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR;
	*error = describe_error(ERROR_INVALID_NAME);
	if (needs_working_directory(name) || !os_windows_wide(name, wide, OS_PATH_SIZE))
		return NULL;
	use_backslashes(wide);
	/* The system would show a box about a damaged DLL, and wait until the user closes it. */
	SetThreadErrorMode(GetThreadErrorMode() | SEM_FAILCRITICALERRORS, &old_mode);
	library = LoadLibraryExW(wide, NULL, flags);
	*error = library ? NULL : describe_error(GetLastError());
	SetThreadErrorMode(old_mode, NULL);
	return library;
}

/* The machine that the DLL PATH is for: IMAGE_FILE_MACHINE_*, or 0 if the file is no DLL. */
static WORD read_machine(const char *path)
{
	IMAGE_DOS_HEADER dos;
	struct {
		DWORD signature;
		WORD machine;
	} header = { 0, 0 };
	wchar_t wide[OS_PATH_SIZE];
	HANDLE file;
	DWORD got = 0;
	bool is_good;

	if (!os_windows_wide(path, wide, OS_PATH_SIZE))
		return 0;
	file = open_path(wide, GENERIC_READ, 0);
	if (file == INVALID_HANDLE_VALUE)
		return 0;
	is_good = ReadFile(file, &dos, sizeof(dos), &got, NULL) && got == sizeof(dos) &&
		  dos.e_magic == IMAGE_DOS_SIGNATURE &&
		  SetFilePointer(file, dos.e_lfanew, NULL, FILE_BEGIN) != INVALID_SET_FILE_POINTER &&
		  ReadFile(file, &header, sizeof(header), &got, NULL) && got == sizeof(header) &&
		  header.signature == IMAGE_NT_SIGNATURE;
	CloseHandle(file);
	return is_good ? header.machine : 0;
}

/* The headers of the loaded DLL whose handle is LIBRARY: that is its address. */
static const IMAGE_NT_HEADERS *headers_of(const void *library)
{
	const IMAGE_DOS_HEADER *dos = library;

	return (const IMAGE_NT_HEADERS *)((const char *)library + dos->e_lfanew);
}

/* The search for a bare name has found a file that does not fit. */
static enum reason explain_format(const char *name)
{
	const void *us = find_module((const void *)explain_format,
				     GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT);
	WORD machine = read_machine(name);

	if (!os_is_absolute(name))
		return REASON_WRONG_ELF_CLASS;
	return machine && us && machine != headers_of(us)->FileHeader.Machine ?
		       REASON_WRONG_ELF_CLASS : REASON_NOT_ELF;
}

/* The DLL was not found, or one that it needs. */
static void explain_search(const char *name, struct verdict *verdict)
{
	struct os_status status;

	verdict->reason = REASON_NOT_FOUND;
	if (os_is_absolute(name) && os_path_status(name, &status) == 0)
		verdict->reason = status.kind == OS_DIRECTORY ? REASON_NOT_ELF
							      : REASON_MISSING_DEPENDENCY;
	if (verdict->reason != REASON_MISSING_DEPENDENCY)
		verdict->detail = NULL;
}

void os_library_explain(const char *name, const char *message, struct verdict *verdict,
			struct arena *arena)
{
	unsigned long error = message ? strtoul(message, NULL, 10) : 0;

	verdict->detail = message ? arena_copy(arena, message, strlen(message)) : NULL;
	switch (error) {
	case ERROR_BAD_EXE_FORMAT:
		verdict->reason = explain_format(name);
		verdict->detail = NULL;
		return;
	case ERROR_PROC_NOT_FOUND:
		verdict->reason = REASON_UNDEFINED_SYMBOL;
		return;
	case ERROR_ACCESS_DENIED:
	case ERROR_SHARING_VIOLATION:
		verdict->reason = REASON_UNREADABLE;
		verdict->code = EACCES;
		return;
	case ERROR_MOD_NOT_FOUND:
	case ERROR_FILE_NOT_FOUND:
	case ERROR_PATH_NOT_FOUND:
	case ERROR_INVALID_NAME:
	case ERROR_BAD_NETPATH:
		explain_search(name, verdict);
		return;
	default:
		verdict->reason = REASON_LOAD_FAILED;
	}
}

bool os_can_deepbind(void)
{
	return false;
}

void *os_library_find(void *library, const char *symbol)
{
	return (void *)GetProcAddress(library, symbol);
}

/* The result is in a buffer for the next call, which only one thread at a time makes. */
const char *os_library_of(const void *address, struct os_place *place)
{
	static char path[OS_PATH_SIZE];
	HMODULE module = find_module(address, GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT);

	*place = (struct os_place){ .library = module, .start = (uintptr_t)module };
	if (!module)
		return NULL;
	place->size = headers_of(module)->OptionalHeader.SizeOfImage;
	return find_module_path(module, path, sizeof(path)) ? path : NULL;
}

/* A region ends where the protection of the pages changes, which may be within an array. */
size_t os_readable(const void *address, size_t size, const struct os_place *place)
{
	const DWORD refused = PAGE_NOACCESS | PAGE_GUARD | PAGE_EXECUTE;
	const char *at = address;
	MEMORY_BASIC_INFORMATION region;

	(void)place;
	while ((size_t)(at - (const char *)address) < size &&
	       VirtualQuery(at, &region, sizeof(region)) != 0 && region.State == MEM_COMMIT &&
	       !(region.Protect & refused))
		at = (const char *)region.BaseAddress + region.RegionSize;
	return (size_t)(at - (const char *)address) < size ? (size_t)(at - (const char *)address) :
							      size;
}

/*
 * Windows has no versions of symbols. What a DLL was built to be is the name in its table of
 * exports: a loader is built as OpenCL.dll, whatever its file is called.
 */
bool os_library_defines(void *library, const char *symbol, const char *version)
{
	const char *base = library;
	const IMAGE_DATA_DIRECTORY *directory =
		&headers_of(library)->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_EXPORT];
	const IMAGE_EXPORT_DIRECTORY *exports =
		(const IMAGE_EXPORT_DIRECTORY *)(base + directory->VirtualAddress);

	(void)version;
	return directory->Size > 0 && exports->Name &&
	       text_equal_nocase(base + exports->Name, "OpenCL.dll") &&
	       GetProcAddress(library, symbol);
}

/* A library gets its functions from those that it names. */
void *os_find_in_program(const char *symbol)
{
	(void)symbol;
	return NULL;
}

void os_library_close(void *library)
{
	FreeLibrary(library);
}

/* Adds MODULE in front of FIRST. Returns the first one. */
static struct os_object *add_object(struct os_object *first, HMODULE module, struct arena *arena)
{
	struct os_object *object = arena_alloc(arena, sizeof(*object));
	char path[OS_PATH_SIZE];

	if (!object || !find_module_path(module, path, sizeof(path)))
		return first;
	object->next = first;
	object->path = arena_copy(arena, path, strlen(path));
	object->address = module;
	return object->path ? object : first;
}

/* No DLL defines version nodes, so all are listed. The program is the first module. */
const struct os_object *os_versioned_libraries(struct arena *arena)
{
	struct os_object *first = NULL;
	HMODULE modules[MODULES];
	DWORD size = 0;

	if (!K32EnumProcessModules(GetCurrentProcess(), modules, sizeof(modules), &size))
		return NULL;
	for (size_t i = 1; i < MODULES && i < size / sizeof(*modules); i++)
		first = add_object(first, modules[i], arena);
	return first;
}

void *os_library_hold(const char *path)
{
	wchar_t wide[OS_PATH_SIZE];
	HMODULE module = NULL;

	if (!os_windows_wide(path, wide, OS_PATH_SIZE))
		return NULL;
	use_backslashes(wide);
	return GetModuleHandleExW(0, wide, &module) ? module : NULL;
}

bool os_library_pin(const void *address)
{
	return find_module(address, GET_MODULE_HANDLE_EX_FLAG_PIN) != NULL;
}

/* -- sorting -------------------------------------------------------------------- */

struct sort {
	int (*compare)(const void *, const void *, void *);
	void *context;
};

static int compare_for_sort(void *context, const void *a, const void *b)
{
	const struct sort *sort = context;

	return sort->compare(a, b, sort->context);
}

void os_sort(void *array, size_t count, size_t size,
	     int (*compare)(const void *, const void *, void *), void *context)
{
	struct sort sort = { compare, context };

	qsort_s(array, count, size, compare_for_sort, &sort);
}

/* -- the process ---------------------------------------------------------------- */

/* PATH without "\\?\" or "\\?\UNC" at its start. */
static const wchar_t *skip_long_prefix(wchar_t *path)
{
	if (wcsncmp(path, L"\\\\?\\", 4) != 0)
		return path;
	if (wcsncmp(path + 4, L"UNC\\", 4) != 0)
		return path + 4;
	path[6] = L'\\';
	return path + 6;
}

/* However the program was started, its path has no short names such as PROGRA~1. */
const char *os_own_program(struct arena *arena)
{
	wchar_t wide[OS_PATH_SIZE];
	DWORD length = GetModuleFileNameW(NULL, wide, OS_PATH_SIZE);
	char *path;

	if (length == 0 || length == OS_PATH_SIZE)
		return NULL;
	/* If that fails, the path stays as it is. */
	GetLongPathNameW(wide, wide, OS_PATH_SIZE);
	path = os_windows_text(skip_long_prefix(wide), arena);
	if (path)
		use_slashes(path);
	return path;
}

bool os_is_single_threaded(void)
{
	return false;
}

/* -- threads and waiting -------------------------------------------------------- */

static void (*start_unwound)(void);

/*
 * The system calls it before an exception or longjmp() in a driver ends the frame of os_run_start().
 * The cleanup attribute would see C++ exceptions of gcc only. 64-bit Windows has a table of handlers
 * that is written by the compiler, 32-bit Windows a list for each thread.
 */
#define UNWINDS (EXCEPTION_UNWINDING | EXCEPTION_EXIT_UNWIND)

EXCEPTION_DISPOSITION __cdecl os_start_unwind(EXCEPTION_RECORD *record, void *frame,
					      CONTEXT *context, void *dispatcher)
	__attribute__((used));

EXCEPTION_DISPOSITION __cdecl os_start_unwind(EXCEPTION_RECORD *record, void *frame,
					      CONTEXT *context, void *dispatcher)
{
	(void)frame;
	(void)context;
	(void)dispatcher;
	if (record->ExceptionFlags & UNWINDS)
		start_unwound();
	return ExceptionContinueSearch;
}

#ifdef __i386__
struct handler {
	struct handler *next;
	EXCEPTION_DISPOSITION (__cdecl *function)(EXCEPTION_RECORD *, void *, CONTEXT *, void *);
};

/* The list begins at fs:0. */
static void call_watched(void (*work)(void *), void *argument)
{
	struct handler handler = { NULL, os_start_unwind };

	__asm__ volatile("movl %%fs:0, %0" : "=r"(handler.next));
	__asm__ volatile("movl %0, %%fs:0" : : "r"(&handler) : "memory");
	work(argument);
	__asm__ volatile("movl %0, %%fs:0" : : "r"(handler.next) : "memory");
}
#else
/* The empty statement keeps the compiler from leaving the frame before the call. */
static void call_watched(void (*work)(void *), void *argument)
{
	__asm__ volatile(".seh_handler os_start_unwind, @unwind");
	work(argument);
	__asm__ volatile("");
}
#endif

/*
 * The DLL stays in memory from its first use on. If a driver ends the thread, the handle stays open,
 * so that no other thread gets its ID: the loader would take that one for this.
 */
void os_run_start(void (*work)(void *), void *argument, void (*unwound)(void),
		  void (*in_child)(void))
{
	HANDLE thread = OpenThread(SYNCHRONIZE, FALSE, GetCurrentThreadId());

	(void)in_child;
	start_unwound = unwound;
	os_library_pin((const void *)os_run_start);
	call_watched(work, argument);
	if (thread)
		CloseHandle(thread);
}

uintptr_t os_thread_self(void)
{
	return GetCurrentThreadId();
}

int os_thread_id(void)
{
	return (int)GetCurrentThreadId();
}

bool os_thread_exists(int id)
{
	HANDLE thread = OpenThread(SYNCHRONIZE | THREAD_QUERY_LIMITED_INFORMATION, FALSE, (DWORD)id);
	bool exists;

	if (!thread)
		return false;
	exists = GetProcessIdOfThread(thread) == GetCurrentProcessId() &&
		 WaitForSingleObject(thread, 0) == WAIT_TIMEOUT;
	CloseHandle(thread);
	return exists;
}

/* One lock for all words: the loader waits for one word only. */
static SRWLOCK word_lock = SRWLOCK_INIT;
static CONDITION_VARIABLE word_changed = CONDITION_VARIABLE_INIT;

void os_wait(int *word, int value)
{
	AcquireSRWLockExclusive(&word_lock);
	if (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value)
		SleepConditionVariableSRW(&word_changed, &word_lock, WAIT_MILLISECONDS, 0);
	ReleaseSRWLockExclusive(&word_lock);
}

void os_wake_all(int *word)
{
	(void)word;
	AcquireSRWLockExclusive(&word_lock);
	ReleaseSRWLockExclusive(&word_lock);
	WakeAllConditionVariable(&word_changed);
}
