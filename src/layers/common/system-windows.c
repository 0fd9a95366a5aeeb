/* SPDX-License-Identifier: Apache-2.0 */
/*
 * system-windows: see system.h, lock.h and symbols.h. Windows forks no process and cancels no thread.
 *
 * A layer ends while the process ends, when Windows has ended all other threads. A lock that one of
 * them held stays locked.
 */
#include "layers/common/system.h"

#include <windows.h>

#include <string.h>

#include "base/os.h"
#include "base/text.h"
#include "layers/common/lock.h"
#include "layers/common/symbols.h"

BOOLEAN NTAPI RtlDllShutdownInProgress(void);

bool system_watch_forks(void (*before)(void), void (*in_parent)(void), void (*in_child)(void))
{
	(void)before;
	(void)in_parent;
	(void)in_child;
	return true;
}

bool system_may_write_error(size_t length)
{
	(void)length;
	return true;
}

uint32_t system_thread_id(void)
{
	return GetCurrentThreadId();
}

void system_program_name(char *name, size_t size)
{
	const char *path = system_library_of(GetModuleHandleW(NULL));
	const char *last = path != NULL ? os_last_separator(path) : NULL;

	text_format(name, size, "%s", last != NULL ? last + 1 : "");
}

/* Only Windows 10 has names of threads, and few programs set them. */
void system_thread_name(uint32_t thread, char *name, size_t size)
{
	(void)thread;
	(void)size;
	name[0] = '\0';
}

void system_stay_loaded(const void *address)
{
	os_library_pin(address);
}

/* os_library_of() has one buffer for all threads. */
const char *system_library_of(const void *address)
{
	static struct lock lock = LOCK_INIT;
	static __thread char path[OS_PATH_SIZE];
	const char *found;
	void *library;

	lock_take(&lock);
	found = os_library_of(address, &library);
	if (found != NULL)
		text_format(path, sizeof(path), "%s", found);
	lock_give(&lock);
	return found != NULL ? path : NULL;
}

int system_take_stack(void **frames, int count)
{
	return CaptureStackBackTrace(0, (DWORD)count, frames, NULL);
}

/* No driver takes descriptors of the C library; that it is no negative number is all that is known. */
bool system_is_descriptor(int number)
{
	return number >= 0;
}

void system_trap(void)
{
	DebugBreak();
}

/* -- lock.h ------------------------------------------------------------------------------ */

void lock_take(struct lock *lock)
{
	SRWLOCK *mutex = (SRWLOCK *)&lock->mutex;

	if (RtlDllShutdownInProgress())
		(void)!TryAcquireSRWLockExclusive(mutex);
	else
		AcquireSRWLockExclusive(mutex);
}

void lock_give(struct lock *lock)
{
	ReleaseSRWLockExclusive((SRWLOCK *)&lock->mutex);
}

/* -- symbols.h --------------------------------------------------------------------------- */

static HMODULE find_module(const void *address)
{
	HMODULE module = NULL;

	GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
				   GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
			   (const wchar_t *)address, &module);
	return module;
}

/* Debuggers and addr2line know the functions; a program for Windows exports none. */
void symbols_add(struct line *line, const void *address)
{
	const HMODULE module = find_module((const char *)address - 1);
	const char *path = module != NULL ? system_library_of(module) : NULL;

	if (path == NULL) {
		line_add(line, "%p", address);
		return;
	}
	line_add_escaped(line, path);
	line_add(line, "(+0x%jx)", (uintmax_t)((uintptr_t)address - (uintptr_t)module));
}

bool symbols_is_own(const void *address)
{
	static const char own_byte;

	return find_module(address) == find_module(&own_byte);
}
