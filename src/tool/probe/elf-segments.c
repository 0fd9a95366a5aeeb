/* SPDX-License-Identifier: Apache-2.0 */
/* elf-segments: see elf-segments.h. */
#include "tool/probe/elf-segments.h"

#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "driver/elf-header.h"
#include "tool/probe/whole-file.h"

#define MOST 65536	/* bytes of a file; the program headers follow the file's header */

unsigned long long elf_segments_tls_size(const char *path)
{
	unsigned long long tls = 0;
	size_t size = 0;
	char *bytes = whole_file_read(path, MOST, &size);
	ElfW(Ehdr) header;

	if (!bytes || size < sizeof(header) || elf_header_check(bytes, size) != ELF_HEADER_GOOD) {
		free(bytes);
		return 0;
	}
	memcpy(&header, bytes, sizeof(header));
	for (size_t i = 0; i < header.e_phnum; i++) {
		ElfW(Phdr) segment;
		size_t at = i * sizeof(segment);

		if (header.e_phoff > size || at + sizeof(segment) > size - header.e_phoff)
			break;
		memcpy(&segment, bytes + header.e_phoff + at, sizeof(segment));
		if (segment.p_type == PT_TLS)
			tls = segment.p_memsz;
	}
	free(bytes);
	return tls;
}
