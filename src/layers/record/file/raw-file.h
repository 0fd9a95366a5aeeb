/* SPDX-License-Identifier: Apache-2.0 */
/*
 * raw-file: a file that this process alone writes, at any offset and through shared mappings. This
 * header is what the record layer needs of the system's files; raw-file-linux.c and
 * raw-file-windows.c implement it. Functions that can fail return 0 or -errno, if nothing else is
 * said. Takes no lock: one thread at a time uses a struct raw_file.
 */
#ifndef CLROUTER_LAYERS_RECORD_FILE_RAW_FILE_H
#define CLROUTER_LAYERS_RECORD_FILE_RAW_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct raw_file {
	intptr_t handle;	/* a descriptor, on Windows a HANDLE; -1: none */
	uint64_t device;	/* of the file, and its number there; not used on Windows */
	uint64_t number;
};

/*
 * Stores the path that the file NAME has whatever the working directory is later. False: it does
 * not fit into SIZE bytes; then PATH has a part of it.
 */
bool raw_file_path(const char *name, char *path, size_t size);

/*
 * Creates the file PATH with rights for its user, and locks it: other processes do not write it
 * until it is closed. On Linux it stays locked while a part of it is mapped, and a file system
 * without locks lets everybody write. On Windows a process that knows nothing of this cannot open
 * the file for writing either. Returns NULL, or why it is not created. Stores in *IS_TAKEN whether
 * another name would do, because PATH exists, if only as a link.
 */
const char *raw_file_create(struct raw_file *file, const char *path, bool *is_taken);

/*
 * The same for a PATH that may exist; the file is emptied. Returns NULL, or why it is not opened;
 * that it is not a regular file, for example. With KEEPS a file that is not empty is not opened.
 * Stores in *IS_TAKEN whether another name would do: the file could be written, but it is in use or
 * not empty.
 *
 * On Linux, safe-open.h says which files and links are refused; on Windows, each link is.
 */
const char *raw_file_open(struct raw_file *file, const char *path, bool keeps, bool *is_taken);

/*
 * Makes sure that the descriptor is this file's. A program may close descriptors that it did not
 * open, and get others with their numbers: then the file is opened again by its PATH. False: it is
 * no longer there. Windows has nothing that closes handles by their number.
 */
bool raw_file_find(struct raw_file *file, const char *path);

/* Gives back the space that was reserved after the end of the file, and closes it. */
void raw_file_close(struct raw_file *file, const char *path);

/* In a forked child: the parent's file stays as it is. */
void raw_file_forget(struct raw_file *file);

/* May the file be END bytes? Writing more would end the program (RLIMIT_FSIZE). */
bool raw_file_may_reach(uint64_t end);

/*
 * Maps SIZE bytes of the file at OFFSET, a multiple of 64 KiB, which become a part of it if they
 * are none. The device has space for them: writing to the mapping cannot fail. They are never
 * unmapped, and not mapped in a forked child. NULL: *ERROR says why, as -errno.
 */
void *raw_file_map(const struct raw_file *file, uint64_t offset, size_t size, int *error);

/*
 * Gets space on the device for SIZE bytes at OFFSET, which do not become a part of the file:
 * writing there takes half the time. It may fail. On Windows it does nothing.
 */
void raw_file_reserve(const struct raw_file *file, uint64_t offset, uint64_t size);

/* Reads and writes SIZE bytes at OFFSET, all of them. */
int raw_file_read(const struct raw_file *file, void *bytes, size_t size, uint64_t offset);
int raw_file_write(const struct raw_file *file, const void *bytes, size_t size, uint64_t offset);

/* Writes FIRST and, after it, SECOND; at once if the system can do that. */
int raw_file_write_two(const struct raw_file *file, const void *first, size_t first_size,
		       const void *second, size_t second_size, uint64_t offset);

#endif
