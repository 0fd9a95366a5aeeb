/* SPDX-License-Identifier: Apache-2.0 */
/*
 * system-windows: see system.h and lock.h. Windows forks no process and cancels no thread.
 *
 * A layer ends while the process ends, when Windows has ended all other threads. A lock that one of
 * them held stays locked.
 */
#include "base/common/system.h"

#include <windows.h>

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/array.h"
#include "base/common/lock.h"
#include "base/os.h"
#include "base/text.h"

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
	char path[OS_PATH_SIZE];
	const char *last = system_library_of(GetModuleHandleW(NULL), path, sizeof(path)) ?
				   os_last_separator(path) : NULL;

	text_format(name, size, "%s", last ? last + 1 : "");
}

typedef HRESULT WINAPI describe_fn(HANDLE thread, wchar_t **description);

/* Windows 10 has names of threads, and the function to read them, since version 1607. */
void system_thread_name(uint32_t thread, char *name, size_t size)
{
	describe_fn *describe = (describe_fn *)(void *)GetProcAddress(
		GetModuleHandleW(L"kernelbase.dll"), "GetThreadDescription");
	HANDLE opened = OpenThread(THREAD_QUERY_LIMITED_INFORMATION, FALSE, thread);
	wchar_t *text = NULL;
	size_t length = 0;

	if (describe && opened && SUCCEEDED(describe(opened, &text)))
		for (; length < size - 1 && text[length] != L'\0'; length++)
			name[length] = text[length] < 0x80 ? (char)text[length] : '?';
	name[length] = '\0';
	LocalFree(text);
	if (opened)
		CloseHandle(opened);
}

void system_host_name(char *name, size_t size)
{
	wchar_t wide[MAX_COMPUTERNAME_LENGTH + 1];
	DWORD length = ARRAY_SIZE(wide);

	if (!GetComputerNameW(wide, &length) ||
	    WideCharToMultiByte(CP_UTF8, 0, wide, -1, name, (int)size, NULL, NULL) == 0)
		text_format(name, size, "unknown");
}

/* Without memory, fewer. */
void system_visit_variables(void (*visit)(const char *variable))
{
	wchar_t *all = GetEnvironmentStringsW();

	for (const wchar_t *each = all; each && *each != L'\0'; each += wcslen(each) + 1) {
		const int size = WideCharToMultiByte(CP_UTF8, 0, each, -1, NULL, 0, NULL, NULL);
		char *text = size > 0 ? malloc((size_t)size) : NULL;

		if (!text)
			continue;
		WideCharToMultiByte(CP_UTF8, 0, each, -1, text, size, NULL, NULL);
		visit(text);
		free(text);
	}
	if (all)
		FreeEnvironmentStringsW(all);
}

void system_stay_loaded(const void *address)
{
	os_library_pin(address);
}

/* os_library_of() has one buffer for all threads. */
bool system_library_of(const void *address, char *path, size_t size)
{
	static struct lock lock = LOCK_INIT;
	struct os_place place;
	const char *found;
	bool fits;

	lock_take(&lock);
	found = os_library_of(address, &place);
	fits = found && strlen(found) < size;
	if (fits)
		text_format(path, size, "%s", found);
	lock_give(&lock);
	return fits;
}

int system_take_stack(void **frames, int count)
{
	const int taken = CaptureStackBackTrace(0, (DWORD)count, frames, NULL);
	int i = 0;

	/* Wine goes on after the thread's first function. */
	while (i < taken && frames[i])
		i++;
	return i;
}

bool system_is_descriptor(int number)
{
	return number >= 0;
}

bool system_is_handle(const void *handle)
{
	DWORD flags;

	return GetHandleInformation((HANDLE)handle, &flags);
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

/*
 * At the end nobody waits any more. To wake those who did when they were ended could take for ever:
 * one of them may have held a lock that Wine needs for that.
 */
void lock_give(struct lock *lock)
{
	if (!RtlDllShutdownInProgress())
		ReleaseSRWLockExclusive((SRWLOCK *)&lock->mutex);
}

void system_append(const char *path, const char *text, size_t length)
{
	wchar_t wide[OS_PATH_SIZE];
	HANDLE file = INVALID_HANDLE_VALUE;
	DWORD written;

	if (os_windows_wide(path, wide, OS_PATH_SIZE))
		file = CreateFileW(wide, FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL,
				   OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, NULL);
	if (file == INVALID_HANDLE_VALUE)
		return;
	WriteFile(file, text, (DWORD)length, &written, NULL);
	CloseHandle(file);
}
