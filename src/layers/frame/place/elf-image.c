/* SPDX-License-Identifier: Apache-2.0 */
/* elf-image: see elf-image.h. */
#include "layers/frame/place/elf-image.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *mapped_part(struct elf *elf, uint64_t at, uint64_t size)
{
	const struct elf_image *image = (const struct elf_image *)elf;

	(void)size;
	return image->bytes ? image->bytes + at : NULL;
}

void elf_image_open(struct elf_image *image, const char *path)
{
	const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat status;
	void *bytes = MAP_FAILED;

	*image = (struct elf_image){ .elf.part = mapped_part };
	if (file < 0)
		return;
	if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
		bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
	close(file);
	if (bytes == MAP_FAILED)
		return;
	image->bytes = bytes;
	image->elf.size = (uint64_t)status.st_size;
	if (!elf_begin(&image->elf))
		elf_image_close(image);
}

void elf_image_close(struct elf_image *image)
{
	if (image->bytes)
		munmap((void *)image->bytes, (size_t)image->elf.size);
	image->bytes = NULL;
	image->elf.size = 0;
}

struct elf_bytes elf_image_section(struct elf_image *image, const char *name)
{
	struct elf_table table = elf_sections(&image->elf);
	struct elf_section section;
	struct elf_bytes names = { NULL, 0 };

	if (elf_get_section(&image->elf, image->elf.head.names, &section))
		names = elf_contents(&image->elf, &section);
	while (elf_next(&table, &section)) {
		const char *found = elf_name(&names, section.name);

		if (found && strcmp(found, name) == 0 && section.type == SHT_PROGBITS &&
		    (section.flags & SHF_COMPRESSED) == 0)
			return elf_contents(&image->elf, &section);
	}
	return (struct elf_bytes){ NULL, 0 };
}
