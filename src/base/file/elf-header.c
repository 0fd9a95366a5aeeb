/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf-header: see elf-header.h. A file is compared with the ELF header of the library or program
 * that contains this code, so no list of architectures is needed.
 */
#include "base/file/elf-header.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include "base/file/safe-open.h"

/* The linker defines this symbol: the ELF header of the library or program with this code. */
extern const ElfW(Ehdr) own_header __asm__("__ehdr_start")
	__attribute__((visibility("hidden")));

enum elf_header elf_header_check(const void *bytes, size_t size)
{
	ElfW(Ehdr) header;

	if (size < EI_NIDENT || memcmp(bytes, ELFMAG, SELFMAG) != 0)
		return ELF_HEADER_NONE;
	/* The rest can be read only if this program has the same class and byte order. */
	if (memcmp((const char *)bytes + EI_CLASS, own_header.e_ident + EI_CLASS, 2) != 0)
		return ELF_HEADER_FOREIGN;
	if (size < sizeof(header))
		return ELF_HEADER_NONE;
	memcpy(&header, bytes, sizeof(header));
	return header.e_machine == own_header.e_machine ? ELF_HEADER_GOOD : ELF_HEADER_FOREIGN;
}

int elf_header_read(const char *path, enum elf_header *header)
{
	unsigned char bytes[sizeof(Elf64_Ehdr)];
	const ssize_t size = safe_read_start(path, bytes, sizeof(bytes));

	if (size >= 0)
		*header = elf_header_check(bytes, (size_t)size);
	return size < 0 ? (int)size : 0;
}
