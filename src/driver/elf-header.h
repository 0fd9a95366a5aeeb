/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf-header: says from the first bytes of a file whether this program could
 * load it as a library. Loads nothing.
 */
#ifndef CLROUTER_DRIVER_ELF_HEADER_H
#define CLROUTER_DRIVER_ELF_HEADER_H

#include <stddef.h>

enum elf_header {
	ELF_HEADER_GOOD,	/* of this program's word size, byte order and machine */
	ELF_HEADER_FOREIGN,	/* of another one */
	ELF_HEADER_NONE,	/* no ELF file, or cut off */
};

/* What the first SIZE bytes of a file are; 64 bytes are enough. */
enum elf_header elf_header_check(const void *bytes, size_t size);

/* What the file PATH is: 0, or -errno if it cannot be read. */
int elf_header_read(const char *path, enum elf_header *header);

#endif
