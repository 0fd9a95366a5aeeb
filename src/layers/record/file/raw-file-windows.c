/* SPDX-License-Identifier: Apache-2.0 */
/*
 * raw-file-windows: see raw-file.h. A file is opened so that no other process can open it for
 * writing; that is its lock. Windows allocates the space of a file when the file grows, so a
 * mapping of it always has space.
 */
#include "layers/record/file/raw-file.h"

#include <windows.h>

#include <errno.h>
#include <string.h>

#include "base/os.h"
#include "base/text.h"

static HANDLE handle_of(const struct raw_file *file)
{
	return (HANDLE)file->handle;
}

static int error_of(DWORD error)
{
	switch (error) {
	case ERROR_FILE_NOT_FOUND:
	case ERROR_PATH_NOT_FOUND:
	case ERROR_INVALID_NAME:
	case ERROR_BAD_NETPATH:
		return -ENOENT;
	case ERROR_FILE_EXISTS:
		return -EEXIST;
	case ERROR_ACCESS_DENIED:
	case ERROR_SHARING_VIOLATION:
		return -EACCES;
	case ERROR_DISK_FULL:
	case ERROR_HANDLE_DISK_FULL:
		return -ENOSPC;
	case ERROR_FILE_TOO_LARGE:
		return -EFBIG;
	case ERROR_NOT_ENOUGH_MEMORY:
	case ERROR_COMMITMENT_LIMIT:
		return -ENOMEM;
	default:
		return -EIO;
	}
}

/* -- opening ------------------------------------------------------------------- */

/* What is no path for the system stays as it is: it cannot be opened. */
bool raw_file_path(const char *name, char *path, size_t size)
{
	wchar_t wide[OS_PATH_SIZE], full[OS_PATH_SIZE];
	DWORD length = 0;

	if (os_windows_wide(name, wide, OS_PATH_SIZE))
		length = GetFullPathNameW(wide, OS_PATH_SIZE, full, NULL);
	if (length > 0 && length < OS_PATH_SIZE &&
	    WideCharToMultiByte(CP_UTF8, 0, full, -1, path, (int)size, NULL, NULL) > 0)
		return true;
	return text_format(path, size, "%s", name) == strlen(name);
}

static HANDLE open_alone(const char *path, DWORD disposition)
{
	wchar_t wide[OS_PATH_SIZE];

	SetLastError(ERROR_INVALID_NAME);
	if (!os_windows_wide(path, wide, OS_PATH_SIZE))
		return INVALID_HANDLE_VALUE;
	return CreateFileW(wide, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE,
			   NULL, disposition, FILE_FLAG_OPEN_REPARSE_POINT, NULL);
}

static void take(struct raw_file *file, HANDLE handle)
{
	*file = (struct raw_file){ .handle = (intptr_t)handle };
}

const char *raw_file_create(struct raw_file *file, const char *path, bool *is_taken)
{
	const HANDLE handle = open_alone(path, CREATE_NEW);

	*is_taken = handle == INVALID_HANDLE_VALUE && GetLastError() == ERROR_FILE_EXISTS;
	if (handle == INVALID_HANDLE_VALUE)
		return strerror(-error_of(GetLastError()));
	take(file, handle);
	return NULL;
}

#define NOT_REGULAR "it is not a regular file, as a record must be"

/* Why the file that open_alone() did not open cannot be written. */
static const char *explain(const char *path, DWORD error, bool *is_taken)
{
	struct os_status status;

	*is_taken = error == ERROR_SHARING_VIOLATION;
	if (*is_taken)
		return "is in use";
	if (os_path_status(path, &status) == 0 && status.kind == OS_DIRECTORY)
		return NOT_REGULAR;
	return strerror(-error_of(error));
}

/* Why the open file must not be written, or NULL. */
static const char *check(HANDLE handle, bool keeps, bool *is_taken)
{
	BY_HANDLE_FILE_INFORMATION found;

	*is_taken = false;
	if (GetFileType(handle) != FILE_TYPE_DISK || !GetFileInformationByHandle(handle, &found))
		return NOT_REGULAR;
	if (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT)
		return "it is a link";
	*is_taken = true;
	if (keeps && (found.nFileSizeHigh != 0 || found.nFileSizeLow != 0))
		return "is not empty";
	return SetEndOfFile(handle) ? NULL : "cannot be emptied";
}

const char *raw_file_open(struct raw_file *file, const char *path, bool keeps, bool *is_taken)
{
	const HANDLE handle = open_alone(path, OPEN_ALWAYS);
	const char *why;

	if (handle == INVALID_HANDLE_VALUE)
		return explain(path, GetLastError(), is_taken);
	why = check(handle, keeps, is_taken);
	if (why)
		CloseHandle(handle);
	else
		take(file, handle);
	return why;
}

bool raw_file_find(struct raw_file *file, const char *path)
{
	(void)path;
	return file->handle != -1;
}

void raw_file_close(struct raw_file *file, const char *path)
{
	if (raw_file_find(file, path))
		CloseHandle(handle_of(file));
	raw_file_forget(file);
}

void raw_file_forget(struct raw_file *file)
{
	file->handle = -1;
}

/* -- reading and writing ------------------------------------------------------- */

bool raw_file_may_reach(uint64_t end)
{
	(void)end;
	return true;
}

/* A mapping that ends after the file makes the file longer. Its view keeps it. */
void *raw_file_map(const struct raw_file *file, uint64_t offset, size_t size, int *error)
{
	const uint64_t end = offset + size;
	const HANDLE mapping = CreateFileMappingW(handle_of(file), NULL, PAGE_READWRITE,
						  (DWORD)(end >> 32), (DWORD)end, NULL);
	void *place = NULL;

	if (mapping)
		place = MapViewOfFile(mapping, FILE_MAP_WRITE, (DWORD)(offset >> 32), (DWORD)offset,
				      size);
	if (!place)
		*error = error_of(GetLastError());
	if (mapping)
		CloseHandle(mapping);
	return place;
}

void raw_file_reserve(const struct raw_file *file, uint64_t offset, uint64_t size)
{
	(void)file;
	(void)offset;
	(void)size;
}

static OVERLAPPED place_of(uint64_t offset)
{
	return (OVERLAPPED){ .Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32) };
}

int raw_file_read(const struct raw_file *file, void *bytes, size_t size, uint64_t offset)
{
	OVERLAPPED place = place_of(offset);
	DWORD got = 0;

	if (!ReadFile(handle_of(file), bytes, (DWORD)size, &got, &place))
		return error_of(GetLastError());
	return got == size ? 0 : -EIO;
}

int raw_file_write(const struct raw_file *file, const void *bytes, size_t size, uint64_t offset)
{
	OVERLAPPED place = place_of(offset);
	DWORD written = 0;

	if (!WriteFile(handle_of(file), bytes, (DWORD)size, &written, &place))
		return error_of(GetLastError());
	return written == size ? 0 : -ENOSPC;
}

int raw_file_write_two(const struct raw_file *file, const void *first, size_t first_size,
		       const void *second, size_t second_size, uint64_t offset)
{
	const int error = raw_file_write(file, first, first_size, offset);

	return error != 0 ? error : raw_file_write(file, second, second_size, offset + first_size);
}
