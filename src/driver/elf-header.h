/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf-header: says from the first bytes of a file whether this program could
 * load it as a library. Looks at bytes only, opens nothing.
 */
#ifndef CLROUTER_DRIVER_ELF_HEADER_H
#define CLROUTER_DRIVER_ELF_HEADER_H

#include <stddef.h>

enum elf_header {
	ELF_HEADER_GOOD,	/* of this program's word size, byte order and machine */
	ELF_HEADER_FOREIGN,	/* of another one */
	ELF_HEADER_NONE,	/* no ELF file, or cut off */
};

enum elf_header elf_header_check(const void *bytes, size_t size);

/* How many bytes elf_header_check() wants to see. */
#define ELF_HEADER_SIZE 64

#endif
