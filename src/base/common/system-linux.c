/* SPDX-License-Identifier: Apache-2.0 */
/*
 * system-linux: see system.h.
 */
#include "base/common/system.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/file/io.h"
#include "base/file/safe-open.h"
#include "base/text.h"

#if defined(__has_include)
#if __has_include(<execinfo.h>)
#include <execinfo.h>
#define HAVE_BACKTRACE
#endif
#endif

bool system_watch_forks(void (*before)(void), void (*in_parent)(void), void (*in_child)(void))
{
	return pthread_atfork(before, in_parent, in_child) == 0;
}

bool system_may_write_error(size_t length)
{
	struct rlimit limit;
	struct stat status;

	if (fstat(STDERR_FILENO, &status) != 0)
		return false;
	return !S_ISREG(status.st_mode) || getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
	       limit.rlim_cur == RLIM_INFINITY || (rlim_t)status.st_size + length <= limit.rlim_cur;
}

uint32_t system_thread_id(void)
{
	return (uint32_t)syscall(SYS_gettid);
}

/* The names are read from /proc: no C library has both. */
static void read_name(const char *path, char *name, size_t size)
{
	const ssize_t length = safe_read_start(path, name, size - 1);

	name[length > 0 ? length : 0] = '\0';
	name[strcspn(name, "\n")] = '\0';
}

void system_program_name(char *name, size_t size)
{
	read_name("/proc/self/comm", name, size);
}

void system_thread_name(uint32_t thread, char *name, size_t size)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/task/%" PRIu32 "/comm", thread);
	read_name(path, name, size);
}

void system_host_name(char *name, size_t size)
{
	if (gethostname(name, size) != 0 || name[0] == '\0')
		text_format(name, size, "unknown");
	name[size - 1] = '\0';
}

void system_visit_variables(void (*visit)(const char *variable))
{
	for (char **variable = environ; variable && *variable; variable++)
		visit(*variable);
}

void system_stay_loaded(const void *address)
{
	char library[PATH_MAX];

	if (system_library_of(address, library, sizeof(library)))
		dlopen(library, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

bool system_library_of(const void *address, char *path, size_t size)
{
	Dl_info info;

	return dladdr(address, &info) != 0 && info.dli_fname &&
	       (size_t)snprintf(path, size, "%s", info.dli_fname) < size;
}

int system_take_stack(void **frames, int count)
{
#ifdef HAVE_BACKTRACE
	return backtrace(frames, count);
#else
	(void)frames;
	(void)count;
	return 0;
#endif
}

bool system_is_descriptor(int number)
{
	return number >= 0 && fcntl(number, F_GETFD) != -1;
}

bool system_is_handle(const void *handle)
{
	(void)handle;
	return true;
}

/*
 * LLVM, which many drivers have inside, handles SIGTRAP and goes on. With the default action a
 * debugger stops, and without one the process ends.
 */
void system_trap(void)
{
	const struct sigaction plain = { .sa_handler = SIG_DFL };
	struct sigaction before;

	sigaction(SIGTRAP, &plain, &before);
	raise(SIGTRAP);
	sigaction(SIGTRAP, &before, NULL);
}

void system_append(const char *path, const char *text, size_t length)
{
	const int descriptor = safe_open(path, SAFE_OPEN_APPEND | SAFE_OPEN_REGULAR);

	if (descriptor < 0)
		return;
	io_write_all(descriptor, text, length);
	close(descriptor);
}
