/* SPDX-License-Identifier: Apache-2.0 */
/*
 * io: read(2) and write(2), repeated if a signal interrupts them. The functions keep no state; any
 * thread may call them.
 */
#ifndef CLROUTER_BASE_FILE_IO_H
#define CLROUTER_BASE_FILE_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/*
 * Reads once, at most SIZE bytes. Returns the number of bytes read, 0 at the end of the file, or
 * -errno.
 */
ssize_t io_read(int descriptor, void *bytes, size_t size);

/* Writes all SIZE bytes. Returns false, with errno set, if that fails. */
bool io_write_all(int descriptor, const void *bytes, size_t size);

/* Closes DESCRIPTOR, unless it is negative, and leaves errno as it is. */
void io_close(int descriptor);

#endif
