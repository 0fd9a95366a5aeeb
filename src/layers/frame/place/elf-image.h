/* SPDX-License-Identifier: Apache-2.0 */
/*
 * elf-image: a program or library of this process as its file has it, with the sections that are
 * never loaded. The file is mapped, so that nothing has to be allocated, and is not trusted (elf.h). The
 * functions take no lock and keep no state, so any thread may call them.
 */
#ifndef CLROUTER_LAYERS_FRAME_PLACE_ELF_IMAGE_H
#define CLROUTER_LAYERS_FRAME_PLACE_ELF_IMAGE_H

#include "base/common/elf.h"

struct elf_image {
	struct elf elf;
	const char *bytes;	/* NULL: cannot be read */
};

/* Maps the file PATH and reads its header. The caller closes it also if it cannot be read. */
void elf_image_open(struct elf_image *image, const char *path);
void elf_image_close(struct elf_image *image);

/* The contents of the section NAME. One that is compressed counts as none. */
struct elf_bytes elf_image_section(struct elf_image *image, const char *name);

#endif
