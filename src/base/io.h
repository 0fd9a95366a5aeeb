/* SPDX-License-Identifier: Apache-2.0 */
/*
 * io: read(2) and write(2) that go on after a signal. They keep no state; any thread may
 * use them.
 */
#ifndef CLROUTER_BASE_IO_H
#define CLROUTER_BASE_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Reads once, at most SIZE bytes: the number of bytes read, 0 at the end, or -errno. */
ssize_t io_read(int descriptor, void *bytes, size_t size);

/* Writes all SIZE bytes; false with errno set if that fails. */
bool io_write_all(int descriptor, const void *bytes, size_t size);

#endif
