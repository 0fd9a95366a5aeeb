/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf-image: a program or library of this process as its file has it, with the sections that are
 * never loaded. The file is mapped and not trusted: every offset is compared with its size. The
 * functions take no lock and keep no state, so any thread may call them.
 */
#ifndef CLROUTER_LAYERS_FRAME_PLACE_ELF_IMAGE_H
#define CLROUTER_LAYERS_FRAME_PLACE_ELF_IMAGE_H

#include <link.h>
#include <stddef.h>
#include <stdint.h>

struct elf_image {
	const char *bytes;	/* NULL: cannot be read */
	size_t size;		/* in bytes */
};

/* The contents of a section; BYTES is NULL if the file has no such section. */
struct elf_section {
	const unsigned char *bytes;
	size_t size;		/* in bytes */
};

struct elf_image elf_image_open(const char *path);
void elf_image_close(struct elf_image *image);

/* COUNT elements of SIZE bytes at OFFSET; NULL if the file does not have them. */
const void *elf_image_part(const struct elf_image *image, uint64_t offset, uint64_t count,
			   size_t size);

/* The section header INDEX, and the first section header of TYPE; NULL if there is none. */
const ElfW(Shdr) *elf_image_header(const struct elf_image *image, unsigned index);
const ElfW(Shdr) *elf_image_header_of_type(const struct elf_image *image, uint32_t type);

/* The name at OFFSET of the string table TABLE; NULL if it does not end in it. */
const char *elf_image_name(const struct elf_image *image, const ElfW(Shdr) *table, uint64_t offset);

/* The section NAME. One that is compressed counts as none. */
struct elf_section elf_image_section(const struct elf_image *image, const char *name);

#endif
