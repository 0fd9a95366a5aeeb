/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf-header: tells from the first bytes of a file whether this process could load it as a
 * library. It only reads the file. Any thread may call these functions.
 */
#ifndef CLROUTER_BASE_FILE_ELF_HEADER_H
#define CLROUTER_BASE_FILE_ELF_HEADER_H

#include <stddef.h>

enum elf_header {
	ELF_HEADER_GOOD,	/* the word size, byte order and machine of this process */
	ELF_HEADER_FOREIGN,	/* another word size, byte order or machine */
	ELF_HEADER_NONE,	/* not an ELF file, or its header is truncated */
};

/* Checks the first SIZE bytes of a file, which are at BYTES. 64 bytes are always enough. */
enum elf_header elf_header_check(const void *bytes, size_t size);

/*
 * Checks the file PATH and stores the result in *HEADER. Returns 0, or -errno if the file cannot
 * be opened or read; *HEADER is not written then.
 */
int elf_header_read(const char *path, enum elf_header *header);

#endif
