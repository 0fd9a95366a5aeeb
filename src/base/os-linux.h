/* SPDX-License-Identifier: Apache-2.0 */
/*
 * os-linux: the part of os.h that is small enough to be inlined on Linux. Only os.h includes this
 * file, and it has the contracts.
 */
#ifndef CLROUTER_BASE_OS_LINUX_H
#define CLROUTER_BASE_OS_LINUX_H

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#ifndef RTLD_DEEPBIND
#define RTLD_DEEPBIND 0		/* musl has none */
#endif

#define OS_PATH_SIZE PATH_MAX
#define OS_OTHER_SEPARATOR '/'
#define OS_LIST_SEPARATOR ':'
#define OS_LIBRARY_WORD ".so"
#define OS_LOADER_GLOB "libOpenCL.so*"
#define OS_USER_VARIABLES(X) \
	X(HOME, "system", "where the user's configuration is looked for") \
	X(XDG_CONFIG_HOME, "system", "where the user's configuration is looked for")
#define OS_USER_CONFIG(X) \
	X(XDG_CONFIG_HOME, "") \
	X(HOME, "/.config")
#define OS_SYSTEM_FILES_MUST_BE_TRUSTED false
#define OS_SHIPPED_LAYER_DIR SHIPPED_LAYER_DIR
#define OS_HAS_REGISTER false
#define OS_SEARCHES_PROGRAM_FIRST true
#define OS_NULL_PATH "/dev/null"
#define OS_MUTEX pthread_mutex_t
#define OS_MUTEX_INIT PTHREAD_MUTEX_INITIALIZER
#define OS_DESTRUCTOR __attribute__((destructor))

struct os_dir {
	const char *name;
	DIR *stream;
	unsigned char type;
};

static inline bool os_is_separator(char c)
{
	return c == '/';
}

static inline bool os_is_absolute(const char *path)
{
	return *path == '/';
}

static inline const char *os_last_separator(const char *path)
{
	return strrchr(path, '/');
}

static inline bool os_working_directory(char *path, size_t size)
{
	return getcwd(path, size) != NULL;
}

static inline int os_path_status(const char *path, struct os_status *status)
{
	return os_status_at(AT_FDCWD, path, status);
}

static inline ssize_t os_write(int file, const void *bytes, size_t size)
{
	return write(file, bytes, size);
}

static inline bool os_is_open(int file, const struct os_status *opened)
{
	struct os_status status;

	return os_status_at(file, "", &status) == 0 && os_is_same_file(&status, opened);
}

static inline int os_dir_open(struct os_dir *dir, const char *path)
{
	dir->stream = opendir(path);
	return dir->stream ? 0 : -errno;
}

static inline int os_dir_next(struct os_dir *dir)
{
	struct dirent *entry;

	/* readdir() returns NULL at the end too, but sets errno only if it fails. */
	errno = 0;
	entry = readdir(dir->stream);
	if (!entry)
		return -errno;
	dir->name = entry->d_name;
	dir->type = entry->d_type;
	return 1;
}

static inline int os_dir_kind(const struct os_dir *dir, enum os_kind *kind)
{
	struct os_status status = { .kind = dir->type == DT_REG ? OS_REGULAR : OS_OTHER_KIND };
	int error = 0;

	if (dir->type == DT_LNK || dir->type == DT_UNKNOWN)
		error = os_status_at(dirfd(dir->stream), dir->name, &status);
	*kind = status.kind;
	return error;
}

static inline void os_dir_close(struct os_dir *dir)
{
	closedir(dir->stream);
}

static inline bool os_is_elevated(void)
{
	return getauxval(AT_SECURE) != 0;
}

static inline const char *os_variable(const char *name)
{
	return secure_getenv(name);
}

static inline bool os_set_variable(const char *name, const char *value)
{
	return (value ? setenv(name, value, 1) : unsetenv(name)) == 0;
}

static inline struct os_registered *os_list_registered(enum os_register kind, struct arena *arena)
{
	(void)kind;
	(void)arena;
	return NULL;
}

static inline bool os_can_deepbind(void)
{
	return RTLD_DEEPBIND != 0;
}

static inline void *os_library_find(void *library, const char *symbol)
{
	return dlsym(library, symbol);
}

static inline void *os_find_in_program(const char *symbol)
{
	return dlsym(RTLD_DEFAULT, symbol);
}

static inline void os_library_close(void *library)
{
	dlclose(library);
}

static inline void os_sort(void *array, size_t count, size_t size,
			   int (*compare)(const void *, const void *, void *), void *context)
{
	qsort_r(array, count, size, compare, context);
}

static inline uintptr_t os_thread_self(void)
{
	return (uintptr_t)pthread_self();
}

#endif
